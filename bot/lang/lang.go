// Package lang holds the languages that the bot speaks. English is in the source, as game.Text. Every other language is a folder of
// TOML files here, in which the English of a text is its key. A format's translation has the same verbs and arguments; where their
// order differs it numbers them, as in %[2]s.
//
// A text over 100 characters is replaced in the source by an id, such as "clock.miss-rule". Its English is in the files of the
// folder en under the same id.
package lang

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"downsync/game"
	"downsync/game/text"
)

// Language is a language: a row of the table below, and a folder of texts. The zero value is English.
type Language int

// English is the language of the source.
const English Language = 0

// row holds everything about a language except its texts.
type row struct {
	code    string   // its folder, and its name in settings and records
	locales []string // its names in Discord
	name    string   // its own name for itself
	decimal string   // the decimal separator
}

// languages lists all languages, English first.
var languages = []row{
	{"en", []string{"en-GB", "en-US"}, "English", "."},
	{"de", []string{"de"}, "Deutsch", ","},
}

// All lists the languages, English first.
func All() []Language {
	out := make([]Language, len(languages))
	for i := range out {
		out[i] = Language(i)
	}
	return out
}

// Of returns the language of a code, or of a Discord locale, such as "de" or "en-GB". For an unknown locale it returns the language
// whose code is the locale's first part. For a language that the bot does not speak it returns English.
func Of(locale string) Language {
	code, _, _ := strings.Cut(locale, "-")
	for i, r := range languages {
		if slices.Contains(r.locales, locale) {
			return Language(i)
		}
	}
	for i, r := range languages {
		if first, _, _ := strings.Cut(r.code, "-"); code == first {
			return Language(i)
		}
	}
	return English
}

// String returns the language's code: "en", "de".
func (l Language) String() string { return languages[l].code }

// DiscordLocales returns the language's codes in Discord.
func (l Language) DiscordLocales() []string { return languages[l].locales }

// Name returns the language's own name for itself.
func (l Language) Name() string { return languages[l].name }

// Number writes a figure as the language does: "11.4", in German "11,4".
func (l Language) Number(figure string) string {
	return strings.Replace(figure, ".", languages[l].decimal, 1)
}

// Forms returns the language's forms for whole numbers, in the order of the forms in a text's braces.
func (l Language) Forms() []plural.Form { return formsOf(l.String()) }

// formsOf returns the plural categories that the whole numbers of a language have, by Unicode's rules.
func formsOf(code string) (out []plural.Form) {
	const enough = 200 // the rules depend on a number's last two digits, and on few numbers beyond 100
	for _, f := range []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other} {
		for n := range enough {
			if category(code, n) == f {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

func category(code string, n int) plural.Form {
	return plural.Cardinal.MatchPlural(language.Make(code), n, 0, 0, 0, 0)
}

// form returns the index of the form for n things.
func (l Language) form(n int) int {
	return slices.Index(forms()[l], category(l.String(), max(n, -n)))
}

// forms holds the forms of each language.
var forms = sync.OnceValue(func() (out [][]plural.Form) {
	for _, l := range All() {
		out = append(out, l.Forms())
	}
	return out
})

// Text returns the text in that language. A text without a translation, such as a name, stays the same.
func (l Language) Text(english game.Text) string {
	if s, ok := translations()[l][string(english)]; ok {
		return s
	}
	return english.String()
}

// Spoken is an argument that is itself a text with arguments: a phrase within a sentence, or the reason of a refusal.
type Spoken interface {
	// Said returns the English format and its arguments.
	Said() (format game.Text, args []any)
}

// Figure is an argument that is a number with a fraction, such as a length. Each language has its own way to write it.
type Figure interface{ Figure() string }

// Say formats a text in that language. It also translates arguments that are Spoken or a Figure.
func (l Language) Say(format game.Text, args ...any) string {
	said := slices.Clone(args)
	for i, arg := range args {
		switch x := arg.(type) {
		case Spoken:
			said[i] = l.Retell(x)
		case Figure:
			said[i] = l.Number(x.Figure())
		}
	}
	form := l.form
	if _, ok := translations()[l][string(format)]; !ok { // it uses the forms of English
		form = English.form
	}
	return text.Fill(l.Text(format), form, said...)
}

// Retell returns in that language what was said in English.
func (l Language) Retell(s Spoken) string {
	format, args := s.Said()
	return l.Say(format, args...)
}

// Error returns the error's text, in that language if it is Spoken.
func (l Language) Error(err error) string {
	if s := Spoken(nil); errors.As(err, &s) {
		return l.Retell(s)
	}
	return l.Text(game.Text(err.Error()))
}

//go:embed */*.toml
var files embed.FS

// translations maps the English or the id of each text to its translation, by language.
var translations = sync.OnceValue(func() map[Language]map[string]string {
	out := map[Language]map[string]string{}
	for _, l := range All() {
		all := map[string]string{}
		for _, texts := range Files(l) {
			maps.Copy(all, texts)
		}
		out[l] = all
	}
	return out
})

// Files returns a language's texts as stored, by file name. They are part of the program, so it panics if one cannot be read.
func Files(l Language) map[string]map[string]string {
	entries, err := files.ReadDir(l.String())
	if err != nil {
		panic(err)
	}
	out := map[string]map[string]string{}
	for _, e := range entries {
		texts := map[string]string{}
		if _, err := toml.DecodeFS(files, path.Join(l.String(), e.Name()), &texts); err != nil {
			panic(fmt.Sprintf("%s/%s: %v", l, e.Name(), err))
		}
		out[e.Name()] = texts
	}
	return out
}
