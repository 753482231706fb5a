package render

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
)

// layer is the static part of a picture, drawn once and kept as palette entries.
type layer struct {
	size   image.Point
	index  []uint8
	colors *[256]uint32 // of the entries, as they lie in a picture
}

// layers keeps the static layers of the boards drawn last.
var layers = cache[[sha256.Size]byte, *layer]{most: 16 << 20, size: func(l *layer) int { return len(l.index) }}

// ground returns the static layer of the scene: field, zones, terrain, grid and coordinates. It is drawn once a board.
func ground(s Scene, high int) *layer {
	key := sha256.Sum256([]byte(fmt.Sprint(high, s.ground())))
	if l, ok := layers.get(key); ok {
		return l
	}
	return layers.put(key, drawGround(s, high))
}

// ground is all that the scene's static layer depends on, but for its height.
func (s Scene) ground() string {
	return fmt.Sprint(s.Theme, s.W, s.H, s.Window, s.Grid, s.Squares, s.sides() > 2, s.Zones, s.terrain())
}

func drawGround(s Scene, high int) *layer {
	c := take(float64(high), 1, s.Theme, s.sides(), nil)
	defer release(c)
	c.paint(c.scheme.panel)
	place(c, s, box{margin, header + margin, width - margin, float64(high) - margin})
	background(c, s, false)
	return layerOf(c)
}

// layerOf makes a layer of what is on the canvas.
func layerOf(c *canvas) *layer {
	return &layer{c.img.Rect.Max, slices.Clone(c.indexed()), &c.scheme.colors}
}

// restore begins a picture on a layer, or with nil on whatever is there.
func (c *canvas) restore(l *layer) {
	if c.under != l {
		c.over(c.img.Rect, func(i int) { c.touched[i] = true })
	}
	c.under, c.listing, c.ops = l, l != nil, c.ops[:0]
}

// clear shows the layer again in a part of the picture, below the layer its last row. Without pixels it does so in palette entries
// alone.
func (c *canvas) clear(r image.Rectangle, pixels bool) {
	l, wide := c.under, c.under.size.X
	r = r.Intersect(c.img.Rect)
	c.forget(r)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := min(y, l.size.Y-1) * wide
		from := l.index[row+r.Min.X : row+r.Max.X]
		copy(c.index[y*wide+r.Min.X:], from)
		if !pixels {
			continue
		}
		colored(c.img.Pix[c.img.PixOffset(r.Min.X, y):], from, l.colors)
	}
}

// indexed shows all that was drawn, and returns the picture as palette entries, valid until something else is.
func (c *canvas) indexed() []uint8 {
	c.show(c.clear)
	table, wide := c.scheme.nearest(), c.img.Rect.Dx()
	c.tiles(func(r image.Rectangle) {
		c.forget(r)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			entries(c.index[y*wide+r.Min.X:y*wide+r.Max.X], c.img.Pix[y*c.img.Stride+4*r.Min.X:], &c.scheme.colors, table)
		}
	})
	clear(c.touched)
	return c.index
}

// forget notes that bands changed.
func (c *canvas) forget(r image.Rectangle) {
	for y := r.Min.Y / bandHigh; y <= (r.Max.Y-1)/bandHigh; y++ {
		delete(c.bands, y)
	}
}

// colored writes palette entries as colours, two at once.
func colored(to []uint8, from []uint8, colors *[256]uint32) {
	for ; len(from) > 1; from, to = from[2:], to[8:] {
		binary.LittleEndian.PutUint64(to, uint64(colors[from[0]])|uint64(colors[from[1]])<<32)
	}
	if len(from) > 0 {
		binary.LittleEndian.PutUint32(to, colors[from[0]])
	}
}

// entries writes colours as palette entries, two at once. Most stand there already.
func entries(to []uint8, from []uint8, colors *[256]uint32, table *[1 << 15]uint8) {
	for ; len(to) > 1; from, to = from[8:], to[2:] {
		v := binary.LittleEndian.Uint64(from)
		if one, two := uint32(v), uint32(v>>32); one != colors[to[0]] || two != colors[to[1]] {
			to[0], to[1] = table[bits15(one)], table[bits15(two)]
		}
	}
	if len(to) > 0 {
		to[0] = table[bits15(binary.LittleEndian.Uint32(from))]
	}
}

// background draws everything that never moves. A bare one has no words.
func background(c *canvas, s Scene, bare bool) {
	f := c.field
	c.block(c.rounded(f), c.scheme.field)
	drawAll(c, s.Zones, zone)
	if !bare && s.Grid == Lettered {
		lines(c, 1, 1, c.scheme.grid, true)
	}
	for _, a := range s.Areas {
		terrain(c, a.Texture, outlineOf(c, a.X, a.Y))
	}
	for _, a := range s.Areas {
		rim(c, a.Texture, outlineOf(c, a.X, a.Y))
	}
	switch edge := s.Squares.Edge; {
	case s.Grid != Lettered:
		lines(c, 1, 1.5, c.scheme.square, s.Grid == Lattice)
	case edge > 0:
		lines(c, edge, 1.5, c.scheme.square, true)
	}
	for _, b := range s.Blocks {
		block(c, b, bare)
	}
	if bare {
		surround(c, f, paneGap/2, paneGap/2)
		return
	}
	surround(c, f, header+margin, margin)
	coordinates(c, s)
}

