package bot_test

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
	"downsync/bot/referee"
	"downsync/game/table"
	"downsync/game/toy"
)

const (
	judge   = bot.UserID("judge") // has the moderator role
	second  = bot.UserID("second")
	owner   = bot.UserID("owner")
	elsemod = bot.UserID("elsemod") // moderates another server
	modRole = bot.RoleID("77")
)

// court is a party with moderators and a match of ann's against ben.
func court(t *testing.T) (*party, table.ID) {
	t.Helper()
	return courtOn(&party{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: toyForms{}})})
}

func courtOn(p *party) (*party, table.ID) {
	p.t.Helper()
	p.May[owner] = bot.ManageServer
	p.Slash(owner, setup, opt("moderators", string(modRole)))
	for _, u := range []bot.UserID{judge, second, elsemod} {
		p.Roles[u] = []bot.RoleID{"5", modRole}
	}
	return p, p.begin()
}

// A moderator may ask whether an event was legal also once the match is over, when its dice are open.
func TestLegalOnceOver(t *testing.T) {
	p, id := court(t)
	p.round()
	p.play(ben, "quit")
	for _, n := range []string{"1", "2", "5"} {
		p.says(p.mod(judge, id, "legal", opt("number", n)), "Event "+n+" was legal")
	}
}

// mod gives a command of /mod about the match.
func (p *party) mod(user bot.UserID, id table.ID, verb string, options ...bottest.Option) bot.Answer {
	p.t.Helper()
	return p.Slash(user, []string{"mod", verb}, append(options, slashIn(string(id)))...)
}

// does gives the command, confirms it, and lets everything be told.
func (p *party) does(user bot.UserID, id table.ID, verb string, options ...bottest.Option) bot.Answer {
	p.t.Helper()
	p.says(p.mod(user, id, verb, append(options, opt("reason", "for a good reason"))...), "You are about to")
	a := p.click(user, p.Newest(user), "|go")
	p.Settle()
	if verb == "replace" { // which offers the seat
		if a, _ = p.TakeSeat(string(id)); !strings.Contains(text(a), "in this match now") {
			p.t.Errorf("the seat is not taken: %s", text(a))
		}
		p.Settle()
	}
	return a
}

// verbs are all commands about a match, with options that are good, and what who may use them is asked or told.
var verbs = []struct {
	command []string
	options []bottest.Option
	asks    string
}{
	{[]string{"mod", "show"}, []bottest.Option{opt("view", "all")}, "look at all of the match"},
	{[]string{"mod", "show"}, []bottest.Option{opt("view", "B")}, "look at what B (Name of ben) sees"},
	{[]string{"mod", "show"}, []bottest.Option{opt("view", "public")}, "board of all"},
	{[]string{"mod", "legal"}, []bottest.Option{opt("number", "1")}, "Event 1 was legal"},
	{[]string{"mod", "rewind"}, []bottest.Option{opt("number", "2")}, "rewind the match to before event 2"},
	{[]string{"mod", "rule"}, []bottest.Option{opt("ruling", "points 1 2")}, "rule: "},
	{[]string{"mod", "answer"}, []bottest.Option{opt("side", "A")}, "let the open question of A (Name of ann) be answered"},
	{[]string{"mod", "extend"}, []bottest.Option{opt("hours", "24")}, "24 more hours"},
	{[]string{"mod", "pause"}, nil, "stop the match"},
	{[]string{"mod", "resume"}, nil, "let the match go on"},
	{[]string{"mod", "replace"}, []bottest.Option{opt("side", "A"), opt("user", "eve")}, "offer a seat to another player: A, <@eve>"},
	{[]string{"mod", "end"}, []bottest.Option{opt("result", "draw")}, "end the match: draw"},
	{[]string{"mod", "note"}, nil, "write a note"},
	{[]string{"mod", "evidence"}, nil, "take the whole match as evidence"},
	{[]string{"mod", "dismiss"}, nil, "no open dispute"},
	{[]string{"mod", "uphold"}, nil, "no open dispute"},
	{[]string{"mod", "ban"}, []bottest.Option{opt("user", "someone")}, "keep <@someone> (Name of someone) from matches"},
	{[]string{"mod", "unban"}, []bottest.Option{opt("user", "eve")}, "is not banned"},
	{[]string{"mod", "list"}, nil, "**Bans**"},
}

