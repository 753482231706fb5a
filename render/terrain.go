package render

import (
	"fmt"
	"math"

	"downsync/render/canvas"
	"downsync/render/label"
)

// terrain fills an outline with a texture. Textures differ in pattern and not just in colour.
func terrain(c *picture, t Texture, shape canvas.Polygon) {
	if draw := urban[t]; draw != nil {
		draw(c, shape)
		return
	}
	col := c.scheme.terrain[t]
	c.Trace(shape)
	c.Fill(col.fill)
	switch t {
	case Canopy:
		canopy(c, shape, col)
	case Hatching:
		paving(c, shape, col)
	case Stipple:
		stipple(c, shape, col)
	case Tufts:
		tufts(c, shape, col)
	case Road:
		road(c, shape, col)
	}
}

// rim draws a piece's outline. All rims come after all pieces, so that no piece hides one.
func rim(c *picture, t Texture, shape canvas.Polygon) {
	if t == Road || urban[t] != nil {
		return
	}
	c.Trace(shape)
	var dashes []float64
	if t == Stipple || t == Tufts {
		dashes = []float64{5, 6}
	}
	c.Stroke(c.scheme.terrain[t].rim, 3*c.fine, dashes...)
}

// outlineOf returns an outline of the field in units.
func outlineOf(c *picture, xs, ys []float64) canvas.Polygon {
	p := make(canvas.Polygon, len(xs))
	for i := range p {
		p[i][0], p[i][1] = xy(c, xs[i], ys[i])
	}
	return p
}

// grain returns the factor by which a texture is enlarged on a larger scale.
func (c *picture) grain() float64 { return math.Max(0.5, c.scale/24) }

// canopy draws a wood from above: crowns with their shadows, lit from the north-west.
func canopy(c *picture, p canvas.Polygon, col terrainColors) {
	g := c.grain()
	gap, deep := 25*g, 9*g
	type tree struct{ x, y, r float64 }
	var trees []tree
	p.Scatter(c.Bounds(), gap, deep, func(x, y float64, bits uint32) { trees = append(trees, tree{x, y, (10 + float64(bits%5)) * g}) })
	if len(trees) == 0 {
		if x, y, ok := p.Lone(c.Bounds(), gap, deep); ok {
			trees = append(trees, tree{x, y, 11})
		}
	}
	type shade struct{ r, g float64 }
	for _, t := range trees {
		c.stamp(shade{t.r, g}, t.x+4*g, t.y+5*g, t.r+2, func(c *picture, x, y float64) {
			c.DrawCircle(x, y, t.r)
			c.Fill(mix(col.fill, c.scheme.dark, shadeCover))
		})
	}
	type crown struct{ r float64 }
	for _, t := range trees {
		c.stamp(crown{t.r}, t.x, t.y, t.r+2, func(c *picture, x, y float64) {
			c.DrawCircle(x, y, t.r)
			c.Fill(col.mark)
			c.DrawCircle(x-t.r*0.25, y-t.r*0.3, t.r*0.5)
			c.Fill(mix(col.mark, col.rim, 0.5))
		})
	}
}

// paving draws built-up ground: slabs across the piece.
func paving(c *picture, p canvas.Polygon, col terrainColors) {
	gap := 1.5 * c.scale
	if b := p.Span(); b.X1-b.X0 < 60 { // a sample
		gap = 13
	}
	for _, turn := range []float64{0.14, 0.14 + math.Pi/2} {
		s, k := math.Sincos(turn)
		p.Across(s, k, gap, func(x0, y0, x1, y1 float64) { // each its own stroke: many in one path take far longer
			c.DrawLine(x0, y0, x1, y1)
			c.Stroke(col.mark, 2*c.fine)
		})
	}
}

// stipple draws rough ground: stones with their shadows.
func stipple(c *picture, p canvas.Polygon, col terrainColors) {
	type stone struct{ turn, r, g float64 }
	g := c.grain()
	p.Scatter(c.Bounds(), 21*g, 7*g, func(x, y float64, bits uint32) {
		look := stone{float64(bits % 7), (3 + float64(bits%4)*1.5) * g, g}
		c.stamp(look, x, y, look.r+3*g, func(c *picture, x, y float64) {
			c.DrawRegularPolygon(5, x+2*g, y+2*g, look.r, look.turn)
			c.Fill(mix(col.fill, c.scheme.dark, shadeCover))
			c.DrawRegularPolygon(5, x, y, look.r, look.turn)
			c.Fill(col.mark)
		})
	})
}

