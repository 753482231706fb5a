package plane

// rim returns the greatest distance between the two centres that is still within the gap.
func (z Zone) rim(r Inch) Inch { return r + z.Body.R + z.Gap + Thou }

// standing returns the mover at that point as an end of a line of sight.
func (g *Ground) standing(m Mover, at Point, grown Inch) Body {
	if m.Infantry {
		return g.Body(Disc{at, m.R}, true)
	}
	return Body{Disc: Disc{at, m.R + grown}}
}

// in reports whether a mover at that point is in the zone.
func (g *Ground) in(z Zone, m Mover, at Point) bool {
	return atMost(dist2(at, z.Body.At), z.rim(m.R)) && (!z.Sight || g.Sees(g.standing(m, at, 0), z.Body))
}

// leaves returns why the mover may not leave the zones in which it starts along this path, or nil. The distance must
// never shrink, and the end must lie outside (Q31).
func (g *Ground) leaves(m Mover, p Path) *Stop {
	for i, z := range m.Zones {
		if !g.in(z, m, p[0]) {
			continue
		}
		if end := p[len(p)-1]; !p.NeverNears(z.Body.At) || g.in(z, m, end) {
			return &Stop{Why: StopZone, At: end, Index: i}
		}
	}
	return nil
}

// enters reports whether the mover is in the zone anywhere on the leg a-b, and approximately where first.
func (g *Ground) enters(z Zone, m Mover, a, b Point) (Point, bool) {
	near := z.rim(m.R)
	switch {
	case g.in(z, m, a):
		return a, true
	case a == b || !segDist2Less(z.Body.At, a, b, near) && !g.in(z, m, b):
		return b, false
	case !z.Sight:
		return firstHit(a, b, func(b Point) bool { return segDist2Less(z.Body.At, a, b, near+1) }), true
	}
	w := watch{g: g, z: z, m: m, a: a, b: b, n: int64(Dist(a, b))}
	within := func(k int64) bool { return atMost(dist2(along(a, b, k, w.n), z.Body.At), near) }
	mid := w.nearest()
	if !within(mid) {
		return b, false
	}
	k, in := w.seen(last(within, mid, -1), last(within, mid, w.n+1))
	return along(a, b, k, w.n), in
}

// last returns the furthest step from in towards out for which ok is true. ok must be true for in and false for out.
func last(ok func(int64) bool, in, out int64) int64 {
	for in-out > 1 || out-in > 1 {
		if k := (in + out) / 2; ok(k) {
			in = k
		} else {
			out = k
		}
	}
	return in
}

// watch searches a leg of n steps, of a thousandth each, for a place where the mover is in sight of a zone's body.
type watch struct {
	g    *Ground
	z    Zone
	m    Mover
	a, b Point
	n    int64
}

// nearest returns the step at which the leg is nearest to the zone's centre.
func (w *watch) nearest() int64 {
	dx, dy := int64(w.b.X)-int64(w.a.X), int64(w.b.Y)-int64(w.a.Y)
	dot := (int64(w.z.Body.At.X)-int64(w.a.X))*dx + (int64(w.z.Body.At.Y)-int64(w.a.Y))*dy
	return max(0, min(w.n, dot/w.n)) // n is the length to the nearest thousandth
}

// seen reports whether the mover is seen at some step from lo to hi, and at which. A base enlarged by half the stretch
// covers the mover wherever it stands on the stretch. If even that base is out of sight, so is the whole stretch. So
// the result is accurate to the thousandth, whatever the shape of the shadows.
func (w *watch) seen(lo, hi int64) (int64, bool) {
	mid := (lo + hi) / 2
	if !w.sees(mid, Inch(max(hi-mid, mid-lo))+1) {
		return 0, false
	}
	if w.sees(mid, 0) {
		return last(func(k int64) bool { return w.sees(k, 0) }, mid, lo-1), true
	}
	if lo < mid {
		if k, in := w.seen(lo, mid-1); in {
			return k, true
		}
	}
	if mid < hi {
		return w.seen(mid+1, hi)
	}
	return 0, false
}

// sees reports whether the enlarged base is in sight at that step.
func (w *watch) sees(k int64, grown Inch) bool {
	return w.g.Sees(w.g.standing(w.m, along(w.a, w.b, k, w.n), grown), w.z.Body)
}