// Each command for each role: players, an onlooker, moderators by role and by permission, one who plays, one of another server,
// somebody who has nothing to do with it.
func TestModerationRights(t *testing.T) {
	aboutServer := []string{"ban", "unban", "list"}
	for _, v := range verbs {
		for _, who := range []struct {
			name, says string
			user       bot.UserID
			guild      string
			prepare    func(*party)
		}{
			{"player", "you have neither", ann, "", nil},
			{"opponent", "you have neither", ben, "", nil},
			{"onlooker", "you have neither", eve, "", nil},
			{"moderator", v.asks, judge, "", nil},
			{"server owner", v.asks, owner, "", nil},
			{"moderator who plays", "You play in this match", ann, "", func(p *party) { p.Roles[ann] = []bot.RoleID{modRole} }},
			{"owner who plays", "You play in this match", ben, "", func(p *party) { p.May[ben] = bot.Administrator }},
			{"moderator of another server", "played on another server", elsemod, "other", func(p *party) {
				p.May[elsemod] = bot.ManageServer
			}},
			{"stranger", "you have neither", "stranger", "other", nil},
			{"in a direct message", "use it in one of its channels", judge, "dm", nil},
		} {
			p, id := court(t)
			p.play(ann, "bid 2")
			p.play(ben, "bid 3")
			if who.prepare != nil {
				who.prepare(p)
			}
			options := append(slices.Clone(v.options), opt("reason", "because"), slashIn(string(id)))
			switch who.guild {
			case "dm":
				options = append(options, opt("in", "dm-"+string(who.user)))
			case "other":
				options = append(options, opt("guild", "other"))
			}
			says := who.says
			if slices.Contains(aboutServer, v.command[1]) && (strings.Contains(who.name, "plays") || who.guild == "other" && who.user == elsemod) {
				says = v.asks // on their own server they may
			}
			a := p.Slash(who.user, v.command, options...)
			if !strings.Contains(text(a), says) {
				t.Errorf("%v by a %s: %q, expected %q", v.command, who.name, text(a), says)
			}
			if acts, err := p.Store.List(context.Background(), "act/", "", 9); err != nil || len(acts) > 0 {
				t.Errorf("%v by a %s did something before it was confirmed", v.command, who.name)
			}
		}
	}
}

// Disputes and appeals are for the match's players.
func TestDisputeRights(t *testing.T) {
	for user, says := range map[bot.UserID]string{ann: "The match is stopped", ben: "The match is stopped", eve: "do not play", judge: "do not play", owner: "do not play"} {
		p, id := court(t)
		p.says(p.Slash(user, []string{"dispute", "open"}, opt("reason", "no"), slashIn(string(id))), says)
		p.says(p.Slash(user, []string{"dispute", "open"}, slashIn(string(id))), map[bool]string{true: "do not play", false: "Give a reason"}[strings.Contains(says, "not play")])
		p.says(p.Slash(user, []string{"dispute", "appeal"}, opt("reason", "no"), opt("number", "1"), slashIn(string(id))),
			map[bool]string{true: "do not play", false: "no moderator's decision"}[strings.Contains(says, "not play")])
	}
}

