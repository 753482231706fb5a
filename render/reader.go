package render

import (
	"fmt"
	"strings"
)

// Reader is the theme and the language of a picture's reader. The zero value is the dark theme in English.
type Reader struct {
	Theme Theme
	// Say translates the words of a picture; nil leaves them as they are. It must give the same words each time.
	Say func(string) string
}

// Text translates a format and fills in its arguments.
func (r Reader) Text(format string, args ...any) string {
	if r.Say != nil {
		format = r.Say(format)
	}
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// MaxAlt is the longest description of a picture, in bytes.
const MaxAlt = 1024

// Alt joins sentences to the description of a picture of at most MaxAlt bytes. From the first that does not fit, it leaves
// all out and adds what more says of their number, for which it keeps 40 bytes at least.
func Alt(head string, sentences []string, more func(left int) string) string {
	var b strings.Builder
	b.WriteString(head)
	keep := max(40, len(more(len(sentences))))
	for i, s := range sentences {
		if b.Len()+1+len(s) > MaxAlt-keep {
			b.WriteString(more(len(sentences) - i))
			break
		}
		b.WriteString(" " + s)
	}
	return b.String()
}
