package match_test

import (
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/game/toy"
)

// biddingForms have a command that plays an order.
type biddingForms struct{ plain.Forms }

func (f biddingForms) Game() bot.Game { return plain.GameOf(f) }

func (biddingForms) Queries() []bot.Command {
	return []bot.Command{{Name: "two", Description: "Bids two", Order: "bid 2"}}
}

// A game's command with an order plays it, for players and at the right question.
func TestCommandPlaysAnOrder(t *testing.T) {
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: biddingForms{}})}
	p.Begin()
	two := []string{"two"}
	p.Says(p.Slash(ann, two), "✔️ `bid 2`")
	p.Says(p.Slash(ann, two), "⚠️")
	p.Says(p.Slash(eve, two, party.In(string(p.MatchOf(ben)))), "You are not in this match.")
	p.Says(p.Slash(ben, two), "✔️ `bid 2`")
}
