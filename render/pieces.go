package render

import (
	"image/color"
	"math"
	"slices"

	"downsync/render/label"
)

// zone tints the ground.
func zone(c *picture, s Scene, z Zone) {
	side := c.scheme.sides[z.Side]
	squares(c, s, label.BoxOf(z.X0, z.Y0, z.X1, z.Y1), func(ground color.RGBA) color.RGBA { return mix(ground, side, zoneTint) })
	x0, y0 := xy(c, z.X0, z.Y0)
	x1, y1 := xy(c, z.X1, z.Y1)
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	c.Stroke(mix(c.scheme.field, side, dimmed), 3, 14, 8)
	if wide := x1 - x0; z.X1-z.X0 < s.W { // in its middle, if there is no other room
		c.Letters(true, math.Min(letterSize*c.fine, wide*0.6), mix(c.scheme.field, side, letterShare))
		c.Text(z.Letter, (x0+x1)/2, (y0+y1)/2, 0.5)
		return
	}
}

// letter writes a zone's letter on the ground, unless the zone has it in its middle. No label covers it.
func letter(c *picture, s Scene, z Zone) {
	b, ok := c.letterOn(s, z)
	if !ok || z.X1-z.X0 < s.W {
		return
	}
	c.Letters(true, b.Y1-b.Y0, mix(c.scheme.field, c.scheme.sides[z.Side], letterShare))
	c.Text(z.Letter, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, 0.5)
	c.labels.Cover(b)
}

// A zone's letter is along the edge farthest from its player. These are its size and the share of its side's colour.
const (
	letterSize  = 110.0
	letterShare = 0.4
)

// letterOn finds the place of a zone's letter on the visible part of the zone: along its inner edge from the left, otherwise
// farther from it, clear of terrain and pieces, or covering the least. ok is false if it has no room.
func (c *picture) letterOn(s Scene, z Zone) (b label.Box, ok bool) {
	x0, y0 := xy(c, z.X0, z.Y1)
	x1, y1 := xy(c, z.X1, z.Y0)
	if s.inside() { // clear of the coordinates
		x0, y1 = math.Max(x0, c.field.X0+labelSize), math.Min(y1, c.field.Y1-labelSize)
	}
	x0, y0, x1, y1 = math.Max(x0, c.field.X0), math.Max(y0, c.field.Y0), math.Min(x1, c.field.X1), math.Min(y1, c.field.Y1)
	var ground []label.Box
	for _, d := range s.Discs {
		x, y := xy(c, d.X, d.Y)
		ground = append(ground, label.Around(x, y, d.R*c.scale))
	}
	for _, a := range s.Areas {
		ground = append(ground, outlineOf(c, a.X, a.Y).Span())
	}
	for _, k := range s.Blocks {
		ground = append(ground, outlineOf(c, k.X, k.Y).Span())
	}
	return label.Letter(label.BoxOf(x0, y0, x1, y1), letterSize*c.fine, z.Y0 > 0, ground)
}

// starSize is the outer radius of a spot's star.
const starSize = 27.0

// covered reports whether a base hides the middle of the spot.
func (p Spot) covered(discs []Disc) bool {
	return slices.ContainsFunc(discs, func(d Disc) bool { return math.Hypot(d.X-p.X, d.Y-p.Y) < d.R })
}

// spot draws a spot: its base if it has one, and a star in its side's colour.
func spot(c *picture, p Spot, star bool) {
	x, y := xy(c, p.X, p.Y)
	r := starSize * c.fine
	if out := math.Max(r, (p.R+p.Near)*c.scale); !label.Around(x, y, out).Hits(c.field) {
		return
	}
	if p.R > 0 {
		c.DrawCircle(x, y, p.R*c.scale)
		c.FillKeep(c.scheme.base[p.Side])
		c.Stroke(c.scheme.sides[p.Side], 2)
	}
	if p.Near > 0 {
		c.DrawCircle(x, y, (p.R+p.Near)*c.scale)
		c.Fill(tinted(c.scheme.sides[p.Side], fieldTint))
	}
	if star {
		c.star(p, x, y, r)
	}
}

