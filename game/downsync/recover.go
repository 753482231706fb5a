package downsync

import (
	"downsync/game"
)

// Recovering from a Stun Token in edition 4.2 (rules.md Part 3, items 3 and 16): before its activation a stunned base
// pays one of a CP, its AP, a Countermeasure Token or a Hardened one, and loses the token. Nothing else limits it.

// recovering is the base whose payment is waited for.
func (s *state) recovering() (activation, piece, base) {
	a, p := s.acting()
	b, _ := p.base(a.Recover[0])
	return a, p, b
}

func menuRecover(s *state, seat game.Seat) game.Menu {
	var m game.Menu
	for _, with := range []string{"ap", "cp", "cm", "hardened"} {
		if s.checkRecover(seat, with) == nil {
			m = append(m, game.Choice{Words: "recover " + with})
		}
	}
	return m
}

func fallbackRecover(*state, game.Seat) game.Reply { return Recover{"ap"} }

func checkRecover(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Recover)
	if !ok {
		return notNow(r, "recover ap, cp, cm or hardened: what its Stun Token is paid with")
	}
	return s.checkRecover(seat, o.With)
}

func (s *state) checkRecover(seat game.Seat, with string) error {
	_, p, b := s.recovering()
	switch {
	case with == "cp" && s.CP.Of(seat) == 0:
		return refuse("no-cp", "you have no CP left")
	case with == "cm" && b.CM == 0, with == "hardened" && b.Hardened == 0:
		return refuse("no-token", "%s has no such token left", p.ref(b.N))
	}
	return nil
}

func answerRecover(t tx, _ game.Seat, r game.Reply) {
	a, _, _ := t.State().recovering()
	recoverWith(t, a.Recover[0], r.(Recover).With)
}

func recoverWith(t tx, n int, with string) {
	s := t.State()
	_, p := s.acting()
	t.Emit(recovered{Recovered: Recovered{Base: p.ref(n), With: with}, Open: s.open()})
}