// A dispute from its opening to the end of its appeal: the match stands still, everybody is told what they should be, the
// moderator who decided does not decide the appeal, and nothing is appealed twice.
func TestDisputeToAppeal(t *testing.T) {
	p, id := court(t)
	p.play(ann, "note red", "bid 3")
	p.play(ben, "bid 1")
	p.says(p.Slash(ann, []string{"dispute", "open"}, opt("reason", "that bid was *mine*"), opt("event", "3"), slashIn(string(id))), "The match is stopped")
	p.Settle()
	thread := func() string {
		var all []string
		for _, m := range p.cards() {
			all = append(all, bottest.Words(m.Message))
		}
		return strings.Join(all, "\n")
	}
	if s := thread(); !strings.Contains(s, "A opened a dispute") || !strings.Contains(s, "<@&77>") || !strings.Contains(s, `that bid was \*mine\*`) || !strings.Contains(s, "about event 2") {
		t.Errorf("the thread says %s", s)
	}
	if s := bottest.Words(p.console(ben).Message); !strings.Contains(s, "A opened a dispute") {
		t.Errorf("ben is told %s", s)
	}
	p.says(p.Slash(ann, []string{"order"}, opt("line", "tune")), "is held by a referee")
	p.says(p.Slash(ben, []string{"dispute", "open"}, opt("reason", "mine too"), slashIn(string(id))), "open in this match already")
	p.says(p.Slash(ben, []string{"dispute", "withdraw"}, slashIn(string(id))), "Only whoever opened")
	p.says(p.does(judge, id, "rule", opt("ruling", "points 1 4")), "number 2")
	p.says(p.does(judge, id, "dismiss"), "number 3")
	for _, u := range []bot.UserID{ann, ben} {
		if s := p.everything(u); !strings.Contains(s, "A moderator ruled on the position.") || !strings.Contains(s, "for a good reason") || !strings.Contains(s, "Name of judge") {
			t.Errorf("%s is told %s", u, s)
		}
	}
	p.play(ann, "tune")
	p.says(p.Slash(ben, []string{"dispute", "list"}, slashIn(string(id))), "`2`")
	p.says(p.Slash(ben, []string{"dispute", "appeal"}, opt("number", "1"), opt("reason", "no"), slashIn(string(id))), "no moderator's decision")
	p.says(p.Slash(ben, []string{"dispute", "appeal"}, opt("number", "2"), opt("reason", "four is too much"), slashIn(string(id))), "Your appeal is open")
	p.Settle()
	p.says(p.mod(judge, id, "uphold", opt("reason", "I was right")), "another moderator has to decide")
	p.says(p.does(second, id, "rule", opt("ruling", "points 1 0")), "number 5")
	p.says(p.does(second, id, "uphold"), "number 6")
	p.says(p.Slash(ben, []string{"dispute", "appeal"}, opt("number", "2"), opt("reason", "again"), slashIn(string(id))), "appealed once")
	if a := p.Slash(ann, []string{"dispute", "list"}, slashIn(string(id))); !strings.Contains(text(a), "(appealed)") {
		t.Errorf("listed: %s", text(a))
	}
	p.Restart()
	p.Settle()
	if n := strings.Count(thread(), "A moderator ruled"); n < 2 {
		t.Errorf("the thread tells of %d rulings: %s", n, thread())
	}
	if strings.Contains(thread(), "note 1 0 red") {
		t.Error("the thread holds a secret note")
	}
	p.Slash(ann, []string{"dispute", "open"}, opt("reason", "2"), slashIn(string(id)))
	p.says(p.Slash(ann, []string{"dispute", "withdraw"}, slashIn(string(id))), "Taken back")
	p.Slash(ann, []string{"dispute", "open"}, opt("reason", "3"), slashIn(string(id)))
	p.Slash(ann, []string{"dispute", "withdraw"}, slashIn(string(id)))
	p.says(p.Slash(ann, []string{"dispute", "open"}, opt("reason", "4"), slashIn(string(id))), "opened 3 disputes in this match")
}

// A user opens so many disputes in a month, whatever the match.
func TestDisputesOfUser(t *testing.T) {
	p, id := court(t)
	open := func(id table.ID) bot.Answer {
		a := p.Slash(ann, []string{"dispute", "open"}, opt("reason", "x"), slashIn(string(id)))
		p.Slash(ann, []string{"dispute", "withdraw"}, slashIn(string(id)))
		return a
	}
	other := p.begin()
	for n := range 5 {
		p.says(open([]table.ID{id, other}[n/3]), "The match is stopped")
	}
	p.says(open(other), "5 disputes within 30 days")
	p.Pass(31 * 24 * time.Hour)
	p.says(open(other), "The match is stopped")
}

// everything is all that the user was sent, as words.
func (p *party) everything(user bot.UserID) string {
	var b strings.Builder
	for _, s := range p.Wire.Delivered(user, 0) {
		b.WriteString(bottest.Words(s.Message.Message) + "\n")
	}
	return b.String()
}

