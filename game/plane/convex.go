package plane

import (
	"fmt"
	"slices"
)

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
		i := slices.IndexFunc(rest, func(p Point) bool { return rest.ear(p) })
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
