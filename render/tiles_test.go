package render

import (
	"bytes"
	"image"
	"image/color"
	"testing"
)

// A tile is drawn once: a later picture with the same content there copies it. Anything else that its look depends on makes it a
// different tile: the operations, their order, the layer below, its place, the end of the picture, and its palette.
func TestTilesAreDrawnOnce(t *testing.T) {
	drawn := 0
	const high = 2*tile + 20
	theme := Display
	picture := func(high float64, under color.RGBA, at image.Point, inks ...color.RGBA) []uint8 {
		base := take(high, 1, Display, 2)
		base.paint(under)
		layer := layerOf(base)
		release(base)
		c := take(high, 1, theme, 2)
		defer release(c)
		c.begin(layer)
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
		return bytes.Clone(c.indexed(nil))
	}
	l := schemeOf(Display, 2)
	Forget()
	one, other, at := l.sides[1], l.sides[2], image.Pt(2*tile, tile)
	first := picture(high, l.panel, at, one, other)
	for _, x := range []struct {
		name  string
		drawn int
		again func() []uint8
	}{
		{"the same", 0, func() []uint8 { return picture(high, l.panel, at, one, other) }},
		{"another order", 2, func() []uint8 { return picture(high, l.panel, at, other, one) }},
		{"another ground", 2, func() []uint8 { return picture(high, l.field, at, one, other) }},
		{"another place", 2, func() []uint8 { return picture(high, l.panel, at.Add(image.Pt(tile, 0)), one, other) }},
		{"the end of a picture", 2, func() []uint8 { return picture(high-30, l.panel, at, one, other) }},
		{"another palette", 2, func() []uint8 {
			theme = Light
			return picture(high, l.panel, at, one, other)
		}},
	} {
		drawn = 0
		got := x.again()
		if drawn != x.drawn || bytes.Equal(got, first) != (x.drawn == 0) {
			t.Errorf("%s: %d things were drawn, expected %d", x.name, drawn, x.drawn)
		}
	}
}

// Values in use stay, others are dropped, and there are never more than twice as many as the limit.
func TestRecentIsBounded(t *testing.T) {
	r := recent[int, *int]{most: 10}
	for i := range 100 {
		r.put(i, &i)
		if got := r.get(0); got == nil || *got != 0 {
			t.Fatalf("after %d others the value in use is gone", i)
		}
		if n := r.count(); n > 20 {
			t.Fatalf("%d values are kept", n)
		}
	}
	if r.get(50) != nil || r.get(99) == nil {
		t.Error("the oldest stays, or the newest is gone")
	}
	if r.empty(); r.get(99) != nil || r.count() != 0 {
		t.Error("something is kept")
	}
}
