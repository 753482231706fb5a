package render

import "math"

// Style is how a path is drawn.
type Style string

// Styles: a way that is to be moved, a line that sees, one that sees what is partly hidden, one that is barred, and a
// thin line between bases of one Unit.
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
	Note  string // at its end
}

// Field is an area laid over the board: outlines, of which those of holes go the other way round, filled by the even-odd
// rule; or else circles, of which it is all together.
type Field struct {
	Side   Side
	X, Y   [][]float64 // outlines
	Around []Circle
}

// Circle is round; inches.
type Circle struct{ X, Y, R float64 }

// Ring is a distance from a place.
type Ring struct {
	Circle
	Side   Side
	Dashed bool
	Note   string // at its top, or where there is room
}

// area draws a field: a tint, and a dotted rim for those who do not see the tint.
func (c *canvas) area(f Field) {
	for i := range f.X {
		c.trace(c.outlineOf(f.X[i], f.Y[i]))
	}
	for _, k := range f.Around {
		x, y := c.xy(k.X, k.Y)
		c.NewSubPath()
		c.DrawCircle(x, y, k.R*c.scale)
	}
	if len(f.Around) == 0 {
		c.SetFillRuleEvenOdd()
	}
	c.tint(c.look.sides[f.Side], fieldTint)
	c.Fill()
	c.SetFillRuleWinding()
	c.SetColor(c.look.sides[f.Side])
	c.SetLineWidth(3)
	c.SetDash(3, 7)
	for i := range f.X {
		c.trace(c.outlineOf(f.X[i], f.Y[i]))
		c.Stroke()
	}
	c.union(f.Around)
	c.SetDash()
}

// union strokes what of each circle's rim lies in no other circle.
func (c *canvas) union(circles []Circle) {
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
			px, py := c.xy(x, y)
			if !drawing {
				c.MoveTo(px, py)
			}
			c.LineTo(px, py)
			drawing = true
		}
		c.Stroke()
	}
}

// within tells whether the point lies in a circle other than the one of that number. Of equal ones the first has the rim.
func within(circles []Circle, own int, x, y float64) bool {
	for i, k := range circles {
		if i != own && math.Hypot(x-k.X, y-k.Y) < k.R-1e-6 || i < own && k == circles[own] {
			return true
		}
	}
	return false
}

// ring draws a distance.
func (c *canvas) ring(r Ring) {
	x, y := c.xy(r.X, r.Y)
	out := r.R * c.scale
	c.SetColor(c.look.sides[r.Side])
	c.SetLineWidth(3)
	if r.Dashed {
		c.SetDash(12, 9)
	}
	c.DrawCircle(x, y, out)
	c.Stroke()
	c.SetDash()
}

// ringNote writes on a ring which distance it is, where there is room.
func (c *canvas) ringNote(r Ring) {
	x, y := c.xy(r.X, r.Y)
	out := r.R * c.scale
	c.face(true, words)
	w := c.width(r.Note)
	for _, deg := range []float64{270, 90, 0, 180, 315, 45, 225, 135, 292, 248, 338, 202, 22, 158, 68, 112} {
		s, k := math.Sincos(deg * math.Pi / 180)
		cx, cy := x+out*k, y+out*s
		b := box{cx - w/2, cy - tagHigh/2, cx + w/2, cy + tagHigh/2}
		if !c.free(b) {
			continue
		}
		c.put(b)
		c.face(true, words)
		c.SetColor(c.look.sides[r.Side])
		c.words(r.Note, cx, cy, 0.5)
		return
	}
}

// path draws a way or a line. What a line's colour says, its dashes and its end say too: a ring where it sees, a cross
// where it is barred.
func (c *canvas) path(p Path) {
	n := len(p.X)
	if n == 0 {
		return
	}
	c.SetColor(c.look.chosen)
	c.SetLineWidth(4)
	switch p.Style {
	case Way:
		c.SetDash(10, 7)
	case Concealed:
		c.SetDash(22, 7)
	case Barred:
		c.SetColor(c.look.alert)
		c.SetDash(5, 9)
	case Link:
		c.SetColor(mix(c.look.field, c.look.sides[p.Side], dimmed))
		c.SetLineWidth(2.5)
	}
	for i := range p.X {
		c.LineTo(c.xy(p.X[i], p.Y[i]))
	}
	c.Stroke()
	c.SetDash()
	x, y := c.xy(p.X[n-1], p.Y[n-1])
	c.SetLineWidth(4)
	switch p.Style {
	case Link:
		return
	case Barred:
		x, y = (x+c.field.x0+(p.X[0]-c.window.x0)*c.scale)/2, (y+c.field.y1-(p.Y[0]-c.window.y0)*c.scale)/2
		c.DrawLine(x-12, y-12, x+12, y+12)
		c.DrawLine(x-12, y+12, x+12, y-12)
	case Way:
		for i := 1; i < n; i++ {
			px, py := c.xy(p.X[i], p.Y[i])
			c.DrawCircle(px, py, 6)
		}
		c.Fill()
		return
	default:
		c.DrawCircle(x, y, 9)
	}
	c.Stroke()
}

// pathNote writes beside a path's end what it comes to.
func (c *canvas) pathNote(p Path) {
	if n := len(p.X); n > 0 && p.Note != "" {
		x, y := c.xy(p.X[n-1], p.Y[n-1])
		c.label(p.Note, x, y, 14, words, c.look.text)
	}
}
