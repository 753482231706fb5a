package downsync

import (
	"downsync/game"
)

// Recovering from a Stun Token in edition 4.2 (V3, V16): before its activation a stunned base pays a CP, its AP, a
// Countermeasure Token or a Hardened one, and loses the Stun Token. Nothing else limits it. If Forward Observe called the Unit,
// its AP and the CP that boost its attacks are reserved for its weapon (D13).

// recovering returns the base whose payment is awaited.
func recovering(s *state) (activation, piece, base) {
	a, p := acting(s)
	b, _ := p.base(a.Recover[0])
	return a, p, b
}

// payments for a Stun Token, the default first.
var payments = []string{"ap", "cp", "cm", "hardened"}

func menuRecover(s *state, seat game.Seat) game.Menu {
	var m game.Menu
	for _, with := range payments {
		if s.checkRecover(seat, with) == nil {
			m = append(m, Offer("recover", []string{with}))
		}
	}
	return m
}

// fallbackRecover pays with the first payment available. Calling a stunned Unit is legal only if one is available.
func fallbackRecover(s *state, seat game.Seat) game.Reply {
	for _, with := range payments {
		if s.checkRecover(seat, with) == nil {
			return Recover{with}
		}
	}
	panic("downsync: a Stun Token that nothing can pay for") // an activation begins with an AP for each base
}

func checkRecover(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Recover)
	if !ok {
		return notNow(r, "recover ap, cp, cm or hardened: what its Stun Token is paid with")
	}
	return s.checkRecover(seat, o.With)
}

func (s *state) checkRecover(seat game.Seat, with string) error {
	a, p, b := recovering(s)
	x, _ := a.actor(b.N)
	cp := s.CP.Of(seat)
	if a.Aim != nil {
		cp -= len(a.Aim.Boosts)
	}
	switch {
	case with == "ap" && x.AP == 0:
		return refuse("no-ap", "%s has no Action Point left: it fires", p.ref(b.N))
	case with == "cp" && cp <= 0:
		return refuse("no-cp", "you have no CP left")
	case with == "cm" && b.CM == 0, with == "hardened" && b.Hardened == 0:
		return refuse("no-token", "%s has no such token left", p.ref(b.N))
	}
	return nil
}

func answerRecover(t tx, _ game.Seat, r game.Reply) {
	a, _, _ := recovering(t.State())
	recoverWith(t, a.Recover[0], r.(Recover).With)
}

func recoverWith(t tx, n int, with string) {
	s := t.State()
	_, p := acting(s)
	t.Emit(recovered{Recovered: Recovered{Base: p.ref(n), With: with}, Open: open(s)})
}
