package render

import (
	"fmt"
	"math"

	"downsync/render/canvas"
)

// Landmark is a feature of the ground that has no meaning for the rules and makes a board recognisable. It is drawn below everything
// else, as a thin veil over the ground, so that nobody takes it for an obstacle or an objective.
type Landmark struct {
	Kind LandmarkKind
	X, Y []float64 // its middle, or the line along which it runs
	R    float64   // its radius, or half the width of a line
	Turn float64   // counter-clockwise, in degrees; lines ignore it
}

// LandmarkKind determines how a landmark is drawn.
type LandmarkKind string

// Landmarks that run along a line.
const (
	Rails    LandmarkKind = "rails"
	Riverbed LandmarkKind = "riverbed"
	Ruts     LandmarkKind = "ruts"
	Pipe     LandmarkKind = "pipe"
)

// Landmarks around a middle.
const (
	Pad      LandmarkKind = "pad" // for landing
	Crane    LandmarkKind = "crane"
	Crater   LandmarkKind = "crater"
	Turbine  LandmarkKind = "turbine"
	Stones   LandmarkKind = "stones"
	Silo     LandmarkKind = "silo"
	Dish     LandmarkKind = "dish"
	Boat     LandmarkKind = "boat"
	Rings    LandmarkKind = "rings" // of a labyrinth or a court
	Furrows  LandmarkKind = "furrows"
	Graves   LandmarkKind = "graves"
	Wheel    LandmarkKind = "wheel"
	Pond     LandmarkKind = "pond"
	Quarry   LandmarkKind = "quarry"
	Pans     LandmarkKind = "pans" // where salt dries
	Fountain LandmarkKind = "fountain"
	Logs     LandmarkKind = "logs"
	Guys     LandmarkKind = "guys" // ropes that hold a mast
)

// Along returns a landmark along a line through points x, y, x, y …
func Along(kind LandmarkKind, half float64, xy ...float64) Landmark {
	m := Landmark{Kind: kind, R: half}
	for i := 0; i+1 < len(xy); i += 2 {
		m.X, m.Y = append(m.X, xy[i]), append(m.Y, xy[i+1])
	}
	return m
}

// At returns a landmark around a place.
func At(kind LandmarkKind, x, y, r, turn float64) Landmark {
	return Landmark{Kind: kind, X: []float64{x}, Y: []float64{y}, R: r, Turn: turn}
}

// alongs draws the landmarks that run along a line. half is half their width, and wide the width of a thin line, in units.
var alongs = map[LandmarkKind]func(c *picture, line canvas.Polygon, half, wide float64){
	Rails: func(c *picture, line canvas.Polygon, half, wide float64) {
		apartBy(line, half*1.3, func(x, y, dx, dy float64) {
			c.DrawLine(x-dy*half, y+dx*half, x+dy*half, y-dx*half)
			c.Stroke(tinted(c.scheme.text, worn), half*0.5)
		})
		for _, off := range []float64{-0.55, 0.55} {
			c.line(shifted(line, off*half))
			c.Stroke(tinted(c.scheme.text, traced), wide)
		}
	},
	Riverbed: func(c *picture, line canvas.Polygon, half, wide float64) {
		c.line(line)
		c.Stroke(tinted(c.scheme.text, worn), 2*half)
		for _, off := range []float64{-1, 1} {
			c.line(shifted(line, off*half))
			c.Stroke(tinted(c.scheme.text, traced), wide, 5*wide, 2*wide)
		}
		apartBy(line, half*2.2, func(x, y, dx, dy float64) { // ripples
			c.NewSubPath()
			c.LineTo(x-dx*half*0.4-dy*half*0.5, y-dy*half*0.4+dx*half*0.5)
			c.LineTo(x+dx*half*0.3, y+dy*half*0.3)
			c.LineTo(x-dx*half*0.4+dy*half*0.5, y-dy*half*0.4-dx*half*0.5)
			c.Stroke(tinted(c.scheme.text, traced), wide*0.8)
		})
	},
	Ruts: func(c *picture, line canvas.Polygon, half, wide float64) {
		for _, off := range []float64{-0.7, 0.7} {
			c.line(shifted(line, off*half))
			c.Stroke(tinted(c.scheme.text, worn), half*0.55)
			apartBy(shifted(line, off*half), half*0.8, func(x, y, dx, dy float64) {
				c.DrawLine(x-(dx+dy)*half*0.25, y-(dy-dx)*half*0.25, x+(dx+dy)*half*0.25, y+(dy-dx)*half*0.25)
				c.Stroke(tinted(c.scheme.text, traced), wide*0.8)
			})
		}
	},
	Pipe: func(c *picture, line canvas.Polygon, half, wide float64) {
		c.line(line)
		c.Stroke(tinted(c.scheme.text, traced), 2*half)
		c.line(line)
		c.Stroke(tinted(c.scheme.text, worn), 2*half-2*wide)
		apartBy(line, half*6, func(x, y, dx, dy float64) {
			c.DrawLine(x-dy*half*1.5, y+dx*half*1.5, x+dy*half*1.5, y-dx*half*1.5)
			c.Stroke(tinted(c.scheme.text, traced), half*0.8)
		})
	},
}

