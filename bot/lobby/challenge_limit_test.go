package lobby_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A user makes two challenges at the same time on two hosts. The second counts the first, and so does a rematch.
func TestChallengesAtOnce(t *testing.T) {
	var does func()
	for _, x := range [][2]string{{"challenge", "challenge"}, {"challenge", "rematch"}, {"rematch", "challenge"}} {
		t.Run(x[0]+" and "+x[1], func(t *testing.T) {
			p := party.PlainAs(t, func(s *bottest.Setup) {
				s.Store = func(s table.Store) table.Store { return hosts.BeforeTable{Store: s, Does: &does} }
			})
			hosts := [2]bottest.Host{p.Start(), p.Start()}
			made := map[string]wire.Interaction{"challenge": {Kind: wire.Slash, Command: party.Challenge, Options: wire.Options{}}}
			id := p.Begin()
			p.Play(ann, "quit")
			made["rematch"] = wire.Interaction{Kind: wire.Press, CustomID: "rematch|" + string(id)}
			asks := func(host int) string {
				i := made[x[host]]
				i.ID, i.User, i.Name, i.Guild, i.Channel = wire.InteractionID("at once "+string(rune('0'+host))), ann, "ann", "guild", bottest.General
				return party.Text(hosts[host].Bot.Handle(t.Context(), i))
			}
			for range 9 {
				p.Says(p.Slash(ann, party.Challenge), "is out")
			}
			var faster string
			does = func() { faster = asks(1) }
			if slower := asks(0); !strings.Contains(slower, "10 challenges open") {
				t.Errorf("the slower is answered %s", slower)
			}
			if strings.Contains(faster, "10 challenges open") || faster == "" {
				t.Errorf("the faster is answered %q", faster)
			}
			open, err := p.Store.List(t.Context(), "table/", "", 99)
			if err != nil || len(open) != 10 {
				t.Errorf("%d challenges are open: %v", len(open), err)
			}
		})
	}
}
