package plane

// Crosses reports whether the segment a-b runs through the outline: some stretch of it lies inside, not on the rim. A
// segment that touches a corner or runs along an edge does not, and a single point does if it lies inside. Exact for
// points within MaxInch. The polygon must be an outline that New accepts.
func (s Polygon) Crosses(a, b Point) bool {
	if Box([]Point{a, b}).apart(Box(s), 0) {
		return false
	}
	turn := 1 // which side of an edge is inside
	if s.area2() < 0 {
		turn = -1
	}
	rim := false
	for i, q := range s {
		p, r := s[(i+len(s)-1)%len(s)], s[(i+1)%len(s)]
		switch {
		case segsCross(a, b, p, q):
			return true
		case on(a, p, q), on(b, p, q):
			// An end on the edge: the segment runs inside on the inner side of it. Corners are looked at below.
			from, to := a, b
			if !on(a, p, q) {
				from, to = b, a
			}
			rim = rim || from == a
			if from != p && from != q && side(p, q, to) == turn {
				return true
			}
		}
		if on(q, a, b) && (opens(p, q, r, a, turn) || opens(p, q, r, b, turn)) {
			return true
		}
	}
	return !rim && inside(a, s)
}

// opens reports whether the direction from the corner q to x points into the outline, whose neighbouring corners are p
// and r. If x is q there is no direction, and it does not.
func opens(p, q, r, x Point, turn int) bool {
	in, out := side(p, q, x) == turn, side(q, r, x) == turn
	if side(p, q, r) == turn {
		return in && out
	}
	return in || out
}

// Contact returns where the centre of a is when a, moved straight towards the centre of b, touches b: the last step of
// a thousandth before the two overlap. It is a's own place if they overlap or touch already.
func Contact(a, b Disc) Point {
	n := int64(Dist(a.At, b.At))
	apart := func(k int64) bool { return !less(dist2(along(a.At, b.At, k, n), b.At), a.R+b.R) }
	if n == 0 || !apart(0) {
		return a.At
	}
	return along(a.At, b.At, last(apart, 0, n+1), n)
}

// Farthest returns the farthest place at which a base may end a move that goes from one point straight towards the
// other, and no farther. A path from the first point to the result is one that Check allows, and it is no longer than
// the allowance, not even by a thousandth. Anything that slows the base between the two points counts, wherever the
// move ends. The result is the first point if no other will do. It is exact: of the steps of a thousandth along the leg, no
// farther one will do. A mover with Zones may take it a Check for every step.
func (g *Ground) Farthest(m Mover, from, to Point) Point {
	s := stride{g: g, m: m, from: from, to: to, n: int64(Dist(from, to))}
	if g.slows(m, Path{from, to}) {
		s.m.Allowance -= m.Slow
	}
	s.m.Slow = 0
	if s.n == 0 || !g.Table.Holds(Disc{from, m.R}) {
		return from
	}
	k := last(s.fits, 0, s.n+1)
	for {
		if k = s.climbing(k); k == 0 {
			return from
		}
		t := g.Check(s.m, s.path(k))
		if t.Stop == nil {
			return s.at(k)
		}
		k = s.back(k, *t.Stop)
	}
}

// stride is a straight leg of n steps, of a thousandth each.
type stride struct {
	g        *Ground
	m        Mover
	from, to Point
	n        int64
}

func (s *stride) at(k int64) Point  { return along(s.from, s.to, k, s.n) }
func (s *stride) path(k int64) Path { return Path{s.from, s.at(k)} }

// fits reports whether the base is on the table at that step and has come no farther than its allowance.
func (s *stride) fits(k int64) bool {
	return k == 0 || k <= s.n && s.path(k).Length() <= s.m.Allowance && s.g.Table.Holds(Disc{s.at(k), s.m.R})
}

// climbing returns the last step up to k to which the allowance leads with what the base climbs until then.
func (s *stride) climbing(k int64) int64 {
	narrow := s.m
	narrow.R -= rounding
	for k > 0 {
		p := s.path(k)
		up := s.g.climbs(s.m, p)
		over := int64(p.Length() + up - s.m.Allowance)
		if up == 0 || over <= 0 {
			break
		}
		// The base climbs the same on all steps in between, and more than this rounding deep.
		for over -= rounding; over > 1 && s.g.climbs(narrow, s.path(k-over)) != up; over /= 2 {
		}
		k -= max(1, over)
	}
	return k
}

// rounding is more than the rounded ends of two legs can move them apart: one leg may miss what a shorter one hits, but not by more.
const rounding = 3

// back returns the last step before k at which the same thing may not be in the way any more.
func (s *stride) back(k int64, stop Stop) int64 {
	r := s.m.R
	switch stop.Why {
	case StopEnemy:
		e := s.m.Enemies[stop.Index]
		return s.short(k, func(to Point, deeper Inch) bool { return segDist2Less(e.At, s.from, to, r+e.R-Thou-deeper) })
	case StopWall:
		shape := s.g.Buildings[stop.Index].Shape
		return s.short(k, func(to Point, deeper Inch) bool { return legCloser(s.from, to, shape, r-Thou-deeper) })
	case StopOccupied:
		o := s.m.Others[stop.Index]
		return s.off(k, func(at Point) (bool, Inch) { return Overlap(Disc{at, r}, o), r + o.R - Dist(at, o.At) })
	case StopRoof:
		shape := s.g.Buildings[stop.Index].Shape
		return s.off(k, func(at Point) (bool, Inch) {
			deep := shape.depth(Disc{at, r})
			return legCloser(at, at, shape, r-Thou) && !onRoof(Disc{at, r}, shape), min(deep, 2*r-deep) // to the rim
		})
	}
	return k - 1
}

// short returns the last step before k to which the leg does not hit something. hits reports whether a leg does, by so
// much more than it may.
func (s *stride) short(k int64, hits func(to Point, deeper Inch) bool) int64 {
	if hits(s.at(k), rounding) {
		k = last(func(k int64) bool { return hits(s.at(k), rounding) }, k, 0)
	}
	for k > 0 && hits(s.at(k), 0) {
		k--
	}
	return k
}

// off returns the last step before k at which the base does not overlap something. on reports whether it does at a
// place, and by how much: it has to go at least as far to get off.
func (s *stride) off(k int64, on func(at Point) (bool, Inch)) int64 {
	for k > 0 {
		overlaps, deep := on(s.at(k))
		if !overlaps {
			return k
		}
		k -= int64(max(1, deep-rounding))
	}
	return 0
}
