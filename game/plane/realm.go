package plane

import "math"

// realm decides for many points at once whether a move may end there.
type realm struct {
	*shadows
	from  Point
	tiers []tier
}

// tier is one way of moving: anywhere with the allowance after slowing, or only where nothing slows with all of it.
type tier struct {
	*finder
	dry bool
}

// realm explores everything that a mover can reach.
func (g *Ground) realm(m Mover, from Point) *realm {
	r := &realm{shadows: newShadows(g, &m), from: from}
	r.tier(m.Allowance-m.Slow, false)
	if m.Slow > 0 && !g.slows(m, Path{from}) {
		r.tier(m.Allowance, true)
	}
	return r
}

func (r *realm) tier(reach Inch, dry bool) {
	if reach >= 0 {
		// Both foci of the explored ellipse are the start: twice the reach, there and back.
		s := r.surveyed(r.from, r.from, terms{reach: 2 * reach, dry: dry, sight: shaded})
		r.tiers = append(r.tiers, tier{explore(s, r.from, float64(reach)), dry})
	}
}

// margin returns by how much a move may end at p, in thousandths; it is negative if it may not. Beyond far, in either
// direction, only the sign is meaningful.
func (r *realm) margin(p vec) float64 {
	room := r.room(p)
	if room <= -far {
		return -far
	}
	best := -far
	for i := range r.tiers {
		t := &r.tiers[i]
		here := room
		if t.dry {
			here = min(here, r.dryness(p))
		}
		if here > best {
			best = max(best, min(here, t.bound-t.length(p)))
		}
	}
	return best
}

// far is the limit of exact margins.
const far = 250.0

// room returns how far the base can move from p before it touches something that it may not end on. It is negative if
// it already does.
func (r *realm) room(p vec) float64 {
	rad := float64(r.m.R)
	lo, hi := toVec(r.g.Table.Min), toVec(r.g.Table.Max)
	room := min(p.x-lo.x, p.y-lo.y, hi.x-p.x, hi.y-p.y) - rad
	for _, bases := range [2][]Disc{r.m.Enemies, r.m.Others} {
		for _, d := range bases {
			room = min(room, p.minus(toVec(d.At)).length()-rad-float64(d.R))
		}
	}
	for i, b := range r.g.Buildings {
		out := outside(p, b.Shape, rad+far)
		if r.m.Infantry && r.m.inside(i) < b.Room {
			room = min(room, math.Abs(out)-rad)
		} else {
			room = min(room, out-rad)
		}
	}
	for i, z := range r.m.Zones {
		away := p.minus(toVec(z.Body.At)).length() - float64(z.rim(r.m.R))
		if away < room && r.cast(i) {
			away = max(away, outside(p, r.outline(i), far))
		}
		room = min(room, away)
	}
	return max(room, -far)
}

// dryness returns how far the base can move from p before it is slowed.
func (r *realm) dryness(p vec) float64 {
	dry := far
	for _, a := range r.g.Areas {
		if a.Kind.Slows() {
			dry = min(dry, outside(p, a.Shape, float64(r.m.R)+far)-float64(r.m.R))
		}
	}
	return dry
}

// outside returns how far p lies outside the outline, negative inside. It returns most if p is at least that far outside.
func outside(p vec, shape Polygon, most float64) float64 {
	b := Box(shape)
	if at := (vec{max(float64(b.Min.X)-p.x, p.x-float64(b.Max.X)), max(float64(b.Min.Y)-p.y, p.y-float64(b.Max.Y))}); max(at.x, at.y) >= most {
		return most
	}
	d := math.Inf(1)
	for i := range shape {
		e, f := shape.edge(i)
		d = min(d, p.toSeg2(toVec(e), toVec(f)))
	}
	d = math.Sqrt(d)
	if inside(p.point(), shape) {
		return -d
	}
	return min(d, most)
}

// length returns the length of the shortest way to p. If that exceeds the bound, the result only exceeds the bound too.
func (f *finder) length(p vec) float64 {
	none := f.bound + far
	best := p.minus(f.from).length()
	if best > none || f.free(f.from, p) {
		return best
	}
	best = none
	for _, i := range f.order {
		h := &f.hops[i]
		if h.length+p.minus(h.at).length() >= best {
			continue
		}
		r := &f.rounds[h.round]
		leave, _, ok := tangent(r.c, float64(h.turn*r.rim), p, 0)
		if !ok {
			continue
		}
		arc := ahead(h.angle, leave.minus(r.c).angle(), h.turn)
		l := h.length + float64(arc*r.rim) + p.minus(leave).length()
		if l < best && f.walk(h.round, h.angle, arc, h.turn) && f.free(leave, p) {
			best = l
		}
	}
	return best
}
