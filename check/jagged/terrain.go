package jagged

import (
	"math"
	"slices"
)

// top returns the piece on whose top a base with that centre stands (J7.3), or nil.
func (t *table) top(at point) *piece {
	for i, p := range t.pieces {
		if p.Climb > 0 && p.Shape.holds(at) {
			return &t.pieces[i]
		}
	}
	return nil
}

func level(p *piece) float64 {
	if p == nil {
		return 0
	}
	return p.Climb
}

// reaches reports whether two models are within 1" of one another for engagement (J7.7, J11.1, JQ61).
func (t *table) reaches(a, b *model) verdict {
	v := atMost(gap(a.disc(), b.disc()), 1)
	high, low := t.top(a.at), t.top(b.at)
	foot := b
	if level(high) < level(low) {
		high, low, foot = low, high, a
	}
	if level(high)-level(low) > 1 {
		v = min(v, atMost(high.Shape.from(foot.at), foot.unit.radius()))
	}
	return v
}

// engaged reports whether an enemy is within 1" of the model (J11.1).
func (t *table) engaged(x *model) (v verdict) {
	for _, e := range t.of(3 - x.seat) {
		v = max(v, t.reaches(x, e))
	}
	return v
}

// stands reports whether the model may end at a place (J7.2, J7.3, J8.3). why says what is against it.
func (t *table) stands(x *model, at point) (v verdict, why string) {
	r := x.unit.radius()
	v = yes
	rule := func(ok verdict, what string) {
		if ok < v {
			v, why = ok, what
		}
	}
	rule(min(atMost(r, at.X), atMost(r, at.Y), atMost(r, tableEdge-at.X), atMost(r, tableEdge-at.Y)), "the table's edge")
	for _, p := range t.pieces {
		off := atMost(r, p.Shape.from(at))
		switch {
		case p.barred():
			rule(off, p.Name)
		case p.Climb > 0:
			on := no
			if p.Shape.holds(at) {
				on = atMost(r, p.Shape.rim(at))
			}
			rule(max(on, off), p.Name)
		}
	}
	for _, o := range t.models {
		if o != x {
			rule(atMost(r+o.unit.radius(), dist(at, o.at)), o.label)
		}
	}
	return v, why
}

// climbs returns how often the way goes up onto the piece, at the least and at the most (JQ16).
func (p piece) climbs(r float64, way []point) (least, most int) {
	const step = 0.02
	on, maybe := p.Shape.holds(way[0]), p.Shape.holds(way[0])
	for i := 1; i < len(way); i++ {
		n := max(1, int(math.Ceil(dist(way[i-1], way[i])/step)))
		for k := 0; k <= n; k++ {
			over := r - p.Shape.from(between(way[i-1], way[i], float64(k)/float64(n)))
			if over > Near && !on {
				least++
			}
			if over > -Near && !maybe {
				most++
			}
			on, maybe = over > Near, over > -Near
		}
	}
	return least, max(least, most)
}

// climbing returns what going up costs on the way, at the least and at the most.
func (t *table) climbing(x *model, way []point) (least, most float64) {
	for _, p := range t.pieces {
		if p.Climb > 0 {
			a, b := p.climbs(x.unit.radius(), way)
			least, most = least+float64(a)*p.Climb, most+float64(b)*p.Climb
		}
	}
	return least, most
}

// passes reports whether the base can go along a straight way (J7.2, J8.3). target, if any, is a model that it may touch.
func (t *table) passes(x *model, from, to point, target *model) (v verdict, why string) {
	r := x.unit.radius()
	v = yes
	for _, p := range t.pieces {
		if p.barred() {
			if ok := atMost(r, p.Shape.fromLine(from, to)); ok < v {
				v, why = ok, p.Name
			}
		}
	}
	for _, e := range t.of(3 - x.seat) {
		if e != target {
			if ok := atMost(r+e.unit.radius(), toSegment(e.at, from, to)); ok < v {
				v, why = ok, e.label
			}
		}
	}
	return v, why
}

