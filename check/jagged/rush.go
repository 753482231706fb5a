package jagged

// run is a way of a Rush: the straight line to the place where the bases would touch (J10.3).
type run struct {
	along point   // its direction, of length 1
	far   float64 // its length
	to    point
}

func runOf(x, target *model) run {
	d := target.at.minus(x.at)
	r := run{far: gap(x.disc(), target.disc())}
	if l := d.length(); l > 0 {
		r.along = d.times(1 / l)
	}
	r.to = x.at.plus(r.along.times(r.far))
	return r
}

// open reports whether the way to the target is free (J10.3, JQ30).
func (t *table) open(x, target *model) (verdict, string) {
	return t.passes(x, x.at, runOf(x, target).to, target)
}

// halved reports whether Heavy Terrain halves the Movement of a Rush: on the way up to the touch, or where the target stands (J10.4,
// JQ31).
func (t *table) halved(x, target *model) (v verdict) {
	for _, p := range t.pieces {
		if p.Class == "heavy" {
			v = max(v, below(p.Shape.fromLine(x.at, runOf(x, target).to), x.unit.radius()))
			v = max(v, below(p.Shape.from(target.at), target.unit.radius()))
		}
	}
	return v
}

// nearest reports whether no visible enemy is nearer (J10.2). With the option nearest-open, only enemies with a free way count (JQ30).
func (t *table) nearest(x, target *model) (v verdict, other string) {
	v = yes
	for _, e := range t.of(3 - x.seat) {
		if e == target {
			continue
		}
		nearer := atMost(gap(x.disc(), target.disc()), gap(x.disc(), e.disc())).not()
		if nearer > no {
			nearer = min(nearer, t.sees(x.disc(), e.disc()))
			if t.conf.RushTarget == "nearest-open" && nearer > no {
				free, _ := t.open(x, e)
				nearer = min(nearer, free)
			}
		}
		if nearer.not() < v {
			v, other = nearer.not(), e.label
		}
	}
	return v, other
}

// mayRush reports whether the model may rush at all (J10.1). why says what is against it.
func (t *table) mayRush(x *model) (v verdict, why string) {
	switch {
	case x.sprinted:
		return no, "it has sprinted"
	case x.tried:
		return no, "it has tried to Disengage"
	case x.rushed:
		return no, "it has rushed"
	}
	return yes, ""
}

// barredRush reports whether a Position forbids the model to rush.
func (t *table) barredRush(x *model) bool {
	for _, p := range t.penalties(x.seat, "no-rush") {
		if x.unit.is(p.Penalty.Tag) {
			return true
		}
	}
	return false
}

// hasWay reports whether the model could declare a Rush.
func (t *table) hasWay(x *model) (v verdict) {
	may, _ := t.mayRush(x)
	if may == no || t.barredRush(x) || t.engaged(x) == yes {
		return no
	}
	for _, e := range t.of(3 - x.seat) {
		free, _ := t.open(x, e)
		first, _ := t.nearest(x, e)
		if free > no && first > no {
			v = max(v, min(t.engaged(x).not(), free, first, t.sees(x.disc(), e.disc())))
		}
	}
	return v
}

