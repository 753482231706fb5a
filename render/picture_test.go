package render

import "testing"

// No word of a picture is less than 12 px high where a phone shows it 360 px wide.
func TestSmallestWords(t *testing.T) {
	s := standard()
	for _, k := range []Chip{count, {"S", Token{}}, {"4", Token{Ink: Pink, Shape: Square}}} {
		s.Legend = append(s.Legend, Key{Chip: k, Text: "what it is"})
	}
	s.Paths = []Path{{X: []float64{3, 20}, Y: []float64{3, 20}, Note: "left"}}
	s.Rings = []Ring{{Circle: Circle{24, 24, 9}, Note: "9"}}
	words := 0
	reading := func(c *canvas, what string) {
		c.print = func(string, float64, float64) {
			words++
			if got := c.used.size * 360 / float64(c.img.Rect.Dx()); got < 11.99 {
				t.Errorf("%s: words of %.1f px", what, got)
			}
		}
	}
	s.Cards = []Card{{Side: 1, Name: "card", Figure: "4"}, {Side: 2, Name: "card", Down: true}}
	c := newCanvas(s)
	reading(c, "board")
	defer func() { c.print = nil; release(c) }()
	background(c, s, false)
	board(c, s, false)
	head(c, s)
	cards(c, s)
	legend(c, s)

	strip := Strip{Main: s, Note: "what happened", Panes: []Pane{{standard(), "A sees"}, {standard(), "B sees"}}}
	strip.Main.Legend = nil
	for _, unit := range []float64{1, reelUnit} {
		r, err := newStrips(strip, unit)
		if err != nil {
			t.Fatal(err)
		}
		reading(r.canvas, "strip")
		captionOf(r.canvas, strip.Panes[0], r.panes[0], 1)
		if err := r.draw(strip); err != nil {
			t.Fatal(err)
		}
	}

	sheet := take(2000, 1, Display, 2, nil)
	reading(sheet, "sheet")
	defer func() { sheet.print = nil; release(sheet) }()
	sheet.fine = 1
	var rows []laid
	for _, l := range sampleSheet().Lines {
		rows = append(rows, flow(sheet, l)...)
	}
	sheet.sheet(sampleSheet(), rows)
	if words < 60 {
		t.Errorf("only %d words were looked at", words)
	}
}