// star draws a spot's star: filled, or hollow if the spot is contested.
func (c *picture) star(p Spot, x, y, r float64) {
	type star struct {
		Side
		r      float64
		hollow bool
	}
	c.stamp(star{p.Side, r, p.Contested}, x, y, r+5*c.fine, func(c *picture, x, y float64) {
		for i := range 10 {
			a, rr := math.Pi/2+float64(i)*math.Pi/5, r
			if i%2 == 1 {
				rr = r * 0.45
			}
			c.LineTo(x+rr*math.Cos(a), y-rr*math.Sin(a))
		}
		c.ClosePath()
		c.StrokeKeep(c.scheme.field, 5*c.fine)
		if p.Contested {
			c.FillKeep(c.scheme.base[p.Side])
			c.Stroke(c.scheme.sides[p.Side], 3.5*c.fine)
			return
		}
		c.Fill(c.scheme.sides[p.Side])
	})
}

// nearTo draws the distance within which a disc counts as near a spot, over bases too.
func nearTo(c *picture, p Spot) {
	if p.Near <= 0 {
		return
	}
	x, y := xy(c, p.X, p.Y)
	type rim struct {
		col color.RGBA
		r   float64
	}
	look := rim{c.scheme.sides[p.Side], (p.R + p.Near) * c.scale}
	if p.Contested {
		look.col = c.scheme.alert
	}
	c.stamp(look, x, y, look.r+5*c.fine, func(c *picture, x, y float64) {
		c.DrawCircle(x, y, look.r)
		c.StrokeKeep(c.scheme.casing, 7*c.fine)
		c.Stroke(look.col, 3.5*c.fine, 4*c.fine, 8*c.fine)
	})
}

// spotLabel writes a spot's label, with a star if a base hides the spot's own.
func spotLabel(c *picture, i int, p Spot, discs []Disc) {
	x, y := xy(c, p.X, p.Y)
	r := math.Max(starSize*c.fine, (p.R+p.Near)*c.scale)
	if !label.Around(x, y, r).Hits(c.field) {
		return
	}
	before := 0.0
	if p.covered(discs) {
		before = textSize
	}
	c.Face(true, labelSize)
	a := label.Anchor{X: x, Y: y, R: r, Rim: r, Owner: label.Owner{Kind: label.Spot, N: i}}
	at, lead, ok := c.labels.Beside(a, [2]float64{before + c.Width(p.Label) + 2*platePad, label.High})
	if !ok {
		return
	}
	c.drawLead(p.Side, lead)
	dimGround(c, at)
	c.Letters(true, labelSize, c.scheme.sides[p.Side])
	c.Text(p.Label, at.X1-platePad, (at.Y0+at.Y1)/2, 1)
	if before > 0 {
		c.star(p, at.X0+before*0.5, (at.Y0+at.Y1)/2, before*0.42)
	}
}

// corners holds the number of corners of a side's base, and the angle of the first; none: it is a circle.
var corners = [MaxSides + 1]struct {
	n     int
	first float64
}{2: {6, math.Pi / 6}, 3: {4, math.Pi / 4}, 4: {8, math.Pi / 8}, 5: {5, -math.Pi / 2}}

