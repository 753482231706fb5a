package syndicate

import "slices"

// play is a card that takes effect.
type play struct {
	*match
	side    *side
	self    *unit
	card    card
	target  *unit
	at      space // the chosen space
	passed  *unit // the enemy that the move went through
	crossed bool  // the move crossed cover or an obstacle (R-M11)
	pushed  bool  // the target was pushed
}

type chosen struct {
	Seat int
	From string
	Unit string
	At   space
}

// plays checks a card: whether it has an effect, and each step of the effect (S4.4, S4.5).
func (m *match) plays(s *side) {
	p := &play{match: m, side: s, self: m.leader(s.index), card: m.cards.tactics[s.card]}
	f := take[struct {
		Seat          int
		Card, Fizzled string
	}](m, "card-played", "S4.4")
	m.expect(f.Seat == s.seat() && f.Card == s.card, "S4.5", "side %d plays %s, not side %d %s", f.Seat, f.Card, s.seat(), s.card)
	why := p.fizzles()
	m.expect(len(why) == 0 && f.Fizzled == "" || slices.Contains(why, f.Fizzled), "S4.5", "%s has no effect for %q, and not for %v", s.card, f.Fizzled, why)
	if f.Fizzled != "" {
		return
	}
	if w := m.helper(s.index, "jam-pulse"); w != nil && p.card.Type == "utility" {
		m.jams(w)
	}
	if !p.card.movement() && p.card.moves() && s.encumbered() {
		m.perform(m.pays(p.self, 1, "encumbered")) // S1.6
	}
	p.carriesOut(p.card.Do)
}

