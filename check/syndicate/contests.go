package syndicate

// contested is the fact of a contest's dice.
type contested struct {
	By, Target, Card string
	Dice, Plus       [2]int
	Again            int
}

// contests checks a contest with an adjacent enemy, and what its winner does (S8.1, S8.2).
func (p *play) contests(x step) {
	var may []*unit
	for _, e := range p.of(1 - p.side.index) {
		if beside(p.self.at, e.at) {
			may = append(may, e)
		}
	}
	t := p.named(may)
	if t == nil {
		return
	}
	p.target = t
	f := take[contested](p.match, "contested", "S8.1")
	p.rolled("S8.1", 0, 6, f.Dice[:]...)
	plus := [2]int{p.skill(p.self) + x.Bonus, p.dodge(t)}
	p.expect(f.By == p.self.label && f.Target == t.label && f.Card == p.card.ID && f.Again == 0, "S8.1", "%s and %s fight by %s", f.By, f.Target, f.Card)
	p.expect(f.Plus == plus, "S8.1", "%v is added, not %v", f.Plus, plus)
	f = p.jammedContest(t, f)
	switch a, d := f.Dice[0]+plus[0], f.Dice[1]+plus[1]; {
	case a > d:
		p.carriesOut(x.Then)
	case a == d: // R-X4
		p.perform(append(p.hurts(p.self, 1, "contest"), p.hurts(t, 1, "contest")...))
	}
}

// jammedContest checks Signal Jam: either side may force a die of an enemy within 3 spaces to be rolled again, each die once (R-A16).
func (p *play) jammedContest(t *unit, f contested) contested {
	var again [2]bool
	for {
		a, ok := peek[abilityUsed](p.match, "ability-used")
		if !ok || a.Ability != "signal-jam" || a.Seat < 1 || a.Seat > 2 {
			return f
		}
		p.perform([]duty{p.uses(a.Seat-1, "signal-jam")})
		die, whose := 1, p.self // the attacker's die
		if a.Seat-1 == p.side.index {
			die, whose = 2, t
		}
		p.expect(distance(p.leader(a.Seat-1).at, whose.at) <= 3, "R-A16", "Signal Jam reaches %s", whose.label)
		g := take[contested](p.match, "contested", "R-A16")
		want := f
		want.Again = die
		want.Dice[die-1] = g.Dice[die-1]
		p.expect(g == want && !again[die-1], "R-A7", "%v after %v", g, f)
		p.rolled("R-A16", 0, 6, g.Dice[die-1])
		again[die-1] = true
		f = g
	}
}

// skill is the ACC of a contest: printed, with what statuses and cards change, without the weapon (S8.1).
func (b *board) skill(u *unit) int {
	n := u.acc
	if u.has("suppressed") > 0 {
		n--
	}
	for _, c := range u.changes {
		if c.Since <= b.round && !c.Change.Next && c.Against == "" {
			n += c.Change.ACC
		}
	}
	return n
}

// dodge is the DOD of a contest: without cover or weapon, and not under 0 (S8.1, S6.5).
func (b *board) dodge(u *unit) int {
	n := 0
	for _, x := range b.dodgeMods(u) {
		n += x.N
	}
	return max(0, n)
}
