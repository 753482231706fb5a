package render

import (
	"fmt"
	"image/color"
	"math"
	"slices"
)

// terrainColors are the theme's colours of a texture: its ground, its marks and its rim.
type terrainColors struct{ fill, mark, rim color.RGBA }

// terrain fills an outline. The texture keeps inside it and differs in pattern, not just in colour.
func (c *canvas) terrain(t Texture, shape polygon) {
	col := colTerrain[t]
	c.trace(shape)
	c.SetColor(col.fill)
	c.Fill()
	switch t {
	case Canopy:
		c.canopy(shape, col)
	case Hatching:
		c.hatching(shape, col)
	case Stipple:
		c.stipple(shape, col)
	case Tufts:
		c.tufts(shape, col)
	}
}

// rim draws a piece's outline: exact, and after all pieces, so that none hides another's.
func (c *canvas) rim(t Texture, shape polygon) {
	c.trace(shape)
	c.SetColor(colTerrain[t].rim)
	c.SetLineWidth(3)
	if t == Stipple || t == Tufts {
		c.SetDash(5, 6)
	}
	c.Stroke()
	c.SetDash()
}

// polygon is an outline in pixels.
type polygon [][2]float64

func (c *canvas) outlineOf(xs, ys []float64) polygon {
	p := make(polygon, len(xs))
	for i := range p {
		p[i][0], p[i][1] = c.xy(xs[i], ys[i])
	}
	return p
}

