package plane

import "math"

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

// ray is a direction and how far one sees that way. all means as far as the zone extends.
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
