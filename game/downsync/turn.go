package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/ending"
)

// Rounds, Turns and their phases: R6, R7, rulings Q13 to Q18.

// advance goes on until somebody must be asked or the match ends.
func advance(t tx) {
	for !t.Failed() && step(t) {
	}
}

// step does the next thing that needs no answer. It returns false if there is none.
func step(t tx) bool {
	s := t.State()
	switch {
	case s.Result != nil:
		return false
	case s.Hit != nil:
		return counterAlone(t)
	case len(s.Acts) > 0 && len(s.Found) == 0 && stepActivation(t):
		return true
	case len(s.Acts) > 0 && len(s.Found) == 0:
		return false
	case len(s.Found) > 0:
		return identifyAlone(t)
	case s.RE != nil:
		return stepEngagement(t)
	}
	switch s.Phase {
	case Deploying:
		return stepDeploying(t)
	case Designating:
		return false
	case Revealing:
		if len(revealable(s)) > 0 {
			return false
		}
		t.Emit(PhaseBegan{Refreshing})
	case Refreshing:
		return stepRefreshing(t)
	case Activating:
		if len(members(s, unactivated)) > 0 {
			return false
		}
		endTurn(t)
	default:
		return false
	}
	return true
}

// stepDeploying begins Round 1 when both sides have deployed.
func stepDeploying(t tx) bool {
	s := t.State()
	if s.First == 0 || s.Active != 0 {
		return false
	}
	t.Emit(RoundBegan{Round: 1})
	t.Emit(TurnBegan{Turn: 1, Active: s.First}) // R5.3
	return true
}

// endTurn ends the Taskforce Activation: scoring (R25.4), then the next Turn, Round or the end.
func endTurn(t tx) {
	s := t.State()
	t.Emit(TurnEnded{Turn: s.Turn})
	scoreTurn(t)
	if t.State().Result == nil {
		nextTurn(t)
	}
}

// nextTurn decides who is active next. A player with nothing left is skipped (Q15).
func nextTurn(t tx) {
	s := t.State()
	for _, seat := range []game.Seat{other(s.Active), s.Active} {
		if len(side(s, seat, unactivated)) > 0 {
			t.Emit(TurnBegan{Turn: s.Turn + 1, Active: seat})
			return
		}
	}
	if scoreRound(t); t.State().Result != nil {
		return
	}
	if s.Conf.MaxRounds > 0 && s.Round >= s.Conf.MaxRounds {
		end(t, endByPoints(t.State(), "rounds")) // Q19
		return
	}
	first := other(s.Active) // R6.3, Q16
	if len(side(s, first, anyPiece)) == 0 {
		first = s.Active // a lab may have pieces on one side only
	}
	t.Emit(RoundBegan{Round: s.Round + 1})
	t.Emit(TurnBegan{Turn: s.Turn + 1, Active: first})
}

// mustSweep reports whether the active player has to take everything that is left (Q15).
func mustSweep(s *state, seat game.Seat) bool {
	return !s.Conf.NoSweep && len(side(s, other(seat), unactivated)) == 0
}

func menuDesignate(s *state, seat game.Seat) game.Menu {
	free := names(side(s, seat, unactivated))
	least := 1
	if mustSweep(s, seat) {
		least = len(free)
	}
	return game.Menu{Offer("designate", nil, slotPieces.Of(free...).Times(least, len(free)))}
}

func names(ps []piece) []string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = string(p.Label)
	}
	return out
}

func fallbackDesignate(s *state, seat game.Seat) game.Reply {
	free := side(s, seat, unactivated)
	if !mustSweep(s, seat) {
		free = free[:1]
	}
	return Designate{labelsOf(free)}
}

func labelsOf(ps []piece) []Label {
	out := make([]Label, len(ps))
	for i, p := range ps {
		out[i] = p.Label
	}
	return out
}

func checkDesignate(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Designate)
	if !ok {
		return notNow(r, "designate and the pieces of the Taskforce")
	}
	for i, l := range o.Pieces {
		p, err := own(s, seat, l)
		switch {
		case err != nil:
			return err
		case p.Activated:
			return refuse("activated", "%s has been activated this Round", l)
		case slices.Contains(o.Pieces[:i], l):
			return refuse("twice", "%s is named twice", l)
		}
	}
	if free := side(s, seat, unactivated); mustSweep(s, seat) && len(o.Pieces) < len(free) {
		return refuse("sweep", "the enemy has nothing left to activate: take all that remain, %d {piece|pieces}", len(free))
	}
	return nil
}

