package plane

import (
	"cmp"
	"math"
	"slices"
)

// Concealment: all lines from one point of the actor to the target fill a cone. The target is clear
// from that point if no terrain reaches into the cone. The target is shrunk by a touch, so that a line that only
// touches terrain is clear. The cone must then keep a small distance from terrain, so that no line runs between two
// parts. The points from which one convex part reaches into the cone form a convex set. So a stretch of the actor's rim
// is ruled out when its hull lies within one such set.

const (
	trifle  = 0.005
	byTouch = float64(Thou) + 2*trifle
)

// Cover describes whether and how a target is concealed.
type Cover struct {
	Concealed bool
	// In is the concealing area, counted from 1, in which the target's base stands, and Depth is how far the base
	// reaches into it. Both are 0 if it is in none.
	In    int
	Depth Inch
	// From is the actor's best point. To is a point of the target that terrain hides from there, if there is one.
	From, To Point
	// Area or Building, counted from 1, is the terrain that hides To.
	Area, Building int
}

// Concealed reports whether the target is concealed from every point of the actor.
func (g *Ground) Concealed(actor, target Body) bool {
	if g.ready == nil {
		return false
	}
	if in, _ := g.standsIn(target.Disc); in > 0 {
		return true
	}
	c, ok := newCone(g, actor, target)
	if !ok {
		return false
	}
	_, clear := c.hunt()
	return !clear
}

// Cover returns Concealed with the reasons.
func (g *Ground) Cover(actor, target Body) Cover {
	out := Cover{From: actor.At}
	if g.ready == nil {
		return out
	}
	if i, depth := g.standsIn(target.Disc); i > 0 {
		out.Concealed, out.In, out.Depth = true, i, depth
	}
	c, ok := newCone(g, actor, target)
	if !ok {
		return out
	}
	p, clear := c.hunt()
	if clear {
		out.From = p.point()
		return out
	}
	out.Concealed = true
	p = c.leastHidden()
	_, k, i := c.deepest(p)
	v := c.veils[i]
	out.From, out.To = p.point(), c.hidden(p, k, v).point()
	if v.wall {
		out.Building = v.owner + 1
	} else {
		out.Area = v.owner + 1
	}
	return out
}

// standsIn returns the concealing area, counted from 1, into which the base reaches deepest, and how deep.
func (g *Ground) standsIn(d Disc) (in int, depth Inch) {
	for i, a := range g.Areas {
		if !a.Kind.Conceals() || !(a.Shape.Overlaps(d) || g.EdgeIn && a.Shape.Touches(d)) {
			continue
		}
		if deep := a.Shape.depth(d); in == 0 || deep > depth {
			in, depth = i+1, deep
		}
	}
	return in, depth
}

// veil is a part of terrain that may hide some of the target. over is the share of a line to the target's foot, from
// the actor on, that passes above the part.
type veil struct {
	*part
	over float64
	wall bool
}

// cone is one concealment query.
type cone struct {
	a, t  body
	veils []veil
	// the shape and veil that last hid the target; tried first
	lastShape, lastVeil int
}

// newCone selects the terrain that may matter. ok is false if there is none, as between bases that touch.
func newCone(g *Ground, actor, target Body) (c cone, ok bool) {
	if actor.In == target.In && (actor.In > 0 || g.meet(actor, target)) {
		return c, false
	}
	c.a, c.t = g.body(actor, 0), g.body(target, -byTouch)
	c.a.r = max(c.a.r, slack) // a point needs a rim too
	a, ra := c.a.circle()
	b, rb := c.t.circle()
	way, r := b.minus(a), max(ra, rb)
	for i := range g.ready.woods {
		if p := &g.ready.woods[i]; p.near(a, way, r) {
			c.veils = append(c.veils, veil{p, 0, false})
		}
	}
	for i := range g.ready.walls {
		p := &g.ready.walls[i]
		if p.owner+1 != c.a.in && p.owner+1 != c.t.in && p.near(a, way, r) {
			c.veils = append(c.veils, veil{p, max(0, 1-p.top/c.a.top), true})
		}
	}
	return c, len(c.veils) > 0
}

