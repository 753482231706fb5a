package render

import (
	"fmt"
	"math"
	"slices"

	"downsync/render/label"
)

// terrain fills an outline with a texture. Textures differ in pattern and not just in colour.
func terrain(c *picture, t Texture, shape polygon) {
	if draw := urban[t]; draw != nil {
		draw(c, shape)
		return
	}
	col := c.scheme.terrain[t]
	trace(c, shape)
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
func rim(c *picture, t Texture, shape polygon) {
	if t == Road || urban[t] != nil {
		return
	}
	trace(c, shape)
	var dashes []float64
	if t == Stipple || t == Tufts {
		dashes = []float64{5, 6}
	}
	c.Stroke(c.scheme.terrain[t].rim, 3*c.fine, dashes...)
}

// polygon is an outline in pixels.
type polygon [][2]float64

func outlineOf(c *picture, xs, ys []float64) polygon {
	p := make(polygon, len(xs))
	for i := range p {
		p[i][0], p[i][1] = xy(c, xs[i], ys[i])
	}
	return p
}

func trace(c *picture, p polygon) {
	c.NewSubPath()
	for _, q := range p {
		c.LineTo(q[0], q[1])
	}
	c.ClosePath()
}

// span returns the box around the outline.
func (p polygon) span() label.Box {
	b := label.BoxOf(math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1))
	for _, q := range p {
		b = label.BoxOf(math.Min(b.X0, q[0]), math.Min(b.Y0, q[1]), math.Max(b.X1, q[0]), math.Max(b.Y1, q[1]))
	}
	return b
}

// depth returns how far inside the outline a point lies; negative outside.
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

// middle returns the outline's centre of gravity.
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

// scatter calls do for the points of an uneven grid at least that deep in the outline and at most one gap away from the visible
// part. Points and bits depend only on the place, so that overlapping pieces look like one wood.
func (p polygon) scatter(seen label.Box, gap, deep float64, do func(x, y float64, bits uint32)) {
	b := p.span()
	b = label.BoxOf(max(b.X0, seen.X0-gap), max(b.Y0, seen.Y0-gap), min(b.X1, seen.X1+gap), min(b.Y1, seen.Y1+gap))
	for j := int(b.Y0/gap) - 1; float64(j)*gap < b.Y1+gap; j++ {
		for i := int(b.X0/gap) - 1; float64(i)*gap < b.X1+gap; i++ {
			bits := mixed(uint32(i)*0x9e3779b1 ^ uint32(j)*0x85ebca6b)
			x := (float64(i) + float64(j&1)/2 + (float64(bits&0xff)/255-0.5)*0.5) * gap
			y := (float64(j) + (float64(bits>>8&0xff)/255-0.5)*0.5) * gap
			if p.depth(x, y) >= deep {
				do(x, y, bits>>16)
			}
		}
	}
}

// lone returns the middle of an outline that is too small for scatter's grid. ok is false if the grid has points in it, even
// outside a crop; if the middle is outside the outline, as it may be for a bent one; or if it is not visible.
func (p polygon) lone(seen label.Box, gap, deep float64) (x, y float64, ok bool) {
	x, y = p.middle()
	if !label.Around(x, y, gap).Hits(seen) || p.depth(x, y) <= 0 {
		return x, y, false
	}
	ok = true
	p.scatter(p.span(), gap, deep, func(float64, float64, uint32) { ok = false })
	return x, y, ok
}

func mixed(v uint32) uint32 {
	v = (v ^ v>>16) * 0x7feb352d
	v = (v ^ v>>15) * 0x846ca68b
	return v ^ v>>16
}

// grain returns the factor by which a texture is enlarged on a larger scale.
func (c *picture) grain() float64 { return math.Max(0.5, c.scale/24) }

