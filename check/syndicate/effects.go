package syndicate

import "slices"

// play is a card that takes effect.
type play struct {
	side    *side
	self    *unit
	card    card
	target  *unit
	at      space // the chosen space
	passed  *unit // the enemy that the move went through
	crossed bool  // the move crossed cover or an obstacle (R-M11)
	pushed  bool  // the target was pushed
	moved   bool  // the card has moved its Operator; a contest needs an enemy beside it then
}

type chosen struct {
	Seat int
	From string
	Unit string
	At   space
}

// plays checks a card: whether it comes to nothing, and each step of its effect (S4.4, S4.5).
func (m *match) plays(s *side) {
	p := &play{side: s, self: m.leader(s.index), card: m.cards.tactics[s.card]}
	f := take[struct {
		Seat          int
		Card, Fizzled string
	}](m, "card-played", "S4.4")
	m.expect(f.Seat == s.seat() && f.Card == s.card, "S4.5", "side %d plays %s, not side %d %s", f.Seat, f.Card, s.seat(), s.card)
	why := m.fizzles(p)
	m.expect(len(why) == 0 && f.Fizzled == "" || slices.Contains(why, f.Fizzled), "S4.5", "%s comes to nothing by %q, and not by %v", s.card, f.Fizzled, why)
	if f.Fizzled != "" {
		return
	}
	if w := m.helper(s.index, "jam-pulse"); w != nil && p.card.Type == "utility" {
		m.jams(w)
	}
	if !p.card.movement() && p.card.moves() && s.encumbered() {
		m.perform(m.pays(p.self, 1, "encumbered")) // S1.6
	}
	m.carriesOut(p, p.card.Do)
}

// fizzles lists the reasons for which a card does nothing (S4.5, R-T3, R-T11).
func (m *match) fizzles(p *play) (why []string) {
	if !p.card.movement() {
		for _, is := range []string{"suppressed", "disoriented"} {
			if p.self.has(is) > 0 {
				why = append(why, is)
			}
		}
		if p.card.Type == "utility" && p.self.has("jammed") > 0 {
			why = append(why, "jammed")
		}
	}
	for _, x := range p.card.Do {
		if x.Op == "require" && !m.holds(p, x) {
			why = append(why, "requirement")
		}
	}
	return why
}

// jams checks Jam Pulse: the enemy nearest to Scrap has -1 ACC until the round ends (R-X13).
func (m *match) jams(w *unit) {
	near := m.nearest(w)
	if k := slices.IndexFunc(near, func(e *unit) bool { return e.operator }); k >= 0 {
		near = near[k : k+1]
	}
	want := lasting{Change: change{ACC: -1}, From: "jam-pulse", By: w.label, Since: m.round, Until: m.round}
	for _, e := range near {
		if f, ok := peek[lasting](m, "changed"); ok && f.Unit == e.label {
			m.perform(m.alters(e, want))
			return
		}
	}
	m.lose("R-X13", "Jam Pulse at %s was expected", near[0].label)
}

// carriesOut checks the steps of an effect in their order.
func (m *match) carriesOut(p *play, steps []step) {
	for _, x := range steps {
		m.step(p, x)
	}
}

