package lang_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	. "downsync/bot/lang"

	"downsync/game"
)

// terms holds the fixed words of a language from the glossary.
type terms struct {
	Said  map[string][]string // the English term: its possible translations
	Stays map[string]string   // why it is not translated
	Never map[string]string   // the word to use instead
}

// typed matches the parts of a text that players type as they are, which are not words of a sentence.
var typed = regexp.MustCompile("`[^`]*`|/[a-z]+ [a-z]+")

// holds reports whether the text has the term as a word, or in a plural or genitive with s.
func holds(text, term string) bool {
	for rest, before := text, ' '; ; {
		i := strings.Index(rest, term)
		if i < 0 {
			return false
		}
		if i > 0 {
			before, _ = utf8.DecodeLastRuneInString(rest[:i])
		}
		rest = rest[i+len(term):]
		end := strings.TrimPrefix(strings.TrimPrefix(rest, "'"), "s")
		after, _ := utf8.DecodeRuneInString(end)
		if !unicode.IsLetter(before) && before != '-' && !unicode.IsLetter(after) {
			return true
		}
		before, _ = utf8.DecodeLastRuneInString(term)
	}
}

// misses returns the terms whose translation departs from the glossary.
func (t terms) misses(english, said string) (out []string) {
	english, said = typed.ReplaceAllString(english, ""), typed.ReplaceAllString(said, "")
	for term, ways := range t.Said {
		if holds(english, term) && !slices.ContainsFunc(ways, func(way string) bool { return strings.Contains(strings.ToLower(said), strings.ToLower(way)) }) {
			out = append(out, term+" is said as "+strings.Join(ways, " or "))
		}
	}
	for term := range t.Stays {
		if holds(english, term) && !strings.Contains(said, term) {
			out = append(out, term+" stays")
		}
	}
	for term, instead := range t.Never {
		if holds(said, term) {
			out = append(out, "not "+term+" but "+instead)
		}
	}
	return out
}

// glossary reads the fixed words of every language.
func glossary(t *testing.T) map[string]terms {
	t.Helper()
	var all map[string]terms
	meta, err := toml.DecodeFile("glossary.toml", &all)
	if err != nil || len(meta.Undecoded()) > 0 {
		t.Fatalf("%v %v", err, meta.Undecoded())
	}
	return all
}

// Each term has the same translation everywhere.
func TestGlossary(t *testing.T) {
	all := glossary(t)
	for _, l := range All()[1:] {
		words, ok := all[l.String()]
		if !ok {
			t.Errorf("%s has no glossary", l)
		}
		for file, texts := range Files(l) {
			for key, said := range texts {
				english := English.Text(game.Text(key))
				if strings.HasPrefix(key, "/") { // a command's name
					continue
				}
				for _, miss := range words.misses(english, said) {
					t.Errorf("%s: %s, in %s for %s", file, miss, strconv.Quote(said), strconv.Quote(english))
				}
			}
		}
	}
}

// The glossary test detects the faults that it is made for.
func TestGlossaryFinds(t *testing.T) {
	german := glossary(t)["de"]
	for _, c := range []struct {
		english, said string
		misses        int
	}{
		{"Your Units react.", "Deine Einheiten reagieren.", 0},
		{"Your Units react.", "Deine Truppen reagieren.", 1},
		{"2 VP", "2 SP", 1},
		{"the match", "das Match", 1},
		{"the match", "die Matchpartie", 0},
		{"one Turn, `act Unit`", "ein Zug, `act Unit`", 0},
	} {
		if got := german.misses(c.english, c.said); len(got) != c.misses {
			t.Errorf("%s: %s: %q, expected %d", c.english, c.said, got, c.misses)
		}
	}
}
