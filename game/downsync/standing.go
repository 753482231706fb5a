package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
)

// The standing order "pass for me": private, revocable, for this Turn, this Round, or until the own Units
// change. While it holds, the reaction window's question is answered with its default after a delay; it may still be
// answered by hand.

// passFor are how long it may hold.
var passFor = []string{"turn", "round", "until-change"}

// passing is a seat's standing order; Until "" is none.
type passing struct {
	Until       string
	Turn, Round int
	Units       string // what the own Units were like when it was given
}

func (s *state) checkStandingPass(seat game.Seat, o StandingPass) error {
	switch {
	case s.Round == 0:
		return refuse("not-now", "a standing order is for Turns; the match is still being set up")
	case o.Until == "" && s.Passing[seat-1].Until == "":
		return refuse("not-now", "you have no standing order")
	}
	return nil
}

// standingOrder is the fact of the order, with what it is measured by.
func (s *state) standingOrder(seat game.Seat, until string) standingSet {
	return standingSet{StandingOrdered{Seat: seat, Until: until}, s.ownUnits(seat)}
}

// passes tells whether the seat's standing order holds now.
func (s *state) passes(seat game.Seat) bool {
	switch p := s.Passing[seat-1]; p.Until {
	case "turn":
		return p.Turn == s.Turn
	case "round":
		return p.Round == s.Round
	case "until-change":
		return p.Units == s.ownUnits(seat)
	}
	return false
}

// ownUnits are the seat's Units as far as a change of them ends a standing order: which there are, their bases, their
// Stun, and whether they could react.
func (s *state) ownUnits(seat game.Seat) string {
	var out []string
	for _, p := range s.side(seat, isUnit) {
		stunned := slices.ContainsFunc(p.Bases, func(b base) bool { return b.Stun })
		out = append(out, fmt.Sprintf("%s:%s:%d:%t:%t", p.Label, p.Unit, len(p.Bases), stunned, eligible(p)))
	}
	return strings.Join(out, " ")
}
