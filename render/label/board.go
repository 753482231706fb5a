// Package label places the words on a board: beside what they belong to, within the board, and never over one another. It measures
// and draws nothing. The caller says how large a label is, and draws it and the line to it where this package puts them.
//
// Readers must see at once which piece a label belongs to: it is nearer to its own piece than to any other, or a line leads to it.
// The note of a shot is nearer to its own line than to any other shot's.
package label

import (
	"math"
	"slices"
)

// Board holds everything that was placed on a board so far.
type Board struct {
	field    Box
	taken    []Box // labels, and places that no label may cover
	overlaps overlaps
	labels   []Box // labels only
	roofs    []Box // places that labels avoid if they can
	soft     []Box // places that labels avoid slightly: trails and shots
	pieces   []Piece
	placed   []Placed
	leads    []Line
}

// Begin begins an empty board at that place of the picture. It keeps the memory of the last one.
func (b *Board) Begin(field Box) {
	b.field = field
	b.taken, b.labels, b.roofs, b.soft = b.taken[:0], b.labels[:0], b.roofs[:0], b.soft[:0]
	b.pieces, b.placed, b.leads = b.pieces[:0], b.placed[:0], b.leads[:0]
	b.overlaps.empty()
}

// Owner identifies what a label belongs to. Labels of the zero Owner belong to nothing and may be anywhere.
type Owner struct {
	Kind Kind
	N    int
}

// Kind is a kind of things that labels belong to.
type Kind int

// The kinds of owners.
const (
	_ Kind = iota
	Disc
	Wreck
	Trail
	Path
	Spot
	Flash
	Shot
)

// Piece is the circle of a piece, which may have a label.
type Piece struct {
	X, Y, R float64
	Owner
}

// Placed is a label with its place. If Lead is not zero, that line leads to it.
type Placed struct {
	Owner
	At   Box
	Lead Line
}

// Cover keeps labels off the boxes.
func (b *Board) Cover(boxes ...Box) { b.taken = append(b.taken, boxes...) }

// Avoid keeps labels off the box if they have room elsewhere.
func (b *Board) Avoid(roof Box) { b.roofs = append(b.roofs, roof) }

// AvoidSlightly makes labels prefer other places that are hardly farther away.
func (b *Board) AvoidSlightly(boxes ...Box) { b.soft = append(b.soft, boxes...) }

// Add adds things that labels may belong to.
func (b *Board) Add(pieces ...Piece) { b.pieces = append(b.pieces, pieces...) }

// Place records a label that consists of those rows, and the line to it, zero if there is none.
func (b *Board) Place(o Owner, lead Line, rows ...Box) {
	b.taken, b.labels = append(b.taken, rows...), append(b.labels, rows...)
	if lead != (Line{}) {
		b.leads = append(b.leads, lead)
	}
	if o == (Owner{}) {
		return
	}
	whole := rows[0]
	for _, r := range rows[1:] {
		whole = Box{min(whole.X0, r.X0), min(whole.Y0, r.Y0), max(whole.X1, r.X1), max(whole.Y1, r.Y1)}
	}
	b.placed = append(b.placed, Placed{o, whole, lead})
}

// Labels returns the places of all labels.
func (b *Board) Labels() []Box { return b.labels }

// Placed returns the labels that have an owner.
func (b *Board) Placed() []Placed { return b.placed }

// Owner returns what the labels of the nth piece belong to.
func (b *Board) Owner(n int) Owner { return b.pieces[n].Owner }

// DiscAt returns the disc whose base is there, otherwise or.
func (b *Board) DiscAt(x, y float64, or Owner) Owner {
	for _, p := range b.pieces {
		if p.Kind == Disc && math.Hypot(p.X-x, p.Y-y) < 1 {
			return p.Owner
		}
	}
	return or
}

// Open reports whether the box covers nothing placed so far.
func (b *Board) Open(at Box) bool { return !b.overlaps.hit(b.taken, at) }

// Free reports whether a label may be there: on the board, on nothing placed so far, and on no line to a label.
func (b *Board) Free(at Box) bool { return at.Within(b.field) && b.Open(at) && b.unled(at) }

