package render

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// Measures of a tag, which is a disc's label with its chips, units.
const (
	tagHigh  = 42.0
	chipWide = 46.0
	tagGap   = 6.0 // between the label and what follows
	wordGap  = 7.0 // beside a label or a note, so that two in a row do not look like one word
)

// tags writes each disc's label and chips, then its note if there is room. None overlap or hide a disc, or a roof if avoidable.
func tags(c *canvas, discs []Disc) {
	at := make([]box, len(discs)) // of the label and what stands in a row with it
	for i, d := range discs {
		if d.Label != "" || len(d.Chips) > 0 {
			at[i] = tag(c, d)
		}
	}
	for i, d := range discs {
		if d.Note != "" && at[i] != (box{}) {
			note(c, d, at[i])
		}
	}
}

// directions lists where a label is tried: below, above, right, left, and between.
var directions = func() (out [][2]float64) {
	for _, deg := range []float64{90, 270, 0, 180, 45, 135, 315, 225, 67, 113, 293, 247, 22, 158, 338, 202} {
		s, k := math.Sincos(deg * math.Pi / 180)
		out = append(out, [2]float64{k, s})
	}
	return out
}()

// room finds the nearest place for the first of the sizes that fits, clear of everything placed and of off. which is that size.
func room(c *canvas, x, y, r float64, sizes [][2]float64, reach []float64, off []box) (b box, which int, ok bool) {
	for _, far := range reach {
		for i, size := range sizes {
			w, h := size[0]/2, size[1]/2
			for _, way := range directions {
				// The label's box just touches the circle around the base.
				out := r + far + math.Min(w/math.Max(1e-9, math.Abs(way[0])), h/math.Max(1e-9, math.Abs(way[1])))
				cx, cy := x+way[0]*out, y+way[1]*out
				b = box{cx - w, cy - h, cx + w, cy + h}
				if free(c, b) && !slices.ContainsFunc(c.labels, b.wide(wordGap).hits) && !slices.ContainsFunc(off, b.hits) {
					return b, i, true
				}
			}
		}
	}
	return box{}, 0, false
}

func free(c *canvas, b box) bool {
	return b.within(c.field) && open(c, b)
}

// open reports whether nothing was placed there so far.
func open(c *canvas, b box) bool {
	return !slices.ContainsFunc(c.boxes, b.hits)
}

// near and wide are the distances from a disc at which a label is tried, units.
var near, wide = []float64{6, 12, 22}, []float64{6, 12, 22, 40, 62, 90, 125, 165}

// leader is the distance from which a line joins a label to its disc, units.
const leader = 16.0

// tag draws a disc's label and chips and returns the label's row, on the disc itself if need be; empty if even that is taken.
func tag(c *canvas, d Disc) box {
	x, y := xy(c, d.X, d.Y)
	r := d.R * c.scale
	switch {
	case d.Alert:
		r += burst
	case d.Chosen:
		r += 9
	}
	face(c, true, textSize)
	w, chips := c.width(d.Label), float64(len(d.Chips))*chipWide
	if x < c.field.x0-r || x > c.field.x1+r || y < c.field.y0-r || y > c.field.y1+r {
		return box{}
	}
	sizes := [][2]float64{{w + chips, tagHigh}}
	switch {
	case w > 0 && chips > 0:
		sizes = [][2]float64{{w + tagGap + chips, tagHigh}, {math.Max(w, chips), tagHigh * 2}}
	case w == 0:
		sizes[0][1] = chipWide
	}
	b, i, ok := room(c, x, y, r, sizes, near, c.roofs)
	if !ok {
		b, i, ok = room(c, x, y, r, sizes, wide, nil)
	}
	if !ok && w > 0 { // without its chips, far off or on the disc itself
		d.Chips = nil
		if b, i, ok = room(c, x, y, r, [][2]float64{{w, tagHigh}}, wide, nil); !ok {
			b, i = box{x - w/2, y - tagHigh/2, x + w/2, y + tagHigh/2}, 0
			ok = !slices.ContainsFunc(c.labels, b.hits)
		}
	}
	if !ok {
		return box{}
	}
	lead(c, d, x, y, r, b)
	rows := []box{b}
	if i == 1 { // the label above its chips
		middle, half := (b.x0+b.x1)/2, chips/2
		rows = []box{{middle - w/2, b.y0, middle + w/2, b.y0 + tagHigh}, {middle - half, b.y0 + tagHigh, middle + half, b.y1}}
	}
	for _, row := range rows {
		put(c, row)
	}
	writeTag(c, d, b, w, i == 1)
	return rows[0]
}

