package downsync

import (
	"math"
	"slices"
)

// Near is the tolerance of measurements, in inches. The rules measure with 0.001" (Q3), and places are whole thousandths.
const Near = 0.002

// point is a place on the table, in inches.
type point struct{ X, Y float64 }

func (a point) plus(b point) point        { return point{a.X + b.X, a.Y + b.Y} }
func (a point) minus(b point) point       { return point{a.X - b.X, a.Y - b.Y} }
func (a point) times(k float64) point     { return point{a.X * k, a.Y * k} }
func (a point) length() float64           { return math.Hypot(a.X, a.Y) }
func (a point) cross(b point) float64     { return a.X*b.Y - a.Y*b.X }
func (a point) dot(b point) float64       { return a.X*b.X + a.Y*b.Y }
func dist(a, b point) float64             { return a.minus(b).length() }
func between(a, b point, t float64) point { return a.plus(b.minus(a).times(t)) }

// disc is a base.
type disc struct {
	point
	r float64
}

// gap returns the shortest distance from rim to rim, 0 if the bases overlap (R1.5, Q3).
func gap(a, b disc) float64 { return max(0, dist(a.point, b.point)-a.r-b.r) }

// verdict is the answer to a question of measuring.
type verdict int

const (
	no        verdict = iota
	undecided         // too near to the limit
	yes
)

// atMost reports whether the length is not over the limit.
func atMost(length, limit float64) verdict {
	switch {
	case length > limit+Near:
		return no
	case length <= limit-Near:
		return yes
	}
	return undecided
}

func (v verdict) not() verdict { return yes - v }

func boolean(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// shape is a polygon.
type shape []point

// edges calls do with each edge.
func (s shape) edges(do func(a, b point)) {
	for i, a := range s {
		do(a, s[(i+1)%len(s)])
	}
}

func (s shape) holds(p point) bool {
	in := false
	s.edges(func(a, b point) {
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y) {
			in = !in
		}
	})
	return in
}

// rim returns the distance from the point to the polygon's outline.
func (s shape) rim(p point) float64 {
	least := math.Inf(1)
	s.edges(func(a, b point) { least = min(least, toSegment(p, a, b)) })
	return least
}

// from returns the distance from the point to the polygon, 0 inside.
func (s shape) from(p point) float64 {
	if s.holds(p) {
		return 0
	}
	return s.rim(p)
}

// fromWay returns the least distance from a way to the polygon, 0 if the way enters it.
func (s shape) fromWay(way []point) float64 {
	least := s.from(way[0])
	for i := 1; i < len(way); i++ {
		least = min(least, s.from(way[i]))
		s.edges(func(a, b point) { least = min(least, apart(way[i-1], way[i], a, b)) })
	}
	return least
}

// wholly reports whether the disc is inside the polygon.
func (s shape) wholly(d disc) bool { return s.holds(d.point) && s.rim(d.point) >= d.r-Near }

func toSegment(p, a, b point) float64 {
	d := b.minus(a)
	l := d.dot(d)
	if l == 0 {
		return dist(p, a)
	}
	t := min(1, max(0, p.minus(a).dot(d)/l))
	return dist(p, between(a, b, t))
}

// meet reports whether two segments cross.
func meet(a, b, c, d point) bool {
	ab, cd := b.minus(a), d.minus(c)
	p, q := ab.cross(c.minus(a)), ab.cross(d.minus(a))
	r, s := cd.cross(a.minus(c)), cd.cross(b.minus(c))
	return (p > 0) != (q > 0) && (r > 0) != (s > 0)
}

// apart returns the distance between two segments.
func apart(a, b, c, d point) float64 {
	if meet(a, b, c, d) {
		return 0
	}
	return min(toSegment(a, c, d), toSegment(b, c, d), toSegment(c, a, b), toSegment(d, a, b))
}

// way returns the least distance from a point to a way.
func fromWay(p point, way []point) float64 {
	least := dist(p, way[0])
	for i := 1; i < len(way); i++ {
		least = min(least, toSegment(p, way[i-1], way[i]))
	}
	return least
}

