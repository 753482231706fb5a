package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/render/label"
)

// besideBoard returns the place of the column beside the last board.
func besideBoard(r Result) label.Box {
	return label.BoxOf(resultEdge+r.boardSize()[0]+34, r.top(), width-28, r.top()+r.middleHigh())
}

// No usual word of a result is cut off, none leaves the picture, and no two lines overlap, even if they are long.
func TestResultIsLegible(t *testing.T) {
	for name, r := range map[string]Result{
		"English": {Sides: []Standing{{Name: "Alexandra", Points: 1}, {Name: "Robin", Points: 2, Won: true}}, Winner: 2, Title: "Robin wins", Of: Origin{Game: "Syndicate Protocol", Map: "Reactor Corridors"}, Facts: "5 Rounds · on Force Rating destroyed", Decided: "WHAT DECIDED",
			BestIs: [3]string{"MVP", "B7 Specialist", "2 kills · 3 taken"}, Moments: []Moment{{Turn: 1, Side: 1, Note: "A3 Specialist destroys B4 Specialist"},
				{Turn: 3, Side: 2, Score: true, Note: "B7 Commander: Objective 1"}, {Turn: 5, Side: 2, Note: "B7 Commander destroys A3 Rifleman"}}},
		"German": {Sides: []Standing{{Name: "Alexandra", Points: 1}, {Name: "Robin", Points: 2, Won: true}}, Winner: 1, Title: "Alexandra gewinnt", Of: Origin{Game: "Syndicate Protocol", Map: "Reactor Corridors"}, Facts: "5 Runden · nach vernichtetem Force Rating", Decided: "ENTSCHEIDEND",
			BestIs: [3]string{"MVP", "A3 Commander", "2 Abschüsse · 3 genommen"}, Moments: []Moment{{Turn: 1, Side: 1, Note: "A3 Specialist vernichtet B4 Specialist"},
				{Turn: 3, Side: 1, Note: "A3 Commander vernichtet B7 Stalker"}, {Turn: 5, Side: 2, Note: "B7 Commander vernichtet A4 Rifleman"}}},
	} {
		r.Turns, r.Board = 5, Scene{W: 48, H: 48}
		r.Best = Disc{R: 1, Side: 2}
		c := take(r.high(), 1, Display, 2)
		words := printed(c)
		resultHead(c, r)
		resultSide(c, r, besideBoard(r))
		c.Print = nil
		release(c)
		picture := label.BoxOf(0, 0, width, r.high()-resultGap-r.timelineHigh())
		for i, w := range *words {
			if strings.HasSuffix(w.text, "…") {
				t.Errorf("%s: %q is cut off", name, w.text)
			}
			if !w.Within(picture) {
				t.Errorf("%s: %q is at %v, outside %v", name, w.text, w.Box, picture)
			}
			for _, o := range (*words)[:i] {
				if w.Hits(o.Box) {
					t.Errorf("%s: %q and %q lie on one another", name, w.text, o.text)
				}
			}
		}
	}
}

// of returns a result of that many sides: the first two share the first place, and the last ones went out.
func of(n int, name func(i int) string) Result {
	r := Result{Title: "Alexandra, Robin win", called: "Alexandra, Robin", Of: Origin{Game: "Arcturus", Map: "Reactor Corridors", Server: "Tabletop Club"},
		Facts: "12 Rounds · by points", Decided: "WHAT DECIDED", Turns: 12, Counted: "R", Board: Scene{W: 48, H: 48}}
	for i := range n {
		s := Standing{Name: name(i), Points: 1000 - i, Rank: max(1, i), Won: i < 2}
		if i > 1 {
			s.Out = "raus in Runde 12"
		}
		r.Sides = append(r.Sides, s)
		r.Moments = append(r.Moments, Moment{Turn: 2 + 2*i, Side: Side(i + 1), Score: i%2 == 0, Note: s.Name + " scores first", Brief: string(rune('A'+i)) + " scores first"})
	}
	return r
}

