package render

import (
	"math"
	"slices"
)

// Readers must see at once which piece a label belongs to: it is nearer to its own piece than to any other, or a line leads to it.
// The note of a shot is nearer to its own line than to any other shot's.

// owner identifies what a label belongs to. Labels of the zero owner belong to nothing and may be anywhere.
type owner struct {
	kind ownerKind
	i    int
}

type ownerKind int

const (
	_ ownerKind = iota
	ofDisc
	ofWreck
	ofTrail
	ofPath
	ofSpot
	ofFlash
	ofShot
)

// piece is the circle of something that a label may belong to.
type piece struct {
	x, y, r float64
	owner
}

// placing is a placed label. If lead is not zero, that line leads to it.
type placing struct {
	owner
	at   box
	lead line
}

// line is a straight line between two places, in units.
type line struct{ x0, y0, x1, y1 float64 }

func (l line) long() float64 { return math.Hypot(l.x1-l.x0, l.y1-l.y0) }

// at returns the place on the line at that share of its length.
func (l line) at(t float64) (x, y float64) { return l.x0 + (l.x1-l.x0)*t, l.y0 + (l.y1-l.y0)*t }

// from returns the distance from a place to the line.
func (l line) from(x, y float64) float64 {
	dx, dy := l.x1-l.x0, l.y1-l.y0
	t := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		t = max(0, min(1, ((x-l.x0)*dx+(y-l.y0)*dy)/long))
	}
	px, py := l.at(t)
	return math.Sqrt((x-px)*(x-px) + (y-py)*(y-py))
}

// within returns the part of the line inside a box; ok is false if there is none.
func (l line) within(b box) (part line, ok bool) {
	t0, t1 := 0.0, 1.0
	for _, e := range [4][2]float64{{l.x0 - l.x1, l.x0 - b.x0}, {l.x1 - l.x0, b.x1 - l.x0}, {l.y0 - l.y1, l.y0 - b.y0}, {l.y1 - l.y0, b.y1 - l.y0}} {
		switch p, q := e[0], e[1]; {
		case p == 0 && q < 0:
			return line{}, false
		case p < 0:
			t0 = math.Max(t0, q/p)
		case p > 0:
			t1 = math.Min(t1, q/p)
		}
	}
	if t0 > t1 {
		return line{}, false
	}
	part.x0, part.y0 = l.at(t0)
	part.x1, part.y1 = l.at(t1)
	return part, true
}

// cuts reports whether the lines cross.
func (l line) cuts(m line) bool {
	side := func(a line, x, y float64) float64 { return (a.x1-a.x0)*(y-a.y0) - (a.y1-a.y0)*(x-a.x0) }
	return side(l, m.x0, m.y0)*side(l, m.x1, m.y1) < 0 && side(m, l.x0, l.y0)*side(m, l.x1, l.y1) < 0
}

// away returns the distance from a place to the box.
func (b box) away(x, y float64) float64 {
	dx, dy := x-max(b.x0, min(b.x1, x)), y-max(b.y0, min(b.y1, y))
	return math.Sqrt(dx*dx + dy*dy)
}

// apart returns the distance between two boxes, which is at most the distance between their contents.
func (b box) apart(c box) float64 {
	dx, dy := max(0, c.x0-b.x1, b.x0-c.x1), max(0, c.y0-b.y1, b.y0-c.y1)
	return math.Sqrt(dx*dx + dy*dy)
}

// span returns the box around the line.
func (l line) span() box {
	return box{math.Min(l.x0, l.x1), math.Min(l.y0, l.y1), math.Max(l.x0, l.x1), math.Max(l.y0, l.y1)}
}

// vacancy finds free places for labels, and the piece to which a label there would seem to belong.
type vacancy struct{ c *canvas }

// rings calls try with the places of boxes of that size on the board, in even steps and in rings around a place, until they are
// farther from it than most, which try may lower.
func (v vacancy) rings(x, y float64, size [2]float64, most *float64, try func(box)) {
	const step = tagHigh / 2
	for k := 0; float64(k)*step < *most && float64(k)*step < width; k++ {
		for i := -k; i <= k; i++ {
			for j := -k; j <= k; j += max(1, 2*k) {
				for _, at := range [2][2]int{{i, j}, {j, i}} {
					left, top := x+step*float64(at[0])-size[0]/2, y+step*float64(at[1])-size[1]/2
					if b := (box{left, top, left + size[0], top + size[1]}); b.within(v.c.field) {
						try(b)
					}
				}
			}
		}
	}
}

// awayFrom returns the distance from a line to the box.
func (b box) awayFrom(l line) float64 {
	if _, ok := l.within(b); ok {
		return 0
	}
	return min(b.away(l.x0, l.y0), b.away(l.x1, l.y1), l.from(b.x0, b.y0), l.from(b.x1, b.y0), l.from(b.x0, b.y1), l.from(b.x1, b.y1))
}

// plainly is how much nearer a label must be to its own piece than to any other, in units.
const plainly = 4.0

