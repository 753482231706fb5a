package render

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// Measures of a tag, which is a disc's label with its chips, in units.
const (
	tagHigh  = 50.0
	chipWide = 52.0
	tagGap   = 6.0 // between the label and its chips
	tagPad   = 9.0 // beside the words on a plate
	wordGap  = 7.0 // beside a label or a note, so that two in a row do not look like one word
)

// crowd is the distance within which discs make a clump, units.
const crowd = 190.0

// tags writes each disc's label and chips, beginning with the discs that have the most neighbours, and returns their places by
// disc. Nothing overlaps. Labels of a clump point out of it.
func tags(c *canvas, discs []Disc) []box {
	type job struct {
		i, neighbours int
		out           [2]float64 // away from the clump; longer for a closer clump
	}
	var jobs []job
	for i, d := range discs {
		if d.Label == "" && len(d.Chips) == 0 {
			continue
		}
		j := job{i: i}
		for k, o := range discs {
			dx, dy := (d.X-o.X)*c.scale, (o.Y-d.Y)*c.scale
			if far := math.Hypot(dx, dy); k != i && far < crowd {
				pull := (1 - far/crowd) / math.Max(1, far)
				j.out[0], j.out[1], j.neighbours = j.out[0]+dx*pull, j.out[1]+dy*pull, j.neighbours+1
			}
		}
		jobs = append(jobs, j)
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return b.neighbours - a.neighbours })
	at := make([]box, len(discs))
	all := make([]tagged, 0, len(jobs))
	for _, j := range jobs { // all lines first, so that none runs over a label
		if t, ok := tag(c, j.i, discs[j.i], j.out); ok {
			at[j.i] = t.rows[0]
			all = append(all, t)
		}
	}
	for _, t := range all {
		d := discs[t.i]
		if t.bare {
			d.Chips = nil
		}
		writeTag(c, d, t.rows[:t.n], t.words)
	}
	return at
}

// tagged is a disc's tag with its place: in one row or two, with words of that width, and without its chips if bare.
type tagged struct {
	i, n  int
	rows  [2]box
	words float64
	bare  bool
}

// reaches lists the distances at which a place for a plate is tried.
var reaches = []float64{3, 10, 24, 44, 68, 96, 130, 170}

// Costs of a place for a plate besides its distance, in units.
const (
	costTurn  = 0.6 // for each direction tried before it
	costStack = 6   // chips below the label
	costLine  = 14
	costRoof  = 22
	costSoft  = 8  // on a trail or a shot
	costOther = 48 // at the edge of another piece, to which the plate would seem to belong except for its line; less when farther away
	gainOut   = 26 // for pointing out of the clump
)

// best finds the cheapest place for the first size that fits, clear of everything placed, beside the anchor, and the line to it if
// one is needed. which is the index of the size. If strict, that line is visible and runs over nothing.
func best(c *canvas, a anchor, sizes [][2]float64, strict bool) (b box, lead line, which int, ok bool) {
	least := math.Inf(1)
	pull := gainOut * math.Hypot(a.out[0], a.out[1])
	for _, far := range reaches {
		if far-pull >= least {
			break
		}
		for i, size := range sizes {
			w, h := size[0]/2, size[1]/2
			for n, way := range directions {
				cost := far + float64(n)*costTurn + float64(i)*costStack - gainOut*(a.out[0]*way[0]+a.out[1]*way[1])
				if cost >= least {
					continue
				}
				// The box exactly touches the circle around the disc.
				reach := a.r + far + math.Min(w/math.Max(1e-9, math.Abs(way[0])), h/math.Max(1e-9, math.Abs(way[1])))
				cx, cy := a.x+way[0]*reach, a.y+way[1]*reach
				at := box{cx - w, cy - h, cx + w, cy + h}
				if !free(c, at) || slices.ContainsFunc(c.labels, at.wide(wordGap).hits) {
					continue
				}
				led, suits := vacancy{c}.suits(a, at, strict)
				if !suits {
					continue
				}
				if led != (line{}) {
					cost += costLine + costOther*max(0, 1-vacancy{c}.besideOther(a, at)/leader)
				}
				if cost < least {
					cost += costRoof*hits(c.roofs, at) + costSoft*hits(c.soft, at)
				}
				if cost < least && (!strict || vacancy{c}.strays(led, a.owner) == 0) {
					b, lead, which, ok, least = at, led, i, true, cost
				}
			}
		}
	}
	return b, lead, which, ok
}

// anywhere finds the place on the board nearest to an anchor and clear of everything placed; in a crowd this may be far away.
// strict has the same meaning as in best.
func anywhere(c *canvas, a anchor, size [2]float64, strict bool) (b box, lead line, ok bool) {
	least := math.Inf(1)
	vacancy{c}.rings(a.x, a.y, size, &least, func(at box) {
		far := math.Hypot((at.x0+at.x1)/2-a.x, (at.y0+at.y1)/2-a.y)
		if far >= least || !(vacancy{c}).vacant(at) {
			return
		}
		if led, suits := (vacancy{c}).suits(a, at, strict); suits && (!strict || vacancy{c}.strays(led, a.owner) == 0) {
			b, lead, ok, least = at, led, true, far
		}
	})
	return b, lead, ok
}

