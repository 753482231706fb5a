// Package text has the type of texts that people read. It is separate so that every package of the games can import it.
package text

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Text is English that people read, as written in the source. It is a format if it has verbs. Packages that speak other
// languages look up the whole Text, so a Text is a constant or a word of the game's data.
//
//	{Unit|Units}   the forms that a language has for numbers, here one and many: the last number before it decides
//	map|Ridge      a context before the first |, in small letters: it tells apart what another language calls by two
//	               names, and nobody reads it
type Text string

var (
	context = regexp.MustCompile(`^[a-z]+(-[a-z]+)*\|`)
	pieces  = regexp.MustCompile(`%(?:\[(\d+)\])?[-+#0-9.]*([a-zA-Z%])|\{[^{}|]*\|[^{}]*\}`)
)

// String returns the Text for English readers, with its verbs.
func (t Text) String() string {
	if !strings.Contains(string(t), "|") { // most texts have none
		return string(t)
	}
	return string(t[len(context.FindString(string(t))):])
}

// Format returns the Text in English, with its arguments filled in. Without arguments it has no verbs.
func (t Text) Format(args ...any) string {
	return Fill(t.String(), func(n int) int {
		if n == 1 {
			return 0
		}
		return 1
	}, args...)
}

// Fill fills a format in any language: form is the index of the form that the language has for n things. Without
// arguments the format has no verbs.
func Fill(format string, form func(n int) int, args ...any) string {
	if len(args) == 0 {
		return format
	}
	if strings.Contains(format, "|") {
		format = inflect(format, form, args)
	}
	if strings.Contains(format, "q") { // perhaps in a verb; other verbs write the same as before
		quoted := slices.Clone(args)
		for i, arg := range quoted {
			if s := reflect.ValueOf(arg); s.Kind() == reflect.String {
				quoted[i] = quotable{arg, s.String()}
			}
		}
		args = quoted
	}
	return fmt.Sprintf(format, args...)
}

// quotable is a string whose verb %q puts it in quotation marks as people write it. Go's own %q shows escape codes.
type quotable struct {
	arg  any
	text string
}

// Format implements fmt.Formatter.
func (q quotable) Format(s fmt.State, verb rune) {
	if verb != 'q' {
		_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), q.arg)
		return
	}
	_, _ = fmt.Fprintf(s, "\"%s\"", strings.Map(legible, q.text))
}

// legible replaces characters that cannot be printed, except those with which package wire makes names harmless.
func legible(r rune) rune {
	if unicode.IsPrint(r) || r == '\u200b' || r >= '\u2066' && r <= '\u2069' {
		return r
	}
	return unicode.ReplacementChar
}

// inflect chooses the forms: with no number before it the last.
func inflect(format string, form func(n int) int, args []any) string {
	at, n, counted := 0, 0, false
	return pieces.ReplaceAllStringFunc(format, func(s string) string {
		if s[0] == '{' {
			forms := strings.Split(s[1:len(s)-1], "|")
			if !counted {
				return forms[len(forms)-1]
			}
			return forms[min(form(n), len(forms)-1)]
		}
		if strings.HasSuffix(s, "%") {
			return s
		}
		if m := pieces.FindStringSubmatch(s); m[1] != "" {
			at = int(m[1][0]-'0') - 1
		}
		if at < len(args) {
			if v := reflect.ValueOf(args[at]); v.CanInt() {
				n, counted = int(v.Int()), true
			}
		}
		at++
		return s
	})
}
