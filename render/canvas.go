package render

import (
	"crypto/sha256"
	"image"
	"image/color"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/fogleman/gg"
	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/math/fixed"
)

// The Go fonts (Bigelow & Holmes, BSD licence), parsed once. A face is not safe for concurrent use, so each canvas has
// its own.
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
	*gg.Context
	img    *image.RGBA
	unit   float64 // pixels of the image to one of the 1200 px picture
	scheme *scheme
	faces  map[faceKey]font.Face
	used   faceKey
	widths map[wordKey]float64
	pen    font.Drawer                  // the face and the ink in use
	print  func(s string, x, y float64) // writes from the left end of the base line

	scale  float64 // units to one of the field
	fine   float64 // scale of marks that have no size on the field: 1, less on crowded boards
	field  box     // where the board is
	window box     // the part of the field that is there, in the field's unit
	boxes  []box   // labels and bases placed so far
	labels []box   // labels alone
	roofs  []box   // labels avoid them if they can
	static *layer
}

type faceKey struct {
	bold bool
	size float64
}

type wordKey struct {
	faceKey
	word string
}

// maxWidths bounds the widths that a canvas remembers.
const maxWidths = 2000

type box struct{ x0, y0, x1, y1 float64 }

func (b box) hits(c box) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

func (b box) within(c box) bool { return b.x0 >= c.x0 && b.x1 <= c.x1 && b.y0 >= c.y0 && b.y1 <= c.y1 }

// wide is the box with that much more on the left and the right.
func (b box) wide(by float64) box { return box{b.x0 - by, b.y0, b.x1 + by, b.y1} }

// around is the box of a circle.
func around(x, y, r float64) box { return box{x - r, y - r, x + r, y + r} }

// idle holds a few canvases for reuse, the last used at the end. Each takes megabytes, and legends give them many sizes.
var idle struct {
	sync.Mutex
	list []*canvas
}

const maxIdle = 6

// take returns a canvas of that height, in units, with the colours of a picture of so many sides and no board on it yet.
func take(high, unit float64, theme Theme, sides Side) *canvas {
	size := image.Pt(int(math.Round(width*unit)), int(math.Round(high*unit)))
	c := again(size)
	switch {
	case c == nil:
		c = blank(size, unit)
	case c.img.Rect.Max != size: // another size: its faces can be kept
		old := c
		c = blank(size, unit)
		c.faces, c.widths = old.faces, old.widths
	}
	c.scheme, c.static = schemeOf(theme, sides), nil
	return c
}

// again takes an idle canvas: one of that size, or the one that was idle longest if there are enough, or none.
func again(size image.Point) *canvas {
	idle.Lock()
	defer idle.Unlock()
	at := slices.IndexFunc(idle.list, func(c *canvas) bool { return c.img.Rect.Max == size })
	switch {
	case at < 0 && len(idle.list) < maxIdle:
		return nil
	case at < 0:
		at = 0
	}
	c := idle.list[at]
	idle.list = slices.Delete(idle.list, at, at+1)
	return c
}

func blank(size image.Point, unit float64) *canvas {
	img := image.NewRGBA(image.Rectangle{Max: size})
	c := &canvas{Context: gg.NewContextForRGBA(img), img: img, unit: unit, faces: map[faceKey]font.Face{},
		widths: map[wordKey]float64{}, pen: font.Drawer{Dst: img}}
	c.print = c.write
	c.Scale(unit, unit)
	return c
}

func release(c *canvas) {
	idle.Lock()
	defer idle.Unlock()
	if len(idle.list) == maxIdle {
		idle.list = slices.Delete(idle.list, 0, 1)
	}
	idle.list = append(idle.list, c)
}

// SetLineWidth sets the width of lines in units.
func (c *canvas) SetLineWidth(w float64) { c.Context.SetLineWidth(w * c.unit) }

// SetDash sets the lengths of dashes and gaps in units; none: a solid line.
func (c *canvas) SetDash(lengths ...float64) {
	for i := range lengths {
		lengths[i] *= c.unit
	}
	c.Context.SetDash(lengths...)
}

// stroke draws the path as lines of that colour and width, with dashes and gaps of those lengths if there are any.
func (c *canvas) stroke(col color.Color, wide float64, dashes ...float64) {
	c.SetColor(col)
	c.SetLineWidth(wide)
	c.SetDash(dashes...)
	c.Stroke()
	c.SetDash()
}

