package canvas

import (
	"math"
	"slices"

	"downsync/render/label"
)

// Polygon is an outline: the places of its corners, in units. It has three at least.
type Polygon [][2]float64

// Trace adds an outline to the path.
func (b *brush) Trace(p Polygon) {
	b.NewSubPath()
	for _, q := range p {
		b.LineTo(q[0], q[1])
	}
	b.ClosePath()
}

// Span returns the box around the outline.
func (p Polygon) Span() label.Box {
	b := label.BoxOf(math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1))
	for _, q := range p {
		b = label.BoxOf(math.Min(b.X0, q[0]), math.Min(b.Y0, q[1]), math.Max(b.X1, q[0]), math.Max(b.Y1, q[1]))
	}
	return b
}

// Depth returns how far inside the outline a point lies; negative outside.
func (p Polygon) Depth(x, y float64) float64 {
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

// Middle returns the outline's centre of gravity.
func (p Polygon) Middle() (x, y float64) {
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

// Turn returns 1 if the outline's corners go clockwise in the picture, otherwise -1.
func (p Polygon) Turn() float64 {
	area := 0.0
	for i, q := range p {
		n := p[(i+1)%len(p)]
		area += q[0]*n[1] - n[0]*q[1]
	}
	if area < 0 {
		return -1
	}
	return 1
}

// Longest returns the direction of the outline's longest edge.
func (p Polygon) Longest() (d [2]float64) {
	most := 0.0
	for i, q := range p {
		n := p[(i+1)%len(p)]
		if l := math.Hypot(n[0]-q[0], n[1]-q[1]); l > most {
			most, d = l, [2]float64{(n[0] - q[0]) / l, (n[1] - q[1]) / l}
		}
	}
	return d
}

// Across calls do for the parts of the lines s*x + k*y = n*gap inside the outline. s and k are the sine and cosine of their angle.
func (p Polygon) Across(s, k, gap float64, do func(x0, y0, x1, y1 float64)) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, q := range p {
		v := s*q[0] + k*q[1]
		lo, hi = math.Min(lo, v), math.Max(hi, v)
	}
	for v := math.Ceil(lo/gap) * gap; v < hi; v += gap {
		var at []float64
		for i, a := range p {
			e := p[(i+1)%len(p)]
			va, ve := s*a[0]+k*a[1], s*e[0]+k*e[1]
			if (va > v) != (ve > v) {
				t := (v - va) / (ve - va)
				at = append(at, k*(a[0]+(e[0]-a[0])*t)-s*(a[1]+(e[1]-a[1])*t))
			}
		}
		slices.Sort(at)
		for i := 0; i+1 < len(at); i += 2 {
			do(s*v+k*at[i], k*v-s*at[i], s*v+k*at[i+1], k*v-s*at[i+1])
		}
	}
}

// Scatter calls do for the points of an uneven grid at least that deep in the outline and at most one gap away from the visible
// part. The points, and the random bits of each, depend only on the place, so that overlapping outlines look like one.
func (p Polygon) Scatter(seen label.Box, gap, deep float64, do func(x, y float64, bits uint32)) {
	b := p.Span()
	b = label.BoxOf(max(b.X0, seen.X0-gap), max(b.Y0, seen.Y0-gap), min(b.X1, seen.X1+gap), min(b.Y1, seen.Y1+gap))
	for j := int(b.Y0/gap) - 1; float64(j)*gap < b.Y1+gap; j++ {
		for i := int(b.X0/gap) - 1; float64(i)*gap < b.X1+gap; i++ {
			bits := mixed(uint32(i)*0x9e3779b1 ^ uint32(j)*0x85ebca6b)
			x := (float64(i) + float64(j&1)/2 + (float64(bits&0xff)/255-0.5)*0.5) * gap
			y := (float64(j) + (float64(bits>>8&0xff)/255-0.5)*0.5) * gap
			if p.Depth(x, y) >= deep {
				do(x, y, bits>>16)
			}
		}
	}
}

// Lone returns the middle of an outline that is too small for the grid of Scatter. ok is false if the grid has points in it, even
// outside a crop; if the middle is outside the outline, as it may be for a bent one; or if it is not visible.
func (p Polygon) Lone(seen label.Box, gap, deep float64) (x, y float64, ok bool) {
	x, y = p.Middle()
	if !label.Around(x, y, gap).Hits(seen) || p.Depth(x, y) <= 0 {
		return x, y, false
	}
	ok = true
	p.Scatter(p.Span(), gap, deep, func(float64, float64, uint32) { ok = false })
	return x, y, ok
}

// mixed returns bits that depend on all bits of v and look random.
func mixed(v uint32) uint32 {
	v = (v ^ v>>16) * 0x7feb352d
	v = (v ^ v>>15) * 0x846ca68b
	return v ^ v>>16
}

// Shares returns the place at a share of the outline's width and height, from its upper left, and the width.
func (p Polygon) Shares() (at func(x, y float64) (float64, float64), wide float64) {
	b := p.Span()
	return func(x, y float64) (float64, float64) { return b.X0 + x*(b.X1-b.X0), b.Y0 + y*(b.Y1-b.Y0) }, b.X1 - b.X0
}
