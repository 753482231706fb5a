package render

import (
	"image/color"
	"math"
)

// Glyph is what a disc shows. A game defines its own and never changes them.
type Glyph struct {
	Name    string // in a scene's text
	Hollow  bool   // an unknown piece: the ground shows through, and rings tell its weight
	Legs    bool   // six short legs stand out around the base, so that it is known under a mark too
	Strokes []Stroke
}

// Stroke is a part of a silhouette. Lengths are shares of the base's radius, y down. One point is the centre of a
// filled circle of radius R; more points are a line R wide, or with R 0 the corners of a filled outline.
type Stroke struct {
	R  float64
	At [][2]float64
}

// name is the glyph's, also of none.
func (g *Glyph) name() string {
	if g == nil {
		return ""
	}
	return g.Name
}

// silhouette draws a glyph within a base.
func silhouette(c *canvas, g *Glyph, x, y, r float64, col color.RGBA) {
	if g == nil {
		return
	}
	for _, s := range g.Strokes {
		if len(s.At) == 1 {
			c.DrawCircle(x+r*s.At[0][0], y+r*s.At[0][1], r*s.R)
			c.fill(col)
			continue
		}
		c.NewSubPath()
		for _, p := range s.At {
			c.LineTo(x+r*p[0], y+r*p[1])
		}
		if s.R == 0 {
			c.fill(col) // which closes the outline
		} else {
			c.stroke(col, r*s.R)
		}
	}
}

// spokes traces n lines around a place, from one distance to the other.
func spokes(c *canvas, n int, x, y, near, far float64) {
	for i := range n {
		s, k := math.Sincos(float64(i)*2*math.Pi/float64(n) + math.Pi/6)
		c.DrawLine(x+near*k, y+near*s, x+far*k, y+far*s)
	}
}

// chip draws a token with its mark.
func (c *canvas) chip(k Chip, x, y, r float64) {
	col := c.scheme.inks[k.Ink]
	shape := func(r float64) {
		switch k.Shape {
		case Hexagon:
			c.DrawRegularPolygon(6, x, y, r*1.12, 0)
		case Square:
			c.DrawRoundedRectangle(x-r*0.95, y-r*0.95, r*1.9, r*1.9, 4)
		default:
			c.DrawCircle(x, y, r)
		}
	}
	shape(r + 1.5)
	c.fill(c.scheme.field)
	shape(r)
	c.fill(col)
	c.letters(true, textSize, c.scheme.ink(col))
	c.text(k.Mark, x, y, 0.5)
}
