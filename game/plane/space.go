package plane

import "math"

// The search runs in the space of positions of a base's centre. Every enemy is a round obstacle, enlarged by the base's radius.
// Every corner of an outline is one too, and its edges are fences of that thickness. A shortest way consists of straight legs
// that touch round obstacles, and of arcs along their rims.

// round is a round obstacle.
type round struct {
	c    vec
	rim  float64 // ways bend along a circle of this radius
	min  float64 // minimum distance, a trifle less than rim, so that a way along the rim passes
	spin bool    // a zone that the mover may leave only while the distance never shrinks

	blindKnown bool
	blind      []float64 // directions in which something blocks the rim
}

// fence is an edge of an outline. Its ends are round obstacles of their own.
type fence struct {
	a, b   vec
	min    float64 // minimum distance
	lo, hi vec     // the box of everything too near
}

// space is the space of a search.
type space struct {
	rounds []round
	fences []fence
	lo, hi vec   // the centre stays between these
	out    []vec // the distance to these may never shrink
}

// play is how much obstacles shrink for checks, in thousandths: more than floating-point errors, less than the tolerance.
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
// into the arc and not into its ends, the direction in which it cuts deepest is on the arc.
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

// recedes reports whether the distance to c never shrinks along an arc: it grows up to the rim's point furthest from c.
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

// survey builds the space of one search.
type survey struct {
	space
	m        *Mover
	from, to vec     // to equals from if there is no goal
	reach    float64 // maximum length of a way; anything beyond is omitted
	pad      float64 // added to every rim, to keep clear of things that a way may touch
}

// terms holds the settings of a survey, apart from the mover.
type terms struct {
	reach Inch
	pad   float64
	dry   bool   // terrain that slows is an obstacle
	open  uint32 // the buildings, a bit each, that may be climbed; others that could be are obstacles
	sight shades
}

// surveyed returns the space for a mover between two points. Without a goal the points are equal.
func (l *shadows) surveyed(from, to Point, t terms) *space {
	g, m := l.g, l.m
	s := survey{m: m, from: toVec(from), to: toVec(to), reach: float64(t.reach), pad: t.pad}
	r := float64(m.R)
	s.lo = toVec(g.Table.Min).plus(vec{r, r})
	s.hi = toVec(g.Table.Max).minus(vec{r, r})
	for _, e := range m.Enemies {
		s.round(toVec(e.At), float64(m.R+e.R))
	}
	for i := range g.Buildings {
		if g.bars(*m, i) || g.climbed(i) && t.open>>i&1 == 0 {
			s.outline(g.Buildings[i].Shape, r)
		}
	}
	for i := range g.Areas {
		if t.dry && g.Areas[i].Kind.Slows() {
			s.outline(g.Areas[i].Shape, r)
		}
	}
	for i := range m.Zones {
		s.zone(l, i, from, t.sight)
	}
	s.leaving()
	return &s.space
}

// near reports whether a way could come within d of the point c.
func (s *survey) near(c vec, d float64) bool {
	return c.minus(s.from).length()+c.minus(s.to).length() <= s.reach+float64(2*d)
}

// contact returns how close a way may be to an obstacle that it may touch at that distance: a trifle less. If an end
// of the way is already nearer, within the tolerance of decisions, the way may begin or end there.
func (s *survey) contact(touch float64, from, to float64) float64 {
	least := touch + s.pad - play
	for _, d := range [2]float64{from, to} {
		if d > touch-float64(Thou)-0.001 {
			least = min(least, d-0.001)
		}
	}
	return least
}

// round adds a round obstacle unless it is out of reach.
func (s *survey) round(c vec, touch float64) {
	if s.near(c, touch+s.pad) {
		s.rounds = append(s.rounds, round{c: c, rim: touch + s.pad, min: s.contact(touch, c.minus(s.from).length(), c.minus(s.to).length())})
	}
}

// outline adds an outline to which the centre must keep a distance.
func (s *survey) outline(shape Polygon, touch float64) {
	b := Box(shape)
	lo, hi := toVec(b.Min), toVec(b.Max)
	if !s.near(lo.plus(hi).times(0.5), float64(hi.minus(lo).length()/2)+touch+s.pad) {
		return
	}
	for i := range shape {
		p, q := shape.edge(i)
		a, b := toVec(p), toVec(q)
		s.round(b, touch)
		if d := b.minus(a).length(); d > 0 && s.near(a.plus(b).times(0.5), float64(d/2)+touch+s.pad) {
			s.fence(a, b, touch)
		}
	}
}

func (s *survey) fence(a, b vec, touch float64) {
	least := s.contact(touch, math.Sqrt(s.from.toSeg2(a, b)), math.Sqrt(s.to.toSeg2(a, b)))
	m := vec{least, least}
	s.fences = append(s.fences, fence{
		a: a, b: b, min: least,
		lo: vec{min(a.x, b.x), min(a.y, b.y)}.minus(m),
		hi: vec{max(a.x, b.x), max(a.y, b.y)}.plus(m),
	})
}

// zone adds a zone that the mover keeps away from.
func (s *survey) zone(l *shadows, i int, from Point, sight shades) {
	z := s.m.Zones[i]
	c := toVec(z.Body.At)
	rim := float64(z.rim(s.m.R)) + 1
	switch {
	case l.g.in(z, *s.m, from):
		s.out = append(s.out, c)
	case !s.near(c, rim+s.pad) || z.Sight && sight == unseen:
	case z.Sight && sight == shaded && l.cast(i):
		const off = 12 // thousandths, more than the outline's error
		s.outline(l.outline(i), off)
	default:
		s.round(c, rim)
	}
}

// leaving adds circles around the bodies that the mover leaves, along which the distance to the body stays the same. One has
// the distance of the start; others begin where circling another such body would bring the mover nearer.
func (s *survey) leaving() {
	type circle struct {
		of  int
		rim float64
	}
	const turns = 3 // greatest number of changes from one circle to the next
	var all []circle
	for i, c := range s.out {
		all = append(all, circle{i, c.minus(s.from).length()})
	}
	for done, n := 0, 1; n < turns; n++ {
		last := all[done:]
		done = len(all)
		for _, k := range last {
			for j, c := range s.out {
				if j != k.of {
					all = append(all, circle{j, s.out[k.of].minus(c).length() + k.rim})
				}
			}
		}
	}
	for _, k := range all {
		c := s.out[k.of]
		least := c.minus(s.from).length()
		if k.rim > 0 && k.rim-least <= s.reach {
			s.rounds = append(s.rounds, round{c: c, rim: k.rim, min: least - 0.001, spin: true})
		}
	}
}
