package render

import (
	"math"
	"slices"
	"strings"

	"downsync/render/label"
)

// Style determines how a path is drawn.
type Style string

// Styles: a planned move, a line of sight, one to a partly hidden target, a blocked one, and a thin line between discs that belong
// together.
const (
	Way       Style = ""
	Seen      Style = "seen"
	Concealed Style = "concealed"
	Barred    Style = "barred"
	Link      Style = "link"
)

// Path is a way or a line on the board.
type Path struct {
	X, Y  []float64
	Side  Side
	Style Style
	R     float64 // radius of the moving disc, drawn at its destination; 0: none
	Note  string  // at its end
	Tag   string  // on a plate on its line
}

// Field is an area laid over the board: outlines filled by the even-odd rule, or a union of circles.
type Field struct {
	Side   Side
	X, Y   [][]float64 // outlines
	Around []Circle
}

// Circle is a circle on the field.
type Circle struct{ X, Y, R float64 }

// Ring is a distance from a place.
type Ring struct {
	Circle
	Side   Side
	Dashed bool
	Note   string // at its top, or where there is room
}

// area draws a field: a tint, and a dotted rim for readers who cannot see the tint.
func area(c *picture, f Field) {
	for i := range f.X {
		c.Trace(outlineOf(c, f.X[i], f.Y[i]))
	}
	for _, k := range f.Around {
		x, y := xy(c, k.X, k.Y)
		c.NewSubPath()
		c.DrawCircle(x, y, k.R*c.scale)
	}
	col := tinted(c.scheme.sides[f.Side], fieldTint)
	if len(f.Around) == 0 {
		c.FillEvenOdd(col)
	} else {
		c.Fill(col)
	}
	dotted := func() { c.Stroke(c.scheme.sides[f.Side], 3, 3, 7) }
	for i := range f.X {
		c.Trace(outlineOf(c, f.X[i], f.Y[i]))
		dotted()
	}
	union(c, f.Around, dotted)
}

// union traces for each circle the parts of the rim outside all other circles, for stroke to draw.
func union(c *picture, circles []Circle, stroke func()) {
	const steps = 120
	for i, k := range circles {
		drawing := false
		for s := 0; s <= steps; s++ {
			dy, dx := math.Sincos(2 * math.Pi * float64(s) / steps)
			x, y := k.X+k.R*dx, k.Y+k.R*dy
			if within(circles, i, x, y) {
				drawing = false
				continue
			}
			px, py := xy(c, x, y)
			if !drawing {
				c.MoveTo(px, py)
			}
			c.LineTo(px, py)
			drawing = true
		}
		stroke()
	}
}

// within reports whether the point is inside a circle other than the one of that index. Among equal circles the first has the rim.
func within(circles []Circle, own int, x, y float64) bool {
	for i, k := range circles {
		if i != own && math.Hypot(x-k.X, y-k.Y) < k.R-1e-6 || i < own && k == circles[own] {
			return true
		}
	}
	return false
}

func ring(c *picture, r Ring) {
	x, y := xy(c, r.X, r.Y)
	c.DrawCircle(x, y, r.R*c.scale)
	var dashes []float64
	if r.Dashed {
		dashes = []float64{12, 9}
	}
	c.Stroke(c.scheme.sides[r.Side], 3, dashes...)
}

// ringNote writes a ring's note on it. If there is no room it writes only the last word, which is the distance.
func ringNote(c *picture, r Ring) {
	if !onRing(c, r, r.Note) {
		onRing(c, r, r.Note[strings.LastIndexByte(r.Note, ' ')+1:])
	}
}

// onRing writes a note on a ring, and reports whether there was room.
func onRing(c *picture, r Ring, note string) bool {
	x, y := xy(c, r.X, r.Y)
	c.Face(true, textSize)
	b, ok := c.labels.OnRing(x, y, r.R*c.scale, c.Width(note))
	if ok {
		dimGround(c, b)
		c.Letters(true, textSize, c.scheme.sides[r.Side])
		c.Text(note, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, 0.5)
	}
	return ok
}

// Widths of paths, in units. An outline in the board's colour separates them from what they cross.
const (
	pathWide = 6.0
	casing   = 5.0 // for both sides together
)

// path draws a path. Dashes and ends repeat the meaning of the colour: a ring for a line of sight, a cross for a blocked one.
func path(c *picture, p Path) {
	if len(p.X) == 0 {
		return
	}
	for i := range p.X {
		c.LineTo(xy(c, p.X[i], p.Y[i]))
	}
	if p.Style == Link {
		c.Stroke(mix(c.scheme.field, c.scheme.sides[p.Side], dimmed), 2.5)
		return
	}
	c.StrokeKeep(c.scheme.field, pathWide+casing)
	switch p.Style {
	case Way:
		c.Stroke(c.scheme.chosen, pathWide, 16, 10)
	case Concealed:
		c.Stroke(c.scheme.chosen, pathWide, 22, 9)
	case Barred:
		c.Stroke(c.scheme.alert, pathWide, 7, 9)
	default:
		c.Stroke(c.scheme.chosen, pathWide)
	}
	end(c, p)
}

