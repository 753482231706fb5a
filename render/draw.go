package render

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"math"
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
	static *layer
}

type faceKey struct {
	bold bool
	size float64
}

type box struct{ x0, y0, x1, y1 float64 }

func (b box) hits(c box) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

var canvases sync.Pool

// newCanvas takes a canvas for a field of w x h inches, with the static layer drawn.
func newCanvas(w, h float64) *canvas {
	scale := (width - 2*margin) / w
	high := int(header + 2*margin + footer + h*scale)
	c, _ := canvases.Get().(*canvas)
	if c == nil || c.img.Rect.Dy() != high {
		img := image.NewRGBA(image.Rect(0, 0, width, high))
		c = &canvas{Context: gg.NewContextForRGBA(img), img: img, faces: map[faceKey]font.Face{}}
	}
	c.scale, c.boxes = scale, c.boxes[:0]
	c.field = image.Rect(margin, header+margin, width-margin, high-margin-footer)
	c.static = ground(w, h, c)
	copy(c.img.Pix, c.static.img.Pix)
	return c
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
	if s.W <= 0 || s.H <= 0 || s.W > 200 || s.H > 200 {
		return nil, fmt.Errorf("a field of %g x %g inches: expected up to 200", s.W, s.H)
	}
	c := newCanvas(s.W, s.H)
	defer c.release()
	c.head(s)
	for _, z := range s.Zones {
		c.zone(z)
	}
	for _, d := range s.Discs { // first all footprints, so that labels know what to keep off
		x, y := c.xy(d.X, d.Y)
		r := d.R * c.scale
		c.boxes = append(c.boxes, box{x - r, y - r, x + r, y + r})
	}
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

// layer is the static part of a picture, drawn and indexed once.
type layer struct {
	img   *image.RGBA
	index []uint8
}

var grounds sync.Map // of [2]float64 -> *layer

// ground is the static layer: field, grid, coordinates. Drawn once a size.
func ground(w, h float64, like *canvas) *layer {
	key := [2]float64{w, h}
	if l, ok := grounds.Load(key); ok {
		return l.(*layer)
	}
	img := image.NewRGBA(like.img.Rect)
	c := &canvas{Context: gg.NewContextForRGBA(img), img: img, faces: map[faceKey]font.Face{}, scale: like.scale, field: like.field}
	c.SetColor(colPanel)
	c.Clear()
	f := c.field
	c.SetColor(colField)
	c.DrawRectangle(float64(f.Min.X), float64(f.Min.Y), float64(f.Dx()), float64(f.Dy()))
	c.Fill()
	for pass, col := range []color.Color{colGrid, colGridBig} {
		c.SetColor(col)
		c.SetLineWidth(1 + float64(pass)*0.5)
		for i := 0.0; i <= math.Max(w, h); i++ {
			if (math.Mod(i, 6) == 0) != (pass == 1) {
				continue
			}
			if i <= w {
				x, y0 := c.xy(i, 0)
				_, y1 := c.xy(i, h)
				c.DrawLine(x, y0, x, y1)
			}
			if i <= h {
				x0, y := c.xy(0, i)
				x1, _ := c.xy(w, i)
				c.DrawLine(x0, y, x1, y)
			}
		}
		c.Stroke()
	}
	c.coordinates(w, h)
	l := &layer{img: img, index: make([]uint8, len(img.Pix)/4)}
	index(l.index, img.Pix)
	actual, _ := grounds.LoadOrStore(key, l)
	return actual.(*layer)
}

// coordinates letters the 6" squares and numbers their lines on all edges.
func (c *canvas) coordinates(w, h float64) {
	for i := 0.0; i <= w; i += 6 {
		x, y0 := c.xy(i, 0)
		_, y1 := c.xy(i, h)
		c.face(false, 17)
		c.SetColor(colFaint)
		c.DrawStringAnchored(fmt.Sprint(i), x, y0+12, 0.5, 0.5)
		c.DrawStringAnchored(fmt.Sprint(i), x, y1-12, 0.5, 0.5)
		if i < w {
			c.face(true, 22)
			c.SetColor(colText)
			mid, _ := c.xy(i+3, 0)
			letter := string(rune('A' + int(i/6)))
			c.DrawStringAnchored(letter, mid, y0+22, 0.5, 0.5)
			c.DrawStringAnchored(letter, mid, y1-24, 0.5, 0.5)
		}
	}
	for i := 0.0; i <= h; i += 6 {
		x0, y := c.xy(0, i)
		x1, _ := c.xy(w, i)
		c.face(false, 17)
		c.SetColor(colFaint)
		c.DrawStringAnchored(fmt.Sprint(i), x0-13, y, 0.5, 0.4)
		c.DrawStringAnchored(fmt.Sprint(i), x1+13, y, 0.5, 0.4)
		if i < h {
			c.face(true, 22)
			c.SetColor(colText)
			_, mid := c.xy(0, i+3)
			number := fmt.Sprint(int(i/6) + 1)
			c.DrawStringAnchored(number, x0-24, mid, 0.5, 0.4)
			c.DrawStringAnchored(number, x1+24, mid, 0.5, 0.4)
		}
	}
}

// head writes title, status and the two scores.
func (c *canvas) head(s Scene) {
	c.face(true, 34)
	c.SetColor(colText)
	c.DrawStringAnchored(s.Title, width/2, 36, 0.5, 0.5)
	c.face(false, 24)
	c.SetColor(colFaint)
	c.DrawStringAnchored(s.Status, width/2, 80, 0.5, 0.5)
	c.face(true, 26)
	for i, text := range s.Scores {
		side := Side(i + 1)
		x, ax := float64(margin), 0.0
		if i == 1 {
			x, ax = width-margin, 1.0
		}
		c.SetColor(colSides[side])
		c.DrawStringAnchored(text, x, 36, ax, 0.5)
	}
}

func (c *canvas) legend(keys []Key) {
	x, y := float64(margin), float64(c.img.Rect.Dy())-footer/2
	c.face(false, 19)
	for _, k := range keys {
		c.chip(k.Chip, x+13, y, 13)
		c.face(false, 19)
		c.SetColor(colText)
		c.DrawStringAnchored(k.Text, x+32, y, 0, 0.4)
		w, _ := c.MeasureString(k.Text)
		x += 32 + w + 22
	}
}