// Two moderators at once do not collide: what the first does makes the second look again.
func TestTwoModerators(t *testing.T) {
	p, id := court(t)
	p.mod(judge, id, "rule", opt("ruling", "points 1 4"), opt("reason", "a"))
	first := p.Newest(judge)
	p.mod(second, id, "rule", opt("ruling", "points 1 7"), opt("reason", "b"))
	other := p.Newest(second)
	p.says(p.click(second, other, "|go"), "number 1")
	p.says(p.click(judge, first, "|go"), "Something has happened")
	p.says(p.click(second, other, "|go"), "no longer waiting")
	p.mod(judge, id, "pause", opt("reason", "c"))
	p.says(p.click(judge, p.Newest(judge), "|no"), "Left as it was")
	p.Roles[judge] = nil
	p.says(p.click(judge, first, "|go"), "you have neither")
}

// A value that a command does not know does nothing, and above all opens no secret: neither as it is given, nor as it is confirmed, as
// Discord and the store may hold values of another version of the program.
func TestUnknownValuesAreRefused(t *testing.T) {
	p, id := court(t)
	p.play(ben, "note blue")
	before := p.stands(id)
	for _, x := range []struct{ verb, option, value string }{
		{"show", "view", "C"}, {"show", "view", "both"}, {"show", "view", "AB"}, {"answer", "side", "C"}, {"replace", "side", "C"}, {"end", "result", "c"},
	} {
		options := []bottest.Option{opt(x.option, x.value), opt("user", "eve"), opt("reason", "x")}
		p.says(p.mod(judge, id, x.verb, options...), "is none of the choices of `"+x.option+"`")
	}
	for _, x := range []struct{ verb, option, value, says string }{
		{"show", "view", "C", "Say whose view"}, {"show", "view", "", "Say whose view"}, {"show", "view", "public", "Say whose view"},
		{"answer", "side", "C", "Say which side"}, {"end", "result", "c", "Expected a result"}, {"peek", "view", "all", "no longer waiting"},
	} {
		p.says(p.mod(judge, id, "show", opt("view", "all"), opt("reason", "x")), "look at all of the match")
		sure := p.Newest(judge)
		if s := p.stored("confirm/" + string(id) + "/" + string(judge)); !strings.Contains(s, `"show"`) {
			t.Fatalf("waiting: %q", s)
		}
		raw := []byte(fmt.Sprintf(`{"verb":%q,"options":{%q:%q,"reason":"x"}}`, x.verb, x.option, x.value))
		if err := p.Store.Put(t.Context(), table.Record{Key: "confirm/" + string(id) + "/" + string(judge), Value: raw}); err != nil {
			t.Fatal(err)
		}
		p.says(p.Press(judge, sure, "mod|"+string(id)+"|go"), x.says) // as older messages have it, without a tag
	}
	p.says(p.Slash(judge, []string{"mod", "ban"}, opt("user", "eve"), opt("reason", "rude")), "You are about to")
	sure := p.Newest(judge)
	raw := []byte(`{"verb":"warn","user":"eve","reason":"x"}`)
	if err := p.Store.Put(t.Context(), table.Record{Key: "confirm/guild/" + string(judge), Value: raw}); err != nil {
		t.Fatal(err)
	}
	p.says(p.Press(judge, sure, "ban|go"), "no longer waiting")
	if s := p.stored("ban/guild/eve"); s != "" {
		t.Errorf("what is unknown banned: %s", s)
	}
	if p.Settle(); p.stands(id) != before {
		t.Error(differ(before, p.stands(id)))
	}
}

// A look shows a secret to the moderator alone, and everybody learns that there was one.
func TestLookIsTold(t *testing.T) {
	p, id := court(t)
	p.play(ben, "note blue")
	p.says(p.does(judge, id, "show", opt("view", "B")), `2 sees note "blue"`)
	for _, u := range []bot.UserID{ann, ben, eve} {
		if s := p.everything(u); !strings.Contains(s, "A moderator looked at what B sees") {
			t.Errorf("%s is not told of the look: %s", u, s)
		}
	}
	for _, u := range []bot.UserID{ann, eve} {
		if strings.Contains(p.everything(u), `note "blue"`) {
			t.Errorf("%s learns the note by the look", u)
		}
	}
	if a := p.Slash(eve, []string{"match", "log"}, slashIn(string(id))); !strings.Contains(text(a), "look-seat") {
		t.Errorf("the log: %s", text(a))
	}
}

