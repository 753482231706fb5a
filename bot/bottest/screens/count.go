package screens

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"unicode"

	"downsync/bot/discord"
	"downsync/bot/wire"
)

// MostWords is the goal for the median of the words that a player reads in the last screen of a console.
const MostWords = 60

// Words collects how many words the consoles of a game show.
type Words struct{ last, whole []int }

// Add counts the words of a console as the bot sends it. A word has a letter or a digit. Texts, labels of buttons and the placeholders of
// closed lists count. The last screen is everything below the board.
func (w *Words) Add(m wire.Message) {
	m.Blocks, m.More = append(slices.Clone(m.Blocks), wire.Row{{ID: "hint", Label: "Hint"}}), "More …"
	m.Files = slices.Clone(m.Files)
	for i := range m.Files {
		if len(m.Files[i].Data) == 0 {
			m.Files[i].Data = square()
		}
	}
	all := allBlocks(discord.Sent(m))
	w.whole = append(w.whole, wordsOf(all))
	for i, b := range slices.Backward(all) {
		if _, ok := b.(wire.Picture); ok {
			all = all[i+1:]
			break
		}
	}
	w.last = append(w.last, wordsOf(all))
}

// Report logs the medians, and fails if the last screens hold more than the goal.
func (w *Words) Report(t testing.TB) {
	t.Helper()
	if len(w.last) == 0 {
		t.Fatal("no consoles")
	}
	last, whole := median(w.last), median(w.whole)
	t.Logf("%d consoles: a median of %d words in the last screen, %d in all", len(w.last), last, whole)
	if last > MostWords {
		t.Errorf("a median of %d words in the last screen, at most %d", last, MostWords)
	}
}

func median(all []int) int {
	slices.Sort(all)
	return all[len(all)/2]
}

func wordsOf(blocks []wire.Block) (n int) {
	add := func(text string) {
		for word := range strings.FieldsSeq(markup.ReplaceAllString(text, "")) {
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				n++
			}
		}
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case wire.Text:
			add(string(b))
		case wire.Row:
			for _, k := range b {
				add(k.Label)
			}
		case wire.Select:
			add(b.Placeholder)
		}
	}
	return n
}

// square returns a picture with the shape of a board, in place of one that was not drawn.
func square() []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, image.NewGray(image.Rect(0, 0, 10, 12))) // a buffer takes everything
	return out.Bytes()
}
