package jagged

import "math"

// Near is the tolerance of measurements, in inches. The rules measure with 0.001" (JQ2), and places are whole thousandths.
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

// disc is a base or a marker.
type disc struct {
	point
	r float64
}

// gap returns the shortest distance from rim to rim, 0 if they overlap (J1.5).
func gap(a, b disc) float64 { return max(0, dist(a.point, b.point)-a.r-b.r) }

// verdict is the answer to a question of measuring. min is "and", max is "or".
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

// below reports whether the length is under the limit. A base that only touches does not overlap.
func below(length, limit float64) verdict { return atMost(limit, length).not() }

func (v verdict) not() verdict { return yes - v }

func decided(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// agrees reports whether a recorded answer can be the verdict.
func (v verdict) agrees(recorded bool) bool { return v == undecided || v == decided(recorded) }

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

// fromLine returns the least distance from a straight way to the polygon, 0 if the way enters it.
func (s shape) fromLine(from, to point) float64 {
	least := min(s.from(from), s.from(to))
	s.edges(func(a, b point) { least = min(least, apart(from, to, a, b)) })
	return least
}

// depth returns how deep inside the polygon the segment comes, 0 if it stays outside.
func (s shape) depth(from, to point) float64 {
	at := []float64{0, 1}
	d := to.minus(from)
	s.edges(func(a, b point) {
		e := b.minus(a)
		if c := d.cross(e); c != 0 {
			if t := a.minus(from).cross(e) / c; t > 0 && t < 1 {
				at = append(at, t)
			}
		}
	})
	deepest := 0.0
	for _, t := range at {
		for _, u := range at {
			const steps = 8
			for k := 1; t < u && k < steps; k++ {
				if p := between(from, to, t+(u-t)*float64(k)/steps); s.holds(p) {
					deepest = max(deepest, s.rim(p))
				}
			}
		}
	}
	return deepest
}

func toSegment(p, a, b point) float64 {
	d := b.minus(a)
	l := d.dot(d)
	if l == 0 {
		return dist(p, a)
	}
	return dist(p, between(a, b, min(1, max(0, p.minus(a).dot(d)/l))))
}

// apart returns the distance between two segments, 0 if they cross.
func apart(a, b, c, d point) float64 {
	side := func(p, q, r point) float64 { return q.minus(p).cross(r.minus(p)) }
	if side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0 {
		return 0
	}
	return min(toSegment(a, c, d), toSegment(b, c, d), toSegment(c, a, b), toSegment(d, a, b))
}
