package render_test

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/render"
)

// A player's name of any length that Discord allows is whole on a board in play and below the board at the end, on pictures and in
// animations, beside the widest usual title. The height of the picture depends on nothing but the names, since an animation keeps it.
func TestNamesInPlayAreWhole(t *testing.T) {
	titles := []string{"ROUND 12   TURN 34", "PARTIE VORBEI", "ROUND 1   TURN 1"}
	points := [][2]int{{0, 0}, {12, 10}}
	name := func(mark string, n int) string { return strings.Repeat(mark, n)[:n] }
	check := func(a, b string) {
		var high int
		for _, unit := range []float64{1, render.FrameUnit} {
			for _, title := range titles {
				for _, p := range points {
					s := render.Scene{W: 48, H: 48, Squares: render.Squares{Edge: 6, First: 'C'}, Title: title, Status: "A is active: reaction engagement", Origin: render.Origin{Names: []string{a, b}},
						Tallies: []render.Tally{{Name: a, Points: p[0], Tokens: 3, Most: 7}, {Name: b, Points: p[1], Tokens: 7, Most: 7}}}
					inHead, below := render.NamedWords(s, unit)
					drawn, under := strings.ReplaceAll(strings.Join(inHead, ""), " ", ""), strings.ReplaceAll(strings.Join(below, ""), " ", "")
					for _, n := range []string{a, b} {
						if n = strings.ReplaceAll(n, " ", ""); !strings.Contains(drawn, n) || !strings.Contains(under, n) {
							t.Errorf("%q, points %v, unit %.2f: the head shows %q and the origin %q, expected %q", title, p, unit, inHead, below, n)
						}
					}
					if top := render.BoardAt(s).Min.Y; high != 0 && top != high {
						t.Errorf("%q and %q: the board begins at %d beside %q, at %d before", a, b, top, title, high)
					} else {
						high = top
					}
				}
			}
		}
	}
	for n := 1; n <= bot.LongestName; n++ {
		for _, mark := range []string{"W", "m", "i", "Wolfgang ", "Konstantinopel"} {
			check(name(mark, n), "Ann")
			check("Robin", name(mark, n))
			check(name(mark, n), name("M", n))
		}
	}
}

// A board with short names has the head that it always had, with the names beside the title.
func TestShortNamesLeaveTheHeadLow(t *testing.T) {
	board := func(a, b string) int {
		s := render.Scene{W: 48, H: 48, Tallies: []render.Tally{{Name: a}, {Name: b}}}
		return render.BoardAt(s).Min.Y
	}
	low := board("", "")
	for _, names := range [][2]string{{"Ann", "Bot (veteran, cunning)"}, {"Alexandra", "Robin"}, {"🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊", "Ann"}} {
		if got := board(names[0], names[1]); got != low {
			t.Errorf("with %q the board begins at %d, expected %d", names, got, low)
		}
	}
	if got, want := board("Alexander der Große", "Ann"), low+46; got != want {
		t.Errorf("with a long name the board begins at %d, expected %d", got, want)
	}
}