// surround paints the frame over everything that reaches out of the board. The frame has one width above and one elsewhere.
func surround(c *canvas, f box, above, out float64) {
	for _, b := range []box{{f.x0 - out, f.y0 - above, f.x1 + out, f.y0 - 1}, {f.x0 - out, f.y1 + 1, f.x1 + out, f.y1 + out},
		{f.x0 - out, f.y0 - 1, f.x0 - 1, f.y1 + 1}, {f.x1 + 1, f.y0 - 1, f.x1 + out, f.y1 + 1}} {
		c.block(c.rounded(b), c.scheme.panel)
	}
}

// lines draws lines at multiples of a length, each as its own stroke: many in one path take far longer.
func lines(c *canvas, every, wide float64, ink color.RGBA, rows bool) {
	c.SetColor(ink)
	c.SetLineWidth(wide)
	for i := math.Ceil(c.window.x0/every) * every; i <= c.window.x1; i += every {
		x, _ := xy(c, i, 0)
		x = crisp(c, x)
		c.DrawLine(x, c.field.y0, x, c.field.y1)
		c.Stroke()
	}
	for i := math.Ceil(c.window.y0/every) * every; rows && i <= c.window.y1; i += every {
		_, y := xy(c, 0, i)
		y = crisp(c, y)
		c.DrawLine(c.field.x0, y, c.field.x1, y)
		c.Stroke()
	}
}

// crisp returns the middle of the pixel there. A thin line between two pixels would be too faint for the palette.
func crisp(c *canvas, at float64) float64 { return (math.Floor(at*c.unit) + 0.5) / c.unit }

// Limits of the numbers between letters: up to so many squares across there are three to a square, and on squares so few
// units wide there is one to two squares.
const (
	zoomed  = 16.0 / 6
	crowded = 18 * 6
)

// coordinates numbers the grid on all edges.
func coordinates(c *canvas, s Scene) {
	switch edge := s.Squares.Edge; {
	case s.Grid == Lattice:
		along(c, false, 1, 0.5, true, func(i int) (string, bool) { return fmt.Sprint(i + 1), true })
		along(c, true, 1, 0.5, true, func(i int) (string, bool) { return fmt.Sprint(i + 1), true })
	case s.Grid == Track:
		along(c, false, 1, 0.5, true, func(i int) (string, bool) { return fmt.Sprint(i), true })
	case edge > 0:
		step := edge
		switch w := c.window; {
		case w.x1-w.x0 <= zoomed*edge && math.Mod(edge, 3) == 0: // the thirds are whole
			step = edge / 3
		case c.scale*edge < crowded:
			step = edge * 2
		}
		number := func(i int) (string, bool) { return fmt.Sprint(float64(i) * step), false }
		along(c, false, step, 0, false, number)
		along(c, true, step, 0, false, number)
		along(c, false, edge, 0.5, false, func(i int) (string, bool) { return string(s.Squares.First + rune(i)), true })
		along(c, true, edge, 0.5, false, func(i int) (string, bool) { return fmt.Sprint(i + 1), true })
	}
}

// along writes coordinates along the west and east edges if up, else along the north and south. They stand every step, at that
// share of a step, or further apart if sparse and the numbers need it, and not in the corners. text returns the coordinate of a
// step, and whether it is a square's or cell's own.
func along(c *canvas, up bool, step, share float64, sparse bool, text func(i int) (string, bool)) {
	const off = margin / 2
	lo, hi := c.window.x0, c.window.x1
	if up {
		lo, hi = c.window.y0, c.window.y1
	}
	every := 1
	if sparse {
		face(c, true, textSize)
		every = max(1, int(math.Ceil((c.width(fmt.Sprint(int(hi)))+5)/(step*c.scale))))
	}
	for i := int(math.Floor(lo / step)); float64(i)*step < hi; i++ {
		at := (float64(i) + share) * step
		if at <= lo+20/c.scale || at >= hi-20/c.scale || i%every != 0 {
			continue
		}
		mark, own := text(i)
		x, y := xy(c, at, at)
		if up {
			c.mark(mark, own, c.field.x0-off, y, c.field.x1+off, y)
		} else {
			c.mark(mark, own, x, c.field.y0-off, x, c.field.y1+off)
		}
	}
}

// mark writes a coordinate on two edges. A square's or cell's own is bold.
func (c *canvas) mark(text string, own bool, x0, y0, x1, y1 float64) {
	c.letters(own, textSize, c.scheme.faint)
	if own {
		c.SetColor(c.scheme.text)
	}
	c.text(text, x0, y0, 0.5)
	c.text(text, x1, y1, 0.5)
}
