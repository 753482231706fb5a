package syndicate

import "slices"

// object is a thing on the board (S10).
type object struct {
	ID, Seat int
	Object   string
	At       space
	Until    int
	From     string
}

// barrier reports whether a Barrier is in the space.
func (b *board) barrier(s space) bool {
	return slices.ContainsFunc(b.objects, func(o object) bool { return o.Object == "barrier" && o.At == s })
}

// places checks an object that a card puts on the board (S10.1, S10.2, S10.4).
func (p *play) places(x step) {
	var due []duty
	for _, o := range p.objects {
		if x.Object == "beacon" && o.Object == "beacon" && o.Seat == p.side.seat() { // R-O4
			due = append(due, p.removes(o, "replaced"))
		}
	}
	at, named := takeIf(p.match, "chosen", func(f chosen) bool { return f.Seat == p.side.seat() && f.From == p.card.ID })
	p.perform(due)
	f := take[object](p.match, "placed", "S10.1")
	p.expect(!named || at.At == f.At, "S10.1", "%s is chosen, and the %s is at %s", at.At, f.Object, f.At)
	p.placed++
	until := p.round
	if x.Object == "beacon" {
		until = 0
	}
	p.expect(f.ID == p.placed && f.Seat == p.side.seat() && f.Object == x.Object && f.Until == until && f.From == p.card.ID, "S10.2",
		"object %d of side %d, a %s of %s until %d", f.ID, f.Seat, f.Object, f.From, f.Until)
	p.expect(p.mayPlace(x, f.At), "S10.1", "a %s at %s", x.Object, f.At)
	p.objects = append(p.objects, f)
	due = nil
	for _, u := range p.units {
		due = append(due, p.metBy(u, f, []space{u.at})...)
	}
	p.perform(due)
}

// mayPlace reports whether the object may be put in the space: within reach, enterable, and free for a Decoy and a Barrier (S10.1).
func (p *play) mayPlace(x step, s space) bool {
	if p.ground.solid(s) || distance(p.self.at, s) > x.Within {
		return false
	}
	alone := x.Object == "decoy" || x.Object == "barrier"
	return !alone || p.standing(s) == nil && !slices.ContainsFunc(p.objects, func(o object) bool { return o.At == s })
}

// metBy returns what a Drone or Smoke does to a unit in any of the spaces (S10.2, R-O1).
func (m *match) metBy(u *unit, o object, spaces []space) []duty {
	within := func(n int) bool {
		return slices.ContainsFunc(spaces, func(s space) bool { return distance(s, o.At) <= n })
	}
	switch {
	case o.Object == "drone" && u.side != o.Seat-1 && within(2):
		return m.status(u, "marked", o.Until, "drone")
	case o.Object == "smoke" && within(1):
		return m.status(u, "hidden", o.Until, "smoke")
	}
	return nil
}

// enters returns what the spaces of a way do to the unit that went it (S2.3, S10). A Push does not enter (R-O6).
func (m *match) enters(u *unit, way []space, pushed bool) (due []duty) {
	for _, s := range way {
		if !pushed && m.ground.terrain(s) == hazard {
			due = append(due, m.hurts(u, 1, "hazard")...)
		}
	}
	for _, o := range m.objects {
		near := slices.ContainsFunc(way, func(s space) bool { return distance(s, o.At) <= 2 })
		if o.Object == "beacon" && u.side != o.Seat-1 && near && !pushed { // S10.4
			due = append(append(due, m.removes(o, "used")), m.status(u, "disoriented", m.round, "beacon")...)
			continue
		}
		due = append(due, m.metBy(u, o, way)...)
	}
	return due
}

// removes returns the end of an object before its time.
func (m *match) removes(o object, why string) duty {
	return duty{"the end of the " + o.Object, "S10", func() bool {
		_, ok := takeIf(m, "removed", func(f struct {
			ID, Seat    int
			Object, Why string
		}) bool {
			return f.ID == o.ID && f.Seat == o.Seat && f.Object == o.Object && f.Why == why
		})
		if ok {
			m.objects = slices.DeleteFunc(m.objects, func(x object) bool { return x.ID == o.ID })
		}
		return ok
	}}
}

// decoyOf returns the Decoy that would take an attack at an Operator, or nil (S10.3). The oldest goes first.
func (b *board) decoyOf(t *unit) *object {
	if !t.operator {
		return nil
	}
	for i, o := range b.objects {
		if o.Object == "decoy" && o.Seat-1 == t.side {
			return &b.objects[i]
		}
	}
	return nil
}
