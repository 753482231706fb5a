package plane

import "math"

// Concealment (R9, Q39 to Q41): from a point of the actor, all lines to the target fill a cone, and the target is
// clear if no terrain reaches into it. The target is taken smaller by a touch, so that a line that only touches terrain
// is clear; then the cone must keep off terrain by a trifle, so that none runs between two parts. The points from which
// a convex part reaches into the cone form a convex set, so a stretch of the actor's rim is ruled out when its hull
// lies in one such set.

const (
	trifle  = 0.005
	byTouch = float64(Thou) + 2*trifle
)

// Cover tells about the concealment of a target.
type Cover struct {
	Concealed bool
	// In is the concealing area, counted from 1, that the target's base stands in, and Depth how far the base
	// reaches into it; 0 if it stands in none.
	In    int
	Depth Inch
	// From is the actor's best point; To a point of the target that terrain hides from there, if it does.
	From, To Point
	// Area or Building, counted from 1, is what hides it.
	Area, Building int
}

// Concealed tells whether the target is concealed from the actor, whatever point the actor picks (R9, Q39 to Q41).
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

// Cover is Concealed with the reasons.
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
	k, i := c.hides(p)
	v := c.veils[i]
	out.From, out.To = p.point(), c.hidden(p, k, v).point()
	if v.wall {
		out.Building = v.owner + 1
	} else {
		out.Area = v.owner + 1
	}
	return out
}

// standsIn is the concealing area, counted from 1, that a base reaches deepest into (R9.1, Q28), and how deep.
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

// veil is a part of terrain that may hide something of the target: the share of a line, from the actor, that passes
// over it on the way to the target's foot is over.
type veil struct {
	*part
	over float64
	wall bool
}

// cone is one question about concealment.
type cone struct {
	a, t  body
	veils []veil
	// last found to hide the target, asked first
	lastShape, lastVeil int
}

// newCone picks the terrain that may matter; ok is false if there is none, as between bases that touch.
func newCone(g *Ground, actor, target Body) (c cone, ok bool) {
	if actor.In == target.In && (actor.In > 0 || g.meet(actor, target)) {
		return c, false
	}
	c.a, c.t = g.body(actor, 0), g.body(target, -byTouch)
	c.a.r = max(c.a.r, slack) // a point has a rim too
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

// hunt looks for a point of the actor's rim from which the whole target is clear.
func (c *cone) hunt() (p vec, clear bool) {
	to, _ := c.t.circle()
	if p = c.a.nearest(&c.t); c.clear(p) {
		return p, true
	}
	var room [32]piece
	stack := room[:0]
	for i := range c.a.shapes() {
		stack = c.a.pieces(stack, i, to.minus(c.a.at), false)
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

// faces tells whether some point of the piece may see some of the target without looking through its own shape.
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

// clear tells whether no terrain reaches into the cone from p, and remembers what does.
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

// dark tells whether one part reaches into the cones from all points of the outline.
func (c *cone) dark(o *outline) bool {
	for k := range c.t.shapes() {
		for i := range c.veils {
			if c.darkens(o, k, &c.veils[i]) {
				return true
			}
		}
	}
	return false
}

func (c *cone) darkens(o *outline, k int, v *veil) bool {
	for i := range o.n {
		if c.apart(o.p[i], k, v) >= trifle {
			return false
		}
	}
	return true
}

// apart is how far the part keeps off the cone from p to the k-th shape of the target, at least; less than 0: how far
// it reaches in. It stops looking at a trifle.
//
// Cone and part are apart if they are so along the normal of one of their sides, or along the way to the part's
// nearest corner from a round end of the cone or its tip.
func (c *cone) apart(p vec, k int, v *veil) float64 {
	best := math.Inf(-1)
	axis := func(n vec, from float64) bool {
		best = max(best, from-c.extent(p, k, n, v.over))
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

// tangents are the outward normals of the two straight sides of the cone from p to a disc, unless p is in it.
func (c *cone) tangents(p vec) (left, right vec, ok bool) {
	way := c.t.at.minus(p)
	d2, r2 := way.dot(way), float64(c.t.r*c.t.r)
	if d2 <= r2 {
		return left, right, false
	}
	n, m := way.times(-c.t.r/d2), way.right().times(math.Sqrt(d2-r2)/d2)
	return n.minus(m), n.plus(m), true
}

// flat asks along the normals of the sides of a cone to a target without round ends, and some more.
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

// extent is how far the cone, less the share of it that passes over, reaches along n.
func (c *cone) extent(p vec, k int, n vec, over float64) float64 {
	far := c.t.support(k, n)
	return max(far, float64(n.dot(p)*(1-over))+float64(far*over))
}

// least is how far the part begins along n.
func (p *part) least(n vec) float64 { return -p.support(n.times(-1)) }

// corner is the corner nearest to a point.
func (p *part) corner(to vec) vec {
	best := p.rim[0]
	for _, c := range p.rim[1:] {
		if c.minus(to).dot(c.minus(to)) < best.minus(to).dot(best.minus(to)) {
			best = c
		}
	}
	return best
}
