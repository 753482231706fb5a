package plane

import (
	"math"
	"slices"
)

// Reach returns the area in which a move may end, for drawing: outlines to fill by the even-odd rule, holes clockwise.
// It is accurate to about a sixtieth of an inch, and to an eighth at corners. Check and Way decide exactly.
func (g *Ground) Reach(m Mover, from Point) []Polygon {
	n := int(max(m.Allowance, 0)/lattice) + 2
	c := contours{realm: g.realm(m, from), n: n, side: 2*n + 1}
	c.measure()
	return c.outlines()
}

// lattice is the spacing of the points at which a reach is measured.
const lattice = 125

// contours finds the border between points of different sign on a square lattice around the start.
type contours struct {
	*realm
	n, side int
	margins []float64
	next    []int // for each lattice edge where a border step begins: the edge where it ends; -1 if none begins
}

func (c *contours) at(x, y int) vec {
	return toVec(c.from).plus(vec{float64((x - c.n) * lattice), float64((y - c.n) * lattice)})
}

// measure finds the margins of all lattice points. A margin changes by no more than the way between two points, so the neighbours of
// a point that is far from the border are on its side of it and need no margin of their own.
func (c *contours) measure() {
	c.margins = make([]float64, c.side*c.side)
	known := make([]bool, len(c.margins))
	set := func(x, y int, margin float64) { c.margins[y*c.side+x], known[y*c.side+x] = margin, true }
	for y := 0; y < c.side; y += 2 {
		for x := 0; x < c.side; x += 2 {
			m := c.margin(c.at(x, y))
			set(x, y, m)
			if math.Abs(m) < far {
				continue
			}
			for v := max(0, y-1); v <= min(c.side-1, y+1); v++ {
				for u := max(0, x-1); u <= min(c.side-1, x+1); u++ {
					set(u, v, m)
				}
			}
		}
	}
	for i := range known {
		if !known[i] {
			set(i%c.side, i/c.side, c.margin(c.at(i%c.side, i/c.side)))
		}
	}
}

// in reports whether the lattice point may be reached.
func (c *contours) in(x, y int) bool { return c.margins[y*c.side+x] >= 0 }

// edge numbers the edges of the lattice: from x,y eastwards, or northwards.
func (c *contours) edge(x, y int, north bool) int {
	e := 2 * (y*c.side + x)
	if north {
		e++
	}
	return e
}

// outlines joins the border's steps into outlines.
func (c *contours) outlines() []Polygon {
	c.next = make([]int, 2*c.side*c.side)
	for i := range c.next {
		c.next[i] = -1
	}
	for y := range c.side - 1 {
		for x := range c.side - 1 {
			c.square(x, y)
		}
	}
	var out []Polygon
	for first := range c.next {
		var p Polygon
		for e := first; c.next[e] >= 0; {
			p = append(p, c.crossing(e))
			e, c.next[e] = c.next[e], -1
		}
		if p = smoothed(p); len(p) >= 3 {
			out = append(out, p)
		}
	}
	return out
}

// square adds the border's steps in one square of the lattice, with the inside on the left. If only two opposite
// corners are inside, they count as joined if the middle is inside.
func (c *contours) square(x, y int) {
	edges := [4]int{c.edge(x, y, false), c.edge(x+1, y, true), c.edge(x, y+1, false), c.edge(x, y, true)}
	in := [4]bool{c.in(x, y), c.in(x+1, y), c.in(x+1, y+1), c.in(x, y+1)}
	// Counter-clockwise, the border enters at an edge from inside to outside and leaves at an edge from outside to inside.
	var enter, leave []int
	for i := range in {
		switch next := in[(i+1)%4]; {
		case in[i] && !next:
			leave = append(leave, edges[i])
		case !in[i] && next:
			enter = append(enter, edges[i])
		}
	}
	if len(enter) == 0 {
		return
	}
	if len(enter) == 1 {
		c.next[leave[0]] = enter[0]
		return
	}
	joined := c.margin(c.at(x, y).plus(vec{lattice / 2, lattice / 2})) >= 0
	// The steps go around each outside corner if the inside is joined, otherwise around each inside corner.
	for i := range in {
		before := edges[(i+3)%4]
		switch {
		case joined && !in[i]:
			c.next[before] = edges[i]
		case !joined && in[i]:
			c.next[edges[i]] = before
		}
	}
}

// crossing returns the point where the border crosses an edge of the lattice.
func (c *contours) crossing(e int) Point {
	x, y := e/2%c.side, e/2/c.side
	in, out := c.at(x, y), c.at(x+1, y)
	other := y*c.side + x + 1
	if e%2 == 1 {
		out, other = c.at(x, y+1), (y+1)*c.side+x
	}
	a, b := c.margins[y*c.side+x], c.margins[other]
	if a < 0 {
		in, out, a, b = out, in, b, a
	}
	if a < far && b > -far { // both are distances from the border between the points
		return in.plus(out.minus(in).times(a / (a - b))).point()
	}
	for range 4 {
		if mid := in.plus(out).times(0.5); c.margin(mid) >= 0 {
			in = mid
		} else {
			out = mid
		}
	}
	return in.point()
}

// smoothed returns the outline without corners that hardly bend it.
func smoothed(p Polygon) Polygon {
	const trifle = 8.0
	var out Polygon
	for i, b := range p {
		next := toVec(p[(i+1)%len(p)])
		if i == 0 || i == len(p)-1 || math.Sqrt(toVec(b).toSeg2(toVec(out[len(out)-1]), next)) > trifle {
			out = append(out, b)
		}
	}
	return out
}

