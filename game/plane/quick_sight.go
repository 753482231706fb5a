package plane

import (
	"math"
	"slices"
)

// quickSight is an approximate test whether two bases on the ground see each other past buildings that are too high to
// see over. It tries the lines that touch two things without crossing any: if any line is free, it can be moved until
// it is one of these. The time does not depend on how narrow the view is. The error is up to a thousandth of an inch.
type quickSight struct {
	a, b    ring
	shapes  []Polygon
	corners []vec
}

// ring is a base in floating point.
type ring struct {
	c vec
	r float64
}

// between reports whether base a sees base b.
func (g *quickSight) between(a, b ring) bool {
	g.a, g.b = a, b
	g.corners = g.corners[:0]
	for _, s := range g.shapes {
		for _, p := range s {
			if c := toVec(p); math.Sqrt(c.toSeg2(a.c, b.c)) <= max(a.r, b.r) {
				g.corners = append(g.corners, c)
			}
		}
	}
	if g.along(a.c, b.c) {
		return true
	}
	for _, ka := range [2]float64{a.r, -a.r} {
		for _, kb := range [2]float64{b.r, -b.r} {
			if p, q, ok := tangent(a.c, ka, b.c, kb); ok && g.clear(p, q) {
				return true
			}
		}
	}
	for i, c := range g.corners {
		for _, side := range [2]float64{1, -1} {
			if p, _, ok := tangent(a.c, side*a.r, c, 0); ok && g.along(p, c) {
				return true
			}
			if p, _, ok := tangent(b.c, side*b.r, c, 0); ok && g.along(c, p) {
				return true
			}
		}
		for _, d := range g.corners[:i] {
			if g.along(c, d) {
				return true
			}
		}
	}
	return false
}

// along reports whether the line through two points joins the bases.
func (g *quickSight) along(p, q vec) bool {
	u := q.minus(p).unit()
	t, ok := g.a.chord(p, u)
	s, ok2 := g.b.chord(p, u)
	if !ok || !ok2 {
		return false
	}
	// From where the line leaves one base to where it enters the other.
	if t[0] > s[0] {
		t, s = s, t
	}
	return s[0] <= t[1] || g.clear(p.plus(u.times(t[1])), p.plus(u.times(s[0])))
}

// chord returns where a line through p is inside the base, as distances from p. A line that only touches the base counts.
func (r ring) chord(p, u vec) ([2]float64, bool) {
	w := r.c.minus(p)
	h, mid := u.cross(w), u.dot(w)
	d := float64(r.r*r.r) - float64(h*h)
	if d < -r.r { // half a thousandth away
		return [2]float64{}, false
	}
	half := math.Sqrt(max(d, 0))
	return [2]float64{mid - half, mid + half}, true
}

// clear reports whether the segment passes all buildings, at most touching them.
func (g *quickSight) clear(p, q vec) bool {
	for _, s := range g.shapes {
		if cuts(p, q, s) {
			return false
		}
	}
	return true
}

// cuts reports whether the segment runs inside the outline by more than a touch.
func cuts(p, q vec, shape Polygon) bool {
	var buf [16]float64
	d := q.minus(p)
	at := append(buf[:0], 0, 1)
	for i := range shape {
		x, y := shape.edge(i)
		a, e := toVec(x), toVec(y).minus(toVec(x))
		n := d.cross(e)
		if n == 0 {
			continue
		}
		w := a.minus(p)
		const brim = 1e-3
		t, k := w.cross(e)/n, w.cross(d)/n
		if t > 0 && t < 1 && k > -brim && k < 1+brim {
			at = append(at, t)
		}
	}
	slices.Sort(at)
	for i := 1; i < len(at); i++ {
		if outside(p.plus(d.times((at[i-1]+at[i])/2)), shape, 1) < -1 {
			return true
		}
	}
	return false
}
