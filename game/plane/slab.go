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
	farOut      float64 // the greatest x at which lines may end
	start, end  vec     // of the lowest line
	start2      vec     // of the highest line
	end2        vec
	least, most float64 // slopes
	pa, pb      span    // the boxes around the pieces
}

// span is the smallest box around an outline that is parallel to the frame.
type span struct{ x0, x1, y0, y1 float64 }

func (o *outline) span(at, u, v vec) span {
	s := span{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for i := range o.n {
		w := o.p[i].minus(at)
		x, y := w.dot(u), w.dot(v)
		s.x0, s.x1, s.y0, s.y1 = lower(s.x0, x), upper(s.x1, x), lower(s.y0, y), upper(s.y1, y)
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
	l.pa, l.pb, l.in, l.out, l.farOut = p, q, p.x1, q.x0, q.x1
	// The greatest distance of a line beyond the pieces' sides where it crosses the gates.
	ka, kb := (p.x1-p.x0)/(q.x0-p.x0), (q.x1-q.x0)/(q.x1-p.x1)
	l.loIn, l.hiIn = narrowed(p.y0+float64(min(0, q.y0-p.y0)*ka), p.y1+float64(max(0, q.y1-p.y1)*ka))
	l.loOut, l.hiOut = narrowed(q.y0+float64(min(0, p.y0-q.y0)*kb), q.y1+float64(max(0, p.y1-q.y1)*kb))
	l.start, l.end = l.world(l.in, l.loIn), l.world(l.out, l.loOut)
	l.start2, l.end2 = l.world(l.in, l.hiIn), l.world(l.out, l.hiOut)
	l.least, l.most = (l.loOut-l.hiIn)/(l.out-l.in), (l.hiOut-l.loIn)/(l.out-l.in)
	return l, true
}

// far returns a bound of how far along the slab its lines leave the shape behind the lower piece.
func (p *piece) far(l *slab) float64 {
	at := p.mid.minus(l.o)
	x, y := at.dot(l.u), at.dot(l.v)
	reach := p.r
	if p.part != nil {
		reach = p.part.reach
	}
	// The lines' bounds across the slab, to the end of the shape.
	more := max(0, x+reach-l.out)
	lo, hi := l.loOut+min(0, float64(l.least*more)), l.hiOut+max(0, float64(l.most*more))
	if p.part == nil {
		off := max(0, lo-y, y-hi)
		return x + math.Sqrt(max(0, float64(p.r*p.r)-float64(off*off)))
	}
	far := l.out
	rim := p.part.rim
	for i, c := range rim {
		w, v := rim[(i+len(rim)-1)%len(rim)].minus(l.o), c.minus(l.o)
		a, b := vec{w.dot(l.u), w.dot(l.v)}, vec{v.dot(l.u), v.dot(l.v)}
		if b.y >= lo && b.y <= hi {
			far = max(far, b.x)
		}
		for _, y := range [2]float64{lo, hi} {
			if (a.y < y) != (b.y < y) {
				far = max(far, a.to(b, (y-a.y)/(b.y-a.y)).x)
			}
		}
	}
	return far
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
	if _, t, ok := p.clip(l.start, l.end.minus(l.start), clearance); ok && t > from {
		low = true
	}
	if _, t, ok := p.clip(l.start2, l.end2.minus(l.start2), clearance); ok && t > from {
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
