package plane

import "math"

// survey builds the space of one search.
type survey struct {
	space
	m        *Mover
	from, to vec     // to equals from if there is no goal
	reach    float64 // maximum length of a way; anything beyond is omitted
	pad      float64 // added to every rim, to keep clear of what a way may touch
}

// terms are what a survey considers besides the mover.
type terms struct {
	reach Inch
	pad   float64
	dry   bool // terrain that slows is an obstacle
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
	if !m.Infantry {
		for i := range g.Buildings {
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

// contact returns how near a way may come to an obstacle that it may touch at that distance: a trifle less. If an end
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

// zone adds what a Ping keeps away from.
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

// leaving adds circles around what the mover leaves, along which the distance to it stays the same. One has the
// distance of the start; others begin where circling another such body would bring the mover nearer.
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
