package render

import (
	"image"
	"image/color"
	"math"
	"sync"

	"downsync/render/canvas"
	"downsync/render/label"
)

// picture is a picture that is being drawn: a canvas with the colours of a theme, and the place of the board on it. Only one goroutine at
// a time may use it.
type picture struct {
	*canvas.Canvas
	scheme *scheme
	fine   float64 // scale of marks that have no size on the field: 1, smaller on crowded boards

	scale  float64     // units for each unit of the field
	field  label.Box   // the place of the board
	window label.Box   // the part of the field that is shown, in the field's unit
	labels label.Board // everything placed on the board so far
	named  []bool      // discs whose note is written
}

// newPicture makes a picture of that size in pixels. Its content is arbitrary until it begins.
func newPicture(size image.Point, unit float64, l *scheme) *picture {
	return &picture{Canvas: canvas.New(size, unit, l.palette), scheme: l, fine: 1}
}

// idle holds unused pictures, as many as are drawn at once: each takes 8 MB.
var idle struct {
	sync.Mutex
	list []*picture
}

// take returns a picture of that height, in units, with the colours for that many sides. Its content is arbitrary until it begins.
func take(high, unit float64, theme Theme, sides Side) *picture {
	size, l := image.Pt(int(math.Round(width*unit)), int(math.Round(high*unit))), schemeOf(theme, sides)
	c := unused()
	if c == nil {
		return newPicture(size, unit, l)
	}
	c.Resize(size, unit, l.palette)
	c.scheme, c.fine = l, 1
	return c
}

// unused takes an idle picture; nil if there is none.
func unused() *picture {
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

// extend makes the picture as high as that, in units. Its content is arbitrary until it begins.
func (c *picture) extend(high float64) {
	c.Resize(image.Pt(width, int(math.Ceil(high))), 1, c.scheme.palette)
}

func release(c *picture) {
	idle.Lock()
	defer idle.Unlock()
	if len(idle.list) < maxDrawn() {
		idle.list = append(idle.list, c)
	}
}

// stamp draws something around a place by means of a sprite. reach is its extent, and key holds everything that its look depends on
// besides the unit and the colours of the picture and its fine; equal keys must always have the same draw.
func (c *picture) stamp(key any, x, y, reach float64, draw func(c *picture, x, y float64)) {
	type look struct {
		scheme *scheme
		fine   float64
		key    any
	}
	c.Stamp(look{c.scheme, c.fine, key}, x, y, reach, func(on *canvas.Canvas, x, y float64) {
		draw(&picture{Canvas: on, scheme: c.scheme, fine: c.fine}, x, y)
	})
}

// tinted returns a colour that covers that share of the ground.
func tinted(col color.RGBA, cover float64) color.NRGBA {
	return color.NRGBA{col.R, col.G, col.B, uint8(255 * cover)}
}

// xy converts a place of the field to units.
func xy(c *picture, x, y float64) (float64, float64) {
	return c.field.X0 + (x-c.window.X0)*c.scale, c.field.Y1 - (y-c.window.Y0)*c.scale
}