// setPieces records what labels may belong to: discs, a disc without a label counting with the one before it; wrecks; and the
// places where bases were or will be, which belong to their disc if it is at the other end.
func (c *canvas) setPieces(s Scene) {
	add := func(x, y, r float64, o owner) {
		px, py := xy(c, x, y)
		c.pieces = append(c.pieces, piece{px, py, r * c.scale, o})
	}
	named := 0
	for i, d := range s.Discs {
		if d.Label != "" {
			named = i
		}
		add(d.X, d.Y, d.R, owner{ofDisc, named})
	}
	discs := len(c.pieces)
	for i, p := range s.Spots {
		add(p.X, p.Y, p.R+p.Near, owner{ofSpot, i})
	}
	disc := func(x, y float64, or owner) owner {
		px, py := xy(c, x, y)
		if i := slices.IndexFunc(c.pieces[:discs], func(p piece) bool { return math.Hypot(p.x-px, p.y-py) < 1 }); i >= 0 {
			return c.pieces[i].owner
		}
		return or
	}
	for i, w := range s.Wrecks {
		add(w.X, w.Y, w.R, owner{ofWreck, i})
	}
	for i, t := range s.Trails {
		o := owner{ofTrail, i}
		if t.Label == "" {
			o = disc(t.X[len(t.X)-1], t.Y[len(t.Y)-1], o)
		}
		add(t.X[0], t.Y[0], t.R, o)
	}
	for i, p := range s.Paths {
		if n := len(p.X); n > 0 && p.R > 0 {
			add(p.X[n-1], p.Y[n-1], p.R, disc(p.X[0], p.Y[0], owner{ofPath, i}))
		}
	}
}

// ownerAt returns the disc whose base is there, otherwise or.
func (c *canvas) ownerAt(x, y float64, or owner) owner {
	for _, p := range c.pieces {
		if p.kind == ofDisc && math.Hypot(p.x-x, p.y-y) < 1 {
			return p.owner
		}
	}
	return or
}

// anchor is something that a label is placed beside.
type anchor struct {
	x, y, r float64 // labels keep the distance r from x, y
	rim     float64 // the radius of its base
	out     [2]float64
	owner
}

// owned reports whether a box is nearer to its own piece than to any other.
func (v vacancy) owned(a anchor, b box) bool {
	own := math.Max(0, b.away(a.x, a.y)-a.rim)
	for _, p := range v.c.pieces {
		if p.owner == a.owner {
			own = math.Min(own, math.Max(0, b.away(p.x, p.y)-p.r))
		}
	}
	for _, p := range v.c.pieces {
		far := own + plainly + p.r
		if p.owner == a.owner || p.kind == ofSpot || b.x0-p.x > far || p.x-b.x1 > far || b.y0-p.y > far || p.y-b.y1 > far || b.away(p.x, p.y) > far {
			continue
		}
		if stands := (a.kind == ofSpot || a.kind == ofFlash) && math.Hypot(p.x-a.x, p.y-a.y) < a.r+p.r; !stands {
			return false
		}
	}
	return true
}

// toward returns the line that leads from the anchor's rim to a box.
func (a anchor) toward(b box) line {
	tx, ty := math.Max(b.x0, math.Min(b.x1, a.x)), math.Max(b.y0, math.Min(b.y1, a.y))
	k := (a.r - 4) / math.Max(1, math.Hypot(tx-a.x, ty-a.y))
	return line{a.x + (tx-a.x)*k, a.y + (ty-a.y)*k, tx, ty}
}

// strays counts what a line to a label would run over: other pieces, labels and such lines.
func (v vacancy) strays(l line, own owner) (n int) {
	if l == (line{}) {
		return 0
	}
	mx, my := l.at(0.5)
	reach := l.long() / 2
	for _, p := range v.c.pieces {
		if p.owner != own && p.kind != ofTrail && math.Abs(p.x-mx)-p.r < reach && math.Abs(p.y-my)-p.r < reach && l.from(p.x, p.y) < p.r {
			n++
		}
	}
	span := l.span()
	for _, b := range v.c.labels {
		if b.apart(span) > 0 {
			continue
		}
		if _, is := l.within(b); is {
			n++
		}
	}
	for _, m := range v.c.leads {
		if l.cuts(m) {
			n++
		}
	}
	return n
}

// unled reports whether no line to a label runs through the box.
func (v vacancy) unled(b box) bool {
	return !slices.ContainsFunc(v.c.leads, func(l line) bool {
		if b.apart(l.span()) > 0 {
			return false
		}
		_, is := l.within(b)
		return is
	})
}

// suits reports whether a label there belongs clearly to its owner, and returns the line that must lead to it, zero if none is
// needed. If strict, the line must be long enough to be seen.
func (v vacancy) suits(a anchor, b box, strict bool) (lead line, ok bool) {
	if a.owner == (owner{}) {
		return line{}, true
	}
	gap := b.away(a.x, a.y) - a.r
	if gap < leader && v.owned(a, b) {
		return line{}, true
	}
	return a.toward(b), !strict || gap >= leader
}

// besideOther returns the distance from the box to the edge of the nearest piece that is not the anchor's; 0 if it touches it.
func (v vacancy) besideOther(a anchor, b box) float64 {
	gap := math.Inf(1)
	for _, p := range v.c.pieces {
		if p.owner != a.owner {
			gap = min(gap, max(0, b.away(p.x, p.y)-p.r))
		}
	}
	return gap
}

// placed records a label with the line to it.
func (v vacancy) placed(o owner, lead line, rows ...box) {
	v.c.boxes, v.c.labels = append(v.c.boxes, rows...), append(v.c.labels, rows...)
	if o != (owner{}) {
		whole := rows[0]
		for _, b := range rows[1:] {
			whole = box{min(whole.x0, b.x0), min(whole.y0, b.y0), max(whole.x1, b.x1), max(whole.y1, b.y1)}
		}
		v.c.placings = append(v.c.placings, placing{o, whole, lead})
	}
}

// drawLead draws a line to a label; it draws nothing for the zero line.
func (c *canvas) drawLead(side Side, l line) {
	if l == (line{}) {
		return
	}
	c.leads = append(c.leads, l)
	c.DrawLine(l.x0, l.y0, l.x1, l.y1)
	c.strokeKeep(c.scheme.casing, 8)
	c.stroke(c.scheme.sides[side], 3.5)
}