// tufts draws high grass: short strokes that lean together.
func tufts(c *picture, p canvas.Polygon, col terrainColors) {
	type tuft struct{ g float64 }
	g := c.grain()
	p.Scatter(c.Bounds(), 22*g, 8*g, func(x, y float64, _ uint32) {
		c.stamp(tuft{g}, x, y, 8*g, func(c *picture, x, y float64) {
			for lean := -5.0; lean <= 5; lean += 5 {
				c.DrawLine(x+lean*0.3*g, y+5*g, x+lean*g, y-6*g)
			}
			c.Stroke(col.mark, 2*g)
		})
	})
}

// road draws a road's edges, and a broken line along its middle.
func road(c *picture, p canvas.Polygon, col terrainColors) {
	c.DrawLine(p[0][0], p[0][1], p[1][0], p[1][1])
	c.Stroke(col.rim, 2*c.fine)
	c.DrawLine(p[2][0], p[2][1], p[3][0], p[3][1])
	c.Stroke(col.rim, 2*c.fine)
	c.DrawLine((p[0][0]+p[3][0])/2, (p[0][1]+p[3][1])/2, (p[1][0]+p[2][0])/2, (p[1][1]+p[2][1])/2)
	c.Stroke(col.mark, 2*c.fine, 0.7*c.scale, 0.8*c.scale)
}

// A building's shadow extends to the east and to the south, in the field's unit: by a base length, and more for each unit of
// height.
const shadowBase, shadowRise = 0.12, 0.2

// shadow darkens the ground beside a building, to the south-east.
func shadow(c *picture, b Block) {
	p := outlineOf(c, b.X, b.Y)
	d := (shadowBase + shadowRise*b.Rise) * c.scale
	turn := p.Turn()
	away := func(a, b [2]float64) bool { return turn*((b[1]-a[1])+(a[0]-b[0])) > 0 } // the edge faces the south-east
	var hull canvas.Polygon                                                          // of the outline and of its displaced copy
	for i, q := range p {
		moved := [2]float64{q[0] + d, q[1] + d}
		switch in, out := away(p[(i+len(p)-1)%len(p)], q), away(q, p[(i+1)%len(p)]); {
		case in && out:
			hull = append(hull, moved)
		case in:
			hull = append(hull, moved, q)
		case out:
			hull = append(hull, q, moved)
		default:
			hull = append(hull, q)
		}
	}
	c.Trace(hull)
	c.Fill(tinted(c.scheme.dark, shadeCover))
}

// block draws a building: its roof, and on it its height and, where there is room, a pip for each disc it holds.
func block(c *picture, b Block, bare bool) {
	shape := outlineOf(c, b.X, b.Y)
	roof(c, b, shape)
	if !bare {
		roofMarks(c, b, shape)
	}
}

// roof draws a roof, lighter for a higher one, with edges lit from the north-west.
func roof(c *picture, b Block, shape canvas.Polygon) {
	col := c.scheme.roofOf(b.Rise)
	if b.Texture != "" {
		col = deck(c, b.Texture, shape)
		c.Trace(shape)
	} else {
		c.Trace(shape)
		c.FillKeep(col)
	}
	c.Stroke(c.scheme.dark, 5*c.fine)
	turn := shape.Turn()
	x, y := shape.Middle()
	in := func(q [2]float64) (float64, float64) {
		k := math.Max(0, 1-5*c.fine/math.Max(math.Hypot(q[0]-x, q[1]-y), 1))
		return x + (q[0]-x)*k, y + (q[1]-y)*k
	}
	for i, q := range shape {
		n := shape[(i+1)%len(shape)]
		edge := mix(col, c.scheme.text, 0.12)
		if turn*((n[1]-q[1])+(q[0]-n[0])) < 0 {
			edge = mix(col, c.scheme.text, 0.4)
		}
		x0, y0 := in(q)
		x1, y1 := in(n)
		c.DrawLine(x0, y0, x1, y1)
		c.Stroke(edge, 4*c.fine)
	}
}

// maxPips is the greatest room that is drawn as pips.
const maxPips = 9

