package referee_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/referee"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/toy"
)

// A moderator may still ask whether an event was legal after the match, when its dice are open.
func TestLegalOnceOver(t *testing.T) {
	p, id := party.Court(t)
	p.Round()
	p.Play(ben, "quit")
	for _, n := range []string{"1", "2", "5"} {
		p.Says(p.Mod(judge, id, "legal", party.Opt("event", n)), "Event "+n+" was legal")
	}
}

// verbs lists all commands about a match, with valid options and the text that an authorised user sees.
var verbs = []struct {
	command []string
	options []bottest.Option
	asks    string
}{
	{[]string{"mod", "show"}, []bottest.Option{party.Opt("view", "all")}, "look at the whole match"},
	{[]string{"mod", "show"}, []bottest.Option{party.Opt("view", "B")}, "look at the view of B (Name of ben)"},
	{[]string{"mod", "show"}, []bottest.Option{party.Opt("view", "public")}, "board of all"},
	{[]string{"mod", "legal"}, []bottest.Option{party.Opt("event", "1")}, "Event 1 was legal"},
	{[]string{"mod", "rewind"}, []bottest.Option{party.Opt("event", "2")}, "rewind the match to before event 2"},
	{[]string{"mod", "rule"}, []bottest.Option{party.Opt("ruling", "points 1 2")}, "rule: "},
	{[]string{"mod", "answer"}, []bottest.Option{party.Opt("side", "A")}, "answer the open question of A (Name of ann)"},
	{[]string{"mod", "extend"}, []bottest.Option{party.Opt("hours", "24")}, "24 more hours"},
	{[]string{"mod", "pause"}, nil, "stop the match"},
	{[]string{"mod", "resume"}, nil, "resume the match"},
	{[]string{"mod", "replace"}, []bottest.Option{party.Opt("side", "A"), party.Opt("user", "eve")}, "offer a seat to another player: A, <@ann> (Name of ann) → <@eve> (Name of eve)"},
	{[]string{"mod", "end"}, []bottest.Option{party.Opt("result", "draw")}, "end the match: draw"},
	{[]string{"mod", "note"}, nil, "write a note"},
	{[]string{"mod", "evidence"}, nil, "export the whole match as evidence"},
	{[]string{"mod", "dismiss"}, nil, "no open dispute"},
	{[]string{"mod", "uphold"}, nil, "no open dispute"},
	{[]string{"mod", "ban"}, []bottest.Option{party.Opt("user", "someone")}, "ban <@someone> (Name of someone) from matches"},
	{[]string{"mod", "unban"}, []bottest.Option{party.Opt("user", "eve")}, "is not banned"},
	{[]string{"mod", "list"}, nil, "**Bans**"},
}

// Each command is tried in each role: players, an onlooker, moderators by role and by permission, a moderator who
// plays, a moderator of another server, and an uninvolved user.
func TestModerationRights(t *testing.T) {
	aboutServer := []string{"ban", "unban", "list"}
	for _, v := range verbs {
		for _, who := range []struct {
			name, says string
			user       wire.UserID
			guild      string
			prepare    func(*party.Party)
		}{
			{"player", "you have neither", ann, "", nil},
			{"opponent", "you have neither", ben, "", nil},
			{"onlooker", "you have neither", eve, "", nil},
			{"moderator", v.asks, judge, "", nil},
			{"server owner", v.asks, owner, "", nil},
			{"moderator who plays", "You play in this match", ann, "", func(p *party.Party) { p.Roles[ann] = []wire.RoleID{modRole} }},
			{"owner who plays", "You play in this match", ben, "", func(p *party.Party) { p.May[ben] = wire.Administrator }},
			{"moderator of another server", "played on another server", elsemod, "other", func(p *party.Party) {
				p.May[elsemod] = wire.ManageServer
			}},
			{"stranger", "you have neither", "stranger", "other", nil},
			{"in a direct message", "use it in one of its channels", judge, "dm", nil},
		} {
			p, id := party.Court(t)
			p.Play(ann, "bid 2")
			p.Play(ben, "bid 3")
			if who.prepare != nil {
				who.prepare(p)
			}
			options := append(slices.Clone(v.options), party.Opt("reason", "because"), party.In(string(id)))
			switch who.guild {
			case "dm":
				options = append(options, party.Opt("in", "dm-"+string(who.user)))
			case "other":
				options = append(options, party.Opt("guild", "other"))
			}
			says := who.says
			if slices.Contains(aboutServer, v.command[1]) && (strings.Contains(who.name, "plays") || who.guild == "other" && who.user == elsemod) {
				says = v.asks // on their own server they may
			}
			a := p.Slash(who.user, v.command, options...)
			if !strings.Contains(party.Text(a), says) {
				t.Errorf("%v by a %s: %q, expected %q", v.command, who.name, party.Text(a), says)
			}
			if acts, err := p.Store.List(context.Background(), "act/", "", 9); err != nil || len(acts) > 0 {
				t.Errorf("%v by a %s did something before it was confirmed", v.command, who.name)
			}
		}
	}
}

