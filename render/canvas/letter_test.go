package canvas

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// Cached letters equal the library's at every position, and have the same measures. All of them are inside their box, which is
// little higher than they are.
func TestLettersAreTheLibrarys(t *testing.T) {
	const text = "AV Wäx-1 “Ünit” jg…"
	for _, size := range []float64{4, 19, 28, 84} {
		for _, k := range []faceKey{{false, size}, {true, size}} {
			ttf := regular
			if k.bold {
				ttf = bold
			}
			own, library := typefaceOf(k), truetype.NewFace(ttf, &truetype.Options{Size: size, Hinting: font.HintingFull})
			if a, b := font.MeasureString(own, text), font.MeasureString(library, text); a != b {
				t.Errorf("%+v: %s wide, want %s", k, a, b)
			}
			for off := range fixed.Int26_6(64) {
				var drawn [2]*image.RGBA
				for i, f := range []font.Face{own, library} {
					drawn[i] = image.NewRGBA(image.Rect(0, 0, int(size)*12+20, int(size)*2))
					pen := font.Drawer{Dst: drawn[i], Src: image.Black, Face: f, Dot: fixed.Point26_6{X: fixed.I(5) - off, Y: fixed.I(int(size)*3/2) + off}}
					pen.DrawString(text)
				}
				if !slices.Equal(drawn[0].Pix, drawn[1].Pix) {
					t.Fatalf("%+v begun %d 64ths to the left: other pixels", k, off)
				}
				in := own.ink(text).Add(image.Pt((fixed.I(5) - off).Floor(), (fixed.I(int(size)*3/2) + off).Round()))
				if in.Dy() > int(size)*5/4+2 {
					t.Fatalf("%+v: a box of %v", k, in)
				}
				b := newBrush(drawn[0], 1)
				b.block(in, color.RGBA{})
				if slices.Max(drawn[0].Pix) > 0 {
					t.Fatalf("%+v begun %d 64ths to the left: inked outside %v", k, off, in)
				}
			}
		}
	}
}
