package plane

import "math"

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

// arctan returns the arc tangent of t, from 0 to 1, accurate to 14 digits: the argument is halved twice, then the
// series is used.
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

// ahead returns the angle of the turn from direction a to direction b, to the left with turn 1, to the right with -1,
// from 0 to 2π. A full turn within rounding counts as none.
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
