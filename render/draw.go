package render

import (
	"crypto/sha256"
	"image"
	"sync"

	"github.com/fogleman/gg"
	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
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
	scale  float64 // pixels an inch
	field  image.Rectangle
	boxes  []box // labels and discs placed so far
	roofs  []box // what labels keep off if they can
	static *layer
}

type faceKey struct {
	bold bool
	size float64
}

type box struct{ x0, y0, x1, y1 float64 }

func (b box) hits(c box) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

var canvases sync.Pool

// newCanvas takes a canvas for the scene, with the static layer drawn.
func newCanvas(s Scene) *canvas {
	scale := (width - 2*margin) / s.W
	footer := row * len(rows(s.Legend))
	high := header + 2*margin + footer + int(s.H*scale)
	c, _ := canvases.Get().(*canvas)
	if c == nil || c.img.Rect.Dy() != high {
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
	return &canvas{Context: gg.NewContextForRGBA(img), img: img, faces: map[faceKey]font.Face{}}
}

func (c *canvas) release() { canvases.Put(c) }

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
	c := newCanvas(s)
	defer c.release()
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
	return encode(c.img, c.static)
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
