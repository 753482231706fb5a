package render

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"image"
	"image/color"
	"math"
	"slices"

	"downsync/render/lru"
)

// layer is the static part of a picture, drawn once and kept as palette entries.
type layer struct {
	size   image.Point
	index  []uint8
	colors *[256]uint32 // colours of the entries, in the format of a picture
	sum    uint64       // a hash of the entries
}

// layers keeps the static layers of the boards drawn last.
var layers = lru.Cache[digest, *layer]{Most: 16 << 20, Size: func(l *layer) int { return len(l.index) }}

// ground returns the static layer of the scene: field, zones, terrain, grid and coordinates. It is drawn once for each board.
func ground(s Scene, high int) *layer {
	key := groundOf(s)
	if l, ok := layers.Get(key); ok {
		return l
	}
	return layers.Put(key, drawGround(s, high))
}

// groundOf returns a hash of everything that the scene's static layer depends on.
func groundOf(s Scene) digest {
	return digestOf(boardHigh(s), s.Theme, s.W, s.H, s.Window, s.Grid, s.Squares, s.sides() > 2, s.Zones, s.Areas, s.Decor, s.Blocks)
}

// kinOf identifies scenes with the same static layer and the same players, such as all scenes of a match that show the same part.
func kinOf(s Scene, ground digest) digest {
	var names []string
	for _, t := range s.Tallies {
		names = append(names, t.Name)
	}
	return digestOf(ground, names)
}

func drawGround(s Scene, high int) *layer {
	c := take(float64(high), 1, s.Theme, s.sides())
	defer release(c)
	c.paint(c.scheme.panel)
	place(c, s, s.board(float64(high)))
	background(c, s, false)
	return layerOf(c)
}

// layerOf makes a layer of what was drawn on the canvas without being listed.
func layerOf(c *canvas) *layer {
	index := slices.Clone(c.indexed(nil))
	return &layer{c.img.Rect.Max, index, &c.scheme.colors, maphash.Bytes(seed, index)}
}

// row returns a row of the layer. Below the layer its last row repeats.
func (l *layer) row(y int) []uint8 {
	at := min(y, l.size.Y-1) * l.size.X
	return l.index[at : at+l.size.X]
}

// colored writes palette entries as colours, two at a time.
func colored(to []uint8, from []uint8, colors *[256]uint32) {
	for ; len(from) > 1; from, to = from[2:], to[8:] {
		binary.LittleEndian.PutUint64(to, uint64(colors[from[0]])|uint64(colors[from[1]])<<32)
	}
	if len(from) > 0 {
		binary.LittleEndian.PutUint32(to, colors[from[0]])
	}
}

// entries writes colours as palette entries, four at a time, or eight if they repeat those before them.
func entries(to []uint8, from []uint8, table *[1 << 15]uint8) {
	const fourfold = 1<<48 | 1<<32 | 1<<16 | 1 // of a pair of entries
	var last uint64
	pair := uint16(table[0]) | uint16(table[0])<<8
	for len(to) > 3 && len(from) > 15 {
		v, w := binary.LittleEndian.Uint64(from), binary.LittleEndian.Uint64(from[8:])
		if v == last && w == last && len(to) > 7 && len(from) > 31 && binary.LittleEndian.Uint64(from[16:]) == v &&
			binary.LittleEndian.Uint64(from[24:]) == v {
			binary.LittleEndian.PutUint64(to, uint64(pair)*fourfold)
			from, to = from[32:], to[8:]
			continue
		}
		first := pair
		if v != last {
			first = uint16(table[bits15(uint32(v))]) | uint16(table[bits15(uint32(v>>32))])<<8
		}
		if last, pair = w, first; w != v {
			pair = uint16(table[bits15(uint32(w))]) | uint16(table[bits15(uint32(w>>32))])<<8
		}
		binary.LittleEndian.PutUint32(to, uint32(first)|uint32(pair)<<16)
		from, to = from[16:], to[4:]
	}
	for ; len(to) > 0; from, to = from[4:], to[1:] {
		to[0] = table[bits15(binary.LittleEndian.Uint32(from))]
	}
}