// markSize returns the size of letters on a roof, reduced if a roof could not hold them.
func markSize(c *picture) float64 { return math.Round(math.Min(labelSize+9, 2*c.scale)) }

// pip returns the radius of a pip and the distance from one to the next.
func pip(c *picture) (r, gap float64) { return markSize(c) * 0.105, markSize(c) * 0.3 }

// plate returns the places of a building's marks: the box of its height and the middle of its room.
func plate(c *picture, b Block, shape canvas.Polygon) (text label.Box, roomX, roomY float64) {
	cx, cy := shape.Middle()
	c.Face(true, markSize(c))
	w := c.Width(b.Height)
	h := markSize(c) * 0.72
	if c.scale < closely { // only the height
		return label.BoxOf(cx-w/2, cy-h/2, cx+w/2, cy+h/2), cx, cy
	}
	wide, high := roomSize(c, b.Room)
	c.Face(true, markSize(c))
	if s := shape.Span(); s.X1-s.X0 > (s.Y1-s.Y0)*1.15 {
		x0 := cx - (w+4+wide)/2
		return label.BoxOf(x0, cy-h/2, x0+w, cy+h/2), x0 + w + 4 + wide/2, cy
	}
	y0 := cy - (h+5+high)/2
	return label.BoxOf(cx-w/2, y0, cx+w/2, y0+h), cx, y0 + h + 5 + high/2
}

// roomSize returns the size of a room's mark: pips, or a number if there would be too many pips.
func roomSize(c *picture, room int) (w, h float64) {
	if room > maxPips {
		c.Face(false, markSize(c))
		w = c.Width(fmt.Sprint(room))
		return w, markSize(c) * 0.72
	}
	cols, rows := pips(room)
	_, gap := pip(c)
	return float64(cols) * gap, float64(rows) * gap
}

// pips arranges pips in rows of at most three, and four in a square.
func pips(room int) (cols, rows int) {
	if room == 4 {
		return 2, 2
	}
	return min(3, room), (room + 2) / 3
}

func roofMarks(c *picture, b Block, shape canvas.Polygon) {
	if b.Height == "" {
		return
	}
	text, x, y := plate(c, b, shape)
	c.Letters(true, markSize(c), c.scheme.text)
	c.Text(b.Height, (text.X0+text.X1)/2, (text.Y0+text.Y1)/2, 0.5)
	if c.scale < closely {
		return
	}
	if b.Room > maxPips {
		c.Face(false, markSize(c))
		c.Text(fmt.Sprint(b.Room), x, y, 0.5)
		return
	}
	cols, rows := pips(b.Room)
	r, gap := pip(c)
	for i := range b.Room {
		c.DrawCircle(x+(float64(i%cols)-float64(cols-1)/2)*gap, y+(float64(i/cols)-float64(rows-1)/2)*gap, r)
		c.Fill(c.scheme.text)
	}
}

// markRoofs keeps labels off the marks on roofs. It redraws a roof without its marks if they would be hidden, and returns those
// buildings.
func (c *picture) markRoofs(blocks []Block) (hidden []Block) {
	for _, b := range blocks {
		shape := outlineOf(c, b.X, b.Y)
		c.labels.Avoid(shape.Span())
		if b.Height == "" {
			continue
		}
		plate, _, _ := plate(c, b, shape)
		if plate = plate.Wide(10); c.labels.Open(plate) {
			c.labels.Cover(plate)
			continue
		}
		roof(c, b, shape)
		hidden = append(hidden, b)
	}
	return hidden
}

// heights writes the heights of buildings beside them, unless they are almost outside the shown part.
func heights(c *picture, blocks []Block) {
	for _, b := range blocks {
		shape := outlineOf(c, b.X, b.Y)
		x, y := shape.Middle()
		if !label.Around(x, y, 0).Within(c.field) {
			continue
		}
		if b.Texture != "" { // beside such a block the height would be meaningless
			if x, y, ok := beside(c, shape); ok {
				c.Letters(true, markSize(c), c.scheme.text)
				c.Text(b.Height, x, y, 0.5)
				c.labels.Cover(label.Around(x, y, markSize(c)/2))
			}
			continue
		}
		around := shape.Span()
		words(c, b.Height, x, y, max(around.X1-around.X0, around.Y1-around.Y0)/2, markSize(c), c.scheme.wall)
	}
}