// strokeKeep keeps the path, to be filled or stroked again.
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

// face selects a font and its size in whole pixels, which keeps letters sharp.
func face(c *canvas, isBold bool, size float64) {
	k := faceKey{isBold, math.Max(4, math.Round(size*c.unit))}
	f, ok := c.faces[k]
	if !ok {
		ttf := regular
		if isBold {
			ttf = bold
		}
		f = truetype.NewFace(ttf, &truetype.Options{Size: k.size, Hinting: font.HintingFull})
		c.faces[k] = f
	}
	c.SetFontFace(f)
	c.used, c.pen.Face = k, f
}

// SetColor selects the colour of lines, fills and letters.
func (c *canvas) SetColor(col color.Color) {
	c.Context.SetColor(col)
	c.pen.Src = image.NewUniform(col)
}

// tint selects a colour and the share of it that covers the ground.
func tint(c *canvas, col color.RGBA, cover float64) {
	c.SetRGBA255(int(col.R), int(col.G), int(col.B), int(255*cover))
}

// text writes at a point, which is at the share ax of the words' width and in the middle of their height.
func (c *canvas) text(s string, x, y, ax float64) {
	c.print(s, x-ax*c.width(s), y+0.36*c.used.size/c.unit)
}

// width is how wide the words are. Measuring takes longer than writing, so the canvas remembers it.
func (c *canvas) width(s string) float64 {
	k := wordKey{c.used, s}
	w, ok := c.widths[k]
	if !ok {
		if len(c.widths) >= maxWidths {
			clear(c.widths)
		}
		w = float64(c.pen.MeasureString(s)) / 64 / c.unit
		c.widths[k] = w
	}
	return w
}

// clip shortens the words to that width.
func clip(c *canvas, s string, wide float64) string {
	if c.width(s) <= wide {
		return s
	}
	letters := []rune(s)
	n := sort.Search(len(letters), func(n int) bool { return c.width(string(letters[:n])+"…") > wide })
	return strings.TrimSpace(string(letters[:max(0, n-1)])) + "…"
}

// wrap breaks a text into at most n lines of that width; the last is clipped.
func wrap(c *canvas, s string, wide float64, n int) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if last := len(lines) - 1; last >= 0 && (len(lines) == n || c.width(lines[last]+" "+word) <= wide) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	for i := range lines {
		lines[i] = clip(c, lines[i], wide)
	}
	return lines
}

// write draws the font's own glyphs, which takes a tenth of the time that gg takes to transform each.
func (c *canvas) write(s string, x, y float64) {
	c.pen.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * c.unit * 64)), Y: fixed.Int26_6(math.Round(y * c.unit * 64))}
	c.pen.DrawString(s)
}

// xy turns a place of the field into units.
func xy(c *canvas, x, y float64) (float64, float64) {
	return c.field.x0 + (x-c.window.x0)*c.scale, c.field.y1 - (y-c.window.y0)*c.scale
}

// pictures caches the last scenes drawn, as a console and the direct message after it show the same board. Its key is the
// whole scene, so that it cannot return another scene's picture. It takes about 8 MB.
var pictures = cache[[]byte]{most: 128}

// layers caches the static layers of the boards drawn last, of 8 MB each.
var layers = cache[*layer]{most: 8}

// cache keeps so many values, those used last.
type cache[V any] struct {
	most  int
	mu    sync.Mutex
	byKey map[[sha256.Size]byte]V
	order [][sha256.Size]byte // least recently used first
}

func (c *cache[V]) get(key [sha256.Size]byte) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok = c.byKey[key]; ok {
		at := slices.Index(c.order, key)
		c.order = append(slices.Delete(c.order, at, at+1), key)
	}
	return v, ok
}

// put keeps a value and returns it, or the one that was put first under that key.
func (c *cache[V]) put(key [sha256.Size]byte, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if first, ok := c.byKey[key]; ok {
		return first
	}
	if c.byKey == nil {
		c.byKey = map[[sha256.Size]byte]V{}
	}
	c.byKey[key] = v
	c.order = append(c.order, key)
	if len(c.order) > c.most {
		delete(c.byKey, c.order[0])
		c.order = slices.Delete(c.order, 0, 1)
	}
	return v
}
