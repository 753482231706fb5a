package syndicate

import (
	"maps"
	"slices"
)

// attack is an attack that goes on.
type attack struct {
	*match
	by, target *unit
	distance   int
	mark       bool // with Predictive Mark
	at         space
	changes    []lasting // the attacker's changes that count
	need       int
	faces      []int
}

// hits reports whether a die hits; a 6 always does (S6.5).
func (a *attack) hits(face int) bool { return face >= a.need || face == 6 }

// attackPhase checks the Attack (S4.7): Operators, then the Mercenaries of each side.
func (m *match) attackPhase() {
	m.attacks = true
	m.burnsAndBleeds()
	order := m.order()
	first := func(i int) bool {
		return slices.ContainsFunc(m.leader(i).changes, func(c lasting) bool { return c.Change.First })
	}
	if first(order[1]) && !first(order[0]) { // S7.4
		order[0], order[1] = order[1], order[0]
	}
	for _, i := range order {
		u := m.leader(i)
		if !m.holdsFire(u) {
			if f, ok := peek[declared](m, "attack-declared"); !ok || f.By != u.label {
				m.lose("S6.1", "the attack of %s was expected", u.label)
			}
			m.attacksOnce(u)
		}
	}
	for _, i := range m.order() {
		m.mercenariesAttack(i)
	}
	m.attacks = false
}

// holdsFire takes the fact that the unit's attack is spent, if it is (S6.1, R-A12).
func (m *match) holdsFire(u *unit) bool {
	f, ok := takeIf(m, "held-fire", func(f struct{ Unit, Why string }) bool { return f.Unit == u.label })
	if ok {
		none := len(m.targets(u)) == 0
		m.expect(!u.attacked && (f.Why == "no-target") == none, "S6.1", "%s does not attack: %s", u.label, f.Why)
		u.attacked = true
	}
	return ok
}

// mercenariesAttack checks the attacks of a side's Mercenaries, in any order (S4.7).
func (m *match) mercenariesAttack(i int) {
	for again := true; again; {
		again = false
		for _, u := range m.of(i) {
			if u.operator {
				continue
			}
			if m.holdsFire(u) {
				again = true
				break
			}
			if f, ok := peek[declared](m, "attack-declared"); ok && f.By == u.label {
				m.attacksOnce(u)
				again = true
				break
			}
		}
	}
	for _, u := range m.of(i) {
		if !u.operator && !u.attacked && len(m.targets(u)) > 0 {
			m.lose("S6.1", "the attack of %s was expected", u.label)
		}
	}
}

type declared struct {
	By, Target string
	Distance   int
	Mark       bool
}

// targets lists the enemies that the unit may attack (S6.2, S6.3, R-A1, R-A4).
func (b *board) targets(u *unit) (out []*unit) {
	if u.merc.Planted && u.moved {
		return nil
	}
	most := u.merc.Range
	if u.operator {
		w := b.sides[u.side].weapon
		if most = w.Range; w.Category == "shotgun" {
			most = min(most, 4)
		}
	}
	for _, e := range b.of(1 - u.side) {
		d := distance(u.at, e.at)
		if d <= most && (e.has("hidden") == 0 || d <= 4) && b.hasLine(u.at, e.at, e.has("revealed") > 0) {
			out = append(out, e)
		}
	}
	if u.operator {
		return out
	}
	op := b.leader(u.side)
	key := func(e *unit) [2]int { return [2]int{distance(u.at, e.at), distance(op.at, e.at)} }
	least := func(a, b *unit) int { return slices.Compare(sliceOf(key(a)), sliceOf(key(b))) }
	if len(out) == 0 {
		return nil
	}
	best := slices.MinFunc(out, least)
	return slices.DeleteFunc(out, func(e *unit) bool { return key(e) != key(best) })
}

func sliceOf(k [2]int) []int { return k[:] }

