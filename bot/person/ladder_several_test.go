package person_test

import (
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
)

// A match of three counts at tables of three or more, by places, and leaves the ladder of matches of two as it is.
func TestLadderOfSeveral(t *testing.T) {
	p := bottest.NewParty(t, nil)
	p.Plays([]bot.UserID{bottest.Ben, bottest.Cal}, "rounds:1")
	ladder := func(options ...string) string {
		return bottest.Text(p.Slash(bottest.Eve, []string{"ladder"}, bottest.Options(options...)...))
	}
	for _, u := range []bot.UserID{bottest.Ann, bottest.Ben, bottest.Cal} {
		p.Orders(u, "bid 1")
	}
	p.Orders(bottest.Ben, "quit")
	p.Orders(bottest.Cal, "quit")
	text := ladder()
	bottest.Want(t, text, "**At tables of three or more**", "1. <@ann> **1621** ±689, first in 1 of 1", "2. <@cal>", "3. <@ben>", "first in 0 of 1")
	bottest.Want(t, ladder("user:ben"), "3. <@ben>")
	if m := p.Match(); m.Result == nil || m.Result.Rank[0] != 1 || m.Result.Rank[2] != 2 || m.Result.Rank[1] != 3 {
		t.Errorf("who left first is last: %+v", m.Result)
	}
}