// places holds the landmarks around a middle, in shares of their radius. Shapes without a width are worn ground, lines are traced.
var places = map[LandmarkKind][]Stroke{
	Pad: {disk(0.96), hoop(0.1, 0.96), hoop(0.07, 0.62, 12, 0.5), Pen(0.1, 0, -0.4, 0.36, 0.24, -0.36, 0.24, 0, -0.4, 0.36, 0.24), Pen(0.12, 0.7, 0.7, 1, 1),
		Pen(0.12, -0.7, 0.7, -1, 1), Pen(0.12, 0.7, -0.7, 1, -1), Pen(0.12, -0.7, -0.7, -1, -1)},
	Crane: {Filled(-0.62, -0.24, -0.18, -0.24, -0.18, 0.24, -0.62, 0.24), Pen(0.07, -0.62, -0.24, -0.18, -0.24, -0.18, 0.24, -0.62, 0.24, -0.62, -0.24, -0.18, -0.24),
		Pen(0.07, -1, 0.12, 1, 0.08), Pen(0.07, -1, -0.12, 1, -0.08), Pen(0.05, -0.18, -0.1, 0, 0.1, 0.2, -0.1, 0.4, 0.1, 0.6, -0.1, 0.8, 0.1, 0.98, -0.08),
		Filled(-1, -0.22, -0.78, -0.22, -0.78, 0.22, -1, 0.22), Pen(0.06, 0.74, 0, 0.74, 0.62), Pen(0.07, 0.62, 0.62, 0.86, 0.62, 0.86, 0.84, 0.62, 0.84, 0.62, 0.62, 0.86, 0.62)},
	Crater: {Filled(-0.6, -0.16, -0.3, -0.56, 0.16, -0.6, 0.56, -0.26, 0.6, 0.24, 0.2, 0.58, -0.3, 0.54, -0.62, 0.2),
		Pen(0.08, -0.6, -0.16, -0.3, -0.56, 0.16, -0.6, 0.56, -0.26, 0.6, 0.24, 0.2, 0.58, -0.3, 0.54, -0.62, 0.2, -0.6, -0.16, -0.3, -0.56),
		Pen(0.06, -0.3, -0.06, -0.12, -0.3, 0.14, -0.3), Pen(0.07, 0.7, -0.4, 1, -0.56), Pen(0.07, 0.1, -0.76, 0.16, -1), Pen(0.07, -0.5, -0.66, -0.7, -0.9),
		Pen(0.07, -0.78, 0.1, -1, 0.16), Pen(0.07, -0.46, 0.68, -0.6, 0.96), Pen(0.07, 0.3, 0.72, 0.42, 0.98), Pen(0.07, 0.76, 0.36, 0.98, 0.5)},
	Turbine: {Filled(-0.06, 0, -0.16, -0.5, 0, -1, 0.1, -0.5, 0.06, 0), Filled(0.03, -0.05, 0.51, 0.11, 0.87, 0.5, 0.38, 0.34, -0.03, 0.05), Filled(0.03, 0.05, -0.35, 0.39, -0.87, 0.5, -0.48, 0.16, -0.03, -0.05),
		Pen(0.06, -0.06, 0, -0.16, -0.5, 0, -1, 0.1, -0.5, 0.06, 0), Pen(0.06, 0.03, -0.05, 0.51, 0.11, 0.87, 0.5, 0.38, 0.34, -0.03, 0.05), Pen(0.06, 0.03, 0.05, -0.35, 0.39, -0.87, 0.5, -0.48, 0.16, -0.03, -0.05), hoop(0.07, 0.15)},
	Stones: round(9, func(s, k float64) Stroke {
		return Pen(0.22, 0.78*k-0.05*s, 0.78*s+0.05*k, 0.78*k+0.05*s, 0.78*s-0.05*k)
	}),
	Silo:  {disk(0.98), hoop(0.09, 0.95), hoop(0.07, 0.66), hoop(0.06, 0.24), Pen(0.06, 0.24, 0, 0.95, 0), Pen(0.06, -0.24, 0, -0.95, 0), Pen(0.06, 0, 0.24, 0, 0.95), Pen(0.06, 0, -0.24, 0, -0.95)},
	Dish:  {disk(0.96), hoop(0.09, 0.96), hoop(0.05, 0.55, 16, 0.55), Pen(0.06, -0.82, -0.46, 0, 0, 0.82, -0.46), Pen(0.06, 0, 0, 0, 0.94), Pen(0.2, -0.02, 0, 0.02, 0)},
	Boat:  {Filled(-0.96, 0, -0.6, -0.3, 0.3, -0.36, 0.98, 0, 0.3, 0.36, -0.6, 0.3), Pen(0.08, -0.96, 0, -0.6, -0.3, 0.3, -0.36, 0.98, 0, 0.3, 0.36, -0.6, 0.3, -0.96, 0, -0.6, -0.3), Pen(0.07, -0.4, -0.3, -0.4, 0.3), Pen(0.07, 0.02, -0.32, 0.02, 0.32), Pen(0.07, 0.42, -0.3, 0.42, 0.3)},
	Rings: {hoop(0.08, 0.96, 24, 0.86), hoop(0.08, 0.7, 24, 0.62)},
	Furrows: {Filled(-0.9, -0.7, 0.9, -0.7, 0.9, 0.7, -0.9, 0.7), Pen(0.08, -0.9, -0.62, 0.9, -0.62), Pen(0.08, -0.9, -0.31, 0.9, -0.31), Pen(0.08, -0.9, 0, 0.9, 0),
		Pen(0.08, -0.9, 0.31, 0.9, 0.31), Pen(0.08, -0.9, 0.62, 0.9, 0.62)},
	Graves: eachOf([]float64{-0.75, -0.25, 0.25, 0.75}, []float64{-0.66, 0, 0.66}, func(x, y float64) Stroke { return Pen(0.16, x, y-0.14, x, y+0.14) }),
	Wheel: append(round(8, func(s, k float64) Stroke { return Pen(0.06, 0.16*k, 0.16*s, 0.94*k, 0.94*s) }),
		hoop(0.12, 0.9), hoop(0.06, 0.62), hoop(0.07, 0.16)),
	Pond: {Filled(-0.9, 0.1, -0.7, -0.4, -0.1, -0.62, 0.5, -0.5, 0.94, -0.06, 0.76, 0.4, 0.2, 0.64, -0.5, 0.56), Pen(0.08, -0.9, 0.1, -0.7, -0.4, -0.1, -0.62, 0.5, -0.5, 0.94, -0.06, 0.76, 0.4, 0.2, 0.64, -0.5, 0.56, -0.9, 0.1, -0.7, -0.4),
		Pen(0.06, -0.5, -0.1, -0.3, -0.18, -0.1, -0.1, 0.1, -0.18), Pen(0.06, 0, 0.2, 0.2, 0.12, 0.4, 0.2, 0.6, 0.12)},
	Quarry: {Filled(-0.94, -0.3, -0.3, -0.84, 0.6, -0.72, 0.96, 0.1, 0.5, 0.8, -0.5, 0.74), Pen(0.08, -0.94, -0.3, -0.3, -0.84, 0.6, -0.72, 0.96, 0.1, 0.5, 0.8, -0.5, 0.74, -0.94, -0.3, -0.3, -0.84),
		Pen(0.07, -0.64, -0.2, -0.2, -0.56, 0.42, -0.48, 0.66, 0.08, 0.34, 0.54, -0.34, 0.5, -0.64, -0.2, -0.2, -0.56), Pen(0.06, -0.34, -0.1, -0.1, -0.28, 0.24, -0.24, 0.36, 0.06, 0.16, 0.28, -0.18, 0.26, -0.34, -0.1, -0.1, -0.28)},
	Pans: eachOf([]float64{-0.6, 0, 0.6}, []float64{-0.5, 0.5}, func(x, y float64) Stroke {
		return Pen(0.07, x-0.24, y-0.4, x+0.24, y-0.4, x+0.24, y+0.4, x-0.24, y+0.4, x-0.24, y-0.4, x+0.24, y-0.4)
	}),
	Fountain: append(round(8, func(s, k float64) Stroke { return Pen(0.08, 0.62*k, 0.62*s, 0.84*k, 0.84*s) }), disk(0.5), hoop(0.08, 0.5), hoop(0.07, 0.2), hoop(0.06, 0.97)),
	Logs: {Pen(0.05, -0.8, -0.62, 0.7, -0.62, 0.7, -0.34, -0.8, -0.34, -0.8, -0.62, 0.7, -0.62), Pen(0.05, -0.66, -0.26, 0.86, -0.26, 0.86, 0.02, -0.66, 0.02, -0.66, -0.26, 0.86, -0.26),
		Pen(0.05, -0.86, 0.1, 0.64, 0.1, 0.64, 0.38, -0.86, 0.38, -0.86, 0.1, 0.64, 0.1), Pen(0.05, -0.7, 0.46, 0.8, 0.46, 0.8, 0.74, -0.7, 0.74, -0.7, 0.46, 0.8, 0.46)},
	Guys: append(round(4, func(s, k float64) Stroke { return Pen(0.05, 0.36*(k-s), 0.36*(s+k), 0.62*(k-s), 0.62*(s+k)) }),
		round(4, func(s, k float64) Stroke { return Pen(0.14, 0.64*(k-s), 0.64*(s+k), 0.72*(k-s), 0.72*(s+k)) })...),
}

