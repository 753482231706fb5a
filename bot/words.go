package bot

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"downsync/game"
)

// marks are the characters that Discord reads as formatting.
var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`, "#", `\#`,
	"[", `\[`, "]", `\]`, "@", "@\u200b", "://", ":\u200b//", "\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ")

// Capital is the text with a capital at its beginning.
func Capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// mostAccents is how many combining marks a letter may carry: more than any script stacks, too few to cover other lines.
const mostAccents = 4

// Plain writes what somebody typed, their name for one, so that it is shown as it is, whatever is in it: it formats nothing,
// links nowhere, calls nobody, turns no writing round and covers no other line.
func Plain(name string) string {
	accents := 0
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case !unicode.In(r, unicode.Mn, unicode.Me):
			accents = 0
		case accents == mostAccents:
			return -1
		default:
			accents++
		}
		return r
	}, marks.Replace(name))
}

// longWord is a word that is none.
var longWord = regexp.MustCompile(`(\S{100})\S+`)

// Words is the text with each word cut to at most 100 characters, for what quotes what was typed.
func Words(s string) string { return longWord.ReplaceAllString(s, "$1…") }

// Clip shortens a text to at most n characters: at the end of a word, unless that would take more than a quarter of them.
func Clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	for end := n - 1; end >= n*3/4; end-- {
		if unicode.IsSpace(r[end]) {
			return strings.TrimRight(string(r[:end]), " \n,;:") + "…"
		}
	}
	return string(r[:n-1]) + "…"
}

// Routes of news to a seat, as the ledger keeps them.
const (
	RouteDM     game.Text = "direct message"
	RouteAnswer game.Text = "answer in the channel"
)
