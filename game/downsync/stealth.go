package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
)

// Stealth Tokens: R27.6, R27.10 to R27.12, rulings Q21, Q49, Q52, Q54, Q55; Stealthy and Go Dark.

// stealthRange: a base loses its token with an enemy Unit this near (R27.11).
const stealthRange = 2 * 1000

// seen reports whether an enemy Unit is within 2" of the place. Enemy Pings do not matter (Q55).
func (s *state) seen(seat game.Seat, d plane.Disc) bool {
	for _, e := range side(s, other(seat), isUnit) {
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
	if bases := darkable(t.State(), must(t.State(), l)); len(bases) > 0 {
		t.Emit(StealthGained{Unit: l, Bases: bases})
	}
}

// darkable returns the bases that may receive a Stealth Token now. In edition 4.2 one token serves the whole Unit, which cannot
// have one while any of its bases is near an enemy Unit.
func darkable(s *state, p piece) []int {
	var bases []int
	for _, b := range p.Bases {
		switch near := s.seen(p.seat(), p.disc(b)); {
		case near && ed(s).stealthUnit:
			return nil
		case !near && !b.Stealth:
			bases = append(bases, b.N)
		}
	}
	return bases
}

// dropStealth takes the base's token; in edition 4.2 it takes the Unit's.
func dropStealth(t tx, p piece, b base) {
	if !ed(t.State()).stealthUnit {
		t.Emit(StealthLost{Base: p.ref(b.N)})
		return
	}
	for _, c := range must(t.State(), p.Label).Bases {
		if c.Stealth {
			t.Emit(StealthLost{Base: p.ref(c.N)})
		}
	}
}

// stealthy gives a Stealthy Unit its tokens when it comes onto the table (Q21).
func stealthy(t tx, l Label) {
	if _, ok := must(t.State(), l).card().Trait("stealthy"); ok {
		goDark(t, l)
	}
}

// loseStealth takes the tokens that the move of those bases ends: their own near an enemy Unit, and the enemies' near them, for
// each base separately (R13.6, R27.12, Q55).
func loseStealth(t tx, mover Label, moved []base) {
	s := t.State()
	p := must(s, mover)
	if p.isPing() {
		return
	}
	ended := func(n int) bool { return slices.ContainsFunc(moved, func(b base) bool { return b.N == n }) }
	for _, q := range s.Pieces {
		if q.isPing() || q.Label != mover && q.seat() == p.seat() {
			continue
		}
		for _, b := range q.Bases {
			near := q.Label == mover && ended(b.N) && s.seen(q.seat(), q.disc(b)) || q.Label != mover && p.nearAny(moved, q.disc(b))
			if b, _ = must(t.State(), q.Label).base(b.N); b.Stealth && near {
				dropStealth(t, *q, b)
			}
		}
	}
}

// nearAny reports whether one of those bases of the piece is within 2" of the place.
func (p piece) nearAny(bases []base, d plane.Disc) bool {
	return slices.ContainsFunc(bases, func(b base) bool { return plane.Within(p.disc(b), d, stealthRange) })
}

// placedNear takes the tokens that the placing of a Unit ends, as if it had moved there; in edition 4.2 only (Q33).
func placedNear(t tx, l Label) {
	if ed(t.State()).placedSeen {
		loseStealth(t, l, must(t.State(), l).Bases)
	}
}

// firedOpen takes the token of a stealthed base whose Combat Action has ended (Q55).
func firedOpen(t tx) bool {
	a, p := acting(t.State())
	if a.Fired == 0 || a.Left > 0 {
		return false
	}
	b, _ := p.base(a.Fired)
	dropStealth(t, p, b)
	return true
}

// StealthGained: these bases of the Unit received Stealth Tokens (R27.6).
type StealthGained struct {
	Unit  Label `json:"unit"`
	Bases []int `json:"bases"`
}

func (StealthGained) Kind() string                { return "stealth" }
func (f StealthGained) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f StealthGained) {
	for _, n := range f.Bases {
		baseAt(s, Ref{f.Unit, n}).Stealth = true
	}
})

// StealthLost: the base lost its Stealth Token (R27.12).
type StealthLost struct {
	Base Ref `json:"base"`
}

func (StealthLost) Kind() string                { return "stealth-lost" }
func (f StealthLost) For(game.Viewer) game.Fact { return f }

var _ = public((*state).loseStealth)

func (s *state) loseStealth(f StealthLost) {
	baseAt(s, f.Base).Stealth = false
	if n := len(s.Acts); n > 0 && s.Acts[n-1].Piece == f.Base.Label {
		s.Acts[n-1].Fired = 0
	}
}
