package sharecode

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"downsync/bot/wire"
	"downsync/game"
)

// This file finds a code in pasted text: a line of a chat with quotes, backticks, a label or a full stop, or a whole message.

// WordSeveral refuses a text with several codes in it.
const WordSeveral game.Text = "that text holds several share codes: send the one that you mean"

// mostText limits how much of a text is searched, in characters: the length of a Discord message.
const mostText = 4000

// Decode finds the code of this game in the text and decodes it. decode judges the digits of one code, including the checksum. The
// text may be the code with common slips, even without its letters, or contain it anywhere after its letters. The error is
// WordSeveral if the text has different codes, otherwise decode's error for the part that looks most like a code, or WordSlip if
// the text only begins like one.
func Decode[T any](l Letters, text string, decode func(digits []int) (T, error)) (T, error) {
	text = plain(text)
	whole := digitsOf(strings.TrimPrefix(text, string(l)))
	result, err := decode(whole)
	if err == nil {
		return result, nil
	}
	var found [][]int
	var first error
	starts := l.starts(text)
	if whole == nil && len(starts) > 0 {
		err = game.Errorf(WordSlip)
	}
	for _, at := range starts {
		for i, digits := range l.candidates(text[at:]) {
			r, no := decode(digits)
			if i == 0 && first == nil && len(digits) > group+SumSize {
				first = no
			}
			if no != nil {
				continue
			}
			if !slices.ContainsFunc(found, func(other []int) bool { return slices.Equal(other, digits) }) {
				found, result = append(found, digits), r
			}
			break
		}
	}
	switch {
	case len(found) == 1:
		return result, nil
	case len(found) > 1:
		var none T
		return none, game.Errorf(WordSeveral)
	case first != nil && whole == nil:
		return result, first
	}
	return result, err
}

// plain returns the text in capitals, with a hyphen for every dash, and without invisible characters and markup.
func plain(text string) string {
	out := make([]rune, 0, min(len(text), mostText))
	for _, r := range text {
		if len(out) == mostText {
			break
		}
		switch r = wire.PlainRune(r); {
		case r < 0, unicode.Is(unicode.Mn, r), r == '*':
			continue
		case unicode.Is(unicode.Pd, r), r == '\u2212':
			r = '-'
		case r == '\n':
			r = ' '
		}
		out = append(out, unicode.ToUpper(r))
	}
	return strings.Trim(string(out), " \"'.,;:!?()[]<>|“”„‘’‚«»")
}

// starts returns the positions after the game's letters and a hyphen at the beginning of a word.
func (l Letters) starts(text string) (out []int) {
	begin := string(l) + "-"
	for at := 0; ; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			return out
		}
		at += i + len(begin)
		if before := text[:at-len(begin)]; before == "" || !isWord(lastRune(before)) {
			out = append(out, at)
		}
	}
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// candidates returns the digits of the codes with which the text may begin: first its groups joined by hyphens, then, because
// blanks may replace hyphens, longer and shorter ones.
func (l Letters) candidates(text string) (out [][]int) {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '-' && r != ' ' && !isWord(r) })
	if end >= 0 {
		text = text[:end]
	}
	joined, _, _ := strings.Cut(text, " ")
	if digits := digitsOf(joined); digits != nil {
		out = append(out, digits)
	}
	for from := 0; from < len(text); {
		stop := strings.IndexByte(text[from:], ' ')
		if stop < 0 {
			stop = len(text) - from
		}
		from += stop
		digits := digitsOf(text[:from])
		if digits == nil || len(out) > 2*group*group {
			break
		}
		out = append(out, digits)
		from++
	}
	return out
}