// outline traces a side's shape of a base: a circle, or a polygon within it.
func outline(c *picture, side Side, x, y, r float64) {
	k := corners[c.scheme.shape(side)]
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

// disc draws a disc at its place. A bare disc has no mark.
func disc(c *picture, d Disc, bare bool) {
	if bare {
		d.Mark = ""
	}
	d.Alert = false // drawn over all discs
	x, y := xy(c, d.X, d.Y)
	c.piece(d, x, y, d.R*c.scale)
}

// piece draws a disc with its signs at that place of the picture.
func (c *picture) piece(d Disc, x, y, r float64) {
	type look struct {
		r                  float64
		side               Side
		glyph              *Glyph
		mark               string
		dim, chosen, alert bool
		Lives
	}
	key := look{r, d.Side, d.Glyph, d.Mark, d.Dim, d.Chosen, d.Alert, d.Lives}
	c.stamp(key, x, y, max(r+(burst+8)*c.fine, labelSize), func(c *picture, x, y float64) {
		base(c, d, x, y, r)
		if d.Chosen {
			c.DrawCircle(x, y, r+4*c.fine)
			c.Stroke(c.scheme.chosen, 3*c.fine)
		}
		if d.Lives.Most > 0 {
			lives(c, d.Lives, x, y, r)
		}
		if d.Alert {
			arcs(c, x, y, r)
		}
	})
}

// alert draws the arcs around a disc with an alert.
func alert(c *picture, d Disc) {
	if !d.Alert {
		return
	}
	type around struct{ r float64 }
	x, y := xy(c, d.X, d.Y)
	r := d.R * c.scale
	c.stamp(around{r}, x, y, r+(burst+8)*c.fine, func(c *picture, x, y float64) { arcs(c, x, y, r) })
}

// base draws a disc at that place of the picture: its round base, dark, and on it its side's shape with its silhouette or its mark.
// The shape is solid; for a dim disc it is a rim, for a hollow glyph a broken rim.
func base(c *picture, d Disc, x, y, r float64) {
	main, ground := c.scheme.sides[d.Side], c.scheme.base[d.Side]
	rim := math.Max(3, 0.1*r)
	c.DrawCircle(x, y, r+2.5*c.fine)
	c.Fill(tinted(c.scheme.casing, plateCover))
	if d.Glyph != nil && d.Glyph.Legs {
		spokes(c, 6, x, y, r, r+11*c.fine)
		c.Stroke(main, 7*c.fine)
	}
	outline(c, d.Side, x, y, r)
	var ink color.RGBA
	switch {
	case d.Glyph != nil && d.Glyph.Hollow:
		c.Fill(ground)
		ink = c.scheme.text
		if d.Dim {
			main, ink = mix(c.scheme.field, main, dimmed), c.scheme.faint
		}
		outline(c, d.Side, x, y, r-rim/2)
		c.Stroke(main, rim, 0.36*r, 0.16*r)
	case d.Dim:
		c.Fill(ground)
		ink = main
		outline(c, d.Side, x, y, r-rim/2)
		c.Stroke(mix(c.scheme.field, main, faded), rim)
	default:
		c.Fill(main)
		ink = c.scheme.ink(main)
	}
	if d.Mark != "" {
		c.Letters(true, math.Max(1.25*r, textSize*0.8), ink)
		c.Text(d.Mark, x, y, 0.5)
		return
	}
	share := 0.94
	if corners[c.scheme.shape(d.Side)].n > 0 {
		share = 0.82
	}
	silhouette(c, d.Glyph, x, y, share*r, ink)
}

// burst is the distance of an alert's arcs from a disc.
const burst = 10.0

// arcs draws four arcs around a disc.
func arcs(c *picture, x, y, r float64) {
	trace := func() {
		for i := range 4 {
			at := math.Pi/4 + float64(i)*math.Pi/2
			c.NewSubPath()
			c.DrawArc(x, y, r+burst*c.fine, at-0.52, at+0.52)
		}
	}
	trace()
	c.Stroke(c.scheme.casing, 14*c.fine)
	trace()
	c.Stroke(c.scheme.alert, 8*c.fine)
}

// Glyph is the sign on a disc. A game defines its own and never changes them.
type Glyph struct {
	Name    string // shown in a scene's text
	Hollow  bool   // an unknown piece, with a broken rim
	Legs    bool   // six short legs around the base, recognisable under a mark too
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
func silhouette(c *picture, g *Glyph, x, y, r float64, col color.RGBA) {
	if g == nil {
		return
	}
	for _, s := range g.Strokes {
		if len(s.At) == 1 {
			c.DrawCircle(x+r*s.At[0][0], y+r*s.At[0][1], r*s.R)
			c.Fill(col)
			continue
		}
		c.NewSubPath()
		for _, p := range s.At {
			c.LineTo(x+r*p[0], y+r*p[1])
		}
		if s.R == 0 {
			c.Fill(col) // this closes the outline
		} else {
			c.Stroke(col, r*s.R)
		}
	}
}

// spokes traces n lines around a place, from one distance to the other.
func spokes(c *picture, n int, x, y, near, far float64) {
	for i := range n {
		s, k := math.Sincos(float64(i)*2*math.Pi/float64(n) + math.Pi/6)
		c.DrawLine(x+near*k, y+near*s, x+far*k, y+far*s)
	}
}

// chip draws a token with its mark.
func (c *picture) chip(k Chip, x, y, r float64) {
	type look struct {
		Chip
		r float64
	}
	c.stamp(look{k, r}, x, y, max(1.2*r+4, textSize), func(c *picture, x, y float64) {
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
		shape(r + 3)
		c.Fill(c.scheme.casing)
		shape(r)
		c.Fill(col)
		if k.Sign != nil {
			silhouette(c, k.Sign, x, y, r, c.scheme.ink(col))
			return
		}
		c.Letters(true, max(textSize, 1.9*r), c.scheme.ink(col))
		c.Text(k.Mark, x, y, 0.5)
	})
}
