package lang_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "downsync/bot/lang"
)

// Every text has its words in every language, filled with the same arguments; there are no others, and none has two.
func TestLanguagesAreWhole(t *testing.T) {
	c := collected(t)
	if len(c.found) < 700 {
		t.Fatalf("only %d texts found", len(c.found))
	}
	for _, l := range All()[1:] {
		stands, before := map[string]string{}, map[string]string{}
		for file, texts := range Files(l) {
			for english, said := range texts {
				if stands[english] != "" && before[english] != said {
					t.Errorf("%s: %s is said otherwise in %s and %s", l, strconv.Quote(english), stands[english], file)
				}
				stands[english], before[english] = file, said
				if !c.said[english] {
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
	head := s[:len(s)-len(strings.TrimLeft(s, " \n#-•⚠\ufe0f✔✉⚔🔕~"))]
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
		beside := func(where string, names []string) {
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

// command finds commands in texts, as they are typed.
var command = regexp.MustCompile("`/([a-z_]+)(?: ([a-z_]+)(:?))?")

// What a text says to type is what the reader's Discord shows: command, subcommand and option by their names in that language.
func TestTextsNameCommands(t *testing.T) {
	subs := map[string][]string{}
	for _, c := range commands() {
		subs[c.Name] = []string{}
		for _, s := range c.Sub {
			subs[c.Name] = append(subs[c.Name], s.Name)
		}
	}
	for _, l := range All()[1:] {
		for file, texts := range Files(l) {
			for english, said := range texts {
				for _, m := range command.FindAllStringSubmatch(english, -1) {
					name, next := m[1], m[2]
					known, ok := subs[name]
					if !ok {
						t.Errorf("there is no command /%s: %s", name, strconv.Quote(english))
						continue
					}
					want := "`/" + strings.TrimPrefix(l.Text("/"+name), "/")
					if slices.Contains(known, next) || m[3] != "" {
						want += " " + strings.TrimPrefix(l.Text("/"+next), "/") + m[3]
					}
					if !strings.Contains(said, want) {
						t.Errorf("%s: %s does not say %s", file, strconv.Quote(said), want)
					}
				}
			}
		}
	}
}
