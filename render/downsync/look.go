package downsync

import (
	"fmt"

	"downsync/render"
)

// Look is how pictures are drawn for their reader. The zero value is the dark display with its words in English.
type Look struct {
	Theme render.Theme
	// Say puts the words of a picture, those in words.go, into the reader's language; nil: they stay as they are. It must
	// give the same words each time.
	Say func(string) string
}

// say puts words into the reader's language and fills them in.
func (l Look) say(words string, args ...any) string {
	if l.Say != nil {
		words = l.Say(words)
	}
	if len(args) == 0 {
		return words
	}
	return fmt.Sprintf(words, args...)
}
