package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/plane"
)

// Stealth Tokens: R27.6, R27.10 to R27.12, rulings Q21, Q49, Q52, Q54, Q55; Stealthy and Go Dark.

// stealthRange: no token with an enemy Unit this near (R27.11).
const stealthRange = 2 * 1000

// seen tells whether an enemy Unit is within 2" of the place. Enemy Pings do not matter (Q55).
func (s *state) seen(seat game.Seat, d plane.Disc) bool {
	for _, e := range s.side(other(seat), isUnit) {
		for _, b := range e.Bases {
			if plane.Within(d, e.disc(b), stealthRange) {
				return true
			}
		}
	}
	return false
}

// goDark gives a Stealth Token to each base of the Unit that may have one (R27.11, Q49).
func goDark(t tx, l Label) {
	s := t.State()
	p := s.must(l)
	var bases []int
	for _, b := range p.Bases {
		if !b.Stealth && !s.seen(p.seat(), p.disc(b)) {
			bases = append(bases, b.N)
		}
	}
	if len(bases) > 0 {
		t.Emit(StealthGained{Unit: l, Bases: bases})
	}
}

// stealthy gives a Stealthy Unit its tokens when it comes onto the table (Q21).
func stealthy(t tx, l Label) {
	if _, ok := t.State().must(l).card().Trait("stealthy"); ok {
		goDark(t, l)
	}
}

// loseStealth takes the tokens that a Unit's move has ended: its own near an enemy Unit, and enemies' near it, each
// base on its own (R27.12, Q55).
func loseStealth(t tx, mover Label) {
	s := t.State()
	p := s.must(mover)
	if p.isPing() {
		return
	}
	for _, q := range s.Pieces {
		if q.isPing() || q.Label != mover && q.seat() == p.seat() {
			continue
		}
		for _, b := range q.Bases {
			if b.Stealth && (q.Label == mover && s.seen(q.seat(), q.disc(b)) || q.Label != mover && p.nearAny(q.disc(b))) {
				t.Emit(StealthLost{Base: q.ref(b.N)})
			}
		}
	}
}

// nearAny tells whether any base of the piece is within 2" of the place.
func (p piece) nearAny(d plane.Disc) bool {
	return slices.ContainsFunc(p.Bases, func(b base) bool { return plane.Within(p.disc(b), d, stealthRange) })
}

// stepActivation takes the token of a stealthed base whose Combat Action is over (Q55).
func stepActivation(t tx) bool {
	a, p := t.State().acting()
	if a.Fired == 0 || a.Left > 0 {
		return false
	}
	t.Emit(StealthLost{Base: p.ref(a.Fired)})
	return true
}
