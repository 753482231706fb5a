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
	c.SetColor(mix(c.scheme.field, c.scheme.sides[z.Side], zoneTint))
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	c.Fill()
	c.SetColor(mix(c.scheme.field, c.scheme.sides[z.Side], dimmed))
	c.SetLineWidth(3)
	c.SetDash(14, 8)
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	c.Stroke()
	c.SetDash()
	face(c, true, letterSize*c.fine)
	c.SetColor(mix(c.scheme.field, c.scheme.sides[z.Side], letterShare))
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
		c.SetColor(c.scheme.sides[p.Side])
		c.SetLineWidth(1.5)
		c.Stroke()
	}
	if star {
		c.star(p.Side, x, y, r)
	}
}

// star fills a star.
func (c *canvas) star(side Side, x, y, r float64) {
	for i := range 10 {
		a, rr := math.Pi/2+float64(i)*math.Pi/5, r
		if i%2 == 1 {
			rr = r * 0.45
		}
		c.LineTo(x+rr*math.Cos(a), y-rr*math.Sin(a))
	}
	c.ClosePath()
	c.SetColor(c.scheme.field)
	c.SetLineWidth(5 * c.fine)
	c.StrokePreserve()
	c.SetColor(c.scheme.sides[side])
	c.Fill()
}

// nearTo draws the distance that counts as near a spot, over bases too.
func nearTo(c *canvas, p Spot) {
	if p.Near <= 0 {
		return
	}
	x, y := xy(c, p.X, p.Y)
	c.SetColor(c.scheme.sides[p.Side])
	c.SetLineWidth(2.5 * c.fine)
	c.SetDash(4*c.fine, 5*c.fine)
	c.DrawCircle(x, y, (p.R+p.Near)*c.scale)
	c.Stroke()
	c.SetDash()
}

// spotLabel writes a spot's label beside it, with a star if a base hides the spot's own.
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
	x, y := xy(c, d.X, d.Y)
	r := d.R * c.scale
	if d.Alert || d.Chosen {
		halo(c, d, x, y, r)
	}
	if bare {
		d.Mark = ""
	}
	base(c, d, x, y, r)
}

// base draws a disc at that place of the picture, with its mark or its silhouette, and a hollow one with its rings.
func base(c *canvas, d Disc, x, y, r float64) {
	main, ground := c.scheme.sides[d.Side], c.scheme.base[d.Side]
	if d.Dim {
		main, ground = mix(c.scheme.field, main, dimmed), mix(c.scheme.field, ground, 0.5)
	}
	if d.Glyph != nil && d.Glyph.Legs {
		legs(c, x, y, r, main)
	}
	outline(c, d.Side, x, y, r)
	if d.Glyph != nil && d.Glyph.Hollow {
		tint(c, ground, hollowFill)
		c.Fill()
		rings(c, d, x, y, r, main)
	} else {
		c.SetColor(ground)
		c.FillPreserve()
		c.SetColor(main)
		c.SetLineWidth(3 * c.fine)
		c.Stroke()
	}
	if d.Mark == "" {
		silhouette(c, d.Glyph, x, y, r, main)
	} else {
		face(c, true, math.Min(textSize, math.Max(1.9*r, textSize*0.8)))
		c.SetColor(c.scheme.text)
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
	for _, l := range []struct {
		col   color.RGBA
		width float64
	}{{c.scheme.field, 9}, {c.scheme.faint, 4}} {
		c.SetColor(l.col)
		c.SetLineWidth(l.width * c.fine)
		for _, k := range []float64{-1, 1} {
			c.DrawLine(x+k*r*0.42, y-k*r*0.42, x+k*r*0.88, y-k*r*0.88)
		}
		c.Stroke()
	}
}

// burst is how far the strokes reach around a disc with an alert.
const burst = 15.0

// halo draws a burst of strokes around an alert, and a dashed ring around a chosen disc.
func halo(c *canvas, d Disc, x, y, r float64) {
	if d.Alert {
		c.SetColor(c.scheme.alert)
		c.SetLineWidth(5 * c.fine)
		near, far := r+5*c.fine, r+burst*c.fine
		for i := range 12 {
			s, k := math.Sincos(float64(i) * math.Pi / 6)
			c.DrawLine(x+near*k, y+near*s, x+far*k, y+far*s)
		}
		c.Stroke()
	}
	if d.Chosen {
		c.SetColor(c.scheme.chosen)
		c.SetLineWidth(3 * c.fine)
		c.SetDash(8*c.fine, 5*c.fine)
		c.DrawCircle(x, y, r+7*c.fine)
		c.Stroke()
		c.SetDash()
	}
}

// rings draws the weight of a hollow disc: one thin ring, two, or a heavy one within a thin one.
func rings(c *canvas, d Disc, x, y, r float64, col color.RGBA) {
	c.SetColor(col)
	weight := min(3, max(1, d.Weight))
	c.SetLineWidth(2.5 * c.fine)
	c.SetDash(9*c.fine, 5*c.fine)
	outline(c, d.Side, x, y, r-1)
	c.Stroke()
	c.SetDash()
	if weight > 1 {
		c.SetLineWidth([]float64{0, 2, 4.5}[weight-1] * c.fine)
		outline(c, d.Side, x, y, r-6*c.fine)
		c.Stroke()
	}
}