// hunt searches for a point of the actor's rim from which the whole target is clear.
func (c *cone) hunt() (p vec, clear bool) {
	to, _ := c.t.circle()
	if p = c.a.nearest(&c.t); c.clear(p) {
		return p, true
	}
	var room [32]piece
	stack := room[:0]
	for i := range c.a.shapes() {
		stack = c.a.pieces(stack, i, to.minus(c.a.at))
	}
	for len(stack) > 0 {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		o := q.outline()
		if !c.faces(&q, &o) {
			continue
		}
		if p := q.sample(); c.clear(p) {
			return p, true
		}
		if q.size() < finest || c.dark(&o) {
			continue
		}
		one, two := q.halves()
		stack = append(stack, one, two)
	}
	return p, false
}

// faces reports whether any point of the piece may see the target without looking through its own shape.
func (c *cone) faces(q *piece, o *outline) bool {
	for k := range c.t.shapes() {
		if q.r == 0 {
			n := q.to.minus(q.from).right()
			if c.t.support(k, n) > n.dot(o.p[0]) {
				return true
			}
			continue
		}
		for i := range o.n {
			n := o.p[i].minus(q.mid)
			if c.t.support(k, n) > n.dot(q.mid)+float64(q.r*q.r) {
				return true
			}
		}
	}
	return false
}

// clear reports whether no terrain reaches into the cone from p. It remembers a part that does.
func (c *cone) clear(p vec) bool {
	if c.apart(p, c.lastShape, &c.veils[c.lastVeil]) < trifle {
		return false
	}
	for k := range c.t.shapes() {
		for i := range c.veils {
			if c.apart(p, k, &c.veils[i]) < trifle {
				c.lastShape, c.lastVeil = k, i
				return false
			}
		}
	}
	return true
}

// dark reports whether a single part reaches into the cones from all points of the outline.
func (c *cone) dark(o *outline) bool {
	for k := range c.t.shapes() {
		for i := range c.veils {
			if !slices.ContainsFunc(o.p[:o.n], func(p vec) bool { return c.apart(p, k, &c.veils[i]) >= trifle }) {
				return true
			}
		}
	}
	return false
}

// apart returns a lower bound of the distance between the part and the cone from p to the k-th shape of the target. A
// negative value is how far the part reaches in. The search stops at trifle.
//
// Cone and part are separated along the normal of one of their sides, or along the line to the part's nearest corner
// from a round end of the cone or from its tip.
func (c *cone) apart(p vec, k int, v *veil) float64 {
	best := math.Inf(-1)
	axis := func(n vec, from float64) bool {
		far := c.t.support(k, n)
		// The share of the cone that passes above the part does not count.
		far = max(far, float64(n.dot(p)*(1-v.over))+float64(far*v.over))
		best = max(best, from-far)
		return best >= trifle
	}
	for i := range v.sides {
		s := &v.sides[i]
		if axis(s.n.times(-1), -s.d) {
			return best
		}
	}
	tip := p
	if c.t.disc {
		tip = p.to(c.t.at, v.over)
		if n, m, ok := c.tangents(p); ok && (axis(n, v.least(n)) || axis(m, v.least(m))) {
			return best
		}
		if n := v.corner(c.t.at).minus(c.t.at).unit(); n != (vec{}) && axis(n, v.least(n)) {
			return best
		}
	} else if c.flat(p, k, v, axis) {
		return best
	}
	if n := v.corner(tip).minus(tip).unit(); n != (vec{}) {
		axis(n, v.least(n))
	}
	return best
}

// tangents returns the outward normals of the cone's sides from p to a disc. ok is false if p is inside it.
func (c *cone) tangents(p vec) (left, right vec, ok bool) {
	way := c.t.at.minus(p)
	d2, r2 := way.dot(way), float64(c.t.r*c.t.r)
	if d2 <= r2 {
		return left, right, false
	}
	n, m := way.times(-c.t.r/d2), way.right().times(math.Sqrt(d2-r2)/d2)
	return n.minus(m), n.plus(m), true
}

// flat tries the normals of the sides of a cone to a target without round ends, and some more.
func (c *cone) flat(p vec, k int, v *veil, axis func(n vec, from float64) bool) bool {
	t := &c.t.parts[k]
	for i, corner := range t.rim {
		n := corner.minus(p).right().unit()
		for _, n := range []vec{n, n.times(-1), t.sides[i].n} {
			if axis(n, v.least(n)) {
				return true
			}
		}
	}
	return false
}

// least returns where the part begins along n.
func (p *part) least(n vec) float64 { return -p.support(n.times(-1)) }

// corner returns the part's corner nearest to a point.
func (p *part) corner(to vec) vec {
	return slices.MinFunc(p.rim, func(a, b vec) int { return cmp.Compare(a.minus(to).len2(), b.minus(to).len2()) })
}

