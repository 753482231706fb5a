package label

import (
	"cmp"
	"math"
	"slices"
)

// This file places what belongs to no piece: words on lines and rings, names on the ground, letters of zones, and a small map.

// OnLine places words of that size on a line, if there is room, preferably clear of roofs.
func (b *Board) OnLine(l Line, size [2]float64) (Box, bool) {
	for _, off := range [][]Box{b.roofs, nil} {
		for _, t := range shares[:7] {
			x, y := l.at(t)
			at := Box{x - size[0]/2, y - size[1]/2, x + size[0]/2, y + size[1]/2}
			if b.Free(at) && !slices.ContainsFunc(off, at.Hits) {
				b.Place(Owner{}, Line{}, at)
				return at, true
			}
		}
	}
	return Box{}, false
}

// OnRing places words of that width on a ring: at its top, or farther and farther from there on both sides.
func (b *Board) OnRing(x, y, r, wide float64) (Box, bool) {
	for i := range 48 {
		off := float64((i+1)/2) * 7.5
		if i%2 == 1 {
			off = -off
		}
		s, k := math.Sincos((270 + off) * math.Pi / 180)
		cx, cy := x+r*k, y+r*s
		if at := (Box{cx - wide/2, cy - High/2, cx + wide/2, cy + High/2}); b.Free(at) {
			b.Place(Owner{}, Line{}, at)
			return at, true
		}
	}
	return Box{}, false
}

// farName is the greatest distance of a place's name from its place, and nameStep the distance between places tried for it, in
// units. nameSteps lists those places, the nearest first.
const (
	farName  = 190.0
	nameStep = farName / 5
)

var nameSteps = func() (out [][2]float64) {
	for i := -5.0; i <= 5; i++ {
		for j := -5.0; j <= 5; j++ {
			if math.Hypot(i, j)*nameStep <= farName {
				out = append(out, [2]float64{i, j})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b [2]float64) int { return cmp.Compare(math.Hypot(a[0], a[1]), math.Hypot(b[0], b[1])) })
	return out
}()

// Name places a name whose middle is as near as possible to a point. It covers nothing, not even a roof, a trail or a coordinate.
func (b *Board) Name(x, y float64, size [2]float64) (Box, bool) {
	for _, off := range nameSteps {
		x, y := x+off[0]*nameStep, y+off[1]*nameStep
		at := Box{x - size[0]/2, y - size[1]/2, x + size[0]/2, y + size[1]/2}
		if b.Free(at) && !slices.ContainsFunc(b.roofs, at.Hits) && !slices.ContainsFunc(b.soft, at.Hits) {
			b.Place(Owner{}, Line{}, at)
			return at, true
		}
	}
	return Box{}, false
}

// Letter finds the place of a zone's letter of that size, or of a smaller one: along an edge of the zone from the left, otherwise
// farther from it, covering as little as possible of the ground. The edge is the upper one, or the lower one if lower is set. ok is
// false if the zone has no room.
func Letter(zone Box, size float64, lower bool, ground []Box) (best Box, ok bool) {
	const step = 22.0
	least := math.Inf(1)
	for _, share := range []float64{1, 0.75, 0.5} { // smaller in a crowd
		size := size * share
		for down := 0.0; zone.Y0+size+down <= zone.Y1 && least > 0; down += step {
			for right := 0.0; zone.X0+right+size <= zone.X1 && least > 0; right += step {
				at := Box{zone.X0 + right, zone.Y0 + down, zone.X0 + right + size, zone.Y0 + down + size}
				if lower {
					at.Y0, at.Y1 = zone.Y1-down-size, zone.Y1-down
				}
				if n := count(ground, at); n < least {
					best, ok, least = at, true, n
				}
			}
		}
	}
	return best, ok
}

// Emptiest finds a place along the edges of a box, the corners first, where a box of that size covers the fewest things placed so
// far, and nothing of off. ok is false if there is none.
func (b *Board) Emptiest(in Box, w, h float64, off []Box) (best Box, ok bool) {
	f := Box{in.X0, in.Y0, in.X1 - w, in.Y1 - h} // possible places of its upper left corner
	least := math.Inf(1)
	for _, part := range []float64{1, 0, 0.75, 0.25, 0.5} {
		for _, p := range [][2]float64{{f.X1, f.Y0 + (f.Y1-f.Y0)*(1-part)}, {f.X0, f.Y0 + (f.Y1-f.Y0)*(1-part)}, {f.X0 + (f.X1-f.X0)*part, f.Y0}, {f.X0 + (f.X1-f.X0)*part, f.Y1}} {
			at := Box{p[0], p[1], p[0] + w, p[1] + h}
			if n := count(b.taken, at); n < least && count(off, at) == 0 {
				best, least, ok = at, n, true
			}
		}
	}
	return best, ok
}
