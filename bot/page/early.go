package page

import (
	"slices"

	"downsync/bot/lang"
	"downsync/game"
)

// Early describes how one of two sides may end a match early: it concedes, or both offer a draw within one round.
type Early struct {
	Lang    lang.Language
	Seat    game.Seat
	Drawing []game.Seat // seats that offer a draw
	Begun   bool        // the first round has begun, before which nobody can
}

// both explains the effect of an offer.
const both game.Text = "If the other side offers one too, the match ends there."

// offers reports whether the seat offers a draw, and theirs whether the other side does.
func (e Early) offers() bool { return slices.Contains(e.Drawing, e.Seat) }
func (e Early) theirs() bool { return len(e.Drawing) > 0 && !e.offers() }

// Button returns the label of the button that opens the question.
func (e Early) Button() game.Text {
	switch {
	case e.theirs():
		return "Accept the draw, concede"
	case e.Begun && !e.offers():
		return "Offer a draw, concede"
	}
	return "Concede"
}

// question returns the question.
func (e Early) Question() string {
	switch {
	case e.theirs():
		return e.Lang.Text("A draw is offered. Accept it, or concede?")
	case e.Begun && !e.offers():
		return e.Lang.Text("Offer a draw, or concede?")
	}
	return e.Lang.Text("Concede?")
}

// Draw returns the label of the button for a draw.
func (e Early) Draw() game.Text {
	if e.theirs() {
		return "Accept the draw"
	}
	return "Offer a draw"
}

// Sure returns the confirmation question for a draw.
func (e Early) Sure() string {
	if e.theirs() {
		return e.Lang.Text("**Accept the draw?** The match ends, and nobody has won.")
	}
	return e.Lang.Text("**Offer a draw?** The offer stands until the round ends.") + " " + e.Lang.Text(both)
}

// Note returns the reason that no draw can be offered; "" if one can.
func (e Early) Note() string {
	switch {
	case e.offers():
		return "-# " + e.Lang.Text("You offer a draw until the round ends.") + " " + e.Lang.Text(both)
	case !e.Begun:
		return "-# " + e.Lang.Text("A draw can be offered from the first round on.")
	}
	return ""
}
