// Package lang holds the languages that the bot speaks. English stands in the code, as constants and tables of each
// package's words files; every other language is a folder of TOML files here, in which a text's English is its key. A
// format's translation has the same verbs and arguments; where their order differs it numbers them, as in %[2]s.
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
)

// Language is a language. The zero value is English.
type Language int

// The languages.
const (
	English Language = iota
	German
)

// All lists the languages, English first.
func All() []Language { return []Language{English, German} }

// Of is the language of a locale as Discord writes it, such as "de" or "en-GB". English stands in for the languages that
// the bot does not speak.
func Of(locale string) Language {
	code, _, _ := strings.Cut(locale, "-")
	for _, t := range All() {
		if code == t.String() {
			return t
		}
	}
	return English
}

// String is the language's code, which is also Discord's locale of every language but English: "en", "de".
func (t Language) String() string { return [...]string{"en", "de"}[t] }

// Name is what the language calls itself.
func (t Language) Name() string { return [...]string{"English", "Deutsch"}[t] }

// Text is the text in that language. What has no translation, such as a name, stays as it is.
func (t Language) Text(english string) string {
	if t != English {
		if s, ok := translations()[t][english]; ok {
			return s
		}
	}
	return english
}

// Spoken is an argument that is itself a text with arguments: a phrase within a sentence, or the reason of a refusal.
type Spoken interface {
	// Said is the English format and what it is filled with.
	Said() (format string, args []any)
}

// Say formats in that language. Arguments that are Spoken are said in it too.
func (t Language) Say(format string, args ...any) string {
	if t == English {
		return fmt.Sprintf(format, args...)
	}
	said := slices.Clone(args)
	for i, arg := range args {
		if s, ok := arg.(Spoken); ok {
			said[i] = t.Retell(s)
		}
	}
	return fmt.Sprintf(t.Text(format), said...)
}

// Retell says what was said in English.
func (t Language) Retell(s Spoken) string {
	format, args := s.Said()
	if len(args) == 0 {
		return t.Text(format)
	}
	return t.Say(format, args...)
}

// Error is the error's text in that language, as far as it is Spoken.
func (t Language) Error(err error) string {
	if s := Spoken(nil); errors.As(err, &s) {
		return t.Retell(s)
	}
	return t.Text(err.Error())
}

//go:embed de
var files embed.FS

// translations are the texts of each language by their English.
var translations = sync.OnceValue(func() map[Language]map[string]string {
	out := map[Language]map[string]string{}
	for _, t := range All()[1:] {
		all := map[string]string{}
		for _, texts := range Files(t) {
			maps.Copy(all, texts)
		}
		out[t] = all
	}
	return out
})

// Files are a language's translations as they are kept, by file name. They are part of the program, so it panics if one
// cannot be read.
func Files(t Language) map[string]map[string]string {
	entries, err := files.ReadDir(t.String())
	if err != nil {
		panic(err)
	}
	out := map[string]map[string]string{}
	for _, e := range entries {
		texts := map[string]string{}
		if _, err := toml.DecodeFS(files, path.Join(t.String(), e.Name()), &texts); err != nil {
			panic(fmt.Sprintf("%s/%s: %v", t, e.Name(), err))
		}
		out[e.Name()] = texts
	}
	return out
}
