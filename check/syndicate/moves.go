package syndicate

import "slices"

// moved is the fact of a unit's way.
type moved struct {
	Unit   string
	From   space
	Way    []space
	By     string
	Own    bool
	Passed string
	Door   bool
	Closer bool
	Beside bool
}

// way says which moves are allowed.
type way struct {
	most     int
	shape    string  // "", "line", "away"
	pass     string  // "", "obstacle", "enemy"
	near     []*unit // of "away": the enemies that were nearest as the card began
	toEnemy  bool    // it must end beside an enemy
	own      bool    // it counts as moved (S5.5)
	anywhere bool    // without a way between: Ghoststep Palm, a teleport
}

// slowed returns how far a Movement card or Mercenary Movement of n spaces goes (S5.3, R-A9).
func (b *board) slowed(u *unit, n int) int {
	penalty := 0
	if u.operator {
		penalty = b.sides[u.side].armor.Move
	}
	for _, c := range u.changes {
		if c.Since <= b.round {
			penalty += c.Change.Move
		}
	}
	return max(min(n, 1), n+penalty)
}

// rooted reports whether the unit does not move: Immobilized, or held as its movement comes (S5.7).
func (b *board) rooted(u *unit) bool {
	return u.has("immobilized") > 0 || b.movement && slices.ContainsFunc(u.changes, func(c lasting) bool { return c.Change.Held && c.Since <= b.round })
}

// goes checks a move, and carries it out with all that it meets.
func (m *match) goes(u *unit, f moved, w way) {
	m.expect(f.From == u.at, "S5.1", "%s goes from %s, and stands at %s", u.label, f.From, u.at)
	m.expect(f.Own == w.own, "S5.5", "%s counts as moved: %t", u.label, f.Own)
	if len(f.Way) == 0 {
		m.differ("S5.1", "%s moves without a way", u.label)
		return
	}
	end := f.Way[len(f.Way)-1]
	if w.anywhere {
		m.expect(len(f.Way) == 1 && distance(u.at, end) <= w.most, "S5.1", "%s goes to %s by %v", u.label, end, f.Way)
	} else {
		m.checkWay(u, f, w)
	}
	m.expect(m.ground.holds(end) && !m.ground.solid(end) && m.standing(end) == nil, "S5.1", "%s ends at %s, which is not free", u.label, end)
	m.expect(!w.toEnemy || m.besideEnemy(u.side, end), "S8.1", "%s ends at %s, beside no enemy", u.label, end)
	m.arrives(u, f, w)
}

// checkWay checks the steps of a way (S5.1, S5.2, S5.4).
func (m *match) checkWay(u *unit, f moved, w way) {
	most := w.most
	var passed *unit
	blocked, doors := 0, 0
	at := u.at
	for n, s := range f.Way {
		last := n == len(f.Way)-1
		m.expect(beside(at, s), "S5.1", "%s steps from %s to %s", u.label, at, s)
		if !m.ground.holds(s) {
			m.differ("S5.1", "%s leaves the board", u.label)
			return
		}
		m.expect(!m.ground.sealed(at, s), "R-B3", "%s goes between two impassable spaces to %s", u.label, s)
		if w.shape == "line" && n > 0 {
			m.expect(sign(s.x-at.x) == sign(f.Way[0].x-u.at.x) && sign(s.y-at.y) == sign(f.Way[0].y-u.at.y), "S5.2", "%s turns at %s", u.label, at)
		}
		switch e := m.standing(s); {
		case e != nil && e.side != u.side:
			blocked++
			passed = e
		case m.ground.terrain(s) == door && f.Door && m.opens(u):
			doors++
			m.expect(!last, "S2.3", "%s stays in a door", u.label)
		case m.ground.solid(s):
			blocked++
		}
		at = s
	}
	switch w.pass {
	case "obstacle": // R-M6
		m.expect(blocked <= 1, "S5.4", "%s passes %d obstacles", u.label, blocked)
	case "enemy": // R-M8
		if passed != nil {
			straight := len(f.Way) == 2 && passed.at == f.Way[0] && f.Way[1].x-f.Way[0].x == f.Way[0].x-u.at.x && f.Way[1].y-f.Way[0].y == f.Way[0].y-u.at.y
			m.expect(straight && blocked == 1, "R-M8", "%s goes %v through %s", u.label, f.Way, passed.label)
			most++
		} else {
			m.expect(blocked == 0, "S5.1", "%s goes through an obstacle", u.label)
		}
		m.expect((passed != nil) == (f.Passed != "") && (passed == nil || f.Passed == passed.label), "R-M8", "%s passes %q", u.label, f.Passed)
	default:
		m.expect(blocked == 0, "S5.1", "%s goes through an obstacle or an enemy by %v", u.label, f.Way)
	}
	m.expect(len(f.Way) <= most, "S4.4", "%s goes %d spaces of %d", u.label, len(f.Way), most)
	m.expect(doors <= 1 && f.Door == (doors == 1), "S2.3", "%s passes %d doors", u.label, doors)
	if w.shape == "away" {
		m.expect(slices.ContainsFunc(w.near, func(e *unit) bool { return flees(u.at, f.Way, e.at) }), "S5.4", "%s does not go away from the nearest enemy", u.label)
	}
}