// background draws everything that never moves. A bare background has no words.
func background(c *canvas, s Scene, bare bool) {
	f := c.field
	c.block(c.rounded(f), c.scheme.field)
	lettered := s.Grid == Lettered && s.Squares.Edge > 0
	if lettered {
		squares(c, s, c.window, func(ground color.RGBA) color.RGBA { return ground })
	}
	for _, z := range s.Zones {
		zone(c, s, z)
	}
	if lettered && !bare && c.scale >= closely {
		dots(c, s.Squares.Edge)
	}
	for _, a := range slices.Concat(s.Decor, s.Areas) {
		terrain(c, a.Texture, outlineOf(c, a.X, a.Y))
	}
	for _, a := range s.Areas {
		rim(c, a.Texture, outlineOf(c, a.X, a.Y))
	}
	switch {
	case s.Grid != Lettered:
		lines(c, 1, 1.5, c.scheme.square, s.Grid == Lattice)
	case lettered:
		lines(c, s.Squares.Edge, 1.5, c.scheme.square, true)
	}
	drawAll(c, s.Blocks, shadow)
	for _, b := range s.Blocks {
		block(c, b, bare)
	}
	switch {
	case bare:
		surround(c, f, paneGap/2, paneGap/2)
		return
	case s.inside():
		coordinates(c, s)
		surround(c, f, f.Y0, edge)
		c.DrawRectangle(f.X0+1, f.Y0+1, f.X1-f.X0-2, f.Y1-f.Y0-2)
		c.stroke(c.scheme.square, 2)
	default:
		surround(c, f, f.Y0, margin)
		coordinates(c, s)
	}
}

// inside reports whether the coordinates are on the ground and not on the frame.
func (s Scene) inside() bool { return s.Grid == Lettered }

// closely is the scale, in units for each unit of the field, from which there is room for small marks.
const closely = 34

// squares fills the part of the ground within a box of the field, alternating between two tones, each changed by tint.
func squares(c *canvas, s Scene, in box, tint func(color.RGBA) color.RGBA) {
	edge := s.Squares.Edge
	if edge == 0 || s.Grid != Lettered {
		edge = 2 * maxField
	}
	for i := math.Floor(in.X0 / edge); i*edge < in.X1; i++ {
		for j := math.Floor(in.Y0 / edge); j*edge < in.Y1; j++ {
			ground := c.scheme.field
			if math.Mod(i+j, 2) == 0 && edge <= maxField {
				ground = c.scheme.second
			}
			x0, y0 := xy(c, math.Max(in.X0, i*edge), math.Max(in.Y0, j*edge))
			x1, y1 := xy(c, math.Min(in.X1, (i+1)*edge), math.Min(in.Y1, (j+1)*edge))
			c.block(c.rounded(boxOf(x0, y1, x1, y0)), tint(ground))
		}
	}
}

// dots marks every unit within the squares.
func dots(c *canvas, edge float64) {
	for i := math.Ceil(c.window.X0); i <= c.window.X1; i++ {
		for j := math.Ceil(c.window.Y0); j <= c.window.Y1; j++ {
			if math.Mod(i, edge) != 0 && math.Mod(j, edge) != 0 {
				x, y := xy(c, i, j)
				c.block(c.rounded(boxOf(x, y, x+2, y+2)), c.scheme.square)
			}
		}
	}
}

// surround paints the frame over everything that extends beyond the board. The frame has one width above and another elsewhere.
func surround(c *canvas, f box, above, out float64) {
	for _, b := range []box{boxOf(f.X0-out, f.Y0-above, f.X1+out, f.Y0), boxOf(f.X0-out, f.Y1+1, f.X1+out, f.Y1+out),
		boxOf(f.X0-out, f.Y0-1, f.X0-1, f.Y1+1), boxOf(f.X1+1, f.Y0-1, f.X1+out, f.Y1+1)} {
		c.block(c.rounded(b), c.scheme.panel)
	}
}