// Disputes and appeals are for the match's players.
func TestDisputeRights(t *testing.T) {
	for user, says := range map[wire.UserID]string{ann: "The match is stopped", ben: "The match is stopped", eve: "do not play", judge: "do not play", owner: "do not play"} {
		p, id := party.Court(t)
		p.Says(p.Slash(user, []string{"dispute", "open"}, party.Opt("reason", "no"), party.In(string(id))), says)
		p.Says(p.Slash(user, []string{"dispute", "open"}, party.In(string(id))), map[bool]string{true: "do not play", false: "Give a reason"}[strings.Contains(says, "not play")])
		p.Says(p.Slash(user, []string{"dispute", "appeal"}, party.Opt("reason", "no"), party.Opt("number", "1"), party.In(string(id))),
			map[bool]string{true: "do not play", false: "not a moderator's decision"}[strings.Contains(says, "not play")])
	}
}

// A dispute from its opening to the end of its appeal: the match stops, everybody is told the right things, the
// moderator who decided does not decide the appeal, and nothing is appealed twice.
func TestDisputeToAppeal(t *testing.T) {
	p, id := party.Court(t)
	p.Play(ann, "note red", "bid 3")
	p.Play(ben, "bid 1")
	p.Says(p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "that bid was *mine*"), party.Opt("event", "2"), party.In(string(id))), "The match is stopped")
	p.Settle()
	thread := func() string {
		var all []string
		for _, m := range p.Cards() {
			all = append(all, bottest.Words(m.Message))
		}
		return strings.Join(all, "\n")
	}
	if s := thread(); !strings.Contains(s, " opened a dispute") || !strings.Contains(s, "<@&77>") || strings.Contains(s, "⚖️ A ") || strings.Contains(s, "Side A opened") || !strings.Contains(s, `that bid was \*mine\*`) || !strings.Contains(s, "about event 2") {
		t.Errorf("the thread says %s", s)
	}
	if s := bottest.Words(p.Console(ben).Message); !strings.Contains(s, "Name of ann opened a dispute") {
		t.Errorf("ben is told %s", s)
	}
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "tune")), "is held by a referee")
	p.Says(p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "mine too"), party.In(string(id))), "open in this match already")
	p.Says(p.Slash(ben, []string{"dispute", "withdraw"}, party.In(string(id))), "Only the player who opened")
	p.Says(p.Moderates(judge, id, "rule", party.Opt("ruling", "points 1 4")), "number 2")
	p.Says(p.Moderates(judge, id, "dismiss"), "number 3")
	for _, u := range []wire.UserID{ann, ben} {
		if s := p.Everything(u); !strings.Contains(s, "A moderator ruled on the position.") || !strings.Contains(s, "for a good reason") || !strings.Contains(s, "Name of judge") {
			t.Errorf("%s is told %s", u, s)
		}
	}
	p.Play(ann, "tune")
	p.Says(p.Slash(ben, []string{"dispute", "list"}, party.In(string(id))), "`2`")
	p.Says(p.Slash(ben, []string{"dispute", "appeal"}, party.Opt("number", "1"), party.Opt("reason", "no"), party.In(string(id))), "not a moderator's decision")
	p.Says(p.Slash(ben, []string{"dispute", "appeal"}, party.Opt("number", "2"), party.Opt("reason", "four is too much"), party.In(string(id))), "Your appeal is open")
	p.Settle()
	p.Says(p.Mod(judge, id, "uphold", party.Opt("reason", "I was right")), "another moderator must decide")
	p.Says(p.Moderates(second, id, "rule", party.Opt("ruling", "points 1 0")), "number 5")
	p.Says(p.Moderates(second, id, "uphold"), "number 6")
	p.Says(p.Slash(ben, []string{"dispute", "appeal"}, party.Opt("number", "2"), party.Opt("reason", "again"), party.In(string(id))), "appealed before")
	if a := p.Slash(ann, []string{"dispute", "list"}, party.In(string(id))); !strings.Contains(party.Text(a), "(appealed)") {
		t.Errorf("listed: %s", party.Text(a))
	}
	p.Restart()
	p.Settle()
	if n := strings.Count(thread(), "A moderator ruled"); n < 2 {
		t.Errorf("the thread tells of %d rulings: %s", n, thread())
	}
	if strings.Contains(thread(), "note 1 0 red") {
		t.Error("the thread holds a secret note")
	}
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "2"), party.In(string(id)))
	p.Says(p.Slash(ann, []string{"dispute", "withdraw"}, party.In(string(id))), "Withdrawn")
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "3"), party.In(string(id)))
	p.Slash(ann, []string{"dispute", "withdraw"}, party.In(string(id)))
	p.Says(p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "4"), party.In(string(id))), "opened 3 disputes in this match")
}

