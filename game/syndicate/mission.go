package syndicate

import (
	"downsync/game"
	"downsync/game/ending"
	"downsync/game/syndicate/grid"
)

// These missions are alternatives to elimination (S11.2). They are ours.

// Points to win a mission.
const (
	relayPoints   = 4
	uplinkPoints  = 4
	extractPoints = 3
)

// PointsToWin returns the points that win a mission, or 0 for a mission without points.
func PointsToWin(mission string) int {
	return map[string]int{Relay: relayPoints, Uplink: uplinkPoints, Extract: extractPoints}[mission]
}

// Scored: a side scored in the mission. Points is its new total.
type Scored struct {
	Seat    game.Seat `json:"seat"`
	Mission string    `json:"mission"`
	Points  int       `json:"points"`
}

func (Scored) Kind() string                { return "scored" }
func (f Scored) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Scored) { s.Sides[f.Seat-1].Points = f.Points })

func score(t tx, seat game.Seat) {
	s := t.State()
	mission := s.Terms.MissionName()
	f := Scored{seat, mission, s.Sides[seat-1].Points + 1}
	t.Emit(f)
	if f.Points >= PointsToWin(mission) {
		end(t, ending.Won(seat, 2, "mission"))
	}
}

// scoreRound scores for the side that holds what the mission asks for at the end of the round, once that may score.
func scoreRound(t tx) {
	b := &t.State().board
	if b.Round < b.Terms.scoresFrom() {
		return
	}
	if seat := b.holds(b.Terms.MissionName()); seat > 0 {
		score(t, seat)
	}
}

// atRelay returns how many units of each side are in or beside the Relay.
func (b *board) atRelay() (n [2]int) {
	for _, u := range b.Units {
		if u.At.On() && nearRelay(b, u.At) <= 1 {
			n[u.Label.Seat()-1]++
		}
	}
	return n
}

// atTerminal returns how many units of each side are in or beside a side's terminal.
func (b *board) atTerminal(of game.Seat) (n [2]int) {
	at := grid.Terminal(b.env.ground.Edge(), int(of))
	for _, u := range b.Units {
		if u.At.On() && grid.Distance(u.At, at) <= 1 {
			n[u.Label.Seat()-1]++
		}
	}
	return n
}

// claims reports which sides could score if the round ended now.
func (b *board) claims(mission string) [2]bool {
	switch n := b.atRelay(); {
	case mission == Relay:
		return [2]bool{n[0] > 0, n[1] > 0}
	case mission == Uplink:
		return [2]bool{n[0] > 0 && n[0] >= n[1], n[1] > 0 && n[1] >= n[0]}
	case mission == Extract && b.Terms.rev().contested:
		own, enemy := b.atTerminal(1), b.atTerminal(2)
		return [2]bool{enemy[0] > enemy[1], own[1] > own[0]}
	}
	return [2]bool{}
}

// holds returns the side that would score if the round ended now, 0 if neither would. If both could, the HP lost decide (R-V3, R-V5).
func (b *board) holds(mission string) game.Seat {
	switch may := b.claims(mission); {
	case may[0] && !may[1], may[0] && may[1] && b.Terms.CountsLosses() && b.Lost[0] < b.Lost[1]:
		return 1
	case may[1] && !may[0], may[0] && may[1] && b.Terms.CountsLosses() && b.Lost[1] < b.Lost[0]:
		return 2
	}
	return 0
}

// HoldsFire reports whether an Operator scores by holding fire at the enemy's terminal, as in rulings before 2 (R-V5).
func (v View) HoldsFire() bool { return v.Mission == Extract && !v.board.Terms.rev().contested }

// reachTerminals records which Operators begin the Attack sub-phase at the enemy's terminal.
func reachTerminals(t tx) {
	s := t.State()
	if s.Terms.MissionName() != Extract || s.Terms.rev().contested {
		return
	}
	var reached [2]bool
	for i := range reached {
		at := grid.Terminal(s.env.ground.Edge(), 2-i)
		reached[i] = grid.Distance(s.unit(labels[i][0]).At, at) <= 1
	}
	if reached != [2]bool{} {
		turn(t, func(c *cursor) { c.Reached = reached })
	}
}

// takeTerminal scores for an Operator at the enemy's terminal that does not attack.
func takeTerminal(t tx, seat game.Seat) {
	if s := t.State(); s.Phase == Attacking && s.Reached[seat-1] {
		score(t, seat)
	}
}