// sees reports whether some line from base to base runs through no Obscuring piece (J7.4, JQ13). It tries lines between points of both
// rims, and lines past the corners of the pieces.
func (t *table) sees(a, b disc) verdict {
	var walls []shape
	for _, p := range t.pieces {
		if p.Class == "obscuring" && p.Shape.fromLine(a.point, b.point) < max(a.r, b.r)+Near {
			walls = append(walls, p.Shape)
		}
	}
	best := no
	try := func(from, to point) {
		if best == yes {
			return
		}
		v := yes
		for _, w := range walls {
			switch d := w.depth(from, to); {
			case d > 5*Near:
				v = no
			case d > 0:
				v = min(v, undecided)
			}
		}
		best = max(best, v)
	}
	from, to := rimOf(a, b.point), rimOf(b, a.point)
	for _, p := range from {
		for _, q := range to {
			try(p, q)
		}
	}
	past := func(p, corner point) {
		d := corner.minus(p)
		l := d.length()
		if l == 0 {
			return
		}
		d = d.times(1 / l)
		along := max(0, b.minus(p).dot(d))
		if q := p.plus(d.times(along)); dist(q, b.point) <= b.r {
			try(p, q)
		}
	}
	for _, w := range walls {
		for _, corner := range w {
			for _, p := range from {
				past(p, corner)
			}
		}
	}
	for _, one := range slices.Concat(walls...) { // past two corners
		for _, other := range slices.Concat(walls...) {
			d := other.minus(one)
			if l := d.length(); l > 0 {
				d = d.times(1 / l)
				if p := one.plus(d.times(a.minus(one).dot(d))); dist(p, a.point) <= a.r {
					past(p, other)
				}
			}
		}
	}
	return best
}

// rimOf returns points of a disc: its centre, points all around, and the outermost as seen from a place.
func rimOf(d disc, seen point) []point {
	out := []point{d.point}
	const around = 16
	toward := math.Atan2(seen.Y-d.Y, seen.X-d.X)
	for k := range around {
		angle := toward + 2*math.Pi*float64(k)/around
		out = append(out, d.plus(point{math.Cos(angle), math.Sin(angle)}.times(d.r)))
	}
	return out
}

// coverOf returns the Cover of a target as sums that the rules allow, 0, 10 or 20, and for each piece whether it counts (J7.5, JQ17).
func (t *table) coverOf(a, b *model) (sums []int, counts []verdict) {
	counts = make([]verdict, len(t.pieces))
	for i, p := range t.pieces {
		if p.barred() || &t.pieces[i] == t.top(a.at) || &t.pieces[i] == t.top(b.at) {
			continue
		}
		v := decided(p.Shape.depth(a.at, b.at) > 0)
		if p.Shape.depth(a.at, b.at) <= Near && p.Shape.fromLine(a.at, b.at) <= Near {
			v = undecided
		}
		touched := atMost(p.Shape.from(a.at), a.unit.radius())
		holds := decided(p.Shape.holds(b.at))
		if p.Shape.rim(b.at) <= Near {
			holds = undecided
		}
		counts[i] = min(v, max(touched.not(), holds))
	}
	shroud := t.shrouded(b)
	for _, n := range []int{0, 10, 20} {
		least, most := no, no // a Cover of n or more; a Cover of more than n
		for i, p := range t.pieces {
			by := map[string]int{"light": 10, "heavy": 20}[p.Class]
			if by >= n {
				least = max(least, counts[i])
			}
			if by > n {
				most = max(most, counts[i])
			}
		}
		if n <= 10 {
			least = max(least, shroud)
		}
		if n == 0 {
			least, most = yes, max(most, shroud)
		}
		if least > no && most < yes {
			sums = append(sums, n)
		}
	}
	return sums, counts
}

// shrouded reports whether the model has Light Cover by Spore Shroud (J14.14, JQ45).
func (t *table) shrouded(x *model) verdict {
	s := t.with(x.seat, "spore-shroud")
	if s == nil || !x.unit.is("infantry") {
		return no
	}
	near := no
	for _, p := range t.pieces {
		near = max(near, atMost(max(0, p.Shape.from(x.at)-x.unit.radius()), 1))
	}
	return min(near, atMost(gap(s.disc(), x.disc()), 3))
}