type blow struct {
	Hits    int
	Bonus   []mod
	Shield  int
	ARM     []mod
	Plating int
	Floor   bool
	Damage  int
}

// attacksOnce checks an attack from its declaration to what follows (S6, S7).
func (m *match) attacksOnce(u *unit) {
	f := take[declared](m, "attack-declared", "S6.1")
	t := m.known(f.Target)
	a := &attack{match: m, by: u, target: t, distance: distance(u.at, t.at), mark: f.Mark, at: t.at}
	m.expect(!u.attacked, "S6.1", "%s attacks again", u.label)
	m.expect(t.side != u.side && slices.Contains(m.targets(u), t), "S6.2", "%s at %s attacks %s at %s", u.label, u.at, t.label, t.at)
	m.expect(f.Distance == a.distance, "S2.2", "the distance is %d, not %d", f.Distance, a.distance)
	u.attacked = true
	a.declares()

	decoy := m.decoyOf(t)
	r := take[struct {
		Aim   aim
		Faces []int
		Decoy int
	}](m, "attack-rolled", "S6.4")
	want := a.aims()
	a.need, a.faces = want.Need, slices.Clone(r.Faces)
	m.compareAims(r.Aim, want)
	m.expect(len(r.Faces) == want.Rolls, "S6.4", "%d dice are rolled, not %d", len(r.Faces), want.Rolls)
	m.rolled("S6.4", 0, 6, r.Faces...)
	m.expect((decoy != nil) == (r.Decoy != 0) && (decoy == nil || decoy.ID == r.Decoy), "S10.3", "the Decoy %d takes the attack", r.Decoy)
	u.struck, u.struckNear = true, u.struckNear || a.distance <= 4
	if u.operator {
		m.sides[u.side].fired = true
	}
	if decoy != nil {
		a.decoyed(*decoy)
	} else {
		a.lands(want)
	}
	u.changes = slices.DeleteFunc(u.changes, func(c lasting) bool { return c.Change.Next && c.Since <= m.round })
	if u.operator && u.hp > 0 && m.sides[u.side].operator.Ability == "surge-step" {
		m.steps(u, "surge-step", 2)
	}
}

// compareAims compares each modifier by its name and amount.
func (m *match) compareAims(got, want aim) {
	for _, x := range []struct {
		what      string
		rule      string
		got, want []mod
	}{
		{"ACC", "S6.5", got.ACC, want.ACC}, {"DOD", "S6.5", got.DOD, want.DOD}, {"dice", "S6.4", got.Dice, want.Dice}, {"bonus", "S6.10", got.Bonus, want.Bonus},
	} {
		m.expect(maps.Equal(sums(x.got), sums(x.want)), x.rule, "%s of %s at %s: %v, not %v", x.what, got.By, got.Target, x.got, x.want)
	}
	m.expect(got.By == want.By && got.Target == want.Target && got.Distance == want.Distance, "S6.2", "%s aims at %s over %d, not %s at %s over %d", got.By, got.Target, got.Distance, want.By, want.Target, want.Distance)
	m.expect(got.Cover == want.Cover, "S2.5", "cover %d, not %d", got.Cover, want.Cover)
	m.expect(got.Need == want.Need, "S6.5", "a die needs %d, not %d", got.Need, want.Need)
	m.expect(got.Rolls == want.Rolls, "S6.4", "%d dice, not %d", got.Rolls, want.Rolls)
}

type resolved struct {
	By, Target      string
	Faces           []int
	Need            int
	Decoy           bool
	Blow            blow
	Reduced, Damage int
}

// decoyed checks an attack that a Decoy takes: the dice do nothing, and the Decoy goes (S10.3).
func (a *attack) decoyed(o object) {
	due := []duty{a.removes(o, "used")}
	a.rerolls()
	if a.next() == "removed" {
		a.perform(due)
		due = nil
	}
	f := take[resolved](a.match, "attack-resolved", "S10.3")
	a.expect(f.By == a.by.label && f.Target == a.target.label && f.Decoy && f.Damage == 0 && f.Blow.Damage == 0 && slices.Equal(f.Faces, a.faces), "S10.3", "the attack at a Decoy does %+v", f)
	a.perform(append(due, a.ownDamage()...))
}

