package downsync

import (
	"strings"
	"unicode/utf8"

	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
)

// Texts of a console: what a phone shows at once.

// actor returns the piece in its activation, the zero piece if there is none.
func actor(v wording.Reading) rules.Piece {
	if v.Acting == nil {
		return rules.Piece{}
	}
	p, _ := v.Piece(v.Acting.Label)
	return p
}

// brief cuts a text at the end of a line or a sentence, after at most that many characters. The first sentence stays whole.
func brief(text string, most int) (first, rest string) {
	end := 0
	for i, r := range text + "\n" {
		stop := r == '\n' || r == ' ' && strings.ContainsRune(".?!", rune(text[i-1]))
		if !stop {
			continue
		}
		if end > 0 && utf8.RuneCountInString(text[:i]) > most {
			break
		}
		end = i
	}
	return text[:end], strings.TrimSpace(text[end:])
}

// cut reports whether the line was shortened.
func cut(line string) bool { return strings.Contains(line, "…") }
