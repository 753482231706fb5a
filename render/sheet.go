package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Sheet is a picture of words, dice and tokens, such as a list or a roll.
type Sheet struct {
	Theme Theme
	Title string
	Side  Side // sets the colour of the title
	Lines []Line

	Patient bool // nobody waits for it, so others are drawn first
}

func (s Sheet) png() ([]byte, error) { return DrawSheet(s) }

// Line is a paragraph of a sheet. Cells without room in a row continue in the next.
type Line struct {
	Rule  bool // a line is drawn above it
	Cells []Cell
}

// Cell is one thing of a line. The first field set, up to Text, determines its kind.
type Cell struct {
	Disc     *Disc
	Portrait *Portrait
	Chip     *Chip
	Die      *Die
	Stat     *Stat
	// Badge is a word on its own ground, such as the result of a roll.
	Badge string
	Text  string

	Bold, Faint bool // for a text or a portrait; a faint badge is hollow
	Large       bool // for a portrait
	Side        Side // for a text or a portrait; 0: the theme's own ink
}

// Die is a die that was rolled.
type Die struct {
	Face    int // pips up to 6, otherwise a number
	Dropped bool
}

// Stat is a figure with its name, in its side's colour.
type Stat struct {
	Name, Value string
	Side        Side

	more float64 // how much wider its box is than necessary
}

