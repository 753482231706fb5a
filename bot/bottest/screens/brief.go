package screens

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot/wire"
)

// mostRead is the greatest length of a console's text, in characters as people read them: of all text above the board together, and
// of each paragraph below it. Longer text goes behind a button.
const mostRead = 240

// markup matches the parts of a text that Discord does not show: its emphasis, the signs of headlines and of small print. A time is
// shown as words.
var markup = regexp.MustCompile("(?m)\\*\\*|`|^(#{1,3}|-#) |<t:\\d+:[A-Za-z]>")

// Brief checks that no text of a console is longer than a player reads, unless it is behind a button.
func Brief(t testing.TB, name string, m wire.Message) {
	t.Helper()
	above, below := aroundBoard(m.Blocks)
	for _, text := range above {
		if n := read(text); n > mostRead {
			t.Errorf("%s: %d characters stand together above the board, at most %d:\n%s", name, n, mostRead, text)
		}
	}
	for _, text := range below {
		for line := range strings.SplitSeq(text, "\n") {
			if n := read(line); n > mostRead {
				t.Errorf("%s: a paragraph of %d characters, at most %d:\n%s", name, n, mostRead, line)
			}
		}
	}
}

// read counts the characters of a text as a player sees it.
func read(text string) int {
	return utf8.RuneCountInString(markup.ReplaceAllString(text, ""))
}

// aroundBoard returns the texts of a console above its last picture, which is the board, and below it.
func aroundBoard(bs []wire.Block) (above, below []string) {
	for _, b := range bs {
		switch b := b.(type) {
		case wire.Box:
			over, under := aroundBoard(b.Blocks)
			above, below = append(above, over...), append(below, under...)
		case wire.Text:
			below = append(below, string(b))
		case wire.Picture:
			above, below = append(above, below...), nil
		}
	}
	return above, below
}
