package plane

import "math"

// body is a Body prepared for searches: a disc on the ground or on a roof, or the convex parts of a building, with the height of its top.
type body struct {
	disc  bool
	at    vec
	r     float64
	parts []part
	top   float64
	in    int
}

// baseHeight is the height of a base on the ground, in thousandths of an inch.
const baseHeight = 1000.0

// body prepares a Body. A disc is enlarged by grow. If grow is negative, buildings shrink as well.
func (g *Ground) body(b Body, grow float64) body {
	if in := b.filled(); in > 0 {
		parts := g.ready.of[in-1]
		if grow < 0 {
			parts = g.ready.less[in-1]
		}
		return body{parts: parts, top: parts[0].top, in: in}
	}
	top := baseHeight
	if b.In > 0 {
		top = g.ready.of[b.In-1][0].top
	}
	return body{disc: true, at: toVec(b.At), r: max(0, float64(b.R)+grow), top: top, in: b.In}
}

// shapes returns the number of the body's convex shapes.
func (b *body) shapes() int {
	if b.disc {
		return 1
	}
	return len(b.parts)
}

// circle returns a circle that encloses the body.
func (b *body) circle() (at vec, r float64) {
	if b.disc {
		return b.at, b.r
	}
	for i := range b.parts {
		at = at.plus(b.parts[i].mid)
	}
	at = at.times(1 / float64(len(b.parts)))
	for i := range b.parts {
		r = max(r, b.parts[i].mid.minus(at).length()+b.parts[i].reach)
	}
	return at, r
}

// support returns how far the k-th shape of the body reaches along n.
func (b *body) support(k int, n vec) float64 {
	if b.disc {
		return n.dot(b.at) + float64(b.r*n.length())
	}
	return b.parts[k].support(n)
}

// piece is a stretch of a body's rim. A search divides it further and further.
type piece struct {
	part *part   // the part with this edge; nil for an arc
	mid  vec     // the centre of the disc, or the middle of the part
	r    float64 // of an arc; 0 for a straight edge
	from vec     // the ends of the stretch relative to mid, counter-clockwise
	to   vec
}

// pieces appends the stretches of the k-th shape's rim, with arcs centred on facing.
func (b *body) pieces(out []piece, k int, facing vec) []piece {
	if !b.disc {
		p := &b.parts[k]
		for i, c := range p.rim {
			from := p.rim[(i+len(p.rim)-1)%len(p.rim)]
			out = append(out, piece{part: p, mid: p.mid, from: from.minus(p.mid), to: c.minus(p.mid)})
		}
		return out
	}
	u := facing.unit()
	if u == (vec{}) {
		u = vec{1, 0}
	}
	u = u.times(b.r)
	for range 4 {
		next := vec{-u.y, u.x}
		out = append(out, piece{mid: b.at, r: b.r, from: u, to: next})
		u = next
	}
	return out
}

// outline holds a few points whose hull contains the piece.
type outline struct {
	p [4]vec
	n int
}

// box returns the corners of a box around the body, the two on the given side along u first.
func (b *body) box(u vec, side float64) outline {
	v := u.left()
	s := span{x0: math.Inf(1), x1: math.Inf(-1), y0: math.Inf(1), y1: math.Inf(-1)}
	for k := range b.shapes() {
		s.x0, s.x1 = min(s.x0, -b.support(k, u.times(-1))), max(s.x1, b.support(k, u))
		s.y0, s.y1 = min(s.y0, -b.support(k, v.times(-1))), max(s.y1, b.support(k, v))
	}
	if side < 0 {
		s.x0, s.x1 = s.x1, s.x0
	}
	at := func(x, y float64) vec { return u.times(x).plus(v.times(y)) }
	return outline{[4]vec{at(s.x1, s.y0), at(s.x1, s.y1), at(s.x0, s.y0), at(s.x0, s.y1)}, 4}
}

func (p *piece) outline() (o outline) {
	o.p[0], o.p[1], o.n = p.mid.plus(p.from), p.mid.plus(p.to), 2
	if p.r > 0 {
		// The point where the tangents at the two ends meet.
		r2 := float64(p.r * p.r)
		o.p[2], o.n = p.mid.plus(p.from.plus(p.to).times(r2/(r2+p.from.dot(p.to)))), 3
	}
	return o
}

// ends returns the points of the outline that lie lowest and highest along v.
func (o *outline) ends(v vec) [2]vec {
	lo, hi := o.p[0], o.p[0]
	for _, c := range o.p[1:o.n] {
		if c.dot(v) < lo.dot(v) {
			lo = c
		}
		if c.dot(v) > hi.dot(v) {
			hi = c
		}
	}
	return [2]vec{lo, hi}
}

// ends returns the ends of the piece, the one that lies lower along v first.
func (p *piece) ends(v vec) [2]vec {
	a, b := p.mid.plus(p.from), p.mid.plus(p.to)
	if a.dot(v) > b.dot(v) {
		a, b = b, a
	}
	return [2]vec{a, b}
}

// halfway returns the middle of the stretch relative to mid.
func (p *piece) halfway() vec {
	m := p.from.plus(p.to)
	if p.r > 0 {
		return m.times(p.r / m.length())
	}
	return m.times(0.5)
}

// sample returns the middle of the piece.
func (p *piece) sample() vec { return p.mid.plus(p.halfway()) }

// size returns the distance between the ends of the piece.
func (p *piece) size() float64 { return p.to.minus(p.from).length() }

// halves divides the piece in its middle.
func (p *piece) halves() (piece, piece) {
	a, b := *p, *p
	a.to = p.halfway()
	b.from = a.to
	return a, b
}

// leaves returns how far from a point outside it the ray along u leaves the shape behind the piece.
func (p *piece) leaves(a, u vec) float64 {
	if p.part == nil {
		way := p.mid.minus(a)
		side := u.cross(way)
		return u.dot(way) + math.Sqrt(max(0, float64(p.r*p.r)-float64(side*side)))
	}
	far := p.part.mid.minus(a).length() + p.part.reach
	_, to, _ := p.part.clip(a, u.times(far), grain)
	return float64(to * far)
}

// back returns the half-plane around the shape behind the piece whose border the line from a through b meets where it
// leaves the shape.
func (p *piece) back(a, b vec) halfPlane {
	u := b.minus(a).unit()
	at := a.plus(u.times(p.leaves(a, u)))
	if p.part == nil {
		n := at.minus(p.mid).unit()
		return halfPlane{n, n.dot(p.mid) + p.r}
	}
	best := p.part.sides[0]
	for _, h := range p.part.sides[1:] {
		if h.d-h.n.dot(at) < best.d-best.n.dot(at) && h.n.dot(u) > 0 || best.n.dot(u) <= 0 {
			best = h
		}
	}
	return best
}

// faces reports whether some point of the rim piece may see points of the other outline without looking through its own
// shape. It has no false negatives.
func (p *piece) faces(o *outline) bool {
	mine := p.outline()
	if p.r == 0 {
		n := p.to.minus(p.from).right()
		return o.beyond(n, n.dot(mine.p[0]))
	}
	for i := range mine.n {
		n := mine.p[i].minus(p.mid)
		if o.beyond(n, n.dot(p.mid)+float64(p.r*p.r)) {
			return true
		}
	}
	return false
}

// beyond reports whether a point of the outline lies beyond d along n.
func (o *outline) beyond(n vec, d float64) bool {
	for i := range o.n {
		if n.dot(o.p[i]) > d {
			return true
		}
	}
	return false
}
