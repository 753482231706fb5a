package plane

// Path is the course of a base's centre: straight legs from the first point to the last.
type Path []Point

// Length returns the length of the path to the nearest thousandth, however many legs it has (Q25).
func (p Path) Length() Inch {
	var l int64
	for i := 1; i < len(p); i++ {
		l += fineRoot(dist2(p[i-1], p[i]))
	}
	return Inch((l + fine/2) / fine)
}

// Crosses reports whether a base of radius r, moved along the path, comes strictly closer to d than gap. With gap 0 it
// reports whether the base overlaps d anywhere (Q26).
func (p Path) Crosses(r Inch, d Disc, gap Inch) bool { return p.closer(d.At, r+d.R+gap-Thou) }

// ComesWithin reports whether a base of radius r, moved along the path, is anywhere within gap of d; exactly gap counts
// (Q3, Q30).
func (p Path) ComesWithin(r Inch, d Disc, gap Inch) bool { return p.closer(d.At, r+d.R+gap+Thou+1) }

func (p Path) closer(c Point, dist Inch) bool {
	if len(p) == 1 {
		return segDist2Less(c, p[0], p[0], dist)
	}
	for i := 1; i < len(p); i++ {
		if segDist2Less(c, p[i-1], p[i], dist) {
			return true
		}
	}
	return false
}

// NeverNears reports whether the distance to c never shrinks along the path (Q31): each leg starts at right angles to
// the line from c, or leads away.
func (p Path) NeverNears(c Point) bool {
	for i := 1; i < len(p); i++ {
		a, b := p[i-1], p[i]
		out := (int64(a.X)-int64(c.X))*(int64(b.X)-int64(a.X)) + (int64(a.Y)-int64(c.Y))*(int64(b.Y)-int64(a.Y))
		if out < 0 {
			return false
		}
	}
	return true
}