// hits counts the boxes that a box overlaps.
func hits(all []box, at box) (n float64) {
	for _, b := range all {
		if at.hits(b) {
			n++
		}
	}
	return n
}

// directions lists the directions in which a label is tried: below, above, right, left, and between.
var directions = func() (out [][2]float64) {
	for _, deg := range []float64{90, 270, 0, 180, 45, 135, 315, 225, 67, 113, 293, 247, 22, 158, 338, 202} {
		s, k := math.Sincos(deg * math.Pi / 180)
		out = append(out, [2]float64{k, s})
	}
	return out
}()

// room finds the nearest place for the first size that fits, clear of everything placed and of off. which is the index of the size.
func room(c *canvas, x, y, r float64, sizes [][2]float64, reach []float64, off []box) (b box, which int, ok bool) {
	for _, far := range reach {
		for i, size := range sizes {
			w, h := size[0]/2, size[1]/2
			for _, way := range directions {
				// The label's box exactly touches the circle around the base.
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
	return b.within(c.field) && open(c, b) && vacancy{c}.unled(b)
}

// vacant reports whether a label may be there; it is fast enough for many places.
func (v vacancy) vacant(b box) bool {
	return open(v.c, b) && !slices.ContainsFunc(v.c.labels, b.wide(wordGap).hits) && v.unled(b)
}

// open reports whether the place is free so far.
func open(c *canvas, b box) bool {
	return !c.taken.hit(c.boxes, b)
}

// near and wide are the distances from a disc at which a label is tried, in units.
var near, wide = []float64{6, 12, 22}, []float64{6, 12, 22, 40, 62, 90, 125, 165}

// tag finds the place of a disc's label and chips and draws the line to it. The label is on the disc itself if necessary; ok is
// false if even that place is taken.
func tag(c *canvas, i int, d Disc, out [2]float64) (t tagged, ok bool) {
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
	if !around(x, y, r*0.6).hits(c.field) {
		return t, false
	}
	w, chips := plateWide(c, d.Label)+plateWide(c, d.Figure), float64(len(d.Chips))*chipWide
	sizes := [][2]float64{{w + chips, tagHigh}}
	switch {
	case w > 0 && chips > 0:
		sizes = [][2]float64{{w + tagGap + chips, tagHigh}, {math.Max(w, chips), tagHigh * 2}}
	case w == 0:
		sizes[0][1] = chipWide
	}
	a := anchor{x, y, r, d.R * c.scale, out, c.pieces[i].owner}
	b, lead, row, ok := best(c, a, sizes, true)
	for _, strict := range []bool{true, false} {
		if !ok {
			b, lead, ok = anywhere(c, a, sizes[0], strict)
		}
	}
	t = tagged{i: i, n: 1, words: w}
	if !ok && w > 0 { // without its chips, or on the disc itself
		t.bare = true
		if b, lead, ok = anywhere(c, a, [2]float64{w, tagHigh}, false); !ok {
			b = box{x - w/2, y - tagHigh/2, x + w/2, y + tagHigh/2}
			ok = !slices.ContainsFunc(c.labels, b.hits) && b.within(c.field)
		}
	}
	if !ok {
		return t, false
	}
	c.drawLead(d.Side, lead)
	t.rows[0] = b
	if row == 1 { // the label above its chips
		middle, half := (b.x0+b.x1)/2, chips/2
		t.n, t.rows = 2, [2]box{{middle - w/2, b.y0, middle + w/2, b.y0 + tagHigh}, {middle - half, b.y0 + tagHigh, middle + half, b.y1}}
	}
	vacancy{c}.placed(a.owner, lead, t.rows[:t.n]...)
	return t, true
}

// plateWide returns the width of a plate with those words, 0 without words.
func plateWide(c *canvas, s string) float64 {
	if s == "" {
		return 0
	}
	face(c, true, labelSize)
	return c.width(s) + 2*tagPad
}

// leader is the distance from which a line connects a label to its disc, in units.
const leader = 16.0

// writeTag writes the label on its plate, and the chips after it or, with two rows, below it.
func writeTag(c *canvas, d Disc, rows []box, w float64) {
	at := rows[0]
	x, y := at.x0, (at.y0+at.y1)/2
	if len(rows) > 1 {
		x, y = rows[1].x0, (rows[1].y0+rows[1].y1)/2
	} else if w > 0 {
		x += w + tagGap
	}
	if w > 0 {
		at.x1 = at.x0 + w
		if figure := plateWide(c, d.Figure); figure > 0 {
			c.pill(box{at.x1 - figure, at.y0, at.x1, at.y1}, d.Figure, c.scheme.text, false, false)
			at.x1 -= figure
		}
		c.pill(at, d.Label, c.scheme.sides[d.Side], !d.Dim, d.Chosen)
	}
	for i, chip := range d.Chips {
		c.chip(chip, x+(float64(i)+0.5)*chipWide, y, 23.5)
	}
}

// pill writes words on a plate: dark on the colour if solid, otherwise in the colour with a rim. A ringed one has a light rim.
func (c *canvas) pill(b box, s string, col color.RGBA, solid, ringed bool) {
	type look struct {
		s             string
		w, h          float64
		col           color.RGBA
		solid, ringed bool
	}
	w, h := b.x1-b.x0, b.y1-b.y0
	c.stamp(look{s, w, h, col, solid, ringed}, (b.x0+b.x1)/2, (b.y0+b.y1)/2, max(w, h)/2+6, func(c *canvas, x, y float64) {
		x0, y0 := x-w/2, y-h/2
		c.DrawRoundedRectangle(x0-2, y0+1, w+4, h-2, 12)
		c.fill(c.scheme.casing)
		c.DrawRoundedRectangle(x0+1, y0+4, w-2, h-8, 9)
		ink := col
		if solid {
			c.fill(col)
			ink = c.scheme.ink(col)
		} else {
			c.stroke(col, 2.5)
		}
		if ringed {
			c.DrawRoundedRectangle(x0-0.5, y0+2.5, w+1, h-5, 11)
			c.stroke(c.scheme.chosen, 3.5)
		}
		c.letters(true, labelSize, ink)
		c.text(s, x, y, 0.5)
	})
}

// plateBeside writes words on a plate beside something, if there is room.
func (c *canvas) plateBeside(s string, a anchor, side Side, col color.RGBA, solid bool) (box, bool) {
	if s == "" {
		return box{}, false
	}
	b, lead, ok := vacancy{c}.beside(a, [2]float64{plateWide(c, s), tagHigh})
	if ok {
		if a.kind == ofFlash && (vacancy{c}).strays(lead, a.owner) > 0 {
			lead = line{} // its rays are clear enough
		}
		c.drawLead(side, lead)
		vacancy{c}.placed(a.owner, lead, b)
		c.pill(b, s, col, solid, false)
	}
	return b, ok
}

// beside finds the best place for words beside something, preferably one where they clearly belong to it.
func (v vacancy) beside(a anchor, size [2]float64) (b box, lead line, ok bool) {
	if b, lead, _, ok = best(v.c, a, [][2]float64{size}, true); !ok && a.kind != ofSpot {
		b, lead, ok = anywhere(v.c, a, size, true)
	}
	if !ok {
		b, lead, _, ok = best(v.c, a, [][2]float64{size}, false)
	}
	return b, lead, ok
}

// put records the place of a label and draws its plate.
func put(c *canvas, b box) {
	c.boxes, c.labels = append(c.boxes, b), append(c.labels, b)
	r := image.Rect(int((b.x0-2)*c.unit), int(b.y0*c.unit), int((b.x1+2)*c.unit), int(b.y1*c.unit))
	c.plate(r, c.scheme.field, uint32(math.Round(256*plateCover)))
}

// note writes a disc's note directly beside its tag, if there is room.
func note(c *canvas, d Disc, tag box) (ok bool) {
	face(c, false, noteSize)
	w := c.width(d.Note) + 2*wordGap
	middle := (tag.x0+tag.x1)/2 - w/2
	for _, at := range [][2]float64{{tag.x1 + 4, tag.y0}, {tag.x0 - w - 4, tag.y0}, {middle, tag.y1 + 2}, {middle, tag.y0 - tagHigh - 2}, {tag.x0, tag.y1 + 2}, {tag.x1 - w, tag.y1 + 2}} {
		b := box{at[0], at[1], at[0] + w, at[1] + tagHigh}
		if !free(c, b) || slices.ContainsFunc(c.roofs, b.hits) || slices.ContainsFunc(c.soft, b.hits) {
			continue
		}
		put(c, b)
		c.letters(false, noteSize, c.scheme.text)
		if d.Dim {
			c.SetColor(c.scheme.faint)
		}
		c.text(d.Note, (b.x0+b.x1)/2, (b.y0+b.y1)/2, 0.5)
		return true
	}
	return false
}

// label writes words beside something of radius r. It leaves them out if they do not fit, because the text beside the picture
// repeats them.
func label(c *canvas, s string, x, y, r, size float64, col color.RGBA) (ok bool) {
	face(c, true, size)
	sizes := [][2]float64{{c.width(s), size * 1.05}}
	b, _, ok := room(c, x, y, r, sizes, near, c.roofs)
	if !ok {
		b, _, ok = room(c, x, y, r, sizes, wide, nil)
	}
	if !ok {
		return false
	}
	put(c, b)
	c.letters(true, size, col)
	c.text(s, b.x1, (b.y0+b.y1)/2, 1)
	return true
}
