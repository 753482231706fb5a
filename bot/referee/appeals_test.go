package referee_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/deed"
	"downsync/game"
	"downsync/game/toy"
)

// Each act of a moderator in a match has a row in the table, tells both players and the thread, and can be appealed exactly if the table
// says so: a look, evidence, a note and an offer change nothing, and no appeal against them stops a match.
func TestOnlyWhatChangesTheMatchIsAppealed(t *testing.T) {
	done := map[string]bool{}
	for _, typed := range [][]string{{"show", "view:all"}, {"show", "view:A"}, {"evidence"}, {"note"}, {"rewind", "event:2"}, {"rule", "ruling:points 1 3"}, {"answer", "side:B"}, {"extend", "hours:1"},
		{"pause"}, {"resume"}, {"offer"}, {"replace", "side:B", "user:eve"}, {"end", "result:draw"}, {"dismiss"}, {"uphold"}} {
		p, id := party.CourtOn(&party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: bottest.WithRival{Offered: plain.Forms{}, Mind: mind.Mind{}}})})
		p.Round()
		verb := typed[0]
		switch verb {
		case "resume":
			p.Moderates(judge, id, "pause")
		case "dismiss", "uphold":
			p.Says(p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "why"), party.In(string(id))), "The match is stopped")
			p.Settle()
		}
		before := p.Wire.Count()
		if verb == "offer" {
			p.Offers(judge, id, "B", eve)
		} else {
			p.Moderates(judge, id, verb, party.Options(typed[1:]...)...)
		}
		facts := p.PublicOf(id).Facts
		n, what := 0, ""
		for _, f := range facts {
			if f, ok := f.(game.Refereed); ok {
				n, what = n+1, f.What
			}
		}
		d, ok := deed.Of(what)
		if done[what] = true; !ok {
			t.Errorf("%v is the act %q, which is not in the table", typed, what)
			continue
		}
		told := map[string]int{}
		for _, s := range p.Wire.Sent(before) {
			if words := bottest.Words(s.Message.Message); strings.Contains(words, "for a good reason") && strings.HasPrefix(words, "⚖️") {
				told[string(s.Message.Channel)]++
				if s.Message.Channel == "dm-ann" && strings.Contains(words, fmt.Sprintf("It is number %d ", n)) && strings.Contains(words, "You may appeal") != (d.Appeal != deed.Nobody) {
					t.Errorf("%s: %s", what, words)
				}
			}
		}
		if told["dm-ann"] == 0 || len(told) < 3 {
			t.Errorf("%s: told are %v", what, told)
		}
		a := p.Slash(ann, []string{"dispute", "appeal"}, party.Opt("number", fmt.Sprint(n)), party.Opt("reason", "no"), party.In(string(id)))
		held := p.PublicOf(id).Clocks.Held
		if d.Appeal != deed.Nobody {
			p.Says(a, "Your appeal is open")
		} else if p.Says(a, "changed nothing, so it cannot be appealed"); held != "" {
			t.Errorf("%s: the match is held by %q", what, held)
		}
	}
	for _, d := range deed.All() {
		if d.Tells(deed.Thread) && !done[d.Name] {
			t.Errorf("%s was not tried", d.Name)
		}
	}
}