// The number of disputes that a user opens in a month is bounded, whatever the match.
func TestDisputesOfUser(t *testing.T) {
	p, id := party.Court(t)
	open := func(id table.ID) wire.Answer {
		a := p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "x"), party.In(string(id)))
		p.Slash(ann, []string{"dispute", "withdraw"}, party.In(string(id)))
		return a
	}
	other := p.Begin()
	for n := range 5 {
		p.Says(open([]table.ID{id, other}[n/3]), "The match is stopped")
	}
	p.Says(open(other), "5 disputes within 30 days")
	p.Pass(31 * 24 * time.Hour)
	p.Says(open(other), "The match is stopped")
}

// Two moderators act at once: after the first one's act the second must look again.
func TestTwoModerators(t *testing.T) {
	p, id := party.Court(t)
	p.Mod(judge, id, "rule", party.Opt("ruling", "points 1 4"), party.Opt("reason", "a"))
	first := p.Newest(judge)
	p.Mod(second, id, "rule", party.Opt("ruling", "points 1 7"), party.Opt("reason", "b"))
	other := p.Newest(second)
	p.Says(p.Click(second, other, "|go"), "number 1")
	p.Says(p.Click(judge, first, "|go"), "Something else has happened")
	p.Says(p.Click(second, other, "|go"), "no longer waiting")
	p.Mod(judge, id, "pause", party.Opt("reason", "c"))
	p.Says(p.Click(judge, p.Newest(judge), "|no"), "Nothing was changed")
	p.Roles[judge] = nil
	p.Says(p.Click(judge, first, "|go"), "you have neither")
}

