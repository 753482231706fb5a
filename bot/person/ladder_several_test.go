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
	party.Want(t, text, "**At tables of three or more**", "1. <@ann> (Name of ann) **1621** ±689, first in 1 of 1", "2. <@cal>", "3. <@ben>", "first in 0 of 1")
	party.Want(t, ladder("user:ben"), "3. <@ben>")
	for _, said := range []string{text, ladder("user:ben")} { // the legend is about tables alone
		if !strings.Contains(said, "how often somebody came first") || strings.Contains(said, "won–drawn–lost") {
			t.Errorf("the legend:\n%s", said)
		}
	}
	if m := p.Match(); m.Result == nil || m.Result.Rank[0] != 1 || m.Result.Rank[2] != 2 || m.Result.Rank[1] != 3 {
		t.Errorf("who left first is last: %+v", m.Result)
	}
}
