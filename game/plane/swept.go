package plane

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
func side(a, b, p Point) int {
	s := (int64(b.X)-int64(a.X))*(int64(p.Y)-int64(a.Y)) - (int64(b.Y)-int64(a.Y))*(int64(p.X)-int64(a.X))
	switch {
	case s > 0:
		return 1
	case s < 0:
		return -1
	}
	return 0
}

// segsCloser reports whether two segments come strictly closer to each other than r, which must be positive.
func segsCloser(a, b, c, d Point, r Inch) bool {
	if segDist2Less(a, c, d, r) || segDist2Less(b, c, d, r) || segDist2Less(c, a, b, r) || segDist2Less(d, a, b, r) {
		return true
	}
	// No end is near the other segment, so they are near only where they cross.
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
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
