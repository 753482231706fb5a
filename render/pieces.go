package render

import (
	"image/color"
	"math"
	"slices"
)

// zone tints ground under everything else.
func (c *canvas) zone(z Zone) {
	x0, y0 := c.xy(z.X0, z.Y0)
	x1, y1 := c.xy(z.X1, z.Y1)
	c.SetColor(mix(colField, colSides[z.Side], zoneTint))
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	c.Fill()
	c.SetColor(mix(colField, colSides[z.Side], 0.6))
	c.SetLineWidth(3)
	c.SetDash(14, 8)
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	c.Stroke()
	c.SetDash()
}

// spot is a VIP or an objective: a star with its side's colour, and its base if it has one.
func (c *canvas) spot(p Spot) {
	x, y := c.xy(p.X, p.Y)
	if base, _ := c.xy(p.X+p.R, p.Y); p.R > 0 {
		c.DrawCircle(x, y, base-x)
		c.SetColor(colSides[p.Side])
		c.SetLineWidth(1.5)
		c.Stroke()
	}
	const r = 20
	for i := range 10 {
		a, rr := math.Pi/2+float64(i)*math.Pi/5, float64(r)
		if i%2 == 1 {
			rr = r * 0.5
		}
		c.LineTo(x+rr*math.Cos(a), y-rr*math.Sin(a))
	}
	c.ClosePath()
	c.SetColor(colDark[p.Side])
	c.FillPreserve()
	c.SetColor(colSides[p.Side])
	c.SetLineWidth(2.5)
	c.Stroke()
	c.text(p.Label, x, y, r, 26, colSides[p.Side])
}

func (c *canvas) path(p Path) {
	c.SetColor(colChosen)
	c.SetLineWidth(3)
	c.SetDash(9, 6)
	for i := range p.X {
		x, y := c.xy(p.X[i], p.Y[i])
		c.LineTo(x, y)
	}
	c.Stroke()
	c.SetDash()
	if n := len(p.X); n > 0 && p.Note != "" {
		x, y := c.xy(p.X[n-1], p.Y[n-1])
		c.text(p.Note, x, y, 20, 18, colText)
	}
}

// outline is a side's shape of a base: a circle, or an octagon within it.
func (c *canvas) outline(side Side, x, y, r float64) {
	if side != 2 {
		c.DrawCircle(x, y, r)
		return
	}
	for i := range 8 {
		a := math.Pi/8 + float64(i)*math.Pi/4
		c.LineTo(x+r*math.Cos(a), y+r*math.Sin(a))
	}
	c.ClosePath()
}

func (c *canvas) disc(d Disc) {
	x, y := c.xy(d.X, d.Y)
	r := d.R * c.scale
	main, dark := colSides[d.Side], colDark[d.Side]
	if d.Dim {
		main = mix(colField, main, 0.6)
	}
	if d.Alert || d.Chosen {
		c.halo(d, x, y, r)
	}
	c.outline(d.Side, x, y, r)
	if d.Glyph == Contact {
		c.SetRGBA255(int(dark.R), int(dark.G), int(dark.B), 120)
		c.Fill()
		c.rings(d, x, y, r, main)
	} else {
		c.SetColor(dark)
		c.FillPreserve()
		c.SetColor(main)
		c.SetLineWidth(3)
		c.Stroke()
		c.silhouette(d, x, y, r, main)
	}
	size := math.Min(24, r*0.95)
	c.face(true, math.Round(size))
	c.SetColor(colText)
	if d.Dim {
		c.SetColor(colFaint)
	}
	c.DrawStringAnchored(d.Label, x, y, 0.5, 0.38)
	for i, chip := range d.Chips {
		a := math.Pi*0.75 - float64(i)*math.Pi/4.2
		c.chip(chip, x+(r+2)*math.Cos(a), y-(r+2)*math.Sin(a), 11)
	}
}

// halo marks what is in the Taskforce, or what everybody looks at.
func (c *canvas) halo(d Disc, x, y, r float64) {
	col := colChosen
	if d.Alert {
		col = colAlert
	}
	c.SetColor(col)
	c.SetLineWidth(3)
	c.SetDash(6, 5)
	c.DrawCircle(x, y, r+7)
	c.Stroke()
	c.SetDash()
}

