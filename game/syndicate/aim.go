package syndicate

import (
	"slices"

	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Aim holds the modifiers that an attack is rolled with (S6.4, S6.5), and what a hit adds (S6.6).
type Aim struct {
	By       Label `json:"by"`
	Target   Label `json:"target"`
	Distance int   `json:"distance"`
	ACC      []Mod `json:"acc"`
	DOD      []Mod `json:"dod"` // at least 0 in total
	Dice     []Mod `json:"dice"`
	Bonus    []Mod `json:"bonus,omitempty"` // damage, added once if a die hits
	Cover    int   `json:"cover,omitempty"` // what cover adds to DOD
	Need     int   `json:"need"`            // the face that a die must show; a 6 always hits
	Rolls    int   `json:"rolls"`           // how many dice
}

// Chance returns the percentage for at least one hit, without rerolls; see Odds.
func (a Aim) Chance() int {
	miss := 1.0
	for range a.Rolls {
		miss *= float64(a.Need-1) / 6
	}
	return int(100*(1-miss) + 0.5)
}

// mods collects modifiers that are not 0.
type mods []Mod

func (m *mods) add(from string, n int) {
	if n != 0 {
		*m = append(*m, Mod{from, n})
	}
}

// printedACC returns the ACC of the unit's card.
func printedACC(b *board, u *unit) int {
	if u.Label.Operator() {
		return b.kit(u.Label.Seat()).operator.ACC
	}
	return b.merc(u.Label).ACC
}

// weaponTrait returns the trait of an Operator's weapon, unless it is Jammed.
func (b *board) weaponTrait(u *unit) (weaponTrait, bool) {
	if !u.Label.Operator() || u.has("jammed") {
		return weaponTrait{}, false
	}
	t, ok := weaponTraits[b.kit(u.Label.Seat()).weapon.Trait]
	return t, ok
}

// category returns the kind of an Operator's weapon, unless it is Jammed (SP4).
func (b *board) category(u *unit) (category, bool) {
	if !u.Label.Operator() || u.has("jammed") {
		return category{}, false
	}
	c, ok := categories[b.kit(u.Label.Seat()).weapon.Category]
	return c, ok
}

// aim works out an attack by u at e.
func aim(b *board, u, e *unit, mark bool) Aim {
	a := Aim{By: u.Label, Target: e.Label, Distance: grid.Distance(u.At, e.At)}
	var acc, dice, bonus mods
	acc.add("printed", printedACC(b, u))
	seat := u.Label.Seat()
	trait, _ := b.weaponTrait(u)
	name := ""
	if u.Label.Operator() {
		w := b.kit(seat).weapon
		name = w.Trait
		rof := w.ROF
		if b.any(u, func(c change) bool { return c.Half && applies(b, c, u, e) }) {
			rof = (rof + 1) / 2 // S6.4: before anything is added
		}
		dice.add("printed", rof)
	} else {
		m := b.merc(u.Label)
		dice.add("printed", m.Dice)
		acc.add("weapon", m.WeaponACC)
		acc.add(m.Ability, mercACC(b, u, e))
	}
	if trait.acc != nil {
		acc.add(name, trait.acc(b, u, e))
	}
	if trait.dice != nil {
		dice.add(name, trait.dice(b, u))
	}
	acc.add("suppressed", -u.count("suppressed"))
	acc.add("marked", e.count("marked"))
	acc.add("focused", u.count("focused"))
	dice.add("focused", u.count("focused"))
	if slices.ContainsFunc(b.enemies(seat), func(e *unit) bool { return e.Moved > 0 }) {
		dice.add("overwatch", u.count("overwatch"))
	}
	b.each(u, func(c change) {
		if applies(b, c, u, e) {
			acc.add(c.From, c.ACC)
			dice.add(c.From, c.Dice)
			bonus.add(c.From, c.Damage)
		}
	})
	b.each(e, func(c change) {
		if a.Distance > c.Beyond {
			acc.add(c.From, c.AttackedACC)
		}
	})
	if mark {
		acc.add("predictive-mark", 1)
	}
	a.ACC, a.Dice, a.Rolls = acc, dice, rolls(u, sum(dice))
	a.Cover = b.cover(u, e)
	dod := dodging(b, e)
	if t, ok := b.weaponTrait(e); ok && t.dod != nil {
		dod.add(b.kit(e.Label.Seat()).weapon.Trait, t.dod(a.Distance))
	}
	dod.add("cover", a.Cover)
	a.DOD = dod
	a.Need = min(6, max(2, 6-(sum(a.ACC)-max(0, sum(a.DOD)))))
	if c, ok := b.category(u); ok && c.bonus != nil {
		w := b.kit(seat).weapon
		bonus = append(mods{}, bonus...)
		bonus.add(w.Category, c.bonus(b, u, e, a))
	}
	a.Bonus = bonus
	return a
}

// applies reports whether a change of the attacker counts in an attack at e.
func applies(b *board, c change, u, e *unit) bool {
	switch {
	case c.Against != "" && c.Against != e.Label, c.TargetMoved && e.Moved == 0, c.EnemyCame > 0 && !came(b, u, c.EnemyCame):
		return false
	case len(c.Weapons) > 0:
		return u.Label.Operator() && slices.Contains(c.Weapons, b.kit(u.Label.Seat()).weapon.Category)
	}
	return true
}

// rolls returns the number of dice rolled (S6.4, S9.4).
func rolls(u *unit, n int) int {
	if u.has("suppressed") {
		n = min(n, 2)
		if u.has("disoriented") {
			n = 1
		}
	}
	return max(1, n)
}

// dodging returns the DOD of a unit without cover and without what depends on the attack.
func dodging(b *board, u *unit) mods {
	var dod mods
	if u.Label.Operator() {
		k := b.kit(u.Label.Seat())
		dod.add("printed", k.operator.DOD)
		dod.add("armor", k.armor.DOD)
		if b.encumbered(u.Label.Seat()) {
			dod.add("encumbered", -1)
		}
	} else {
		dod.add("printed", b.merc(u.Label).DOD)
		if o := b.unit(operator(u.Label.Seat())); b.synergy(u, "kinetic-shadow") && o.Moved >= 3 {
			dod.add("kinetic-shadow", 1)
		}
	}
	dod.add("disoriented", -u.count("disoriented"))
	b.each(u, func(c change) { dod.add(c.From, c.DOD) })
	return dod
}

// mercACC returns what a Mercenary's ability adds to its ACC.
func mercACC(b *board, u, e *unit) int {
	o := b.unit(operator(u.Label.Seat()))
	if o != nil && (b.synergy(u, "angle-assist") && o.Beside ||
		b.synergy(u, "target-sync") && o.Near ||
		b.synergy(u, "alignment-protocol") && grid.InLine(o.At, u.At, e.At)) {
		return 1
	}
	return 0
}

// line returns the line from one unit to another (S2.4). Barriers do not stop a line to a Revealed unit.
func (b *board) line(u, e *unit) grid.Crossing {
	revealed := e.has("revealed")
	return grid.Line(u.At, e.At, func(at grid.Space) bool {
		if revealed {
			return b.env.ground.At(at).Blocks()
		}
		return b.terrain(at).Blocks()
	})
}

// These are the values of cover from terrain (S2.5).
const (
	lightCover = 1
	heavyCover = 2
)

// inCover reports whether a unit is in cover.
func inCover(b *board, u *unit) bool {
	t := b.terrain(u.At)
	return t == grid.Light || t == grid.Heavy
}

// cover returns what cover adds to the DOD of e against u: the best cover that counts.
func (b *board) cover(u, e *unit) int {
	if e.has("disoriented") {
		return 0
	}
	counts := func(cover int) bool {
		trait, _ := b.weaponTrait(u)
		kind, _ := b.category(u)
		d := grid.Distance(u.At, e.At)
		return (trait.ignores == nil || !trait.ignores(cover)) && (kind.ignores == nil || !kind.ignores(cover, d))
	}
	here := b.terrain(e.At)
	if here == grid.Heavy && counts(heavyCover) {
		return heavyCover
	}
	last := b.line(u, e).Last
	light := here == grid.Light || last != u.At && b.terrain(last) == grid.Light || walled(b, e)
	if light && counts(lightCover) {
		return lightCover
	}
	return 0
}

// walled reports whether Wall is beside its Operator (Cover Extension).
func walled(b *board, e *unit) bool {
	return e.Label.Operator() && slices.ContainsFunc(b.side(e.Label.Seat()), func(m *unit) bool {
		return b.synergy(m, "cover-extension") && grid.Distance(m.At, e.At) == 1
	})
}

// rangeOf returns how far a unit's weapon reaches.
func rangeOf(b *board, u *unit) int {
	if u.Label.Operator() {
		w := b.kit(u.Label.Seat()).weapon
		if c := categories[w.Category]; c.most > 0 {
			return min(w.Range, c.most)
		}
		return w.Range
	}
	return b.merc(u.Label).Range
}

// whyNot returns the reason that u cannot attack e, nil if it can (S6.2).
func whyNot(b *board, u, e *unit) error {
	switch d := grid.Distance(u.At, e.At); {
	case d > rangeOf(b, u):
		return refuse("range", "%s is %d {space|spaces} away; the weapon reaches %d", e.Label, d, rangeOf(b, u))
	case d > hiddenFrom && e.has("hidden"):
		return refuse("hidden", "%s is Hidden and %d {space|spaces} away", e.Label, d)
	case b.line(u, e).Blocked:
		return refuse("line", "there is no line to %s", e.Label)
	}
	return nil
}

// targets returns the enemies that a unit may attack. A Mercenary takes the closest, among several the one closest to its own
// Operator; among equals its owner chooses (S6.3, R-A4).
func targets(b *board, u *unit) []*unit {
	if u == nil || u.Attacked {
		return nil
	}
	var out []*unit
	for _, e := range b.enemies(u.Label.Seat()) {
		if canAttack(b, u, e) {
			out = append(out, e)
		}
	}
	if u.Label.Operator() {
		return out
	}
	o := b.unit(operator(u.Label.Seat()))
	for _, from := range []grid.Space{u.At, o.At} {
		least := 1000
		for _, e := range out {
			least = min(least, grid.Distance(from, e.At))
		}
		out = slices.DeleteFunc(out, func(e *unit) bool { return grid.Distance(from, e.At) > least })
	}
	return out
}

// canAttack is whyNot without the words of a refusal.
func canAttack(b *board, u, e *unit) bool {
	d := grid.Distance(u.At, e.At)
	return d <= rangeOf(b, u) && (d <= hiddenFrom || !e.has("hidden")) && !b.line(u, e).Blocked
}

// negativesOf counts the different bad statuses of a unit.
func negativesOf(u *unit) int {
	n := 0
	for _, is := range cards.Statuses() {
		if negative(is) && u.has(is) {
			n++
		}
	}
	return n
}
