package plane

import "math"

// cell is a pair of pieces: every line from one to the other, and further into the shape behind the other. off marks the
// parts of s.cut, of the first 64, that no such line crosses.
type cell struct {
	a, b piece
	off  uint64
}

// hunt searches all lines between the two bodies, coarse pieces first, so that it finds a wide view before it examines
// narrow ones. Of each pair it tries the line between the middles, and the one between two ends where the bundle crosses
// least terrain.
func (s *search) hunt(x, y *body, smallest float64) bool {
	var room [64]cell
	var cut [48]*part
	s.cut, s.off = cut[:0], 0
	s.across(x, y)
	if s.apart(x, y) {
		return false
	}
	queue := s.start(room[:0], x, y)
	for i := 0; i < len(queue) && s.pairs < mostPairs; i++ {
		c := queue[i]
		s.pairs++
		oa, ob := c.a.outline(), c.b.outline()
		if !c.a.faces(&ob) || !c.b.faces(&oa) {
			continue
		}
		a, b := c.a.sample(), c.b.sample()
		if s.try(a, s.end(a, b, &c.b)) {
			return true
		}
		if l, ok := newSlab(a, b, &oa, &ob); ok {
			l.farOut, s.off = c.b.far(&l), c.off
			if s.barred(&l) || s.tooMuch(&l, &oa, &ob) || s.deep && s.under(&l, &oa, &ob, c.b.back(a, b)) {
				continue
			}
			c.off = s.off
			a, b := c.a.ends(l.v)[s.light>>1], c.b.ends(l.v)[s.light&1]
			if s.try(a, s.end(a, b, &c.b)) {
				return true
			}
		}
		sa, sb := c.a.size(), c.b.size()
		if sa < smallest && sb < smallest {
			continue
		}
		one, two := c, c
		if sa >= sb {
			one.a, two.a = c.a.halves()
		} else {
			one.b, two.b = c.b.halves()
		}
		if len(queue)+2 > cap(queue) && i >= len(queue)/2 {
			queue = append(queue[:0], queue[i+1:]...)
			i = -1
		}
		queue = append(queue, one, two)
	}
	return false
}

// lighten searches for the line that crosses least terrain, but for spare, when no line crosses little enough.
func (s *search) lighten(x, y *body) {
	s.show, s.pairs = true, 0
	s.hunt(x, y, coarsest)
}

// apart reports whether terrain rules out all lines between the two bodies at once.
func (s *search) apart(x, y *body) bool {
	a, _ := x.circle()
	b, _ := y.circle()
	u := b.minus(a).unit()
	oa, ob := x.box(u, 1), y.box(u, -1)
	l, ok := newSlab(a, b, &oa, &ob)
	return ok && (s.barred(&l) || s.tooMuch(&l, &oa, &ob))
}

// tooMuch reports whether every line between the two outlines crosses too much concealing terrain.
func (s *search) tooMuch(l *slab, oa, ob *outline) bool {
	if len(s.cut) == 0 {
		return false
	}
	if s.show {
		s.limit = max(enoughWoods, float64(s.best.woods)/100-spare)
	}
	b := newBundle(l, oa, ob, l.pb.x1)
	return s.wooded(&b)
}

// under reports whether every line between the two outlines runs into a wall that it could only pass above, or crosses
// too much concealing terrain before it ends far enough inside the lower body for that. back is a border that no line
// crosses inside that body.
func (s *search) under(l *slab, oa, ob *outline, back halfPlane) bool {
	b := newBundle(l, oa, ob, max(l.pb.x1, l.farOut))
	pushed, barred := s.overWalls(&b, back)
	if barred || !pushed || len(s.cut) == 0 {
		return barred
	}
	off := s.off
	s.off = 0 // terrain inside the lower body counts here
	defer func() { s.off = off }()
	return s.wooded(&b)
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
					queue = append(queue, cell{p, q, s.off})
				}
			}
		}
	}
	return queue
}

// end returns where the line from a that enters the lower body at b should end: as early as possible, as terrain may
// block it, but so far inside that the line passes above the walls.
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
