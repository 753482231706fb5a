package canvas

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// someColors returns that many colours, always the same. A third of them differ little from another.
func someColors(n int) (out color.Palette) {
	rnd := rand.New(rand.NewPCG(10, uint64(n)))
	for i := range n {
		c := color.RGBA{uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), 255}
		if i%3 == 2 {
			c = out[rnd.IntN(i)].(color.RGBA)
			c.R, c.B = c.R^uint8(rnd.IntN(16)), c.B^uint8(rnd.IntN(8))
		}
		out = append(out, c)
	}
	return out
}

// Every entry that colours map to has a colour of its own, which is used when drawing over it; otherwise a dark patch would show
// the box of a label.
func TestEntriesHaveColours(t *testing.T) {
	for _, n := range []int{1, 2, 50, 255, 256} {
		p := NewPalette(someColors(n))
		for of, entry := range p.nearest() {
			if p.shown[entry] == 0 {
				t.Fatalf("of %d colours: colour %#x becomes entry %d, which has none", n, of, entry)
			}
		}
	}
}

// A colour of a palette becomes itself, or the first that shares the highest five bits of its channels.
func TestColoursSurvive(t *testing.T) {
	colors := someColors(255)
	c, shared := New(image.Pt(1, 1), 1, NewPalette(colors)), 0
	for i, want := range colors {
		c.Paint(want.(color.RGBA))
		got, want := colors[c.Entries()[0]].(color.RGBA), want.(color.RGBA)
		if (got.R^want.R)>>3|(got.G^want.G)>>3|(got.B^want.B)>>3 != 0 {
			t.Errorf("colour %d, %v, becomes %v", i, want, got)
		}
		if got != want {
			shared++
		}
	}
	if shared == 0 || shared > 128 {
		t.Errorf("%d colours become others", shared)
	}
}

// The table of nearest colours agrees with each palette's Index.
func TestTableOfNearestColours(t *testing.T) {
	for _, n := range []int{1, 2, 50, 120, 200, 255} {
		palette := someColors(n)
		for i, entry := range indexOf(palette) {
			c := color.RGBA{uint8(i) << 3, uint8(i>>5) << 3, uint8(i>>10) << 3, 0xff}
			c = color.RGBA{c.R | c.R>>5, c.G | c.G>>5, c.B | c.B>>5, 0xff}
			if want := palette.Index(c); int(entry) != want {
				t.Fatalf("of %d colours, %v: entry %d, want %d", n, c, entry, want)
			}
		}
	}
}
