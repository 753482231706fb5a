package render

import (
	"math"
	"slices"
)

// scatter calls do, with random bits, for the points of an uneven grid that lie at least that deep in the outline. Points
// and bits depend on the place in the picture alone, so that two pieces that overlap look like one wood.
func (p polygon) scatter(gap, deep float64, do func(x, y float64, bits uint32)) {
	b := p.span()
	for j := int(b.y0/gap) - 1; float64(j)*gap < b.y1+gap; j++ {
		for i := int(b.x0/gap) - 1; float64(i)*gap < b.x1+gap; i++ {
			bits := mixed(uint32(i)*0x9e3779b1 ^ uint32(j)*0x85ebca6b)
			x := (float64(i) + float64(j&1)/2 + (float64(bits&0xff)/255-0.5)*0.5) * gap
			y := (float64(j) + (float64(bits>>8&0xff)/255-0.5)*0.5) * gap
			if p.depth(x, y) >= deep {
				do(x, y, bits>>16)
			}
		}
	}
}

// mixed hashes a number.
func mixed(v uint32) uint32 {
	v = (v ^ v>>16) * 0x7feb352d
	v = (v ^ v>>15) * 0x846ca68b
	return v ^ v>>16
}

// canopy draws a wood from above: crowns lit from the north-west.
func canopy(c *canvas, p polygon, col terrainColors) {
	crown := func(x, y float64, bits uint32) {
		r := 7.5 + float64(bits%4)
		c.DrawCircle(x, y, r)
		c.fill(mix(col.fill, col.mark, 0.33))
		c.DrawArc(x, y, r, math.Pi*0.85, math.Pi*1.75)
		c.stroke(col.mark, 1.6)
	}
	trees := 0
	p.scatter(23, 8, func(x, y float64, bits uint32) {
		crown(x, y, bits)
		trees++
	})
	if trees == 0 { // the legend's piece is too small for the grid
		x, y := p.middle()
		crown(x, y, 3)
	}
}

// hatching draws built-up ground: parallel lines across the piece.
func hatching(c *canvas, p polygon, col terrainColors) {
	const gap = 13.0
	b := p.span()
	// Lines x + y = k; where one meets an edge it goes in or out.
	for k := math.Ceil((b.x0+b.y0)/gap) * gap; k < b.x1+b.y1; k += gap {
		var at []float64
		for i, a := range p {
			e := p[(i+1)%len(p)]
			ka, ke := a[0]+a[1], e[0]+e[1]
			if (ka > k) != (ke > k) {
				at = append(at, a[0]+(e[0]-a[0])*(k-ka)/(ke-ka))
			}
		}
		slices.Sort(at)
		for i := 0; i+1 < len(at); i += 2 {
			c.DrawLine(at[i], k-at[i], at[i+1], k-at[i+1])
		}
	}
	c.stroke(col.mark, 1.6)
}

// stipple draws rough ground: stones and scree.
func stipple(c *canvas, p polygon, col terrainColors) {
	p.scatter(13, 6, func(x, y float64, bits uint32) {
		if bits%5 == 0 {
			c.DrawRegularPolygon(3, x, y, 4.6, float64(bits%7))
		} else {
			c.DrawCircle(x, y, 1.4+float64(bits%3)*0.4)
		}
		c.fill(col.mark)
	})
}

// tufts draws high grass: short strokes that lean together.
func tufts(c *canvas, p polygon, col terrainColors) {
	p.scatter(17, 8, func(x, y float64, _ uint32) {
		for lean := -4.0; lean <= 4; lean += 4 {
			c.DrawLine(x+lean*0.3, y+4, x+lean, y-4)
		}
	})
	c.stroke(col.mark, 1.5)
}
