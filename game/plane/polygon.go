package plane

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Decisions about outlines are made in integers. Coordinates stay below MaxInch, so products of two differences fit in
// 64 bits. Products of four are compared in 128 bits.

// cross returns twice the area of the triangle a-b-c; it is positive if c lies to the left of the line from a to b.
func cross(a, b, c Point) int64 {
	return (int64(b.X)-int64(a.X))*(int64(c.Y)-int64(a.Y)) - (int64(b.Y)-int64(a.Y))*(int64(c.X)-int64(a.X))
}

// dot returns the dot product of the vectors from a to b and from a to c; it is negative if they point apart.
func dot(a, b, c Point) int64 {
	return (int64(b.X)-int64(a.X))*(int64(c.X)-int64(a.X)) + (int64(b.Y)-int64(a.Y))*(int64(c.Y)-int64(a.Y))
}

// on reports whether p is on the segment a-b, ends included.
func on(p, a, b Point) bool { return cross(a, b, p) == 0 && dot(p, a, b) <= 0 }

// segsMeet reports whether two segments have a point in common, ends included.
func segsMeet(a, b, c, d Point) bool {
	return segsCross(a, b, c, d) || on(c, a, b) || on(d, a, b) || on(a, c, d) || on(b, c, d)
}

// segsCross reports whether each segment has its ends on either side of the other.
func segsCross(a, b, c, d Point) bool {
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// area2 returns twice the area; it is positive if the corners go counter-clockwise.
func (s Polygon) area2() int64 {
	var sum int64
	for i := range s {
		a, b := s.edge(i)
		sum += cross(s[0], a, b)
	}
	return sum
}

// Contains reports whether the point lies inside or on the rim. Exact.
func (s Polygon) Contains(p Point) bool {
	return s.anyEdge(func(a, b Point) bool { return on(p, a, b) }) || inside(p, s)
}

// anyEdge reports whether is holds for some edge.
func (s Polygon) anyEdge(is func(a, b Point) bool) bool {
	for i := range s {
		if is(s.edge(i)) {
			return true
		}
	}
	return false
}

// rimCloser reports whether the point is strictly closer than r to the rim.
func (s Polygon) rimCloser(p Point, r Inch) bool {
	return s.anyEdge(func(a, b Point) bool { return segDist2Less(p, a, b, r) })
}

// Overlaps reports whether the base overlaps the polygon by more than a touch.
func (s Polygon) Overlaps(d Disc) bool {
	if d.R > Thou {
		return legCloser(d.At, d.At, s, d.R-Thou)
	}
	return s.Contains(d.At) && !s.rimCloser(d.At, Thou-d.R+1)
}

// Touches reports whether the base overlaps or touches the polygon.
func (s Polygon) Touches(d Disc) bool { return legCloser(d.At, d.At, s, d.R+Thou+1) }

// Overlap reports whether two polygons overlap by more than a touch: some convex parts of the two overlap by more
// than Thou. Both must be outlines that New accepts.
func (s Polygon) Overlap(o Polygon) bool {
	if Box(s).apart(Box(o), 0) {
		return false
	}
	theirs := o.Convex()
	for _, p := range s.Convex() {
		for _, q := range theirs {
			if !p.keepsOut(q) && !q.keepsOut(p) {
				return true
			}
		}
	}
	return false
}

// keepsOut reports whether some edge of the convex polygon s has all of o outside, or inside by at most Thou.
func (s Polygon) keepsOut(o Polygon) bool {
	return s.anyEdge(func(a, b Point) bool {
		var deep int64
		for _, p := range o {
			deep = max(deep, cross(a, b, p))
		}
		return compareProducts(deep, deep, dist2(a, b), int64(Thou)*int64(Thou)) <= 0
	})
}

// depth returns how far a base that touches the outline reaches into it, at most the base's diameter.
func (s Polygon) depth(d Disc) Inch {
	return min(2*d.R, max(0, d.R-Inch(math.Round(outside(toVec(d.At), s, Box(s), math.Inf(1))))))
}

// Exact integer tests of the area that a base sweeps on a straight leg, against outlines.

// Box returns the smallest rectangle around some points.
func Box(pts []Point) Rect {
	b := Rect{pts[0], pts[0]}
	for _, p := range pts[1:] {
		b.Min = Point{min(b.Min.X, p.X), min(b.Min.Y, p.Y)}
		b.Max = Point{max(b.Max.X, p.X), max(b.Max.Y, p.Y)}
	}
	return b
}

// apart reports whether two rectangles are at least that far from each other along an axis.
func (r Rect) apart(o Rect, by Inch) bool {
	return r.Min.X-o.Max.X >= by || o.Min.X-r.Max.X >= by || r.Min.Y-o.Max.Y >= by || o.Min.Y-r.Max.Y >= by
}

// side returns the sign of the turn from a-b to a-p: 1 if p lies to the left, -1 to the right, 0 on the line.
func side(a, b, p Point) int { return cmp.Compare(cross(a, b, p), 0) }

// segsCloser reports whether two segments come strictly closer to each other than r, which must be positive.
func segsCloser(a, b, c, d Point, r Inch) bool {
	return segDist2Less(a, c, d, r) || segDist2Less(b, c, d, r) || segDist2Less(c, a, b, r) || segDist2Less(d, a, b, r) ||
		segsCross(a, b, c, d)
}

// inside reports whether a point lies inside the outline. For points on the rim either result is possible.
func inside(p Point, shape Polygon) bool {
	in := false
	for i := range shape {
		a, b := shape.edge(i)
		if (a.Y > p.Y) == (b.Y > p.Y) {
			continue
		}
		// Does the edge cross the horizontal through p, to the left or right of p?
		if up := b.Y > a.Y; side(a, b, p) > 0 == up {
			in = !in
		}
	}
	return in
}

// legCloser reports whether the leg a-b comes strictly closer to the outline than r, or runs inside it.
func legCloser(a, b Point, shape Polygon, r Inch) bool {
	if Box([]Point{a, b}).apart(Box(shape), r) {
		return false
	}
	for i := range shape {
		if e, f := shape.edge(i); segsCloser(a, b, e, f, r) {
			return true
		}
	}
	return inside(a, shape)
}

// edge returns the i-th edge of the outline, which ends in its i-th corner.
func (shape Polygon) edge(i int) (a, b Point) { return shape[(i+len(shape)-1)%len(shape)], shape[i] }

// along returns the point k of n steps along the leg a-b, to the nearest thousandth.
func along(a, b Point, k, n int64) Point {
	step := func(p, q Inch) Inch {
		d := 2*(int64(q)-int64(p))*k + n
		v := d / (2 * n)
		if d < 0 && d%(2*n) != 0 {
			v--
		}
		return p + Inch(v)
	}
	return Point{step(a.X, b.X), step(a.Y, b.Y)}
}

// check returns an error unless the outline is simple: it encloses one area, and edges touch only at their common corners.
func (s Polygon) check() error {
	if len(s) < 3 {
		return fmt.Errorf("%d corners: an outline needs at least 3", len(s))
	}
	if len(s) > MaxCorners {
		return fmt.Errorf("%d corners: an outline has at most %d", len(s), MaxCorners)
	}
	for i := range s {
		a, b := s.edge(i)
		if a == b {
			return fmt.Errorf("the corner %v comes twice in a row; the last corner is joined to the first without repeating it", a)
		}
		for j := i + 1; j < len(s); j++ {
			c, d := s.edge(j)
			switch {
			case b == c && cross(a, b, d) == 0 && dot(b, a, d) > 0, d == a && cross(c, d, b) == 0 && dot(a, b, c) > 0:
				return fmt.Errorf("the outline turns back on itself at %v", c)
			case j > i+1 && !(i == 0 && j == len(s)-1) && segsMeet(a, b, c, d):
				return fmt.Errorf("the edge %v to %v meets the edge %v to %v: an outline goes round once", a, b, c, d)
			}
		}
	}
	return nil
}

// Convex splits the polygon into convex parts that do not overlap, with corners counter-clockwise. The polygon must be
// an outline that New accepts.
func (s Polygon) Convex() []Polygon { return merge(s.triangles()) }

// triangles cuts off ears until nothing is left.
func (s Polygon) triangles() []Polygon {
	rest := slices.Clone(s)
	if rest.area2() < 0 {
		slices.Reverse(rest)
	}
	var out []Polygon
	for len(rest) >= 3 {
		i := slices.IndexFunc(rest, rest.ear)
		if i < 0 {
			return out // impossible: every simple outline has an ear
		}
		a, b, c := rest.around(i)
		if cross(a, b, c) > 0 {
			out = append(out, Polygon{a, b, c})
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return out
}

// around returns a corner with its two neighbours.
func (s Polygon) around(i int) (before, at, after Point) {
	n := len(s)
	return s[(i+n-1)%n], s[i], s[(i+1)%n]
}

// ear reports whether the corner can be cut off: it is straight, or it is convex and no other corner is inside the cut.
func (s Polygon) ear(p Point) bool {
	a, b, c := s.around(slices.Index(s, p))
	turn := cross(a, b, c)
	if turn <= 0 {
		return turn == 0
	}
	for _, q := range s {
		if q != a && q != b && q != c && cross(a, b, q) >= 0 && cross(b, c, q) >= 0 && cross(c, a, q) >= 0 {
			return false
		}
	}
	return true
}

// merge joins neighbouring convex parts as long as the result is convex.
func merge(parts []Polygon) []Polygon {
	for i := 0; i < len(parts); i++ {
		for j := i + 1; j < len(parts); j++ {
			if m, ok := join(parts[i], parts[j]); ok {
				parts[i] = m
				parts = slices.Delete(parts, j, j+1)
				j = i // the larger part may now join an earlier one
			}
		}
	}
	return parts
}

// sharedEdge returns an edge of p that q has in the other direction.
func sharedEdge(p, q Polygon) (a, b Point, ok bool) {
	for i := range p {
		a, b = p.edge(i)
		for j := range q {
			if c, d := q.edge(j); c == b && d == a {
				return a, b, true
			}
		}
	}
	return Point{}, Point{}, false
}

// join joins two convex parts at their shared edge if the result is convex.
func join(p, q Polygon) (Polygon, bool) {
	a, b, ok := sharedEdge(p, q)
	if !ok {
		return nil, false
	}
	// From b around p to a, then along q from after a to before b.
	out := append(slices.Clone(p[slices.Index(p, b):]), p[:slices.Index(p, b)]...)
	k := slices.Index(q, a)
	for n := 1; n < len(q)-1; n++ {
		out = append(out, q[(k+n)%len(q)])
	}
	for i := range out {
		if x, y, z := out.around(i); cross(x, y, z) < 0 {
			return nil, false
		}
	}
	return out, true
}
