package downsync

import (
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Defend: ruling Q85, S7. A Unit with it lends its ordinary tokens to friendly infantry bases within its radius.

// lenders returns the Units that could lend a token to the base, as everybody knows, whether or not they hold one.
func lenders(s *state, p piece, b base) []piece {
	if !p.infantry() || ed(s).defendWithout && p.card().CM != nil {
		return nil
	}
	return side(s, p.seat(), func(q piece) bool {
		t, ok := defend(q)
		return ok && q.Label != p.Label && q.card().CM != nil && plane.Within(q.disc(q.Bases[0]), p.disc(b), plane.In(t.Radius))
	})
}

func defend(p piece) (cards.Trait, bool) {
	if p.isPing() {
		return cards.Trait{}, false
	}
	return p.card().Trait("defend")
}

// lent returns the lenders that hold a token now.
func lent(s *state, p piece, b base) []piece {
	var out []piece
	for _, q := range lenders(s, p, b) {
		if q.Bases[0].CM > 0 {
			out = append(out, q)
		}
	}
	return out
}
