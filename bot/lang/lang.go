// Package lang holds the languages that the bot speaks. English stands in the source where it is said, as game.Text. Every
// other language is a folder of TOML files here, in which a text's English is its key. A format's translation has the same
// verbs and arguments; where their order differs it numbers them, as in %[2]s.
//
// A text over 100 characters has an id, such as "clock.miss-rule", which stands in its place. Its English is in the files of
// the folder en by the same id.
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

// English is the language that stands in the source.
const English Language = 0

// row is everything about a language besides its texts.
type row struct {
	code    string   // its folder, and how settings and records name it
	locales []string // as Discord names it
	name    string   // what it calls itself
	decimal string   // what separates the whole of a figure from its fraction
}

// languages are all of them, English first.
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

// Of is the language of a code, or of a locale as Discord writes it, such as "de" or "en-GB". A locale that no language has is of the
// language with its first part as the code. English stands in for the languages that the bot does not speak.
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

// String is the language's code: "en", "de".
func (l Language) String() string { return languages[l].code }

// DiscordLocales are the language's codes in Discord.
func (l Language) DiscordLocales() []string { return languages[l].locales }

// Name is what the language calls itself.
func (l Language) Name() string { return languages[l].name }

// Number writes a figure as the language does: "11.4", in German "11,4".
func (l Language) Number(figure string) string {
	return strings.Replace(figure, ".", languages[l].decimal, 1)
}

// Forms are the language's forms for whole numbers, in the order in which a text has them in braces.
func (l Language) Forms() []plural.Form { return formsOf(l.String()) }

// formsOf are the plural categories that the whole numbers of a language have, by Unicode's rules.
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

// form is the index of the form for n things.
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

// Text is the text in that language. What has no translation, such as a name, stays as it is.
func (l Language) Text(english game.Text) string {
	if s, ok := translations()[l][string(english)]; ok {
		return s
	}
	return english.String()
}

// Spoken is an argument that is itself a text with arguments: a phrase within a sentence, or the reason of a refusal.
type Spoken interface {
	// Said is the English format and what it is filled with.
	Said() (format game.Text, args []any)
}

// Figure is an argument that is a number with a fraction, such as a length. Each language writes it in its own way.
type Figure interface{ Figure() string }

// Say formats in that language. Arguments that are Spoken or a Figure are said in it too.
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
	if _, ok := translations()[l][string(format)]; !ok { // it has the forms of English
		form = English.form
	}
	return text.Fill(l.Text(format), form, said...)
}

// Retell says what was said in English.
func (l Language) Retell(s Spoken) string {
	format, args := s.Said()
	return l.Say(format, args...)
}

// Error is the error's text in that language, as far as it is Spoken.
func (l Language) Error(err error) string {
	if s := Spoken(nil); errors.As(err, &s) {
		return l.Retell(s)
	}
	return l.Text(game.Text(err.Error()))
}

//go:embed */*.toml
var files embed.FS

// translations are the texts of each language by their English or their id.
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

// Files are a language's texts as they are kept, by file name. They are part of the program, so it panics if one cannot be
// read.
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
