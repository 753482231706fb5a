package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/fogleman/gg"
)

// tile is the edge of the squares, in pixels, in which a picture notes where it was drawn on.
const tile = 32

// brush draws lines and fills with gg, and notes which tiles that touched. Only those tiles are turned into palette entries, and
// taken back for the next picture. Its units are those of a canvas.
type brush struct {
	gg      *gg.Context
	img     *image.RGBA
	unit    float64 // pixels of the image to one of the 1200 px picture
	wide    float64 // of lines
	path    box     // around the path so far
	across  int     // tiles in a row
	touched []bool  // by tile
}

// noPath is the box around a path without points.
var noPath = box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func newBrush(img *image.RGBA, unit float64) brush {
	size := img.Rect.Size().Add(image.Pt(tile-1, tile-1)).Div(tile)
	b := brush{gg: gg.NewContextForRGBA(img), img: img, unit: unit, path: noPath, across: size.X, touched: make([]bool, size.X*size.Y)}
	b.gg.Scale(unit, unit)
	return b
}

// touch notes that the pixels of a rectangle changed.
func (b *brush) touch(r image.Rectangle) {
	r = r.Intersect(b.img.Rect)
	if r.Empty() {
		return
	}
	x0, x1 := r.Min.X/tile, (r.Max.X-1)/tile+1
	for y := r.Min.Y / tile; y <= (r.Max.Y-1)/tile; y++ {
		row := b.touched[y*b.across+x0 : y*b.across+x1]
		for i := range row {
			row[i] = true
		}
	}
}

// pixels returns the pixels that a box covers, at least in part.
func (b *brush) pixels(x box) image.Rectangle {
	return image.Rect(int(math.Floor(x.x0*b.unit)), int(math.Floor(x.y0*b.unit)), int(math.Ceil(x.x1*b.unit)), int(math.Ceil(x.y1*b.unit)))
}

// tiles calls do for each touched tile.
func (b *brush) tiles(do func(image.Rectangle)) {
	for i, is := range b.touched {
		if is {
			at := image.Pt(i%b.across*tile, i/b.across*tile)
			do(image.Rectangle{at, at.Add(image.Pt(tile, tile))}.Intersect(b.img.Rect))
		}
	}
}

func (b *brush) reach(x, y, out float64) {
	b.path = box{min(b.path.x0, x-out), min(b.path.y0, y-out), max(b.path.x1, x+out), max(b.path.y1, y+out)}
}

// The parts of a path, as in gg.

func (b *brush) MoveTo(x, y float64) { b.reach(x, y, 0); b.gg.MoveTo(x, y) }
func (b *brush) LineTo(x, y float64) { b.reach(x, y, 0); b.gg.LineTo(x, y) }
func (b *brush) NewSubPath()         { b.gg.NewSubPath() }
func (b *brush) ClosePath()          { b.gg.ClosePath() }
func (b *brush) DrawLine(x0, y0, x1, y1 float64) {
	b.MoveTo(x0, y0)
	b.LineTo(x1, y1)
}
func (b *brush) DrawCircle(x, y, r float64) { b.reach(x, y, r); b.gg.DrawCircle(x, y, r) }
func (b *brush) DrawArc(x, y, r, from, to float64) {
	b.reach(x, y, r)
	b.gg.DrawArc(x, y, r, from, to)
}
func (b *brush) DrawRegularPolygon(n int, x, y, r, turn float64) {
	b.reach(x, y, r)
	b.gg.DrawRegularPolygon(n, x, y, r, turn)
}
func (b *brush) DrawRectangle(x, y, w, h float64) {
	b.reach(x, y, 0)
	b.reach(x+w, y+h, 0)
	b.gg.DrawRectangle(x, y, w, h)
}
func (b *brush) DrawRoundedRectangle(x, y, w, h, r float64) {
	b.reach(x, y, 0)
	b.reach(x+w, y+h, 0)
	b.gg.DrawRoundedRectangle(x, y, w, h, r)
}

// SetLineWidth sets the width of lines.
func (b *brush) SetLineWidth(w float64) {
	b.wide = w
	b.gg.SetLineWidth(w * b.unit)
}

// SetDash sets the lengths of dashes and gaps; none: a solid line.
func (b *brush) SetDash(lengths ...float64) {
	for i := range lengths {
		lengths[i] *= b.unit
	}
	b.gg.SetDash(lengths...)
}

// SetFillRuleEvenOdd fills by the even-odd rule, SetFillRuleWinding what the path winds around.
func (b *brush) SetFillRuleEvenOdd() { b.gg.SetFillRuleEvenOdd() }
func (b *brush) SetFillRuleWinding() { b.gg.SetFillRuleWinding() }

// drawn notes what the path covers, with lines that wide and anti-aliased edges.
func (b *brush) drawn(wide float64) {
	if b.path != noPath {
		out := wide/2 + 1/b.unit
		b.touch(b.pixels(box{b.path.x0 - out, b.path.y0 - out, b.path.x1 + out, b.path.y1 + out}))
	}
}

// Fill fills the path and Stroke draws it as lines. Both forget it; FillPreserve and StrokePreserve keep it.

func (b *brush) Fill()           { b.drawn(0); b.path = noPath; b.gg.Fill() }
func (b *brush) FillPreserve()   { b.drawn(0); b.gg.FillPreserve() }
func (b *brush) Stroke()         { b.drawn(b.wide); b.path = noPath; b.gg.Stroke() }
func (b *brush) StrokePreserve() { b.drawn(b.wide); b.gg.StrokePreserve() }

// paint fills the whole picture with a colour.
func (b *brush) paint(col color.RGBA) {
	pix := append(b.img.Pix[:0], col.R, col.G, col.B, col.A)
	for len(pix) < len(b.img.Pix) {
		pix = append(pix, pix[:min(len(pix), len(b.img.Pix)-len(pix))]...)
	}
	b.touch(b.img.Rect)
}

// plate mixes a colour into a rectangle, of which it covers cover parts in 256. Doing so by pixels takes a tenth of the time that
// gg takes to fill it.
func (b *brush) plate(r image.Rectangle, col color.RGBA, cover uint32) {
	const even = 0xff00ff // every second of a pixel's bytes
	r = r.Intersect(b.img.Rect)
	b.touch(r)
	ink := binary.LittleEndian.Uint32([]byte{col.R, col.G, col.B, col.A})
	low, high := ink&even*cover, ink>>8&even*cover
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := b.img.Pix[b.img.PixOffset(r.Min.X, y):b.img.PixOffset(r.Max.X, y)]
		for ; len(row) >= 4; row = row[4:] {
			v := binary.LittleEndian.Uint32(row)
			binary.LittleEndian.PutUint32(row, (low+v&even*(256-cover))>>8&even|(high+v>>8&even*(256-cover))&^even)
		}
	}
}

// sprite is something drawn once, to be laid on pictures. What it hides is opaque, the rest is mixed in.
type sprite struct {
	*image.RGBA
	middle image.Point
}

// lay puts a sprite's middle on a pixel.
func (b *brush) lay(s sprite, at image.Point) {
	const even = 0xff00ff
	off := at.Sub(s.middle)
	r := s.Rect.Add(off).Intersect(b.img.Rect)
	b.touch(r)
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
		s = sprites.put(of, sprite{small.img, image.Pt(half, half)})
	}
	c.lay(s, image.Pt(int(math.Round(x*c.unit)), int(math.Round(y*c.unit))))
}

// sized returns a slice of that length, the old one's memory if it suffices.
func sized[T any](old []T, n int) []T { return slices.Grow(old[:0], n)[:n] }
