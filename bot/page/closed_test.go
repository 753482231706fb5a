package page

import (
	"testing"

	"downsync/bot/lang"
)

// A headline names losses, points and the best shot. It counts losses that it has no room for, and says something else only if there is
// none of these.
func TestHeadlines(t *testing.T) {
	for _, x := range []struct {
		is       Deeds
		headline string
		ending   string
	}{
		{Deeds{Else: "Nobody moves"}, "Nobody moves", ""},
		{Deeds{When: "Round 2", Else: "Nobody moves", Best: "A1 hits B1"}, "Round 2 · **Best shot** A1 hits B1", "Round 2 · **Best shot** A1 hits B1"},
		{Deeds{Lost: []string{"A1", "A2", "B1", "B2"}, Points: []string{"A +1 VP"}}, "**Lost** A1, A2, B1, B2 · **A +1 VP**", "**Lost** A1, A2, B1, B2 · **A +1 VP**"},
		{Deeds{Lost: []string{"A1", "A2", "B1", "B2", "B3"}}, "**Lost** A1, A2, B1 and 2 more", "**Lost** A1, A2, B1 and 2 more"},
	} {
		if got := x.is.Headline(lang.English); got != x.headline {
			t.Errorf("%+v: %q", x.is, got)
		}
		if got := x.is.Ending(lang.English); got != x.ending {
			t.Errorf("%+v at the end: %q", x.is, got)
		}
	}
}
