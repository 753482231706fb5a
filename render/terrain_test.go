package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"
)

// pixels returns the pixels of a part of the scene's picture, row by row.
func pixels(t *testing.T, s Scene, part image.Rectangle) (out []color.Color) {
	t.Helper()
	drawn, err := draw(s)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		t.Fatal(err)
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			out = append(out, img.At(x, y))
		}
	}
	return out
}

// No part of a wood is on the open ground that it surrounds, neither on the whole board nor in a crop of that ground.
func TestHollow(t *testing.T) {
	bent := func(wide float64) Area {
		return Area{X: []float64{4, 44, 44, 44 - wide, 44 - wide, 4 + wide, 4 + wide, 4}, Y: []float64{4, 4, 44, 44, 4 + wide, 4 + wide, 44, 44}}
	}
	for _, texture := range []Texture{Canopy, Bulwark} {
		for _, wide := range []float64{4, 0.3} { // with points of the grid in it, and without
			a := bent(wide)
			a.Texture = texture
			for _, w := range []Window{{}, {16, 12, 32, 28}} {
				with := Scene{Theme: Display, W: 48, H: 48, Window: w, Areas: []Area{a}}
				without := with
				without.Areas = nil
				x, y := int(width/2), int(header+width/2)
				part := image.Rect(x-300, y-300, x+300, y+300)
				if !slices.Equal(pixels(t, with, part), pixels(t, without, part)) {
					t.Errorf("%s %g wide, window %v: something stands on open ground", texture, wide, w)
				}
			}
		}
	}
}

// A wood that is too small for the grid has a crown in its middle, on the whole board and in a crop.
func TestLoneCrown(t *testing.T) {
	for _, texture := range []Texture{Canopy, Bulwark} {
		for _, w := range []Window{{}, {16, 16, 32, 32}} {
			s := Scene{Theme: Display, W: 48, H: 48, Window: w, Areas: []Area{{Texture: texture, X: []float64{23.5, 24.5, 24.5, 23.5}, Y: []float64{23.5, 23.5, 24.5, 24.5}}}}
			c := scenePicture(s)
			x, y := xy(c, 24, 24)
			release(c)
			fill := schemeOf(s.Theme, 2).terrain[texture.like()].fill
			if got := pixels(t, s, image.Rect(int(x), int(y), int(x)+1, int(y)+1)); got[0] == color.Color(fill) {
				t.Errorf("%s in the window %v has no crown", texture, w)
			}
		}
	}
}
