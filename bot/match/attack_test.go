package match_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// Attacks by somebody who knows the code on the clocks, the dice and the seed of a match.

// A dispute, a pause, a vacation or a moderator's extra time cannot save a clock that has run out, even before the
// timer has noticed.
func TestCheatTheClock(t *testing.T) {
	for name, save := range map[string]func(p *party.Party, id string){
		"dispute": func(p *party.Party, id string) {
			p.Slash(ann, []string{"dispute", "open"}, party.In(id), party.Opt("reason", "wait"))
		},
		"vacation": func(p *party.Party, _ string) { p.Slash(ann, party.ClockCommand("vacation"), party.Opt("days", "3")) },
		"pause": func(p *party.Party, id string) {
			p.Slash(ben, party.ClockCommand("pause"), party.Opt("for", "2d"), party.In(id))
			p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d"), party.In(id))
		},
		"extension": func(p *party.Party, id string) {
			p.Slash(owner, []string{"mod", "extend"}, party.In(id), party.Opt("hours", "24"), party.Opt("reason", "please"))
			p.Click(owner, p.Newest(owner), "|go")
		},
	} {
		p := party.Plain(t)
		p.May[owner] = wire.ManageServer
		id := p.Begin(party.Opt("clock", "slow"))
		p.Play(ann, "bid 2")
		p.Play(ben, "bid 2")
		p.Clock.Advance(49 * time.Hour)
		save(p, string(id))
		pub, err := p.Hall.Public(t.Context(), id)
		if err != nil || pub.Clocks.Missed[1] != 1 {
			t.Errorf("%s: ann has missed %v (%v)", name, pub.Clocks.Missed, err)
		}
	}
}

// The dice are sealed before anybody accepts. Beginning again, or playing again, means other dice. A press of the
// seal's button with another seal in it shows only its presser what they wrote.
func TestCheatTheDice(t *testing.T) {
	p := party.Plain(t)
	seals := map[string]bool{}
	seal := func() string {
		id, ok := bottest.ControlsOf(p.Card().Message).Find("seal|")
		if !ok {
			t.Fatalf("no seal in:\n%s", bottest.Words(p.Card().Message))
		}
		_, id, _ = strings.Cut(id, "|")
		_, hash, _ := strings.Cut(id, "|")
		return hash
	}
	for range 3 {
		p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"), party.Opt("luck", "the same words"))
		seals[seal()] = true
		p.Click(ann, p.Newest(ann), "cancel|")
	}
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
	before := seal()
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	if now := seal(); now != before || seals[now] || len(seals) != 3 {
		t.Errorf("sealed as %s, and then as %s; before as %v", before, now, seals)
	}
	sent := p.Wire.Count()
	p.Press(eve, p.Card(), "seal|nothing|0000")
	for _, u := range []wire.UserID{ann, ben} {
		if n := len(p.Wire.Delivered(u, sent)); n != 0 {
			t.Errorf("%s is told %d things of a forged seal", u, n)
		}
	}
}

// A press that the gateway delivers twice, or that is repeated after the match went on, counts once.
func TestCheatByRepeating(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	press := wire.Interaction{Kind: wire.Slash, ID: "the same", User: ann, Name: "ann", Guild: "guild", Channel: bottest.General, Command: []string{"order"},
		Options: wire.Options{"line": "bid 3", "match": string(id)}, At: p.Clock.Now(), Locale: "en-US"}
	p.Repeat(press)
	p.Play(ben, "bid 2")
	before, err := p.Hall.Public(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	press.Options = wire.Options{"line": "done; claim", "match": string(id)}
	p.Repeat(press)
	if now, err := p.Hall.Public(t.Context(), id); err != nil || len(now.Facts) != len(before.Facts) {
		t.Errorf("%d facts, and %d before (%v)", len(now.Facts), len(before.Facts), err)
	}
}

// The seed of the dice also determines the delays of answers ordered in advance. During the match it is nowhere except
// in its own record: in no message, file, log line or other record, whoever requests what. The challenge that held it
// is gone.
func TestCheatForTheSeed(t *testing.T) {
	p, id := party.Court(t)
	p.Slash(ann, party.Challenge, party.ChallengeTo(eve), party.Opt("clock", "none")) // a challenge keeps its seed until somebody accepts it
	p.Round()
	p.Play(ann, "note rest")
	seed := p.Stored("dice/" + string(id))
	if len(seed) != 64 {
		t.Fatalf("seed %q", seed)
	}
	for _, u := range []wire.UserID{ann, ben, eve, judge} {
		for _, command := range [][]string{{"match", "verify"}, {"match", "log"}, {"match", "ledger"}, {"match", "replay"}, {"privacy", "export"}, {"match", "show"}, {"dispute", "list"}} {
			p.Slash(u, command, party.In(string(id)))
		}
	}
	p.Moderates(judge, id, "evidence")
	p.Moderates(judge, id, "show", party.Opt("view", "all"))
	rs, err := p.Store.List(t.Context(), "", "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	var secrets []string
	for _, r := range rs {
		if strings.Contains(string(r.Value), seed) && r.Key != "dice/"+string(id) {
			t.Errorf("the seed stands in record %s", r.Key)
		}
		if _, after, ok := strings.Cut(string(r.Value), `"seed":"`); ok && strings.HasPrefix(r.Key, "table/") {
			secrets = append(secrets, after[:64])
		}
	}
	if len(secrets) != 1 {
		t.Fatalf("%d open challenges have a seed", len(secrets))
	}
	for _, u := range []wire.UserID{ann, ben, eve, judge} {
		for _, s := range p.Wire.Delivered(u, 0) {
			all := bottest.Words(s.Message.Message)
			for _, f := range s.Message.Files {
				all += string(f.Data)
			}
			for _, secret := range append(secrets, seed) {
				if strings.Contains(all, secret) {
					t.Errorf("%s reads a seed in: %.300s", u, all)
				}
			}
		}
	}
	if strings.Contains(p.Log.String(), seed) {
		t.Error("the log has the seed")
	}
}

// A user who pauses their matches against the program cannot begin more of them that way: all could go on at once, and
// take everybody else's places.
func TestCheatByMatchesThatStandStill(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	for range 10 {
		p.Against(party.Opt("clock", "slow"))
		all, err := p.Hall.MatchesOf(ctx, ann)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "7d"), party.Opt("match", string(m.Match)))
		}
		p.Pass(mind.Calm)
	}
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self)), "You play 10 matches against me")
	p.Slash(ben, party.Challenge, party.ChallengeTo(bottest.Self))
	if all, err := p.Hall.MatchesOf(ctx, ben); err != nil || len(all) != 1 {
		t.Errorf("ben plays %v (%v)", all, err)
	}
}
