package render

import (
	"image/color"
	"math"

	"downsync/render/canvas"
	"downsync/render/label"
)

// These textures are for things on open ground, in the colours of other textures: heaps of angular blocks, whether of cargo, rock
// or crystal, to crouch behind, and pits that cannot be entered.
const (
	Bulwark Texture = "bulwark"
	Pit     Texture = "pit"
)

// like returns the texture whose colours a texture uses.
func (t Texture) like() Texture {
	if t == Bulwark {
		return Canopy
	}
	return t
}

// bulwark draws blocks with facets that are lit from the north-west, close together, within a thick rim.
func bulwark(c *picture, p canvas.Polygon) {
	type shard struct{ turn, r, g float64 }
	col, g := c.scheme.terrain[Bulwark.like()], c.grain()
	c.Trace(p)
	c.Fill(col.fill)
	var shards []shard
	var places canvas.Polygon
	gap, deep := 27*g, 10*g
	p.Scatter(c.Bounds(), gap, deep, func(x, y float64, bits uint32) {
		shards = append(shards, shard{float64(bits%8) * math.Pi / 16, (11 + float64(bits>>3%5)) * g, g})
		places = append(places, [2]float64{x, y})
	})
	if len(shards) == 0 {
		if x, y, ok := p.Lone(c.Bounds(), gap, deep); ok {
			shards, places = []shard{{math.Pi / 8, math.Min(13, 13*g), g}}, canvas.Polygon{{x, y}}
		}
	}
	shadow := mix(col.fill, c.scheme.dark, shadeCover)
	for i, s := range shards {
		c.stamp(s, places[i][0], places[i][1], s.r+8*g, func(c *picture, x, y float64) {
			c.DrawRegularPolygon(4, x+4*g, y+5*g, s.r, s.turn)
			c.Fill(shadow)
			c.DrawRegularPolygon(4, x, y, s.r, s.turn)
			c.Fill(col.mark)
			facet(c, x, y, s.r, s.turn)
			c.Fill(mix(col.mark, col.rim, 0.5))
		})
	}
	c.Trace(p)
	c.Stroke(col.rim, 5*c.fine)
}

// facet traces the quarter of a block that faces the north-west.
func facet(c *picture, x, y, r, turn float64) {
	best, least := 0, math.Inf(1)
	at := func(i int) (float64, float64) { // in the way DrawRegularPolygon turns its corners
		s, k := math.Sincos(turn - math.Pi/4 + float64(i)*math.Pi/2)
		return x + r*k, y + r*s
	}
	for i := range 4 {
		x0, y0 := at(i)
		x1, y1 := at(i + 1)
		if sum := x0 + y0 + x1 + y1; sum < least {
			best, least = i, sum
		}
	}
	c.NewSubPath()
	c.LineTo(x, y)
	c.LineTo(at(best))
	c.LineTo(at(best + 1))
	c.ClosePath()
}

// deck draws the plates of a top that pieces can be on, and returns their colour.
func deck(c *picture, t Texture, shape canvas.Polygon) color.RGBA {
	col := c.scheme.terrain[t.like()]
	ground := mix(col.fill, col.mark, 2.0/3)
	c.Trace(shape)
	c.Fill(ground)
	long := shape.Longest()
	gap := math.Max(1.5*c.scale, 24)
	for _, along := range []bool{true, false} {
		s, k := long[1], -long[0] // lines s*x + k*y = n*gap run along the longest edge
		if !along {
			s, k = long[0], long[1]
		}
		shape.Across(s, k, gap, func(x0, y0, x1, y1 float64) {
			c.DrawLine(x0, y0, x1, y1)
			c.Stroke(mix(col.fill, col.mark, 1.0/3), 2.5*c.fine)
		})
	}
	return ground
}

// beside finds a visible place for a block's height on its top, on either side of the middle.
func beside(c *picture, shape canvas.Polygon) (x, y float64, ok bool) {
	cx, cy := shape.Middle()
	d, size := shape.Longest(), markSize(c)
	c.Face(true, size)
	w, h := c.Width(`0"`)/2, size*0.36
	for _, t := range []float64{0.8, -0.8, 1.2, -1.2, 1.6, -1.6, 2, -2} {
		x, y = cx+d[0]*t*size, cy+d[1]*t*size
		if shape.Depth(x, y) >= h && c.labels.Open(label.BoxOf(x-w, y-h, x+w, y+h)) {
			return x, y, true
		}
	}
	return 0, 0, false
}

// pit draws a hole: dark, with a visible wall on its northern and western sides, and a rim in warning dashes.
func pit(c *picture, p canvas.Polygon) {
	c.Trace(p)
	c.Fill(c.scheme.dark)
	turn, deep := p.Turn(), 0.45*c.scale
	if b := p.Span(); b.X1-b.X0 < 60 { // a sample
		deep = 7
	}
	x, y := p.Middle()
	for i, q := range p {
		n := p[(i+1)%len(p)]
		if turn*((n[1]-q[1])+(q[0]-n[0])) >= 0 {
			continue // it faces the north-west or is seen from above
		}
		in := func(q [2]float64) (float64, float64) {
			k := deep / math.Max(1, math.Hypot(q[0]-x, q[1]-y))
			return q[0] + (x-q[0])*k, q[1] + (y-q[1])*k
		}
		c.NewSubPath()
		c.LineTo(q[0], q[1])
		c.LineTo(n[0], n[1])
		c.LineTo(in(n))
		c.LineTo(in(q))
		c.ClosePath()
		c.Fill(c.scheme.terrain[Stipple].fill)
	}
	c.Trace(p)
	c.StrokeKeep(c.scheme.casing, 7*c.fine)
	c.Stroke(mix(c.scheme.field, c.scheme.inks[Yellow], 2.0/3), 5*c.fine, 13*c.fine, 11*c.fine)
}

// livesWide returns the width of the marks of lives.
func livesWide(c *picture, r float64) float64 { return math.Max(6*c.fine, 0.16*r) }

// lives draws marks along the lower half of a disc's rim, filled for the lives left.
func lives(c *picture, l Lives, x, y, r float64) {
	const from, to, gap = 0.12 * math.Pi, 0.88 * math.Pi, 0.16
	wide := livesWide(c, r)
	part := (to - from + gap) / float64(l.Most)
	for i := range l.Most { // from the left
		a := math.Pi - from - float64(i)*part
		arc := func() {
			c.NewSubPath()
			c.DrawArc(x, y, r+wide*0.55, a-part+gap, a)
		}
		arc()
		c.Stroke(c.scheme.casing, wide+5*c.fine)
		if i < l.Left {
			arc()
			c.Stroke(c.scheme.text, wide)
			continue
		}
		arc()
		c.Stroke(mix(c.scheme.casing, c.scheme.text, 1.0/3), wide*0.4)
	}
}
