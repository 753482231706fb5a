package bot_test

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
)

// A host dies at any moment of a removal of data. When it is asked for again nothing is left that names the user.
func TestCheatByRemovalThatDies(t *testing.T) {
	died := 0
	for _, after := range []bool{false, true} {
		for n := 1; ; n++ {
			now := &life{}
			p := newPartyAs(t, func(s *bottest.Setup) { s.Store = func(x table.Store) table.Store { return mortal{x, now} } })
			p.May[owner] = bot.ManageServer
			p.Slash(owner, setup, opt("moderators", string(modRole)))
			p.Roles[judge] = []bot.RoleID{modRole}
			id := p.begin()
			p.round()
			p.does(judge, id, "replace", opt("side", "B"), opt("user", string(cal)))
			p.Slash(cal, []string{"dispute", "open"}, opt("reason", "why"), slashIn(string(id)))
			p.does(judge, id, "dismiss")
			p.play(cal, "quit")
			removes := func() {
				p.Slash(cal, []string{"privacy", "delete"})
				p.click(cal, p.Newest(cal), "privacy|")
			}
			p.Slash(cal, []string{"privacy", "delete"})
			sure := p.Newest(cal)
			now.left, now.after = n, after
			p.click(cal, sure, "privacy|")
			if !now.dead {
				break
			}
			died++
			now = &life{}
			p.Restart()
			p.Settle()
			removes()
			p.Settle()
			all, err := p.Store.List(ctx, "", "", 999)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range all {
				if s := r.Key + " " + string(r.Value); strings.Contains(s, `"cal"`) || strings.Contains(s, "@cal") || strings.Contains(s, "/cal") {
					t.Errorf("death %d, after %t: left is %s", n, after, s)
				}
			}
		}
	}
	if died < 4 {
		t.Errorf("the hosts died %d times", died)
	}
}

// A moderator puts somebody else into the seat of a user whose removal is under way on another host: it goes on, and leaves nothing behind.
func TestCheatByReplacingWhoIsRemoved(t *testing.T) {
	for n := 0; ; n++ {
		cut := &cutting{}
		p := newPartyAs(t, func(s *bottest.Setup) { s.Store = func(x table.Store) table.Store { return cutIn{x, cut} } })
		p.May[owner] = bot.ManageServer
		p.Slash(owner, setup, opt("moderators", string(modRole)))
		p.Roles[judge] = []bot.RoleID{modRole}
		id := p.begin()
		p.round()
		replace := deed{who: judge, verb: "mod replace", more: []bottest.Option{opt("side", "B"), opt("user", string(cal))}}
		replace.ready(p, id)
		p.Slash(ben, []string{"privacy", "delete"})
		said, reached := cut.both(n, func() string { return text(p.click(ben, p.Newest(ben), "privacy|")) }, func() string { return replace.do(p, id) })
		if n > 0 && !reached {
			break
		}
		p.Settle()
		if _, asks := bottest.ControlsOf(p.Newest(ben).Message).Find("privacy|"); asks { // there are fewer running matches than it said
			p.click(ben, p.Newest(ben), "privacy|")
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
