package plane

import "math"

// A zone that counts only in sight ends where the mover is out of sight. What is in sight is taken as seen from the
// zone's centre: in every direction up to some distance. The search keeps off that outline by a little more than it may
// err; whether a way is allowed is for Judge to say.

// shades says what a search does about such zones.
type shades int

// From what gives the shortest way to what always gives an allowed one.
const (
	unseen shades = iota // as if the mover were never in sight
	shaded               // the part of the zone that is in sight is an obstacle
	seen                 // as if it were always in sight
)

// shadows holds the outlines of what is in sight of a mover's zones, each made when it is first asked for.
type shadows struct {
	g     *Ground
	m     *Mover
	lit   []Polygon
	asked []bool
}

func newShadows(g *Ground, m *Mover) *shadows {
	return &shadows{g: g, m: m, lit: make([]Polygon, len(m.Zones)), asked: make([]bool, len(m.Zones))}
}

// cast tells whether there is a building near enough to the zone to hide the mover in it.
func (s *shadows) cast(zone int) bool {
	z := s.m.Zones[zone]
	return z.Sight && z.Body.In == 0 && len(s.near(z)) > 0
}

// handlings are what to try about the zones, one after another.
func (s *shadows) handlings() []shades {
	for i := range s.m.Zones {
		if s.cast(i) {
			return []shades{unseen, shaded, seen}
		}
	}
	return []shades{seen}
}

// near are the buildings that something in the zone can be behind.
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

// outline is what is in sight of the zone's body, and so near that it is in the zone.
func (s *shadows) outline(zone int) Polygon {
	if !s.asked[zone] {
		s.asked[zone] = true
		l := lamp{shadows: s, z: s.m.Zones[zone], c: toVec(s.m.Zones[zone].Body.At)}
		for _, i := range s.near(l.z) {
			l.view.shapes = append(l.view.shapes, s.g.Buildings[i].Shape)
		}
		s.lit[zone] = l.shine()
	}
	return s.lit[zone]
}

// lamp measures how far one sees in all directions.
type lamp struct {
	*shadows
	z    Zone
	c    vec
	view glimpse
	out  Polygon
}

// ray is a direction and how far one sees that way; all is as far as the zone goes.
type ray struct {
	u   vec
	far float64
	all bool
}

// shine goes round the zone's centre.
func (l *lamp) shine() Polygon {
	const rays = 36
	turn := rotate(2 * math.Pi / rays)
	first := l.look(vec{1, 0})
	last := first
	for i := range rays {
		u := last.u.turned(turn)
		next := first
		if i < rays-1 {
			next = l.look(u)
		}
		l.out = append(l.out, l.end(last))
		l.between(last, next, 0)
		last = next
	}
	return l.out
}

// end is the outline's corner on a ray. Where the zone itself ends it lies a little beyond: the edges between the
// corners then lie outside the zone.
func (l *lamp) end(r ray) Point {
	far := r.far
	if r.all {
		far = float64(far * 1.004) // 1/cos 5°
	}
	return l.c.plus(r.u.times(far)).point()
}

// between adds corners between two rays until the edges are as good as the border.
func (l *lamp) between(a, b ray, depth int) {
	const coarse, finest, trifle = 2, 7, 6
	if depth == finest || a.all && b.all && depth >= coarse {
		return
	}
	mid := l.look(a.u.plus(b.u).unit())
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

// behind tells whether a building reaches between two directions.
func (l *lamp) behind(a, b vec) bool {
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

// look measures one ray. The mover is taken to come out of sight once as it goes away.
func (l *lamp) look(u vec) ray {
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

// sees tells whether the mover is in sight at that distance.
func (l *lamp) sees(u vec, far float64) bool {
	return l.view.between(ring{l.c, float64(l.z.Body.R)}, ring{l.c.plus(u.times(far)), float64(l.m.R)})
}
