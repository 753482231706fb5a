package render

import (
	"image/color"
	"math"
	"slices"

	"downsync/render/label"
)

// This file measures and draws the labels that render/label places.

// platePad is the space beside the words on a plate, in units.
const platePad = 9.0

// owners returns what labels may belong to: discs, a disc without a label counting with the one before it; wrecks; and the places
// where bases were or will be, which belong to their disc if it is at the other end.
func owners(c *picture, s Scene) (out []label.Piece) {
	add := func(x, y, r float64, o label.Owner) {
		px, py := xy(c, x, y)
		out = append(out, label.Piece{X: px, Y: py, R: r * c.scale, Owner: o})
	}
	named := 0
	for i, d := range s.Discs {
		if d.Label != "" {
			named = i
		}
		add(d.X, d.Y, d.R, label.Owner{Kind: label.Disc, N: named})
	}
	discs := len(out)
	disc := func(x, y float64, or label.Owner) label.Owner {
		px, py := xy(c, x, y)
		if i := slices.IndexFunc(out[:discs], func(p label.Piece) bool { return math.Hypot(p.X-px, p.Y-py) < 1 }); i >= 0 {
			return out[i].Owner
		}
		return or
	}
	for i, p := range s.Spots {
		add(p.X, p.Y, p.R+p.Near, label.Owner{Kind: label.Spot, N: i})
	}
	for i, w := range s.Wrecks {
		add(w.X, w.Y, w.R, label.Owner{Kind: label.Wreck, N: i})
	}
	for i, t := range s.Trails {
		o := label.Owner{Kind: label.Trail, N: i}
		if t.Label == "" {
			o = disc(t.X[len(t.X)-1], t.Y[len(t.Y)-1], o)
		}
		add(t.X[0], t.Y[0], t.R, o)
	}
	for i, p := range s.Paths {
		if n := len(p.X); n > 0 && p.R > 0 {
			add(p.X[n-1], p.Y[n-1], p.R, disc(p.X[0], p.Y[0], label.Owner{Kind: label.Path, N: i}))
		}
	}
	return out
}

// tags writes each disc's label and chips, beginning with the discs that have the most neighbours, and returns their places by
// disc. Nothing overlaps. Labels of a clump point out of it.
func tags(c *picture, discs []Disc) []label.Box {
	var places [][2]float64
	for _, d := range discs {
		places = append(places, [2]float64{d.X, -d.Y})
	}
	type tagged struct {
		Disc
		label.Tag
	}
	at := make([]label.Box, len(discs))
	var all []tagged
	for _, j := range label.Clumps(places, c.scale, func(i int) bool { return discs[i].Label != "" || len(discs[i].Chips) > 0 }) {
		d := discs[j.N] // all lines first, so that none runs over a label
		if t, ok := tag(c, j, d); ok {
			at[j.N], all = t.Rows[0], append(all, tagged{d, t})
		}
	}
	for _, t := range all {
		writeTag(c, t.Disc, t.Tag)
	}
	return at
}

// tag places a disc's label and chips and draws the line to them. ok is false if the disc is outside the board, or has no room for
// a label.
func tag(c *picture, j label.Clumped, d Disc) (t label.Tag, ok bool) {
	x, y := xy(c, d.X, d.Y)
	r := d.R * c.scale
	switch {
	case d.Alert:
		r += burst * c.fine
	case d.Chosen:
		r += 6 * c.fine
	}
	if d.Lives.Most > 0 {
		r = math.Max(r, d.R*c.scale+livesWide(c, d.R*c.scale))
	}
	if !label.Around(x, y, r*0.6).Hits(c.field) {
		return t, false
	}
	a := label.Anchor{X: x, Y: y, R: r, Rim: d.R * c.scale, Out: j.Out, Owner: c.labels.Owner(j.N)}
	t, ok = c.labels.Tag(a, plateWide(c, d.Label)+plateWide(c, d.Figure), len(d.Chips))
	if ok {
		c.drawLead(d.Side, t.Lead)
	}
	return t, ok
}

// plateWide returns the width of a plate with those words, 0 without words.
func plateWide(c *picture, s string) float64 {
	if s == "" {
		return 0
	}
	c.Face(true, labelSize)
	return c.Width(s) + 2*platePad
}

