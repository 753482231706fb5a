package plane

import "math"

// The searches for lines of sight run in floating point, in thousandths of an inch. An explicit conversion rounds each
// product before it is added, so that no machine fuses the two operations. The only function is the square root, which
// is exact to the last bit everywhere. So the same question takes the same steps on every machine.

// vec is a point or a vector in the plane.
type vec struct{ x, y float64 }

func toVec(p Point) vec { return vec{float64(p.X), float64(p.Y)} }

// point returns the nearest point of whole thousandths.
func (a vec) point() Point { return Point{Inch(math.Round(a.x)), Inch(math.Round(a.y))} }

func (a vec) plus(b vec) vec          { return vec{a.x + b.x, a.y + b.y} }
func (a vec) minus(b vec) vec         { return vec{a.x - b.x, a.y - b.y} }
func (a vec) times(k float64) vec     { return vec{float64(a.x * k), float64(a.y * k)} }
func (a vec) dot(b vec) float64       { return float64(a.x*b.x) + float64(a.y*b.y) }
func (a vec) cross(b vec) float64     { return float64(a.x*b.y) - float64(a.y*b.x) }
func (a vec) length() float64         { return math.Sqrt(a.dot(a)) }
func (a vec) right() vec              { return vec{a.y, -a.x} }
func (a vec) to(b vec, k float64) vec { return a.plus(b.minus(a).times(k)) }

// unit returns the direction of a, or zero for a zero vector.
func (a vec) unit() vec {
	l := a.length()
	if l == 0 {
		return vec{}
	}
	return vec{a.x / l, a.y / l}
}

// part is a convex piece of terrain.
type part struct {
	rim   []vec // corners counter-clockwise
	sides []halfPlane
	mid   vec
	reach float64 // of the corners from the middle
	owner int     // the area or building, counted from 0
	top   float64 // of a building
}

// halfPlane holds the points at most d along its outward normal n.
type halfPlane struct {
	n vec
	d float64
}

func newPart(rim []vec, owner int, top float64) part {
	p := part{rim: rim, owner: owner, top: top}
	for i, b := range rim {
		a := rim[(i+len(rim)-1)%len(rim)]
		n := b.minus(a).right().unit()
		p.sides = append(p.sides, halfPlane{n, n.dot(a)})
		p.mid = p.mid.plus(b)
	}
	p.mid = p.mid.times(1 / float64(len(rim)))
	for _, c := range rim {
		p.reach = max(p.reach, c.minus(p.mid).length())
	}
	return p
}

// clip returns the stretch of the segment from a along d, as fractions of d, that runs inside the part enlarged by grow. ok
// is false if there is none of positive length. If two parts share a side, exactly one of them contains segments along it.
func (p *part) clip(a, d vec, grow float64) (from, to float64, ok bool) {
	from, to = 0, 1
	for i := range p.sides {
		s := &p.sides[i]
		room, pace := s.d+grow-s.n.dot(a), s.n.dot(d)
		switch {
		case pace > 0:
			to = lower(to, room/pace)
		case pace < 0:
			from = upper(from, room/pace)
		case room < 0, room == 0 && (s.n.x < 0 || s.n.x == 0 && s.n.y < 0):
			return 0, 0, false
		}
		if from >= to {
			return 0, 0, false
		}
	}
	return from, to, true
}

// near reports whether the part may come within r of the segment from a along d. It has no false negatives.
func (p *part) near(a, d vec, r float64) bool {
	way := p.mid.minus(a)
	t := 0.0
	if l := d.dot(d); l > 0 {
		t = min(max(way.dot(d)/l, 0), 1)
	}
	off := way.minus(d.times(t))
	r += p.reach
	return off.dot(off) <= float64(r*r)
}

// support returns how far the part reaches along n.
func (p *part) support(n vec) float64 {
	far := math.Inf(-1)
	for _, c := range p.rim {
		far = max(far, n.dot(c))
	}
	return far
}

// grain is the size that counts as zero when outlines are cut.
const grain = 1e-6