// String writes the sheet as text.
func (s Sheet) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "sheet %s%d %s\n", s.Theme, s.Side, s.Title)
	for _, l := range s.Lines {
		mark := " "
		if l.Rule {
			mark = "-"
		}
		b.WriteString(mark)
		for _, c := range l.Cells {
			b.WriteString(" " + c.String())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (c Cell) String() string {
	switch {
	case c.Disc != nil:
		return fmt.Sprintf("(%s)", c.Disc)
	case c.Portrait != nil:
		return fmt.Sprintf("portrait(%d %s)", c.Side, c.Portrait.Name)
	case c.Chip != nil:
		return c.Chip.String()
	case c.Die != nil && c.Die.Dropped:
		return fmt.Sprintf("die(%d dropped)", c.Die.Face)
	case c.Die != nil:
		return fmt.Sprintf("die(%d)", c.Die.Face)
	case c.Stat != nil:
		return fmt.Sprintf("%d%s=%s", c.Stat.Side, c.Stat.Name, c.Stat.Value)
	case c.Badge != "" && c.Faint:
		return fmt.Sprintf("badge(%s faint)", c.Badge)
	case c.Badge != "":
		return fmt.Sprintf("badge(%s)", c.Badge)
	}
	return fmt.Sprintf("%d%q", c.Side, c.Text)
}

// Limits of a sheet: rows, and characters of a line.
const (
	maxRows  = 60
	maxChars = 1000
)

// Measures of a sheet, units.
const (
	rowHigh  = 56.0
	moreHigh = 50.0 // of the further rows of a line
	apart    = 14.0 // after a line of several rows
	statHigh = 116.0
	portrait = 92.0  // the edge of a portrait in a list, 21 px on a phone that shows the picture 271 px wide
	largely  = 250.0 // of a large portrait
	space    = 12.0
	dieSize  = 50.0
	sheetTop = 110.0 // with its title
)

// DrawSheet draws the sheet as a PNG. Equal sheets give equal bytes.
func DrawSheet(s Sheet) ([]byte, error) {
	sides, err := s.check()
	if err != nil {
		return nil, err
	}
	patient := s.Patient
	s.Patient = false // it does not affect the picture
	key := digestOf("sheet", s)
	return drawing.Once(key, key, patient, func() ([]byte, error) { return drawSheet(s, sides) })
}

// drawSheet draws a checked sheet without looking in the cache.
func drawSheet(s Sheet, sides Side) ([]byte, error) {
	c := take(sheetTop, 1, s.Theme, sides)
	defer release(c)
	var all []laid
	for _, l := range s.Lines {
		all = append(all, flow(c, l)...)
	}
	if len(all) > maxRows {
		return nil, fmt.Errorf("%d rows: expected at most %d", len(all), maxRows)
	}
	high := sheetTop
	if s.Title == "" {
		high = margin / 2
	}
	for _, r := range all {
		high += r.high + r.after
	}
	c.extend(high + margin/2)
	c.sheet(s, all)
	return c.PNG()
}

// check returns an error if the sheet cannot be drawn, and the highest side.
func (s Sheet) check() (top Side, err error) {
	if len(s.Lines) > maxRows {
		return 0, fmt.Errorf("%d lines: expected at most %d", len(s.Lines), maxRows)
	}
	all := []Side{s.Side}
	for i, l := range s.Lines {
		if n := len(l.Cells); n > maxChars || slices.ContainsFunc(l.Cells, func(c Cell) bool { return max(len(c.Text), len(c.Badge)) > maxChars }) {
			return 0, fmt.Errorf("line %d is too long: expected at most %d characters", i, maxChars)
		}
		for _, c := range l.Cells {
			all = append(all, c.Side, c.Disc.side())
			if c.Stat != nil {
				all = append(all, c.Stat.Side)
			}
			if c.Chip != nil && !c.Chip.sound() {
				return 0, fmt.Errorf("line %d: chip %s: expected a known ink and shape", i, c.Chip)
			}
		}
	}
	return checkSides(s.Theme, all)
}

// laid is a row with the places of its things.
type laid struct {
	rule  bool
	high  float64
	after float64 // free space below it
	cells []Cell
	at    []float64
}

// flow arranges a line in rows. Texts break between words.
func flow(c *picture, l Line) (out []laid) {
	row, x := laid{rule: l.Rule, high: rowHigh}, float64(margin)
	if l.Rule {
		row.high += space
	}
	for _, cell := range split(spread(c, l.Cells)) {
		w := cellWidth(c, cell)
		if x+w > width-margin && len(row.cells) > 0 {
			out, row, x = append(out, row), laid{high: moreHigh}, margin
		}
		if cell.Stat != nil {
			row.high = math.Max(row.high, statHigh)
		}
		if cell.Portrait != nil {
			row.high = math.Max(row.high, cellWidth(c, cell)+space)
		}
		row.cells, row.at = append(row.cells, cell), append(row.at, x)
		x += w + space
	}
	if len(out) > 0 {
		row.after = apart
	}
	return append(out, row)
}

// spread widens the figures of a line of figures until they fill the sheet.
func spread(c *picture, cells []Cell) []Cell {
	free := width - 2*margin + space
	for _, cell := range cells {
		if cell.Stat == nil {
			return cells
		}
		free -= cellWidth(c, cell) + space
	}
	if free <= 0 {
		return cells
	}
	out := slices.Clone(cells)
	for i, cell := range out {
		stat := *cell.Stat
		stat.more = free / float64(len(cells))
		out[i].Stat = &stat
	}
	return out
}

// split makes each word a cell of its own.
func split(cells []Cell) (out []Cell) {
	for _, cell := range cells {
		if cell.Text == "" || cell.Portrait != nil {
			out = append(out, cell)
			continue
		}
		for _, word := range strings.Fields(cell.Text) {
			cell.Text = word
			out = append(out, cell)
		}
	}
	return out
}

func cellWidth(c *picture, cell Cell) float64 {
	switch {
	case cell.Disc != nil, cell.Chip != nil:
		return dieSize
	case cell.Portrait != nil && cell.Large:
		return largely
	case cell.Portrait != nil:
		return portrait
	case cell.Die != nil:
		return cell.Die.wide(c)
	case cell.Badge != "":
		c.Face(true, textSize)
		return c.Width(cell.Badge) + 28
	case cell.Stat != nil:
		c.Face(true, textSize)
		return math.Max(c.Width(cell.Stat.Name), c.Width(cell.Stat.Value)) + 36 + cell.Stat.more
	}
	c.Face(cell.Bold, textSize)
	return min(c.Width(cell.Text), width-2*margin)
}

func (c *picture) sheet(s Sheet, all []laid) {
	c.BeginPlain(c.scheme.panel)
	c.SetColor(c.scheme.of(s.Side, c.scheme.text))
	c.Text(c.Fit(s.Title, true, width-2*margin, textSize+12, textSize), margin, 56, 0)
	y := sheetTop - 10
	if s.Title == "" {
		y = margin / 2
	}
	for _, r := range all {
		if r.rule {
			c.DrawLine(margin, y+space/2, width-margin, y+space/2)
			c.Stroke(c.scheme.square, 2)
		}
		for i, cell := range r.cells {
			middle := y + r.high/2
			if r.rule {
				middle += space / 2
			}
			c.cell(cell, r.at[i], middle)
		}
		y += r.high + r.after
	}
}

// cell draws a thing of a row, with its left edge at x.
func (c *picture) cell(cell Cell, x, y float64) {
	const half = dieSize / 2
	switch {
	case cell.Disc != nil:
		c.piece(*cell.Disc, x+half, y, half-2)
	case cell.Portrait != nil:
		c.portrait(cell, x, y)
	case cell.Chip != nil:
		c.chip(*cell.Chip, x+half, y, 21)
	case cell.Die != nil:
		die(c, *cell.Die, x, y-half)
	case cell.Stat != nil:
		stat(c, *cell.Stat, x, y)
	case cell.Badge != "":
		badge(c, cell, x, y)
	default:
		ink := c.scheme.text
		if cell.Faint {
			ink = c.scheme.faint
		}
		c.Letters(cell.Bold, textSize, c.scheme.of(cell.Side, ink))
		c.Text(c.Clip(cell.Text, width-2*margin), x, y, 0)
	}
}

func stat(c *picture, s Stat, x, y float64) {
	w := cellWidth(c, Cell{Stat: &s})
	c.DrawRoundedRectangle(x, y-51, w, 102, 8)
	c.FillKeep(c.scheme.field)
	c.Stroke(c.scheme.square, 2)
	c.Letters(false, textSize, c.scheme.faint)
	c.Text(s.Name, x+w/2, y-24, 0.5)
	c.Letters(true, textSize+4, c.scheme.of(s.Side, c.scheme.text))
	c.Text(s.Value, x+w/2, y+24, 0.5)
}

// badge draws a word on its ground, or within a rim if it is faint.
func badge(c *picture, cell Cell, x, y float64) {
	type badge struct {
		word  string
		faint bool
		w     float64
	}
	look := badge{cell.Badge, cell.Faint, cellWidth(c, cell)}
	c.stamp(look, x+look.w/2, y, max(look.w/2, 24), func(c *picture, x, y float64) {
		c.Face(true, textSize)
		c.DrawRoundedRectangle(x-look.w/2+1.5, y-23, look.w-3, 46, 8)
		if look.faint {
			c.Stroke(c.scheme.faint, 2.5)
		} else {
			c.Fill(c.scheme.inks[Pink])
			c.SetColor(c.scheme.ink(c.scheme.inks[Pink]))
		}
		c.Text(look.word, x, y, 0.5)
	})
}

// pipsOf maps a die's face to the places of its pips, in thirds from its middle.
var pipsOf = map[int][][2]float64{1: {{0, 0}}, 2: {{-1, -1}, {1, 1}}, 3: {{-1, -1}, {0, 0}, {1, 1}}, 4: {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	5: {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}}, 6: {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}}}

// wide returns the width of a die: more than a square if its number would not fit.
func (d Die) wide(c *picture) float64 {
	if d.Face < 10 {
		return dieSize
	}
	c.Face(true, textSize)
	return math.Max(dieSize, c.Width(fmt.Sprint(d.Face))+22)
}

// die draws a solid die, or a hollow one with a line through it if it was dropped.
func die(c *picture, d Die, x, y float64) {
	const half = dieSize / 2
	wide := d.wide(c)
	c.stamp(d, x+wide/2, y+half, max(wide, dieSize)/2+2, func(c *picture, x, y float64) {
		ground, ink := c.scheme.text, c.scheme.field
		if d.Dropped {
			ground, ink = c.scheme.panel, c.scheme.faint
		}
		left := x - wide/2
		c.DrawRoundedRectangle(left+2, y-half+2, wide-4, dieSize-4, 9)
		c.FillKeep(ground)
		c.Stroke(ink, 2.5)
		pips, ok := pipsOf[d.Face]
		if !ok {
			c.Face(true, textSize)
			c.Text(fmt.Sprint(d.Face), x, y, 0.5)
		}
		for _, p := range pips {
			c.DrawCircle(left+half+p[0]*12, y+p[1]*12, 4.8)
			c.Fill(ink)
		}
		if d.Dropped {
			c.DrawLine(left, y+half, left+wide, y-half)
			c.Stroke(ink, 4)
		}
	})
}

// Plain returns a cell with a text.
func Plain(s string) Cell { return Cell{Text: s} }

// Bold returns a cell with a text in bold letters.
func Bold(s string) Cell { return Cell{Text: s, Bold: true} }

// Faint returns a cell with a less important text.
func Faint(s string) Cell { return Cell{Text: s, Faint: true} }

// Row returns a line of those cells.
func Row(cells ...Cell) Line { return Line{Cells: cells} }

// Rolled returns the cells of a roll: all faces, those that are not kept marked as dropped.
func Rolled(faces, kept []int) (out []Cell) {
	kept = slices.Clone(kept)
	for _, face := range faces {
		at := slices.Index(kept, face)
		if at >= 0 {
			kept = slices.Delete(kept, at, at+1)
		}
		out = append(out, Cell{Die: &Die{Face: face, Dropped: at < 0}})
	}
	return out
}

// Newest returns a sheet of the lines of the last facts. It stops once it has that many lines.
func Newest[Fact any](t Theme, facts []Fact, most int, lines func(Fact) []Line) Sheet {
	s := Sheet{Theme: t}
	for _, f := range slices.Backward(facts) {
		if len(s.Lines) >= most {
			break
		}
		s.Lines = append(s.Lines, lines(f)...)
	}
	slices.Reverse(s.Lines)
	return s
}
