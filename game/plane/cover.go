package plane

import "math"

// Concealment (R9, Q39 to Q41): all lines from one point of the actor to the target fill a cone. The target is clear
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
	// reaches into it. Both are 0 if it stands in none.
	In    int
	Depth Inch
	// From is the actor's best point. To is a point of the target that terrain hides from there, if there is one.
	From, To Point
	// Area or Building, counted from 1, is the terrain that hides To.
	Area, Building int
}

// Concealed reports whether the target is concealed from every point of the actor (R9, Q39 to Q41).
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

// standsIn returns the concealing area, counted from 1, into which the base reaches deepest (R9.1, Q28), and how deep.
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

// apart returns a lower bound of the distance between the part and the cone from p to the k-th shape of the target. A
// negative value is how far the part reaches in. The search stops at trifle.
//
// Cone and part are separated along the normal of one of their sides, or along the line to the part's nearest corner
// from a round end of the cone or from its tip.
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

// tangents returns the outward normals of the cone's two straight sides from p to a disc. ok is false if p is inside
// the disc.
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

// extent returns how far the cone reaches along n, without the share that passes above.
func (c *cone) extent(p vec, k int, n vec, over float64) float64 {
	far := c.t.support(k, n)
	return max(far, float64(n.dot(p)*(1-over))+float64(far*over))
}

// least returns where the part begins along n.
func (p *part) least(n vec) float64 { return -p.support(n.times(-1)) }

// corner returns the part's corner nearest to a point.
func (p *part) corner(to vec) vec {
	best := p.rim[0]
	for _, c := range p.rim[1:] {
		if c.minus(to).dot(c.minus(to)) < best.minus(to).dot(best.minus(to)) {
			best = c
		}
	}
	return best
}
