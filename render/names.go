package render

import (
	"cmp"
	"math"
	"slices"
)

// A place's name is written last, where there is room: it is not urgent, and must not make moving things hard to read.

// Measures of a place's name, in units: between its letters, and its greatest distance from its place.
const (
	nameTrack = 7.0
	nameOff   = 190.0
)

// placeName writes a place's name on the ground, in wide letters, as near to its place as possible; it writes nothing if there is
// no room.
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

// nearestFree returns the place for a box of that size whose middle is nearest to a point and which covers nothing, not even a
// roof, a trail or a coordinate.
func nearestFree(c *canvas, x, y, wide, high float64) (b box, ok bool) {
	for _, off := range nameSteps {
		x, y := x+off[0]*nameStep, y+off[1]*nameStep
		at := box{x - wide/2, y - high/2, x + wide/2, y + high/2}
		if free(c, at) && !slices.ContainsFunc(c.roofs, at.hits) && !slices.ContainsFunc(c.soft, at.hits) {
			return at, true
		}
	}
	return b, false
}

// nameStep is the distance between places tried for a name, and nameSteps lists these places, the nearest first.
const nameStep = nameOff / 5

var nameSteps = func() (out [][2]float64) {
	for i := -5.0; i <= 5; i++ {
		for j := -5.0; j <= 5; j++ {
			if math.Hypot(i, j)*nameStep <= nameOff {
				out = append(out, [2]float64{i, j})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b [2]float64) int { return cmp.Compare(math.Hypot(a[0], a[1]), math.Hypot(b[0], b[1])) })
	return out
}()