// In the result of three to five sides each has a row with its rank, its name, when it went out, and its points, whatever they are
// called. The rows are in the order of the ranks.
func TestStandingsAreLegible(t *testing.T) {
	for n := 3; n <= MaxSides; n++ {
		for at := range worstNames {
			name := func(i int) string { return cmp.Or(legible(worstNames[(at+i)%len(worstNames)]), string(rune('A'+i))) }
			r := of(n, name)
			if at == 0 {
				r = of(n, func(i int) string {
					return []string{"Alexandra", "Robin", "Player One", "Bot (recruit, bold)", "Ann-Marie O'Neil"}[i]
				})
			}
			if at%2 == 1 {
				slices.Reverse(r.Sides)
			}
			c := take(r.high(), 1, Display, Side(n))
			words := printed(c)
			resultHead(c, r)
			resultSide(c, r, besideBoard(r))
			c.Print = nil
			release(c)
			if bad := overlapping(*words, label.BoxOf(0, 0, width, r.high()-resultGap-r.timelineHigh())); len(bad) > 0 {
				t.Errorf("%d sides: %q", n, bad)
			}
			last := 0.0
			for _, s := range slices.SortedStableFunc(slices.Values(r.Sides), func(a, b Standing) int { return a.Rank - b.Rank }) {
				i := slices.IndexFunc(*words, func(w word) bool { return w.text == fmt.Sprint(s.Points) })
				if i < 0 || (*words)[i].Y0 <= last {
					t.Fatalf("%d sides: the points of %q, %d, are missing or above those of a better side", n, s.Name, s.Points)
				}
				last = (*words)[i].Y0
			}
			for _, w := range *words {
				if at == 0 && strings.HasSuffix(w.text, "…") {
					t.Errorf("%d sides: %q is cut off", n, w.text)
				}
			}
		}
	}
}

// A result has 2 to 5 sides, nothing on it belongs to a further side, and the strips of its animation have as many.
func TestResultRefuses(t *testing.T) {
	name := func(i int) string { return string(rune('A' + i)) }
	for what, r := range map[string]Result{"one side": of(1, name), "six sides": of(6, name), "no sides": {Board: Scene{W: 48, H: 48}}} {
		if _, err := r.png(); err == nil {
			t.Errorf("%s: drawn", what)
		}
	}
	for n := 2; n <= MaxSides; n++ {
		r := of(n, name)
		if _, err := r.png(); err != nil {
			t.Errorf("%d sides: %v", n, err)
		}
		for what, change := range map[string]func(*Result){
			"winner": func(r *Result) { r.Winner = Side(n + 1) }, "best": func(r *Result) { r.Best = Disc{R: 1, Side: Side(n + 1)} },
			"moment": func(r *Result) { r.Moments = []Moment{{Side: Side(n + 1)}} }, "board": func(r *Result) { r.Board.Scores = make([]string, n+1) },
		} {
			r := of(n, name)
			change(&r)
			if _, err := r.png(); err == nil {
				t.Errorf("%d sides: drawn with a %s of another", n, what)
			}
		}
	}
	f, err := NewFrames(Strip{Main: Scene{W: 48, H: 48, Scores: []string{"1", "2"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Result(of(3, name)); err == nil {
		t.Error("a result of three sides after strips of two")
	}
}

// Each of three to five sides has its whole name of 32 usual letters, in two rows if it needs them, beside when it went out.
func TestLongNamesInStandingsAreWhole(t *testing.T) {
	for n := 3; n <= MaxSides; n++ {
		r := of(n, func(i int) string {
			return []string{"Alexandra Wilhelmina Montgomery", "Robin", "AlexandraWilhelminaMontgomery123", "captain.obvious_of_the_northsea", "Player One"}[i]
		})
		c := take(r.high(), 1, Display, Side(n))
		words := printed(c)
		standings(c, r)
		c.Print = nil
		release(c)
		var all string
		for _, w := range *words {
			all += w.text
		}
		for _, s := range r.Sides {
			if plain := strings.ReplaceAll(s.Name, " ", ""); !strings.Contains(strings.ReplaceAll(all, " ", ""), plain) {
				t.Errorf("%d sides: %q is not whole in %q", n, s.Name, all)
			}
		}
		if bad := overlapping(*words, label.BoxOf(0, 0, width, r.originAt())); len(bad) > 0 {
			t.Errorf("%d sides: %q", n, bad)
		}
	}
}
