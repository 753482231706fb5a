package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
)

// The challenge's card in the channel becomes the result with its picture, or without it if the picture cannot be posted.
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

// The events that ended a match are told once on each player's last console, and in short on the card.
func TestTheEndIsToldOnce(t *testing.T) {
	n := newNewcomer(t, starters(t), 1)
	n.play(400, func(rules.View) bool { return false })
	var pages []wire.Message
	for _, seat := range []game.Seat{1, 2} {
		p, err := n.hall.Private(t.Context(), "m", seat)
		if err != nil {
			t.Fatal(err)
		}
		l, err := play{n.forms}.Console(p, bot.Page{})
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, l.Message)
	}
	p, err := n.hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	card, err := play{n.forms}.Card(p, wording.OfTurn(p.Facts))
	if err != nil {
		t.Fatal(err)
	}
	if fs := card.Message.Files; len(fs) != 1 || string(fs[0].Data) != "public" {
		t.Errorf("the last card has %d pictures, expected the last board alone", len(fs))
	}
	if said := bottest.Words(card.Message); !strings.Contains(said, "Lost by ") {
		t.Errorf("nothing is said of losses:\n%s", said)
	}
	if said := bottest.Words(card.Message); strings.Count(said, "A +2 VP") != 1 || strings.Count(said, "Ann wins on Victory Points") != 1 {
		t.Errorf("the card does not tell the end once:\n%s", said)
	}
	for _, m := range pages {
		said := ""
		for _, b := range m.Blocks[0].(wire.Box).Blocks {
			if text, is := b.(wire.Text); is {
				said += string(text) + "\n"
			}
		}
		if strings.Count(said, "VP** for A") != 1 || strings.Count(said, "on Victory Points") != 1 {
			t.Errorf("the end is not told once:\n%s", said)
		}
	}
}

// An open question is written again when its reader changes their language. Nobody else's message changes.
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
