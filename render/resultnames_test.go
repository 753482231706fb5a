package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/game"
)

// oddNames holds names that people really have: the program's, long and wide ones, names without any letter that the fonts have,
// and empty ones.
var oddNames = []string{"Bot (recruit, bold)", "Bot (veteran, cunning)", strings.Repeat("W", 32), "🦊🦊", "🦊 Fox", "שלום", "(she)", "  ", "", "x", "Ann-Marie O'Neil", "日本語"}

// Whoever wins, the crest has only letters or digits, and the title names the winner; only the name may be shortened.
func TestResultNamesAnybody(t *testing.T) {
	for _, name := range oddNames {
		r := Reader{Theme: Display}.Ending(
			game.Result{Rank: []int{2, 1}}, []string{"Ann", name}, []int{1, 2})
		for _, side := range r.Sides {
			n := side.Name
			if s := initials(n); utf8.RuneCountInString(s) > 2 || strings.ContainsAny(s, "()🦊 ") {
				t.Errorf("the crest of %q shows %q", n, s)
			}
		}
		if r.Sides[1].Name == "" {
			t.Errorf("%q has no name on the picture", name)
		}
		c := take(200, 1, Display, 2)
		title := fittingTitle(c, r, 420)
		if !strings.HasSuffix(title, " wins") || c.Width(title) > 420 {
			t.Errorf("%q wins with the title %q, %g wide", name, title, c.Width(title))
		}
		if strings.HasPrefix(name, "Bot (") && title != "Bot wins" {
			t.Errorf("%q wins with the title %q", name, title)
		}
		release(c)
	}
	for name, want := range map[string]string{"Bot (recruit, bold)": "Bo", "Ann-Marie O'Neil": "AM", "x": "X", "Name of ann": "NO"} {
		if got := initials(name); got != want {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
}