// These functions illustrate why a target is concealed. They find the point of the actor from which least of the target
// is hidden, and a line from there that terrain crosses.

// leastHidden returns, out of a few samples, the point of the actor's rim into whose cone terrain reaches least.
func (c *cone) leastHidden() vec {
	best := c.a.nearest(&c.t)
	least, _, _ := c.deepest(best)
	to, _ := c.t.circle()
	for i := range c.a.shapes() {
		for _, q := range c.a.pieces(nil, i, to.minus(c.a.at)) {
			for _, q := range q.cut(4) {
				o := q.outline()
				if p := q.sample(); c.faces(&q, &o) {
					if deep, _, _ := c.deepest(p); deep < least {
						best, least = p, deep
					}
				}
			}
		}
	}
	return best
}

// cut halves the piece the given number of times.
func (p *piece) cut(times int) []piece {
	if times == 0 {
		return []piece{*p}
	}
	a, b := p.halves()
	return append(a.cut(times-1), b.cut(times-1)...)
}

// deepest returns how deep terrain reaches into the cone from p, negative if it keeps off, with its shape and veil.
func (c *cone) deepest(p vec) (deep float64, shape, veil int) {
	deep = math.Inf(-1)
	for k := range c.t.shapes() {
		for i := range c.veils {
			if r := -c.apart(p, k, &c.veils[i]); r > deep {
				deep, shape, veil = r, k, i
			}
		}
	}
	return deep, shape, veil
}

// hidden returns a point of the target such that the line to it from p runs through the veil. It tries lines through a
// few points of the veil's share of the cone and keeps the longest stretch.
func (c *cone) hidden(p vec, k int, v veil) vec {
	share := v.rim
	for _, h := range c.sides(p, k) {
		if inside, _ := split(share, h); inside != nil {
			share = inside
		}
	}
	mid := newPart(share, 0, 0).mid
	best, most := c.t.at, -1.0
	for _, toMid := range []float64{0, 0.25, 0.5, 0.75, 1} {
		for _, q := range share {
			q = q.to(mid, toMid)
			in, out, ok := c.across(p, q, k)
			if !ok || q.minus(p).len2() < trifle { // the veil begins at p: no line leads from there to there
				continue
			}
			// The nearest end behind the point leads to the lowest line over it.
			for _, far := range []float64{in, min(max(in, q.minus(p).length()), out), out} {
				end := p.plus(q.minus(p).unit().times(far))
				if l := v.shadowed(p, end); l > most {
					best, most = end, l
				}
			}
		}
	}
	return best
}

// shadowed returns the length of the line from p to the target's foot at q that runs through the veil.
func (v *veil) shadowed(p, q vec) float64 {
	way := q.minus(p)
	low := way.times(1 - v.over)
	from, to, _ := v.clip(p.plus(way.times(v.over)), low, 0)
	return float64((to - from) * low.length())
}

// sides returns the two half-planes between which the cone lies, and the far sides of a target without round ends.
func (c *cone) sides(p vec, k int) []halfPlane {
	var out []halfPlane
	add := func(n vec) { out = append(out, halfPlane{n, n.dot(p)}) }
	if c.t.disc {
		if left, right, ok := c.tangents(p); ok {
			add(left)
			add(right)
		}
		return out
	}
	for _, h := range c.t.parts[k].sides {
		if h.n.dot(p) < h.d {
			out = append(out, h)
		}
	}
	for _, corner := range c.t.parts[k].rim {
		n := corner.minus(p).right().unit()
		for _, n := range []vec{n, n.times(-1)} {
			if n != (vec{}) && c.t.parts[k].support(n) <= n.dot(p)+grain {
				add(n)
			}
		}
	}
	return out
}

// across returns how far from p the ray towards q enters and leaves the k-th shape of the target. ok is false if it misses.
func (c *cone) across(p, q vec, k int) (in, out float64, ok bool) {
	u := q.minus(p).unit()
	if c.t.disc {
		way := c.t.at.minus(p)
		side := u.cross(way)
		h2 := float64(c.t.r*c.t.r) - float64(side*side)
		half := math.Sqrt(max(0, h2))
		return u.dot(way) - half, u.dot(way) + half, h2 > 0
	}
	t := &c.t.parts[k]
	far := t.mid.minus(p).length() + t.reach
	from, to, ok := t.clip(p, u.times(far), grain)
	return float64(from * far), float64(to * far), ok
}
