package render

import (
	"image/color"
	"math"
	"slices"
)

// zone tints the ground.
func zone(c *canvas, z Zone) {
	x0, y0 := xy(c, z.X0, z.Y0)
	x1, y1 := xy(c, z.X1, z.Y1)
	c.block(c.rounded(box{x0, y1, x1, y0}), mix(c.scheme.field, c.scheme.sides[z.Side], zoneTint))
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	c.stroke(mix(c.scheme.field, c.scheme.sides[z.Side], dimmed), 3, 14, 8)
	c.letters(true, letterSize*c.fine, mix(c.scheme.field, c.scheme.sides[z.Side], letterShare))
	at := letterSize * 0.55 * c.fine
	if z.Y0 > 0 { // the inner edge is the lower one
		c.text(z.Letter, x0+at, y0-at, 0.5)
	} else {
		c.text(z.Letter, x0+at, y1+at, 0.5)
	}
}

// A zone's letter stands in the corner farthest from its player. These are its size and the share of its side's colour.
const (
	letterSize  = 110.0
	letterShare = 0.4
)

// starSize is the outer radius of a spot's star.
const starSize = 24.0

// covered reports whether a base hides the middle of the spot.
func (p Spot) covered(discs []Disc) bool {
	return slices.ContainsFunc(discs, func(d Disc) bool { return math.Hypot(d.X-p.X, d.Y-p.Y) < d.R })
}

// spot draws a spot: its base if it has one, and a star in its side's colour.
func spot(c *canvas, p Spot, star bool) {
	x, y := xy(c, p.X, p.Y)
	r := starSize * c.fine
	if out := math.Max(r, (p.R+p.Near)*c.scale); !around(x, y, out).hits(c.field) {
		return
	}
	if p.R > 0 {
		c.DrawCircle(x, y, p.R*c.scale)
		c.stroke(c.scheme.sides[p.Side], 1.5)
	}
	if star {
		c.star(p.Side, x, y, r)
	}
}

// star fills a star.
func (c *canvas) star(side Side, x, y, r float64) {
	type star struct {
		Side
		r float64
	}
	c.stamp(star{side, r}, x, y, r+5*c.fine, func(c *canvas, x, y float64) {
		for i := range 10 {
			a, rr := math.Pi/2+float64(i)*math.Pi/5, r
			if i%2 == 1 {
				rr = r * 0.45
			}
			c.LineTo(x+rr*math.Cos(a), y-rr*math.Sin(a))
		}
		c.ClosePath()
		c.strokeKeep(c.scheme.field, 5*c.fine)
		c.fill(c.scheme.sides[side])
	})
}

// nearTo draws the distance that counts as near a spot, over bases too.
func nearTo(c *canvas, p Spot) {
	if p.Near <= 0 {
		return
	}
	x, y := xy(c, p.X, p.Y)
	type rim struct {
		Side
		r float64
	}
	look := rim{p.Side, (p.R + p.Near) * c.scale}
	c.stamp(look, x, y, look.r+3*c.fine, func(c *canvas, x, y float64) {
		c.DrawCircle(x, y, look.r)
		c.stroke(c.scheme.sides[look.Side], 2.5*c.fine, 4*c.fine, 5*c.fine)
	})
}

// spotLabel writes a spot's label, with a star if a base hides the spot's own.
func spotLabel(c *canvas, p Spot, discs []Disc) {
	x, y := xy(c, p.X, p.Y)
	r := math.Max(starSize*c.fine, (p.R+p.Near)*c.scale)
	if !around(x, y, r).hits(c.field) {
		return
	}
	before := 0.0
	if p.covered(discs) {
		before = textSize
	}
	if at, ok := label(c, p.Label, x, y, r, textSize, before, c.scheme.sides[p.Side]); ok && before > 0 {
		c.star(p.Side, at.x0+before*0.42, (at.y0+at.y1)/2, before*0.42)
	}
}

// corners are how many a side's base has, and the first one's angle; none: it is a circle.
var corners = [MaxSides + 1]struct {
	n     int
	first float64
}{2: {8, math.Pi / 8}, 3: {4, math.Pi / 4}, 4: {6, 0}, 5: {5, -math.Pi / 2}}

