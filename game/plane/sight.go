package plane

import (
	"cmp"
	"math"
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
	enoughWoods = 2000.99
	// finest is the size at which pieces are not divided further.
	finest = 0.3
	// past is how far beyond the end of a wall's shadow a line may end.
	past = 1e-6
)

// woodsMatter is the gap beyond which area terrain may block (Q37).
const woodsMatter Inch = 6000

// Sees reports whether some line joins the two bodies (R8.2, Q36, Q37). It is symmetric.
func (g *Ground) Sees(a, b Body) bool { return g.Sight(a, b).Seen }

// Sight returns Sees with a witness. Up to 6" area terrain never blocks. Further away, a line may cross at most 2" of
// concealing terrain.
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

// before reports which body comes first: the higher one or, at equal height, always the same one. This makes sight
// symmetric.
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
	cut   []*part // the same terrain, cut across the lines
	deep  bool    // a line may pass over a wall, so it may be better to end it further inside the lower body
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
	seen := s.direct(&x, &y) || s.hunt(&x, &y)
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

// direct tries the line between the middles, which usually suffices.
func (s *search) direct(x, y *body) bool {
	a, b := x.nearest(y), y.nearest(x)
	return s.try(a, b)
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

// cell is a pair of pieces: every line from one to the other, and further into the shape behind the other.
type cell struct{ a, b piece }

// hunt searches all lines between the two bodies, coarse pieces first, so that it finds a wide view before it examines
// narrow ones.
func (s *search) hunt(x, y *body) bool {
	var room [64]cell
	var cut [48]*part
	s.cut = cut[:0]
	s.across(x, y)
	queue := s.start(room[:0], x, y)
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		oa, ob := c.a.outline(), c.b.outline()
		if !c.a.faces(&ob) || !c.b.faces(&oa) {
			continue
		}
		a, b := c.a.sample(), c.b.sample()
		if s.try(a, s.end(a, b, &c.b)) {
			return true
		}
		if l, ok := newSlab(a, b, &oa, &ob); ok {
			l.farOut = c.b.far(&l)
			if s.barred(&l) {
				continue
			}
			if len(s.cut) > 0 && s.tooMuch(&l, &oa, &ob) {
				continue
			}
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

// tooMuch reports whether every line between the two outlines crosses too much concealing terrain.
func (s *search) tooMuch(l *slab, oa, ob *outline) bool {
	b := newBundle(l, oa, ob, l.pb.x1)
	if s.wooded(&b) {
		return true
	}
	if !s.deep {
		return false
	}
	b = newBundle(l, oa, ob, max(l.pb.x1, l.farOut))
	return s.overWalls(&b) && s.wooded(&b)
}

// across selects the terrain that is cut across the lines between the two bodies.
func (s *search) across(x, y *body) {
	if len(s.woods) == 0 {
		return
	}
	a, ra := x.circle()
	b, rb := y.circle()
	way, r := b.minus(a), max(ra, rb)
	best := 0
	for i, u := range across {
		if math.Abs(u.dot(way)) > math.Abs(across[best].dot(way)) {
			best = i
		}
	}
	for i := range s.ready.cut[best] {
		if p := &s.ready.cut[best][i]; p.near(a, way, r) {
			s.cut = append(s.cut, p)
		}
	}
}

// start pairs the pieces of the two bodies.
func (s *search) start(queue []cell, x, y *body) []cell {
	a, _ := x.circle()
	b, _ := y.circle()
	var mine, theirs [32]piece
	for i := range x.shapes() {
		from := x.pieces(mine[:0], i, b.minus(a))
		for j := range y.shapes() {
			for _, q := range y.pieces(theirs[:0], j, a.minus(b)) {
				for _, p := range from {
					queue = append(queue, cell{p, q})
				}
			}
		}
	}
	return queue
}

// end returns where the line from a that enters the lower body at b should end: as early as possible, as terrain may
// stand in the way, but so far inside that the line passes above the walls.
func (s *search) end(a, b vec, p *piece) vec {
	if !s.deep {
		return b
	}
	way := b.minus(a)
	u, far := way.unit(), way.length()
	most := p.leaves(a, u)
	for again := true; again && far <= most; {
		again = false
		for i := range s.walls {
			w := &s.walls[i]
			if w.over == 0 {
				continue
			}
			from, to, ok := w.clip(a, u.times(most), clearance)
			if end := float64(to*most)/w.over + past; ok && float64(from*most) < far && end > far {
				far, again = end, true
			}
		}
	}
	return a.plus(u.times(min(far, most)))
}
