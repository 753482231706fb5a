package syndicate

import "slices"

// aim holds the figures of an attack, before its dice are rolled.
type aim struct {
	By, Target     string
	Distance       int
	ACC, DOD, Dice []mod
	Bonus          []mod
	Cover          int
	Need, Rolls    int
}

// sums adds the modifiers up by their causes; those that add nothing are left out.
func sums(list []mod) map[string]int {
	out := map[string]int{}
	for _, x := range list {
		if out[x.From] += x.N; out[x.From] == 0 {
			delete(out, x.From)
		}
	}
	return out
}

func total(list []mod) int {
	n := 0
	for _, x := range list {
		n += x.N
	}
	return n
}

// when adds a modifier if it applies.
func when(list *[]mod, applies bool, from string, n int) {
	if applies && n != 0 {
		*list = append(*list, mod{from, n})
	}
}

// aims works an attack out (S6.4, S6.5, S6.10).
func (a *attack) aims() aim {
	out := aim{By: a.by.label, Target: a.target.label, Distance: a.distance}
	a.changes = a.applying()
	out.ACC, out.Dice = a.accMods(), a.diceMods()
	out.DOD = a.dodgeMods(a.target)
	when(&out.DOD, a.trait(a.target, "close-quarters") && a.distance <= 2, "close-quarters", 1)
	out.Cover = a.cover()
	when(&out.DOD, true, "cover", out.Cover)
	out.Bonus = a.bonuses(total(out.ACC), out.Cover)
	out.Need = min(6, max(2, 6-(total(out.ACC)-max(0, total(out.DOD)))))
	out.Rolls = max(1, total(out.Dice))
	if a.by.has("suppressed") > 0 {
		out.Rolls = min(2, out.Rolls)
		if a.by.has("disoriented") > 0 {
			out.Rolls = 1
		}
	}
	return out
}

// applying lists the changes of the attacker's figures that count in this attack.
func (a *attack) applying() (out []lasting) {
	for _, c := range a.by.changes {
		x := c.Change
		category := a.sides[a.by.side].weapon.Category
		switch {
		case c.Since > a.round, c.Against != "" && c.Against != a.target.label:
		case len(x.Weapons) > 0 && (!a.by.operator || !slices.Contains(x.Weapons, category)):
		case x.TargetMoved && !a.target.moved:
		case x.EnemyCame > 0 && !slices.ContainsFunc(a.of(1-a.by.side), func(e *unit) bool { return e.moved && distance(e.at, a.by.at) <= x.EnemyCame }): // R-X12
		default:
			out = append(out, c)
		}
	}
	return out
}

// accMods lists what makes the ACC of an attack.
func (a *attack) accMods() (out []mod) {
	by, t := a.by, a.target
	when(&out, true, "printed", by.acc)
	when(&out, true, "weapon", by.merc.WeaponACC)
	for _, c := range a.changes {
		when(&out, true, c.From, c.Change.ACC)
	}
	for _, c := range t.changes {
		when(&out, c.Since <= a.round && a.distance > c.Change.Beyond, c.From, c.Change.AttackedACC)
	}
	when(&out, by.has("suppressed") > 0, "suppressed", -1)
	when(&out, true, "focused", by.has("focused"))
	when(&out, t.has("marked") > 0, "marked", 1)
	when(&out, a.mark, "predictive-mark", 1)

	when(&out, a.trait(by, "quickdraw") && by.moved, "quickdraw", 1)
	when(&out, a.trait(by, "door-kicker") && a.distance <= 1, "door-kicker", 1)
	when(&out, a.trait(by, "precision-burst") && !by.moved, "precision-burst", 1)
	when(&out, a.trait(by, "deadeye") && a.distance >= 6, "deadeye", 2)
	when(&out, a.trait(by, "modular-rail") && a.sides[by.side].mode == "acc", "modular-rail", 1)

	op := a.leader(by.side)
	when(&out, a.helps(by, "angle-assist") && op.beside, "angle-assist", 1)
	when(&out, a.helps(by, "target-sync") && op.struckNear, "target-sync", 1)
	when(&out, a.helps(by, "alignment-protocol") && inLine(op.at, by.at, t.at), "alignment-protocol", 1)
	return out
}