// A command does nothing with an unknown value, and above all opens no secret: neither when the value is given nor when
// it is confirmed. Discord and the store may hold values of another version of the program.
func TestUnknownValuesAreRefused(t *testing.T) {
	p, id := party.Court(t)
	p.Play(ben, "note blue")
	before := p.StateOf(id)
	for _, x := range []struct{ verb, option, value string }{
		{"show", "view", "C"}, {"show", "view", "both"}, {"show", "view", "AB"}, {"answer", "side", "C"}, {"replace", "side", "C"}, {"end", "result", "c"},
	} {
		options := []bottest.Option{party.Opt(x.option, x.value), party.Opt("user", "eve"), party.Opt("reason", "x")}
		p.Says(p.Mod(judge, id, x.verb, options...), "is not one of the choices of `"+x.option+"`")
	}
	for _, x := range []struct{ verb, option, value, says string }{
		{"show", "view", "C", "Name a view"}, {"show", "view", "", "Name a view"}, {"show", "view", "public", "Name a view"},
		{"answer", "side", "C", "Name a side"}, {"end", "result", "c", "Expected a result"}, {"peek", "view", "all", "no longer waiting"},
	} {
		p.Says(p.Mod(judge, id, "show", party.Opt("view", "all"), party.Opt("reason", "x")), "look at the whole match")
		sure := p.Newest(judge)
		if s := p.Stored("confirm/" + string(id) + "/" + string(judge)); !strings.Contains(s, `"show"`) {
			t.Fatalf("waiting: %q", s)
		}
		raw := []byte(fmt.Sprintf(`{"verb":%q,"options":{%q:%q,"reason":"x"}}`, x.verb, x.option, x.value))
		if err := p.Store.Put(t.Context(), table.Record{Key: "confirm/" + string(id) + "/" + string(judge), Value: raw}); err != nil {
			t.Fatal(err)
		}
		p.Says(p.Press(judge, sure, "mod|"+string(id)+"|go"), x.says) // in the form of older messages, without a tag
	}
	p.Says(p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "rude")), "You are about to")
	sure := p.Newest(judge)
	raw := []byte(`{"verb":"warn","user":"eve","reason":"x"}`)
	if err := p.Store.Put(t.Context(), table.Record{Key: "confirm/guild/" + string(judge), Value: raw}); err != nil {
		t.Fatal(err)
	}
	p.Says(p.Press(judge, sure, "ban|go"), "no longer waiting")
	if s := p.Stored("ban/guild/eve"); s != "" {
		t.Errorf("what is unknown banned: %s", s)
	}
	if p.Settle(); p.StateOf(id) != before {
		t.Error(bottest.FirstDifference(before, p.StateOf(id)))
	}
}

// A look shows a secret to the moderator alone, and everybody learns of the look.
func TestLookIsTold(t *testing.T) {
	p, id := party.Court(t)
	p.Play(ben, "note blue")
	p.Says(p.Moderates(judge, id, "show", party.Opt("view", "B")), `2 sees note "blue"`)
	for _, u := range []wire.UserID{ann, ben, eve} {
		if s := p.Everything(u); !strings.Contains(s, "A moderator looked at the view of B") {
			t.Errorf("%s is not told of the look: %s", u, s)
		}
	}
	for _, u := range []wire.UserID{ann, eve} {
		if strings.Contains(p.Everything(u), `note "blue"`) {
			t.Errorf("%s learns the note by the look", u)
		}
	}
	if a := p.Slash(eve, []string{"match", "log"}, party.In(string(id))); !strings.Contains(party.Text(a), "look-seat") {
		t.Errorf("the log: %s", party.Text(a))
	}
}

// Evidence is one file that verifies and holds all logs.
func TestEvidence(t *testing.T) {
	p, id := party.Court(t)
	p.Play(ben, "note blue")
	a := p.Moderates(judge, id, "evidence")
	p.Says(a, "The evidence, number 1")
	var e referee.Evidence
	if err := json.Unmarshal(a.Letter.Files[0].Data, &e); err != nil {
		t.Fatal(err)
	}
	c, events, err := table.ReadCarried(a.Letter.Files[0].Data)
	if err != nil || c.ID != id || len(events) == 0 {
		t.Errorf("read back: %v", err)
	}
	if _, err := c.Audit(toy.Rules(), events); err != nil {
		t.Errorf("the evidence does not fit: %v", err)
	}
	for _, l := range e.Logs {
		if has := strings.Contains(strings.Join(l.Lines, "\n"), "blue"); has != (l.For == "B" || l.For == "referee") {
			t.Errorf("the log for %s: %v", l.For, l.Lines)
		}
	}
	if len(e.Logs) != 4 || len(e.Ledger) != 2 {
		t.Errorf("%d logs, %d ledgers", len(e.Logs), len(e.Ledger))
	}
}

// A press confirms what its message says, not a later request of the same moderator.
func TestConfirmedIsWhatWasShown(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Mod(judge, id, "note", party.Opt("reason", "x")), "write a note")
	note := p.Newest(judge)
	p.Says(p.Mod(judge, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "end the match")
	p.Says(p.Click(judge, note, "|go"), "no longer waiting")
	p.Says(p.Click(judge, p.Newest(judge), "|go"), "number 1")
	ban := func(user string) bottest.Message {
		p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", user), party.Opt("reason", "rude"))
		return p.Newest(judge)
	}
	eve, ben := ban("eve"), ban("ben")
	p.Says(p.Click(judge, eve, "ban|go"), "no longer waiting")
	p.Says(p.Click(judge, ben, "ban|go"), "<@ben> (Name of ben) is banned from")
}

