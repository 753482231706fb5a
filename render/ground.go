package render

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
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
func ground(s Scene, like *canvas) *layer {
	key := sha256.Sum256(fmt.Appendf(nil, "%g %g %d\n%v\n%s", s.W, s.H, like.img.Rect.Dy(), s.Zones, s.terrain()))
	layers.mu.Lock()
	l, ok := layers.byKey[key]
	if ok {
		touch(key)
	}
	layers.mu.Unlock()
	if ok {
		return l
	}
	l = drawGround(s, like)
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

func drawGround(s Scene, like *canvas) *layer {
	c := blank(like.img.Rect.Dy())
	c.scale, c.field = like.scale, like.field
	c.background(s)
	l := &layer{img: c.img, index: make([]uint8, len(c.img.Pix)/4)}
	index(l.index, c.img.Pix)
	return l
}

// background draws all that never moves.
func (c *canvas) background(s Scene) {
	c.SetColor(colPanel)
	c.Clear()
	f := c.field
	c.SetColor(colField)
	c.DrawRectangle(float64(f.Min.X), float64(f.Min.Y), float64(f.Dx()), float64(f.Dy()))
	c.Fill()
	for _, z := range s.Zones {
		c.zone(z)
	}
	c.grid(s.W, s.H)
	for _, a := range s.Areas {
		c.terrain(a.Texture, c.outlineOf(a.X, a.Y))
	}
	for _, a := range s.Areas {
		c.rim(a.Texture, c.outlineOf(a.X, a.Y))
	}
	c.squares(s.W, s.H)
	for _, b := range s.Blocks {
		c.block(b)
	}
	c.coordinates(s.W, s.H)
}

// grid draws a line every inch.
func (c *canvas) grid(w, h float64) {
	c.SetColor(colGrid)
	c.SetLineWidth(1)
	for i := 0.0; i <= math.Max(w, h); i++ {
		c.cross(i, w, h)
	}
}

// squares draws a line every 6", over the terrain as well.
func (c *canvas) squares(w, h float64) {
	c.SetLineWidth(1.5)
	c.SetColor(colGridBig)
	for i := 0.0; i <= math.Max(w, h); i += 6 {
		c.cross(i, w, h)
	}
}

// cross draws the lines at i inches from the west and from the south. Each is a stroke of its own: many in one path
// take far longer.
func (c *canvas) cross(i, w, h float64) {
	if i <= w {
		x, y0 := c.xy(i, 0)
		_, y1 := c.xy(i, h)
		c.DrawLine(x, y0, x, y1)
		c.Stroke()
	}
	if i <= h {
		x0, y := c.xy(0, i)
		x1, _ := c.xy(w, i)
		c.DrawLine(x0, y, x1, y)
		c.Stroke()
	}
}

// coordinates letters the 6" squares and numbers their lines on all edges.
func (c *canvas) coordinates(w, h float64) {
	const off = margin / 2
	mark := func(text string, col color.Color, at func(float64, float64) (float64, float64)) {
		c.SetColor(col)
		for _, edge := range []float64{0, 1} {
			x, y := at(edge, 2*edge-1)
			c.DrawStringAnchored(text, x, y, 0.5, 0.36)
		}
	}
	across := func(i float64) func(float64, float64) (float64, float64) {
		return func(edge, out float64) (float64, float64) {
			x, y := c.xy(i, h*edge)
			return x, y - off*out
		}
	}
	along := func(i float64) func(float64, float64) (float64, float64) {
		return func(edge, out float64) (float64, float64) {
			x, y := c.xy(w*edge, i)
			return x + off*out, y
		}
	}
	for i := 0.0; i < math.Max(w, h); i += 6 {
		c.face(false, words)
		if 0 < i && i < w {
			mark(fmt.Sprint(i), colFaint, across(i))
		}
		if 0 < i && i < h {
			mark(fmt.Sprint(i), colFaint, along(i))
		}
		c.face(true, words)
		if i < w {
			mark(string(rune('A'+int(i/6))), colText, across(i+3))
		}
		if i < h {
			mark(fmt.Sprint(int(i/6)+1), colText, along(i+3))
		}
	}
}
