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

// An open question is written anew when its reader changes their language, and nobody else's is touched.
func TestOpenQuestionFollowsTheLanguage(t *testing.T) {
	s := newRoom(t, 1, nil, "")
	s.seat()
	user, other := ann, ben
	if !asking(s.console(user)) {
		user, other = ben, ann
	}
	before, theirs := s.console(user), s.console(other)
	s.Slash(user, []string{"settings"}, bottest.Option{Name: "language", Value: "de"})
	s.Settle()
	now := s.console(user)
	if was, is := bottest.Words(before.Message), bottest.Words(now.Message); now.ID != before.ID || was == is || !strings.Contains(is, "Du ") {
		t.Errorf("the question is\n%s\nand was\n%s", is, was)
	}
	if got := s.console(other); got.ID != theirs.ID || got.Edits != theirs.Edits {
		t.Errorf("the other's console is sent again: %d edits, %d before", got.Edits, theirs.Edits)
	}
}