// outline traces a side's shape of a base: a circle, or a polygon within it.
func outline(c *canvas, side Side, x, y, r float64) {
	k := corners[side]
	if k.n == 0 {
		c.DrawCircle(x, y, r)
		return
	}
	c.NewSubPath()
	for i := range k.n {
		a := k.first + float64(i)*2*math.Pi/float64(k.n)
		c.LineTo(x+r*math.Cos(a), y+r*math.Sin(a))
	}
	c.ClosePath()
}

// disc draws a disc where it stands. A bare one has no mark.
func disc(c *canvas, d Disc, bare bool) {
	if bare {
		d.Mark = ""
	}
	x, y := xy(c, d.X, d.Y)
	c.piece(d, x, y, d.R*c.scale)
}

// piece draws a disc with its halo at that place of the picture.
func (c *canvas) piece(d Disc, x, y, r float64) {
	type look struct {
		r                  float64
		side               Side
		glyph              *Glyph
		mark               string
		weight             int
		dim, chosen, alert bool
	}
	key := look{r, d.Side, d.Glyph, d.Mark, d.Weight, d.Dim, d.Chosen, d.Alert}
	c.stamp(key, x, y, max(r+(burst+5)*c.fine, textSize), func(c *canvas, x, y float64) {
		if d.Alert || d.Chosen {
			halo(c, d, x, y, r)
		}
		base(c, d, x, y, r)
	})
}

// base draws a disc at that place of the picture, with its mark or its silhouette, and a hollow one with its rings.
func base(c *canvas, d Disc, x, y, r float64) {
	main, ground := c.scheme.sides[d.Side], c.scheme.base[d.Side]
	if d.Dim {
		main, ground = mix(c.scheme.field, main, dimmed), mix(c.scheme.field, ground, 0.5)
	}
	if d.Glyph != nil && d.Glyph.Legs {
		spokes(c, 6, x, y, r, r+7*c.fine)
		c.stroke(main, 4*c.fine)
	}
	outline(c, d.Side, x, y, r)
	if d.Glyph != nil && d.Glyph.Hollow {
		tint(c, ground, hollowFill)
		c.Fill()
		rings(c, d, x, y, r, main)
	} else {
		c.fillKeep(ground)
		c.stroke(main, 3*c.fine)
	}
	if d.Mark == "" {
		silhouette(c, d.Glyph, x, y, r, main)
	} else {
		c.letters(true, math.Min(textSize, math.Max(1.9*r, textSize*0.8)), c.scheme.text)
		if d.Dim {
			c.SetColor(c.scheme.faint)
		}
		c.text(d.Mark, x, y, 0.5)
	}
	if d.Dim {
		done(c, x, y, r)
	}
}

// done strikes the rim of a dim base through, on two sides of its mark.
func done(c *canvas, x, y, r float64) {
	for _, k := range []float64{-1, 1} {
		c.DrawLine(x+k*r*0.42, y-k*r*0.42, x+k*r*0.88, y-k*r*0.88)
	}
	c.strokeKeep(c.scheme.field, 9*c.fine)
	c.stroke(c.scheme.faint, 4*c.fine)
}

// burst is how far the strokes reach around a disc with an alert.
const burst = 15.0

// halo draws a burst of strokes around an alert, and a dashed ring around a chosen disc.
func halo(c *canvas, d Disc, x, y, r float64) {
	if d.Alert {
		spokes(c, 12, x, y, r+5*c.fine, r+burst*c.fine)
		c.stroke(c.scheme.alert, 5*c.fine)
	}
	if d.Chosen {
		c.DrawCircle(x, y, r+7*c.fine)
		c.stroke(c.scheme.chosen, 3*c.fine, 8*c.fine, 5*c.fine)
	}
}

// rings draws the weight of a hollow disc: one thin ring, two, or a heavy one within a thin one.
func rings(c *canvas, d Disc, x, y, r float64, col color.RGBA) {
	outline(c, d.Side, x, y, r-1)
	c.stroke(col, 2.5*c.fine, 9*c.fine, 5*c.fine)
	if d.Weight > 1 {
		outline(c, d.Side, x, y, r-6*c.fine)
		c.stroke(col, []float64{2, 4.5}[min(d.Weight, 3)-2]*c.fine)
	}
}

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
	type look struct {
		Chip
		r float64
	}
	c.stamp(look{k, r}, x, y, max(1.2*r, textSize), func(c *canvas, x, y float64) {
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
	})
}