func (m *match) step(p *play, x step) {
	switch x.Op {
	case "move", "appear":
		m.moveStep(p, x)
	case "choose":
		m.chooses(p, x)
	case "status":
		m.statusStep(p, x)
	case "remove":
		for _, u := range m.whom(p, x.Who) {
			m.perform(m.loses(u, x.Statuses, p.card.ID))
		}
	case "cleanse":
		m.cleanses(p)
	case "change":
		m.changeStep(p, x)
	case "damage":
		m.damageStep(p, x)
	case "pay":
		for _, u := range m.whom(p, x.Who) {
			m.perform(m.pays(u, x.N, p.card.ID))
		}
	case "push":
		m.pushStep(p, x)
	case "hold": // S5.7
		u := p.target
		until := m.round
		if u.operator {
			until++
		}
		m.perform(m.alters(u, lasting{Change: change{Held: true}, From: p.card.ID, By: p.self.label, Since: until, Until: until}))
	case "place":
		m.places(p, x)
	case "draw":
		n := x.N
		if p.self.has("hidden") > 0 {
			n = max(n, x.IfHidden)
		}
		m.draws(p.side.index, n, p.card.ID)
	case "contest":
		m.contests(p, x)
	case "if":
		if x.Cond == "enemy-came" { // looked at as the attack is made (R-X12)
			for _, c := range x.Then {
				c.EnemyCame = x.N
				m.step(p, c)
			}
			return
		}
		if m.holds(p, x) {
			m.carriesOut(p, x.Then)
		} else if f, ok := peek[lasting](m, "changed"); ok && x.Cond == "in-line" && f.From == p.card.ID {
			m.carriesOut(p, x.Then)
			m.differ("§7.7", "%s counts, and the enemy was not pushed into a line", p.card.ID)
		}
	}
}

// holds reports whether the condition of a step is met.
func (m *match) holds(p *play, x step) bool {
	switch x.Cond {
	case "closer": // R-X9
		return p.self.closer && (p.self.moved || p.self.movedBefore)
	case "moved": // R-X9
		return p.self.steps >= x.N || p.self.stepsBefore >= x.N
	case "stood":
		return !p.self.moved
	case "in-line": // the pushed enemy enters a space in line (manual §7.7)
		return p.target != nil && p.pushed && aligned(p.self.at, p.target.at)
	case "crossed-cover":
		return p.crossed
	}
	return true
}

// moveStep checks a move by a card, which its player may leave out (S4.4, S5).
func (m *match) moveStep(p *play, x step) {
	w := way{most: x.UpTo, shape: x.Shape, pass: x.Pass, own: true, toEnemy: x.BesideEnemy, near: m.nearest(p.self)}
	if x.Op == "appear" { // R-M12
		w.most, w.anywhere, w.toEnemy = x.Within, true, true
	}
	if p.card.movement() {
		w.most = m.slowed(p.self, w.most)
	}
	f, ok := takeIf(m, "moved", func(f moved) bool { return f.Unit == p.self.label && f.By == p.card.ID })
	if !ok {
		return
	}
	m.expect(!m.rooted(p.self), "S5.7", "%s moves although it is held or Immobilized", p.self.label)
	p.passed = m.unit(f.Passed)
	for _, s := range f.Way {
		p.crossed = p.crossed || m.ground.holds(s) && (m.ground.solid(s) || m.ground.terrain(s) == light || m.ground.terrain(s) == heavy || m.barrier(s))
	}
	m.goes(p.self, f, w)
}

// mayName reports whether the side may name an enemy: one that is Hidden only within 4 spaces (R-A21).
func mayName(by, e *unit, within int) bool {
	d := distance(by.at, e.at)
	return d <= within && (e.has("hidden") == 0 || d <= 4)
}

// chooses checks the unit or the space that a card names.
func (m *match) chooses(p *play, x step) {
	if x.Who == "space" {
		f := take[chosen](m, "chosen", "S4.5")
		m.expect(f.Seat == p.side.seat() && f.From == p.card.ID && m.ground.holds(f.At) && distance(p.self.at, f.At) <= x.Within, "S2.2", "side %d aims %s at %s", f.Seat, f.From, f.At)
		p.at = f.At
		return
	}
	var may []*unit
	for _, u := range m.units {
		if x.Who == "friend" && u.side == p.side.index && distance(p.self.at, u.at) <= x.Within || x.Who == "enemy" && u.side != p.side.index && mayName(p.self, u, x.Within) {
			may = append(may, u)
		}
	}
	p.target = m.named(p, may)
}