// split cuts a convex outline along the border of a half-plane. A share without area is nil.
func split(rim []vec, h halfPlane) (inside, outside []vec) {
	for i, b := range rim {
		a := rim[(i+len(rim)-1)%len(rim)]
		da, db := h.n.dot(a)-h.d, h.n.dot(b)-h.d
		if da < -grain && db > grain || da > grain && db < -grain {
			c := a.to(b, da/(da-db))
			inside, outside = append(inside, c), append(outside, c)
		}
		if db <= grain {
			inside = append(inside, b)
		}
		if db >= -grain {
			outside = append(outside, b)
		}
	}
	if !anyBeyond(inside, h, -1) {
		inside = nil
	}
	if !anyBeyond(outside, h, 1) {
		outside = nil
	}
	return inside, outside
}

// anyBeyond reports whether some corner lies beyond the border of the half-plane, on the outer (1) or inner (-1) side.
func anyBeyond(rim []vec, h halfPlane, side float64) bool {
	for _, c := range rim {
		if float64(side*(h.n.dot(c)-h.d)) > grain {
			return true
		}
	}
	return false
}

// without returns a convex outline minus a part, as convex outlines.
func without(rim []vec, p *part) [][]vec {
	for i := range p.sides { // most parts lie apart
		if h := &p.sides[i]; !anyBeyond(rim, *h, -1) {
			return [][]vec{rim}
		}
	}
	var out [][]vec
	rest := rim
	for _, h := range p.sides {
		inside, outside := split(rest, h)
		if inside == nil {
			return [][]vec{rim} // the part does not overlap it
		}
		if outside != nil {
			out = append(out, outside)
		}
		rest = inside
	}
	return out
}

// Turning and angles follow the rules of vec: only the four operations and the square root, and nothing fused.

func (a vec) len2() float64 { return a.dot(a) }
func (a vec) left() vec     { return vec{-a.y, a.x} }

// toSeg2 returns the square of the distance from a to the segment p-q.
func (a vec) toSeg2(p, q vec) float64 {
	d, w := q.minus(p), a.minus(p)
	t, l2 := w.dot(d), d.len2()
	switch {
	case t <= 0 || l2 == 0:
		return w.len2()
	case t >= l2:
		return a.minus(q).len2()
	}
	c := d.cross(w)
	return float64(c*c) / l2
}

// rotation is a turn to the left by a small angle.
type rotation struct{ cos, sin float64 }

func (a vec) turned(r rotation) vec { return vec{a.dot(vec{r.cos, -r.sin}), a.dot(vec{r.sin, r.cos})} }

// rotate returns the rotation by a, which is at most a quarter of a radian either way. It is accurate to 12 digits.
func rotate(a float64) rotation {
	a2 := float64(a * a)
	sin := float64(a * (1 - float64(a2/6*(1-float64(a2/20*(1-float64(a2/42*(1-float64(a2/72)))))))))
	cos := 1 - float64(a2/2*(1-float64(a2/12*(1-float64(a2/30*(1-float64(a2/56)))))))
	return rotation{cos, sin}
}

// angle returns the direction of a, from 0 to 2π.
func (a vec) angle() float64 {
	x, y := math.Abs(a.x), math.Abs(a.y)
	if x == 0 && y == 0 {
		return 0
	}
	r := 0.0
	if y <= x {
		r = arctan(y / x)
	} else {
		r = math.Pi/2 - arctan(x/y)
	}
	if a.x < 0 {
		r = math.Pi - r
	}
	if a.y < 0 {
		r = 2*math.Pi - r
	}
	return r
}

// arctan returns the arc tangent of t, from 0 to 1, accurate to 14 digits: it halves the argument twice for the series.
func arctan(t float64) float64 {
	t /= 1 + math.Sqrt(1+float64(t*t))
	t /= 1 + math.Sqrt(1+float64(t*t))
	t2 := float64(t * t)
	s := 0.0
	for k := 19; k > 0; k -= 2 {
		s = 1/float64(k) - float64(t2*s)
	}
	return float64(4 * float64(t*s))
}

// ahead returns the turn from direction a to b, to the left with turn 1, to the right with -1, from 0 to 2π. A full turn within
// rounding is none.
func ahead(a, b, turn float64) float64 {
	d := float64((b - a) * turn)
	if d < 0 {
		d += 2 * math.Pi
	}
	if d > 2*math.Pi-1e-9 {
		return 0
	}
	return d
}
