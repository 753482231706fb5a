package render

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"

	"downsync/render/canvas"
)

// A picture that copies parts of the previous one equals the same picture drawn from scratch, while pieces move, turn and leave,
// and paths, fields and rings come and go.
func TestDrawnOverAnother(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	s := standard()
	at := func() float64 { return 48 * rnd.Float64() }
	for n := range 12 {
		for range 3 {
			d := &s.Discs[rnd.IntN(len(s.Discs))]
			d.X, d.Y, d.Alert, d.Dim = at(), at(), rnd.IntN(4) == 0, rnd.IntN(4) == 0
		}
		s.Paths, s.Fields, s.Rings = nil, nil, nil
		if n%3 == 1 {
			s.Paths = []Path{{X: []float64{at(), at()}, Y: []float64{at(), at()}, Side: 1, R: 1, Note: "left"}}
			s.Fields = []Field{{Side: 1, Around: []Circle{{at(), at(), 8}}}}
			s.Rings = []Ring{{Circle: Circle{at(), at(), 9}, Side: 2, Note: "9"}}
		}
		entries := func() []uint8 {
			c := paint(s)
			defer release(c)
			return bytes.Clone(c.Entries())
		}
		over := entries()
		Forget()
		for i, v := range entries() {
			if v != over[i] {
				t.Fatalf("picture %d: other pixels at %v than drawn from nothing", n, image.Pt(i%width, i/width))
			}
		}
	}
}

// Rows that an earlier picture had are not drawn again, and no later picture shows their leftover pixels instead: scenes come back
// in any order, alternating between two boards, with lines that cross rows of both kinds.
func TestRowsLeftOut(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 7))
	at := func() float64 { return 48 * rnd.Float64() }
	var scenes []Scene
	for n := range 8 {
		s := standard()
		if n%2 == 1 {
			s.Window = Window{8, 8, 40, 40}
		}
		for range 2 {
			d := &s.Discs[rnd.IntN(len(s.Discs))]
			d.X, d.Y = at(), at()
		}
		if n > 3 {
			s.Paths = []Path{{X: []float64{at(), at()}, Y: []float64{at(), at()}, Side: 1, R: 1}}
			s.Shots = []Shot{{at(), at(), 1, at(), at(), 1, 2, n%2 == 0, "HIT"}}
			s.Rings = []Ring{{Circle: Circle{at(), at(), 6}, Side: 2}}
		}
		scenes = append(scenes, s)
	}
	var want [][]byte
	for _, s := range scenes {
		Forget()
		png, err := draw(s)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, png)
	}
	Forget()
	for n := range 40 {
		i := rnd.IntN(len(scenes))
		if n%7 == 6 {
			canvas.ForgetRows()
		}
		png, err := draw(scenes[i])
		if err != nil || !bytes.Equal(png, want[i]) {
			t.Fatalf("picture %d, of scene %d, differs from the one drawn from nothing (%v)", n, i, err)
		}
	}
}

// Nothing kept from one picture is reused for a part of another that differs in theme, in the number of sides, or in scale.
func TestKindsAreNotMistaken(t *testing.T) {
	var scenes []Scene
	for theme, l := range schemes {
		for _, scores := range [][]string{{"1", "2"}, {"1", "2", "3"}} {
			for _, edge := range []float64{48, 72} {
				if len(scores) == 3 && l.many == nil {
					continue
				}
				s := standard()
				s.Theme, s.Scores, s.W, s.H = theme, scores, edge, edge
				scenes = append(scenes, s)
			}
		}
	}
	Forget()
	var all [][]byte
	for _, s := range scenes {
		png, err := draw(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, png)
	}
	for i, s := range scenes {
		Forget()
		if png, _ := draw(s); !bytes.Equal(png, all[i]) {
			t.Errorf("theme %q, %d scores, %g wide: drawn otherwise after the others than from nothing", s.Theme, len(s.Scores), s.W)
		}
	}
}