func answerDesignate(t tx, _ game.Seat, r game.Reply) {
	pieces := slices.Clone(r.(Designate).Pieces)
	slices.SortFunc(pieces, compareLabels)
	t.Emit(Designated{Pieces: pieces})
	t.Emit(PhaseBegan{Revealing})
}

// RoundBegan: Activated Tokens are gone, CP are back at Capacity (R6.1).
type RoundBegan struct {
	Round int `json:"round"`
}

func (RoundBegan) Kind() string                { return "round" }
func (f RoundBegan) For(game.Viewer) game.Fact { return f }

var _ = public(beginRound)

// TurnBegan: a Taskforce Activation begins. Turn counts over the whole match.
type TurnBegan struct {
	Turn   int       `json:"turn"`
	Active game.Seat `json:"active"`
}

func (TurnBegan) Kind() string                { return "turn" }
func (f TurnBegan) For(game.Viewer) game.Fact { return f }

var _ = public(beginTurn)

// Designated: the Taskforce of this Turn (R7.3).
type Designated struct {
	Pieces []Label `json:"pieces"`
}

func (Designated) Kind() string                { return "designated" }
func (f Designated) For(game.Viewer) game.Fact { return f }

var _ = public(designate)

// designate makes the pieces the Taskforce. A squad aboard one of them loses its Overwatch Token (R27.4, D17).
func designate(s *state, f Designated) {
	s.Taskforce = f.Pieces
	if !rev(s).marksAboard || len(s.Riders) == 0 {
		return
	}
	riders := s.riders()
	for i := range riders {
		if slices.Contains(f.Pieces, riders[i].In) {
			riders[i].Piece.stopWatching()
		}
	}
}

// PhaseBegan: the Turn's next phase.
type PhaseBegan struct {
	Phase Phase `json:"phase"`
}

func (PhaseBegan) Kind() string                { return "phase" }
func (f PhaseBegan) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f PhaseBegan) { s.Phase = f.Phase })

// TurnEnded: the Taskforce Activation has ended.
type TurnEnded struct {
	Turn int `json:"turn"`
}

func (TurnEnded) Kind() string                { return "turn-end" }
func (f TurnEnded) For(game.Viewer) game.Fact { return f }

var _ = public((*state).endTurn)

// Conceding, and draws: an offer is open until the Turn ends (Q19).
type (
	Concede       = ending.Concede
	draw          = ending.Draw
	DrawOffered   = ending.DrawOffered
	DrawWithdrawn = ending.DrawWithdrawn
)

var _ = public(func(s *state, f DrawOffered) { s.Draw[f.Seat-1] = true })

var _ = public(func(s *state, f DrawWithdrawn) { s.Draw[f.Seat-1] = false })

// Ended: the match has ended. Why: vp, wipe-out, concession, rounds, time, ruling, agreement, draw.
type Ended = ending.Ended

var _ = public(func(s *state, f Ended) {
	s.Result = f.Result()
	s.Phase, s.Found, s.Hit, s.Acts, s.RE, s.Mover = Over, nil, nil, nil, nil, nil
})

// beginRound takes off Activated Tokens and sets CP to Capacity (R6.1, R17.1, Q18).
func beginRound(s *state, f RoundBegan) {
	s.Round = f.Round
	s.CP = Both{s.Conf.Capacity() - upkeep(s, 1), s.Conf.Capacity() - upkeep(s, 2)} // Q24
	every(s, (*piece).beginRound)
}

func beginTurn(s *state, f TurnBegan) {
	s.Turn, s.Active, s.Phase, s.Taskforce, s.Draw = f.Turn, f.Active, Designating, nil, [2]bool{}
	every(s, (*piece).beginTurn)
	everyBase(s, func(b *base) { b.Moved, b.Slowed = false, false })
}

// endTurn ends all effects that last until the end of the Taskforce Activation.
func (s *state) endTurn(TurnEnded) {
	s.Taskforce = nil
	everyBase(s, func(b *base) { b.Tagged, b.Locked = false, false })
	s.endStandingOrders()
}
