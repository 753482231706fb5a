package page

import (
	"strings"
	"testing"

	"downsync/bot/lang"
	"downsync/game"
)

// A player who can end a match by agreeing to a draw reads that they accept one, and must confirm it; a player who cannot offer one
// learns why.
func TestEarly(t *testing.T) {
	for _, x := range []struct {
		is                           Early
		button, question, draw, sure string
		note                         string
	}{
		{Early{Begun: true}, "Offer a draw, concede", "Offer a draw, or", "Offer a draw", "Offer a draw?", ""},
		{Early{Begun: true, Drawing: []game.Seat{2}}, "Accept the draw, concede", "A draw is offered", "Accept the draw", "Accept the draw?** The match ends", ""},
		{Early{Begun: true, Drawing: []game.Seat{1}}, "Concede", "Concede?", "Offer a draw", "Offer a draw?", "You offer a draw until the round ends. If the other"},
		{Early{}, "Concede", "Concede?", "Offer a draw", "Offer a draw?", "from the first round on"},
	} {
		x.is.Lang, x.is.Seat = lang.English, 1
		if got := string(x.is.Button()); got != x.button {
			t.Errorf("%+v: the button reads %q", x.is, got)
		}
		if got := x.is.Question(); !strings.Contains(got, x.question) {
			t.Errorf("%+v: it asks %q", x.is, got)
		}
		if got := string(x.is.Draw()); got != x.draw {
			t.Errorf("%+v: the button for a draw reads %q", x.is, got)
		}
		if got := x.is.Sure(); !strings.Contains(got, x.sure) {
			t.Errorf("%+v: it makes sure by %q", x.is, got)
		}
		if got := x.is.Note(); !strings.Contains(got, x.note) || (got == "") != (x.note == "") {
			t.Errorf("%+v: it notes %q", x.is, got)
		}
	}
}
