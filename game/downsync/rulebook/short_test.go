package rulebook

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// notes matches what only authors of rules and programs write: switches, hashes, formulas, sources.
var notes = regexp.MustCompile("[a-z]+[A-Z][a-z]|`[0-9a-f]{7}`|max\\(|also says|Support:|Test:|\\*\\*|\\bPing|\\b[Ss]ignature")

// The first text of an entry is short and in the players' words.
func TestShort(t *testing.T) {
	for _, e := range Book.Entries() {
		s := Short(e)
		switch {
		case s == "" || !strings.ContainsAny(s[len(s)-1:], ".?!"):
			t.Errorf("%s: %q", e.Name(), s)
		case utf8.RuneCountInString(s) > mostShort && strings.Contains(s, ". "):
			t.Errorf("%s has %d characters: %s", e.Name(), utf8.RuneCountInString(s), s)
		case notes.MatchString(s):
			t.Errorf("%s reads like a note, at %q: %s", e.Name(), notes.FindString(s), s)
		}
	}
	for number, want := range map[string]string{
		"Q89": `A player scores 1 VP for each own Unit within 1" of that VIP, less 1 for each enemy Unit within 4" of it, and never less than 0; VP already scored stay.`,
		"Q23": "The token leaves when the Unit is refreshed.",
	} {
		if got := Short(Book.Numbered(number)); got != want {
			t.Errorf("%s: %q, expected %q", number, got, want)
		}
	}
}
