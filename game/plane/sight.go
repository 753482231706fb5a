package plane

import (
	"cmp"
	"math"
	"slices"
)

// Lines of sight (R8, R10.2, Q36 to Q38): only the tops of the two bodies matter. A line is a segment from one top to
// the other, and a wall blocks it where the line is low enough. The search divides the two rims into ever finer pieces.
// A pair of pieces is finished when its sample line is clear, or when a bound shows that no line is.

// Sight describes the line of sight between two bodies.
type Sight struct {
	Seen bool
	// From and To are the ends of a line that proves it, or of the best line tried.
	From, To Point
	// Woods is the length of concealing area terrain on that line. It is 0 if the bodies are too close for it to matter.
	Woods Inch
	// Building, counted from 1, is the building that blocks that line; 0 if none does.
	Building int
}

const (
	// slack is how far a base is enlarged, so that a line that only touches a wall counts. shift is how far a line may
	// be moved before it is ruled out.
	slack = 0.5
	shift = 0.2
	// clearance is the distance that a line must keep from walls, so that none runs between two that touch.
	clearance = 0.05
	// mostWoods is how much concealing terrain a line may cross: 2" and the tolerance (Q37). Lines with more than
	// enoughWoods may be ruled out.
	mostWoods   = 2001.0
	enoughWoods = 2000.2
	// finest is the size at which pieces are not divided further.
	finest = 0.3
)

// woodsMatter is the gap beyond which area terrain may block (Q37).
const woodsMatter Inch = 6000

// Sees reports whether some line joins the two bodies (R8.2, Q36, Q37). It is symmetric.
func (g *Ground) Sees(a, b Body) bool { return g.Sight(a, b).Seen }

// Sight returns Sees with a witness. Beyond 6", a line may cross at most 2" of concealing terrain.
func (g *Ground) Sight(a, b Body) Sight {
	var s search
	swapped := g.before(b, a)
	if swapped {
		a, b = b, a
	}
	out := s.run(g, a, b)
	if swapped {
		out.From, out.To = out.To, out.From
	}
	return out
}

// before orders bodies: the higher first, at equal height always the same one, so that sight is symmetric.
func (g *Ground) before(a, b Body) bool {
	return cmp.Or(cmp.Compare(g.top(b), g.top(a)), cmp.Compare(a.At.X, b.At.X), cmp.Compare(a.At.Y, b.At.Y),
		cmp.Compare(a.R, b.R), cmp.Compare(a.In, b.In)) < 0
}

// top returns the height of the body.
func (g *Ground) top(b Body) Inch {
	if b.In > 0 {
		return g.Buildings[b.In-1].Height
	}
	return In(1)
}

// wall is a part of a building in between. over is the share of a line, from its higher end, that passes above it.
type wall struct {
	*part
	over float64
	id   int
}

// search is one line-of-sight query. The higher body comes first.
type search struct {
	ready *prepared
	walls []wall
	woods []*part
	deep  bool // a line may pass over a wall, so the far points of the lower body matter too
	best  sample
}

// sample is a line that was tried.
type sample struct {
	from, to vec
	woods    float64
	building int
	tried    bool
}

// run answers the query.
func (s *search) run(g *Ground, a, b Body) Sight {
	if a.In > 0 && a.In == b.In || g.meet(a, b) {
		return Sight{Seen: true, From: a.At, To: b.At}
	}
	x, y := g.body(a, slack), g.body(b, slack)
	s.ready = cmp.Or(g.ready, &prepared{})
	var walls [24]wall
	var woods [48]*part
	s.walls, s.woods = walls[:0], woods[:0]
	s.collect(&x, &y, Over(a.Disc, b.Disc, woodsMatter))
	seen := s.try(x.nearest(&y), y.nearest(&x)) || s.hunt(&x, &y) // the line between the middles usually suffices
	out := Sight{Seen: seen, From: s.best.from.point(), To: s.best.to.point(), Building: s.best.building}
	if s.best.building == 0 {
		out.Woods = Inch(math.Round(s.best.woods))
	}
	return out
}

