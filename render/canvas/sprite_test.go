package canvas

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// A sprite changes each pixel exactly as mixing in that pixel alone would, wherever the picture or the drawn tiles cut it off.
func TestSpritesCoverEveryPixel(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for round := range 300 {
		drawn := image.NewRGBA(image.Rect(0, 0, 3+rnd.IntN(40), 3+rnd.IntN(40)))
		for run := 0; run < len(drawn.Pix); {
			v, long := []uint8{0, 0, 77, 255, 255}[rnd.IntN(5)], 4*(1+rnd.IntN(20))
			for i := run; i < min(run+long, len(drawn.Pix)); i++ {
				drawn.Pix[i] = v
			}
			run += long
		}
		middle := image.Pt(rnd.IntN(40), rnd.IntN(40))
		at := image.Pt(rnd.IntN(90)-10, rnd.IntN(90)-10)
		full := image.NewRGBA(image.Rect(0, 0, 70, 70))
		for i := range full.Pix {
			full.Pix[i] = 200
		}
		part := image.Rect(rnd.IntN(40), rnd.IntN(40), 40+rnd.IntN(31), 40+rnd.IntN(31))
		b := newBrush(full, 1)
		b.img = full.SubImage(part).(*image.RGBA)
		b.lay(newSprite(drawn, middle), at)
		for y := range 70 {
			for x := range 70 {
				want := color.RGBA{200, 200, 200, 200}
				if from := image.Pt(x, y).Sub(at).Add(middle); image.Pt(x, y).In(part) && from.In(drawn.Rect) {
					if v := drawn.RGBAAt(from.X, from.Y).R; v > 0 {
						mixed := v + uint8(200*(256-uint32(v))>>8)
						want = color.RGBA{mixed, mixed, mixed, mixed}
						if v == 255 {
							want = color.RGBA{255, 255, 255, 255}
						}
					}
				}
				if got := full.RGBAAt(x, y); got != want {
					t.Fatalf("round %d: the pixel at %d,%d is %v, expected %v", round, x, y, got, want)
				}
			}
		}
	}
}
