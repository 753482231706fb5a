package render_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"

	"downsync/render"
)

// colors of the sides in the dark display.
var colors = map[render.Side]color.RGBA{1: {0x52, 0xbd, 0xfa, 255}, 2: {0xff, 0xb6, 0x40, 255}}

// In a crowd each piece still has its label, at the size of all labels, not on any piece, and no line runs over it.
func TestLabelsInACrowd(t *testing.T) {
	lots := rand.New(rand.NewPCG(3, 4))
	for _, w := range []render.Window{{}, {}, {X0: 14, Y0: 14, X1: 34, Y1: 34}, {X0: 14, Y0: 14, X1: 34, Y1: 34}} {
		s := render.Scene{W: 48, H: 48, Window: w}
		s.Discs = forces(func(render.Side) (float64, float64) { return 20 + lots.Float64()*8, 20 + lots.Float64()*8 })
		for i := range s.Discs {
			s.Discs[i].Figure, s.Discs[i].Note = "12", "" // like a unit with its life
		}
		at, upon, raw, err := render.Tagged(s)
		if err != nil {
			t.Fatal(err)
		}
		m := decoded(t, raw)
		for i, d := range s.Discs {
			if at[i].Empty() || upon[i] {
				t.Errorf("no label for %s: %v", d.Label, at[i])
			} else if bare, ok := plain(m, at[i], colors[d.Side]); !ok {
				t.Errorf("something lies on the label %s, at %v", d.Label, bare)
			}
		}
	}
}

// plain reports whether a plate has its colour all along the inside of its upper and lower edge.
func plain(m image.Image, r image.Rectangle, want color.RGBA) (image.Point, bool) {
	for x := r.Min.X + 12; x < r.Max.X-12 && x < r.Min.X+50; x++ {
		for _, y := range []int{r.Min.Y + 6, r.Min.Y + 44} {
			if got := color.RGBAModel.Convert(m.At(x, y)); got != want {
				return image.Pt(x, y), false
			}
		}
	}
	return image.Point{}, true
}

// decoded returns the picture in a PNG.
func decoded(t *testing.T, raw []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The mark of a piece's destination lets what is already there show.
func TestGhostCoversNobody(t *testing.T) {
	s := render.Scene{W: 48, H: 48, Discs: []render.Disc{{X: 24, Y: 24, R: 1.5, Side: 1, Glyph: unit, Label: "A1"}, {X: 10, Y: 10, R: 1.2, Side: 2, Glyph: unit, Label: "B1"}}}
	s.Paths = []render.Path{{X: []float64{10, 23.5}, Y: []float64{10, 24}, R: 1.2, Side: 2, Style: render.Way}}
	raw, err := render.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	m := decoded(t, raw)
	n := 0
	for y := range m.Bounds().Max.Y {
		for x := range m.Bounds().Max.X {
			if color.RGBAModel.Convert(m.At(x, y)) == colors[1] {
				n++
			}
		}
	}
	if n < 4000 { // for a base 36 pixels wide each way, and its label
		t.Errorf("%d pixels are left of A1", n)
	}
}

// The words of bursts that are close together give way to the labels of their pieces, which say the same. A single burst, and one
// whose piece has no name there, keep theirs.
func TestBurstsGiveWayToLabels(t *testing.T) {
	labels := func(gap float64, note string, bursts bool) int {
		t.Helper()
		s := render.Scene{W: 48, H: 48}
		for i := range 6 {
			d := render.Disc{X: 8 + gap*float64(i%3), Y: 20 + gap*float64(i/3), R: 1.4, Side: render.Side(1 + i/3), Glyph: unit, Label: string("AB"[i/3]) + string("123"[i%3]), Note: note}
			s.Discs = append(s.Discs, d)
			if bursts {
				s.Flashes = append(s.Flashes, render.Flash{X: d.X, Y: d.Y, R: d.R, Side: d.Side, Note: "Virago!"})
			}
		}
		at, _, err := render.Labels(s)
		if err != nil {
			t.Fatal(err)
		}
		return len(at)
	}
	for _, x := range []struct {
		gap  float64
		note string
		more int
	}{{3.2, "Virago", 0}, {4.5, "Virago", 0}, {15, "Virago", 6}, {4.5, "", 6}} {
		if without, with := labels(x.gap, x.note, false), labels(x.gap, x.note, true); with != without+x.more || x.note != "" && without != 12 {
			t.Errorf("%.1f\" apart, named %q: %d labels, with bursts %d", x.gap, x.note, without, with)
		}
	}
}

// A plate with a line to it is seldom at the edge of another piece, where it would seem to belong: of 40 positions, each with two
// rows or clumps, fewer than one plate in twelve; it was one in five before such places had a cost.
func TestLedPlatesStandApart(t *testing.T) {
	lots := rand.New(rand.NewPCG(5, 6))
	led, beside, all := 0, 0, 0
	for n := range 40 {
		s := render.Scene{W: 48, H: 48}
		i := 0.0
		s.Discs = forces(func(side render.Side) (float64, float64) {
			i++
			y := 6 + 30*float64(side-1)
			if n%2 == 0 {
				return 3 + 3.4*float64(int(i-1)%11) + lots.Float64()*2, y + lots.Float64()*2
			}
			return 14 + lots.Float64()*20, y + lots.Float64()*12
		})
		for _, p := range render.Placings(s) {
			all++
			if p.Led {
				if led++; p.Other < 6 {
					beside++
				}
			}
		}
	}
	if t.Logf("of %d plates %d are led to, %d of them beside another piece", all, led, beside); led < 100 || 12*beside > led {
		t.Errorf("%d of %d plates that are led to stand beside another piece", beside, led)
	}
}