// Evidence is one file, which verifies; it holds all logs.
func TestEvidence(t *testing.T) {
	p, id := court(t)
	p.play(ben, "note blue")
	a := p.does(judge, id, "evidence")
	p.says(a, "The evidence, number 1")
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

// A press confirms what its message says: not what the same moderator asked for since.
func TestConfirmedIsWhatWasShown(t *testing.T) {
	p, id := court(t)
	p.says(p.mod(judge, id, "note", opt("reason", "x")), "write a note")
	note := p.Newest(judge)
	p.says(p.mod(judge, id, "end", opt("result", "a"), opt("reason", "x")), "end the match")
	p.says(p.click(judge, note, "|go"), "no longer waiting")
	p.says(p.click(judge, p.Newest(judge), "|go"), "number 1")
	ban := func(user string) bottest.Message {
		p.Slash(judge, []string{"mod", "ban"}, opt("user", user), opt("reason", "rude"))
		return p.Newest(judge)
	}
	eve, ben := ban("eve"), ban("ben")
	p.says(p.click(judge, eve, "ban|go"), "no longer waiting")
	p.says(p.click(judge, ben, "ban|go"), "<@ben> is kept from")
}

// A player's dispute does not end a moderator's pause, whichever came first.
func TestDisputeLeavesAPause(t *testing.T) {
	dispute := func(p *party, id table.ID, verb string) bot.Answer {
		return p.Slash(ann, []string{"dispute", verb}, opt("reason", "x"), slashIn(string(id)))
	}
	for _, disputed := range []bool{false, true} {
		p, id := court(t)
		if disputed {
			dispute(p, id, "open")
		}
		p.does(judge, id, "pause")
		if !disputed {
			dispute(p, id, "open")
		}
		p.says(dispute(p, id, "withdraw"), "it waits on")
		p.says(p.Slash(ann, []string{"order"}, opt("line", "bid 3")), "is held by a referee")
		p.does(judge, id, "resume")
		p.play(ann, "bid 3")
	}
}

// Appeals end: what decides one is final, and where nobody else decides one, whoever is appealed against may after a week. Who
// is losing could else stop the match for good.
func TestAppealsEnd(t *testing.T) {
	p, id := court(t)
	appeal := func(user bot.UserID, n string) bot.Answer {
		return p.Slash(user, []string{"dispute", "appeal"}, opt("number", n), opt("reason", "no"), slashIn(string(id)))
	}
	p.does(judge, id, "note")
	p.says(appeal(ben, "1"), "Your appeal is open")
	p.says(p.does(second, id, "dismiss"), "number 3")
	for _, user := range []bot.UserID{ann, ben} {
		p.says(appeal(user, "3"), "is final")
	}
	p.play(ann, "bid 3")
	p.does(judge, id, "note")
	p.says(appeal(ben, "4"), "Your appeal is open")
	p.Pass(7*24*time.Hour - time.Minute)
	p.says(p.mod(judge, id, "dismiss", opt("reason", "alone")), "another moderator has to decide")
	p.Pass(time.Minute)
	p.says(p.does(judge, id, "dismiss"), "number 6")
	p.says(appeal(ben, "6"), "is final")
	p.play(ben, "bid 1")
}

// A player who is replaced loses the seat, and the one who comes has its secrets.
func TestReplace(t *testing.T) {
	p, id := court(t)
	p.play(ben, "note blue")
	p.does(judge, id, "replace", opt("side", "B"), opt("user", "eve"))
	if s := bottest.Words(p.console(eve).Message); !strings.Contains(s, `note "blue"`) && !strings.Contains(p.everything(eve), `note "blue"`) {
		t.Errorf("eve is shown %s", p.everything(eve))
	}
	p.says(p.Slash(ben, []string{"match", "show"}, slashIn(string(id))), "You are not in this match")
	if dms := p.dms(ben); !strings.Contains(bottest.Words(dms[len(dms)-1].Message), "another player into your seat") {
		t.Errorf("ben is told %s", bottest.Words(dms[len(dms)-1].Message))
	}
	p.erase(ben)
	for _, kept := range p.about("ben") {
		if strings.HasPrefix(kept, "act/") {
			t.Errorf("who lost the seat is named after their data was removed: %s", kept)
		}
	}
	p.play(eve, "bid 2")
	p.says(p.mod(judge, id, "replace", opt("side", "A"), opt("user", "eve"), opt("reason", "x")), "play in this match already")
	p.says(p.mod(judge, id, "replace", opt("side", "A"), opt("user", "bot"), opt("reason", "x")), "Bots do not play")
	p.Slash(judge, []string{"mod", "ban"}, opt("user", "rude"), opt("reason", "x"))
	p.click(judge, p.Newest(judge), "ban|go")
	p.says(p.mod(judge, id, "replace", opt("side", "A"), opt("user", "rude"), opt("reason", "x")), "keeps that player from matches")
	p.does(second, id, "show", opt("view", "A"))
	p.says(p.mod(judge, id, "replace", opt("side", "A"), opt("user", string(second)), opt("reason", "x")), "looked at this match's secrets")
}

// Bans keep from challenges and from accepting; reports reach the moderators, within limits.
func TestConduct(t *testing.T) {
	p, _ := court(t)
	ban := func(user string, more ...bottest.Option) bot.Answer {
		return p.Slash(judge, []string{"mod", "ban"}, append(more, opt("user", user), opt("reason", "rude"))...)
	}
	p.says(ban("eve", opt("days", "0")), "from 1 to 365")
	p.says(ban("ben", opt("days", "3")), "matches here that are on go on: 1.")
	p.says(p.click(judge, p.Newest(judge), "Leave it"), "Left as it was")
	p.says(ban("eve", opt("days", "3")), "**You are about to** keep <@eve> (Name of eve) from matches on this server until <t:")
	sure := p.Newest(judge)
	p.says(p.Slash(eve, challenge), "Your challenge is out") // nothing is done before it is confirmed
	p.says(p.click(eve, sure, "ban|go"), "you have neither")
	p.says(p.click(judge, sure, "ban|go"), "is kept from matches")
	p.says(p.click(judge, sure, "ban|go"), "no longer waiting to be confirmed")
	p.says(p.Slash(eve, challenge, challengeTo(ann)), "keeps you from matches here until")
	p.says(p.Slash(ann, challenge, challengeTo(eve)), "keeps that player from matches")
	if !strings.Contains(p.everything(eve), "rude") {
		t.Error("eve was not told")
	}
	p.Pass(73 * time.Hour)
	p.says(p.Slash(eve, challenge, challengeTo(ann)), "Your challenge is out")
	p.says(ban(string(judge)), "cannot ban yourself")
	p.says(ban("eve", opt("days", "9")), "Reason: rude")
	p.click(judge, p.Newest(judge), "ban|go")
	p.says(ban("eve"), "until further notice.")
	p.says(ban("eve"), "kept away already, until <t:")
	p.says(p.click(judge, p.Newest(judge), "ban|go"), "further notice")
	p.click(ann, p.lobby(), "accept|")
	p.says(p.Slash(judge, []string{"mod", "unban"}, opt("user", "eve"), opt("reason", "sorry")), "**You are about to** let <@eve> (Name of eve) play")
	p.says(p.click(judge, p.Newest(judge), "ban|go"), "may play on this server again")
	for range 3 {
		p.says(p.Slash(ann, []string{"report"}, opt("user", "ben"), opt("reason", "so slow")), "Reported")
	}
	p.says(p.Slash(ann, []string{"report"}, opt("user", "ben"), opt("reason", "so slow")), "3 times today")
	p.says(p.Slash(ann, []string{"report"}, opt("user", "ann"), opt("reason", "me")), "report yourself")
	p.says(p.Slash(ann, []string{"report"}, opt("user", "ben"), opt("reason", strings.Repeat("x", 301))), "at most 300")
	p.says(p.Slash(judge, []string{"mod", "list"}), fmt.Sprintf("<@%s> by <@%s>: so slow", ben, ann))
}

// A dispute reaches at least one person: by the role where its mention notifies; else whom the bot knows to moderate; else the
// server's owner; else the players are told that nobody knows.
func TestDisputeReachesSomebody(t *testing.T) {
	const lord = bot.UserID("lord")
	for name, c := range map[string]struct {
		before func(*party)
		says   string
		dms    []bot.UserID
	}{
		"the role": {func(p *party) {}, "<@&77> Please look", nil},
		"whom the bot knows": {func(p *party) {
			p.Wire.Mute = []bot.RoleID{modRole}
			p.Slash(judge, []string{"mod", "list"})
		}, "I have written to 2 people who moderate here", []bot.UserID{judge, owner}},
		"no role, and who manages the server": {func(p *party) {
			p.Slash(owner, setup, opt("clear", "moderators"))
		}, "I have written to 1 person who moderates here", []bot.UserID{owner}},
		"the server's owner": {func(p *party) {
			p.Wire.Mute, p.Wire.Owner = []bot.RoleID{modRole}, lord
			p.Wire.CloseDM(owner, true)
		}, "I have written to 1 person who moderates here", []bot.UserID{lord}},
		"nobody": {func(p *party) {
			p.Wire.Mute, p.Wire.Owner = []bot.RoleID{modRole}, ben
			p.Wire.CloseDM(owner, true)
		}, "I could tell nobody", nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, id := court(t)
			c.before(p)
			p.says(p.Slash(ann, []string{"dispute", "open"}, opt("match", string(id)), opt("reason", "that roll")), "I am calling the moderators")
			p.Settle()
			cards := p.cards()
			has(t, cards[len(cards)-1], c.says)
			for _, u := range []bot.UserID{judge, owner, lord} {
				told := 0
				for _, m := range p.dms(u) {
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

// The set-up says whether the moderators' role can be called.
func TestSetupChecksTheRole(t *testing.T) {
	p := newParty(t)
	p.May[owner] = bot.ManageServer
	p.Wire.Mute = []bot.RoleID{modRole}
	p.says(p.Slash(owner, setup, opt("moderators", string(modRole))), "A mention of <@&77> notifies nobody")
	p.Wire.Mute = nil
	if got := text(p.Slash(owner, setup)); strings.Contains(got, "notifies nobody") {
		t.Errorf("of a role that can be mentioned it says %s", got)
	}
	p.Wire.Fail(1, &bot.WireError{Status: 500, RetryAfter: time.Second})
	p.says(p.Slash(owner, setup), "could not check")
}

// toldBy says of each command of a moderator how everybody, or whom it concerns, learns of it. A command that is new has to be entered.
var toldBy = map[string]string{
	"mod show": "acts", "mod rewind": "acts", "mod rule": "acts", "mod answer": "acts", "mod extend": "acts", "mod pause": "acts",
	"mod resume": "acts", "mod replace": "acts", "mod end": "acts", "mod note": "acts", "mod dismiss": "acts", "mod uphold": "acts",
	"mod evidence": "acts", "mod rival": "acts",
	"mod ban": "user", "mod unban": "user", // and on the card of their campaigns
	"mod legal": "reads", "mod list": "reads",
}

// Every act of a moderator asks for a reason, and each about a match is told in its thread and to both players with the moderator's name.
func TestActsOfModeratorsAreTold(t *testing.T) {
	commands := bottest.Commands(toyForms{})
	mod := commands[slices.IndexFunc(commands, func(c bot.Command) bool { return c.Name == "mod" })]
	for _, c := range mod.Sub {
		how := toldBy["mod "+c.Name]
		asks := slices.ContainsFunc(c.Options, func(o bot.CommandOption) bool { return o.Name == "reason" && o.Required })
		if how == "" || asks == (how == "reads") {
			t.Errorf("/mod %s: told by %q, asks for a reason: %t", c.Name, how, asks)
		}
	}
	for _, v := range verbs {
		if how := toldBy[strings.Join(v.command, " ")]; how != "acts" || v.asks == "no open dispute" || v.asks == "board of all" {
			continue
		}
		p, id := court(t)
		p.play(ann, "bid 2")
		p.play(ben, "bid 3")
		p.says(p.mod(judge, id, v.command[1], append(slices.Clone(v.options), opt("reason", "for a good reason"))...), "You are about to")
		p.click(judge, p.Newest(judge), "|go")
		p.Settle()
		var thread strings.Builder
		for _, m := range p.cards() {
			thread.WriteString(bottest.Words(m.Message) + "\n")
		}
		for who, told := range map[string]string{"the thread": thread.String(), "ann": p.everything(ann), "ben": p.everything(ben)} {
			if !strings.Contains(told, "By Name of judge: for a good reason") {
				t.Errorf("%v: %s is told %s", v.command, who, told)
			}
		}
	}
}
