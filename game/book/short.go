package book

import (
	"strings"
	"unicode/utf8"
)

// Short returns the text's first sentences, as many as have at most that many characters together, and at least one. It ends
// with a full stop, unless it asks or exclaims.
func Short(s string, most int) string {
	end := 0
	for i, r := range s + " " {
		if r != ' ' || i == 0 || !strings.ContainsRune(".?!", rune(s[i-1])) {
			continue
		}
		if end > 0 && utf8.RuneCountInString(s[:i]) > most {
			break
		}
		end = i
	}
	if end == 0 {
		end = len(s)
	}
	if s = s[:end]; !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}
