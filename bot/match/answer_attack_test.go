package match_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// Nothing tells the other player, an onlooker or a moderator whether somebody has answered under seal, and how: no
// command, suggestion, file, refusal, tried ruling, or message that comes as time passes.
func TestCheatForWhetherTheOtherHasAnswered(t *testing.T) {
	chance := regexp.MustCompile(`[0-9a-f]{64}|[0-9a-f]{12}…|[0-9a-z]{16}\.json|"[0-9a-f]{24,}"`)
	for _, clock := range []string{"none", "slow"} {
		var seen []map[wire.UserID]string
		for _, secret := range [][]string{nil, {"bid 2"}, {"bid 3"}, {"note red", "bid 3"}} {
			p := party.Plain(t)
			p.May[owner] = wire.ManageServer
			p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
			p.Roles[judge] = []wire.RoleID{modRole}
			id := p.Begin(party.Opt("clock", clock))
			in := party.In(string(id))
			sent := p.Wire.Count()
			p.Play(ben, secret...)
			told := map[wire.UserID]string{}
			for _, u := range []wire.UserID{ann, eve, judge} {
				for _, command := range []string{"match show", "match log", "match list", "match ledger", "match verify", "match replay", "clock show", "inbox", "ladder", "dispute list", "count", "hint", "privacy show",
					"privacy export", "mod list", "clock resume", "clock withdraw"} {
					p.Slash(u, strings.Fields(command), in)
				}
				for _, line := range []string{"", "bid", "2 bid", "undo", "note r"} {
					p.Complete(u, []string{"order"}, in, party.Opt("line", line))
				}
				p.Complete(u, []string{"match", "event"}, in, party.Opt("event", "1"))
				p.Slash(u, []string{"match", "event"}, in, party.Opt("event", "2"))
				p.Slash(u, []string{"match", "list"}, party.Opt("which", "server"))
				p.Press(u, p.Card(), "view|"+string(id))
				p.Press(u, p.Card(), "rematch|"+string(id))
				p.Press(u, p.Card(), "log|"+string(id)+"|1.0")
			}
			for _, x := range []struct {
				verb    string
				options []bottest.Option
			}{{"show", []bottest.Option{party.Opt("view", "public")}}, {"legal", []bottest.Option{party.Opt("event", "1")}}, {"legal", []bottest.Option{party.Opt("event", "2")}},
				{"rewind", []bottest.Option{party.Opt("event", "1")}}, {"rewind", []bottest.Option{party.Opt("event", "2")}}, {"answer", []bottest.Option{party.Opt("side", "A")}}, {"answer", []bottest.Option{party.Opt("side", "B")}},
				{"rule", []bottest.Option{party.Opt("ruling", "points 1 2")}}, {"rule", []bottest.Option{party.Opt("ruling", "bid 2")}}, {"extend", []bottest.Option{party.Opt("hours", "2")}}, {"replace", []bottest.Option{party.Opt("side", "B"), party.Opt("user", "cal")}}, {"end", []bottest.Option{party.Opt("result", "draw")}}, {"evidence", nil}} {
				p.Mod(judge, id, x.verb, append(x.options, party.Opt("reason", "x"))...)
			}
			p.Pass(30 * time.Hour) // only the player who has not answered gets a reminder
			p.Slash(ann, []string{"match", "show"}, in)
			p.Slash(eve, []string{"match", "show"}, in)
			for _, u := range []wire.UserID{ann, eve, judge} {
				for _, s := range p.Wire.Delivered(u, sent) {
					told[u] += fmt.Sprintf("%s %s\n%v\n", s.What, bottest.Words(s.Message.Message), s.Choices)
					for _, f := range s.Message.Files {
						told[u] += fmt.Sprintf("%d: %s\n", len(f.Name), f.Data)
					}
				}
				told[u] = chance.ReplaceAllString(strings.ReplaceAll(told[u], string(id), "ID"), "…")
			}
			seen = append(seen, told)
		}
		for n, told := range seen {
			for u, all := range told {
				if first := seen[0][u]; all != first || len(all) < 1000 {
					t.Errorf("%s, %d: %s is told otherwise: %s", clock, n, u, bottest.FirstDifference(first, all))
				}
			}
		}
	}
}
