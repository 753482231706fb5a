package render

import (
	"math"

	"downsync/render/label"
)

// insetSizes lists lengths of the longer edge of the small map of the whole field, in units; the largest that has room is used.
var insetSizes = []float64{210, 170, 135}

// insetRim is around the small map.
const insetRim = 6.0

// inset draws a small map in the emptiest corner, showing which part of the field is shown, and marks at the edge what is outside
// that part and matters.
func inset(c *picture, s Scene) {
	if !s.Inset || s.Window == (Window{}) {
		return
	}
	if at, ok := insetAt(c, s); ok {
		smallMap(c, s, at)
	}
	drawAll(c, s.Spots, pointer)
	drawAll(c, s.Discs, beyond)
}

// insetAt returns the place of the small map: a corner, otherwise a place along an edge, in which it covers no disc, no spot and
// nothing that moves there. ok is false if there is none.
func insetAt(c *picture, s Scene) (at label.Box, ok bool) {
	const off, inner = 14.0, 60.0 // from the edges; from edges with coordinates
	var taken []label.Box
	reserve := func(x, y, r float64) {
		px, py := xy(c, x, y)
		taken = append(taken, label.Around(px, py, r+insetRim))
	}
	for _, d := range s.Discs {
		reserve(d.X, d.Y, d.R*c.scale+burst*c.fine)
	}
	for _, p := range s.Spots {
		reserve(p.X, p.Y, math.Max(starSize*c.fine, (p.R+p.Near)*c.scale))
	}
	for _, p := range s.Paths {
		if n := len(p.X); n > 0 && p.R > 0 {
			reserve(p.X[n-1], p.Y[n-1], p.R*c.scale)
		}
	}
	for _, size := range insetSizes {
		k := size / math.Max(s.W, s.H)
		w, h := s.W*k, s.H*k
		in := label.BoxOf(c.field.X0+inner, c.field.Y0+off, c.field.X1-off, c.field.Y1-inner)
		if at, ok := c.labels.Emptiest(in, w, h, taken); ok {
			return at, true
		}
	}
	return at, false
}

// smallMap draws the small map at that place.
func smallMap(c *picture, s Scene, at label.Box) {
	const rim = insetRim
	w, h := at.X1-at.X0, at.Y1-at.Y0
	k := w / s.W
	c.labels.Place(label.Owner{}, label.Line{}, at)
	c.DrawRoundedRectangle(at.X0-rim, at.Y0-rim, w+2*rim, h+2*rim, 8)
	c.FillKeep(c.scheme.casing)
	c.Stroke(c.scheme.square, 3)
	on := func(x, y float64) (float64, float64) { return at.X0 + x*k, at.Y1 - y*k }
	for _, b := range s.Blocks {
		for i := range b.X {
			c.LineTo(on(b.X[i], b.Y[i]))
		}
		c.ClosePath()
		c.Fill(c.scheme.tall)
	}
	x0, y0 := on(s.Window.X0, s.Window.Y0)
	x1, y1 := on(s.Window.X1, s.Window.Y1)
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	c.FillKeep(tinted(c.scheme.chosen, 0.16))
	c.Stroke(c.scheme.chosen, 4)
	for _, d := range s.Discs {
		x, y := on(d.X, d.Y)
		outline(c, d.Side, x, y, 8)
		c.Fill(c.scheme.sides[d.Side])
	}
}

// beyond marks at the board's edge the direction of a disc outside the part that is shown, if one of its chips asks for that.
func beyond(c *picture, d Disc) {
	for _, k := range d.Chips {
		if k.Beyond {
			c.point(d.X, d.Y, d.Side, func(x, y float64) { c.chip(k, x, y, 20) })
			return
		}
	}
}

// pointer marks at the board's edge the direction of a spot beyond it.
func pointer(c *picture, p Spot) {
	c.point(p.X, p.Y, p.Side, func(x, y float64) { c.star(p, x, y, 22) })
}

// point marks at the board's edge the direction of a place beyond it, with a sign that draw draws.
func (c *picture) point(atX, atY float64, side Side, draw func(x, y float64)) {
	const off, size = 46.0, 40.0
	x, y := xy(c, atX, atY)
	f := c.field
	if label.Around(x, y, 0).Within(f) {
		return
	}
	cx, cy := (f.X0+f.X1)/2, (f.Y0+f.Y1)/2
	dx, dy := x-cx, y-cy
	wide, high := (f.X1-f.X0)/2-off, (f.Y1-f.Y0)/2-off
	k := math.Min(wide/math.Max(1, math.Abs(dx)), high/math.Max(1, math.Abs(dy)))
	px, py := cx+dx*k, cy+dy*k
	for n := range 24 { // along the edge to where there is room
		o := float64((n+1)/2) * size
		if n%2 == 1 {
			o = -o
		}
		qx, qy := px, py
		if wide*math.Abs(dy) > high*math.Abs(dx) {
			qx += o
		} else {
			qy += o
		}
		if c.labels.Free(label.Around(qx, qy, size)) {
			px, py = qx, qy
			break
		}
	}
	c.labels.Place(label.Owner{}, label.Line{}, label.Around(px, py, size))
	l := math.Hypot(x-px, y-py)
	kx, ky := (x-px)/l, (y-py)/l
	c.DrawCircle(px, py, 34)
	c.FillKeep(c.scheme.casing)
	c.Stroke(c.scheme.sides[side], 3.5)
	c.MoveTo(px+kx*45, py+ky*45)
	c.LineTo(px+kx*31-ky*17, py+ky*31+kx*17)
	c.LineTo(px+kx*31+ky*17, py+ky*31-kx*17)
	c.ClosePath()
	c.Fill(c.scheme.sides[side])
	draw(px, py)
}