// A player's dispute does not end a moderator's pause, whichever came first.
func TestDisputeLeavesAPause(t *testing.T) {
	dispute := func(p *party.Party, id table.ID, verb string) wire.Answer {
		return p.Slash(ann, []string{"dispute", verb}, party.Opt("reason", "x"), party.In(string(id)))
	}
	for _, disputed := range []bool{false, true} {
		p, id := party.Court(t)
		if disputed {
			dispute(p, id, "open")
		}
		p.Moderates(judge, id, "pause")
		if !disputed {
			dispute(p, id, "open")
		}
		p.Says(dispute(p, id, "withdraw"), "it still waits")
		p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 3")), "is held by a referee")
		p.Moderates(judge, id, "resume")
		p.Play(ann, "bid 3")
	}
}

// Appeals end: the decision of one is final, and if nobody else decides it, the moderator under appeal may after a
// week. Otherwise a player who is losing could stop the match for ever.
func TestAppealsEnd(t *testing.T) {
	p, id := party.Court(t)
	appeal := func(user wire.UserID, n string) wire.Answer {
		return p.Slash(user, []string{"dispute", "appeal"}, party.Opt("number", n), party.Opt("reason", "no"), party.In(string(id)))
	}
	p.Moderates(judge, id, "extend", party.Opt("hours", "1"))
	p.Says(appeal(ben, "1"), "Your appeal is open")
	p.Says(p.Moderates(second, id, "dismiss"), "number 3")
	for _, user := range []wire.UserID{ann, ben} {
		p.Says(appeal(user, "3"), "is final")
	}
	p.Play(ann, "bid 3")
	p.Moderates(judge, id, "extend", party.Opt("hours", "1"))
	p.Says(appeal(ben, "4"), "Your appeal is open")
	p.Pass(7*24*time.Hour - time.Minute)
	p.Says(p.Mod(judge, id, "dismiss", party.Opt("reason", "alone")), "another moderator must decide")
	p.Pass(time.Minute)
	p.Says(p.Moderates(judge, id, "dismiss"), "number 6")
	p.Says(appeal(ben, "6"), "is final")
	p.Play(ben, "bid 1")
}

