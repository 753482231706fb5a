package render

import (
	"math"
	"slices"
)

// A place's name is written last, where nothing is: it is read at leisure, and what moves must not be hard to read for it.

// Measures of a place's name, units: between its letters, and how far from its place it may stand.
const (
	nameTrack = 7.0
	nameOff   = 190.0
)

// placeName writes a place's name on the ground, in wide letters, as near as may be to its place; not at all where there is no room.
func placeName(c *canvas, n Name) {
	const high = textSize * 0.8
	x, y := xy(c, n.X, n.Y)
	if !around(x, y, 0).within(c.field) {
		return
	}
	c.letters(true, textSize, mix(c.scheme.terrain[Hatching].rim, c.scheme.faint, 0.25))
	wide := -nameTrack
	for _, r := range n.Text {
		wide += c.width(string(r)) + nameTrack
	}
	b, ok := nearestFree(c, x, y, wide+2*wordGap, high)
	if !ok {
		return
	}
	c.boxes, c.labels = append(c.boxes, b), append(c.labels, b)
	x, y = b.x0+wordGap, (b.y0+b.y1)/2
	for _, r := range n.Text {
		c.text(string(r), x, y, 0)
		x += c.width(string(r)) + nameTrack
	}
}

// nearestFree is the place for a box of that size whose middle is nearest to a point and which covers nothing, not even a roof, a trail or
// a coordinate.
func nearestFree(c *canvas, x, y, wide, high float64) (b box, ok bool) {
	const step = nameOff / 5
	least := math.Inf(1)
	for i := -5.0; i <= 5; i++ {
		for j := -5.0; j <= 5; j++ {
			far := math.Hypot(i, j) * step
			at := box{x + i*step - wide/2, y + j*step - high/2, x + i*step + wide/2, y + j*step + high/2}
			if far < least && far <= nameOff && free(c, at) && !slices.ContainsFunc(c.roofs, at.hits) && !slices.ContainsFunc(c.soft, at.hits) {
				b, ok, least = at, true, far
			}
		}
	}
	return b, ok
}
