package plane

import (
	"math"
	"slices"
)

// The oracle decides lines of sight and concealment by trying very many lines against the original outlines. It uses no
// convex parts, no bounds and no code of the searches. It enlarges or shrinks terrain by a margin, so that it decides
// only where the answer does not depend on the tolerance.

type xy struct{ x, y float64 }

func (a xy) add(b xy) xy            { return xy{a.x + b.x, a.y + b.y} }
func (a xy) sub(b xy) xy            { return xy{a.x - b.x, a.y - b.y} }
func (a xy) mul(k float64) xy       { return xy{a.x * k, a.y * k} }
func (a xy) in(b xy) float64        { return a.x*b.x + a.y*b.y }
func (a xy) norm() float64          { return math.Hypot(a.x, a.y) }
func (a xy) mix(b xy, k float64) xy { return a.add(b.sub(a).mul(k)) }

func drawnAt(p Point) xy { return xy{float64(p.X), float64(p.Y)} }

func pointToSegment(p, a, b xy) float64 {
	d := b.sub(a)
	t := 0.0
	if l := d.in(d); l > 0 {
		t = math.Min(math.Max(p.sub(a).in(d)/l, 0), 1)
	}
	return p.sub(a.mix(b, t)).norm()
}

// off returns the distance of a point from an outline, negative inside.
func (s outlineXY) off(p xy) float64 {
	least, in := math.Inf(1), false
	for i, b := range s {
		a := s[(i+len(s)-1)%len(s)]
		least = math.Min(least, pointToSegment(p, a, b))
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
			in = !in
		}
	}
	if in {
		return -least
	}
	return least
}

type outlineXY []xy

func outlineXYOf(s Polygon) outlineXY {
	var out outlineXY
	for _, p := range s {
		out = append(out, drawnAt(p))
	}
	return out
}

// breaks returns the places on a segment, from 0 to 1, where it may enter or leave the outline enlarged by margin.
func (s outlineXY) breaks(a, b xy, margin float64, out []float64) []float64 {
	d := b.sub(a)
	l := d.norm()
	if l == 0 {
		return out
	}
	for i, q := range s {
		p := s[(i+len(s)-1)%len(s)]
		e := q.sub(p)
		n := xy{e.y, -e.x}.mul(1 / e.norm())
		if k := n.in(d); k != 0 {
			out = append(out, (n.in(p.sub(a))+margin)/k, (n.in(p.sub(a))-margin)/k)
		}
		out = s.circle(a, b, margin, i, out)
	}
	return out
}

// circle returns the places on a segment where it may cross the circle of that radius around a corner.
func (s outlineXY) circle(a, b xy, r float64, corner int, out []float64) []float64 {
	q, d := s[corner], b.sub(a)
	m := q.sub(a).in(d) / d.in(d)
	if h := r*r - q.sub(a.mix(b, m)).in(q.sub(a.mix(b, m))); h > 0 {
		out = append(out, m-math.Sqrt(h)/d.norm(), m+math.Sqrt(h)/d.norm())
	}
	return out
}

// lengthIn returns the length of the segment inside any of the outlines, each enlarged by margin.
func lengthIn(a, b xy, shapes []outlineXY, margin float64) float64 {
	cuts := []float64{0, 1}
	for _, s := range shapes {
		cuts = s.breaks(a, b, margin, cuts)
	}
	slices.Sort(cuts)
	sum := 0.0
	for i := 1; i < len(cuts); i++ {
		lo, hi := math.Max(cuts[i-1], 0), math.Min(cuts[i], 1)
		if hi-lo < 1e-12 {
			continue
		}
		mid := a.mix(b, (lo+hi)/2)
		if slices.ContainsFunc(shapes, func(s outlineXY) bool { return s.off(mid) < margin }) {
			sum += hi - lo
		}
	}
	return sum * b.sub(a).norm()
}

// rays is one board with the terrain between two bodies.
type rays struct {
	woods    []outlineXY
	walls    []outlineXY
	tops     []float64
	edgeIn   bool
	fine     int // points on a rim
	a, b     Body
	ha, hb   float64
	from, to []xy
	target   outlineXY // the building that the target is in
}

func newRays(g *Ground, a, b Body, fine int) *rays {
	o := &rays{a: a, b: b, ha: 1000, hb: 1000, edgeIn: g.EdgeIn, fine: fine}
	for _, w := range g.Areas {
		if w.Kind != Rough {
			o.woods = append(o.woods, outlineXYOf(w.Shape))
		}
	}
	for i, w := range g.Buildings {
		if i+1 == a.In {
			o.ha = float64(w.Height)
		}
		if i+1 == b.In {
			o.hb = float64(w.Height)
		}
		if i+1 != a.In && i+1 != b.In {
			o.walls, o.tops = append(o.walls, outlineXYOf(w.Shape)), append(o.tops, float64(w.Height))
		}
	}
	o.from, o.to = o.points(g, a), o.points(g, b)
	if b.filled() > 0 {
		o.target = outlineXYOf(g.Buildings[b.In-1].Shape)
	}
	return o
}