// A replaced player loses the seat, and the new player gets its secrets.
func TestReplace(t *testing.T) {
	p, id := party.Court(t)
	p.Play(ben, "note blue")
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	if s := bottest.Words(p.Console(eve).Message); !strings.Contains(s, `note "blue"`) && !strings.Contains(p.Everything(eve), `note "blue"`) {
		t.Errorf("eve is shown %s", p.Everything(eve))
	}
	p.Says(p.Slash(ben, []string{"match", "show"}, party.In(string(id))), "You are not in this match")
	if dms := p.Direct(ben); !strings.Contains(bottest.Words(dms[len(dms)-1].Message), "has given your seat to <@eve>") {
		t.Errorf("ben is told %s", bottest.Words(dms[len(dms)-1].Message))
	}
	p.Erase(ben)
	for _, kept := range p.About("ben") {
		if strings.HasPrefix(kept, "act/") {
			t.Errorf("who lost the seat is named after their data was removed: %s", kept)
		}
	}
	p.Play(eve, "bid 2")
	p.Says(p.Mod(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", "eve"), party.Opt("reason", "x")), "play in this match already")
	p.Says(p.Mod(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", "robot"), party.Opt("reason", "x")), "Bots do not play")
	p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", "rude"), party.Opt("reason", "x"))
	p.Click(judge, p.Newest(judge), "ban|go")
	p.Says(p.Mod(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", "rude"), party.Opt("reason", "x")), "has banned that player from matches")
	p.Moderates(second, id, "show", party.Opt("view", "A"))
	p.Says(p.Mod(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", string(second)), party.Opt("reason", "x")), "looked at this match's secrets")
}

// Bans stop users from challenging and accepting. Reports reach the moderators, within limits.
func TestConduct(t *testing.T) {
	p, _ := party.Court(t)
	ban := func(user string, more ...bottest.Option) wire.Answer {
		return p.Slash(judge, []string{"mod", "ban"}, append(more, party.Opt("user", user), party.Opt("reason", "rude"))...)
	}
	p.Says(ban("eve", party.Opt("days", "0")), "from 1 to 365")
	p.Says(ban("ben", party.Opt("days", "3")), "running matches here go on: 1.")
	p.Says(p.Click(judge, p.Newest(judge), "Leave it"), "Nothing was changed")
	p.Says(ban("eve", party.Opt("days", "3")), "**You are about to** ban <@eve> (Name of eve) from matches on this server until <t:")
	sure := p.Newest(judge)
	p.Says(p.Slash(eve, party.Challenge), "Your challenge is out") // nothing happens before the confirmation
	p.Says(p.Click(eve, sure, "ban|go"), "you have neither")
	p.Says(p.Click(judge, sure, "ban|go"), "is banned from matches")
	p.Says(p.Click(judge, sure, "ban|go"), "no longer waiting to be confirmed")
	p.Says(p.Slash(eve, party.Challenge, party.ChallengeTo(ann)), "has banned you from matches here until")
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(eve)), "has banned that player from matches")
	if !strings.Contains(p.Everything(eve), "rude") {
		t.Error("eve was not told")
	}
	p.Pass(73 * time.Hour)
	p.Says(p.Slash(eve, party.Challenge, party.ChallengeTo(ann)), "Your challenge is out")
	p.Says(ban(string(judge)), "cannot ban yourself")
	p.Says(ban("eve", party.Opt("days", "9")), "Reason: rude")
	p.Click(judge, p.Newest(judge), "ban|go")
	p.Says(ban("eve"), "until further notice.")
	p.Says(ban("eve"), "already banned, until <t:")
	p.Says(p.Click(judge, p.Newest(judge), "ban|go"), "further notice")
	p.Click(ann, p.Card(), "accept|")
	p.Says(p.Slash(judge, []string{"mod", "unban"}, party.Opt("user", "eve"), party.Opt("reason", "sorry")), "**You are about to** let <@eve> (Name of eve) play")
	p.Says(p.Click(judge, p.Newest(judge), "ban|go"), "may play on this server again")
	for range 3 {
		p.Says(p.Slash(ann, []string{"report"}, party.Opt("user", "ben"), party.Opt("reason", "so slow")), "Reported")
	}
	p.Says(p.Slash(ann, []string{"report"}, party.Opt("user", "ben"), party.Opt("reason", "so slow")), "3 times within a day")
	p.Says(p.Slash(ann, []string{"report"}, party.Opt("user", "ann"), party.Opt("reason", "me")), "report yourself")
	p.Says(p.Slash(ann, []string{"report"}, party.Opt("user", "ben"), party.Opt("reason", strings.Repeat("x", 301))), "at most 300")
	p.Says(p.Slash(judge, []string{"mod", "list"}), "<@ben> (Name of ben) by <@ann> (Name of ann): so slow")
}

// A dispute reaches at least one person: the role if its mention notifies, otherwise the moderators whom the bot knows,
// otherwise the server's owner. Otherwise the players are told that nobody knows.
func TestDisputeReachesSomebody(t *testing.T) {
	const lord = wire.UserID("lord")
	for name, c := range map[string]struct {
		before func(*party.Party)
		says   string
		dms    []wire.UserID
	}{
		"the role": {func(p *party.Party) {}, "<@&77> Please look", nil},
		"whom the bot knows": {func(p *party.Party) {
			p.Wire.Mute = []wire.RoleID{modRole}
			p.Slash(judge, []string{"mod", "list"})
		}, "I have written to 2 moderators of this server", []wire.UserID{judge, owner}},
		"no role, and who manages the server": {func(p *party.Party) {
			p.Slash(owner, setup, party.Opt("clear", "moderators"))
		}, "I have written to 1 moderator of this server", []wire.UserID{owner}},
		"the server's owner": {func(p *party.Party) {
			p.Wire.Mute, p.Wire.Owner = []wire.RoleID{modRole}, lord
			p.Wire.CloseDM(owner, true)
		}, "I have written to 1 moderator of this server", []wire.UserID{lord}},
		"nobody": {func(p *party.Party) {
			p.Wire.Mute, p.Wire.Owner = []wire.RoleID{modRole}, ben
			p.Wire.CloseDM(owner, true)
		}, "I could notify nobody", nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, id := party.Court(t)
			c.before(p)
			p.Says(p.Slash(ann, []string{"dispute", "open"}, party.Opt("match", string(id)), party.Opt("reason", "that roll")), "I am notifying the moderators")
			p.Settle()
			cards := p.Cards()
			party.Has(t, cards[len(cards)-1], c.says)
			for _, u := range []wire.UserID{judge, owner, lord} {
				told := 0
				for _, m := range p.Direct(u) {
					if strings.Contains(bottest.Words(m.Message), "A dispute waits for you in match") {
						told++
					}
				}
				if want := map[bool]int{true: 1}[slices.Contains(c.dms, u)]; told != want {
					t.Errorf("%s was written to %d times, expected %d", u, told, want)
				}
			}
		})
	}
}

// The set-up says whether the moderators' role can be notified.
func TestSetupChecksTheRole(t *testing.T) {
	p := party.Plain(t)
	p.May[owner] = wire.ManageServer
	p.Wire.Mute = []wire.RoleID{modRole}
	p.Says(p.Slash(owner, setup, party.Opt("moderators", string(modRole))), "A mention of <@&77> notifies nobody")
	p.Wire.Mute = nil
	if got := party.Text(p.Slash(owner, setup)); strings.Contains(got, "notifies nobody") {
		t.Errorf("of a role that can be mentioned it says %s", got)
	}
	p.Wire.Fail(1, &wire.WireError{Status: 500, RetryAfter: time.Second})
	p.Says(p.Slash(owner, setup), "could not check")
}

// toldBy says for each moderator's command how everybody, or the user concerned, learns of it. A new command must be
// added.
var toldBy = map[string]string{
	"mod show": "acts", "mod rewind": "acts", "mod rule": "acts", "mod answer": "acts", "mod extend": "acts", "mod pause": "acts",
	"mod resume": "acts", "mod replace": "acts", "mod end": "acts", "mod note": "acts", "mod dismiss": "acts", "mod uphold": "acts",
	"mod evidence": "acts", "mod rival": "acts",
	"mod ban": "user", "mod unban": "user", // and on the card of their campaigns
	"mod legal": "reads", "mod list": "reads",
}

// Every act of a moderator requires a reason; /mod show does unless the view is public, which TestRefusalsSayWhy checks. Each act about a match is announced in its thread and to both players,
// with the moderator's name.
func TestActsOfModeratorsAreTold(t *testing.T) {
	commands := bottest.Commands(plain.Forms{})
	mod := commands[slices.IndexFunc(commands, func(c bot.Command) bool { return c.Name == "mod" })]
	for _, c := range mod.Sub {
		how := toldBy["mod "+c.Name]
		asks := slices.ContainsFunc(c.Options, func(o bot.CommandOption) bool { return o.Name == "reason" && (o.Required || c.Name == "show") })
		if how == "" || asks == (how == "reads") {
			t.Errorf("/mod %s: told by %q, asks for a reason: %t", c.Name, how, asks)
		}
	}
	for _, v := range verbs {
		if how := toldBy[strings.Join(v.command, " ")]; how != "acts" || v.asks == "no open dispute" || v.asks == "board of all" {
			continue
		}
		p, id := party.Court(t)
		p.Play(ann, "bid 2")
		p.Play(ben, "bid 3")
		p.Says(p.Mod(judge, id, v.command[1], append(slices.Clone(v.options), party.Opt("reason", "for a good reason"))...), "You are about to")
		p.Click(judge, p.Newest(judge), "|go")
		p.Settle()
		var thread strings.Builder
		for _, m := range p.Cards() {
			thread.WriteString(bottest.Words(m.Message) + "\n")
		}
		for who, told := range map[string]string{"the thread": thread.String(), "ann": p.Everything(ann), "ben": p.Everything(ben)} {
			if !strings.Contains(told, "By Name of judge: for a good reason") {
				t.Errorf("%v: %s is told %s", v.command, who, told)
			}
		}
	}
}
