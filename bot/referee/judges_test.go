package referee_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// asModerator lists the ways to hold a moderator's rights. For a server's owner, Discord computes every permission.
var asModerator = map[string]func(*party.Party, wire.UserID){
	"role":       func(p *party.Party, u wire.UserID) { p.Roles[u] = []wire.RoleID{modRole} },
	"permission": func(p *party.Party, u wire.UserID) { p.May[u] = wire.ManageServer },
	"owner":      func(p *party.Party, u wire.UserID) { p.May[u] = ^wire.Permission(0) },
}

// For every user with a moderator's rights, however they got them: a player or former player judges nothing, and a
// former player, or a user who has looked, never takes a seat. Each command about a match is tried.
func TestWhoMayJudge(t *testing.T) {
	const taken, removed = "play in this match already", "a former player cannot rejoin"
	for right, grant := range asModerator {
		for _, tie := range []struct {
			name, judges, sits string // what they are told, "" if they may
			user               wire.UserID
			make               func(*party.Party, table.ID)
		}{
			{"plays", "You play in this match", taken, eve, func(p *party.Party, id table.ID) {
				p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
			}},
			{"played", "You have played in this match", removed, ben, func(p *party.Party, id table.ID) {
				p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
			}},
			{"played twice removed", "You have played in this match", removed, eve, func(p *party.Party, id table.ID) {
				p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
				p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "fay"))
			}},
			{"played, data removed", "You have played in this match", removed, ben, func(p *party.Party, id table.ID) {
				p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
				p.Slash(ben, party.PrivacyCommand("delete"))
				p.Says(p.Click(ben, p.Newest(ben), "privacy|"), "Done.")
			}},
			{"looked", "", "looked at this match's secrets", second, func(p *party.Party, id table.ID) { p.Moderates(second, id, "show", party.Opt("view", "A")) }},
			{"took evidence", "", "looked at this match's secrets", second, func(p *party.Party, id table.ID) { p.Moderates(second, id, "evidence") }},
			{"stranger", "", "", "stranger", nil},
		} {
			t.Run(right+" "+tie.name, func(t *testing.T) {
				p, id := party.Court(t)
				p.T = t
				if tie.make != nil {
					tie.make(p, id)
				}
				grant(p, tie.user)
				p.Restart()
				for _, v := range verbs[:len(verbs)-3] { // the verbs about a match
					a := party.Text(p.Slash(tie.user, v.command, append(append([]bottest.Option{}, v.options...), party.Opt("reason", "because"), party.In(string(id)))...))
					if tie.judges != "" && !strings.Contains(a, tie.judges) || tie.judges == "" && (strings.Contains(a, "played in this match, so") || strings.Contains(a, "You play")) {
						t.Errorf("%v: %q", v.command, a)
					}
				}
				for _, side := range []string{"A", "B"} {
					a := party.Text(p.Mod(judge, id, "replace", party.Opt("side", side), party.Opt("user", string(tie.user)), party.Opt("reason", "x")))
					if tie.sits != "" && !strings.Contains(a, tie.sits) || tie.sits == "" && !strings.Contains(a, "You are about to") {
						t.Errorf("into seat %s: %q", side, a)
					}
				}
			})
		}
	}
}

// A moderator is asked to confirm something and is then put into a seat, or has looked at secrets before. The old
// question does not help them.
func TestJudgeBecomesPlayer(t *testing.T) {
	p, id := party.Court(t)
	p.Mod(second, id, "show", party.Opt("view", "all"), party.Opt("reason", "a"))
	old := p.Newest(second)
	p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(second)), party.Opt("reason", "b"))
	sure := p.Newest(judge)
	p.Says(p.Click(judge, sure, "|go"), "number 1")
	p.TakeSeat(string(id))
	p.Says(p.Click(second, old, "|go"), "You play in this match")
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	p.Says(p.Click(second, old, "|go"), "You have played in this match")

	p.Mod(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", "gil"), party.Opt("reason", "c"))
	sure = p.Newest(judge)
	p.Roles["gil"] = []wire.RoleID{modRole}
	p.Moderates("gil", id, "show", party.Opt("view", "B"))
	if a := party.Text(p.Click(judge, sure, "|go")); !strings.Contains(a, "looked at this match's secrets") {
		t.Errorf("seated after a look: %q", a)
	}
}

// A former player's export names the match with what they wrote there. Removing their data leaves no trace of their id;
// the code that recognises them is deleted at the end of the match.
func TestFormerPlayersData(t *testing.T) {
	p, id := party.Court(t)
	p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "words of ben"), party.In(string(id)))
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	p.Slash(ben, party.PrivacyCommand("export"))
	if raw := string(p.Newest(ben).Files[0].Data); !strings.Contains(raw, "left_matches") || !strings.Contains(raw, string(id)) || !strings.Contains(raw, "words of ben") {
		t.Errorf("exported: %s", raw)
	}
	p.Slash(ben, party.PrivacyCommand("delete"))
	p.Click(ben, p.Newest(ben), "privacy|")
	for _, what := range []string{"ben", "words of ben"} {
		if left := p.About(what); len(left) > 0 {
			t.Errorf("left of %q: %s", what, strings.Join(left, "\n"))
		}
	}
	kept := func() string {
		rs, err := p.Store.List(t.Context(), "past/", "", 9)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(len(rs))
	}
	if kept() != "1" {
		t.Errorf("%s marks of former players while the match is on", kept())
	}
	p.Moderates(judge, id, "dismiss")
	p.Play(eve, "quit")
	if kept() != "0" {
		t.Errorf("%s marks of former players after its end", kept())
	}
}

// A question to a moderator waits for an hour and is then deleted, even if an earlier program stored it.
func TestConfirmationsLapse(t *testing.T) {
	p, id := party.Court(t)
	p.Mod(judge, id, "note", party.Opt("reason", "x"))
	note := p.Newest(judge)
	p.Slash(second, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "x"))
	ban := p.Newest(second)
	kept := func() int {
		rs, err := p.Store.List(ctx, "confirm/", "", 9)
		if err != nil {
			t.Fatal(err)
		}
		return len(rs)
	}
	p.Pass(59 * time.Minute)
	if n := kept(); n != 2 {
		t.Errorf("%d wait after 59 minutes", n)
	}
	p.Clock.Advance(time.Minute)
	p.Says(p.Click(judge, note, "|go"), "no longer waiting")
	p.Says(p.Click(second, ban, "ban|go"), "no longer waiting")
	older := table.Record{Key: "confirm/" + string(id) + "/judge", Value: []byte(`{"verb":"note","options":{"reason":"x"},"acts":0,"facts":1}`)}
	if err := p.Store.Put(ctx, older); err != nil {
		t.Fatal(err)
	}
	p.Settle()
	p.Pass(59 * time.Minute)
	if n := kept(); n != 1 {
		t.Errorf("%d wait 59 minutes after what an older program asked was found", n)
	}
	p.Pass(time.Minute)
	if n := kept(); n != 0 {
		t.Errorf("%d are kept for ever", n)
	}
	if acts := p.Stored("act/" + string(id) + "/0001"); acts != "" {
		t.Errorf("it was done: %s", acts)
	}
}
