package render

import (
	"crypto/sha256"
	"fmt"
	"image"
	"math"
	"sync"
)

// layer is the static part of a picture, drawn and indexed once.
type layer struct {
	img   *image.RGBA
	index []uint8
}

// maxLayers bounds the static layers kept, 8 MB each.
const maxLayers = 8

// layers remembers the static layers of the boards drawn last.
var layers = struct {
	mu    sync.Mutex
	byKey map[[sha256.Size]byte]*layer
	order [][sha256.Size]byte // the one used longest ago first
}{byKey: map[[sha256.Size]byte]*layer{}}

// ground is the static layer of the scene: field, zones, terrain, grid, coordinates. Drawn once a board.
func ground(s Scene, high int) *layer {
	key := sha256.Sum256(fmt.Appendf(nil, "%s %g %g %v %d\n%v\n%s", s.Theme, s.W, s.H, s.Window, high, s.Zones, s.terrain()))
	layers.mu.Lock()
	l, ok := layers.byKey[key]
	if ok {
		touch(key)
	}
	layers.mu.Unlock()
	if ok {
		return l
	}
	l = drawGround(s, high)
	layers.mu.Lock()
	defer layers.mu.Unlock()
	if other, ok := layers.byKey[key]; ok {
		return other
	}
	layers.byKey[key] = l
	layers.order = append(layers.order, key)
	if len(layers.order) > maxLayers {
		delete(layers.byKey, layers.order[0])
		layers.order = layers.order[1:]
	}
	return l
}

// touch makes the layer the one used last.
func touch(key [sha256.Size]byte) {
	for i, k := range layers.order {
		if k == key {
			copy(layers.order[i:], layers.order[i+1:])
			layers.order[len(layers.order)-1] = key
			return
		}
	}
}

func drawGround(s Scene, high int) *layer {
	c := blank(image.Pt(width, high), 1)
	c.look = looks[s.Theme]
	c.SetColor(c.look.panel)
	c.Clear()
	c.place(s, box{margin, header + margin, width - margin, float64(high) - margin})
	c.background(s, false)
	return c.fixed()
}

// fixed keeps what has been drawn as a layer. The canvas is not to be drawn on any more.
func (c *canvas) fixed() *layer {
	l := &layer{img: c.img, index: make([]uint8, len(c.img.Pix)/4)}
	index(l.index, c.img.Pix, c.look.nearest())
	return l
}

// background draws all that never moves. A bare one has no words.
func (c *canvas) background(s Scene, bare bool) {
	f := c.field
	c.SetColor(c.look.field)
	c.DrawRectangle(f.x0, f.y0, f.x1-f.x0, f.y1-f.y0)
	c.Fill()
	for _, z := range s.Zones {
		c.zone(z)
	}
	if !bare {
		c.lines(1)
	}
	for _, a := range s.Areas {
		c.terrain(a.Texture, c.outlineOf(a.X, a.Y))
	}
	for _, a := range s.Areas {
		c.rim(a.Texture, c.outlineOf(a.X, a.Y))
	}
	c.lines(6)
	for _, b := range s.Blocks {
		c.block(b, bare)
	}
	if bare {
		c.surround(f, paneGap/2, paneGap/2)
		return
	}
	c.surround(f, header+margin, margin)
	c.coordinates()
}

// surround paints the frame, so high above and so wide elsewhere, over what reaches out of the board.
func (c *canvas) surround(f box, above, out float64) {
	c.SetColor(c.look.panel)
	for _, b := range []box{{f.x0 - out, f.y0 - above, f.x1 + out, f.y0 - 1}, {f.x0 - out, f.y1 + 1, f.x1 + out, f.y1 + out},
		{f.x0 - out, f.y0 - 1, f.x0 - 1, f.y1 + 1}, {f.x1 + 1, f.y0 - 1, f.x1 + out, f.y1 + 1}} {
		c.DrawRectangle(b.x0, b.y0, b.x1-b.x0, b.y1-b.y0)
		c.Fill()
	}
}

// lines draws the grid's lines every so many inches: those of 6" over the terrain as well. Each is a stroke of its own:
// many in one path take far longer.
func (c *canvas) lines(every float64) {
	c.SetColor(c.look.grid)
	c.SetLineWidth(1)
	if every > 1 {
		c.SetColor(c.look.square)
		c.SetLineWidth(1.5)
	}
	for i := math.Ceil(c.window.x0/every) * every; i <= c.window.x1; i += every {
		x, _ := c.xy(i, 0)
		x = c.crisp(x)
		c.DrawLine(x, c.field.y0, x, c.field.y1)
		c.Stroke()
	}
	for i := math.Ceil(c.window.y0/every) * every; i <= c.window.y1; i += every {
		_, y := c.xy(0, i)
		y = c.crisp(y)
		c.DrawLine(c.field.x0, y, c.field.x1, y)
		c.Stroke()
	}
}

// crisp is the middle of the pixel there: a thin line between two pixels would be too faint for the palette.
func (c *canvas) crisp(at float64) float64 { return (math.Floor(at*c.unit) + 0.5) / c.unit }

// zoomed is how much of a board, in inches, still has room for numbers between the letters.
const zoomed = 16

// crowded is how few units an inch has where only every second line still has room for its number.
const crowded = 18

// coordinates letters the 6" squares and numbers their lines on all edges.
func (c *canvas) coordinates() {
	const off = margin / 2
	w := c.window
	step := 6.0
	switch {
	case w.x1-w.x0 <= zoomed:
		step = 2
	case c.scale < crowded:
		step = 12
	}
	// inside tells whether a mark so far from the corner keeps off what the other edge has there.
	inside := func(i, lo, hi float64) bool { return i > lo+20/c.scale && i < hi-20/c.scale }
	for i := math.Ceil(w.x0/step) * step; i < w.x1; i += step {
		if inside(i, w.x0, w.x1) {
			x, _ := c.xy(i, 0)
			c.mark(fmt.Sprint(i), false, x, c.field.y0-off, x, c.field.y1+off)
		}
	}
	for i := math.Ceil(w.y0/step) * step; i < w.y1; i += step {
		if inside(i, w.y0, w.y1) {
			_, y := c.xy(0, i)
			c.mark(fmt.Sprint(i), false, c.field.x0-off, y, c.field.x1+off, y)
		}
	}
	for i := math.Floor(w.x0 / 6); i*6 < w.x1; i++ {
		if inside(i*6+3, w.x0, w.x1) {
			x, _ := c.xy(i*6+3, 0)
			c.mark(string(rune(FirstColumn+int(i))), true, x, c.field.y0-off, x, c.field.y1+off)
		}
	}
	for i := math.Floor(w.y0 / 6); i*6 < w.y1; i++ {
		if inside(i*6+3, w.y0, w.y1) {
			_, y := c.xy(0, i*6+3)
			c.mark(fmt.Sprint(i+1), true, c.field.x0-off, y, c.field.x1+off, y)
		}
	}
}

// FirstColumn is the letter of the westernmost column of the grid's 6" squares. A and B are sides, and B4 is a piece.
const FirstColumn = 'C'

// mark writes a coordinate on two edges: the square's own are bold.
func (c *canvas) mark(text string, own bool, x0, y0, x1, y1 float64) {
	c.face(own, words)
	c.SetColor(c.look.faint)
	if own {
		c.SetColor(c.look.text)
	}
	c.words(text, x0, y0, 0.5)
	c.words(text, x1, y1, 0.5)
}
