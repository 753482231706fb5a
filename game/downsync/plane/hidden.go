package plane

import "math"

// How a concealed target is shown: the point of the actor from which least of it is hidden, and a line from there that
// terrain crosses.

// leastHidden is the point of the actor's rim, out of a fair number, into whose cone terrain reaches least.
func (c *cone) leastHidden() vec {
	best := c.a.nearest(&c.t)
	least, _, _ := c.deepest(best)
	to, _ := c.t.circle()
	for i := range c.a.shapes() {
		for _, q := range c.a.pieces(nil, i, to.minus(c.a.at), false) {
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

// cut halves the piece that many times over.
func (p *piece) cut(times int) []piece {
	if times == 0 {
		return []piece{*p}
	}
	a, b := p.halves()
	return append(a.cut(times-1), b.cut(times-1)...)
}

// deepest is how deep terrain reaches into the cone from p, and which shape and veil that is about.
func (c *cone) deepest(p vec) (deep float64, shape, veil int) {
	for k := range c.t.shapes() {
		for i := range c.veils {
			if r := -c.reach(p, k, &c.veils[i]); r > deep {
				deep, shape, veil = r, k, i
			}
		}
	}
	return deep, shape, veil
}

// hides is the shape of the target and the veil that reaches deepest into its cone.
func (c *cone) hides(p vec) (shape, veil int) {
	_, shape, veil = c.deepest(p)
	return shape, veil
}

// hidden is a point of the target such that the line to it from p runs through the veil: through the middle of what
// the veil has in the cone.
func (c *cone) hidden(p vec, k int, v veil) vec {
	share := v.rim
	for _, h := range c.sides(p, k) {
		if inside, _ := split(share, h); inside != nil {
			share = inside
		}
	}
	var mid vec
	for _, q := range share {
		mid = mid.plus(q)
	}
	mid = mid.times(1 / float64(len(share)))
	in, out := c.across(p, mid, k)
	// The nearest end behind the middle has the lowest line over it.
	if l := mid.minus(p).length(); l > in {
		in = min(l, out)
	}
	return p.plus(mid.minus(p).unit().times(in))
}

// sides are the two half-planes between which the cone lies.
func (c *cone) sides(p vec, k int) []halfPlane {
	var out []halfPlane
	add := func(n vec) { out = append(out, halfPlane{n, n.dot(p)}) }
	if c.t.disc {
		way := c.t.at.minus(p)
		if d2, r2 := way.dot(way), float64(c.t.r*c.t.r); d2 > r2 {
			n, m := way.times(-c.t.r/d2), way.right().times(math.Sqrt(d2-r2)/d2)
			add(n.plus(m))
			add(n.minus(m))
		}
		return out
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

// across is how far from p the ray towards q enters and leaves the k-th shape of the target.
func (c *cone) across(p, q vec, k int) (in, out float64) {
	u := q.minus(p).unit()
	if c.t.disc {
		way := c.t.at.minus(p)
		side := u.cross(way)
		half := math.Sqrt(max(0, float64(c.t.r*c.t.r)-float64(side*side)))
		return u.dot(way) - half, u.dot(way) + half
	}
	t := &c.t.parts[k]
	far := t.mid.minus(p).length() + t.reach
	from, to, _ := t.clip(p, u.times(far), grain)
	return float64(from * far), float64(to * far)
}
