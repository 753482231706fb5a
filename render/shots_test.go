package render_test

import (
	"image"
	"strings"
	"testing"

	"downsync/render"
)

// fan returns a scene of shots by several bases at one target, so close together that not all notes have room on their lines.
func fan() render.Scene {
	s := render.Scene{W: 48, H: 48, Discs: []render.Disc{{X: 40, Y: 30, R: 1.5, Side: 2, Glyph: unit}}}
	for i := range 6 {
		x, y := 22+float64(i%2)*3, 20+float64(i)*2.4
		s.Discs = append(s.Discs, render.Disc{X: x, Y: y, R: 1.2, Side: 1, Glyph: unit})
		s.Shots = append(s.Shots, render.Shot{X0: x, Y0: y, R0: 1.2, X1: 40, Y1: 30, R1: 1.5, Side: 1, Hit: i%2 == 0, Note: []string{"HIT", "2 × STOPPED"}[i%2]})
	}
	return s
}

// The note of a shot is on its line or close beside it, and closer than to any other line, even if many shots arrive at one target.
// Few notes are left out.
func TestShotNotesStandByTheirLines(t *testing.T) {
	const most = 75 // units
	missing := 0
	for _, p := range render.Placings(fan()) {
		switch shot := strings.HasPrefix(p.Of, "shot"); {
		case p.Missing:
			missing++
		case shot && (p.Own > most || p.Own >= p.Other):
			t.Errorf("the note of %s is %.0f from its line, at most %d, and %.0f from another", p.Of, p.Own, most, p.Other)
		}
	}
	if missing > 2 {
		t.Errorf("%d notes are left out", missing)
	}
}

// Shots in opposite directions between two places are drawn side by side, each with its own words.
func TestReturnedShotsAreParted(t *testing.T) {
	s := render.Scene{W: 48, H: 48, Discs: []render.Disc{{X: 10, Y: 20, R: 1.2, Side: 1, Glyph: unit, Label: "A1"}, {X: 34, Y: 28, R: 1.2, Side: 2, Glyph: unit, Label: "B1"}}}
	s.Shots = []render.Shot{{X0: 10, Y0: 20, R0: 1.2, X1: 34, Y1: 28, R1: 1.2, Side: 1, Hit: true, Note: "HIT"}, {X0: 34, Y0: 28, R0: 1.2, X1: 10, Y1: 20, R1: 1.2, Side: 2, Note: "2 × MISS"}}
	n := 0
	for _, p := range render.Placings(s) {
		if strings.HasPrefix(p.Of, "shot") {
			if n++; p.Missing || p.Own >= p.Other || p.Led {
				t.Errorf("%+v", p)
			}
		}
	}
	if n != len(s.Shots) {
		t.Errorf("%d notes", n)
	}
}

// A miss ends at its target, like a hit: beyond it, it would seem to be aimed at the piece behind.
func TestMissesEndAtTheTarget(t *testing.T) {
	drawn := func(shots ...render.Shot) image.Image {
		s := fan()
		s.Shots = shots
		_, data, err := render.Labels(s)
		if err != nil {
			t.Fatal(err)
		}
		return decoded(t, data)
	}
	plain := drawn()
	reaches := func(hit bool) (right int) {
		with := drawn(render.Shot{X0: 10, Y0: 30, R0: 1.2, X1: 40, Y1: 30, R1: 1.5, Side: 1, Hit: hit})
		for y := range with.Bounds().Dy() {
			for x := range with.Bounds().Dx() {
				if with.At(x, y) != plain.At(x, y) {
					right = max(right, x)
				}
			}
		}
		return right
	}
	if hit, miss := reaches(true), reaches(false); miss > hit || miss == 0 {
		t.Errorf("a miss reaches %d, a hit %d", miss, hit)
	}
}

// If units are so close together that a shot's note must keep away from it, a line leads to the note.
func TestShotNotesInACrowdAreLed(t *testing.T) {
	s := render.Scene{W: 12, H: 12, Grid: 1}
	for i := range 9 {
		x, y := 5.5+float64(i%3), 5.5+float64(i/3)
		s.Discs = append(s.Discs, render.Disc{X: x, Y: y, R: 0.44, Side: render.Side(1 + i%2), Glyph: unit, Label: "B2", Figure: "12"})
		if i > 2 {
			s.Shots = append(s.Shots, render.Shot{X0: x, Y0: y, R0: 0.44, X1: x, Y1: y - 1, R1: 0.44, Side: render.Side(1 + i%2), Hit: true, Note: "HIT −12"})
		}
	}
	n := 0
	for _, p := range render.Placings(s) {
		if away := p.Own > 26; strings.HasPrefix(p.Of, "shot") && away {
			n++
			if !p.Led {
				t.Errorf("no line leads to the note of %s", p.Of)
			}
		}
	}
	if n == 0 {
		t.Error("no note stands away from its shot")
	}
}
