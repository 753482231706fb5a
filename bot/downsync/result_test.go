package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
)

// The challenge's card in the channel becomes the result with its picture, or without it where the picture cannot be posted.
func TestResultPicture(t *testing.T) {
	for _, refused := range []bool{false, true} {
		s := newRoom(t, 1, nil, "")
		s.seat()
		s.Slash(ann, []string{"match", "concede"})
		if refused {
			s.Wire.Fileless(bottest.General)
		}
		s.press(ann, s.Newest(ann), "Concede")
		s.Settle()
		card := s.Wire.Messages(bottest.General)[0]
		if words := bottest.Words(card.Message); !strings.Contains(words, "🏁 **") || !strings.Contains(words, "Rematch") {
			t.Errorf("the card is no result:\n%s", words)
		}
		if has := len(card.Files) == 1; has == refused {
			t.Errorf("refused %t: %d pictures", refused, len(card.Files))
		}
	}
}
