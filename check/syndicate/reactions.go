package syndicate

// abilityUsed is the fact that something that works once a round, or once a match, was used (S7.5).
type abilityUsed struct {
	Seat    int
	Ability string
	Match   bool
}

// uses returns the use of an ability, which must be ready.
func (m *match) uses(side int, ability string) duty {
	return duty{ability, "S7.5", func() bool {
		_, ok := takeIf(m, "ability-used", func(f abilityUsed) bool { return f.Seat == side+1 && f.Ability == ability })
		if ok {
			s := m.sides[side]
			m.expect(!s.used[ability], "S7.5", "%s is used again", ability)
			s.used[ability] = true
		}
		return ok
	}}
}

// ready reports whether the side has used the ability next, and takes the fact.
func (m *match) ready(side int, ability string) bool { return m.uses(side, ability).do() }

// declares checks what comes as an attack is declared (S7.1): Predictive Mark, Ghost Relay, and the end of Hidden (S9.4).
func (a *attack) declares() {
	var due []duty
	if a.mark {
		a.expect(a.by.operator && a.sides[a.by.side].operator.Ability == "predictive-mark", "S7.1", "%s uses Predictive Mark", a.by.label)
		due = append(due, a.uses(a.by.side, "predictive-mark"))
	}
	a.perform(append(due, a.loses(a.by, []string{"hidden"}, "attack")...))
	first := a.target.operator && !a.target.targeted
	a.target.targeted = true
	if w := a.helper(a.target.side, "ghost-relay"); w != nil && first {
		a.steps(w, "ghost-relay", 1)
	}
}

// steps checks a move by an ability, which its player may leave out.
func (m *match) steps(u *unit, ability string, most int) bool {
	noted := m.ready(u.side, ability)
	f, ok := takeIf(m, "moved", func(f moved) bool { return f.Unit == u.label && f.By == ability })
	if ok {
		m.expect(noted == u.operator, "S7.5", "%s is noted: %t", ability, noted)
		m.expect(!m.rooted(u), "S5.7", "%s moves although it is held or Immobilized", u.label)
		m.goes(u, f, way{most: most, own: true})
	}
	return ok
}

// rerolls checks the dice that are rolled again or set (S7.2, R-A7, R-A17): by the attacker's weapon and cards, by Data Relay, by Phantom
// Feint, by Signal Jam, in this order. A Decoy's dice too.
func (a *attack) rerolls() {
	again := make([]bool, len(a.faces))
	reroll := func(by string, may func(face int) bool) bool {
		f, ok := takeIf(a.match, "die-changed", func(f dieChanged) bool { return f.By == by && !f.Set })
		if !ok {
			return false
		}
		k := f.Die - 1
		if k < 0 || k >= len(a.faces) {
			a.differ("S7.2", "die %d of %d is changed", f.Die, len(a.faces))
			return true
		}
		a.expect(a.faces[k] == f.Was && !again[k] && may(f.Was), "R-A7", "die %d, which shows %d, is rolled again by %s", f.Die, a.faces[k], by)
		a.rolled("S7.2", 0, 6, f.Is)
		a.faces[k], again[k] = f.Is, true
		return true
	}
	missing := func(face int) bool { return !a.hits(face) }
	left := func(may func(int) bool) bool {
		for k, face := range a.faces {
			if !again[k] && may(face) {
				return true
			}
		}
		return false
	}
	once := func(by string, may func(int) bool) {
		if !reroll(by, may) && left(may) {
			a.differ("R-A17", "%s was not used", by)
		}
	}
	if a.trait(a.by, "recoil-control") {
		once("recoil-control", missing)
	}
	if a.trait(a.by, "sustained-fire") && !a.by.moved {
		one := func(face int) bool { return face == 1 }
		for left(one) && reroll("sustained-fire", one) {
		}
		a.expect(!left(one), "S7.2", "a 1 is not rolled again by sustained-fire")
	}
	for _, c := range a.changes {
		for range c.Change.Rerolls {
			once(c.From, missing)
		}
	}
	a.relays()
	for _, c := range a.changes {
		if c.Change.Highest {
			top := 0
			for k, face := range a.faces {
				if !again[k] {
					top = max(top, face)
				}
			}
			once(c.From, func(face int) bool { return face == top })
		}
	}
	if enemy := 1 - a.by.side; a.sides[enemy].operator.Ability == "signal-jam" && a.ready(enemy, "signal-jam") {
		a.expect(distance(a.leader(enemy).at, a.by.at) <= 3, "R-A16", "Signal Jam reaches %s", a.by.label)
		a.expect(reroll("signal-jam", func(int) bool { return true }), "R-A16", "Signal Jam rolls no die again")
	}
}

// relays checks Data Relay: one of Glyph's dice counts as a 4, where that makes it a hit, if its Operator has attacked this round (R-A17).
func (a *attack) relays() {
	if a.by.merc.Ability != "data-relay" || a.helper(a.by.side, "data-relay") == nil || !a.leader(a.by.side).struck || a.sides[a.by.side].used["data-relay"] {
		return
	}
	helps := a.need <= 4 && !a.hits(a.faces[0])
	used := a.ready(a.by.side, "data-relay")
	a.expect(used == helps, "R-A17", "Data Relay is used: %t", used)
	if used {
		f := take[dieChanged](a.match, "die-changed", "R-A17")
		if f.Die < 1 || f.Die > len(a.faces) {
			a.lose("R-A17", "die %d", f.Die)
		}
		a.expect(f.By == "data-relay" && f.Set && f.Is == 4 && f.Was == a.faces[f.Die-1], "R-A17", "%+v", f)
		a.faces[f.Die-1] = f.Is
	}
}

// dieChanged is the fact of a die that was rolled again or counts as another face.
type dieChanged struct {
	Die, Was, Is int
	By           string
	Set          bool
}

// reduces returns by how much Hold the Line or Ballistic Gel lessens the damage (S7.3, R-A3).
func (m *match) reduces(t *unit, damage int) int {
	s := m.sides[t.side]
	switch {
	case !t.operator || damage == 0:
	case s.armor.Trait == "ballistic-gel" && !s.spent["ballistic-gel"] && m.ready(t.side, "ballistic-gel"):
		s.spent["ballistic-gel"] = true
		return damage
	case s.operator.Ability == "hold-the-line-rampart" && m.ready(t.side, s.operator.Ability):
		return 1
	}
	return 0
}
