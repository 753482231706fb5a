package downsync

import (
	"downsync/game"
	"downsync/game/plane"
)

// Shroud Aura and Defense Aura: rulings Q24, Q83, Q93. "Friendly Units" includes the Unit itself but no Pings; each infantry
// base is measured alone; two sources do not add up.

// covered reports whether d is within the radius of the trait on a friendly Unit for which on returns true.
func covered(s *state, seat game.Seat, d plane.Disc, trait string, on func(piece) bool) bool {
	for _, p := range s.Pieces {
		if p.seat() != seat || p.isPing() {
			continue
		}
		t, ok := p.card().Trait(trait)
		if !ok || !on(*p) {
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

// shrouded reports whether a Shroud Aura conceals the base.
func shrouded(s *state, p piece, b base) bool {
	return !p.isPing() && covered(s, p.seat(), p.disc(b), "shroud-aura", anyPiece)
}

// auraBonus returns what an active Defense Aura adds to the base's countermeasure dice.
func auraBonus(s *state, p piece, b base) []Mod {
	if covered(s, p.seat(), p.disc(b), "defense-aura", func(q piece) bool { return q.AuraCP }) {
		return []Mod{{Why: game.Text(traitName("defense-aura")), By: 1}}
	}
	return nil
}

// upkeep returns how many of the seat's CP are on its Units (Q24).
func upkeep(s *state, seat game.Seat) int {
	n := 0
	for _, p := range side(s, seat, isUnit) {
		n += when(p.AuraCP, 1)
	}
	for _, r := range s.Riders {
		n += when(rev(s).marksAboard && r.Seat == seat && r.Piece.AuraCP, 1)
	}
	return n
}

// canPayAura reports whether the Unit's refresh may buy a Defense Aura. A CP that is already on the Unit comes back first
// (Q24).
func canPayAura(s *state, p piece) bool {
	_, ok := p.card().Trait("defense-aura")
	return ok && refreshCP(s, p) > 0
}

// refreshCP returns the CP that the owner can spend in the Unit's refresh.
func refreshCP(s *state, p piece) int { return s.CP.Of(p.seat()) + when(p.AuraCP, 1) }