// plain reports whether a label there, with the gap to those beside it, covers nothing.
func (b *Board) plain(at Box) bool {
	return b.Open(at) && !slices.ContainsFunc(b.labels, at.Wide(Gap).Hits) && b.unled(at)
}

// unled reports whether no line to a label runs through the box.
func (b *Board) unled(at Box) bool {
	return !slices.ContainsFunc(b.leads, func(l Line) bool {
		if at.apart(l.span()) > 0 {
			return false
		}
		_, is := l.within(at)
		return is
	})
}

// Anchor is something that a label is placed beside.
type Anchor struct {
	X, Y, R float64    // labels keep the distance R from X, Y
	Rim     float64    // the radius of its base
	Out     [2]float64 // the direction in which its label should point; longer if that matters more
	Owner
}

// toward returns the line that leads from the anchor's rim to a box.
func (a Anchor) toward(at Box) Line {
	tx, ty := math.Max(at.X0, math.Min(at.X1, a.X)), math.Max(at.Y0, math.Min(at.Y1, a.Y))
	k := (a.R - 4) / math.Max(1, math.Hypot(tx-a.X, ty-a.Y))
	return Line{a.X + (tx-a.X)*k, a.Y + (ty-a.Y)*k, tx, ty}
}

// plainly is how much nearer a label must be to its own piece than to any other, in units.
const plainly = 4.0

// owned reports whether a box is nearer to its own piece than to any other.
func (b *Board) owned(a Anchor, at Box) bool {
	own := math.Max(0, at.away(a.X, a.Y)-a.Rim)
	for _, p := range b.pieces {
		if p.Owner == a.Owner {
			own = math.Min(own, math.Max(0, at.away(p.X, p.Y)-p.R))
		}
	}
	for _, p := range b.pieces {
		far := own + plainly + p.R
		if p.Owner == a.Owner || p.Kind == Spot || at.X0-p.X > far || p.X-at.X1 > far || at.Y0-p.Y > far || p.Y-at.Y1 > far || at.away(p.X, p.Y) > far {
			continue
		}
		if over := (a.Kind == Spot || a.Kind == Flash) && math.Hypot(p.X-a.X, p.Y-a.Y) < a.R+p.R; !over {
			return false
		}
	}
	return true
}

// strays counts what a line to a label would run over: other pieces, labels and such lines.
func (b *Board) strays(l Line, own Owner) (n int) {
	if l == (Line{}) {
		return 0
	}
	mx, my := l.at(0.5)
	reach := l.long() / 2
	for _, p := range b.pieces {
		if p.Owner != own && p.Kind != Trail && math.Abs(p.X-mx)-p.R < reach && math.Abs(p.Y-my)-p.R < reach && l.from(p.X, p.Y) < p.R {
			n++
		}
	}
	span := l.span()
	for _, at := range b.labels {
		if at.apart(span) > 0 {
			continue
		}
		if _, is := l.within(at); is {
			n++
		}
	}
	for _, m := range b.leads {
		if l.cuts(m) {
			n++
		}
	}
	return n
}

// leader is the distance from which a line connects a label to its piece, in units.
const leader = 16.0

// suits reports whether a label there belongs clearly to its owner, and returns the line that must lead to it, zero if none is
// needed. If strict, the line must be long enough to be seen.
func (b *Board) suits(a Anchor, at Box, strict bool) (lead Line, ok bool) {
	if a.Owner == (Owner{}) {
		return Line{}, true
	}
	gap := at.away(a.X, a.Y) - a.R
	if gap < leader && b.owned(a, at) {
		return Line{}, true
	}
	return a.toward(at), !strict || gap >= leader
}

// besideOther returns the distance from the box to the edge of the nearest piece that is not the anchor's; 0 if it touches it.
func (b *Board) besideOther(a Anchor, at Box) float64 {
	gap := math.Inf(1)
	for _, p := range b.pieces {
		if p.Owner != a.Owner {
			gap = min(gap, max(0, at.away(p.X, p.Y)-p.R))
		}
	}
	return gap
}
