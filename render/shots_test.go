package render_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"downsync/render"
)

// fan is a scene of shots of several bases at one target, which stand so close that there is no room for all notes on their lines.
func fan() render.Scene {
	s := render.Scene{W: 48, H: 48, Discs: []render.Disc{{X: 40, Y: 30, R: 1.5, Side: 2, Glyph: unit}}}
	for i := range 6 {
		x, y := 22+float64(i%2)*3, 20+float64(i)*2.4
		s.Discs = append(s.Discs, render.Disc{X: x, Y: y, R: 1.2, Side: 1, Glyph: unit})
		s.Shots = append(s.Shots, render.Shot{X0: x, Y0: y, R0: 1.2, X1: 40, Y1: 30, R1: 1.5, Side: 1, Hit: i%2 == 0, Note: []string{"HIT", "2 × STOPPED"}[i%2]})
	}
	return s
}

// What came of a shot stands on its line or close beside it.
func TestShotNotesStandByTheirLines(t *testing.T) {
	const most = 50 // units
	for i, far := range render.ShotNotes(fan()) {

		if far > most {
			t.Errorf("the note of shot %d is %.0f from its line, at most %d", i+1, far, most)
		}
	}
}

// A miss ends at its target, as a hit does: past it it would seem to be aimed at what stands behind.
func TestMissesEndAtTheTarget(t *testing.T) {
	drawn := func(shots ...render.Shot) image.Image {
		s := fan()
		s.Shots = shots
		_, data, err := render.Labels(s)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return picture
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

// Where units stand so close that a shot's note has to stand away from it, a line leads there.
func TestShotNotesInACrowdAreLed(t *testing.T) {
	s := render.Scene{W: 12, H: 12, Grid: 1}
	for i := range 9 {
		x, y := 5.5+float64(i%3), 5.5+float64(i/3)
		s.Discs = append(s.Discs, render.Disc{X: x, Y: y, R: 0.44, Side: render.Side(1 + i%2), Glyph: unit, Label: "B2", Figure: "12"})
		if i > 2 {
			s.Shots = append(s.Shots, render.Shot{X0: x, Y0: y, R0: 0.44, X1: x, Y1: y - 1, R1: 0.44, Side: render.Side(1 + i%2), Hit: true, Note: "HIT −12"})
		}
	}
	away, led, err := render.ShotLeads(s)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i := range away {
		if away[i] {
			n++
		}
		if away[i] && !led[i] {
			t.Errorf("no line leads to the note of shot %d", i+1)
		}
	}
	if n == 0 {
		t.Error("no note stands away from its shot")
	}
}
