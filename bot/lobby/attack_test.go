package lobby_test

import (
	"context"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
)

// A user who plays the program instead, while somebody accepts their challenge, does not become ready for that
// challenge.
func TestCheatByAcceptingMeanwhile(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
	card := p.Card()
	pick := p.Bot.Hooks.Rival
	p.Bot.Hooks.Rival = func(ctx context.Context, c *bot.Call, game string, wish bot.RivalWish) (bot.RivalSeat, error) {
		p.Bot.Hooks.Rival = pick
		p.Click(ben, card, "accept|")
		p.Click(ben, p.Newest(ben), "force|", "blue")
		return pick(ctx, c, game, wish)
	}
	take := strings.Replace(bottest.ControlsOf(card.Message).Buttons[0].ID, "accept", "rivals", 1)
	p.Says(p.Press(ann, card, take+"|recruit"), "Somebody has already accepted that challenge")
	if all, err := p.Hall.MatchesOf(ctx, ann); err != nil || len(all) > 0 {
		t.Errorf("ann plays: %v %v", all, err)
	}
}
