package bot_test

import (
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/toy"
)

// biddingForms have a command that plays an order.
type biddingForms struct{ toyForms }

func (f biddingForms) Game() bot.Game { return gameOf(f) }

func (biddingForms) Queries() []bot.Command {
	return []bot.Command{{Name: "two", Description: "Bids two", Order: "bid 2"}}
}

// A game's command that names an order plays it, for those who play and when it is asked.
func TestCommandPlaysAnOrder(t *testing.T) {
	p := &party{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: biddingForms{}})}
	p.begin()
	two := []string{"two"}
	p.says(p.Slash(ann, two), "✔️ `bid 2`")
	p.says(p.Slash(ann, two), "⚠️")
	p.says(p.Slash(eve, two, slashIn(string(p.matchOf(ben)))), "You are not in this match.")
	p.says(p.Slash(ben, two), "✔️ `bid 2`")
}