func (c *canvas) trace(p polygon) {
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

// scatter calls do for the points of an uneven grid that lie at least so deep in the outline. A point of the picture
// always has the same fate, so that two pieces that overlap show one wood.
func (p polygon) scatter(gap, deep float64, do func(x, y float64, lot uint32)) {
	b := p.span()
	for j := int(b.y0/gap) - 1; float64(j)*gap < b.y1+gap; j++ {
		for i := int(b.x0/gap) - 1; float64(i)*gap < b.x1+gap; i++ {
			lot := mixed(uint32(i)*0x9e3779b1 ^ uint32(j)*0x85ebca6b)
			x := (float64(i) + float64(j&1)/2 + (float64(lot&0xff)/255-0.5)*0.5) * gap
			y := (float64(j) + (float64(lot>>8&0xff)/255-0.5)*0.5) * gap
			if p.depth(x, y) >= deep {
				do(x, y, lot>>16)
			}
		}
	}
}

// mixed stirs the bits of a number.
func mixed(v uint32) uint32 {
	v = (v ^ v>>16) * 0x7feb352d
	v = (v ^ v>>15) * 0x846ca68b
	return v ^ v>>16
}

// canopy is a wood from above: crowns lit from the north-west.
func (c *canvas) canopy(p polygon, col terrainColors) {
	p.scatter(19, 8, func(x, y float64, lot uint32) {
		r := 6.5 + float64(lot%4)
		c.DrawCircle(x, y, r)
		c.SetColor(mix(col.fill, col.mark, 0.33))
		c.Fill()
		c.DrawArc(x, y, r, math.Pi*0.85, math.Pi*1.75)
		c.SetColor(col.mark)
		c.SetLineWidth(1.6)
		c.Stroke()
	})
}

// hatching is built-up ground: parallel lines across the piece.
func (c *canvas) hatching(p polygon, col terrainColors) {
	const gap = 13.0
	b := p.span()
	c.SetColor(col.mark)
	c.SetLineWidth(1.6)
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
	c.Stroke()
}

// stipple is rough ground: stones and scree.
func (c *canvas) stipple(p polygon, col terrainColors) {
	p.scatter(13, 6, func(x, y float64, lot uint32) {
		c.SetColor(col.mark)
		if lot%5 == 0 {
			c.DrawRegularPolygon(3, x, y, 4.6, float64(lot%7))
		} else {
			c.DrawCircle(x, y, 1.4+float64(lot%3)*0.4)
		}
		c.Fill()
	})
}

// tufts is high grass: short strokes that lean together.
func (c *canvas) tufts(p polygon, col terrainColors) {
	c.SetColor(col.mark)
	c.SetLineWidth(1.5)
	p.scatter(17, 8, func(x, y float64, _ uint32) {
		for lean := -4.0; lean <= 4; lean += 4 {
			c.DrawLine(x+lean*0.3, y+4, x+lean, y-4)
		}
	})
	c.Stroke()
}

// block draws a building: its roof, its walls, and on the roof how high it is and a pip for each base it holds.
func (c *canvas) block(b Block) {
	shape := c.outlineOf(b.X, b.Y)
	c.roof(shape)
	c.roofMarks(b, shape)
}

func (c *canvas) roof(shape polygon) {
	c.trace(shape)
	c.SetColor(colRoof)
	c.FillPreserve()
	c.SetColor(colWall)
	c.SetLineWidth(4)
	c.Stroke()
}

// Measures of the marks on a roof, pixels.
const (
	heightText = 40.0
	pipR       = 4.2
	pipGap     = 12.0
	maxPips    = 9
)

// plate is where the marks of a building stand: the height's box, and the middle of the room's.
func (c *canvas) plate(b Block, shape polygon) (text box, roomX, roomY float64) {
	cx, cy := shape.middle()
	wide, high := c.roomSize(b.Room)
	c.face(true, heightText)
	w, _ := c.MeasureString(b.Height)
	h := heightText * 0.72
	if s := shape.span(); s.x1-s.x0 > (s.y1-s.y0)*1.15 {
		x0 := cx - (w+4+wide)/2
		return box{x0, cy - h/2, x0 + w, cy + h/2}, x0 + w + 4 + wide/2, cy
	}
	y0 := cy - (h+5+high)/2
	return box{cx - w/2, y0, cx + w/2, y0 + h}, cx, y0 + h + 5 + high/2
}

// roomSize is how much place the mark of a room takes: pips, or a number where they would be too many.
func (c *canvas) roomSize(room int) (w, h float64) {
	if room > maxPips {
		c.face(false, words)
		w, _ = c.MeasureString(fmt.Sprint(room))
		return w, heightText * 0.72
	}
	cols, rows := pips(room)
	return float64(cols) * pipGap, float64(rows) * pipGap
}

// pips are laid out in rows of three at most, four in a square.
func pips(room int) (cols, rows int) {
	if room == 4 {
		return 2, 2
	}
	return min(3, room), (room + 2) / 3
}

func (c *canvas) roofMarks(b Block, shape polygon) {
	text, x, y := c.plate(b, shape)
	c.face(true, heightText)
	c.SetColor(colText)
	c.DrawStringAnchored(b.Height, (text.x0+text.x1)/2, (text.y0+text.y1)/2, 0.5, 0.36)
	c.SetColor(colWall)
	if b.Room > maxPips {
		c.face(false, words)
		c.DrawStringAnchored(fmt.Sprint(b.Room), x, y, 0.5, 0.36)
		return
	}
	cols, rows := pips(b.Room)
	for i := range b.Room {
		c.DrawCircle(x+(float64(i%cols)-float64(cols-1)/2)*pipGap, y+(float64(i/cols)-float64(rows-1)/2)*pipGap, pipR)
		c.Fill()
	}
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

// heights keeps labels off the marks on the roofs. Where a base would hide them, the roof is bare and the height stands
// beside it.
func (c *canvas) heights(blocks []Block) {
	var hidden []Block
	for _, b := range blocks {
		shape := c.outlineOf(b.X, b.Y)
		c.roofs = append(c.roofs, shape.span())
		plate, _, _ := c.plate(b, shape)
		if c.open(plate) {
			c.boxes = append(c.boxes, plate)
			continue
		}
		c.roof(shape)
		hidden = append(hidden, b)
	}
	for _, b := range hidden {
		shape := c.outlineOf(b.X, b.Y)
		x, y := shape.middle()
		around := shape.span()
		c.text(b.Height, x, y, max(around.x1-around.x0, around.y1-around.y0)/2, words, colWall)
	}
}
