package render

import (
	"strings"
	"testing"
)

// No usual word of a result is cut off, none leaves the picture, and no two lines overlap, even if they are long.
func TestResultIsLegible(t *testing.T) {
	for name, r := range map[string]Result{
		"English": {Names: [2]string{"Alexandra", "Robin"}, Winner: 2, Title: "Robin wins", Of: Origin{Game: "Syndicate Protocol", Map: "Reactor Corridors"}, Facts: "5 Rounds · on Force Rating destroyed", Decided: "WHAT DECIDED",
			BestIs: [3]string{"MVP", "B7 Specialist", "2 kills · 3 taken"}, Moments: []Moment{{Turn: 1, Side: 1, Note: "A3 Specialist destroys B4 Specialist"},
				{Turn: 3, Side: 2, Score: true, Note: "B7 Commander: Objective 1"}, {Turn: 5, Side: 2, Note: "B7 Commander destroys A3 Rifleman"}}},
		"German": {Names: [2]string{"Alexandra", "Robin"}, Winner: 1, Title: "Alexandra gewinnt", Of: Origin{Game: "Syndicate Protocol", Map: "Reactor Corridors"}, Facts: "5 Runden · nach vernichtetem Force Rating", Decided: "ENTSCHEIDEND",
			BestIs: [3]string{"MVP", "A3 Commander", "2 Abschüsse · 3 genommen"}, Moments: []Moment{{Turn: 1, Side: 1, Note: "A3 Specialist vernichtet B4 Specialist"},
				{Turn: 3, Side: 1, Note: "A3 Commander vernichtet B7 Stalker"}, {Turn: 5, Side: 2, Note: "B7 Commander vernichtet A4 Rifleman"}}},
	} {
		r.Turns, r.Points, r.Board = 5, [2]int{1, 2}, Scene{W: 48, H: 48}
		r.Best = Disc{R: 1, Side: 2}
		c := take(resultHigh, 1, Display, 2)
		words := printed(c)
		resultHead(c, r)
		y := resultTop
		resultSide(c, r, resultEdge+lastBoard+34)
		c.print = nil
		release(c)
		picture := boxOf(0, 0, width, y+lastBoard+36)
		for i, w := range *words {
			if strings.HasSuffix(w.text, "…") {
				t.Errorf("%s: %q is cut off", name, w.text)
			}
			if !w.Within(picture) {
				t.Errorf("%s: %q is at %v, outside %v", name, w.text, w.box, picture)
			}
			for _, o := range (*words)[:i] {
				if w.Hits(o.box) {
					t.Errorf("%s: %q and %q lie on one another", name, w.text, o.text)
				}
			}
		}
	}
}
