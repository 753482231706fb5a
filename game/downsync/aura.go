package downsync

import (
	"downsync/game"
	"downsync/game/plane"
)

// Shroud Aura and Defense Aura: rulings Q24, Q83, Q93. "Friendly Units" includes the Unit itself and no Pings; each
// infantry base is measured alone; two sources do not add up.

// covered tells whether a friendly Unit with the trait, for which on holds, is within the trait's radius.
func (s *state) covered(seat game.Seat, d plane.Disc, trait string, on func(piece) bool) bool {
	for _, p := range s.side(seat, isUnit) {
		t, ok := p.card().Trait(trait)
		if !ok || !on(p) {
			continue
		}
		for _, b := range p.Bases {
			if plane.Within(d, p.disc(b), plane.In(t.Radius)) {
				return true
			}
		}
	}
	return false
}

// shrouded tells whether a Shroud Aura conceals the base.
func (s *state) shrouded(p piece, b base) bool {
	return !p.isPing() && s.covered(p.seat(), p.disc(b), "shroud-aura", anyPiece)
}

// auraBonus is what a running Defense Aura adds to the base's countermeasure dice.
func (s *state) auraBonus(p piece, b base) []Mod {
	if s.covered(p.seat(), p.disc(b), "defense-aura", func(q piece) bool { return q.AuraCP }) {
		return []Mod{{Why: traitName("defense-aura"), By: 1}}
	}
	return nil
}

// upkeep is how many CP of the seat lie on its Units (Q24).
func (s *state) upkeep(seat game.Seat) int {
	n := 0
	for _, p := range s.side(seat, isUnit) {
		n += when(p.AuraCP, 1)
	}
	return n
}

// canPayAura tells whether the Unit's refresh may buy a Defense Aura. The CP that lies on it comes back first (Q24).
func (s *state) canPayAura(p piece) bool {
	_, ok := p.card().Trait("defense-aura")
	return ok && s.refreshCP(p) > 0
}

// refreshCP is what the owner can spend in the Unit's refresh.
func (s *state) refreshCP(p piece) int { return s.CP.Of(p.seat()) + when(p.AuraCP, 1) }
