package syndicate

import (
	"downsync/game/syndicate/cards"
)

// Each trait and category of weapons is one row, by name. Their descriptions are in cards/meanings.toml.

// weaponTrait holds the effects of a trait; a nil field has none.
type weaponTrait struct {
	acc      func(b *board, u, e *unit) int           // added to an attack by its user
	dice     func(b *board, u *unit) int              // added to an attack by its user
	dod      func(distance int) int                   // added to its user's DOD against an attack from that distance
	ignores  func(cover int) bool                     // reports whether that cover does not count
	piercing func(a Aim) int                          // the ARM that does not count
	again    func(b *board, u *unit, a *attack) []int // dice rolled again, by index
	onHit    func(t tx, a *attack)                    // after damage, if a die hit
	breaks   bool                                     // each hit lowers ARM by 1 before the damage (SP1)
	chains   bool                                     // another enemy near the target is hurt
	shifts   bool                                     // the target is moved elsewhere
	corrodes bool                                     // nothing of armor counts, Reinforced Plating included (R-A19)
}

var weaponTraits = map[string]weaponTrait{
	// Pistols.
	"quickdraw":      {acc: func(b *board, u, _ *unit) int { return one(u.Moved > 0) }},
	"close-quarters": {dod: func(distance int) int { return one(distance <= 2) }},
	"stopping-power": {onHit: func(t tx, a *attack) { // R-A9, SP3
		next := t.State().Round + 1
		alter(t, a.Target, change{Change: cards.Change{Move: -1}, From: "stopping-power", By: a.By, Since: next, Until: next})
	}},
	// SMGs.
	"spray-pattern":  {ignores: func(cover int) bool { return cover == lightCover }},
	"recoil-control": {again: func(_ *board, _ *unit, a *attack) []int { return a.misses(1) }},
	"suppressive-fire": {onHit: func(t tx, a *attack) {
		if next := t.State().Round + 1; a.Hits >= 2 {
			alter(t, a.Target, change{Change: cards.Change{ACC: -1}, From: "suppressive-fire", By: a.By, Since: next, Until: next})
		}
	}},
	// Shotguns.
	"pellet-spread": {onHit: func(t tx, a *attack) {
		if a.Hits >= 2 {
			give(t, a.Target, "disoriented", t.State().Round, "pellet-spread")
		}
	}},
	"door-kicker": {acc: func(b *board, u, e *unit) int { return one(distance(u, e) <= 1) }},
	"armor-shred": {piercing: func(a Aim) int { return one(a.Distance <= 2) }},
	// Assault Rifles.
	"precision-burst": {acc: func(_ *board, u, _ *unit) int { return one(u.Moved == 0) }},
	"adaptive-optics": {ignores: func(cover int) bool { return cover == heavyCover }},
	"modular-rail": {
		acc:  func(b *board, u, _ *unit) int { return one(b.Sides[u.Label.Seat()-1].Mode == "acc") },
		dice: func(b *board, u *unit) int { return one(b.Sides[u.Label.Seat()-1].Mode == "rof") },
	},
	// Sniper Rifles.
	"deadeye":        {acc: func(_ *board, u, e *unit) int { return 2 * one(distance(u, e) >= 6) }},
	"silent-strike":  {ignores: func(int) bool { return true }},
	"piercing-round": {piercing: func(Aim) int { return 2 }},
	// Heavy Weapons.
	"sustained-fire": {again: func(_ *board, u *unit, a *attack) []int {
		var out []int
		for i, f := range a.Faces {
			if f == 1 && !a.Again[i] && u.Moved == 0 {
				out = append(out, i)
			}
		}
		return out
	}},
	"spin-up": {dice: func(_ *board, u *unit) int { // R-A10
		if u.Fired {
			return 1
		}
		return -1
	}},
	"armor-breaker": {breaks: true},
	// Exotics.
	"chain-lightning":   {chains: true},
	"corrosion":         {piercing: func(Aim) int { return 99 }, corrodes: true},
	"dimensional-shift": {shifts: true},
}

// category holds the effects of a kind of weapon (S6.10).
type category struct {
	bonus   func(b *board, u, e *unit, a Aim) int // damage on a hit
	ignores func(cover, distance int) bool
	most    int // the longest range of any weapon of the kind; 0: any
}

var categories = map[string]category{
	"pistol": {bonus: func(_ *board, _, e *unit, _ Aim) int { return min(2, negativesOf(e)) }},
	"smg": {bonus: func(_ *board, u, _ *unit, a Aim) int {
		if a.Distance > 3 {
			return 0
		}
		return 1 + one(u.Moved >= 2)
	}},
	"shotgun": {
		bonus:   func(_ *board, _, _ *unit, a Aim) int { return max(0, min(3, 4-a.Distance)) },
		ignores: func(cover, distance int) bool { return cover == lightCover && distance <= 2 },
		most:    4,
	},
	"assault-rifle": {bonus: func(b *board, u, _ *unit, _ Aim) int {
		return one(u.Moved == 0) + one(u.Moved == 0 && u.MovedBefore == 0 && b.Round > 1)
	}},
	"sniper-rifle": {bonus: func(b *board, u, _ *unit, a Aim) int { return max(0, min(3, sum(a.ACC)-printedACC(b, u))) }},
	"heavy":        {bonus: func(_ *board, u, _ *unit, a Aim) int { return one(u.Moved == 0) + one(a.Cover > 0) }},
	"exotic":       {},
}

// one returns 1 if is is true, otherwise 0.
func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
