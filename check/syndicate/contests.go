package syndicate

// contested is the fact of a contest's dice.
type contested struct {
	By, Target, Card string
	Dice, Plus       [2]int
	Again            int
}

// contests checks a contest with an adjacent enemy, and what its winner does (S8.1, S8.2).
func (m *match) contests(p *play, x step) {
	var may []*unit
	for _, e := range m.of(1 - p.side.index) {
		if beside(p.self.at, e.at) {
			may = append(may, e)
		}
	}
	t := m.named(p, may)
	if t == nil {
		return
	}
	p.target = t
	f := take[contested](m, "contested", "S8.1")
	m.rolled("S8.1", 0, 6, f.Dice[:]...)
	plus := [2]int{m.skill(p.self) + x.Bonus, m.dodge(t)}
	m.expect(f.By == p.self.label && f.Target == t.label && f.Card == p.card.ID && f.Again == 0, "S8.1", "%s and %s fight by %s", f.By, f.Target, f.Card)
	m.expect(f.Plus == plus, "S8.1", "%v is added, not %v", f.Plus, plus)
	f = m.jammedContest(p, t, f)
	switch a, d := f.Dice[0]+plus[0], f.Dice[1]+plus[1]; {
	case a > d:
		m.carriesOut(p, x.Then)
	case a == d: // R-X4
		m.perform(append(m.hurts(p.self, 1, "contest"), m.hurts(t, 1, "contest")...))
	}
}

// jammedContest checks Signal Jam: either side may force a die of an enemy within 3 spaces to be rolled again, each die once (R-A16).
func (m *match) jammedContest(p *play, t *unit, f contested) contested {
	var again [2]bool
	for {
		a, ok := peek[abilityUsed](m, "ability-used")
		if !ok || a.Ability != "signal-jam" || a.Seat < 1 || a.Seat > 2 {
			return f
		}
		m.perform([]duty{m.uses(a.Seat-1, "signal-jam")})
		die, whose := 1, p.self // the attacker's die
		if a.Seat-1 == p.side.index {
			die, whose = 2, t
		}
		m.expect(distance(m.leader(a.Seat-1).at, whose.at) <= 3, "R-A16", "Signal Jam reaches %s", whose.label)
		g := take[contested](m, "contested", "R-A16")
		want := f
		want.Again = die
		want.Dice[die-1] = g.Dice[die-1]
		m.expect(g == want && !again[die-1], "R-A7", "%v after %v", g, f)
		m.rolled("R-A16", 0, 6, g.Dice[die-1])
		again[die-1] = true
		f = g
	}
}

// skill is the ACC of a contest: printed, with what statuses and cards change, without the weapon (S8.1).
func (m *match) skill(u *unit) int {
	n := u.acc
	if u.has("suppressed") > 0 {
		n--
	}
	for _, c := range u.changes {
		if c.Since <= m.round && !c.Change.Next && c.Against == "" {
			n += c.Change.ACC
		}
	}
	return n
}

// dodge is the DOD of a contest: without cover or weapon, and not under 0 (S8.1, S6.5).
func (m *match) dodge(u *unit) int {
	n := 0
	for _, x := range m.dodgeMods(u) {
		n += x.N
	}
	return max(0, n)
}