// named takes the choice among units; nil if there are none.
func (m *match) named(p *play, may []*unit) *unit {
	if len(may) == 0 {
		return nil
	}
	f := take[chosen](m, "chosen", "S4.5")
	u := m.known(f.Unit)
	m.expect(f.Seat == p.side.seat() && f.From == p.card.ID && slices.Contains(may, u), "R-A21", "side %d names %s for %s", f.Seat, f.Unit, f.From)
	return u
}

// whom lists the units that a step is about, where they are now.
func (m *match) whom(p *play, who string) (out []*unit) {
	switch who {
	case "self":
		return []*unit{p.self}
	case "target", "passed":
		u := p.target
		if who == "passed" {
			u = p.passed
		}
		if u != nil && u.hp > 0 {
			out = append(out, u)
		}
		return out
	}
	for _, u := range m.units {
		d, enemy := distance(p.at, u.at), u.side != p.side.index
		switch {
		case who == "enemies-near" && enemy && d <= 1, who == "units-near" && d <= 1, who == "enemies-around" && enemy && d == 1, who == "units-in" && d == 0:
			out = append(out, u)
		}
	}
	return out
}

func (m *match) statusStep(p *play, x step) {
	until := m.round // S9.2
	switch x.Until {
	case "next-round":
		until++
	case "attack-or-mark":
		until = 0
	}
	var due []duty
	for _, u := range m.whom(p, x.Who) {
		is := x.Status
		if x.Instead != "" && (u.has(is) > 0 || u.before[is]) { // R-X14
			is = x.Instead
		}
		due = append(due, m.status(u, is, until, p.card.ID)...)
	}
	m.perform(due)
}

// cleanses checks the loss of a negative status of the player's choice.
func (m *match) cleanses(p *play) {
	if !slices.ContainsFunc(p.self.statuses, func(s status) bool { return m.cards.negative[s.is] }) {
		return
	}
	f := take[statusEnded](m, "status-ended", "S9.1")
	ok := f.Unit == p.self.label && len(f.Statuses) == 1 && m.cards.negative[f.Statuses[0]] && p.self.has(f.Statuses[0]) > 0 && f.Why == p.card.ID
	m.expect(ok, "S9.1", "%s loses %v by %s", f.Unit, f.Statuses, f.Why)
	p.self.statuses = slices.DeleteFunc(p.self.statuses, func(s status) bool { return slices.Contains(f.Statuses, s.is) })
}

func (m *match) changeStep(p *play, x step) {
	for _, u := range m.whom(p, x.Who) {
		want := lasting{Change: x.change, From: p.card.ID, By: p.self.label, Since: m.round, Until: m.round}
		if x.AgainstTarget {
			if p.target == nil {
				continue
			}
			want.Against = p.target.label
		}
		m.perform(m.alters(u, want))
	}
}

// damageStep checks the damage of a card; a Melee card's is lessened by ARM (S8.3, R-A8).
func (m *match) damageStep(p *play, x step) {
	var due []duty
	for _, u := range m.whom(p, x.Who) {
		if p.card.Type == "melee" {
			due = append(due, m.wounds(u, x.N, p.card.ID)...)
		} else {
			due = append(due, m.hurts(u, x.N, p.card.ID)...)
		}
	}
	m.perform(due)
}

// pushStep checks whom a card pushes, in any order.
func (m *match) pushStep(p *play, x step) {
	from := p.self.at
	if x.Who != "target" {
		from = p.at
	}
	left := m.whom(p, x.Who)
	for len(left) > 0 {
		k := 0
		if f, ok := peek[moved](m, "moved"); ok {
			k = slices.IndexFunc(left, func(u *unit) bool { return u.label == f.Unit })
		} else if f, ok := peek[struct{ Unit string }](m, "stood-fast"); ok {
			k = slices.IndexFunc(left, func(u *unit) bool { return u.label == f.Unit })
		}
		k = max(k, 0)
		m.pushes(p, left[k], from)
		left = slices.Delete(left, k, k+1)
	}
}
