package toy

import (
	"cmp"

	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/order"
)

// play returns the match's cards and consoles.
func (w Forms) play() page.Plain {
	return page.Plain{Voice: w.Voice, Name: "Toy", Questions: questions, Whys: whys, Words: choices{w}, Standing: "Note, draw, quitting",
		RoundOver: "round", Rulebook: w.rulebook(), Read: w.read}
}

// labels names the choices by their first word.
var labels = map[string]game.Text{
	"bid": "Bid", "tune": "Tune", "done": "I am done", "claim": "Claim", "pass": "Pass", "peek": "Peek", "leave": "Leave the card",
	"note": "Pin a note", "quit": "Quit", "draw": "Offer a draw",
}

// whys holds the words for the ends that only this game has, or that it words itself.
var whys = map[string]game.Text{"points": " by points", "quit": ", as everyone else quit", "time": ", as everyone else's time ran out", "agreement": " by agreement"}

// choices implements menu.Words.
type choices struct{ Forms }

func (w choices) Label(c order.Choice, _ bool) string { return w.Text(labels[c.Words]) }

func (w choices) Value(_ menu.Draft, _ order.Slot, value string) (label, note string) {
	return w.Text(cmp.Or(onCards[value], game.Text(value))), ""
}

// Sure asks before a match is given up.
func (w choices) Sure(c order.Choice) string {
	if c.Words != "quit" {
		return ""
	}
	return w.Text("**Quit?** You rank behind all who stay; they play on while two sides are left.")
}

func (w choices) Staged(d menu.Draft) bool { return w.Sure(d.Choice) != "" }

func (choices) Style(c order.Choice) wire.Style {
	switch c.Words {
	case "done", "pass", "leave":
		return wire.Secondary
	}
	return wire.Primary
}
