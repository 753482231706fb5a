package render

import (
	"image"
	"image/color"
	"math"
	"sync"

	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/math/fixed"

	"downsync/render/label"
)

// The Go fonts (Bigelow & Holmes, BSD licence), parsed once.
var regular, bold = mustFont(goregular.TTF), mustFont(gobold.TTF)

func mustFont(ttf []byte) *truetype.Font {
	f, err := truetype.Parse(ttf)
	if err != nil {
		panic("render: embedded font: " + err.Error())
	}
	return f
}

// canvas is a drawing context for one goroutine at a time. Its units are the pixels of the 1200 px picture, scaled by unit.
type canvas struct {
	brush
	scheme *scheme
	used   faceKey
	words  map[wordKey]lettering
	pen    font.Drawer                  // the face in use
	print  func(s string, x, y float64) // writes from the left end of the base line; nil: use the font's own glyphs

	small *canvas // for sprites; nil until one is drawn
	index []uint8 // the picture as palette entries, if requested
	under *layer  // the layer below everything that is listed

	scale   float64           // units for each unit of the field
	fine    float64           // scale of marks that have no size on the field: 1, smaller on crowded boards
	field   box               // the place of the board
	window  box               // the part of the field that is shown, in the field's unit
	labels  label.Board       // everything placed on the board so far
	named   []bool            // discs whose note is written
	reached []image.Rectangle // by tile: what overlaps the frame, while that is drawn again
}

type wordKey struct {
	faceKey
	word string
}

// lettering holds the drawable part of a text and its width.
type lettering struct {
	shown string // without what the fonts have no letters for
	wide  float64
}

// maxWidths limits how many widths a canvas remembers.
const maxWidths = 2000

// box is a rectangle of a picture, in units.
type box = label.Box

func boxOf(x0, y0, x1, y1 float64) box { return box{X0: x0, Y0: y0, X1: x1, Y1: y1} }

// idle holds unused canvases, as many as are used at once: each takes 8 MB.
var idle struct {
	sync.Mutex
	list []*canvas
}

// take returns a canvas of that height, in units, with the colours for that many sides. Its content is arbitrary.
func take(high, unit float64, theme Theme, sides Side) *canvas {
	c := blank(image.Pt(int(math.Round(width*unit)), int(math.Round(high*unit))), unit, unused())
	c.scheme = schemeOf(theme, sides)
	return c
}

// unused takes an idle canvas; nil if there is none.
func unused() *canvas {
	idle.Lock()
	defer idle.Unlock()
	last := len(idle.list) - 1
	if last < 0 {
		return nil
	}
	c := idle.list[last]
	idle.list = idle.list[:last]
	return c
}

// blank makes a canvas of that size, from an old one if c is not nil. Its content is arbitrary, and nothing is listed on it.
func blank(size image.Point, unit float64, c *canvas) *canvas {
	if c == nil {
		img := &image.RGBA{Rect: image.Rectangle{Max: size}}
		c = &canvas{brush: newBrush(img, unit), pen: font.Drawer{Dst: img}, words: map[wordKey]lettering{}}
	} else if c.img.Rect.Max != size || c.unit != unit {
		if c.unit != unit { // they depend on the unit
			clear(c.words)
		}
		c.resize(size, unit)
	}
	c.index, c.listing = sized(c.index, size.X*size.Y), false
	return c
}

func release(c *canvas) {
	idle.Lock()
	defer idle.Unlock()
	if len(idle.list) < maxDrawn() {
		idle.list = append(idle.list, c)
	}
}

// stroke draws the path as lines of that colour and width, with the given dashes and gaps, if any.
func (c *canvas) stroke(col color.Color, wide float64, dashes ...float64) {
	c.SetColor(col)
	c.SetLineWidth(wide)
	c.SetDash(dashes...)
	c.Stroke()
	c.SetDash()
}

// strokeKeep strokes the path and keeps it, to be filled or stroked again.
func (c *canvas) strokeKeep(col color.Color, wide float64) {
	c.SetColor(col)
	c.SetLineWidth(wide)
	c.StrokePreserve()
}

// fill fills the path. fillKeep keeps it, to be stroked.
func (c *canvas) fill(col color.Color) {
	c.SetColor(col)
	c.Fill()
}

func (c *canvas) fillKeep(col color.Color) {
	c.SetColor(col)
	c.FillPreserve()
}

// letters selects a font, its size and its colour.
func (c *canvas) letters(isBold bool, size float64, col color.Color) {
	face(c, isBold, size)
	c.SetColor(col)
}

// SetColor selects the colour of lines, fills and letters.
func (c *canvas) SetColor(col color.Color) {
	c.style.ink = col
}

// tint selects a colour and the share of it that covers the ground.
func tint(c *canvas, col color.RGBA, cover float64) {
	c.SetColor(color.NRGBA{col.R, col.G, col.B, uint8(255 * cover)})
}

// text writes at a point, which is at the share ax of the words' width and in the middle of their height.
func (c *canvas) text(s string, x, y, ax float64) {
	print := c.print
	if print == nil {
		print = c.write
	}
	w := c.word(s)
	print(w.shown, x-ax*w.wide, y+0.36*c.used.size/c.unit)
}

// width returns how wide the words are.
func (c *canvas) width(s string) float64 { return c.word(s).wide }

// word measures words. Measuring takes longer than writing, so the canvas remembers the result.
func (c *canvas) word(s string) lettering {
	k := wordKey{c.used, s}
	w, ok := c.words[k]
	if !ok {
		if len(c.words) >= maxWidths {
			clear(c.words)
		}
		w.shown = drawable(s)
		w.wide = float64(c.pen.MeasureString(w.shown)) / 64 / c.unit
		c.words[k] = w
	}
	return w
}

// write draws the font's own glyphs, in a tenth of the time that gg takes to transform each.
func (c *canvas) write(s string, x, y float64) {
	face, ink := c.pen.Face, c.style.ink
	dot := fixed.Point26_6{X: fixed.Int26_6(math.Round(x * c.unit * 64)), Y: fixed.Int26_6(math.Round(y * c.unit * 64))}
	type key struct {
		wordKey
		ink color.RGBA64
		fixed.Point26_6
	}
	high := c.used.size / c.unit // more than any letter extends to the side and below the base line
	at := c.pixels(boxOf(x-high, y-1.5*high, x+c.width(s)+high, y+high))
	if c.listing { // a listed operation is drawn again if anything in its box is new
		at = typefaceOf(c.used).ink(s).Add(image.Pt(dot.X.Floor(), dot.Y.Round()))
	}
	add(&c.brush, at, false, key{wordKey{c.used, s}, premultiplied(ink), dot}, func() {
		pen := font.Drawer{Dst: c.pen.Dst, Src: image.NewUniform(ink), Face: face, Dot: dot}
		pen.DrawString(s)
	})
}

// xy converts a place of the field to units.
func xy(c *canvas, x, y float64) (float64, float64) {
	return c.field.X0 + (x-c.window.X0)*c.scale, c.field.Y1 - (y-c.window.Y0)*c.scale
}
