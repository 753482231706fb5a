package render

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"downsync/render/label"
)

func square(x, y, edge float64) (xs, ys []float64) {
	return []float64{x, x + edge, x + edge, x}, []float64{y, y, y + edge, y + edge}
}

// Static layers are drawn once, and only a limited number, those used last, is kept.
func TestLayersAreBounded(t *testing.T) {
	board := func(i int) Scene {
		xs, ys := square(float64(i)+1, 2, 3)
		return Scene{W: 48, H: 48, Areas: []Area{{Texture: Canopy, X: xs, Y: ys}}}
	}
	high := int(boardHigh(board(0)))
	first := ground(board(0), high)
	defer func(most int) { layers.Most = most }(layers.Most)
	layers.Most = 3 * first.Bytes()
	for i := range 5 {
		release(scenePicture(board(i)))
		if ground(board(0), high) != first {
			t.Fatalf("the layer in use was drawn again after %d others", i)
		}
	}
	if layers.Held() != layers.Most {
		t.Errorf("%d bytes of layers are kept, expected %d", layers.Held(), layers.Most)
	}
}

// Every texture with rules has its own pattern, so that it is recognisable without colour.
func TestTexturesDiffer(t *testing.T) {
	patterns := map[string]Texture{}
	for texture := range schemes[Display].terrain {
		if texture == Road {
			continue
		}
		xs, ys := square(10, 10, 8)
		c := scenePicture(Scene{W: 48, H: 48, Areas: []Area{{Texture: texture, X: xs, Y: ys}}})
		picture := c.Entries()
		x0, y0 := xy(c, 11, 17)
		x1, y1 := xy(c, 17, 11)
		var b strings.Builder
		marks := 0
		for y := int(y0); y < int(y1); y++ {
			for x := int(x0); x < int(x1); x++ {
				mark := schemes[Display].palette.Colors()[picture[y*width+x]] != color.Color(schemes[Display].terrain[texture].fill)
				if mark {
					marks++
				}
				fmt.Fprint(&b, mark)
			}
		}
		release(c)
		if other, ok := patterns[b.String()]; ok {
			t.Errorf("%s has the pattern of %s", texture, other)
		}
		patterns[b.String()] = texture
		if all := int(x1-x0) * int(y1-y0); marks < all/20 {
			t.Errorf("%s: %d of %d pixels are marks", texture, marks, all)
		}
	}
}

func TestDrawRefuses(t *testing.T) {
	xs, ys := square(1, 1, 1)
	for _, s := range []Scene{
		{W: 0, H: 48},
		{W: 48, H: 201},
		{W: 48, H: 48, Areas: []Area{{Texture: "lava", X: xs, Y: ys}}},
		{W: 48, H: 48, Areas: []Area{{Texture: Canopy, X: xs[:2], Y: ys[:2]}}},
		{W: 48, H: 48, Areas: []Area{{Texture: Canopy, X: xs, Y: ys[:3]}}},
		{W: 48, H: 48, Blocks: []Block{{X: xs[:1], Y: ys[:1]}}},
		{W: 48, H: 48, Blocks: []Block{{X: xs, Y: ys, Room: -1}}},
		{W: 48, H: 48, Legend: []Key{{Texture: "lava"}}},
	} {
		if _, err := Draw(s); err == nil {
			t.Errorf("drawn:\n%s", s)
		}
	}
	if _, err := Draw(Scene{W: 48, H: 48, Blocks: []Block{{X: xs, Y: ys, Room: 99, Height: `6"`}}}); err != nil {
		t.Error(err)
	}
}

// The marks of a building are on its roof, even on the larger tables.
func TestMarksFitTheRoof(t *testing.T) {
	for _, table := range []float64{48, 72} {
		for _, b := range []Block{
			{X: []float64{10, 12.4, 12.4, 10}, Y: []float64{10, 10, 13.2, 13.2}, Height: `6"`, Room: 2},
			{X: []float64{10, 13.5, 13.5, 10}, Y: []float64{10, 10, 15, 15}, Height: `6"`, Room: 6},
			{X: []float64{10, 14.6, 14.6, 10}, Y: []float64{10, 10, 11.9, 11.9}, Height: `1"`, Room: 2},
			{X: []float64{10, 12.8, 12.8, 10}, Y: []float64{10, 10, 12.8, 12.8}, Height: `6"`, Room: 1},
		} {
			c := scenePicture(Scene{W: table, H: 48})
			shape := outlineOf(c, b.X, b.Y)
			text, x, y := plate(c, b, shape)
			w, h := roomSize(c, b.Room)
			roof := shape.Span()
			for _, mark := range []label.Box{text, label.BoxOf(x-w/2, y-h/2, x+w/2, y+h/2)} {
				if mark.X0 < roof.X0 || mark.X1 > roof.X1 || mark.Y0 < roof.Y0 || mark.Y1 > roof.Y1 {
					t.Errorf("table of %g, roof %v: the mark in %v leaves it", table, roof, mark)
				}
			}
			release(c)
		}
	}
}