// lines draws lines at multiples of a length, each as its own stroke: many in one path take far longer.
func lines(c *canvas, every, wide float64, ink color.RGBA, rows bool) {
	c.SetColor(ink)
	c.SetLineWidth(wide)
	for i := math.Ceil(c.window.X0/every) * every; i <= c.window.X1; i += every {
		x, _ := xy(c, i, 0)
		x = crisp(c, x)
		c.DrawLine(x, c.field.Y0, x, c.field.Y1)
		c.Stroke()
	}
	for i := math.Ceil(c.window.Y0/every) * every; rows && i <= c.window.Y1; i += every {
		_, y := xy(c, 0, i)
		y = crisp(c, y)
		c.DrawLine(c.field.X0, y, c.field.X1, y)
		c.Stroke()
	}
}

// crisp returns the middle of the pixel there. A thin line between two pixels would be too faint for the palette.
func crisp(c *canvas, at float64) float64 { return (math.Floor(at*c.unit) + 0.5) / c.unit }

// coordinates numbers the grid: squares on the ground itself, cells and columns on the edges.
func coordinates(c *canvas, s Scene) {
	number := func(i int) string { return fmt.Sprint(i + 1) }
	switch {
	case s.Grid == Lattice:
		along(c, false, number)
		along(c, true, number)
	case s.Grid == Track:
		along(c, false, func(i int) string { return fmt.Sprint(i) })
	case s.Squares.Edge > 0:
		named(c, s.Squares, func(name string, x, y float64) { inked(c, name, x, y) })
	}
}

// named calls at for the name of each square that is shown, with its place: a letter in the middle of the visible part of its
// column, along the lower edge, and a number in the middle of the visible part of its row, along the left one.
func named(c *canvas, s Squares, at func(name string, x, y float64)) {
	const least = 1.6 * labelSize // least visible size of a square that is named
	w := c.window
	for i := math.Floor(w.X0 / s.Edge); i*s.Edge < w.X1; i++ {
		x0, _ := xy(c, math.Max(w.X0, i*s.Edge), 0)
		if x1, _ := xy(c, math.Min(w.X1, (i+1)*s.Edge), 0); x1-x0 >= least {
			at(string(s.First+rune(i)), math.Max((x0+x1)/2, c.field.X0+1.4*labelSize), c.field.Y1-labelSize/2-4) // beside the number in the corner
		}
	}
	for i := math.Floor(w.Y0 / s.Edge); i*s.Edge < w.Y1; i++ {
		_, y0 := xy(c, 0, math.Min(w.Y1, (i+1)*s.Edge))
		if _, y1 := xy(c, 0, math.Max(w.Y0, i*s.Edge)); y1-y0 >= least {
			at(fmt.Sprint(i+1), c.field.X0+0.5*labelSize, (y0+y1)/2)
		}
	}
}

// inked writes a coordinate with an outline, so that it is legible on any ground.
func inked(c *canvas, s string, x, y float64) {
	c.letters(true, labelSize, c.scheme.casing)
	for i := range 8 {
		dy, dx := math.Sincos(float64(i) * math.Pi / 4)
		c.text(s, x+4*dx, y+4*dy, 0.5)
	}
	c.SetColor(mix(c.scheme.field, c.scheme.faint, 0.8))
	c.text(s, x, y, 0.5)
}

// along writes the names of cells along the west and east edges if up, otherwise along the north and south. They are farther apart
// if the numbers need it, and not in the corners.
func along(c *canvas, up bool, name func(i int) string) {
	const off = margin / 2
	lo, hi := c.window.X0, c.window.X1
	if up {
		lo, hi = c.window.Y0, c.window.Y1
	}
	c.letters(true, textSize, c.scheme.text)
	every := max(1, int(math.Ceil((c.width(fmt.Sprint(int(hi)))+5)/c.scale)))
	for i := int(math.Floor(lo)); float64(i) < hi; i++ {
		at := float64(i) + 0.5
		if at <= lo+20/c.scale || at >= hi-20/c.scale || i%every != 0 {
			continue
		}
		x, y := xy(c, at, at)
		if up {
			c.text(name(i), c.field.X0-off, y, 0.5)
			c.text(name(i), c.field.X1+off, y, 0.5)
		} else {
			c.text(name(i), x, c.field.Y0-off, 0.5)
			c.text(name(i), x, c.field.Y1+off, 0.5)
		}
	}
}