// writeTag writes the label on its plate, and the chips after it or, with two rows, below it.
func writeTag(c *picture, d Disc, t label.Tag) {
	w := plateWide(c, d.Label) + plateWide(c, d.Figure)
	at := t.Rows[0]
	x, y := at.X0, (at.Y0+at.Y1)/2
	if len(t.Rows) > 1 {
		x, y = t.Rows[1].X0, (t.Rows[1].Y0+t.Rows[1].Y1)/2
	} else if w > 0 {
		x += w + label.ChipGap
	}
	if w > 0 {
		at.X1 = at.X0 + w
		if figure := plateWide(c, d.Figure); figure > 0 {
			c.pill(label.BoxOf(at.X1-figure, at.Y0, at.X1, at.Y1), d.Figure, c.scheme.text, false, false)
			at.X1 -= figure
		}
		c.pill(at, d.Label, c.scheme.sides[d.Side], !d.Dim, d.Chosen)
	}
	if t.Bare {
		return
	}
	for i, chip := range d.Chips {
		c.chip(chip, x+(float64(i)+0.5)*label.ChipWide, y, 23.5)
	}
}

// drawLead draws a line to a label; it draws nothing for the zero line.
func (c *picture) drawLead(side Side, l label.Line) {
	if l == (label.Line{}) {
		return
	}
	c.DrawLine(l.X0, l.Y0, l.X1, l.Y1)
	c.StrokeKeep(c.scheme.casing, 8)
	c.Stroke(c.scheme.sides[side], 3.5)
}

// pill writes words on a plate: dark on the colour if solid, otherwise in the colour with a rim. A ringed one has a light rim.
func (c *picture) pill(b label.Box, s string, col color.RGBA, solid, ringed bool) {
	type look struct {
		s             string
		w, h          float64
		col           color.RGBA
		solid, ringed bool
	}
	w, h := b.X1-b.X0, b.Y1-b.Y0
	c.stamp(look{s, w, h, col, solid, ringed}, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, max(w, h)/2+6, func(c *picture, x, y float64) {
		x0, y0 := x-w/2, y-h/2
		c.DrawRoundedRectangle(x0-2, y0+1, w+4, h-2, 12)
		c.Fill(c.scheme.casing)
		c.DrawRoundedRectangle(x0+1, y0+4, w-2, h-8, 9)
		ink := col
		if solid {
			c.Fill(col)
			ink = c.scheme.ink(col)
		} else {
			c.Stroke(col, 2.5)
		}
		if ringed {
			c.DrawRoundedRectangle(x0-0.5, y0+2.5, w+1, h-5, 11)
			c.Stroke(c.scheme.chosen, 3.5)
		}
		c.Letters(true, labelSize, ink)
		c.Text(s, x, y, 0.5)
	})
}

// plateBeside writes words on a plate beside something, if there is room.
func (c *picture) plateBeside(s string, a label.Anchor, side Side, col color.RGBA, solid bool) (label.Box, bool) {
	if s == "" {
		return label.Box{}, false
	}
	b, lead, ok := c.labels.Beside(a, [2]float64{plateWide(c, s), label.High})
	if ok {
		c.drawLead(side, lead)
		c.pill(b, s, col, solid, false)
	}
	return b, ok
}

// dimGround covers most of the ground below a label.
func dimGround(c *picture, b label.Box) {
	c.Plate(label.BoxOf(b.X0-2, b.Y0, b.X1+2, b.Y1), c.scheme.field, plateCover)
}

// note writes a disc's note directly beside its tag, if there is room.
func note(c *picture, d Disc, tag label.Box) (ok bool) {
	c.Face(false, noteSize)
	b, ok := c.labels.Note(tag, c.Width(d.Note)+2*label.Gap)
	if !ok {
		return false
	}
	dimGround(c, b)
	c.Letters(false, noteSize, c.scheme.text)
	if d.Dim {
		c.SetColor(c.scheme.faint)
	}
	c.Text(d.Note, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, 0.5)
	return true
}

// words writes words beside something of radius r. It leaves them out if they do not fit, because the text beside the picture
// repeats them.
func words(c *picture, s string, x, y, r, size float64, col color.RGBA) (ok bool) {
	c.Face(true, size)
	b, ok := c.labels.Near(x, y, r, [2]float64{c.Width(s), size * 1.05})
	if !ok {
		return false
	}
	dimGround(c, b)
	c.Letters(true, size, col)
	c.Text(s, b.X1, (b.Y0+b.Y1)/2, 1)
	return true
}

// shotNotes writes the notes of shots. A note is left out if there is no room: the burst or the cross at its end says the same.
func shotNotes(c *picture, shots []Shot) {
	var lines []label.Line
	var notes []string
	for _, x := range shots {
		lines, notes = append(lines, x.line(c)), append(notes, x.Note)
	}
	c.labels.Notes(lines, notes, func(s string) float64 { return plateWide(c, s) }, func(n label.Note) {
		x := shots[n.N]
		c.drawLead(x.Side, n.Lead)
		for k, row := range n.Rows {
			c.pill(n.At[k], row, x.color(c), x.Hit, false)
		}
	})
}