// Things partly outside the shown part of a board do not extend into the frame.
func TestFrameIsClear(t *testing.T) {
	xs, ys := square(10, 10, 28)
	s := Scene{W: 48, H: 48, Window: Window{20, 20, 34, 34}, Areas: []Area{{Texture: Hatching, X: xs, Y: ys}}, Blocks: []Block{{X: xs, Y: ys, Height: `3"`}},
		Discs: []Disc{{X: 27, Y: 34, R: 3, Glyph: vehicle, Alert: true}}}
	raw, err := Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for y := range header {
		for x := range width {
			if got := color.RGBAModel.Convert(img.At(x, y)); got != schemes[Display].panel {
				t.Fatalf("%d,%d: %v where there are no words", x, y, got)
			}
		}
	}
}

// Squares have their letters and numbers once, on the ground, whatever part is shown; cells count from 1 and columns from 0 on the
// edges.
func TestCoordinates(t *testing.T) {
	for want, s := range map[string]Scene{
		"C D E 1 2 3":         {W: 18, H: 18, Squares: Squares{6, 'C'}},
		"A B 1 2":             {W: 8, H: 8, Squares: Squares{4, 'A'}, Window: Window{0, 0, 8, 8}},
		"D E F 2 3 4":         {W: 48, H: 48, Squares: Squares{6, 'C'}, Window: Window{8, 6, 24, 22}},
		"":                    {W: 18, H: 18},
		"1 1 2 2 3 3 1 1 2 2": {W: 3, H: 2, Grid: Lattice},
		"9 9 10 10 5 5 6 6":   {W: 24, H: 24, Grid: Lattice, Window: Window{8, 4, 10, 6}},
		"0 0 1 1 2 2":         {W: 3, H: 2, Grid: Track},
	} {
		c := scenePicture(s)
		var got []string
		c.Print = func(text string, x, y, size float64) {
			if n := len(got); s.inside() && n > 0 && got[n-1] == text { // its edge
				return
			}
			if small := size * 271 / width; s.inside() && (small < 11 || !label.Around(x, y-size/2, 1).Within(c.field)) {
				t.Errorf("%s: %.1f px on a small phone, at %.0f,%.0f", text, small, x, y)
			}
			got = append(got, text)
		}
		coordinates(c, s)
		c.Print = nil
		release(c)
		if strings.Join(got, " ") != want {
			t.Errorf("%v: %q, expected %q", s, got, want)
		}
	}
}

// A lattice of the largest field leaves out numbers that have no room.
func TestLatticeIsLegible(t *testing.T) {
	s := Scene{W: maxField, H: 20, Grid: Lattice}
	c := scenePicture(s)
	defer func() { c.Print = nil; release(c) }()
	last := math.Inf(-1)
	c.Print = func(text string, x, y, _ float64) {
		if y > c.field.Y0 {
			return
		}
		if x < last {
			t.Errorf("%s begins at %.0f, before the last number ends", text, x)
		}
		last = x + c.Width(text)
	}
	coordinates(c, s)
	if last < width/2 {
		t.Error("there are no numbers")
	}
}

// Scenes with equal words but other silhouettes, tokens or squares have different pictures.
func TestPicturesOfOneName(t *testing.T) {
	xs := Stroke{R: 0.5, At: [][2]float64{{0, 0}}}
	of := func(g *Glyph, k Token, edge float64) Scene {
		return Scene{W: 48, H: 48, Squares: Squares{edge, 'A'}, Discs: []Disc{{X: 9, Y: 9, R: 2, Glyph: g, Label: "1", Chips: []Chip{{"1", k}}}}}
	}
	seen := map[string]bool{}
	for _, s := range []Scene{of(&Glyph{Name: "x"}, Token{}, 6), of(&Glyph{Name: "x", Strokes: []Stroke{xs}}, Token{}, 6), of(&Glyph{Name: "x"}, Token{Ink: Pink}, 6),
		of(&Glyph{Name: "x"}, Token{Shape: Square}, 6), of(&Glyph{Name: "x"}, Token{}, 8)} {
		png, err := Draw(s)
		if err != nil || seen[string(png)] {
			t.Errorf("another scene has this picture, %v:\n%s", err, s)
		}
		seen[string(png)] = true
	}
}
