package label

import "math/bits"

// overlaps finds the boxes that overlap another one, among all that were placed: it records which boxes reach into each column and
// each row of the picture, and checks only those that share both a column and a row with the other.
type overlaps struct {
	known int // number of boxes
	pages []page
}

// page holds a bit for each of 64 boxes.
type page struct{ columns, rows [lanes]uint64 }

// A lane is a column or a row of that width, in units. There are enough for the highest picture; boxes beyond them are in the last
// lane.
const (
	lane  = 64
	lanes = 40
)

// lanesOf returns the first and the last lane that a length reaches into.
func lanesOf(from, to float64) (first, last int) {
	at := func(v float64) int { return max(0, int(min(v/lane, lanes-1))) }
	return at(min(from, to)), at(max(from, to))
}

// hit reports whether any of the boxes overlaps b. The boxes must be those of the last call, with new ones appended.
func (o *overlaps) hit(boxes []Box, b Box) bool {
	for ; o.known < len(boxes); o.known++ {
		o.learn(boxes[o.known])
	}
	x0, x1 := lanesOf(b.X0, b.X1)
	y0, y1 := lanesOf(b.Y0, b.Y1)
	for n := range o.pages {
		p, columns, rows := &o.pages[n], uint64(0), uint64(0)
		for _, is := range p.columns[x0 : x1+1] {
			columns |= is
		}
		for _, is := range p.rows[y0 : y1+1] {
			rows |= is
		}
		for is := columns & rows; is != 0; is &= is - 1 {
			if b.Hits(boxes[64*n+bits.TrailingZeros64(is)]) {
				return true
			}
		}
	}
	return false
}

// learn adds the next box.
func (o *overlaps) learn(b Box) {
	n, bit := o.known/64, uint64(1)<<(o.known%64)
	if n == len(o.pages) {
		o.pages = append(o.pages, page{})
	}
	p := &o.pages[n]
	x0, x1 := lanesOf(b.X0, b.X1)
	for x := x0; x <= x1; x++ {
		p.columns[x] |= bit
	}
	y0, y1 := lanesOf(b.Y0, b.Y1)
	for y := y0; y <= y1; y++ {
		p.rows[y] |= bit
	}
}

// empty forgets all boxes.
func (o *overlaps) empty() { o.known, o.pages = 0, o.pages[:0] }