// lead draws a line from a disc to a label that is not close to it.
func lead(c *canvas, d Disc, x, y, r float64, b box) {
	tx, ty := math.Max(b.x0, math.Min(b.x1, x)), math.Max(b.y0, math.Min(b.y1, y))
	far := math.Hypot(tx-x, ty-y)
	if far < r+leader {
		return
	}
	c.DrawLine(x+(tx-x)*r/far, y+(ty-y)*r/far, tx, ty)
	c.stroke(mix(c.scheme.field, c.scheme.sides[d.Side], 0.8), 2)
}

// put records the place of a label and draws its plate.
func put(c *canvas, b box) {
	c.boxes, c.labels = append(c.boxes, b), append(c.labels, b)
	r := image.Rect(int((b.x0-2)*c.unit), int(b.y0*c.unit), int((b.x1+2)*c.unit), int(b.y1*c.unit))
	c.plate(r, c.scheme.field, uint32(math.Round(256*plateCover)))
}

// writeTag writes the label and the chips after it, or below it.
func writeTag(c *canvas, d Disc, b box, w float64, below bool) {
	c.letters(true, textSize, c.scheme.sides[d.Side])
	if d.Dim {
		c.SetColor(c.scheme.faint)
	}
	x, y := b.x0, (b.y0+b.y1)/2
	if below {
		c.text(d.Label, (b.x0+b.x1)/2, b.y0+tagHigh/2, 0.5)
		x, y = (b.x0+b.x1)/2-float64(len(d.Chips))*chipWide/2, b.y1-tagHigh/2
	} else {
		c.text(d.Label, x, y, 0)
		if w > 0 {
			x += w + tagGap
		}
	}
	for i, chip := range d.Chips {
		c.chip(chip, x+(float64(i)+0.5)*chipWide, y, 20)
	}
}

// note writes a disc's note right beside its tag, if there is room.
func note(c *canvas, d Disc, tag box) {
	face(c, false, textSize)
	w := c.width(d.Note) + 2*wordGap
	middle := (tag.x0+tag.x1)/2 - w/2
	for _, at := range [][2]float64{{tag.x1, tag.y0}, {tag.x0 - w, tag.y0}, {middle, tag.y1}, {middle, tag.y0 - tagHigh}, {tag.x0, tag.y1}, {tag.x1 - w, tag.y1}} {
		b := box{at[0], at[1], at[0] + w, at[1] + tagHigh}
		if !free(c, b) || slices.ContainsFunc(c.roofs, b.hits) {
			continue
		}
		put(c, b)
		c.letters(false, textSize, c.scheme.text)
		if d.Dim {
			c.SetColor(c.scheme.faint)
		}
		c.text(d.Note, (b.x0+b.x1)/2, (b.y0+b.y1)/2, 0.5)
		return
	}
}

// label writes words beside something of radius r, with room before them, and returns their box. It leaves them out if they do
// not fit, as the text beside the picture repeats them.
func label(c *canvas, s string, x, y, r, size, before float64, col color.RGBA) (at box, ok bool) {
	face(c, true, size)
	sizes := [][2]float64{{before + c.width(s), size * 1.05}}
	b, _, ok := room(c, x, y, r, sizes, near, c.roofs)
	if !ok {
		b, _, ok = room(c, x, y, r, sizes, wide, nil)
	}
	if !ok {
		return box{}, false
	}
	put(c, b)
	c.letters(true, size, col)
	c.text(s, b.x1, (b.y0+b.y1)/2, 1)
	return b, true
}
