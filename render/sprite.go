package render

import (
	"encoding/binary"
	"image"
	"math"
	"sync/atomic"
)

// sprite is something drawn once, to be laid on pictures. What it hides is opaque, the rest is mixed in.
type sprite struct {
	*image.RGBA
	middle image.Point
	number uint64 // unlike its address in memory, no other sprite ever has it
}

var spriteCount atomic.Uint64

func newSprite(img *image.RGBA, middle image.Point) sprite {
	return sprite{img, middle, spriteCount.Add(1)}
}

// lay puts a sprite's middle on a pixel.
func (b *brush) lay(s sprite, at image.Point) {
	const even = 0xff00ff
	type key struct {
		sprite uint64
		image.Point
	}
	off := at.Sub(s.middle)
	r := s.Rect.Add(off)
	add(b, r, false, key{s.number, at}, func() {
		r := r.Intersect(b.img.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			from := s.Pix[s.PixOffset(r.Min.X-off.X, y-off.Y):]
			to := b.img.Pix[b.img.PixOffset(r.Min.X, y):b.img.PixOffset(r.Max.X, y)]
			for i := 0; i < len(to); i += 4 {
				switch v := binary.LittleEndian.Uint32(from[i:]); v >> 24 {
				case 0:
				case 255:
					binary.LittleEndian.PutUint32(to[i:], v)
				default:
					under, left := binary.LittleEndian.Uint32(to[i:]), 256-v>>24
					binary.LittleEndian.PutUint32(to[i:], v+(under&even*left>>8&even|under>>8&even*left&^even))
				}
			}
		}
	})
}

// sprites keeps what was drawn last, by all that it depends on.
var sprites = cache[any, sprite]{most: 8 << 20, size: func(s sprite) int { return len(s.Pix) }}

// stamp draws something around a place by a sprite. reach is how far it reaches from there, and key all that its look depends on
// but the canvas's unit and colours; the same key must always have the same draw. It stands on whole pixels.
func (c *canvas) stamp(key any, x, y, reach float64, draw func(c *canvas, x, y float64)) {
	type look struct {
		scheme     *scheme
		unit, fine float64
		key        any
	}
	of := look{c.scheme, c.unit, c.fine, key}
	s, ok := sprites.get(of)
	switch {
	case c.print != nil: // somebody else writes
		draw(c, x, y)
		return
	case !ok:
		half := int(math.Ceil(reach * c.unit))
		small := blank(image.Pt(2*half, 2*half), c.unit, nil)
		small.scheme, small.fine, small.faces, small.widths = c.scheme, c.fine, c.faces, c.widths
		draw(small, float64(half)/c.unit, float64(half)/c.unit)
		s = sprites.put(of, newSprite(small.img, image.Pt(half, half)))
	}
	c.lay(s, image.Pt(int(math.Round(x*c.unit)), int(math.Round(y*c.unit))))
}
