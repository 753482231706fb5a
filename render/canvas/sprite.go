package canvas

import (
	"encoding/binary"
	"image"
	"math"
	"sync/atomic"

	"downsync/render/lru"
)

// sprite is something drawn once, to be laid on pictures. Its opaque pixels replace what is below, the others are mixed in.
type sprite struct {
	*image.RGBA // no larger than what was drawn
	middle      image.Point
	rows        []inkedRow
	number      uint64 // no other sprite ever has this number, while memory addresses are reused
}

// inkedRow holds the range of a sprite row's pixels, counted from the left, that have any colour, and the longest opaque part of
// it.
type inkedRow struct{ from, to, opaqueFrom, opaqueTo int }

var spriteCount atomic.Uint64

// newSprite makes a sprite from what is drawn on an empty picture.
func newSprite(img *image.RGBA, middle image.Point) sprite {
	inked := image.Rectangle{}
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		if row := inkedOf(img.Pix[img.PixOffset(img.Rect.Min.X, y):][:4*img.Rect.Dx()]); row.from < row.to {
			inked = inked.Union(image.Rect(row.from, y, row.to, y+1))
		}
	}
	s := sprite{image.NewRGBA(inked), middle, make([]inkedRow, inked.Dy()), spriteCount.Add(1)}
	for i := range s.rows {
		row := s.Pix[i*s.Stride:][:s.Stride]
		copy(row, img.Pix[img.PixOffset(inked.Min.X, inked.Min.Y+i):])
		s.rows[i] = inkedOf(row)
	}
	return s
}

// inkedOf reads a row of pixels.
func inkedOf(pix []uint8) (r inkedRow) {
	opaque := 0 // the start of the last opaque part
	for x := 0; 4*x < len(pix); x++ {
		alpha := pix[4*x+3]
		if alpha > 0 {
			if r.to == 0 {
				r.from = x
			}
			r.to = x + 1
		}
		if alpha < 255 {
			opaque = x + 1
		} else if x+1-opaque > r.opaqueTo-r.opaqueFrom {
			r.opaqueFrom, r.opaqueTo = opaque, x+1
		}
	}
	return r
}

// lay puts a sprite's middle on a pixel.
func (b *brush) lay(s sprite, at image.Point) {
	type key struct {
		sprite uint64
		image.Point
	}
	off := at.Sub(s.middle)
	at0 := s.Rect.Min.Add(off)
	add(b, s.Rect.Add(off), false, key{s.number, at}, func() {
		in := b.img.Rect.Intersect(s.Rect.Add(off)).Sub(at0)
		for y := in.Min.Y; y < in.Max.Y; y++ {
			row := s.rows[y]
			from, to := max(row.from, in.Min.X), min(row.to, in.Max.X)
			if from >= to {
				continue
			}
			opaque := max(0, min(row.opaqueFrom, to)-from)
			after := max(opaque, min(row.opaqueTo, to)-from)
			pix, on := s.Pix[y*s.Stride+4*from:y*s.Stride+4*to], b.img.Pix[b.img.PixOffset(at0.X+from, at0.Y+y):]
			overlay(on, pix[:4*opaque])
			copy(on[4*opaque:], pix[4*opaque:4*after])
			overlay(on[4*after:], pix[4*after:])
		}
	})
}

// overlay lays pixels over others.
func overlay(on, pix []uint8) {
	const even = 0xff00ff // selects every second byte of a pixel
	for ; len(pix) >= 4; on, pix = on[4:], pix[4:] {
		switch v := binary.LittleEndian.Uint32(pix); v >> 24 {
		case 0:
		case 255:
			binary.LittleEndian.PutUint32(on, v)
		default:
			under, left := binary.LittleEndian.Uint32(on), 256-v>>24
			binary.LittleEndian.PutUint32(on, v+(under&even*left>>8&even|under>>8&even*left&^even))
		}
	}
}

// spriteKey holds everything that a sprite depends on.
type spriteKey struct {
	unit float64
	key  any
}

// sprites keeps the sprites drawn last.
var sprites = lru.Cache[spriteKey, sprite]{Most: 8 << 20, Size: func(s sprite) int { return len(s.Pix) }}

// Stamp draws something around a place by means of a sprite on whole pixels, which it may draw on another canvas. reach is its extent,
// in units, and key holds everything that its look depends on besides the pixels of a unit, such as its colours; equal keys must always
// have the same draw.
func (c *Canvas) Stamp(key any, x, y, reach float64, draw func(c *Canvas, x, y float64)) {
	if c.Print != nil { // it wants the places of the words
		draw(c, x, y)
		return
	}
	of := spriteKey{c.unit, key}
	s, ok := sprites.Get(of)
	if !ok {
		half := int(math.Ceil(reach * c.unit))
		size := image.Pt(2*half, 2*half)
		if c.small == nil {
			c.small = New(size, c.unit, c.palette)
		} else {
			c.small.Resize(size, c.unit, c.palette)
		}
		small := c.small
		clear(small.img.Pix)
		small.words = c.words
		draw(small, float64(half)/c.unit, float64(half)/c.unit)
		s = sprites.Put(of, newSprite(small.img, image.Pt(half, half)))
	}
	c.lay(s, image.Pt(int(math.Round(x*c.unit)), int(math.Round(y*c.unit))))
}
