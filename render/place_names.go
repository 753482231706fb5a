package render

import "downsync/render/label"

// A place's name is written last, where there is room: it is not urgent, and must not make moving things hard to read.

// nameTrack is the space between the letters of a place's name, in units.
const nameTrack = 7.0

// placeName writes a place's name on the ground, in wide letters, as near to its place as possible; it writes nothing if there is
// no room.
func placeName(c *picture, n Name) {
	const high = textSize * 0.8
	x, y := xy(c, n.X, n.Y)
	if !label.Around(x, y, 0).Within(c.field) {
		return
	}
	c.Letters(true, textSize, mix(c.scheme.terrain[Hatching].rim, c.scheme.faint, 0.25))
	wide := -nameTrack
	for _, r := range n.Text {
		wide += c.Width(string(r)) + nameTrack
	}
	b, ok := c.labels.Name(x, y, [2]float64{wide + 2*label.Gap, high})
	if !ok {
		return
	}
	x, y = b.X0+label.Gap, (b.Y0+b.Y1)/2
	for _, r := range n.Text {
		c.Text(string(r), x, y, 0)
		x += c.Width(string(r)) + nameTrack
	}
}