// realm decides for many points at once whether a move may end there.
type realm struct {
	*shadows
	from  Point
	tiers []tier
	// boxes holds the boxes of all buildings, followed by those of all areas.
	boxes []Rect
	// bases and buildings are near enough to matter to some end of a move.
	bases     []obstacle
	buildings []int
}

// obstacle is a base. The mover's centre keeps off it by its own radius and that much.
type obstacle struct {
	at vec
	r  float64
}

// tier is one way of moving: anywhere with the allowance after slowing, or only where nothing slows with all of it; and over
// buildings at the cost of climbing them, or around them.
type tier struct {
	*finder
	dry bool
}

// realm explores everything that a mover can reach.
func (g *Ground) realm(m Mover, from Point) *realm {
	r := &realm{shadows: newShadows(g, &m), from: from}
	for _, b := range g.Buildings {
		r.boxes = append(r.boxes, Box(b.Shape))
	}
	for _, a := range g.Areas {
		r.boxes = append(r.boxes, Box(a.Shape))
	}
	r.obstacles()
	for _, c := range g.ascents(m, from, from, m.Allowance) {
		r.tier(m.Allowance-m.Slow-c.cost, false, c.open)
		if m.Slow > 0 && !g.slows(m, Path{from}) {
			r.tier(m.Allowance-c.cost, true, c.open)
		}
	}
	return r
}

// obstacles selects what could be within far of a place that is at most far out of reach.
func (r *realm) obstacles() {
	from, most := toVec(r.from), float64(r.m.Allowance+r.m.R)+2*far
	for _, bases := range [2][]Disc{r.m.Enemies, r.m.Others} {
		for _, d := range bases {
			if o := (obstacle{toVec(d.At), float64(d.R)}); from.minus(o.at).length() <= most+o.r {
				r.bases = append(r.bases, o)
			}
		}
	}
	for i := range r.g.Buildings {
		if boxOff(from, r.boxes[i]) <= most {
			r.buildings = append(r.buildings, i)
		}
	}
}

func (r *realm) tier(reach Inch, dry bool, open uint32) {
	if reach >= 0 {
		// Both foci of the explored ellipse are the start: twice the reach, there and back.
		s := r.surveyed(r.from, r.from, terms{reach: 2 * reach, dry: dry, sight: shaded, open: open})
		r.tiers = append(r.tiers, tier{explore(s, r.from, float64(reach)), dry})
	}
}

// margin returns by how much a move may end at p, in thousandths; it is negative if it may not. Beyond far, in either
// direction, only the sign is meaningful.
func (r *realm) margin(p vec) float64 {
	room := r.room(p, -far)
	if room <= -far {
		return -far
	}
	best := -far
	for i := range r.tiers {
		t := &r.tiers[i]
		here := room
		if t.dry {
			here = min(here, r.dryness(p, far))
		}
		if here > best {
			best = max(best, min(here, t.bound-t.length(p)))
		}
	}
	return best
}

// gets reports whether a move may end at p, a point with room for the base. The slowest check comes last.
func (r *realm) gets(p vec) bool {
	return slices.ContainsFunc(r.tiers, func(t tier) bool {
		return t.bound >= t.length(p) && (!t.dry || r.dryness(p, 0) >= 0)
	})
}

// far is the limit of exact margins.
const far = 250.0

// room returns how far the base can move from p before it touches something on which it may not end. It is negative if it
// already does. Below least, which is not positive, or above -least, the result is only a bound.
func (r *realm) room(p vec, least float64) float64 {
	rad := float64(r.m.R)
	lo, hi := toVec(r.g.Table.Min), toVec(r.g.Table.Max)
	room := min(p.x-lo.x, p.y-lo.y, hi.x-p.x, hi.y-p.y) - rad
	for i := range r.bases {
		o := &r.bases[i]
		room = min(room, p.minus(o.at).length()-rad-o.r)
	}
	for _, i := range r.buildings {
		if room < least {
			return room
		}
		b := &r.g.Buildings[i]
		out := outside(p, b.Shape, r.boxes[i], rad-least)
		if r.g.climbed(i) || r.m.Infantry && r.m.inside(i) < b.Room {
			out = math.Abs(out)
		}
		room = min(room, out-rad)
	}
	for i, z := range r.m.Zones {
		if room < least {
			return room
		}
		away := p.minus(toVec(z.Body.At)).length() - float64(z.rim(r.m.R))
		if away < room && r.cast(i) {
			away = max(away, outside(p, r.outline(i), Box(r.outline(i)), -least))
		}
		room = min(room, away)
	}
	return room
}

// dryness returns how far the base can move from p before it is slowed.
func (r *realm) dryness(p vec, most float64) float64 {
	dry := most
	for i, a := range r.g.Areas {
		if a.Kind.Slows() {
			dry = min(dry, outside(p, a.Shape, r.boxes[len(r.g.Buildings)+i], float64(r.m.R)+most)-float64(r.m.R))
		}
	}
	return dry
}

// outside returns how far p lies outside the outline, whose box is b, negative inside. It returns most if p is at least that far outside.
func outside(p vec, shape Polygon, b Rect, most float64) float64 {
	if boxOff(p, b) >= most {
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

// boxOff returns how far p lies outside the box, to the east or west or to the north or south, negative inside.
func boxOff(p vec, b Rect) float64 {
	return max(float64(b.Min.X)-p.x, p.x-float64(b.Max.X), float64(b.Min.Y)-p.y, p.y-float64(b.Max.Y))
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