// lands checks the dice, the damage and what follows from an attack (S6.6 to S6.8).
func (a *attack) lands(aimed aim) {
	a.rerolls()
	hits := 0
	for _, face := range a.faces {
		if a.hits(face) {
			hits++
		}
	}
	t := a.target
	if hits > 0 && a.trait(a.by, "armor-breaker") { // R-A13
		a.perform(a.alters(t, lasting{Change: change{ARM: -hits}, From: "armor-breaker", By: a.by.label, Since: a.round, Until: a.round}))
	}
	want := a.strikes(hits, aimed.Bonus)
	reduced := a.reduces(t, want.Damage)
	f := take[resolved](a.match, "attack-resolved", "S6.7")
	a.expect(f.By == a.by.label && f.Target == t.label && !f.Decoy && f.Need == a.need, "S6.5", "%s attacks %s with %d, not %s %s with %d", f.By, f.Target, f.Need, a.by.label, t.label, a.need)
	a.expect(slices.Equal(f.Faces, a.faces), "S7.2", "the dice show %v, not %v", f.Faces, a.faces)
	a.compareBlows(f.Blow, want)
	lost := max(0, want.Damage-reduced)
	a.expect(f.Reduced == reduced && f.Damage == lost, "S6.7", "%s loses %d less %d, not %d less %d", t.label, f.Damage, f.Reduced, lost, reduced)
	t.plated = true
	unshield(t, want.Shield)
	a.wound(t, lost)
	a.perform(nil)
	a.follows(hits)
}

// strikes works the damage out (S6.6, S6.7).
func (a *attack) strikes(hits int, bonus []mod) blow {
	b := blow{Hits: hits}
	if hits == 0 {
		return b
	}
	t := a.target
	b.Bonus = bonus
	n := hits + total(bonus)
	b.Shield = shielded(t, n)
	if n -= b.Shield; n == 0 {
		return b
	}
	plating := 0
	b.ARM = a.armorMods(t)
	if a.trait(a.by, "corrosion") { // R-A19
		when(&b.ARM, true, "corrosion", -max(0, total(b.ARM)))
	} else {
		when(&b.ARM, a.trait(a.by, "piercing-round"), "piercing-round", -2)
		when(&b.ARM, a.trait(a.by, "armor-shred") && a.distance <= 2, "armor-shred", -1)
		if t.operator && a.sides[t.side].armor.Trait == "reinforced-plating" && !t.plated { // R-A18
			plating = 1
		}
	}
	n -= max(0, total(b.ARM))
	b.Plating = plating
	least := 1 // R-A2
	if a.conf.NoFloor {
		least = 0
	}
	n -= plating
	b.Floor, b.Damage = n < least, max(n, least)
	return b
}

func (m *match) compareBlows(got, want blow) {
	m.expect(got.Hits == want.Hits, "S6.5", "%d hits, not %d", got.Hits, want.Hits)
	m.expect(maps.Equal(sums(got.Bonus), sums(want.Bonus)), "S6.10", "bonus %v, not %v", got.Bonus, want.Bonus)
	m.expect(got.Shield == want.Shield, "S6.7", "%d are shielded, not %d", got.Shield, want.Shield)
	gains := func(list []mod) map[string]int {
		return sums(slices.DeleteFunc(slices.Clone(list), func(x mod) bool { return x.N < 0 }))
	}
	// A modifier that lessens ARM may be told in part: ARM is not under 0.
	m.expect(maps.Equal(gains(got.ARM), gains(want.ARM)) && max(0, total(got.ARM)) == max(0, total(want.ARM)), "S6.7", "ARM %v, not %v", got.ARM, want.ARM)
	m.expect(got.Plating == want.Plating && got.Floor == want.Floor && got.Damage == want.Damage, "S6.7", "plating %d, floor %t, damage %d, not %d, %t, %d", got.Plating, got.Floor, got.Damage, want.Plating, want.Floor, want.Damage)
}