// rings draw a contact: one to three rings by its signature.
func (c *canvas) rings(d Disc, x, y, r float64, col color.RGBA) {
	c.SetColor(col)
	c.SetLineWidth(2)
	if d.Side == 2 {
		c.SetDash(7, 4)
	}
	for i := range max(1, d.Weight) {
		c.outline(d.Side, x, y, r-2-float64(i)*4.5)
		c.Stroke()
	}
	c.SetDash()
}

// silhouette draws what kind of Unit it is: treads for a vehicle, a head and shoulders for infantry.
func (c *canvas) silhouette(d Disc, x, y, r float64, col color.RGBA) {
	c.SetColor(mix(colDark[d.Side], col, 0.45))
	if d.Glyph == Infantry {
		c.DrawCircle(x, y-r*0.62, r*0.2)
		c.Fill()
		c.DrawEllipse(x, y+r*0.72, r*0.42, r*0.16)
		c.Fill()
		return
	}
	for _, side := range []float64{-1, 1} {
		c.DrawRoundedRectangle(x+side*r*0.62-r*0.09, y-r*0.5, r*0.18, r, 3)
		c.Fill()
	}
	c.DrawRectangle(x-r*0.04, y-r*0.85, r*0.08, r*0.4)
	c.Fill()
}

func (c *canvas) chip(k Chip, x, y, r float64) {
	col := colChips[k.Kind]
	c.SetColor(colField)
	c.DrawCircle(x, y, r+1.5)
	c.Fill()
	c.SetColor(col)
	c.DrawCircle(x, y, r)
	c.Fill()
	c.face(true, math.Round(r*1.25))
	ink := colField
	if k.Kind == "stealth" {
		ink = colText
	}
	c.SetColor(ink)
	c.DrawStringAnchored(k.Mark, x, y, 0.5, 0.38)
}

// note writes a disc's note beside it.
func (c *canvas) note(d Disc) {
	if d.Note == "" {
		return
	}
	x, y := c.xy(d.X, d.Y)
	col := colText
	if d.Dim {
		col = colFaint
	}
	c.text(d.Note, x, y, d.R*c.scale, 18, col)
}

// text places a label beside something of radius r: below, above, right or left of it, further out if need be,
// where it overlaps neither another label nor a base, and no roof if that can be. It is left out where there is no room:
// the label in the disc and the words beside the picture still say it.
func (c *canvas) text(s string, x, y, r, size float64, col color.RGBA) {
	c.face(true, size)
	w := c.width(s)
	h := size * 1.1
	b, ok := c.room(x, y, r, w, h, c.roofs)
	if !ok {
		b, ok = c.room(x, y, r, w, h, nil)
	}
	if !ok {
		return
	}
	c.boxes = append(c.boxes, b)
	c.SetRGBA255(int(colField.R), int(colField.G), int(colField.B), 190)
	c.DrawRectangle(b.x0-2, b.y0, w+4, h)
	c.Fill()
	c.SetColor(col)
	c.DrawStringAnchored(s, (b.x0+b.x1)/2, (b.y0+b.y1)/2, 0.5, 0.38)
}

// room finds the place of a label of w x h beside something of radius r, off what is placed and off those boxes.
func (c *canvas) room(x, y, r, w, h float64, off []box) (box, bool) {
	for _, far := range []float64{6, 18, 34} {
		for _, at := range [][2]float64{{0, r + far + h/2}, {0, -r - far - h/2}, {r + far + w/2, 0}, {-r - far - w/2, 0},
			{r*0.7 + w/2 + far, r*0.7 + h/2 + far}, {-r*0.7 - w/2 - far, r*0.7 + h/2 + far},
			{r*0.7 + w/2 + far, -r*0.7 - h/2 - far}, {-r*0.7 - w/2 - far, -r*0.7 - h/2 - far}} {
			b := box{x + at[0] - w/2, y + at[1] - h/2, x + at[0] + w/2, y + at[1] + h/2}
			if c.free(b) && !slices.ContainsFunc(off, b.hits) {
				return b, true
			}
		}
	}
	return box{}, false
}

func (c *canvas) free(b box) bool {
	f := c.field
	if b.x0 < float64(f.Min.X) || b.x1 > float64(f.Max.X) || b.y0 < float64(f.Min.Y) || b.y1 > float64(f.Max.Y) {
		return false
	}
	return c.open(b)
}

// open tells whether nothing was placed there so far.
func (c *canvas) open(b box) bool {
	return !slices.ContainsFunc(c.boxes, b.hits)
}