func wayLength(way []point) float64 {
	sum := 0.0
	for i := 1; i < len(way); i++ {
		sum += dist(way[i-1], way[i])
	}
	return sum
}

// span is a part of a line, as shares of its length.
type span struct{ from, to float64 }

// inside returns the parts of the line from a to b that are in the polygon.
func (s shape) inside(a, b point) []span {
	cuts := []float64{0, 1}
	d := b.minus(a)
	s.edges(func(c, e point) {
		edge := e.minus(c)
		k := d.cross(edge)
		if k == 0 {
			return
		}
		t, u := c.minus(a).cross(edge)/k, c.minus(a).cross(d)/k
		if t > 0 && t < 1 && u >= 0 && u <= 1 {
			cuts = append(cuts, t)
		}
	})
	if len(cuts) == 2 && !s.holds(between(a, b, 0.5)) {
		return nil
	}
	slices.Sort(cuts)
	var in []span
	for i := 1; i < len(cuts); i++ {
		if cuts[i]-cuts[i-1] > 1e-9 && s.holds(between(a, b, (cuts[i]+cuts[i-1])/2)) {
			in = append(in, span{cuts[i-1], cuts[i]})
		}
	}
	return in
}

// total returns the length of a union of spans.
func total(in []span) float64 {
	slices.SortFunc(in, func(a, b span) int {
		switch {
		case a.from < b.from:
			return -1
		case a.from > b.from:
			return 1
		}
		return 0
	})
	sum, end := 0.0, 0.0
	for _, s := range in {
		if from := max(s.from, end); s.to > from {
			sum, end = sum+s.to-from, s.to
		}
	}
	return sum
}

// hull returns the convex hull of the points, counter-clockwise.
func hull(all []point) shape {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b point) int {
		if a.X != b.X {
			return int(math.Copysign(1, a.X-b.X))
		}
		return int(math.Copysign(1, a.Y-b.Y))
	})
	half := func(ps []point) []point {
		var out []point
		for _, p := range ps {
			for len(out) > 1 && out[len(out)-1].minus(out[len(out)-2]).cross(p.minus(out[len(out)-2])) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		return out[:len(out)-1]
	}
	lower := half(all)
	slices.Reverse(all)
	return append(lower, half(all)...)
}

// overlaps reports whether two polygons share more than a touch.
func (s shape) overlaps(o shape) bool {
	if s.holds(o[0]) || o.holds(s[0]) {
		return true
	}
	crossed := false
	s.edges(func(a, b point) {
		if !crossed {
			o.edges(func(c, d point) { crossed = crossed || meet(a, b, c, d) })
		}
	})
	return crossed
}

// box is the smallest upright rectangle around points.
type box struct{ low, high point }

func boxOf(ps []point) box {
	b := box{ps[0], ps[0]}
	for _, p := range ps {
		b.low = point{min(b.low.X, p.X), min(b.low.Y, p.Y)}
		b.high = point{max(b.high.X, p.X), max(b.high.Y, p.Y)}
	}
	return b
}

func (b box) apart(o box) bool {
	return b.high.X < o.low.X || o.high.X < b.low.X || b.high.Y < o.low.Y || o.high.Y < b.low.Y
}

// circleAround returns the radius of the smallest circle around at most a few points.
func circleAround(ps []point) float64 {
	least := math.Inf(1)
	try := func(c point) {
		r := 0.0
		for _, p := range ps {
			r = max(r, dist(c, p))
		}
		least = min(least, r)
	}
	for i, a := range ps {
		try(a)
		for j, b := range ps[:i] {
			try(between(a, b, 0.5))
			for _, c := range ps[:j] {
				u, v := b.minus(a), c.minus(a)
				k := 2 * u.cross(v)
				if k == 0 {
					continue
				}
				uu, vv := u.dot(u), v.dot(v)
				try(a.plus(point{(v.Y*uu - u.Y*vv) / k, (u.X*vv - v.X*uu) / k}))
			}
		}
	}
	return least
}
