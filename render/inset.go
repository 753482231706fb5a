package render

import "math"

// insetSize is the longer edge of the small map of the whole field, units.
const insetSize = 210.0

// inset draws, in the emptiest corner, which part of the field is shown, and at the edge where spots lie that are not.
func inset(c *canvas, s Scene) {
	if !s.Inset || s.Window == (Window{}) {
		return
	}
	const off, inner, rim = 14.0, 60.0, 6.0 // from the edges; from those with coordinates
	k := insetSize / math.Max(s.W, s.H)
	w, h, f := s.W*k, s.H*k, c.field
	at, least := box{}, math.Inf(1)
	for _, b := range []box{{f.x1 - off - w, f.y0 + off, f.x1 - off, f.y0 + off + h}, {f.x1 - off - w, f.y1 - inner - h, f.x1 - off, f.y1 - inner},
		{f.x0 + inner, f.y0 + off, f.x0 + inner + w, f.y0 + off + h}, {f.x0 + inner, f.y1 - inner - h, f.x0 + inner + w, f.y1 - inner}} {
		if n := hits(c.boxes, b); n < least {
			at, least = b, n
		}
	}
	c.boxes, c.labels = append(c.boxes, at), append(c.labels, at)
	c.DrawRoundedRectangle(at.x0-rim, at.y0-rim, w+2*rim, h+2*rim, 8)
	c.fillKeep(c.scheme.casing)
	c.stroke(c.scheme.square, 3)
	on := func(x, y float64) (float64, float64) { return at.x0 + x*k, at.y1 - y*k }
	for _, b := range s.Blocks {
		for i := range b.X {
			c.LineTo(on(b.X[i], b.Y[i]))
		}
		c.ClosePath()
		c.fill(c.scheme.tall)
	}
	x0, y0 := on(s.Window.X0, s.Window.Y0)
	x1, y1 := on(s.Window.X1, s.Window.Y1)
	c.DrawRectangle(x0, y1, x1-x0, y0-y1)
	tint(c, c.scheme.chosen, 0.16)
	c.FillPreserve()
	c.stroke(c.scheme.chosen, 4)
	for _, d := range s.Discs {
		x, y := on(d.X, d.Y)
		outline(c, d.Side, x, y, 8)
		c.fill(c.scheme.sides[d.Side])
	}
	drawAll(c, s.Spots, pointer)
}

// pointer tells at the board's edge where a spot lies beyond it.
func pointer(c *canvas, p Spot) {
	const off, size = 46.0, 40.0
	x, y := xy(c, p.X, p.Y)
	f := c.field
	if around(x, y, 0).within(f) {
		return
	}
	cx, cy := (f.x0+f.x1)/2, (f.y0+f.y1)/2
	dx, dy := x-cx, y-cy
	wide, high := (f.x1-f.x0)/2-off, (f.y1-f.y0)/2-off
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
		if free(c, around(qx, qy, size)) {
			px, py = qx, qy
			break
		}
	}
	c.boxes, c.labels = append(c.boxes, around(px, py, size)), append(c.labels, around(px, py, size))
	l := math.Hypot(x-px, y-py)
	kx, ky := (x-px)/l, (y-py)/l
	c.DrawCircle(px, py, 34)
	c.fillKeep(c.scheme.casing)
	c.stroke(c.scheme.sides[p.Side], 3.5)
	c.MoveTo(px+kx*45, py+ky*45)
	c.LineTo(px+kx*31-ky*17, py+ky*31+kx*17)
	c.LineTo(px+kx*31+ky*17, py+ky*31-kx*17)
	c.ClosePath()
	c.fill(c.scheme.sides[p.Side])
	c.star(p, px, py, 22)
}
