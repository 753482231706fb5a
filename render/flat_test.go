package render

import (
	"bytes"
	"image/png"
	"math/rand/v2"
	"testing"
)

// A flat picture shows a part of the field that holds everything that happened, or the whole field. Its shape never exceeds 16 to 9.
func TestFlatPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cropped := 0
	for range 2000 {
		w, h := 10+float64(r.IntN(50)), 10+float64(r.IntN(50))
		var all []Circle
		spread := 0.2 + 0.8*r.Float64()
		for range 1 + r.IntN(6) {
			all = append(all, Circle{X: w * spread * r.Float64(), Y: h * spread * r.Float64(), R: r.Float64()})
		}
		win := wide(all, w, h)
		if win == (Window{}) {
			continue
		}
		cropped++
		if win.X0 < 0 || win.Y0 < 0 || win.X1 > w || win.Y1 > h || (win.X1-win.X0)*9 < (win.Y1-win.Y0)*15 {
			t.Fatalf("a part %v of %g x %g", win, w, h)
		}
		for _, k := range all { // the part of it on the field
			if max(0, k.X-k.R) < win.X0 || max(0, k.Y-k.R) < win.Y0 || min(w, k.X+k.R) > win.X1 || min(h, k.Y+k.R) > win.Y1 {
				t.Fatalf("%v is not in %v of %g x %g", k, win, w, h)
			}
		}
	}
	if cropped < 500 {
		t.Errorf("%d parts of 2000 fields", cropped)
	}
	for _, s := range []Scene{
		{W: 48, H: 48, Tallies: []Tally{{Name: "Ann", Points: 12}, {Name: "Ben"}}, Discs: []Disc{{X: 5, Y: 5, R: 1, Side: 1}, {X: 40, Y: 44, R: 1, Side: 2}}},
		{W: 48, H: 48, Discs: []Disc{{X: 5, Y: 5, R: 1, Side: 1}}, Trails: []Trail{{X: []float64{5, 9}, Y: []float64{5, 6}, R: 1, Side: 1}}, Legend: []Key{{Block: true, Text: "a house"}}},
		{W: 11, H: 2, Grid: Track}, {W: 12, H: 12, Grid: Lattice, Scores: []string{"A Razor 12 HP", "B Velocity 3 HP"}},
	} {
		data, err := Draw(Flat(s))
		if err != nil {
			t.Fatal(err)
		}
		if size, _ := png.DecodeConfig(bytes.NewReader(data)); size.Width != width || size.Height > flatHigh {
			t.Errorf("a flat picture of %d x %d", size.Width, size.Height)
		}
	}
}
