package label

import (
	"math"
	"slices"
)

// Measures of a tag, which is the label of a disc with its chips, in units.
const (
	High     = 50.0 // of a label on a plate, and of a note
	ChipWide = 52.0
	ChipGap  = 6.0 // between the words and the chips
)

// crowd is the distance within which discs make a clump, in units.
const crowd = 190.0

// Clumped is a disc among others: how many neighbours it has, and the direction in which its label should point, away from the
// clump; longer for a closer one.
type Clumped struct {
	N, neighbours int
	Out           [2]float64
}

// Clumps returns the discs that have a label, those with the most neighbours first. Scale is the number of units for each unit of
// their places, y down.
func Clumps(discs [][2]float64, scale float64, has func(i int) bool) (out []Clumped) {
	for i, d := range discs {
		if !has(i) {
			continue
		}
		j := Clumped{N: i}
		for k, o := range discs {
			dx, dy := (d[0]-o[0])*scale, (d[1]-o[1])*scale
			if far := math.Hypot(dx, dy); k != i && far < crowd {
				pull := (1 - far/crowd) / math.Max(1, far)
				j.Out[0], j.Out[1], j.neighbours = j.Out[0]+dx*pull, j.Out[1]+dy*pull, j.neighbours+1
			}
		}
		out = append(out, j)
	}
	slices.SortStableFunc(out, func(a, b Clumped) int { return b.neighbours - a.neighbours })
	return out
}

// Tag is the place of a disc's label: its words and its chips in one row, or the chips in a second row below the words.
type Tag struct {
	Rows []Box
	Lead Line
	Bare bool // there is only room for the words
}

// Tag places a disc's label: words of that width, 0 for none, and a number of chips. The words are on the disc itself if
// necessary; ok is false if even that place is taken.
func (b *Board) Tag(a Anchor, words float64, chips int) (t Tag, ok bool) {
	all := float64(chips) * ChipWide
	sizes := [][2]float64{{words + all, High}}
	switch {
	case words > 0 && all > 0:
		sizes = [][2]float64{{words + ChipGap + all, High}, {math.Max(words, all), High * 2}}
	case words == 0:
		sizes[0][1] = ChipWide
	}
	at, lead, row, ok := b.best(a, sizes, true)
	for _, strict := range []bool{true, false} {
		if !ok {
			at, lead, ok = b.anywhere(a, sizes[0], strict)
		}
	}
	if !ok && words > 0 { // without its chips, or on the disc itself
		t.Bare = true
		if at, lead, ok = b.anywhere(a, [2]float64{words, High}, false); !ok {
			at = Box{a.X - words/2, a.Y - High/2, a.X + words/2, a.Y + High/2}
			ok = !slices.ContainsFunc(b.labels, at.Hits) && at.Within(b.field)
		}
	}
	if !ok {
		return t, false
	}
	t.Rows, t.Lead = []Box{at}, lead
	if row == 1 { // the words above the chips
		middle := (at.X0 + at.X1) / 2
		t.Rows = []Box{{middle - words/2, at.Y0, middle + words/2, at.Y0 + High}, {middle - all/2, at.Y0 + High, middle + all/2, at.Y1}}
	}
	b.Place(a.Owner, lead, t.Rows...)
	return t, true
}

// Note places a note of that width directly beside a tag, if there is room.
func (b *Board) Note(tag Box, wide float64) (Box, bool) {
	middle := (tag.X0+tag.X1)/2 - wide/2
	for _, at := range [][2]float64{{tag.X1 + 4, tag.Y0}, {tag.X0 - wide - 4, tag.Y0}, {middle, tag.Y1 + 2}, {middle, tag.Y0 - High - 2}, {tag.X0, tag.Y1 + 2}, {tag.X1 - wide, tag.Y1 + 2}} {
		at := Box{at[0], at[1], at[0] + wide, at[1] + High}
		if b.Free(at) && !slices.ContainsFunc(b.roofs, at.Hits) && !slices.ContainsFunc(b.soft, at.Hits) {
			b.Place(Owner{}, Line{}, at)
			return at, true
		}
	}
	return Box{}, false
}
