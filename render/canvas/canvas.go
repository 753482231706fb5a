package canvas

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font"

	"downsync/render/label"
)

// Canvas is a picture that is being drawn, by one goroutine at a time.
type Canvas struct {
	brush
	// Print, if not nil, is called instead of writing words. It gets the left end of their base line, in units, and the size of their
	// letters in pixels. It serves to look at where words are.
	Print func(s string, x, y, size float64)

	palette *Palette
	used    faceKey
	words   map[wordKey]lettering
	pen     font.Drawer // the face in use

	small   *Canvas           // for sprites; nil until one is drawn
	index   []uint8           // the picture as palette entries, if requested
	under   *Layer            // the layer below everything that is listed
	reached []image.Rectangle // by tile: what overlaps the frame, while that is drawn again
}

// New makes a canvas with a picture of that size in pixels, with that many pixels for each unit. The picture is arbitrary until it
// begins.
func New(size image.Point, unit float64, p *Palette) *Canvas {
	img := &image.RGBA{Rect: image.Rectangle{Max: size}}
	c := &Canvas{brush: newBrush(img, unit), pen: font.Drawer{Dst: img}, words: map[wordKey]lettering{}}
	c.Resize(size, unit, p)
	return c
}

// Resize makes room for another picture, as New does, and keeps the memory of the last one.
func (c *Canvas) Resize(size image.Point, unit float64, p *Palette) {
	if c.img.Rect.Max != size || c.unit != unit {
		if c.unit != unit { // they depend on the unit
			clear(c.words)
		}
		c.resize(size, unit)
	}
	c.palette, c.index, c.listing = p, sized(c.index, size.X*size.Y), false
}

// Size returns the size of the picture in pixels.
func (c *Canvas) Size() image.Point { return c.img.Rect.Size() }

// Bounds returns the box of the picture. While a part of it is drawn, it returns that part.
func (c *Canvas) Bounds() label.Box {
	in := c.img.Rect
	return label.BoxOf(float64(in.Min.X)/c.unit, float64(in.Min.Y)/c.unit, float64(in.Max.X)/c.unit, float64(in.Max.Y)/c.unit)
}

// Crisp returns the middle of the pixel at a place, in units. A thin line between two pixels would be too faint for the palette.
func (c *Canvas) Crisp(at float64) float64 { return (math.Floor(at*c.unit) + 0.5) / c.unit }

// Paint begins a picture on a plain colour, on which everything is drawn at once.
func (c *Canvas) Paint(col color.RGBA) {
	c.listing = false
	c.block(c.img.Rect, col)
}

// Naive begins a picture that gg alone draws, at once, letters too, and returns it in full colour. It is slow and serves for
// comparison.
func (c *Canvas) Naive(col color.RGBA) *image.RGBA {
	c.plain = true
	c.Print = func(s string, x, y, _ float64) {
		c.gg.SetFontFace(c.pen.Face)
		c.gg.SetColor(c.ink)
		c.gg.DrawString(s, x, y)
	}
	c.Paint(col)
	return c.img
}

// Kept returns roughly how many bytes the caches of all canvases hold.
func Kept() int { return kept.count()*tile*tile + bands.Held() + sprites.Held() + characters.Held() }

// Forget empties the caches of all canvases. The next pictures take a little longer.
func Forget() {
	kept.empty()
	bands.Empty()
	sprites.Empty()
	characters.Empty()
}

// ForgetRows empties only the cache of rows that are encoded, so that each row of the next picture is encoded again.
func ForgetRows() { bands.Empty() }
