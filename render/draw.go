package render

import (
	"crypto/sha256"
	"image"
	"image/color"
	"math"
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

// canvas is a drawing context with its faces, used by one goroutine at a time.
type canvas struct {
	*gg.Context
	img    *image.RGBA
	faces  map[faceKey]font.Face
	used   faceKey
	widths map[wordKey]float64
	pen    font.Drawer                  // the face and the ink in use
	letter func(s string, x, y float64) // writes from the left end of the base line
	scale  float64                      // pixels an inch
	field  image.Rectangle
	boxes  []box // labels and discs placed so far
	roofs  []box // what labels keep off if they can
	static *layer
}

type faceKey struct {
	bold bool
	size float64
}

// wordKey is a word in a face.
type wordKey struct {
	faceKey
	word string
}

// maxWidths bounds the widths that a canvas remembers.
const maxWidths = 2000

type box struct{ x0, y0, x1, y1 float64 }

func (b box) hits(c box) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

// canvases are kept by height: a legend of two rows makes a higher picture than one of three.
var canvases sync.Map // of int -> *sync.Pool

// newCanvas takes a canvas for the scene, with the static layer drawn.
func newCanvas(s Scene) *canvas {
	scale := (width - 2*margin) / s.W
	footer := row * len(rows(s.Legend))
	high := header + 2*margin + footer + int(s.H*scale)
	pool, _ := canvases.LoadOrStore(high, new(sync.Pool))
	c, _ := pool.(*sync.Pool).Get().(*canvas)
	if c == nil {
		c = blank(high)
	}
	c.scale, c.boxes, c.roofs = scale, c.boxes[:0], c.roofs[:0]
	c.field = image.Rect(margin, header+margin, width-margin, high-margin-footer)
	c.static = ground(s, c)
	copy(c.img.Pix, c.static.img.Pix)
	return c
}

func blank(high int) *canvas {
	img := image.NewRGBA(image.Rect(0, 0, width, high))
	c := &canvas{Context: gg.NewContextForRGBA(img), img: img, faces: map[faceKey]font.Face{}, widths: map[wordKey]float64{}, pen: font.Drawer{Dst: img}}
	c.letter = c.write
	return c
}

func (c *canvas) release() {
	pool, _ := canvases.LoadOrStore(c.img.Rect.Dy(), new(sync.Pool))
	pool.(*sync.Pool).Put(c)
}

func (c *canvas) face(isBold bool, size float64) {
	k := faceKey{isBold, size}
	f, ok := c.faces[k]
	if !ok {
		ttf := regular
		if isBold {
			ttf = bold
		}
		f = truetype.NewFace(ttf, &truetype.Options{Size: size, Hinting: font.HintingFull})
		c.faces[k] = f
	}
	c.SetFontFace(f)
	c.used, c.pen.Face = k, f
}

// SetColor picks the colour of lines, fills and letters.
func (c *canvas) SetColor(col color.Color) {
	c.Context.SetColor(col)
	c.pen.Src = image.NewUniform(col)
}

// DrawStringAnchored writes with the point at the share ax of the words' width and ay of their height.
func (c *canvas) DrawStringAnchored(s string, x, y, ax, ay float64) {
	c.letter(s, x-ax*c.width(s), y+ay*c.FontHeight())
}

// width is how wide the words are. Finding it out takes longer than writing them, so it is remembered.
func (c *canvas) width(s string) float64 {
	k := wordKey{c.used, s}
	w, ok := c.widths[k]
	if !ok {
		if len(c.widths) >= maxWidths {
			clear(c.widths)
		}
		w = float64(c.pen.MeasureString(s)) / 64
		c.widths[k] = w
	}
	return w
}

// write puts the font's own glyphs down, which takes a tenth of what gg takes to transform each.
func (c *canvas) write(s string, x, y float64) {
	c.pen.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(y * 64))}
	c.pen.DrawString(s)
}

// xy turns inches into pixels.
func (c *canvas) xy(x, y float64) (float64, float64) {
	return float64(c.field.Min.X) + x*c.scale, float64(c.field.Max.Y) - y*c.scale
}

// Draw draws the scene as a PNG. Safe for concurrent use; the same scene gives the same bytes, which nobody may write
// to.
func Draw(s Scene) ([]byte, error) {
	key := sha256.Sum256([]byte(s.String()))
	if png, ok := pictures.get(key); ok {
		return png, nil
	}
	png, err := draw(s)
	if err == nil {
		pictures.put(key, png)
	}
	return png, err
}

// draw draws the scene afresh.
func draw(s Scene) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	c := paint(s)
	defer c.release()
	return encode(c.img, c.static)
}

// paint draws a sound scene on a canvas.
func paint(s Scene) *canvas {
	c := newCanvas(s)
	c.head(s)
	for _, d := range s.Discs { // first all footprints, so that labels know what to keep off
		x, y := c.xy(d.X, d.Y)
		r := d.R * c.scale
		c.boxes = append(c.boxes, box{x - r, y - r, x + r, y + r})
	}
	c.heights(s.Blocks)
	for _, p := range s.Spots {
		c.spot(p)
	}
	for _, p := range s.Paths {
		c.path(p)
	}
	for _, d := range s.Discs {
		c.disc(d)
	}
	for _, d := range s.Discs {
		c.note(d)
	}
	c.legend(s.Legend)
	return c
}

// head writes title, status and the two scores.
func (c *canvas) head(s Scene) {
	c.face(true, words+4)
	c.SetColor(colText)
	c.DrawStringAnchored(s.Title, width/2, 34, 0.5, 0.36)
	c.face(false, words)
	c.SetColor(colFaint)
	c.DrawStringAnchored(s.Status, width/2, 88, 0.5, 0.36)
	c.face(true, words)
	for i, text := range s.Scores {
		side := Side(i + 1)
		x, ax := float64(margin), 0.0
		if i == 1 {
			x, ax = width-margin, 1.0
		}
		c.SetColor(colSides[side])
		c.DrawStringAnchored(text, x, 34, ax, 0.36)
	}
}
