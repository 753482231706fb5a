package plane

import "math"

// slab holds a bundle of lines between two pieces, in a frame of its own with x along the lines. All of them cross the
// gate at x = in between loIn and hiIn, and the gate at x = out between loOut and hiOut. On either side it is narrower
// than the bundle by shift, the tolerance for ruling out lines.
type slab struct {
	o, u, v     vec // origin, direction, left
	in, out     float64
	loIn, hiIn  float64
	loOut       float64
	hiOut       float64
	farOut      float64 // the greatest x of the lower piece
	start, end  vec     // of the lowest line
	start2      vec     // of the highest line
	end2        vec
	least, most float64 // slopes
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

// newSlab returns the bundle between two outlines with the line a-b in its middle. ok is false if they overlap along
// that line.
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
	if _, t, ok := p.clip(l.start, l.end.minus(l.start), 0); ok && t > from {
		low = true
	}
	if _, t, ok := p.clip(l.start2, l.end2.minus(l.start2), 0); ok && t > from {
		high = true
	}
	return low, high
}

// barred reports whether walls rule out the whole bundle: one convex part, or two that touch, reach from its lowest
// line to its highest.
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
	if w.over == 0 {
		return 0
	}
	x := l.in + float64(w.over*(l.farOut-l.in))
	return (x - l.in) / (l.out - l.in)
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
	for i := range min(len(s.walls), 64) {
		if s.walls[i].id == id {
			return i
		}
	}
	return -1
}

// wooded reports whether every line of the bundle crosses too much concealing terrain.
func (s *search) wooded(l *slab) bool {
	sum := 0.0
	for _, p := range s.woods {
		a0, a1, ok := p.clip(l.start, l.end.minus(l.start), 0)
		if !ok {
			continue
		}
		b0, b1, ok := p.clip(l.start2, l.end2.minus(l.start2), 0)
		if !ok {
			continue
		}
		sum += l.chord(l.low(a0), l.low(a1), l.high(b0), l.high(b1))
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