// rushed checks a Rush or a Counter-Charge (J10, J14.8).
func (m *match) rushed(f struct {
	Unit    string  `json:"unit"`
	Target  string  `json:"target"`
	Face    int     `json:"face"`
	Halved  bool    `json:"halved"`
	Max     float64 `json:"max"`
	From    point   `json:"from"`
	To      point   `json:"to"`
	Success bool    `json:"success"`
	Counter bool    `json:"counter"`
}) {
	m.rolled(6, f.Face)
	x, target := m.model(f.Unit), m.model(f.Target)
	if x == nil || target == nil {
		return
	}
	m.expect(x.seat != target.seat, "J10.2", "%s rushes a friend", x.label)
	may, why := m.mayRush(x)
	m.expect(may > no, "J10.1", "%s may not rush: %s", x.label, why)
	m.expect(m.sees(x.disc(), target.disc()) > no, "J10.1", "%s does not see %s", x.label, target.label)
	if f.Counter {
		m.counters(x, target)
	} else {
		m.inPart(x.seat, "J5.1", "rush")
		m.expect(m.engaged(x) < yes, "J10.1", "%s is engaged", x.label)
		m.expect(!m.barredRush(x), "J15.3", "%s may not rush in Round 1", x.label)
		m.expect(!m.sides[x.seat].held, "J5.5", "side %d holds back", x.seat)
		first, other := m.nearest(x, target)
		m.expect(first > no, "J10.2", "%s is nearer than %s", other, target.label)
	}
	free, by := m.open(x, target)
	m.expect(free > no, "J10.3", "%s is in the way", by)
	m.expect(m.halved(x, target).agrees(f.Halved), "J10.4", "halved %t", f.Halved)
	limit := m.movement(x)
	if f.Halved {
		limit /= 2
	}
	limit += float64(f.Face)
	m.expect(f.Max == limit, "J10.4", "up to %g\", expected %g\"", f.Max, limit)
	m.expect(f.From == x.at, "J10.5", "%s rushes from %v and stands at %v", x.label, f.From, x.at)
	m.runs(x, target, f.To, limit)
	x.moved = x.moved || f.To != x.at
	x.at, x.rushed = f.To, true
	m.expect(m.reaches(x, target).agrees(f.Success), "J10.6", "success %t, %.3f\" away", f.Success, gap(x.disc(), target.disc()))
	x.charged = f.Success
	m.charge = nil
	if f.Success && !f.Counter {
		m.charge = &charge{by: x, target: target}
	}
}

// runs checks where a Rush ends (J10.5).
func (m *match) runs(x, target *model, to point, limit float64) {
	const step, slack = 0.02, 0.01
	way := runOf(x, target)
	at := to.minus(x.at).dot(way.along)
	m.expect(dist(to, x.at.plus(way.along.times(at))) <= 2*Near && at >= -Near, "J10.5", "%v is not on the way to %s", to, target.label)
	m.expect(at <= way.far+Near, "J10.5", "%s goes past the touch", x.label)
	least, _ := m.climbing(x, []point{x.at, to})
	m.expect(at+least <= limit+2*Near, "J10.4", "%s goes %.3f\" of %g\"", x.label, at+least, limit)
	v, why := m.stands(x, to)
	m.expect(v > no || to == x.at, "J10.5", "%s cannot end at %v: %s", x.label, to, why)
	for s := at + slack; s <= min(way.far, limit); s += step {
		p := x.at.plus(way.along.times(s))
		if _, most := m.climbing(x, []point{x.at, p}); s+most > limit-Near {
			break
		}
		if v, _ := m.stands(x, p); v == yes {
			m.differ("J10.5", "%s stops after %.3f\" and could go on to %.3f\"", x.label, at, s)
			break
		}
	}
}

// unanswered notes a Counter-Charge that was possible and not asked for (J10.7).
func (m *match) unanswered() {
	x := m.charge.by
	s := m.with(3-x.seat, "counter-charge", "root-snare-counter-charge")
	if s != nil {
		could, _ := m.mayRush(s)
		free, _ := m.open(s, x)
		could = min(could, free, m.sees(s.disc(), x.disc()), atMost(gap(s.disc(), x.disc()), 6))
		for _, e := range m.of(x.seat) {
			if e != x || s != m.charge.target {
				could = min(could, m.reaches(s, e).not())
			}
		}
		m.expect(could < yes || m.barredRush(s), "J14.8", "%s could answer the Rush of %s", s.label, x.label)
	}
	m.charge = nil
}

// counters checks who may answer a Rush (J14.8, JQ38).
func (m *match) counters(x, target *model) {
	m.expect(x.unit.has("counter-charge") || x.unit.has("root-snare-counter-charge"), "J14.8", "%s has no Counter-Charge", x.label)
	if m.charge == nil || m.charge.by != target {
		m.differ("J14.8", "%s has not just rushed successfully", target.label)
		return
	}
	m.expect(atMost(gap(x.disc(), target.disc()), 6) > no, "J14.8", "%s is not within 6\" of %s", x.label, target.label)
	for _, e := range m.of(target.seat) {
		if e != target || m.charge.target != x {
			m.expect(m.reaches(x, e) < yes, "J14.8", "%s is engaged with %s", x.label, e.label)
		}
	}
}

// declined is the answer no, to a Rush or to another question.
func (m *match) declined(f struct {
	Seat int `json:"seat"`
}) {
	m.expect(m.charge != nil || m.attack != nil || m.phase == "command", "J10.7", "there is nothing that side %d could decline", f.Seat)
	m.charge = nil
}
