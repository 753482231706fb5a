package tongue_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "downsync/bot/tongue"
)

// Every text has its words in every language, filled with the same arguments; there are no others, and none twice.
func TestLanguagesAreWhole(t *testing.T) {
	c := collected(t)
	if len(c.found) < 700 {
		t.Fatalf("only %d texts found", len(c.found))
	}
	for _, l := range All()[1:] {
		stands := map[string]string{}
		for file, texts := range Files(l) {
			for english, said := range texts {
				if stands[english] != "" {
					t.Errorf("%s: %s stands in %s and %s", l, strconv.Quote(english), stands[english], file)
				}
				stands[english] = file
				if _, ok := c.found[english]; !ok {
					t.Errorf("%s: nobody says %s", file, strconv.Quote(english))
				}
				if !maps.Equal(verbs(english), verbs(said)) {
					t.Errorf("%s: %s has other arguments: %s", file, strconv.Quote(said), strconv.Quote(english))
				}
				if edges(english) != edges(said) {
					t.Errorf("%s: %s begins or ends otherwise: %s", file, strconv.Quote(said), strconv.Quote(english))
				}
			}
		}
		for _, text := range slices.Sorted(maps.Keys(c.found)) {
			if stands[text] == "" {
				t.Errorf("%s has no words for %s (%s)", l, strconv.Quote(text), c.found[text])
			}
		}
	}
}

// edges are what a text must begin and end with in every language: blanks, a mark, headings.
func edges(s string) string {
	head := s[:len(s)-len(strings.TrimLeft(s, " \n#-•⚠️✔️✉️⚔️🔕~"))]
	return head + "|" + s[len(strings.TrimRight(s, " \n")):]
}

// The test would notice a verb that is missing, another one, or another order without numbers.
func TestVerbs(t *testing.T) {
	for said, same := range map[string]bool{
		"%[2]d Bases von %[1]s": true, "%s: %d": true, "%d: %s": false, "%s": false, "%s %d %d": false, "%s %q": false, "%s hat %d (%d%%)": false,
		"%s hat %d%%": true,
	} {
		if got := maps.Equal(verbs("%s has %d"), verbs(said)); got != same {
			t.Errorf("%q: the same %t", said, got)
		}
	}
}

// Names of commands and options keep Discord's rules in every language, and no two beside each other are the same.
func TestCommandNames(t *testing.T) {
	for _, l := range All() {
		var beside func(where string, names []string)
		beside = func(where string, names []string) {
			seen := map[string]bool{}
			for _, name := range names {
				said := strings.TrimPrefix(l.Text("/"+name), "/")
				if seen[said] {
					t.Errorf("%s: %q stands twice in %s", l, said, where)
				}
				seen[said] = true
			}
		}
		var top []string
		for _, c := range commands() {
			top = append(top, c.Name)
			var subs, options []string
			for _, s := range c.Sub {
				subs = append(subs, s.Name)
				var os []string
				for _, o := range s.Options {
					os = append(os, o.Name)
				}
				beside(c.Name+" "+s.Name, os)
			}
			for _, o := range c.Options {
				options = append(options, o.Name)
			}
			beside(c.Name, subs)
			beside(c.Name, options)
		}
		beside("the list of commands", top)
	}
}
