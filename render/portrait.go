package render

import "image/color"

// Portrait is a line drawing of a Unit, for places where it is shown alone. A game defines its own and never changes them. Lengths of
// its strokes are shares of half its edge, from its middle. Outlines hide what is behind them; one point is the middle of a circle with
// an outline.
type Portrait struct {
	Name    string // shown in a sheet's text
	Strokes []Stroke
}

// portraitPen is the width of an outline, as a share of half a portrait's edge.
const portraitPen = 0.055

// draw draws a portrait around a place: its lines in ink, and within its outlines the ground.
func (p *Portrait) draw(c *picture, x, y, r float64, ink, ground color.RGBA) {
	type look struct {
		p           *Portrait
		r           float64
		ink, ground color.RGBA
	}
	c.stamp(look{p, r, ink, ground}, x, y, r*1.12+4, func(c *picture, x, y float64) { p.lines(c, x, y, r, ink, ground) })
}

// lines draws the lines of a portrait.
func (p *Portrait) lines(c *picture, x, y, r float64, ink, ground color.RGBA) {
	const least = 3.6 // of the width of a line, in units
	pen := max(least, portraitPen*r)
	for _, s := range p.Strokes {
		if len(s.At) == 1 {
			c.DrawCircle(x+r*s.At[0][0], y+r*s.At[0][1], r*s.R)
			c.FillKeep(ground)
			c.Stroke(ink, pen)
			continue
		}
		c.NewSubPath()
		for _, q := range s.At {
			c.LineTo(x+r*q[0], y+r*q[1])
		}
		if s.R > 0 {
			c.Stroke(ink, max(least, s.R*r))
			continue
		}
		c.ClosePath()
		c.FillKeep(ground)
		c.Stroke(ink, pen)
	}
}

// PortraitOf returns a silhouette as a portrait, for a Unit that has none of its own.
func PortraitOf(g *Glyph) *Portrait { return &Portrait{Name: g.Name, Strokes: g.Strokes} }

// portrait draws a cell's portrait with its left edge at x: in its side's colour, and if it is large, within a rim.
func (c *picture) portrait(cell Cell, x, y float64) {
	wide := cellWidth(c, cell)
	ink, ground := c.scheme.of(cell.Side, c.scheme.text), c.scheme.base[cell.Side]
	if cell.Faint {
		ink = mix(c.scheme.field, ink, dimmed)
	}
	if cell.Side == 0 {
		ground = c.scheme.field
	}
	r := wide / 2 * 0.92
	if cell.Large {
		c.DrawRoundedRectangle(x+3, y-wide/2+3, wide-6, wide-6, 18)
		c.FillKeep(ground)
		c.Stroke(ink, 4)
		r = wide / 2 * 0.8
	} else {
		ground = c.scheme.panel
	}
	cell.Portrait.draw(c, x+wide/2, y, r, ink, ground)
}
