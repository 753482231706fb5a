package canvas

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"testing"
)

// A tile is drawn once: a later picture with the same content there copies it. Anything else that its look depends on makes it a
// different tile: the operations, their order, the layer below, its place, the end of the picture, and its palette.
func TestTilesAreDrawnOnce(t *testing.T) {
	drawn := 0
	const high = 2*tile + 20
	colors := someColors(50)
	reversed := slices.Clone(colors)
	slices.Reverse(reversed)
	used, other := NewPalette(colors), NewPalette(reversed)
	palette := used
	picture := func(high int, under color.RGBA, at image.Point, inks ...color.RGBA) []uint8 {
		c := New(image.Pt(8*tile, high), 1, used)
		c.Paint(under)
		layer := c.Layer()
		c.Resize(image.Pt(8*tile, high), 1, palette)
		c.Begin(layer)
		for i, ink := range inks {
			r := image.Rect(5, 5, 25-8*i, 25).Add(at)
			add(&c.brush, r, false, struct {
				image.Rectangle
				color.RGBA
			}{r, ink}, func() {
				drawn++
				was := c.listing
				c.listing = false // while an operation on the list is carried out
				c.block(r, ink)
				c.listing = was
			})
		}
		return bytes.Clone(c.Entries())
	}
	Forget()
	panel, field := colors[0].(color.RGBA), colors[1].(color.RGBA)
	one, two, at := colors[3].(color.RGBA), colors[4].(color.RGBA), image.Pt(2*tile, tile)
	first := picture(high, panel, at, one, two)
	for _, x := range []struct {
		name  string
		drawn int
		again func() []uint8
	}{
		{"the same", 0, func() []uint8 { return picture(high, panel, at, one, two) }},
		{"another order", 2, func() []uint8 { return picture(high, panel, at, two, one) }},
		{"another ground", 2, func() []uint8 { return picture(high, field, at, one, two) }},
		{"another place", 2, func() []uint8 { return picture(high, panel, at.Add(image.Pt(tile, 0)), one, two) }},
		{"the end of a picture", 2, func() []uint8 { return picture(high-30, panel, at, one, two) }},
		{"another palette", 2, func() []uint8 {
			palette = other
			return picture(high, panel, at, one, two)
		}},
	} {
		drawn = 0
		got := x.again()
		if drawn != x.drawn || bytes.Equal(got, first) != (x.drawn == 0) {
			t.Errorf("%s: %d things were drawn, expected %d", x.name, drawn, x.drawn)
		}
	}
}
