package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// marks escapes the characters that Discord reads as formatting.
var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`, "#", `\#`,
	"[", `\[`, "]", `\]`, "@", "@\u200b", "://", ":\u200b//", "\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ")

// Capital returns the text with its first letter capitalised.
func Capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// mostMarks is how many marks, such as accents, one character may carry. Vietnamese needs 2 and Hebrew 3; many more
// would cover the lines above and below.
const mostMarks = 3

// blanks look like nothing, but Unicode classes them neither as spaces nor as formatting.
const blanks = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"

// Text between isolate and isolated runs in its own direction and does not affect the rest of the line.
const isolate, isolated = "\u2068", "\u2069"

// Clean drops invisible characters from a name or a text that change how the rest is shown or told apart: control
// characters, marks of direction, characters without a width, and marks beyond mostMarks. It keeps joiners in the
// scripts and emoji that need them. If nothing visible is left, it returns "?".
func Clean(s string) string {
	var out strings.Builder
	last, marked := ' ', 0
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || unicode.In(r, unicode.Zl, unicode.Zp):
			r = ' '
		case r == '\u200c' || r == '\u200d':
			if last < '\u0300' || !unicode.In(last, unicode.M, unicode.So, unicode.Sk, unicode.Arabic, unicode.Syriac) {
				continue
			}
		case unicode.In(r, unicode.Cc, unicode.Cf) || strings.ContainsRune(blanks, r):
			continue
		}
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			marked = 0
		} else if marked++; marked > mostMarks {
			continue
		}
		out.WriteRune(r)
		last = r
	}
	if strings.TrimSpace(out.String()) == "" && s != "" {
		return "?"
	}
	return out.String()
}

// Plain escapes typed text, such as a name, so that Discord shows it literally: it formats nothing, links nowhere,
// notifies nobody, and leaves the rest of its line alone.
func Plain(name string) string {
	s := marks.Replace(Clean(name))
	if strings.ContainsFunc(s, func(r rune) bool {
		p, _ := bidi.LookupRune(r)
		return p.Class() == bidi.R || p.Class() == bidi.AL
	}) {
		s = isolate + s + isolated
	}
	return s
}

// PlainRune returns the plain form of a pasted character, or -1 for a backtick or an invisible character.
func PlainRune(r rune) rune {
	switch {
	case r == '\n', unicode.In(r, unicode.Zl, unicode.Zp):
		return '\n'
	case unicode.IsSpace(r):
		return ' '
	case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector), strings.ContainsRune(blanks, r), r == '`':
		return -1
	case r >= '！' && r <= '～': // full-width
		return r - '！' + '!'
	}
	return r
}

// Joined joins words with commas.
func Joined[S ~string](words []S) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return strings.Join(all, ", ")
}

// Clip shortens a text to at most n characters, at the end of a word unless that would drop more than a quarter of
// them. It does not end within brackets that begin in the second half, nor after the number at the beginning of a list's item.
func Clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	if strings.Contains(s, isolate) { // close an isolate that the cut leaves open
		s = clip(r, n-1)
		if strings.LastIndex(s, isolate) > strings.LastIndex(s, isolated) {
			s += isolated
		}
		return s
	}
	return clip(r, n)
}

// whole drops an open bracket, or the number at the beginning of a list's item, from the end of a text, as long as more than least
// characters remain.
func whole(s string, least int) string {
	s = strings.TrimRight(s, " \n,;:")
	short := s
	if open := strings.LastIndexByte(s, '('); open > strings.LastIndexByte(s, ')') {
		short = strings.TrimRight(s[:open], " \n,;:")
	} else if before := strings.TrimRight(s, "0123456789"); strings.HasSuffix(before, ", ") {
		short = strings.TrimRight(before, " ,")
	}
	if utf8.RuneCountInString(short) <= least {
		return s
	}
	return short
}

func clip(r []rune, n int) string {
	for end := n - 1; end >= n*3/4; end-- {
		if unicode.IsSpace(r[end]) {
			return whole(string(r[:end]), n/2) + "…"
		}
	}
	return string(r[:n-1]) + "…"
}

// longestName bounds a name beside a mention, in characters.
const longestName = 40

// Mention mentions a user with the name that is known of them beside it: a client that does not know the user, such as of somebody who has
// left the server, shows a number. An unknown name is left out.
func Mention(user UserID, name string) string {
	at := "<@" + string(user) + ">"
	if name == "" {
		return at
	}
	return at + " (" + Plain(Clip(Clean(name), longestName)) + ")"
}

// Ping mentions a user in a message that notifies them, and that nobody reads for long: Discord sends the user along with such a message, so
// every client knows them, and a name beside the mention would say the same twice. Elsewhere, use Mention.
func Ping(user UserID) string { return Mention(user, "") }