// meet reports whether two bodies touch or overlap.
func (g *Ground) meet(a, b Body) bool {
	switch {
	case a.In == 0 && b.In == 0:
		return Within(a.Disc, b.Disc, 0)
	case a.In == 0:
		return g.Buildings[b.In-1].Shape.Touches(a.Disc)
	case b.In == 0:
		return g.Buildings[a.In-1].Shape.Touches(b.Disc)
	}
	s := g.Buildings[a.In-1].Shape
	for i := range s {
		if p, q := s.edge(i); legCloser(p, q, g.Buildings[b.In-1].Shape, Thou+1) {
			return true
		}
	}
	return false
}

// collect selects the terrain that may matter between the two bodies.
func (s *search) collect(x, y *body, woods bool) {
	a, ra := x.circle()
	b, rb := y.circle()
	way, r := b.minus(a), max(ra, rb)
	for i := range s.ready.walls {
		p := &s.ready.walls[i]
		if p.owner+1 == x.in || p.owner+1 == y.in || !p.near(a, way, r) {
			continue
		}
		switch {
		case p.top >= x.top:
			s.walls = append(s.walls, wall{p, 0, i})
		case p.top > y.top:
			s.walls = append(s.walls, wall{p, (x.top - p.top) / (x.top - y.top), i})
			s.deep = true
		}
	}
	for i := range s.ready.woods {
		if p := &s.ready.woods[i]; woods && p.near(a, way, r) {
			s.woods = append(s.woods, p)
		}
	}
}

// nearest returns the point of the body towards the middle of another.
func (b *body) nearest(o *body) vec {
	at, _ := o.circle()
	if b.disc {
		return b.at.plus(at.minus(b.at).unit().times(b.r))
	}
	mid, _ := b.circle()
	from := mid
	for i := range b.parts {
		p := &b.parts[i]
		if _, t, ok := p.clip(mid, at.minus(mid), 0); ok {
			from = mid.to(at, t)
		}
	}
	return from
}

// try reports whether the line from a to b is clear, and keeps it if it is the best so far.
func (s *search) try(a, b vec) bool {
	way := b.minus(a)
	one := sample{from: a, to: b, tried: true}
	for i := range s.walls {
		w := &s.walls[i]
		if _, _, ok := w.clip(a.plus(way.times(w.over)), way.times(1-w.over), clearance); ok {
			one.building = w.owner + 1
			if !s.best.tried {
				s.best = one
			}
			return false
		}
	}
	for _, p := range s.woods {
		if from, to, ok := p.clip(a, way, 0); ok {
			one.woods += to - from
		}
	}
	one.woods = float64(one.woods * way.length())
	if !s.best.tried || s.best.building > 0 || one.woods < s.best.woods {
		s.best = one
	}
	return one.woods <= mostWoods
}

// cell is a pair of pieces: every line from one to the other.
type cell struct{ a, b piece }

// hunt tries all lines between the two bodies, coarse pieces first, so that it finds wide views early.
func (s *search) hunt(x, y *body) bool {
	var room [64]cell
	queue := s.start(room[:0], x, y)
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		oa, ob := c.a.outline(), c.b.outline()
		if !c.a.faces(&ob) || !s.deep && !c.b.faces(&oa) {
			continue
		}
		a, b := c.a.sample(), c.b.sample()
		if s.try(a, b) {
			return true
		}
		if l, ok := newSlab(a, b, &oa, &ob); ok && (s.barred(&l) || s.wooded(&l)) {
			continue
		}
		sa, sb := c.a.size(), c.b.size()
		if sa < finest && sb < finest {
			continue
		}
		one, two := c, c
		if sa >= sb {
			one.a, two.a = c.a.halves()
		} else {
			one.b, two.b = c.b.halves()
		}
		queue = append(queue, one, two)
	}
	return false
}

