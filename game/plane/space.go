package plane

import "math"

// The search runs in the space of positions of a base's centre. Every enemy is a round obstacle, enlarged by the base's
// radius. So is every corner of an outline, and its edges are fences of that thickness. A shortest way consists of
// straight legs that touch round obstacles, and of arcs along their rims.

// round is a round obstacle.
type round struct {
	c    vec
	rim  float64 // ways bend along a circle of this radius
	min  float64 // minimum distance, a trifle less than rim, so that a way along the rim passes
	spin bool    // a zone that the mover may leave only while the distance never shrinks (Q31)

	blindKnown bool
	blind      []float64 // directions in which something blocks the rim
}

// fence is an edge of an outline. Its ends are round obstacles of their own.
type fence struct {
	a, b   vec
	min    float64 // minimum distance
	lo, hi vec     // the box of everything too near
}

// space is what a search runs in.
type space struct {
	rounds []round
	fences []fence
	lo, hi vec   // the centre stays between these
	out    []vec // the distance to these may never shrink
}

// play is how much an obstacle is reduced for checks, in thousandths: more than the floating-point error, less than the
// tolerance of decisions.
const play = 0.25

// free reports whether nothing blocks the straight leg p-q.
func (s *space) free(p, q vec) bool {
	lo, hi := vec{min(p.x, q.x), min(p.y, q.y)}, vec{max(p.x, q.x), max(p.y, q.y)}
	if lo.x < s.lo.x-play || lo.y < s.lo.y-play || hi.x > s.hi.x+play || hi.y > s.hi.y+play {
		return false
	}
	d := q.minus(p)
	for _, c := range s.out {
		if w := p.minus(c); d.dot(w) < -1e-9*(d.len2()+w.len2()) {
			return false
		}
	}
	for i := range s.rounds {
		r := &s.rounds[i]
		if r.c.x-r.min < hi.x && r.c.x+r.min > lo.x && r.c.y-r.min < hi.y && r.c.y+r.min > lo.y &&
			r.c.toSeg2(p, q) < float64(r.min*r.min) {
			return false
		}
	}
	for i := range s.fences {
		w := &s.fences[i]
		if w.lo.x < hi.x && w.hi.x > lo.x && w.lo.y < hi.y && w.hi.y > lo.y && w.hit(p, q) {
			return false
		}
	}
	return true
}

// hit reports whether the leg p-q comes too near to the fence. The leg is known to keep clear of the fence's ends.
func (w *fence) hit(p, q vec) bool {
	m2 := float64(w.min * w.min)
	if p.toSeg2(w.a, w.b) < m2 || q.toSeg2(w.a, w.b) < m2 {
		return true
	}
	d, e := q.minus(p), w.b.minus(w.a)
	return (d.cross(w.a.minus(p)) < 0) != (d.cross(w.b.minus(p)) < 0) && (e.cross(p.minus(w.a)) < 0) != (e.cross(q.minus(w.a)) < 0)
}

// walk reports whether nothing blocks an arc along a round's rim, whose ends are known to be free. If something cuts
// into the arc and not into its ends, the direction in which it cuts deepest lies on the arc.
func (s *space) walk(i int, from, arc, turn float64) bool {
	if arc == 0 {
		return true
	}
	r := &s.rounds[i]
	if !r.blindKnown {
		r.blind, r.blindKnown = s.blocked(r), true
	}
	for _, b := range r.blind {
		if ahead(from, b, turn) <= arc {
			return false
		}
	}
	for _, c := range s.out {
		if !recedes(r, c, from, arc, turn) {
			return false
		}
	}
	return true
}

// recedes reports whether the distance to c never shrinks along an arc: it grows on the half turn up to the rim's point
// furthest from c. Around c itself it stays the same.
func recedes(r *round, c vec, from, arc, turn float64) bool {
	const err = 1e-6
	w := r.c.minus(c)
	top := ahead(from, w.angle(), turn)
	return w.len2() < 1 || top >= arc-err && top <= math.Pi+err
}

// blocked finds the directions in which something blocks a round's rim.
func (s *space) blocked(r *round) []float64 {
	var out []float64
	rim2 := float64(r.rim * r.rim)
	for j := range s.rounds {
		o := &s.rounds[j]
		e := o.c.minus(r.c)
		if d := e.length(); o != r && math.Abs(d-r.rim) < o.min {
			out = append(out, e.angle())
		}
	}
	for j := range s.fences {
		w := &s.fences[j]
		if reach := r.rim + w.min; r.c.toSeg2(w.a, w.b) >= float64(reach*reach) {
			continue
		}
		e := w.b.minus(w.a)
		e = e.times(1 / e.length())
		n := e.left()
		for _, u := range [2]vec{n, n.times(-1)} { // where the rim touches the line along the fence
			if r.c.plus(u.times(r.rim)).toSeg2(w.a, w.b) < float64(w.min*w.min) {
				out = append(out, u.angle())
			}
		}
		h := w.a.minus(r.c).dot(n)
		if float64(h*h) >= rim2 {
			continue
		}
		half := math.Sqrt(rim2 - float64(h*h))
		for _, u := range [2]vec{n.times(h).plus(e.times(half)), n.times(h).minus(e.times(half))} { // where the rim crosses the fence
			if t := r.c.plus(u).minus(w.a).dot(e); t >= 0 && t <= w.b.minus(w.a).length() {
				out = append(out, u.angle())
			}
		}
	}
	for _, u := range [4]vec{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} { // where the rim leaves the table
		if p := r.c.plus(u.times(r.rim)); p.x < s.lo.x-play || p.y < s.lo.y-play || p.x > s.hi.x+play || p.y > s.hi.y+play {
			out = append(out, u.angle())
		}
	}
	return out
}
