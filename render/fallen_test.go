package render

import (
	"fmt"
	"testing"
)

// A flat picture portrays up to three destroyed Units once each, where they cover no piece; other pictures portray none.
func TestFallenArePortrayed(t *testing.T) {
	of := &Portrait{Name: "X", Strokes: []Stroke{Filled(-1, -1, 1, -1, 0, 1)}}
	s := Scene{W: 48, H: 48, Discs: []Disc{{X: 30, Y: 20, R: 1, Side: 1, Label: "A1"}}}
	for i, label := range []string{"B1", "B1", "B2", "B3", "B4", ""} {
		w := Wreck{X: 14 + 3*float64(i), Y: 20, R: 1, Side: 2, Label: label, Portrait: of}
		if label == "" {
			w.Portrait = nil
		}
		s.Wrecks = append(s.Wrecks, w)
	}
	if got := fmt.Sprint(len(s.fallen())); got != "3" || s.fallen()[1].Label != "B2" {
		t.Errorf("%s are portrayed", got)
	}
	picture := func(s Scene) string {
		raw, err := draw(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	without := s
	without.Wrecks = nil
	for _, w := range s.Wrecks {
		w.Portrait = nil
		without.Wrecks = append(without.Wrecks, w)
	}
	if picture(s) != picture(without) {
		t.Error("a picture that is not flat portrays what fell")
	}
	if picture(Flat(s)) == picture(Flat(without)) {
		t.Error("a flat picture portrays nothing")
	}
	c := paint(Flat(s))
	defer release(c)
	largest := 0.0
	x, y := xy(c, 30, 20)
	for _, b := range c.labels.Labels() {
		if wide := b.X1 - b.X0; wide > largest {
			largest = wide
		}
		if b.X1-b.X0 > 140 && x > b.X0 && x < b.X1 && y > b.Y0 && y < b.Y1 {
			t.Error("a piece is under the portraits")
		}
	}
	if largest < 3*150 {
		t.Errorf("the portraits take %.0f units, expected three", largest)
	}
}