// hoop returns a ring of that width and radius: a line of 24 corners, or the first share of a line of n corners.
func hoop(wide, r float64, part ...float64) Stroke {
	n, share := 24.0, 1.0
	if len(part) == 2 {
		n, share = part[0], part[1]
	}
	var at []float64
	for i := range int(math.Round(n*share)) + 1 {
		s, k := math.Sincos(float64(i)*2*math.Pi/n - math.Pi/2)
		at = append(at, r*k, r*s)
	}
	return Pen(wide, at...)
}

// disk returns a filled circle.
func disk(r float64) Stroke { return hoop(0, r) }

// round returns n strokes around the middle, each from the sine and the cosine of its angle.
func round(n int, at func(s, k float64) Stroke) (out []Stroke) {
	for i := range n {
		out = append(out, at(math.Sincos(float64(i)*2*math.Pi/float64(n))))
	}
	return out
}

// eachOf returns a stroke for each column of each row.
func eachOf(xs, ys []float64, at func(x, y float64) Stroke) (out []Stroke) {
	for _, y := range ys {
		for _, x := range xs {
			out = append(out, at(x, y))
		}
	}
	return out
}

// check returns an error if the landmark cannot be drawn.
func (m Landmark) check() error {
	_, place := places[m.Kind]
	_, line := alongs[m.Kind]
	n := len(m.X)
	if n != len(m.Y) || !(m.R > 0 && m.R < maxField) || !(place && n == 1 || line && n >= 2 && n <= maxThings) {
		return fmt.Errorf("landmark %q with %d and %d coordinates and a radius of %g: expected a known kind and one place, or a line", m.Kind, n, len(m.Y), m.R)
	}
	return nil
}

