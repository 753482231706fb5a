package render

import (
	"fmt"
	"math"
	"slices"
)

// terrain fills an outline with a texture. Textures differ in pattern and not only in colour.
func terrain(c *canvas, t Texture, shape polygon) {
	if draw := urban[t]; draw != nil {
		draw(c, shape)
		return
	}
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
	if urban[t] != nil {
		return
	}
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

// scatter calls do for the points of an uneven grid at least that deep in the outline. Points and bits depend on the place alone,
// so that overlapping pieces look like one wood.
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

func mixed(v uint32) uint32 {
	v = (v ^ v>>16) * 0x7feb352d
	v = (v ^ v>>15) * 0x846ca68b
	return v ^ v>>16
}

// canopy draws a wood from above: crowns lit from the north-west.
func canopy(c *canvas, p polygon, col terrainColors) {
	type crownLook struct{ r float64 }
	crown := func(x, y float64, bits uint32) {
		r := 7.5 + float64(bits%4)
		c.stamp(crownLook{r}, x, y, r+2, func(c *canvas, x, y float64) {
			c.DrawCircle(x, y, r)
			c.fill(mix(col.fill, col.mark, 0.33))
			c.DrawArc(x, y, r, math.Pi*0.85, math.Pi*1.75)
			c.stroke(col.mark, 1.6)
		})
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
		for i := 0; i+1 < len(at); i += 2 { // each its own stroke: many in one path take far longer
			c.DrawLine(at[i], k-at[i], at[i+1], k-at[i+1])
			c.stroke(col.mark, 1.6)
		}
	}
}

// stipple draws rough ground: stones and scree.
func stipple(c *canvas, p polygon, col terrainColors) {
	type stone struct{ turn, r float64 }
	p.scatter(13, 6, func(x, y float64, bits uint32) {
		look := stone{r: 1.4 + float64(bits%3)*0.4}
		if bits%5 == 0 {
			look = stone{float64(bits % 7), 4.6}
		}
		c.stamp(look, x, y, look.r+1, func(c *canvas, x, y float64) {
			if bits%5 == 0 {
				c.DrawRegularPolygon(3, x, y, look.r, look.turn)
			} else {
				c.DrawCircle(x, y, look.r)
			}
			c.fill(col.mark)
		})
	})
}

// tufts draws high grass: short strokes that lean together.
func tufts(c *canvas, p polygon, col terrainColors) {
	type tuft struct{}
	p.scatter(17, 8, func(x, y float64, _ uint32) {
		c.stamp(tuft{}, x, y, 6, func(c *canvas, x, y float64) {
			for lean := -4.0; lean <= 4; lean += 4 {
				c.DrawLine(x+lean*0.3, y+4, x+lean, y-4)
			}
			c.stroke(col.mark, 1.5)
		})
	})
}

// block draws a building: its roof, its walls, and on the roof its height and a pip for each disc it holds.
func block(c *canvas, b Block, bare bool) {
	shape := outlineOf(c, b.X, b.Y)
	roof(c, shape)
	if !bare {
		roofMarks(c, b, shape)
	}
}

func roof(c *canvas, shape polygon) {
	trace(c, shape)
	c.fillKeep(c.scheme.roof)
	c.stroke(c.scheme.wall, 4*c.fine)
}

// maxPips is the largest room that is drawn as pips.
const maxPips = 9

// markSize is the size of letters on a roof, reduced where a roof could not hold them.
func markSize(c *canvas) float64 { return math.Round(math.Min(textSize, 1.78*c.scale)) }

// pip is the radius of a pip and the distance from one to the next.
func pip(c *canvas) (r, gap float64) { return markSize(c) * 0.105, markSize(c) * 0.3 }

// plate is the place of a building's marks: the height's box and the middle of the room's.
func plate(c *canvas, b Block, shape polygon) (text box, roomX, roomY float64) {
	cx, cy := shape.middle()
	wide, high := roomSize(c, b.Room)
	face(c, true, markSize(c))
	w := c.width(b.Height)
	h := markSize(c) * 0.72
	if s := shape.span(); s.x1-s.x0 > (s.y1-s.y0)*1.15 {
		x0 := cx - (w+4+wide)/2
		return box{x0, cy - h/2, x0 + w, cy + h/2}, x0 + w + 4 + wide/2, cy
	}
	y0 := cy - (h+5+high)/2
	return box{cx - w/2, y0, cx + w/2, y0 + h}, cx, y0 + h + 5 + high/2
}

// roomSize is the size of a room's mark: pips, or a number if they would be too many.
func roomSize(c *canvas, room int) (w, h float64) {
	if room > maxPips {
		face(c, false, markSize(c))
		w = c.width(fmt.Sprint(room))
		return w, markSize(c) * 0.72
	}
	cols, rows := pips(room)
	_, gap := pip(c)
	return float64(cols) * gap, float64(rows) * gap
}

// pips lays pips out in rows of three at most, and four in a square.
func pips(room int) (cols, rows int) {
	if room == 4 {
		return 2, 2
	}
	return min(3, room), (room + 2) / 3
}

func roofMarks(c *canvas, b Block, shape polygon) {
	text, x, y := plate(c, b, shape)
	c.letters(true, markSize(c), c.scheme.text)
	c.text(b.Height, (text.x0+text.x1)/2, (text.y0+text.y1)/2, 0.5)
	c.SetColor(c.scheme.wall)
	if b.Room > maxPips {
		face(c, false, markSize(c))
		c.text(fmt.Sprint(b.Room), x, y, 0.5)
		return
	}
	cols, rows := pips(b.Room)
	r, gap := pip(c)
	for i := range b.Room {
		c.DrawCircle(x+(float64(i%cols)-float64(cols-1)/2)*gap, y+(float64(i/cols)-float64(rows-1)/2)*gap, r)
		c.Fill()
	}
}

// markRoofs keeps labels off the marks on roofs. It redraws a roof without marks that would be hidden, and returns those buildings.
func (c *canvas) markRoofs(blocks []Block) (hidden []Block) {
	for _, b := range blocks {
		shape := outlineOf(c, b.X, b.Y)
		c.roofs = append(c.roofs, shape.span())
		plate, _, _ := plate(c, b, shape)
		if open(c, plate) {
			c.boxes = append(c.boxes, plate)
			continue
		}
		roof(c, shape)
		hidden = append(hidden, b)
	}
	return hidden
}

// heights writes the heights of buildings beside them, unless they are almost out of sight.
func heights(c *canvas, blocks []Block) {
	for _, b := range blocks {
		shape := outlineOf(c, b.X, b.Y)
		x, y := shape.middle()
		if !around(x, y, 0).within(c.field) {
			continue
		}
		around := shape.span()
		label(c, b.Height, x, y, max(around.x1-around.x0, around.y1-around.y0)/2, markSize(c), 0, c.scheme.wall)
	}
}