// start pairs the pieces of the two bodies.
func (s *search) start(queue []cell, x, y *body) []cell {
	a, _ := x.circle()
	b, _ := y.circle()
	var mine, theirs [32]piece
	for i := range x.shapes() {
		from := x.pieces(mine[:0], i, b.minus(a), false)
		for j := range y.shapes() {
			for _, q := range y.pieces(theirs[:0], j, a.minus(b), s.deep) {
				for _, p := range from {
					queue = append(queue, cell{p, q})
				}
			}
		}
	}
	return queue
}

// slab holds a bundle of lines between two pieces, in a frame of its own with x along the lines. All of them cross the
// gate at x = in between loIn and hiIn, and the gate at x = out between loOut and hiOut. On either side it is narrower
// than the bundle by shift, the tolerance for ruling out lines.
type slab struct {
	o, u, v      vec // origin, direction, left
	in, out      float64
	loIn, hiIn   float64
	loOut, hiOut float64
	farOut       float64 // the greatest x of the lower piece
	start, end   vec     // of the lowest line
	start2, end2 vec     // of the highest line
	least, most  float64 // slopes
}

// span is the smallest box around an outline that is parallel to the frame.
type span struct{ x0, x1, y0, y1 float64 }

func (o *outline) span(at, u, v vec) span {
	s := span{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for i := range o.n {
		w := o.p[i].minus(at)
		x, y := w.dot(u), w.dot(v)
		s.x0, s.x1, s.y0, s.y1 = min(s.x0, x), max(s.x1, x), min(s.y0, y), max(s.y1, y)
	}
	return s
}

// newSlab returns the bundle between two outlines around the line a-b. ok is false if they overlap along it.
func newSlab(a, b vec, oa, ob *outline) (l slab, ok bool) {
	l.o, l.u = a, b.minus(a).unit()
	l.v = vec{-l.u.y, l.u.x}
	p, q := oa.span(a, l.u, l.v), ob.span(a, l.u, l.v)
	if p.x1 >= q.x0 {
		return l, false
	}
	l.in, l.out, l.farOut = p.x1, q.x0, q.x1
	// The greatest distance of a line beyond the pieces' sides where it crosses the gates.
	ka, kb := (p.x1-p.x0)/(q.x0-p.x0), (q.x1-q.x0)/(q.x1-p.x1)
	l.loIn, l.hiIn = narrowed(p.y0+float64(min(0, q.y0-p.y0)*ka), p.y1+float64(max(0, q.y1-p.y1)*ka))
	l.loOut, l.hiOut = narrowed(q.y0+float64(min(0, p.y0-q.y0)*kb), q.y1+float64(max(0, p.y1-q.y1)*kb))
	l.start, l.end = l.world(l.in, l.loIn), l.world(l.out, l.loOut)
	l.start2, l.end2 = l.world(l.in, l.hiIn), l.world(l.out, l.hiOut)
	l.least, l.most = (l.loOut-l.hiIn)/(l.out-l.in), (l.hiOut-l.loIn)/(l.out-l.in)
	return l, true
}

func narrowed(lo, hi float64) (float64, float64) {
	if hi-lo <= 2*shift {
		mid := float64((lo + hi) * 0.5)
		return mid, mid
	}
	return lo + shift, hi - shift
}

func (l *slab) world(x, y float64) vec { return l.o.plus(l.u.times(x)).plus(l.v.times(y)) }

// crossed reports whether the part lies across the lowest and across the highest line, beyond the share from of them.
func (l *slab) crossed(p *part, from float64) (low, high bool) {
	_, t, okLow := p.clip(l.start, l.end.minus(l.start), 0)
	_, t2, okHigh := p.clip(l.start2, l.end2.minus(l.start2), 0)
	return okLow && t > from, okHigh && t2 > from
}

// barred reports whether a wall, or two that touch, reach from the bundle's lowest line to its highest.
func (s *search) barred(l *slab) bool {
	var low, high uint64
	for i := range s.walls {
		w := &s.walls[i]
		lo, hi := l.crossed(w.part, s.from(l, w))
		if lo && hi {
			return true
		}
		if i < 64 && lo {
			low |= 1 << i
		}
		if i < 64 && hi {
			high |= 1 << i
		}
	}
	return low != 0 && high != 0 && s.joined(l, low, high)
}

// from returns the share of the slab's length up to which lines may pass over the wall.
func (s *search) from(l *slab, w *wall) float64 {
	return float64(w.over*(l.farOut-l.in)) / (l.out - l.in)
}

// joined reports whether a wall across the lowest line touches one across the highest, inside the slab.
func (s *search) joined(l *slab, low, high uint64) bool {
	for _, c := range s.ready.contacts {
		i, j := s.index(c.i), s.index(c.j)
		if i < 0 || j < 0 {
			continue
		}
		if low>>i&1 == 0 || high>>j&1 == 0 {
			i, j = j, i
		}
		if low>>i&1 == 0 || high>>j&1 == 0 {
			continue
		}
		x := c.at.minus(l.o).dot(l.u)
		from := max(s.from(l, &s.walls[i]), s.from(l, &s.walls[j]))
		if x >= l.in+float64(from*(l.out-l.in)) && x <= l.out {
			return true
		}
	}
	return false
}

// index returns the position of a wall among the first 64 walls of the search, or -1.
func (s *search) index(id int) int {
	return slices.IndexFunc(s.walls[:min(len(s.walls), 64)], func(w wall) bool { return w.id == id })
}

// wooded reports whether every line of the bundle crosses too much concealing terrain.
func (s *search) wooded(l *slab) bool {
	sum := 0.0
	for _, p := range s.woods {
		a0, a1, low := p.clip(l.start, l.end.minus(l.start), 0)
		b0, b1, high := p.clip(l.start2, l.end2.minus(l.start2), 0)
		if low && high {
			sum += l.chord(l.low(a0), l.low(a1), l.high(b0), l.high(b1))
		}
		if sum > enoughWoods {
			return true
		}
	}
	return false
}

// low and high return points of the lowest and highest line in the frame.
func (l *slab) low(t float64) vec {
	return vec{l.in + float64(t*(l.out-l.in)), l.loIn + float64(t*(l.loOut-l.loIn))}
}
func (l *slab) high(t float64) vec {
	return vec{l.in + float64(t*(l.out-l.in)), l.hiIn + float64(t*(l.hiOut-l.hiIn))}
}

// chord returns a lower bound of the length that each line of the bundle has inside a convex part. The lowest line
// enters the part at p and leaves at q, the highest at p2 and q2; each line crosses p-p2 and later q-q2.
func (l *slab) chord(p, q, p2, q2 vec) float64 {
	sure := max(0, min(q.x, q2.x)-max(p.x, p2.x))
	// Across the rim where the lines leave, from the nearest corner of the rim where they enter, and the reverse.
	if n := q2.minus(q).right(); n.x > 0 {
		sure = max(sure, min(n.dot(q.minus(p)), n.dot(q.minus(p2)))/l.along(n))
	}
	if n := p2.minus(p).right(); n.x > 0 {
		sure = max(sure, min(n.dot(q.minus(p)), n.dot(q2.minus(p)))/l.along(n))
	}
	return sure
}

// along returns the greatest advance of a line of the bundle along n per unit of its length.
func (l *slab) along(n vec) float64 {
	if n.y >= float64(l.least*n.x) && n.y <= float64(l.most*n.x) {
		return n.length()
	}
	return max(dotUnit(n, l.least), dotUnit(n, l.most))
}

func dotUnit(n vec, slope float64) float64 {
	return (n.x + float64(n.y*slope)) / math.Sqrt(1+float64(slope*slope))
}
