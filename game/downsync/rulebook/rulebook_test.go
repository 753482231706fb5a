package rulebook

import (
	"regexp"
	"strings"
	"testing"

	"downsync/game/downsync"
)

// Everything numbered can be looked up, once, and reads well to a player.
func TestEntries(t *testing.T) {
	count := map[byte]int{}
	seen := map[string]bool{}
	for _, e := range Book.Entries() {
		if e.Name() == "" || e.Where == "" || len(e.Text) < 8 {
			t.Errorf("incomplete: %+v", e)
		}
		if len([]rune(e.Text)) > 1500 {
			t.Errorf("%s has %d characters", e.Name(), len(e.Text))
		}
		if regexp.MustCompile("`[0-9a-f]{7}`|Support:|own judgement|Test:|\\[[A-Z]").MatchString(e.Text) {
			t.Errorf("%s holds what is not for players: %s", e.Name(), e.Text)
		}
		if strings.Count(e.Text, "**")%2 != 0 {
			t.Errorf("%s: bold type is not closed: %s", e.Name(), e.Text)
		}
		if e.Number == "" {
			continue
		}
		if seen[e.Number] {
			t.Errorf("%s is there twice", e.Number)
		}
		seen[e.Number] = true
		count[e.Number[0]]++
	}
	for _, number := range regexp.MustCompile(`\*\*([RQVSAD]\d+(?:\.\d+)?)[ *]`).FindAllStringSubmatch(downsync.Numbered, -1) {
		if !seen[number[1]] {
			t.Errorf("%s cannot be looked up", number[1])
		}
	}
	if count['R'] < 150 || count['Q'] < 90 || count['V'] < 25 || count['S'] < 10 {
		t.Errorf("found %v", count)
	}
}

func TestFind(t *testing.T) {
	for _, x := range []struct{ query, first, meant string }{
		{"q65", "Q65", ""},
		{"R16.3", "R16.3", ""},
		{"overwatch token", "R27.4", ""},
		{"ambush", "Ambush", ""},
		{"scan", "R20.1", ""},
		{"contact move", "R14.1", ""},
		{"Kontakt", "R14.1", ""},
		{"getarnt", "", ""},
		{"Reaktionsgefecht", "", ""},
		{"R25", "R25.1", ""},
		{"hold ties", "Q65", ""},
		{"ovrewatch", "", "overwatch"},
		{"reacton engagment", "", "reaction engagement"},
	} {
		found, meant := Book.Find(x.query)
		if len(found) == 0 || x.first != "" && found[0].Name() != x.first || meant != x.meant {
			t.Errorf("%q: %d entries, understood as %q", x.query, len(found), meant)
			for _, e := range found[:min(3, len(found))] {
				t.Logf("%s %s: %s", e.Name(), e.Title, e.Text)
			}
		}
	}
	for _, nothing := range []string{"", "  ", "...", "qqqqwwww", strings.Repeat("x", 10_000)} {
		if found, meant := Book.Find(nothing); len(found) != 0 {
			t.Errorf("%.20q finds %d as %q", nothing, len(found), meant)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("overwatch")
	f.Add("R1.1 \x00ß")
	f.Fuzz(func(_ *testing.T, query string) { Book.Find(query) })
}

// Every other name of a term leads to entries.
func TestAlsoCalled(t *testing.T) {
	for word, printed := range alsoCalled {
		if found, meant := Book.Find(word); len(found) == 0 || meant != "" {
			t.Errorf("%s, printed %s: %d entries, understood as %q", word, printed, len(found), meant)
		}
	}
}

// No number reads like the label of a piece. Rulings whose numbers did are found by these as well: old messages and links hold them.
func TestNumbersAreNoPieces(t *testing.T) {
	for _, e := range Book.Entries() {
		if regexp.MustCompile(`^[AB]\d`).MatchString(e.Number) {
			t.Errorf("%s reads like a piece", e.Number)
		}
	}
	for old, now := range renamed {
		e := Book.Numbered(old)
		found, meant := Book.Find(" " + strings.ToLower(old))
		if e.Number != now || e.Title == "" || meant != "" || len(found) == 0 || found[0].Number != now {
			t.Errorf("%s is %+v, and finds %v, %q; expected %s with a title", old, e, found, meant, now)
		}
	}
}