// canopy draws a wood from above: crowns with their shadows, lit from the north-west.
func canopy(c *picture, p polygon, col terrainColors) {
	g := c.grain()
	gap, deep := 25*g, 9*g
	type tree struct{ x, y, r float64 }
	var trees []tree
	p.scatter(c.Bounds(), gap, deep, func(x, y float64, bits uint32) { trees = append(trees, tree{x, y, (10 + float64(bits%5)) * g}) })
	if len(trees) == 0 {
		if x, y, ok := p.lone(c.Bounds(), gap, deep); ok {
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
func paving(c *picture, p polygon, col terrainColors) {
	gap := 1.5 * c.scale
	if b := p.span(); b.X1-b.X0 < 60 { // a sample
		gap = 13
	}
	for _, turn := range []float64{0.14, 0.14 + math.Pi/2} {
		s, k := math.Sincos(turn)
		p.across(s, k, gap, func(x0, y0, x1, y1 float64) { // each its own stroke: many in one path take far longer
			c.DrawLine(x0, y0, x1, y1)
			c.Stroke(col.mark, 2*c.fine)
		})
	}
}

// across calls do for the parts of the lines s*x + k*y = n*gap inside the outline.
func (p polygon) across(s, k, gap float64, do func(x0, y0, x1, y1 float64)) {
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

// stipple draws rough ground: stones with their shadows.
func stipple(c *picture, p polygon, col terrainColors) {
	type stone struct{ turn, r, g float64 }
	g := c.grain()
	p.scatter(c.Bounds(), 21*g, 7*g, func(x, y float64, bits uint32) {
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
func tufts(c *picture, p polygon, col terrainColors) {
	type tuft struct{ g float64 }
	g := c.grain()
	p.scatter(c.Bounds(), 22*g, 8*g, func(x, y float64, _ uint32) {
		c.stamp(tuft{g}, x, y, 8*g, func(c *picture, x, y float64) {
			for lean := -5.0; lean <= 5; lean += 5 {
				c.DrawLine(x+lean*0.3*g, y+5*g, x+lean*g, y-6*g)
			}
			c.Stroke(col.mark, 2*g)
		})
	})
}

// road draws a road's edges, and a broken line along its middle.
func road(c *picture, p polygon, col terrainColors) {
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
	turn := p.turn()
	away := func(a, b [2]float64) bool { return turn*((b[1]-a[1])+(a[0]-b[0])) > 0 } // the edge faces the south-east
	var hull polygon                                                                 // of the outline and of its displaced copy
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
	trace(c, hull)
	c.Fill(tinted(c.scheme.dark, shadeCover))
}

// turn returns 1 if the outline's corners go clockwise in the picture, otherwise -1.
func (p polygon) turn() float64 {
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

// block draws a building: its roof, and on it its height and, where there is room, a pip for each disc it holds.
func block(c *picture, b Block, bare bool) {
	shape := outlineOf(c, b.X, b.Y)
	roof(c, b, shape)
	if !bare {
		roofMarks(c, b, shape)
	}
}

// roof draws a roof, lighter for a higher one, with edges lit from the north-west.
func roof(c *picture, b Block, shape polygon) {
	col := c.scheme.roofOf(b.Rise)
	if b.Texture != "" {
		col = deck(c, b.Texture, shape)
		trace(c, shape)
	} else {
		trace(c, shape)
		c.FillKeep(col)
	}
	c.Stroke(c.scheme.dark, 5*c.fine)
	turn := shape.turn()
	x, y := shape.middle()
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
func plate(c *picture, b Block, shape polygon) (text label.Box, roomX, roomY float64) {
	cx, cy := shape.middle()
	c.Face(true, markSize(c))
	w := c.Width(b.Height)
	h := markSize(c) * 0.72
	if c.scale < closely { // only the height
		return label.BoxOf(cx-w/2, cy-h/2, cx+w/2, cy+h/2), cx, cy
	}
	wide, high := roomSize(c, b.Room)
	c.Face(true, markSize(c))
	if s := shape.span(); s.X1-s.X0 > (s.Y1-s.Y0)*1.15 {
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

func roofMarks(c *picture, b Block, shape polygon) {
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
		c.labels.Avoid(shape.span())
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
		x, y := shape.middle()
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
		around := shape.span()
		words(c, b.Height, x, y, max(around.X1-around.X0, around.Y1-around.Y0)/2, markSize(c), c.scheme.wall)
	}
}
