package plane

import (
	"cmp"
	"math"
	"slices"
)

// Lines of sight: only the tops of the two bodies matter. A line is a segment from one top to
// the other, and a wall blocks it where the line is low enough. The search divides the two rims into ever finer pieces.
// A pair of pieces is finished when one of its lines is clear, or when a bound shows that none is: a wall that all lines
// cross (see slab), or more concealing terrain than a line may cross (see bundle).
//
// Where the geometry leaves a doubt, this decides: a base sees half a thousandth beyond its rim; the terrain on a line is
// measured in whole hundredths of a thousandth, and mostWoods counts; what only lines within shift or finest of each
// other could see is not seen.

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
	// mostWoods is how much concealing terrain a line may cross, in hundredths: 2" and the tolerance. What has
	// more than enoughWoods, in thousandths, may be ruled out.
	mostWoods   = 200100
	enoughWoods = 2001.005
	// finest is the size at which pieces are not divided further, and coarsest the size for the line that illustrates
	// why nothing is seen. That line may cross up to spare more than another.
	finest   = 0.3
	coarsest = 20.0
	spare    = 5.0
	// past is how far beyond the end of a wall's shadow a line may end.
	past = 1e-6
	// mostPairs is the number of pairs of pieces after which the search gives up and nothing is seen. Thousands of
	// random battlefields need a hundredth of it.
	mostPairs = 1 << 15
)

// woodsMatter is the gap beyond which area terrain may block.
const woodsMatter Inch = 6000

// Sees reports whether some line joins the two bodies. It is symmetric.
func (g *Ground) Sees(a, b Body) bool { return g.look(a, b, false).Seen }

// Sight returns Sees with a witness. Up to 6" area terrain never blocks. Further away, a line may cross at most 2" of
// concealing terrain.
func (g *Ground) Sight(a, b Body) Sight { return g.look(a, b, true) }

// look answers the query. If illustrate is set and only terrain blocks, it searches for the line that crosses least.
func (g *Ground) look(a, b Body, illustrate bool) Sight {
	var s search
	swapped := g.before(b, a)
	if swapped {
		a, b = b, a
	}
	out := s.run(g, a, b, illustrate)
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
	off   uint64  // the parts of cut, of the first 64, that no line of the last bundle crosses
	light int     // which line at the corners of the last bundle crosses least terrain
	deep  bool    // a line may pass over a wall, so it may be better to end it further inside the lower body
	best  sample
	limit float64 // more terrain than this rules out a bundle
	show  bool    // it is known that nothing is seen; the line that crosses least terrain is wanted
	pairs int     // how many pairs of pieces were examined
	// room and partly are memory that the search reuses for every pair.
	room   [16]crossing
	partly [16]stretch
}

// sample is a line that was tried.
type sample struct {
	from, to vec
	woods    int64 // in hundredths of a thousandth
	building int
	tried    bool
}

// run answers the query.
func (s *search) run(g *Ground, a, b Body, illustrate bool) Sight {
	if a.In > 0 && a.In == b.In || g.meet(a, b) {
		return Sight{Seen: true, From: a.At, To: b.At}
	}
	x, y := g.body(a, slack), g.body(b, slack)
	s.ready = cmp.Or(g.ready, &prepared{})
	var walls [24]wall
	var woods [48]*part
	s.walls, s.woods = walls[:0], woods[:0]
	s.collect(&x, &y, Over(a.Disc, b.Disc, woodsMatter))
	s.limit = enoughWoods
	seen := s.try(x.nearest(&y), y.nearest(&x)) || s.hunt(&x, &y, finest) // the line between the middles usually suffices
	if !seen && illustrate && s.best.building == 0 {
		s.lighten(&x, &y)
	}
	out := Sight{Seen: seen, From: s.best.from.point(), To: s.best.to.point(), Building: s.best.building}
	if s.best.building == 0 {
		out.Woods = Inch((s.best.woods + 50) / 100)
	}
	return out
}

// meet reports whether two bodies touch or overlap.
func (g *Ground) meet(a, b Body) bool {
	x, y := a.filled(), b.filled()
	switch {
	case x == 0 && y == 0:
		return Within(a.Disc, b.Disc, 0)
	case x == 0:
		return g.Buildings[y-1].Shape.Touches(a.Disc)
	case y == 0:
		return g.Buildings[x-1].Shape.Touches(b.Disc)
	}
	s := g.Buildings[x-1].Shape
	for i := range s {
		if p, q := s.edge(i); legCloser(p, q, g.Buildings[y-1].Shape, Thou+1) {
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
	from, found := vec{}, false
	for i := range b.parts {
		p := &b.parts[i]
		if _, t, ok := p.clip(mid, at.minus(mid), 0); ok {
			from, found = mid.to(at, t), true
		}
	}
	if found {
		return from
	}
	// The middle of an outline with a bay may be outside it, with no part before it.
	return slices.MinFunc(b.parts, func(p, q part) int { return cmp.Compare(p.mid.minus(at).len2(), q.mid.minus(at).len2()) }).mid
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
	share := 0.0
	for _, p := range s.woods {
		if from, to, ok := p.clip(a, way, 0); ok {
			share += to - from
		}
	}
	one.woods = int64(math.Round(float64(share*way.length()) * 100))
	free := one.woods <= mostWoods
	if !s.best.tried || s.best.building > 0 || one.woods < s.best.woods && !(free && s.show) {
		s.best = one
	}
	return free && !s.show
}