// end draws the sign at a path's end, or in the middle of a blocked line, in the line's colour.
func end(c *picture, p Path) {
	n := len(p.X)
	x, y := xy(c, p.X[n-1], p.Y[n-1])
	switch p.Style {
	case Barred:
		x0, y0 := xy(c, p.X[0], p.Y[0])
		x, y = (x+x0)/2, (y+y0)/2
		c.DrawLine(x-14, y-14, x+14, y+14)
		c.DrawLine(x-14, y+14, x+14, y-14)
		c.Stroke(c.scheme.alert, pathWide)
	case Way:
		type step struct{}
		for i := 1; i < n; i++ {
			px, py := xy(c, p.X[i], p.Y[i])
			c.stamp(step{}, px, py, 8, func(c *picture, x, y float64) {
				c.DrawCircle(x, y, 7)
				c.Fill(c.scheme.chosen)
			})
		}
	default:
		type sight struct{}
		c.stamp(sight{}, x, y, 10+pathWide, func(c *picture, x, y float64) {
			c.DrawCircle(x, y, 10)
			c.Stroke(c.scheme.chosen, pathWide)
		})
	}
}

// ghost draws a moving disc at its destination, below everything that is there.
func ghost(c *picture, p Path) {
	n := len(p.X)
	if n == 0 || p.R <= 0 {
		return
	}
	type ghost struct {
		Side
		r float64
	}
	x, y := xy(c, p.X[n-1], p.Y[n-1])
	look := ghost{p.Side, p.R * c.scale}
	c.stamp(look, x, y, look.r+1, func(c *picture, x, y float64) {
		outline(c, look.Side, x, y, look.r)
		c.Fill(c.scheme.base[look.Side])
		c.DrawCircle(x, y, 7)
		c.Fill(c.scheme.chosen)
	})
}

// lands reports whether a ghost is partly under a disc other than the one that moves there.
func (c *picture) lands(p Path, discs []Disc) bool {
	n := len(p.X)
	return n > 0 && slices.ContainsFunc(discs, func(d Disc) bool {
		return math.Hypot(d.X-p.X[n-1], d.Y-p.Y[n-1])*c.scale < (d.R+p.R)*c.scale+pathWide && math.Hypot(d.X-p.X[0], d.Y-p.Y[0])*c.scale > 1
	})
}

// arrival outlines a ghost in the shape of its side. It is drawn over the moving disc, which may overlap its own destination, and
// over no other.
func arrival(c *picture, p Path) {
	n := len(p.X)
	if n == 0 || p.R <= 0 {
		return
	}
	type arrival struct {
		Side
		r float64
	}
	x, y := xy(c, p.X[n-1], p.Y[n-1])
	look := arrival{p.Side, p.R * c.scale}
	c.stamp(look, x, y, look.r+pathWide, func(c *picture, x, y float64) {
		outline(c, look.Side, x, y, look.r)
		c.StrokeKeep(c.scheme.field, pathWide+casing/2)
		c.Stroke(c.scheme.chosen, pathWide-2, 10, 6)
	})
}

// avoid keeps labels off a path.
func avoid(c *picture, p Path) {
	if n := len(p.X); n > 0 && p.R > 0 {
		x, y := xy(c, p.X[n-1], p.Y[n-1])
		c.labels.Cover(label.Around(x, y, p.R*c.scale))
	}
	c.labels.Cover(beads(c, p.X, p.Y)...)
}

// beads returns boxes along a way, at most their width apart.
func beads(c *picture, xs, ys []float64) (out []label.Box) {
	const r = 9.0
	for i := 1; i < len(xs); i++ {
		x0, y0 := xy(c, xs[i-1], ys[i-1])
		x1, y1 := xy(c, xs[i], ys[i])
		for n, k := math.Ceil(math.Hypot(x1-x0, y1-y0)/(2*r)), 0.0; k <= n; k++ {
			t := k / math.Max(1, n)
			out = append(out, label.Around(x0+(x1-x0)*t, y0+(y1-y0)*t, r))
		}
	}
	return out
}

// pathNote writes a path's note beside its end, or if there is no room, beside its middle or its beginning.
func pathNote(c *picture, p Path) {
	n := len(p.X)
	if n == 0 || p.Note == "" {
		return
	}
	x0, y0 := xy(c, p.X[0], p.Y[0])
	x1, y1 := xy(c, p.X[n-1], p.Y[n-1])
	off := math.Max(14, p.R*c.scale)
	for _, t := range []float64{1, 0.5, 0.7, 0.3, 0} {
		if words(c, p.Note, x0+(x1-x0)*t, y0+(y1-y0)*t, off, textSize, c.scheme.text) {
			return
		}
		off = 18
	}
}

// pathTag writes a path's tag on its line, if this does not cover anything raised, otherwise beside its end.
func pathTag(c *picture, p Path) {
	n := len(p.X)
	if n == 0 || p.Tag == "" {
		return
	}
	col := c.scheme.chosen
	if p.Style == Barred {
		col = c.scheme.alert
	}
	x0, y0 := xy(c, p.X[0], p.Y[0])
	x1, y1 := xy(c, p.X[n-1], p.Y[n-1])
	if b, ok := c.labels.OnLine(label.Line{X0: x0, Y0: y0, X1: x1, Y1: y1}, [2]float64{plateWide(c, p.Tag), label.High}); ok {
		c.pill(b, p.Tag, col, true, false)
		return
	}
	c.plateBeside(p.Tag, label.Anchor{X: x1, Y: y1, R: p.R * c.scale}, p.Side, col, true)
}
