package reel

import (
	"bytes"
	"image/gif"
	"testing"

	"downsync/render"
)

// strip returns a strip of a board of that size with discs at those places.
func strip(size float64, xs ...float64) render.Strip {
	s := render.Scene{W: size, H: size, Squares: render.Squares{Edge: 8, First: 'A'}}
	for _, x := range xs {
		s.Discs = append(s.Discs, render.Disc{X: x, Y: 20, R: 1.5, Side: 1, Mark: "A"})
	}
	return render.Strip{Main: s, Panes: []render.Pane{{Scene: s, Caption: "a"}, {Scene: s, Caption: "b"}}}
}

// An animation shows a single board, and a step in which nothing changes takes hardly any bytes.
func TestAnimationStaysWhereItIs(t *testing.T) {
	a, err := newAnimation(strip(48, 10, 20))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.add(strip(48, 10, 20), 10); err != nil {
		t.Error(err)
	}
	first := a.len()
	if err := a.add(strip(48, 10, 20), 10); err != nil || a.len()-first > 40 {
		t.Errorf("a step in which nothing changes takes %d bytes, %v", a.len()-first, err)
	}
	if err := a.add(strip(40, 10, 20), 10); err == nil {
		t.Error("a step on another board")
	}
}

// Every frame of an animation shows what its strip drawn alone shows, though only changes are written.
func TestFramesAreWhole(t *testing.T) {
	shown := func(all ...render.Strip) []byte {
		a, err := newAnimation(all[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			if err := a.add(s, 10); err != nil {
				t.Fatal(err)
			}
		}
		movie, err := gif.DecodeAll(bytes.NewReader(a.gif.end()))
		if err != nil || len(movie.Image) != len(all) {
			t.Fatalf("%d pictures, %v", len(movie.Image), err)
		}
		pix := bytes.Clone(movie.Image[0].Pix)
		for _, m := range movie.Image[1:] {
			for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
				for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
					if v := m.ColorIndexAt(x, y); v != unchanged {
						pix[y*movie.Config.Width+x] = v
					}
				}
			}
		}
		return pix
	}
	if !bytes.Equal(shown(strip(48, 10), strip(48, 30, 34), strip(48, 12, 40)), shown(strip(48, 12, 40))) {
		t.Error("the last frame differs from its strip drawn alone")
	}
}

// The palette of a frame leaves the entry free that shows the previous picture.
func TestUnchangedIsNoColour(t *testing.T) {
	for _, theme := range render.Themes {
		for _, sides := range []int{2, render.MaxSides} {
			s := render.Strip{Main: render.Scene{Theme: theme, W: 12, H: 12, Scores: make([]string, sides)}}
			f, err := render.NewFrames(s)
			if err != nil || len(f.Palette()) > unchanged {
				t.Errorf("theme %q, %d sides: %d colours, at most %d: %v", theme, sides, len(f.Palette()), unchanged, err)
			}
		}
	}
}
