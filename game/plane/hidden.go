package plane

import "math"

// These functions illustrate why a target is concealed. They find the point of the actor from which least of the target
// is hidden, and a line from there that terrain crosses.

// leastHidden returns the point of the actor's rim into whose cone terrain reaches least, out of a limited number of
// samples.
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

// deepest returns how deep terrain reaches into the cone from p, negative if it keeps off, with the shape and veil
// concerned.
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

// hides returns the shape of the target and the veil that reaches deepest into its cone.
func (c *cone) hides(p vec) (shape, veil int) {
	_, shape, veil = c.deepest(p)
	return shape, veil
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
			if !ok {
				continue
			}
			// The nearest end behind the point gives the lowest line over it.
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
