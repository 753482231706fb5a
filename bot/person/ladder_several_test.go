package person_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// A match of three counts by places at tables of three or more, and does not change the ladder of matches of two.
func TestLadderOfSeveral(t *testing.T) {
	p := party.New(t, nil)
	p.Plays([]wire.UserID{party.Ben, party.Cal}, "rounds:1")
	ladder := func(options ...string) string {
		return party.Text(p.Slash(party.Eve, []string{"ladder"}, party.Options(options...)...))
	}
	for _, u := range []wire.UserID{party.Ann, party.Ben, party.Cal} {
		p.Orders(u, "bid 1")
	}
	p.Orders(party.Ben, "quit")
	p.Orders(party.Cal, "quit")
	text := ladder()
	party.Want(t, text, "**At tables of three or more**", "`  1. 1621` <@ann> (Name of ann) · first in 1 of 1, give or take 689", "`  2. ", "` <@cal>", "` <@ben>", "first in 0 of 1")
	party.Want(t, ladder("user:ben"), "`  3. ")
	for _, said := range []string{text, ladder("user:ben")} { // the legend is about tables alone
		if !strings.Contains(said, "Plackett-Luce") || strings.Contains(said, "Glicko") {
			t.Errorf("the legend:\n%s", said)
		}
	}
	if m := p.Match(); m.Result == nil || m.Result.Rank[0] != 1 || m.Result.Rank[2] != 2 || m.Result.Rank[1] != 3 {
		t.Errorf("who left first is last: %+v", m.Result)
	}
}