// flees reports whether every step goes farther from the enemy.
func flees(at space, steps []space, enemy space) bool {
	for _, s := range steps {
		if distance(s, enemy) <= distance(at, enemy) {
			return false
		}
		at = s
	}
	return true
}

// opens reports whether the unit may break through a door now: Razor, once a round.
func (b *board) opens(u *unit) bool {
	return u.operator && b.sides[u.side].operator.Ability == "breach-and-clear" && !b.sides[u.side].used["breach-and-clear"]
}

// nearest returns the enemies at the least distance from the unit.
func (b *board) nearest(u *unit) (out []*unit) {
	for _, e := range b.of(1 - u.side) {
		if len(out) > 0 && distance(u.at, e.at) < distance(u.at, out[0].at) {
			out = nil
		}
		if len(out) == 0 || distance(u.at, e.at) == distance(u.at, out[0].at) {
			out = append(out, e)
		}
	}
	return out
}

// arrives puts a unit at the end of its way, with what that means and what it meets.
func (m *match) arrives(u *unit, f moved, w way) {
	end := f.Way[len(f.Way)-1]
	closer, near := false, m.besideEnemy(u.side, end)
	for _, e := range m.of(1 - u.side) {
		closer = closer || distance(end, e.at) < distance(u.at, e.at)
	}
	u.at = end
	if w.own {
		m.expect(f.Closer == closer, "R-X9", "%s ends closer to an enemy: %t", u.label, f.Closer)
		m.expect(f.Beside == near, "S2.2", "%s ends beside an enemy: %t", u.label, f.Beside)
		u.moved, u.closer, u.beside, u.steps = true, closer, u.beside || near, u.steps+len(f.Way)
	}
	var due []duty
	if f.Door {
		due = append(due, m.uses(u.side, "breach-and-clear"))
		due = append(due, m.alters(u, lasting{Change: change{Next: true, ACC: 1}, From: "breach-and-clear", By: u.label, Since: m.round, Until: m.round})...)
	}
	m.perform(append(due, m.enters(u, f.Way, !w.own)...))
}

// pushes checks a Push of a unit away from a space, or what keeps the unit in place (S5.6, S5.7).
func (p *play) pushes(t *unit, from space) {
	if t.hp <= 0 {
		return
	}
	free := p.away(t, from)
	if why := p.firm(t); why != "" || len(free) == 0 {
		f := take[struct{ Unit, By, Why string }](p.match, "stood-fast", "S5.7")
		p.expect(f.Unit == t.label && f.By == p.card.ID && (why != "" && f.Why == why || len(free) == 0 && f.Why == "no-space"), "S5.7", "%s stands fast against %s by %s", f.Unit, f.By, f.Why)
		return
	}
	f := take[moved](p.match, "moved", "S5.6")
	p.expect(f.Unit == t.label && f.By == "push" && !f.Own && f.From == t.at && len(f.Way) == 1, "S5.6", "%s goes %v by %s", f.Unit, f.Way, f.By)
	if len(f.Way) == 1 {
		p.expect(slices.Contains(free, f.Way[0]), "R-M9", "%s is pushed to %s", t.label, f.Way[0])
		p.arrives(t, f, way{})
	}
	p.pushed = true
}

// away lists the free spaces to which a Push from a space moves a unit (S5.6, R-M9).
func (b *board) away(t *unit, from space) (out []space) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			s := space{t.at.x + dx, t.at.y + dy}
			if !b.ground.solid(s) && b.standing(s) == nil && !b.ground.sealed(t.at, s) && distance(s, from) == distance(t.at, from)+1 {
				out = append(out, s)
			}
		}
	}
	return out
}

// firm names what lets a unit ignore being displaced by an enemy: its armor's trait or a card (S5.7).
func (b *board) firm(t *unit) string {
	if t.operator && b.sides[t.side].armor.Trait == "shock-dampeners" {
		return "shock-dampeners"
	}
	for _, c := range t.changes {
		if c.Change.Fixed && c.Since <= b.round {
			return c.From
		}
	}
	return ""
}