// fizzles lists the reasons for which a card does nothing (S4.5, R-T3, R-T11).
func (p *play) fizzles() (why []string) {
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
		if x.Op == "require" && !p.holds(x) {
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
func (p *play) carriesOut(steps []step) {
	for _, x := range steps {
		p.step(x)
	}
}

func (p *play) step(x step) {
	switch x.Op {
	case "move", "appear":
		p.moveStep(x)
	case "choose":
		p.chooses(x)
	case "status":
		p.statusStep(x)
	case "remove":
		for _, u := range p.whom(x.Who) {
			p.perform(p.loses(u, x.Statuses, p.card.ID))
		}
	case "cleanse":
		p.cleanses()
	case "change":
		p.changeStep(x)
	case "damage":
		p.damageStep(x)
	case "pay":
		for _, u := range p.whom(x.Who) {
			p.perform(p.pays(u, x.N, p.card.ID))
		}
	case "push":
		p.pushStep(x)
	case "hold": // S5.7
		u := p.target
		until := p.round
		if u.operator {
			until++
		}
		p.perform(p.alters(u, lasting{Change: change{Held: true}, From: p.card.ID, By: p.self.label, Since: until, Until: until}))
	case "place":
		p.places(x)
	case "draw":
		n := x.N
		if p.self.has("hidden") > 0 {
			n = max(n, x.IfHidden)
		}
		p.draws(p.side.index, n, p.card.ID)
	case "contest":
		p.contests(x)
	case "if":
		if x.Cond == "enemy-came" { // looked at as the attack is made (R-X12)
			for _, c := range x.Then {
				c.EnemyCame = x.N
				p.step(c)
			}
			return
		}
		if p.holds(x) {
			p.carriesOut(x.Then)
		} else if f, ok := peek[lasting](p.match, "changed"); ok && x.Cond == "in-line" && f.From == p.card.ID {
			p.carriesOut(x.Then)
			p.differ("§7.7", "%s counts, and the enemy was not pushed into a line", p.card.ID)
		}
	}
}

// holds reports whether the condition of a step is met.
func (p *play) holds(x step) bool {
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
func (p *play) moveStep(x step) {
	w := way{most: x.UpTo, shape: x.Shape, pass: x.Pass, own: true, toEnemy: x.BesideEnemy, near: p.nearest(p.self)}
	if x.Op == "appear" { // R-M12
		w.most, w.anywhere, w.toEnemy = x.Within, true, true
	}
	if p.card.movement() {
		w.most = p.slowed(p.self, w.most)
	}
	f, ok := takeIf(p.match, "moved", func(f moved) bool { return f.Unit == p.self.label && f.By == p.card.ID })
	if !ok {
		return
	}
	p.expect(!p.rooted(p.self), "S5.7", "%s moves although it is held or Immobilized", p.self.label)
	p.passed = p.unit(f.Passed)
	for _, s := range f.Way {
		p.crossed = p.crossed || p.ground.holds(s) && (p.ground.solid(s) || p.ground.terrain(s) == light || p.ground.terrain(s) == heavy || p.barrier(s))
	}
	p.goes(p.self, f, w)
}

// mayName reports whether the side may name an enemy: one that is Hidden only within 4 spaces (R-A21).
func mayName(by, e *unit, within int) bool {
	d := distance(by.at, e.at)
	return d <= within && (e.has("hidden") == 0 || d <= 4)
}

// chooses checks the unit or the space that a card names.
func (p *play) chooses(x step) {
	if x.Who == "space" {
		f := take[chosen](p.match, "chosen", "S4.5")
		p.expect(f.Seat == p.side.seat() && f.From == p.card.ID && p.ground.holds(f.At) && distance(p.self.at, f.At) <= x.Within, "S2.2", "side %d aims %s at %s", f.Seat, f.From, f.At)
		p.at = f.At
		return
	}
	var may []*unit
	for _, u := range p.units {
		if x.Who == "friend" && u.side == p.side.index && distance(p.self.at, u.at) <= x.Within || x.Who == "enemy" && u.side != p.side.index && mayName(p.self, u, x.Within) {
			may = append(may, u)
		}
	}
	p.target = p.named(may)
}

// named takes the choice among units; nil if there are none.
func (p *play) named(may []*unit) *unit {
	if len(may) == 0 {
		return nil
	}
	f := take[chosen](p.match, "chosen", "S4.5")
	u := p.known(f.Unit)
	p.expect(f.Seat == p.side.seat() && f.From == p.card.ID && slices.Contains(may, u), "R-A21", "side %d names %s for %s", f.Seat, f.Unit, f.From)
	return u
}

// whom lists the units that a step is about, where they are now.
func (p *play) whom(who string) (out []*unit) {
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
	for _, u := range p.units {
		d, enemy := distance(p.at, u.at), u.side != p.side.index
		switch {
		case who == "enemies-near" && enemy && d <= 1, who == "units-near" && d <= 1, who == "enemies-around" && enemy && d == 1, who == "units-in" && d == 0:
			out = append(out, u)
		}
	}
	return out
}

func (p *play) statusStep(x step) {
	until := p.round // S9.2
	switch x.Until {
	case "next-round":
		until++
	case "attack-or-mark":
		until = 0
	}
	var due []duty
	for _, u := range p.whom(x.Who) {
		is := x.Status
		if x.Instead != "" && (u.has(is) > 0 || u.before[is]) { // R-X14
			is = x.Instead
		}
		due = append(due, p.status(u, is, until, p.card.ID)...)
	}
	p.perform(due)
}

// cleanses checks the loss of a negative status of the player's choice.
func (p *play) cleanses() {
	if !slices.ContainsFunc(p.self.statuses, func(s status) bool { return p.cards.negative[s.is] }) {
		return
	}
	f := take[statusEnded](p.match, "status-ended", "S9.1")
	ok := f.Unit == p.self.label && len(f.Statuses) == 1 && p.cards.negative[f.Statuses[0]] && p.self.has(f.Statuses[0]) > 0 && f.Why == p.card.ID
	p.expect(ok, "S9.1", "%s loses %v by %s", f.Unit, f.Statuses, f.Why)
	p.self.statuses = slices.DeleteFunc(p.self.statuses, func(s status) bool { return slices.Contains(f.Statuses, s.is) })
}

func (p *play) changeStep(x step) {
	for _, u := range p.whom(x.Who) {
		want := lasting{Change: x.change, From: p.card.ID, By: p.self.label, Since: p.round, Until: p.round}
		if x.AgainstTarget {
			if p.target == nil {
				continue
			}
			want.Against = p.target.label
		}
		p.perform(p.alters(u, want))
	}
}

// damageStep checks the damage of a card; a Melee card's is lessened by ARM (S8.3, R-A8).
func (p *play) damageStep(x step) {
	var due []duty
	for _, u := range p.whom(x.Who) {
		if p.card.Type == "melee" {
			due = append(due, p.wounds(u, x.N, p.card.ID)...)
		} else {
			due = append(due, p.hurts(u, x.N, p.card.ID)...)
		}
	}
	p.perform(due)
}

// pushStep checks whom a card pushes, in any order.
func (p *play) pushStep(x step) {
	from := p.self.at
	if x.Who != "target" {
		from = p.at
	}
	left := p.whom(x.Who)
	for len(left) > 0 {
		k := 0
		if f, ok := peek[moved](p.match, "moved"); ok {
			k = slices.IndexFunc(left, func(u *unit) bool { return u.label == f.Unit })
		} else if f, ok := peek[struct{ Unit string }](p.match, "stood-fast"); ok {
			k = slices.IndexFunc(left, func(u *unit) bool { return u.label == f.Unit })
		}
		k = max(k, 0)
		p.pushes(left[k], from)
		left = slices.Delete(left, k, k+1)
	}
}
