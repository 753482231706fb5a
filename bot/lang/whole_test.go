package lang_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot"
	. "downsync/bot/lang"
	"downsync/game"
)

// id matches the id of a long text.
var id = regexp.MustCompile(`^[a-z]+(\.[a-z]+(-[a-z0-9]+)*)+$`)

// A text has an id exactly if it is long and is used in a function of the bot: then its English is in the files, and only there.
func TestIDs(t *testing.T) {
	said := collected(t).said
	english := map[string]bool{}
	for file, texts := range Files(English) {
		for key, text := range texts {
			english[key] = true
			if !said[key] || !id.MatchString(key) || !long(text) {
				t.Errorf("%s: %s: is it said, an id, and long?", file, key)
			}
		}
	}
	for text := range said {
		if id.MatchString(text) && !english[text] {
			t.Errorf("%s has no English", text)
		}
	}
	for _, at := range inFunctions(t, func(text string) bool { return long(text) }) {
		t.Error("give it an id: " + at)
	}
}

// long reports whether a text is too long for the source.
func long(text string) bool {
	return utf8.RuneCountInString(text) > 100 || strings.Contains(strings.TrimSpace(text), "\n") && len(text) > 60
}

// forms matches a text's forms for numbers.
var forms = regexp.MustCompile(`\{[^{}]*\}`)

// There are as many forms for numbers as the language has, after a number.
func TestForms(t *testing.T) {
	check := func(l Language, text string) {
		for _, at := range forms.FindAllStringIndex(text, -1) {
			before := verb.FindAllStringSubmatch(text[:at[0]], -1)
			if n := strings.Count(text[at[0]:at[1]], "|") + 1; n != len(l.Forms()) || len(before) == 0 || before[len(before)-1][2] != "d" {
				t.Errorf("%s: %s: %d forms, expected %d after a number", l, strconv.Quote(text), n, len(l.Forms()))
			}
		}
	}
	for text := range collected(t).said {
		check(English, English.Text(game.Text(text)))
	}
	for _, l := range All()[1:] {
		for _, texts := range Files(l) {
			for _, text := range texts {
				check(l, text)
			}
		}
	}
}

// Every text has its words in every language, with the same arguments; there are no superfluous texts, and no text has two
// translations.
func TestLanguagesAreWhole(t *testing.T) {
	c := collected(t)
	if len(c.found) < 700 {
		t.Fatalf("only %d texts found", len(c.found))
	}
	for _, l := range All()[1:] {
		stands, before := map[string]string{}, map[string]string{}
		for file, texts := range Files(l) {
			for key, said := range texts {
				if stands[key] != "" && before[key] != said {
					t.Errorf("%s: %s is said otherwise in %s and %s: give one a context", l, strconv.Quote(key), stands[key], file)
				}
				stands[key], before[key] = file, said
				if !c.said[key] {
					t.Errorf("%s: nobody says %s", file, strconv.Quote(key))
				}
				english := English.Text(game.Text(key))
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

// edges returns the parts with which a text must begin and end in every language: blanks, a mark, headings.
func edges(s string) string {
	head := s[:len(s)-len(strings.TrimLeft(s, " \n#-•⚠\ufe0f✔✉⚔🔕~"))]
	return head + "|" + s[len(strings.TrimRight(s, " \n")):]
}

// The test detects a missing verb, a different verb, and a different order without numbers.
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

// Names of commands and options obey Discord's rules in every language, and no two in one place are equal.
func TestCommandNames(t *testing.T) {
	for _, l := range All() {
		beside := func(where string, names []string) {
			seen := map[string]bool{}
			for _, name := range names {
				said := strings.TrimPrefix(l.Text(game.Text("/"+name)), "/")
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

// Texts tell readers to type the names that their Discord shows: command, subcommand and option in their language.
func TestTextsNameCommands(t *testing.T) {
	subs := map[string][]string{}
	for _, c := range bot.WithoutOld(commands()) {
		subs[c.Name] = []string{}
		for _, s := range c.Sub {
			subs[c.Name] = append(subs[c.Name], s.Name)
		}
	}
	for _, l := range All()[1:] {
		for file, texts := range Files(l) {
			for key, said := range texts {
				english := English.Text(game.Text(key))
				for _, m := range command.FindAllStringSubmatch(english, -1) {
					name, next := m[1], m[2]
					known, ok := subs[name]
					if !ok {
						t.Errorf("there is no command /%s: %s", name, strconv.Quote(english))
						continue
					}
					want := "`/" + strings.TrimPrefix(l.Text(game.Text("/"+name)), "/")
					if slices.Contains(known, next) || m[3] != "" {
						want += " " + strings.TrimPrefix(l.Text(game.Text("/"+next)), "/") + m[3]
					}
					if !strings.Contains(said, want) {
						t.Errorf("%s: %s does not say %s", file, strconv.Quote(said), want)
					}
				}
			}
		}
	}
}
