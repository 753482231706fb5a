package render

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"downsync/render/label"
)

// Pictures of every kind drawn concurrently equal those drawn one after another.
func TestAtOnce(t *testing.T) {
	kinds := []func() ([]byte, error){
		func() ([]byte, error) {
			return draw(Scene{Theme: Light, W: 20, H: 10, Grid: Lattice, Scores: make([]string, 4), Cards: []Card{{Side: 4, Figure: "7"}}})
		},
		func() ([]byte, error) { return draw(standard()) },
		func() ([]byte, error) { return DrawSheet(sampleSheet()) },
		func() ([]byte, error) {
			return DrawGrid("title", []Pane{{standard(), "a"}, {standard(), "b"}}, Origin{Game: "game"})
		},
		func() ([]byte, error) {
			return DrawStrip(Strip{Main: standard(), Panes: []Pane{{standard(), "a"}, {standard(), "b"}}})
		},
	}
	want := make([][]byte, len(kinds))
	for i, kind := range kinds {
		var err error
		if want[i], err = kind(); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			i := worker % len(kinds)
			if got, err := kinds[i](); err != nil || !bytes.Equal(got, want[i]) {
				t.Errorf("kind %d, drawn at the same time as others: other bytes, %v", i, err)
			}
		})
	}
	wg.Wait()
}

func sampleSheet() Sheet {
	return Sheet{Title: "A1 attacks B2", Side: 1, Lines: []Line{{Cells: []Cell{{Die: &Die{Face: 3}}, {Die: &Die{Face: 8, Dropped: true}}, {Text: "several words", Bold: true},
		{Stat: &Stat{Name: "speed", Value: "8"}}, {Badge: "HIT"}, {Badge: "MISS", Faint: true}, {Chip: &count}, {Disc: &Disc{Glyph: vehicle, Side: 2}}}}}}
}

// Scenes whose pictures would exceed all bounds are refused.
func TestBounds(t *testing.T) {
	ok := Scene{W: 48, H: 48}
	for name, change := range map[string]func(*Scene){
		"high":    func(s *Scene) { s.W, s.H = 10, 30 },
		"theme":   func(s *Scene) { s.Theme = "neon" },
		"nowhere": func(s *Scene) { s.Window = Window{40, 40, 60, 60} },
		"narrow":  func(s *Scene) { s.Window = Window{40, 40, 40.1, 40.1} },
		"endless": func(s *Scene) { s.Window = Window{math.NaN(), 0, 10, 10} },
		"discs":   func(s *Scene) { s.Discs = make([]Disc, maxThings+1) },
		"size":    func(s *Scene) { s.Discs = []Disc{{R: math.NaN()}} },
		"side":    func(s *Scene) { s.Discs = []Disc{{R: 1, Side: MaxSides + 1}} },
		"zone":    func(s *Scene) { s.Zones = []Zone{{Side: -1}} },
		"scores":  func(s *Scene) { s.Scores = make([]string, MaxSides+1) },
		"ink":     func(s *Scene) { s.Discs = []Disc{{R: 1, Chips: []Chip{{"1", Token{Ink: inks}}}}} },
		"shape":   func(s *Scene) { s.Legend = []Key{{Chip: Chip{"1", Token{Shape: -1}}}} },
		"lives":   func(s *Scene) { s.Discs = []Disc{{R: 1, Lives: Lives{Left: 3, Most: 2}}} },
		"undying": func(s *Scene) { s.Discs = []Disc{{R: 1, Lives: Lives{Most: maxLives + 1}}} },
		"top":     func(s *Scene) { s.Blocks = []Block{{X: []float64{1, 2, 2}, Y: []float64{1, 1, 2}, Texture: "lava"}} },
		"grid":    func(s *Scene) { s.Grid = Track + 1 },
		"squares": func(s *Scene) { s.Squares.Edge = 0.01 },
		"cards":   func(s *Scene) { s.Cards = make([]Card, maxCards+1) },
		"keys":    func(s *Scene) { s.Legend = make([]Key, maxKeys+1) },
		"path":    func(s *Scene) { s.Paths = []Path{{X: []float64{1}}} },
	} {
		s := ok
		change(&s)
		if _, err := Draw(s); err == nil {
			t.Errorf("%s: drawn", name)
		}
		if _, err := NewFrames(Strip{Main: s, Panes: []Pane{{Scene: s}, {Scene: s}}}); err == nil {
			t.Errorf("%s: in an animation", name)
		}
		if _, err := DrawGrid("", []Pane{{Scene: s}}, Origin{}); err == nil {
			t.Errorf("%s: in a grid", name)
		}
	}
	for name, s := range map[string]Sheet{
		"theme": {Theme: "neon"},
		"side":  {Side: MaxSides + 1},
		"chip":  {Lines: []Line{Row(Cell{Chip: &Chip{"1", Token{Ink: -1}}})}},
		"disc":  {Lines: []Line{Row(Cell{Disc: &Disc{Side: -1}})}},
		"lines": {Lines: make([]Line, maxRows+1)},
		"rows":  {Lines: slices.Repeat([]Line{{Cells: []Cell{{Text: strings.Repeat("wwwwwwwwwwwwwwww ", 58)}}}}, 8)},
		"text":  {Lines: []Line{{Cells: []Cell{{Text: strings.Repeat("x", maxChars+1)}}}}},
	} {
		if _, err := DrawSheet(s); err == nil {
			t.Errorf("sheet, %s: drawn", name)
		}
	}
	for _, panes := range [][]Pane{make([]Pane, MaxSides+1), {{Scene: Scene{W: 48, H: 48, Scores: make([]string, 3)}}}} {
		if _, err := DrawStrip(Strip{Main: ok, Panes: panes}); err == nil {
			t.Errorf("a strip of %d small boards", len(panes))
		}
	}
	if _, err := DrawStrip(Strip{Main: ok, Panes: []Pane{{Scene: ok}, {Scene: ok}}, Note: strings.Repeat("x", maxChars+1)}); err == nil {
		t.Error("a strip with an endless note")
	}
	if _, err := DrawGrid("", make([]Pane, maxGrid+1), Origin{}); err == nil {
		t.Error("a grid of too many")
	}
}

// However wide the scores and the title are, they keep apart.
func TestHeadKeepsApart(t *testing.T) {
	s := Scene{W: 48, H: 48, Title: "RUNDE 12   ZUG 34 UND VIELES MEHR", Status: strings.Repeat("status ", 40), Scores: []string{"A  VP 12  CP 12/12", "B  VP 12  CP 12/12"}}
	for _, title := range []string{"ROUND 12   TURN 34", s.Title, "DEPLOYMENT", ""} {
		s.Title = title
		c := scenePicture(s)
		var spans []label.Box
		c.Print = func(text string, x, y, _ float64) { spans = append(spans, label.BoxOf(x, y-30, x+c.Width(text), y)) }
		head(c, s)
		c.Print = nil
		release(c)
		for i, a := range spans {
			if a.X0 < margin-1 || a.X1 > width-margin+1 {
				t.Errorf("%q: words from %.0f to %.0f", title, a.X0, a.X1)
			}
			for _, b := range spans[:i] {
				if a.X1 > a.X0 && b.X1 > b.X0 && a.Hits(b) {
					t.Errorf("%q: %v and %v overlap", title, a, b)
				}
			}
		}
	}
}
