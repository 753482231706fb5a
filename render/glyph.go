package render

import (
	"image/color"
	"math"
)

// Glyph is what a disc shows.
type Glyph string

// Glyphs: a contact of unknown kind, and silhouettes of what a Unit is.
const (
	Contact   Glyph = "contact"
	Wheeled   Glyph = "wheeled"   // light vehicles
	Walker    Glyph = "walker"    // vehicles on legs
	Support   Glyph = "support"   // a hull with a dish
	Tank      Glyph = "tank"      // a turret on tracks
	Transport Glyph = "transport" // a box on wheels
	Artillery Glyph = "artillery" // a long barrel on a carriage
	Infantry  Glyph = "infantry"  // people
	Drone     Glyph = "drone"     // robots on many legs
)

// stroke is a part of a silhouette in shares of the base's radius, y down: a filled outline, a wheel (one point and R),
// or a line (R wide).
type stroke struct {
	R  float64
	At [][2]float64
}

// silhouettes are seen from the side, from a few shapes that stay apart when they are 12 px wide.
var silhouettes = map[Glyph][]stroke{
	Wheeled: {{At: [][2]float64{{-0.68, 0.16}, {-0.42, -0.22}, {0.26, -0.28}, {0.66, 0.16}}}, {0.23, [][2]float64{{-0.38, 0.32}}}, {0.23, [][2]float64{{0.38, 0.32}}}},
	Walker: {{At: [][2]float64{{-0.34, -0.66}, {0.34, -0.66}, {0.26, -0.02}, {-0.26, -0.02}}}, {0.17, [][2]float64{{-0.17, -0.02}, {-0.42, 0.32}, {-0.28, 0.7}}},
		{0.17, [][2]float64{{0.17, -0.02}, {0.42, 0.32}, {0.28, 0.7}}}, {0.15, [][2]float64{{-0.54, -0.5}, {-0.54, 0.02}}}, {0.15, [][2]float64{{0.54, -0.5}, {0.54, 0.02}}}},
	Support: {{At: [][2]float64{{-0.72, 0.18}, {0.72, 0.18}, {0.46, 0.52}, {-0.46, 0.52}}}, {0.12, [][2]float64{{0, 0.2}, {0, -0.2}}},
		{At: [][2]float64{{-0.5, -0.62}, {-0.36, -0.3}, {0, -0.14}, {0.36, -0.3}, {0.5, -0.62}, {0, -0.42}}}},
	Tank: {{At: [][2]float64{{-0.74, 0.12}, {0.74, 0.12}, {0.54, 0.52}, {-0.54, 0.52}}}, {At: [][2]float64{{-0.36, 0.04}, {-0.28, -0.34}, {0.16, -0.34}, {0.26, 0.04}}},
		{0.15, [][2]float64{{0.1, -0.16}, {0.84, -0.26}}}},
	Transport: {{At: [][2]float64{{-0.7, -0.42}, {0.4, -0.42}, {0.7, -0.06}, {0.7, 0.2}, {-0.7, 0.2}}}, {0.17, [][2]float64{{-0.46, 0.36}}},
		{0.17, [][2]float64{{0, 0.36}}}, {0.17, [][2]float64{{0.46, 0.36}}}},
	Artillery: {{0.28, [][2]float64{{-0.06, 0.28}}}, {0.2, [][2]float64{{-0.24, 0.18}, {0.62, -0.62}}}, {0.15, [][2]float64{{-0.06, 0.3}, {-0.74, 0.54}}}},
	Infantry:  {{0.22, [][2]float64{{0, -0.42}}}, {At: [][2]float64{{-0.46, 0.56}, {-0.38, 0}, {-0.16, -0.12}, {0.16, -0.12}, {0.38, 0}, {0.46, 0.56}}}},
	Drone: {{0.32, [][2]float64{{0, 0}}}, {0.12, [][2]float64{{-0.62, -0.5}, {0, 0}, {0.62, -0.5}}}, {0.12, [][2]float64{{-0.76, 0.08}, {0.76, 0.08}}},
		{0.12, [][2]float64{{-0.56, 0.58}, {0, 0}, {0.56, 0.58}}}},
}

// silhouette draws a glyph within a base.
func (c *canvas) silhouette(g Glyph, x, y, r float64, col color.RGBA) {
	c.SetColor(col)
	for _, s := range silhouettes[g] {
		if len(s.At) == 1 {
			c.DrawCircle(x+r*s.At[0][0], y+r*s.At[0][1], r*s.R)
			c.Fill()
			continue
		}
		c.NewSubPath()
		for _, p := range s.At {
			c.LineTo(x+r*p[0], y+r*p[1])
		}
		if s.R == 0 {
			c.ClosePath()
			c.Fill()
		} else {
			c.SetLineWidth(r * s.R)
			c.Stroke()
		}
	}
}

// legs stand out around a robot's base, so that it can be told from people's while its number is on it.
func (c *canvas) legs(x, y, r float64, col color.RGBA) {
	c.SetColor(col)
	c.SetLineWidth(4 * c.fine)
	for i := range 6 {
		s, k := math.Sincos(float64(i)*math.Pi/3 + math.Pi/6)
		c.DrawLine(x+r*k, y+r*s, x+(r+7*c.fine)*k, y+(r+7*c.fine)*s)
	}
	c.Stroke()
}

// chip draws a token with its letter or its number. Numbers differ in shape: countermeasures are round, hardened ones
// have six corners, dice four.
func (c *canvas) chip(k Chip, x, y, r float64) {
	col := c.look.chips[k.Kind]
	shape := func(r float64) {
		switch k.Kind {
		case "hardened":
			c.DrawRegularPolygon(6, x, y, r*1.12, 0)
		case "mark":
			c.DrawRoundedRectangle(x-r*0.95, y-r*0.95, r*1.9, r*1.9, 4)
		default:
			c.DrawCircle(x, y, r)
		}
	}
	shape(r + 1.5)
	c.SetColor(c.look.field)
	c.Fill()
	shape(r)
	c.SetColor(col)
	c.Fill()
	c.face(true, words)
	c.SetColor(c.look.ink(col))
	c.words(k.Mark, x, y, 0.5)
}
