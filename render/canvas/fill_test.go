package canvas

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/fogleman/gg"
)

// Paths of straight lines are filled with exactly the pixels that gg would paint, on any background and at all edges of the
// picture.
func TestStraightFillsAsGG(t *testing.T) {
	const size = 64
	r := rand.New(rand.NewPCG(1, 2))
	filled := 0
	for round := range 600 {
		unit := []float64{1, 0.5, 1.7}[round%3]
		pictures := [2]*image.RGBA{image.NewRGBA(image.Rect(0, 0, size, size)), image.NewRGBA(image.Rect(0, 0, size, size))}
		for i := range pictures[0].Pix {
			if v := uint8(r.IntN(256)); i%4 == 3 {
				pictures[0].Pix[i] = 255
			} else if round%2 == 0 {
				pictures[0].Pix[i] = v
			}
		}
		if round%5 == 0 { // a sprite is drawn on nothing
			clear(pictures[0].Pix)
		}
		copy(pictures[1].Pix, pictures[0].Pix)
		mine, theirs := newBrush(pictures[0], unit), newBrush(pictures[1], unit)
		ink := color.Color(color.NRGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), []uint8{255, 128, 7}[r.IntN(3)]})
		rule := []gg.FillRule{gg.FillRuleWinding, gg.FillRuleEvenOdd}[r.IntN(2)]
		for range 1 + r.IntN(3) {
			mine.NewSubPath()
			for corner := range 3 + r.IntN(5) {
				x, y := (r.Float64()*2-0.5)*size/unit, (r.Float64()*2-0.5)*size/unit
				if corner == 0 && r.IntN(2) == 0 {
					mine.MoveTo(x, y)
				}
				mine.LineTo(x, y)
			}
			if r.IntN(2) == 0 {
				mine.ClosePath()
			}
		}
		for _, p := range mine.parts {
			p.trace(theirs.gg)
		}
		theirs.gg.SetColor(ink)
		theirs.gg.SetFillRule(rule)
		theirs.gg.Fill()
		before := bytes.Clone(pictures[0].Pix)
		if !mine.straight(mine.parts, ink, rule) {
			t.Fatal("a path of straight lines is left to gg")
		}
		if !bytes.Equal(pictures[0].Pix, pictures[1].Pix) {
			t.Fatalf("round %d: other pixels than gg's", round)
		}
		if !bytes.Equal(before, pictures[0].Pix) {
			filled++
		}
	}
	if filled < 500 {
		t.Errorf("only %d paths filled anything", filled)
	}
	round := newBrush(image.NewRGBA(image.Rect(0, 0, size, size)), 1)
	if round.DrawCircle(9, 9, 5); round.straight(round.parts, color.White, gg.FillRuleWinding) {
		t.Error("a circle is filled with straight lines")
	}
}
