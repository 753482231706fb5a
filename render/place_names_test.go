package render

import (
	"slices"
	"testing"

	"downsync/render/label"
)

// names lays out a scene and returns the boxes of its places' names, which come last.
func names(t *testing.T, s Scene, n int) []label.Box {
	t.Helper()
	c := paint(s)
	defer release(c)
	bare := s
	bare.Names = nil
	without := paint(bare)
	defer release(without)
	if len(c.labels.Labels())-len(without.labels.Labels()) != n {
		t.Fatalf("%d names, expected %d", len(c.labels.Labels())-len(without.labels.Labels()), n)
	}
	out := slices.Clone(c.labels.Labels()[len(without.labels.Labels()):])
	for _, b := range out {
		roof := slices.ContainsFunc(s.Blocks, func(k Block) bool { return outlineOf(without, k.X, k.Y).Span().Hits(b) })
		if !without.labels.Open(b) || roof {
			t.Errorf("the name in %v covers something", b)
		}
	}
	return out
}

// A place's name is at its place, beside it if something is there, and nowhere if its place is not shown.
func TestPlaceNamesCoverNothing(t *testing.T) {
	s := Scene{W: 48, H: 48, Squares: Squares{6, 'C'}, Names: []Name{{24, 25, "WEST FORD"}}}
	home := names(t, s, 1)[0]
	if x, y := (home.X0+home.X1)/2, (home.Y0+home.Y1)/2; !label.Around(x, y, 2).Hits(label.Around(600, boardHigh(s)-edge-25*24.2, 12)) {
		t.Errorf("with nothing around, the name's middle is at %.0f,%.0f", x, y)
	}
	xs, ys := square(26, 22, 4)
	for what, change := range map[string]func(*Scene){
		"piece": func(s *Scene) {
			s.Discs = []Disc{{X: 24, Y: 25, R: 1.4, Side: 1, Glyph: vehicle, Label: "A1", Note: "Virago"}}
		},
		"roof": func(s *Scene) { s.Blocks = []Block{{X: xs, Y: ys, Height: "2"}} },
		"shot": func(s *Scene) {
			s.Shots = []Shot{{X0: 20, Y0: 20, R0: 1, X1: 28, Y1: 30, R1: 1, Side: 1, Note: "MISS"}}
		},
	} {
		busy := s
		change(&busy)
		if at := names(t, busy, 1)[0]; at == home {
			t.Errorf("under a %s the name stays where it is", what)
		}
	}
	s.Window = Window{0, 0, 20, 20}
	names(t, s, 0)
	s.Window = Window{8, 8, 28, 28} // its edge would cut the name
	names(t, s, 1)
}

// No label covers the letters and numbers of the squares.
func TestCoordinatesStayBare(t *testing.T) {
	s := Scene{W: 48, H: 48, Squares: Squares{6, 'C'}}
	for i := range 8 {
		at := 3 + 6*float64(i)
		s.Discs = append(s.Discs, Disc{X: 3.4, Y: at, R: 1.2, Side: 1, Glyph: vehicle, Label: "A1", Note: "Virago"}, Disc{X: at, Y: 3.4, R: 1.2, Side: 2, Glyph: vehicle, Label: "B1", Note: "Samson"})
	}
	c := paint(s)
	defer release(c)
	named(c, s.Squares, func(name string, x, y float64) {
		if slices.ContainsFunc(c.labels.Labels(), label.Around(x, y, labelSize/3).Hits) {
			t.Errorf("a label covers %s", name)
		}
	})
	if len(c.labels.Labels()) < len(s.Discs) {
		t.Errorf("%d labels of %d pieces", len(c.labels.Labels()), len(s.Discs))
	}
}

// The legend of a board with its coordinates inside has at most one line, however much is on the board.
func TestLegendIsOneLine(t *testing.T) {
	s := Scene{W: 48, H: 48, Squares: Squares{6, 'C'}}
	if n := len(rows(s)); n != 0 {
		t.Errorf("%d lines of nothing", n)
	}
	for _, mark := range []string{"S", "O", "H", "-", "n", "1", "2", "3", "4"} {
		s.Legend = append(s.Legend, Key{Chip: Chip{Mark: mark}, Text: "what the sign means"})
	}
	if n := len(rows(s)); n != 1 {
		t.Errorf("%d lines", n)
	}
}

// A crop that would leave little out is not made.
func TestAroundIsWorthIt(t *testing.T) {
	for least, want := range map[float64]Window{20: {14, 14, 34, 34}, 33: {8, 8, 41, 41}, 34: {}, 48: {}} {
		if got := Around([]Circle{{X: 24, Y: 24, R: 1}}, least, 48, 48); got != want {
			t.Errorf("%g wide: %v, expected %v", least, got, want)
		}
	}
}
