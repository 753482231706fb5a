package render

import "math"

// terrain fills an outline with a texture. Textures differ in pattern and not only in colour.
func terrain(c *canvas, t Texture, shape polygon) {
	col := c.scheme.terrain[t]
	trace(c, shape)
	c.fill(col.fill)
	switch t {
	case Canopy:
		canopy(c, shape, col)
	case Hatching:
		hatching(c, shape, col)
	case Stipple:
		stipple(c, shape, col)
	case Tufts:
		tufts(c, shape, col)
	}
}

// rim draws a piece's outline. All rims come after all pieces, so that no piece hides one.
func rim(c *canvas, t Texture, shape polygon) {
	trace(c, shape)
	var dashes []float64
	if t == Stipple || t == Tufts {
		dashes = []float64{5, 6}
	}
	c.stroke(c.scheme.terrain[t].rim, 3*c.fine, dashes...)
}

// polygon is an outline in pixels.
type polygon [][2]float64

func outlineOf(c *canvas, xs, ys []float64) polygon {
	p := make(polygon, len(xs))
	for i := range p {
		p[i][0], p[i][1] = xy(c, xs[i], ys[i])
	}
	return p
}

func trace(c *canvas, p polygon) {
	c.NewSubPath()
	for _, q := range p {
		c.LineTo(q[0], q[1])
	}
	c.ClosePath()
}

// span is the box around the outline.
func (p polygon) span() box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, q := range p {
		b = box{math.Min(b.x0, q[0]), math.Min(b.y0, q[1]), math.Max(b.x1, q[0]), math.Max(b.y1, q[1])}
	}
	return b
}

// depth is how far inside the outline a point lies; negative outside.
func (p polygon) depth(x, y float64) float64 {
	in, far := false, math.Inf(1)
	for i, a := range p {
		b := p[(i+1)%len(p)]
		if (a[1] > y) != (b[1] > y) && x < a[0]+(b[0]-a[0])*(y-a[1])/(b[1]-a[1]) {
			in = !in
		}
		dx, dy := b[0]-a[0], b[1]-a[1]
		t := 0.0
		if l := dx*dx + dy*dy; l > 0 {
			t = math.Max(0, math.Min(1, ((x-a[0])*dx+(y-a[1])*dy)/l))
		}
		far = math.Min(far, math.Hypot(x-a[0]-t*dx, y-a[1]-t*dy))
	}
	if !in {
		return -far
	}
	return far
}

// middle is the outline's centre of gravity.
func (p polygon) middle() (x, y float64) {
	area := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		cross := a[0]*b[1] - b[0]*a[1]
		area += cross
		x += (a[0] + b[0]) * cross
		y += (a[1] + b[1]) * cross
	}
	if area == 0 {
		return p[0][0], p[0][1]
	}
	return x / (3 * area), y / (3 * area)
}
