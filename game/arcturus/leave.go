package arcturus

import (
	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Left: a player leaves. The program plays the seat on, or it is removed (S67).
type Left struct {
	Seat    game.Seat `json:"seat"`
	Why     string    `json:"why"`
	Removed bool      `json:"removed,omitempty"`
}

func (Left) Kind() string                         { return "left" }
func (f Left) For(game.Viewer) game.Fact          { return f }
func (f Left) Leaves() (seat game.Seat, y string) { return f.Seat, f.Why }

var _ = public(func(s *state, f Left) {
	s.Out = with(s.Out, f.Seat)
	s.dropOffers(func(o Offer) bool { return o.From == f.Seat || o.To == f.Seat })
	if f.Removed {
		s.remove(f.Seat)
	}
})

// remove takes a seat's things off the table. It depends on nothing that another seat may still take back.
func (s *state) remove(seat game.Seat) {
	for i := range s.held(seat) {
		s.clear(cards.At(i).ID)
	}
	p := s.player(seat)
	s.Undealt = sorted(s.Undealt, p.Hand...)
	if p.Face != nil {
		s.Undealt = sorted(s.Undealt, p.Face.Card)
	}
	p.secrets, p.Due = secrets{}, nil
	if s.Turn == seat {
		s.Turn, s.Pending = 0, nil
	}
}

// Drop takes a seat out of a match that goes on.
func (rules) Drop(t tx, seat game.Seat, why string) {
	t.Emit(Left{seat, why, t.State().Terms.Leaver == "remove"})
	advance(t)
}

// Out lists the seats whose players have left, in that order.
func (rules) Out(s *state) []game.Seat {
	if s == nil {
		return nil
	}
	return s.Out
}

// Keeps reports whether the program plays on for players who left.
func (rules) Keeps(s *state) bool { return s != nil && s.Terms.Leaver == "" }

// concede takes out a player who gives up. The last one left has won.
func concede(t tx, seat game.Seat) {
	t.Bind()
	now := t.State().seating().Without(seat)
	if len(now.Left()) > 1 {
		ours.Drop(t, seat, "concession")
		return
	}
	t.Emit(Left{Seat: seat, Why: "concession"})
	end(t, Ended{Rank: now.Ranks(), Why: "concession"})
}