// helps reports whether the unit is the Mercenary with that ability, near enough to its Operator (S6.11).
func (b *board) helps(u *unit, ability string) bool { return b.helper(u.side, ability) == u }

// inLine reports whether three spaces are in one straight line of spaces.
func inLine(a, b, c space) bool {
	return aligned(a, b) && aligned(b, c) && aligned(a, c) && (b.x-a.x)*(c.y-a.y) == (b.y-a.y)*(c.x-a.x)
}

// dodgeMods lists what makes the DOD of a unit, without cover and weapon.
func (b *board) dodgeMods(u *unit) (out []mod) {
	when(&out, true, "printed", u.dod)
	if u.operator {
		s := b.sides[u.side]
		when(&out, true, "armor", s.armor.DOD)
		when(&out, s.encumbered(), "encumbered", -1)
	}
	for _, c := range u.changes {
		when(&out, c.Since <= b.round, c.From, c.Change.DOD)
	}
	when(&out, u.has("disoriented") > 0, "disoriented", -1)
	when(&out, b.helps(u, "kinetic-shadow") && b.leader(u.side).steps >= 3, "kinetic-shadow", 1)
	return out
}

// cover returns what cover adds to the target's DOD (S2.5): not while it is Disoriented, and less what the weapon ignores.
func (a *attack) cover() int {
	lightly, heavily := a.covers(a.by.at, a.target)
	jammed := a.by.has("jammed") > 0
	shotgun := a.by.operator && a.sides[a.by.side].weapon.Category == "shotgun" && !jammed && a.distance <= 2
	switch {
	case a.target.has("disoriented") > 0, a.trait(a.by, "silent-strike"):
		return 0
	case heavily && !a.trait(a.by, "adaptive-optics"):
		return 2
	case lightly && !a.trait(a.by, "spray-pattern") && !shotgun:
		return 1
	}
	return 0
}

// diceMods lists what makes the number of dice (S6.4).
func (a *attack) diceMods() (out []mod) {
	by := a.by
	rate := by.merc.Dice
	if by.operator {
		rate = a.sides[by.side].weapon.ROF
	}
	for _, c := range a.changes {
		if c.Change.Half {
			rate = (rate + 1) / 2
		}
	}
	when(&out, true, "printed", rate)
	for _, c := range a.changes {
		when(&out, true, c.From, c.Change.Dice)
	}
	first := 1
	if !a.sides[by.side].fired {
		first = -1
	}
	when(&out, a.trait(by, "spin-up"), "spin-up", first)
	when(&out, a.trait(by, "modular-rail") && a.sides[by.side].mode == "rof", "modular-rail", 1)
	when(&out, true, "focused", by.has("focused"))
	came := slices.ContainsFunc(a.of(1-by.side), func(e *unit) bool { return e.moved })
	when(&out, came, "overwatch", by.has("overwatch"))
	return out
}

// bonuses lists the damage that is added once if a die hits (S6.10).
func (a *attack) bonuses(acc, cover int) (out []mod) {
	by, t := a.by, a.target
	if by.operator && by.has("jammed") == 0 {
		n, category := 0, a.sides[by.side].weapon.Category
		switch category {
		case "pistol":
			bad := map[string]bool{}
			for _, s := range t.statuses {
				bad[s.is] = bad[s.is] || a.cards.negative[s.is]
				if !bad[s.is] {
					delete(bad, s.is)
				}
			}
			n = min(2, len(bad))
		case "smg":
			if a.distance <= 3 {
				n = 1
				if by.steps >= 2 {
					n = 2
				}
			}
		case "shotgun":
			n = max(0, 4-a.distance)
		case "assault-rifle":
			if !by.moved {
				n = 1
				if a.round > 1 && !by.movedBefore { // in round 1 there is no last round
					n = 2
				}
			}
		case "sniper-rifle":
			n = min(3, max(0, acc-by.acc))
		case "heavy":
			if !by.moved {
				n++
			}
			if cover > 0 { // R-A20
				n++
			}
		}
		when(&out, true, category, n)
	}
	for _, c := range a.changes {
		when(&out, true, c.From, c.Change.Damage)
	}
	return out
}