// The lines of landmarks are at least finest wide, in units, which is 1 px on a phone, and at most boldest.
const finest, boldest = 4.5, 13

// landmark draws a landmark on the ground.
func landmark(c *picture, m Landmark) {
	at, r := outlineOf(c, m.X, m.Y), m.R*c.scale
	if draw := alongs[m.Kind]; draw != nil {
		draw(c, at, r, thickness(r*0.18))
		return
	}
	s, k := math.Sincos(-m.Turn * math.Pi / 180)
	for _, part := range places[m.Kind] {
		c.NewSubPath()
		for _, p := range part.At {
			c.LineTo(at[0][0]+r*(p[0]*k-p[1]*s), at[0][1]+r*(p[0]*s+p[1]*k))
		}
		if part.R == 0 {
			c.ClosePath()
			c.Fill(tinted(c.scheme.text, worn))
		} else {
			c.Stroke(tinted(c.scheme.text, traced), thickness(r*part.R))
		}
	}
}

// thickness returns the width of a line of a landmark that should have that width.
func thickness(wide float64) float64 { return min(boldest, max(finest, wide)) }

// line traces an open line.
func (c *picture) line(p canvas.Polygon) {
	c.NewSubPath()
	for _, q := range p {
		c.LineTo(q[0], q[1])
	}
}

// apartBy calls at for places along a line that are that far apart, with its direction there.
func apartBy(line canvas.Polygon, gap float64, at func(x, y, dx, dy float64)) {
	left := gap / 2
	for i, to := range line[1:] {
		from := line[i]
		long := math.Hypot(to[0]-from[0], to[1]-from[1])
		dx, dy := (to[0]-from[0])/long, (to[1]-from[1])/long
		for ; left < long; left += gap {
			at(from[0]+dx*left, from[1]+dy*left, dx, dy)
		}
		left -= long
	}
}

// shifted returns a line beside another, at that distance to its right.
func shifted(line canvas.Polygon, off float64) canvas.Polygon {
	out := make(canvas.Polygon, len(line))
	for i, p := range line {
		a, b := line[max(0, i-1)], line[min(len(line)-1, i+1)]
		long := math.Hypot(b[0]-a[0], b[1]-a[1])
		out[i] = [2]float64{p[0] - (b[1]-a[1])/long*off, p[1] + (b[0]-a[0])/long*off}
	}
	return out
}
