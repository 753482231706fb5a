package render

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"downsync/render/canvas"
	"downsync/render/label"
	"downsync/render/lru"
)

// layers keeps the static layers of the boards drawn last.
var layers = lru.Cache[digest, *canvas.Layer]{Most: 16 << 20, Size: (*canvas.Layer).Bytes}

// ground returns the static layer of the scene: field, zones, terrain, grid and coordinates. It is drawn once for each board.
func ground(s Scene, high int) *canvas.Layer {
	key := groundOf(s)
	if l, ok := layers.Get(key); ok {
		return l
	}
	return layers.Put(key, drawGround(s, high))
}

// groundOf returns a hash of everything that the scene's static layer depends on.
func groundOf(s Scene) digest {
	return digestOf(boardHigh(s), s.Flat, s.Theme, s.W, s.H, s.Window, s.Grid, s.Squares, s.sides() > 2, s.Zones, s.Landmarks, s.Areas, s.Decor, s.Blocks)
}

// kinOf identifies scenes with the same static layer and the same players, such as all scenes of a match that show the same part.
func kinOf(s Scene, ground digest) digest {
	var names []string
	for _, t := range s.Tallies {
		names = append(names, t.Name)
	}
	return digestOf(ground, names)
}

func drawGround(s Scene, high int) *canvas.Layer {
	c := take(float64(high), 1, s.Theme, s.sides())
	defer release(c)
	c.Paint(c.scheme.panel)
	place(c, s, s.board(float64(high)))
	background(c, s, false)
	return c.Layer()
}

// background draws everything that never moves. A bare background has no words.
func background(c *picture, s Scene, bare bool) {
	f := c.field
	c.Block(f, c.scheme.field)
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
	drawAll(c, s.Landmarks, landmark)
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
	case s.Flat:
		if s.inside() {
			coordinates(c, s)
		}
		surround(c, f, width, width)
	case s.inside():
		coordinates(c, s)
		surround(c, f, f.Y0, edge)
		c.DrawRectangle(f.X0+1, f.Y0+1, f.X1-f.X0-2, f.Y1-f.Y0-2)
		c.Stroke(c.scheme.square, 2)
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
func squares(c *picture, s Scene, in label.Box, tint func(color.RGBA) color.RGBA) {
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
			c.Block(label.BoxOf(x0, y1, x1, y0), tint(ground))
		}
	}
}

// dots marks every unit within the squares.
func dots(c *picture, edge float64) {
	for i := math.Ceil(c.window.X0); i <= c.window.X1; i++ {
		for j := math.Ceil(c.window.Y0); j <= c.window.Y1; j++ {
			if math.Mod(i, edge) != 0 && math.Mod(j, edge) != 0 {
				x, y := xy(c, i, j)
				c.Block(label.BoxOf(x, y, x+2, y+2), c.scheme.square)
			}
		}
	}
}

// surround paints the frame over everything that extends beyond the board. The frame has one width above and another elsewhere.
func surround(c *picture, f label.Box, above, out float64) {
	for _, b := range []label.Box{label.BoxOf(f.X0-out, f.Y0-above, f.X1+out, f.Y0), label.BoxOf(f.X0-out, f.Y1+1, f.X1+out, f.Y1+out),
		label.BoxOf(f.X0-out, f.Y0-1, f.X0-1, f.Y1+1), label.BoxOf(f.X1+1, f.Y0-1, f.X1+out, f.Y1+1)} {
		c.Block(b, c.scheme.panel)
	}
}

// lines draws lines at multiples of a length, each as its own stroke: many in one path take far longer.
func lines(c *picture, every, wide float64, ink color.RGBA, rows bool) {
	for i := math.Ceil(c.window.X0/every) * every; i <= c.window.X1; i += every {
		x, _ := xy(c, i, 0)
		x = c.Crisp(x)
		c.DrawLine(x, c.field.Y0, x, c.field.Y1)
		c.Stroke(ink, wide)
	}
	for i := math.Ceil(c.window.Y0/every) * every; rows && i <= c.window.Y1; i += every {
		_, y := xy(c, 0, i)
		y = c.Crisp(y)
		c.DrawLine(c.field.X0, y, c.field.X1, y)
		c.Stroke(ink, wide)
	}
}

// coordinates numbers the grid: squares on the ground itself, cells and columns on the edges.
func coordinates(c *picture, s Scene) {
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
func named(c *picture, s Squares, at func(name string, x, y float64)) {
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
func inked(c *picture, s string, x, y float64) {
	c.Letters(true, labelSize, c.scheme.casing)
	for i := range 8 {
		dy, dx := math.Sincos(float64(i) * math.Pi / 4)
		c.Text(s, x+4*dx, y+4*dy, 0.5)
	}
	c.SetColor(mix(c.scheme.field, c.scheme.faint, 0.8))
	c.Text(s, x, y, 0.5)
}

// along writes the names of cells along the west and east edges if up, otherwise along the north and south. They are farther apart
// if the numbers need it, and not in the corners.
func along(c *picture, up bool, name func(i int) string) {
	const off = margin / 2
	lo, hi := c.window.X0, c.window.X1
	if up {
		lo, hi = c.window.Y0, c.window.Y1
	}
	c.Letters(true, textSize, c.scheme.text)
	every := max(1, int(math.Ceil((c.Width(fmt.Sprint(int(hi)))+5)/c.scale)))
	for i := int(math.Floor(lo)); float64(i) < hi; i++ {
		at := float64(i) + 0.5
		if at <= lo+20/c.scale || at >= hi-20/c.scale || i%every != 0 {
			continue
		}
		x, y := xy(c, at, at)
		if up {
			c.Text(name(i), c.field.X0-off, y, 0.5)
			c.Text(name(i), c.field.X1+off, y, 0.5)
		} else {
			c.Text(name(i), x, c.field.Y0-off, 0.5)
			c.Text(name(i), x, c.field.Y1+off, 0.5)
		}
	}
}