// points returns points all over a body, most of them on its rim.
func (o *rays) points(g *Ground, b Body) []xy {
	var rim []xy
	mid := drawnAt(b.At)
	if b.filled() == 0 {
		for i := range o.fine {
			s, c := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / float64(o.fine))
			rim = append(rim, mid.add(xy{c, s}.mul(float64(b.R))))
		}
	} else {
		shape := outlineXYOf(g.Buildings[b.In-1].Shape)
		each := max(1, o.fine/len(shape))
		for i, q := range shape {
			for k := range each {
				rim = append(rim, shape[(i+len(shape)-1)%len(shape)].mix(q, float64(k)/float64(each)))
			}
		}
	}
	out := rim
	if o.ha != o.hb {
		for _, p := range rim {
			out = append(out, mid.mix(p, 0.7), mid.mix(p, 0.35))
		}
	}
	return out
}

// free reports whether a line between the tops passes the enlarged walls and has at most the given length in the
// enlarged woods.
func (o *rays) free(a, b xy, woods, margin float64) bool {
	for i, w := range o.walls {
		if p, q, low := lowShare(a, b, o.ha, o.hb, o.tops[i]); low && lengthIn(p, q, []outlineXY{w}, margin) > 0 {
			return false
		}
	}
	gap := drawnAt(o.a.At).sub(drawnAt(o.b.At)).norm() - float64(o.a.R) - float64(o.b.R)
	// If the gap is 6" within the margin, a line must satisfy both rules to count.
	if margin >= 0 && gap < 6000-margin || margin < 0 && gap < 6000-3*margin {
		return true
	}
	return lengthIn(a, b, o.woods, margin) <= woods
}

// lowShare returns the stretch of a line from height ha to hb that is no higher than top.
func lowShare(a, b xy, ha, hb, top float64) (p, q xy, low bool) {
	switch {
	case ha <= top && hb <= top:
		return a, b, true
	case ha > top && hb > top, ha == top || hb == top:
		return a, b, false
	case ha > hb:
		return a.mix(b, (ha-top)/(ha-hb)), b, true
	}
	return a, a.mix(b, (top-ha)/(hb-ha)), true
}

// sees searches for a line that is free by more than the margin.
func (o *rays) sees(margin float64) (from, to xy, ok bool) {
	for _, p := range o.from {
		for _, q := range o.to {
			if o.free(p, q, 2000-margin, 0) && o.free(p, q, 2000-margin, margin) {
				return p, q, true
			}
		}
	}
	return xy{}, xy{}, false
}

// uncovered reports whether, from p, no line to the target's foot crosses terrain enlarged by margin. It tries lines to
// points all over the target, towards edges of terrain, and over every corner of terrain.
func (o *rays) uncovered(p xy, margin float64) bool {
	targets := slices.Clone(o.to)
	for _, s := range append(slices.Clone(o.walls), o.woods...) {
		for i, c := range s {
			targets = o.ends(p, c, targets)
			if e := c.sub(s[(i+len(s)-1)%len(s)]); o.b.filled() == 0 {
				n := xy{e.y, -e.x}.mul(float64(o.b.R) / e.norm())
				targets = append(targets, drawnAt(o.b.At).add(n), drawnAt(o.b.At).sub(n))
			}
		}
	}
	for _, q := range targets {
		if margin < 0 && o.grazes(p, q) {
			continue
		}
		for i, w := range o.walls {
			if s, e, low := lowShare(p, q, o.ha, 0, o.tops[i]); low && lengthIn(s, e, []outlineXY{w}, margin) > 0 {
				return false
			}
		}
		if lengthIn(p, q, o.woods, margin) > 0 {
			return false
		}
	}
	return true
}

// grazes reports whether the line from p over q goes no deeper than a touch into the target, which does not count.
func (o *rays) grazes(p, q xy) bool {
	d := q.sub(p)
	if d.norm() < 1 {
		return false
	}
	far := p.add(d.mul(60000 / d.norm()))
	if o.b.filled() == 0 {
		return len(outlineXY{drawnAt(o.b.At)}.circle(p, far, float64(o.b.R)-byTouch, 0, nil)) == 0
	}
	return lengthIn(p, far, []outlineXY{o.target}, -byTouch) == 0
}

// ends appends the points where the ray from p over c enters and leaves the target.
func (o *rays) ends(p, c xy, out []xy) []xy {
	d := c.sub(p)
	if d.norm() < 1 {
		return out
	}
	far := p.add(d.mul(60000 / d.norm()))
	cuts := o.target.breaks(p, far, 0, nil)
	if o.b.filled() == 0 {
		// A disc is a point enlarged by its radius.
		cuts = outlineXY{drawnAt(o.b.At)}.circle(p, far, float64(o.b.R), 0, nil)
	}
	for _, t := range cuts {
		if q := p.mix(far, t); t >= 0 && t <= 1 && (o.b.filled() == 0 || math.Abs(o.target.off(q)) < 0.01) {
			out = append(out, q)
		}
	}
	return out
}

// inWoods reports whether the target's base overlaps concealing terrain by more than the margin. maybe means that it is
// too close to say.
func (o *rays) inWoods(margin float64) (in, maybe bool) {
	touch := 0.0
	if o.edgeIn {
		touch = 1
	}
	for _, w := range o.woods {
		over := float64(o.b.R) - w.off(drawnAt(o.b.At)) + 2*touch - 1
		in = in || over > margin
		maybe = maybe || over > -margin
	}
	return in, maybe
}