// ownDamage returns what the attacker's cards do to it after the attack (R-X11).
func (a *attack) ownDamage() (due []duty) {
	for _, c := range a.changes {
		if n := c.Change.SelfDamage; n > 0 {
			due = append(due, a.hurts(a.by, n, c.From)...)
		}
	}
	return due
}

// follows checks what follows from hitting or missing (S6.8).
func (a *attack) follows(hits int) {
	t := a.target
	due := a.ownDamage()
	for _, c := range a.changes {
		is := c.Change.OnHit
		if hits == 0 {
			is = c.Change.OnMiss
		}
		if is != "" {
			due = append(due, a.status(t, is, a.round, c.From)...)
		}
	}
	next := lasting{By: a.by.label, Since: a.round + 1, Until: a.round + 1}
	switch {
	case a.trait(a.by, "pellet-spread") && hits >= 2:
		due = append(due, a.status(t, "disoriented", a.round, "pellet-spread")...)
	case a.trait(a.by, "suppressive-fire") && hits >= 2:
		next.Change, next.From = change{ACC: -1}, "suppressive-fire"
		due = append(due, a.alters(t, next)...)
	case a.trait(a.by, "stopping-power") && hits >= 1:
		next.Change, next.From = change{Move: -1}, "stopping-power"
		due = append(due, a.alters(t, next)...)
	}
	if hits > 0 && a.helps(a.by, "suppression-link") && !a.leader(a.by.side).moved { // R-A15
		due = append(due, a.alters(t, lasting{Change: change{ACC: -1, Next: true}, From: "suppression-link", By: a.by.label, Since: a.round, Until: a.round + 1})...)
	}
	a.perform(due)
	if hits > 0 {
		a.chains()
		a.shifts()
		if w := a.helper(a.by.side, "forward-pressure"); w != nil && a.by.operator {
			from := w.at
			if a.steps(w, "forward-pressure", 1) {
				a.expect(distance(w.at, a.target.at) < distance(from, a.target.at), "S7.3", "%s goes from %s to %s", w.label, from, w.at)
			}
		}
	}
}

// chains checks Chain Lightning: another enemy within 2 of the target takes 1 damage.
func (a *attack) chains() {
	if !a.trait(a.by, "chain-lightning") {
		return
	}
	var may []*unit
	for _, e := range a.of(1 - a.by.side) {
		if e != a.target && distance(e.at, a.at) <= 2 {
			may = append(may, e)
		}
	}
	p := &play{match: a.match, side: a.sides[a.by.side], self: a.by, card: card{ID: "chain-lightning"}}
	if e := p.named(may); e != nil {
		a.perform(a.hurts(e, 1, "chain-lightning"))
	}
}

// shifts checks Dimensional Shift: the target is put on a free space beside its own.
func (a *attack) shifts() {
	t := a.target
	if !a.trait(a.by, "dimensional-shift") || t.hp <= 0 {
		return
	}
	if why := a.firm(t); why != "" {
		f := take[struct{ Unit, By, Why string }](a.match, "stood-fast", "S5.7")
		a.expect(f.Unit == t.label && f.By == "dimensional-shift" && f.Why == why, "S5.7", "%s stands fast against %s by %s", f.Unit, f.By, f.Why)
		return
	}
	f := take[moved](a.match, "moved", "S5.5")
	a.expect(f.Unit == t.label && f.By == "dimensional-shift", "S5.5", "%s is moved by %s", f.Unit, f.By)
	a.goes(t, f, way{most: 1, anywhere: true})
}
