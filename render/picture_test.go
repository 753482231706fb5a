package render

import (
	"fmt"
	"testing"
)

// Labels, coordinates, plates, titles and points are at least 11 px high on a phone that shows the board 271 px wide, and every
// other word 9.
func TestWordsOnASmallPhone(t *testing.T) {
	const phone = 271.0
	s := standard()
	s.Tallies = []Tally{{Name: "Alexandra", Points: 1, Tokens: 3, Most: 7}, {Name: "Robin", Points: 12, Tokens: 7, Most: 7}}
	s.Names = []Name{{24, 24, "NORTH GATE"}}
	s.Shots = []Shot{{X0: 4, Y0: 10, R0: 1, X1: 40, Y1: 40, R1: 1, Side: 1, Hit: true, Note: "HIT"}, {X0: 40, Y0: 4, R0: 1, X1: 30, Y1: 24, R1: 1, Side: 2, Note: "MISS"}}
	s.Wrecks = []Wreck{{X: 24, Y: 4, R: 1.4, Side: 2, Label: "B9"}}
	s.Flashes = []Flash{{X: 44, Y: 44, R: 1.4, Note: "Virago!"}, {X: 4, Y: 44, R: 1.4, Side: 1, Score: true, Note: "+1 VP"}}
	for i := range s.Discs {
		s.Discs[i].Label = fmt.Sprintf("%c%d", '@'+rune(s.Discs[i].Side), i+1)
	}
	large := map[string]bool{"ROUND 3 · TURN 9": true, "1": true, "12": true, "A": true, "B": true, "VIP A": true, "VIP B": true, "B9": true, "HIT": true, "MISS": true, "Virago!": true, "+1 VP": true}
	for _, d := range s.Discs {
		large[d.Label] = true
	}
	for i := range 8 {
		large[string(rune('C'+i))], large[fmt.Sprint(i+1)] = true, true
	}
	size := map[string]float64{} // the largest size of each word: 3 is a square, and a roof's height
	c := scenePicture(s)
	defer func() { c.Print = nil; release(c) }()
	c.Print = func(text string, _, _, letters float64) {
		size[text] = max(size[text], letters*phone/float64(c.Size().X))
	}
	background(c, s, false)
	board(c, s, false)
	head(c, s)
	for text := range large {
		if size[text] < 11 {
			t.Errorf("%q: %.1f px, expected 11 at least", text, size[text])
		}
	}
	for text, got := range size {
		if got < 9 {
			t.Errorf("%q: %.1f px, expected 9 at least", text, got)
		}
	}
}

// No word of a picture is less than 12 px high on a phone that shows it 360 px wide.
func TestSmallestWords(t *testing.T) {
	s := standard()
	for _, k := range []Chip{count, {"S", Token{}}, {"4", Token{Ink: Pink, Shape: Square}}} {
		s.Legend = append(s.Legend, Key{Chip: k, Text: "what it is"})
	}
	s.Paths = []Path{{X: []float64{3, 20}, Y: []float64{3, 20}, Note: "left"}}
	s.Rings = []Ring{{Circle: Circle{24, 24, 9}, Note: "9"}}
	words := 0
	reading := func(c *picture, what string) {
		c.Print = func(_ string, _, _, size float64) {
			words++
			if got := size * 360 / float64(c.Size().X); got < 11.99 {
				t.Errorf("%s: words of %.1f px", what, got)
			}
		}
	}
	s.Cards = []Card{{Side: 1, Name: "card", Figure: "4"}, {Side: 2, Name: "card", Down: true}}
	c := scenePicture(s)
	reading(c, "board")
	defer func() { c.Print = nil; release(c) }()
	background(c, s, false)
	board(c, s, false)
	head(c, s)
	cards(c, s)
	legend(c, s)

	strip := Strip{Main: s, Note: "what happened", Panes: []Pane{{standard(), "A sees"}, {standard(), "B sees"}}}
	strip.Main.Legend = nil
	for _, unit := range []float64{1, frameUnit} {
		r, err := newFrames(strip, unit)
		if err != nil {
			t.Fatal(err)
		}
		reading(r.picture, "strip")
		captionOf(r.picture, strip.Panes[0], r.panes[0], 1)
		if err := r.draw(strip); err != nil {
			t.Fatal(err)
		}
	}

	sheet := take(2000, 1, Display, 2)
	reading(sheet, "sheet")
	defer func() { sheet.Print = nil; release(sheet) }()
	var rows []laid
	for _, l := range sampleSheet().Lines {
		rows = append(rows, flow(sheet, l)...)
	}
	sheet.sheet(sampleSheet(), rows)
	if words < 60 {
		t.Errorf("only %d words were looked at", words)
	}
}
