package referee_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
)

// A player is replaced while they read on another host, at every use of the store. They are told what their seat knew
// before, or what everybody knows afterwards: never what their seat knows after the replacement.
func TestCheatByReadingAsOneIsReplaced(t *testing.T) {
	for _, read := range []struct {
		command  string
		options  []bottest.Option
		complete bool
	}{
		{"match log", nil, false}, {"match event", []bottest.Option{party.Opt("event", "2")}, false}, {"match event", []bottest.Option{party.Opt("event", "99")}, false},
		{"match replay", []bottest.Option{party.Opt("step", "2")}, false}, {"match replay", []bottest.Option{party.Opt("step", "99")}, false}, {"match ledger", nil, false}, {"match show", nil, false}, {"match list", nil, false},
		{"inbox", nil, false}, {"count", nil, false}, {"order", []bottest.Option{party.Opt("line", "nonsense")}, false},
		{"order", []bottest.Option{party.Opt("line", "bi")}, true}} {
		told := func(n int) (string, bool) {
			cut := &hosts.Interruption{}
			p := party.PlainAs(t, func(s *bottest.Setup) { s.Store = cut.Store })
			p.May[owner] = wire.ManageServer
			p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
			p.Roles[judge] = []wire.RoleID{"5", modRole}
			id := p.Begin()
			p.Play(ann, "note red", "bid 2")
			replace := hosts.Deed{Who: judge, Verb: "mod replace", More: []bottest.Option{party.Opt("side", "A"), party.Opt("user", "cal")}}
			replace.Ready(p, id)
			replace.Do(p, id)
			p.Settle()
			said, reached := cut.Both(n, func() string {
				options := append([]bottest.Option{party.In(string(id))}, read.options...)
				if read.complete {
					return fmt.Sprint(p.Complete(ann, strings.Fields(read.command), options...))
				}
				return party.Text(p.Slash(ann, strings.Fields(read.command), options...))
			}, func() string {
				a, _ := p.TakeSeat(string(id))
				return party.Text(a)
			})
			if v, err := p.Hall.Private(ctx, id, game.Seat(1)); err != nil || v.User() != "cal" || !strings.Contains(said[1], "in this match now") {
				t.Fatalf("not replaced: %q, %v", said[1], err)
			}
			return strings.ReplaceAll(said[0], string(id), "ID"), reached
		}
		before, _ := told(0)
		after, _ := told(-1)
		for n := 1; ; n++ {
			got, reached := told(n)
			if !reached {
				break
			}
			if got != before && got != after && got != "You no longer play in that match.\n" && !strings.Contains(got, "you were replaced") {
				t.Errorf("%s, use %d: %q\nbefore %q\nafter %q", read.command, n, got, before, after)
			}
		}
	}
}
