package label

import (
	"math"
	"slices"
)

// Gap is the least distance between two labels in a row, in units. It keeps them from looking like one word.
const Gap = 7.0

// reaches lists the distances at which a place for a label is tried.
var reaches = []float64{3, 10, 24, 44, 68, 96, 130, 170}

// Costs of a place for a label besides its distance, in units.
const (
	costTurn  = 0.6 // for each direction tried before it
	costStack = 6   // chips below the words
	costLine  = 14
	costRoof  = 22
	costSoft  = 8  // on a trail or a shot
	costOther = 48 // at the edge of another piece, to which the label would seem to belong except for its line; less when farther away
	gainOut   = 26 // for pointing out of the clump
)

// directions lists the directions in which a label is tried: below, above, right, left, and between.
var directions = func() (out [][2]float64) {
	for _, deg := range []float64{90, 270, 0, 180, 45, 135, 315, 225, 67, 113, 293, 247, 22, 158, 338, 202} {
		s, k := math.Sincos(deg * math.Pi / 180)
		out = append(out, [2]float64{k, s})
	}
	return out
}()

// touching returns the box of that size that exactly touches a circle, in that direction.
func touching(x, y, r float64, size, way [2]float64) Box {
	w, h := size[0]/2, size[1]/2
	reach := r + math.Min(w/math.Max(1e-9, math.Abs(way[0])), h/math.Max(1e-9, math.Abs(way[1])))
	cx, cy := x+way[0]*reach, y+way[1]*reach
	return Box{cx - w, cy - h, cx + w, cy + h}
}

// best finds the cheapest place for the first size that fits, clear of everything placed, beside the anchor, and the line to it if
// one is needed. which is the index of the size. If strict, that line is visible and runs over nothing.
func (b *Board) best(a Anchor, sizes [][2]float64, strict bool) (best Box, lead Line, which int, ok bool) {
	least := math.Inf(1)
	pull := gainOut * math.Hypot(a.Out[0], a.Out[1])
	for _, far := range reaches {
		if far-pull >= least {
			break
		}
		for i, size := range sizes {
			for n, way := range directions {
				cost := far + float64(n)*costTurn + float64(i)*costStack - gainOut*(a.Out[0]*way[0]+a.Out[1]*way[1])
				if cost >= least {
					continue
				}
				at := touching(a.X, a.Y, a.R+far, size, way)
				if !b.Free(at) || slices.ContainsFunc(b.labels, at.Wide(Gap).Hits) {
					continue
				}
				led, suits := b.suits(a, at, strict)
				if !suits {
					continue
				}
				if led != (Line{}) {
					cost += costLine + costOther*max(0, 1-b.besideOther(a, at)/leader)
				}
				if cost < least {
					cost += costRoof*count(b.roofs, at) + costSoft*count(b.soft, at)
				}
				if cost < least && (!strict || b.strays(led, a.Owner) == 0) {
					best, lead, which, ok, least = at, led, i, true, cost
				}
			}
		}
	}
	return best, lead, which, ok
}

// anywhere finds the place on the board nearest to an anchor and clear of everything placed; in a crowd this may be far away.
// strict has the same meaning as in best.
func (b *Board) anywhere(a Anchor, size [2]float64, strict bool) (best Box, lead Line, ok bool) {
	least := math.Inf(1)
	b.rings(a.X, a.Y, size, &least, func(at Box) {
		far := math.Hypot((at.X0+at.X1)/2-a.X, (at.Y0+at.Y1)/2-a.Y)
		if far >= least || !b.plain(at) {
			return
		}
		if led, suits := b.suits(a, at, strict); suits && (!strict || b.strays(led, a.Owner) == 0) {
			best, lead, ok, least = at, led, true, far
		}
	})
	return best, lead, ok
}

// farthest is the greatest distance of a label from its piece, in units: the width of a picture.
const farthest = 1200

// rings calls try with the places of boxes of that size on the board, in even steps and in rings around a place, until they are
// farther from it than most, which try may lower.
func (b *Board) rings(x, y float64, size [2]float64, most *float64, try func(Box)) {
	const step = High / 2
	for k := 0; float64(k)*step < *most && float64(k)*step < farthest; k++ {
		for i := -k; i <= k; i++ {
			for j := -k; j <= k; j += max(1, 2*k) {
				for _, at := range [2][2]int{{i, j}, {j, i}} {
					left, top := x+step*float64(at[0])-size[0]/2, y+step*float64(at[1])-size[1]/2
					if at := (Box{left, top, left + size[0], top + size[1]}); at.Within(b.field) {
						try(at)
					}
				}
			}
		}
	}
}

// Beside places words beside something, preferably where they clearly belong to it, and returns the line to them, if they need one.
func (b *Board) Beside(a Anchor, size [2]float64) (at Box, lead Line, ok bool) {
	if at, lead, _, ok = b.best(a, [][2]float64{size}, true); !ok && a.Kind != Spot {
		at, lead, ok = b.anywhere(a, size, true)
	}
	if !ok {
		at, lead, _, ok = b.best(a, [][2]float64{size}, false)
	}
	if !ok {
		return at, lead, false
	}
	if (a.Kind == Spot || a.Kind == Flash) && b.strays(lead, a.Owner) > 0 {
		lead = Line{} // a star and rays are clear enough
	}
	b.Place(a.Owner, lead, at)
	return at, lead, true
}

// near and wide are the distances from something at which words that belong to nothing are tried, in units.
var near, wide = []float64{6, 12, 22}, []float64{6, 12, 22, 40, 62, 90, 125, 165}

// Near places words as near to a circle as possible. They need no owner, because they say what they belong to.
func (b *Board) Near(x, y, r float64, size [2]float64) (Box, bool) {
	at, ok := b.room(x, y, r, size, near, b.roofs)
	if !ok {
		at, ok = b.room(x, y, r, size, wide, nil)
	}
	if ok {
		b.Place(Owner{}, Line{}, at)
	}
	return at, ok
}

// room finds the nearest place at those distances from a circle, clear of everything placed and of off.
func (b *Board) room(x, y, r float64, size [2]float64, reach []float64, off []Box) (Box, bool) {
	for _, far := range reach {
		for _, way := range directions {
			at := touching(x, y, r+far, size, way)
			if b.Free(at) && !slices.ContainsFunc(b.labels, at.Wide(Gap).Hits) && !slices.ContainsFunc(off, at.Hits) {
				return at, true
			}
		}
	}
	return Box{}, false
}
