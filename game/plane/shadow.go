package plane

import (
	"math"
	"slices"
)

// A zone that counts only in sight does not apply where the mover is out of sight. The area in sight is approximated by
// its outline as seen from the zone's centre. The search keeps a distance from that outline that exceeds the error;
// Check decides whether a way is allowed.

// shades says how a search treats such zones.
type shades int

// Ordered from the shortest ways to those that are certainly allowed.
const (
	unseen shades = iota // the mover counts as out of sight everywhere
	shaded               // the part of the zone that is in sight is an obstacle
	seen                 // the mover counts as in sight everywhere
)

// shadows holds the outlines of the areas in sight of a mover's zones, each computed on demand.
type shadows struct {
	g     *Ground
	m     *Mover
	lit   []Polygon
	asked []bool
}

func newShadows(g *Ground, m *Mover) *shadows {
	return &shadows{g: g, m: m, lit: make([]Polygon, len(m.Zones)), asked: make([]bool, len(m.Zones))}
}

// cast reports whether a building is near enough to the zone to hide the mover in it.
func (s *shadows) cast(zone int) bool {
	z := s.m.Zones[zone]
	return z.Sight && z.Body.In == 0 && len(s.near(z)) > 0
}

// handlings lists the treatments of the zones to try, in order.
func (s *shadows) handlings() []shades {
	for i := range s.m.Zones {
		if s.cast(i) {
			return []shades{unseen, shaded, seen}
		}
	}
	return []shades{seen}
}

// near returns the buildings that something in the zone can be behind.
func (s *shadows) near(z Zone) []int {
	var out []int
	c := z.Body.At
	for i := range s.g.Buildings {
		if legCloser(c, c, s.g.Buildings[i].Shape, z.rim(s.m.R)) {
			out = append(out, i)
		}
	}
	return out
}

// outline returns the area of the zone that is in sight of the zone's body.
func (s *shadows) outline(zone int) Polygon {
	if !s.asked[zone] {
		s.asked[zone] = true
		l := viewshed{shadows: s, z: s.m.Zones[zone], c: toVec(s.m.Zones[zone].Body.At)}
		for _, i := range s.near(l.z) {
			l.view.shapes = append(l.view.shapes, s.g.Buildings[i].Shape)
		}
		s.lit[zone] = l.trace()
	}
	return s.lit[zone]
}

// viewshed measures how far one sees in every direction.
type viewshed struct {
	*shadows
	z    Zone
	c    vec
	view quickSight
	out  Polygon
}

// ray is a direction and the distance of sight in it. all means sight to the end of the zone.
type ray struct {
	u   vec
	far float64
	all bool
}

// trace returns the outline around the zone's centre.
func (l *viewshed) trace() Polygon {
	const rays = 36
	turn := rotate(2 * math.Pi / rays)
	first := l.measure(vec{1, 0})
	last := first
	for i := range rays {
		u := last.u.turned(turn)
		next := first
		if i < rays-1 {
			next = l.measure(u)
		}
		l.out = append(l.out, l.end(last))
		l.between(last, next, 0)
		last = next
	}
	return l.out
}

// end returns the outline's corner on a ray. Where the zone itself ends, the corner lies a little beyond, so that the
// edges between corners lie outside the zone.
func (l *viewshed) end(r ray) Point {
	far := r.far
	if r.all {
		far = float64(far * 1.004) // 1/cos 5°
	}
	return l.c.plus(r.u.times(far)).point()
}

// between adds corners between two rays until the edges approximate the border.
func (l *viewshed) between(a, b ray, depth int) {
	const coarse, finest, trifle = 2, 7, 6
	if depth == finest || a.all && b.all && depth >= coarse {
		return
	}
	mid := l.measure(a.u.plus(b.u).unit())
	p, q := a.u.times(a.far), b.u.times(b.far)
	chord := p.cross(q) / mid.u.cross(q.minus(p))
	if depth >= coarse && math.Abs(chord-mid.far) <= trifle {
		return
	}
	if a.all && b.all && mid.all && !l.behind(a.u, b.u) {
		return
	}
	l.between(a, mid, depth+1)
	l.out = append(l.out, l.end(mid))
	l.between(mid, b, depth+1)
}

// behind reports whether a building reaches between two directions.
func (l *viewshed) behind(a, b vec) bool {
	far := float64(l.z.rim(l.m.R)) * 1.1
	wedge := Polygon{l.z.Body.At, l.c.plus(a.times(far)).point(), l.c.plus(b.times(far)).point()}
	for _, shape := range l.view.shapes {
		for k := range wedge {
			if p, q := wedge.edge(k); legCloser(p, q, shape, Thou) {
				return true
			}
		}
		if inside(shape[0], wedge) {
			return true
		}
	}
	return false
}

// measure measures one ray. It assumes that the mover goes out of sight only once as it moves away.
func (l *viewshed) measure(u vec) ray {
	lo, hi := float64(l.m.R+l.z.Body.R), float64(l.z.rim(l.m.R)+1)
	if l.sees(u, hi) {
		return ray{u: u, far: hi, all: true}
	}
	for hi-lo > 4 {
		if mid := (lo + hi) / 2; l.sees(u, mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return ray{u: u, far: hi}
}

// sees reports whether the mover is in sight at that distance.
func (l *viewshed) sees(u vec, far float64) bool {
	return l.view.between(ring{l.c, float64(l.z.Body.R)}, ring{l.c.plus(u.times(far)), float64(l.m.R)})
}

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
	box := Box(shape)
	for i := 1; i < len(at); i++ {
		if outside(p.plus(d.times((at[i-1]+at[i])/2)), shape, box, 1) < -1 {
			return true
		}
	}
	return false
}
