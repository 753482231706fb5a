package syndicate

import (
	"downsync/game"
	"downsync/game/syndicate/grid"
)

// Missions besides elimination (S11.2). They are ours.

// Points that win a mission.
const (
	RelayPoints   = 4
	ExtractPoints = 3
)

// Scored: a side scored in the mission. Points are its own now.
type Scored struct {
	Seat    game.Seat `json:"seat"`
	Mission string    `json:"mission"`
	Points  int       `json:"points"`
}

func (Scored) Kind() string                { return "scored" }
func (f Scored) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Scored) { s.Sides[f.Seat-1].Points = f.Points })

func score(t tx, seat game.Seat, toWin int) {
	s := t.State()
	f := Scored{seat, s.Terms.MissionName(), s.Sides[seat-1].Points + 1}
	t.Emit(f)
	if f.Points >= toWin {
		rank := []int{2, 2}
		rank[seat-1] = 1
		end(t, Ended{Rank: rank, Why: "mission"})
	}
}

// holdRelay scores for the side that alone has units in or beside the Relay as the round ends.
func holdRelay(t tx) {
	s := t.State()
	if s.Terms.MissionName() != Relay {
		return
	}
	there := [2]bool{}
	for _, u := range s.Units {
		for _, at := range grid.Relay(s.env.ground.Edge()) {
			there[u.Label.Seat()-1] = there[u.Label.Seat()-1] || grid.Distance(u.At, at) <= 1
		}
	}
	switch there {
	case [2]bool{true, false}:
		score(t, 1, RelayPoints)
	case [2]bool{false, true}:
		score(t, 2, RelayPoints)
	}
}

// reachTerminals notes which Operators begin the Attack sub-phase at the enemy's terminal.
func reachTerminals(t tx) {
	s := t.State()
	if s.Terms.MissionName() != Extract {
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
		score(t, seat, ExtractPoints)
	}
}
