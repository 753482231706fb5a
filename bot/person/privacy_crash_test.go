package person_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A host may die at any moment of a removal of data. After a repeated request nothing is left that names the user.
func TestCheatByRemovalThatDies(t *testing.T) {
	died := 0
	for _, after := range []bool{false, true} {
		for n := 1; ; n++ {
			now := &hosts.Life{}
			p := party.PlainAs(t, func(s *bottest.Setup) {
				s.Store = func(x table.Store) table.Store { return hosts.MortalStore{Store: x, Life: now} }
			})
			p.May[owner] = wire.ManageServer
			p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
			p.Roles[judge] = []wire.RoleID{modRole}
			id := p.Begin()
			p.Round()
			p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(cal)))
			p.Slash(cal, []string{"dispute", "open"}, party.Opt("reason", "why"), party.In(string(id)))
			p.Moderates(judge, id, "dismiss")
			p.Play(cal, "quit")
			removes := func() {
				p.Slash(cal, []string{"privacy", "delete"})
				p.Click(cal, p.Newest(cal), "privacy|")
			}
			p.Slash(cal, []string{"privacy", "delete"})
			sure := p.Newest(cal)
			now.Left, now.After = n, after
			p.Click(cal, sure, "privacy|")
			if !now.Dead {
				break
			}
			died++
			now = &hosts.Life{}
			p.Restart()
			p.Settle()
			removes()
			p.Settle()
			all, err := p.Store.List(ctx, "", "", 999)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range all {
				if s := r.Key + " " + string(r.Value); strings.Contains(s, `"cal"`) || strings.Contains(s, "@cal") || strings.Contains(s+" ", "/cal/") || strings.Contains(s, "/cal ") {
					t.Errorf("death %d, after %t: left is %s", n, after, s)
				}
			}
		}
	}
	if died < 4 {
		t.Errorf("the hosts died %d times", died)
	}
}

// A moderator puts another player into the seat of a user whose removal is under way on another host. The removal
// completes, and leaves nothing behind.
func TestCheatByReplacingWhoIsRemoved(t *testing.T) {
	for n := 0; ; n++ {
		cut := &hosts.Interruption{}
		p := party.PlainAs(t, func(s *bottest.Setup) { s.Store = cut.Store })
		p.May[owner] = wire.ManageServer
		p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
		p.Roles[judge] = []wire.RoleID{modRole}
		id := p.Begin()
		p.Round()
		replace := hosts.Deed{Who: judge, Verb: "mod replace", More: []bottest.Option{party.Opt("side", "B"), party.Opt("user", string(cal))}}
		replace.Ready(p, id)
		p.Slash(ben, []string{"privacy", "delete"})
		said, reached := cut.Both(n, func() string { return party.Text(p.Click(ben, p.Newest(ben), "privacy|")) }, func() string { return replace.Do(p, id) })
		if n > 0 && !reached {
			break
		}
		p.Settle()
		if _, asks := bottest.ControlsOf(p.Newest(ben).Message).Find("privacy|"); asks { // there are fewer running matches than it said
			p.Click(ben, p.Newest(ben), "privacy|")
			p.Settle()
		}
		all, err := p.Store.List(ctx, "", "", 999)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			if s := r.Key + " " + string(r.Value); strings.Contains(s, `"ben"`) || strings.Contains(s, "@ben") || strings.Contains(s, "/ben") {
				t.Errorf("use %d, told %q: left is %s", n, said, s)
			}
		}
	}
}
