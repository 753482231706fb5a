package bot_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
	"downsync/game/toy"
)

// What somebody with the code in hand may try against the lobby, the clocks, the moderators and the ladder.

// erase has the user's data removed.
func (p *party) erase(user bot.UserID) {
	p.t.Helper()
	p.Slash(user, []string{"privacy", "delete"})
	p.click(user, p.Newest(user), "privacy|")
	p.Settle()
}

// A second account that gives up again and again, with its data removed in between so that it is always rated as a newcomer, wins the
// first account no more than three matches a day.
func TestCheatBySecondAccount(t *testing.T) {
	p, _ := court(t)
	for n := range 5 {
		if n > 0 {
			p.begin()
		}
		p.round()
		p.play(ben, "quit")
		if n%2 == 1 {
			p.erase(ben)
		}
	}
	p.says(p.Slash(eve, ladder), "<@ann>")
	p.says(p.Slash(eve, ladder, opt("user", "ann")), "3–0–0")
	if s := p.stored("rating/guild/ann"); strings.Contains(s, "ben") {
		t.Errorf("ann's record names ben: %s", s)
	}
	p.Pass(25 * time.Hour)
	p.begin()
	p.round()
	p.play(ben, "quit")
	p.says(p.Slash(eve, ladder, opt("user", "ann")), "4–0–0")
}

// Who has their data removed in a match that they are losing has lost it.
func TestCheatByRemoval(t *testing.T) {
	p, _ := court(t)
	p.round()
	p.erase(ben)
	p.says(p.Slash(eve, ladder, opt("user", "ann")), "1–0–0")
}

// Time that has run out is not saved by a dispute, a pause, a vacation or a moderator's more time, whoever is faster than the timer.
func TestCheatTheClock(t *testing.T) {
	for name, save := range map[string]func(p *party, id string){
		"dispute": func(p *party, id string) {
			p.Slash(ann, []string{"dispute", "open"}, slashIn(id), opt("reason", "wait"))
		},
		"vacation": func(p *party, _ string) { p.Slash(ann, clockCmd("vacation"), opt("days", "3")) },
		"pause": func(p *party, id string) {
			p.Slash(ben, clockCmd("pause"), opt("for", "2d"), slashIn(id))
			p.Slash(ann, clockCmd("pause"), opt("for", "2d"), slashIn(id))
		},
		"extension": func(p *party, id string) {
			p.Slash(owner, []string{"mod", "extend"}, slashIn(id), opt("hours", "24"), opt("reason", "please"))
			p.click(owner, p.Newest(owner), "|go")
		},
	} {
		p := newParty(t)
		p.May[owner] = bot.ManageServer
		id := p.begin(opt("clock", "slow"))
		p.play(ann, "bid 2")
		p.play(ben, "bid 2")
		p.Clock.Advance(49 * time.Hour)
		save(p, string(id))
		pub, err := p.Hall.Public(t.Context(), id)
		if err != nil || pub.Clocks.Missed[1] != 1 {
			t.Errorf("%s: ann has missed %v (%v)", name, pub.Clocks.Missed, err)
		}
	}
}

// The dice are sealed before anybody accepts. Whoever begins again, or plays again, has other dice; a press of the seal's button with
// another seal in it tells only its presser what they wrote.
func TestCheatTheDice(t *testing.T) {
	p := newParty(t)
	seals := map[string]bool{}
	seal := func() string {
		id, ok := bottest.ControlsOf(p.lobby().Message).Find("seal|")
		if !ok {
			t.Fatalf("no seal in:\n%s", bottest.Words(p.lobby().Message))
		}
		_, id, _ = strings.Cut(id, "|")
		_, hash, _ := strings.Cut(id, "|")
		return hash
	}
	for range 3 {
		p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"), opt("luck", "the same words"))
		seals[seal()] = true
		p.click(ann, p.Newest(ann), "cancel|")
	}
	p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
	before := seal()
	p.click(ben, p.lobby(), "accept|")
	p.click(ben, p.Newest(ben), "force|", "blue")
	if now := seal(); now != before || seals[now] || len(seals) != 3 {
		t.Errorf("sealed as %s, and then as %s; before as %v", before, now, seals)
	}
	sent := p.Wire.Count()
	p.Press(eve, p.lobby(), "seal|nothing|0000")
	for _, u := range []bot.UserID{ann, ben} {
		if n := len(p.Wire.Delivered(u, sent)); n != 0 {
			t.Errorf("%s is told %d things of a forged seal", u, n)
		}
	}
}

// A moderator who loses the role between the question and the confirmation does nothing; nor does another with their button.
func TestCheatAsModerator(t *testing.T) {
	p, id := court(t)
	p.says(p.mod(judge, id, "end", opt("result", "a"), opt("reason", "x")), "You are about to")
	sure := p.Newest(judge)
	p.says(p.click(second, sure, "|go"), "")
	delete(p.Roles, judge)
	p.click(judge, sure, "|go")
	p.click(ann, sure, "|go")
	if pub, err := p.Hall.Public(t.Context(), id); err != nil || pub.Result != nil {
		t.Errorf("ended: %+v (%v)", pub.Result, err)
	}
}

// Evidence of a match that is on does not tell the dice that are still to be rolled, and still verifies; that of a match that is over
// tells all.
func TestCheatWithEvidence(t *testing.T) {
	p, id := court(t)
	p.round()
	for _, over := range []bool{false, true} {
		if over {
			p.play(ben, "quit")
		}
		file := p.does(judge, id, "evidence").Letter.Files[0].Data
		seed, err := p.Store.Get(t.Context(), "dice/"+string(id))
		if err != nil || len(seed) != 64 {
			t.Fatalf("seed %q (%v)", seed, err)
		}
		if told := strings.Contains(string(file), string(seed)); told != over {
			t.Errorf("over %t: the evidence has the seed: %t", over, told)
		}
		c, events, err := table.ReadCarried(file)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := c.Audit(toy.Rules(), events); err != nil || (a.Rolls > 0) != over {
			t.Errorf("over %t: %d dice derived (%v)", over, a.Rolls, err)
		}
		if _, err := p.Hall.Arriving(c, events); (err == nil) != over {
			t.Errorf("over %t: arrives with %v", over, err)
		}
		if _, err := table.Audit(toy.Rules(), events, c.Seed); (err == nil) != over {
			t.Errorf("over %t: without the seed: %v", over, err)
		}
	}
}

// A press that the gateway hands over twice, or that comes again after the match went on, is one press.
func TestCheatByRepeating(t *testing.T) {
	p := newParty(t)
	id := p.begin()
	press := bot.Interaction{Kind: bot.Slash, ID: "the same", User: ann, Name: "ann", Guild: "guild", Channel: bottest.General, Command: []string{"order"},
		Options: bot.Options{"line": "bid 3", "match": string(id)}, At: p.Clock.Now(), Locale: "en-US"}
	p.Repeat(press)
	p.play(ben, "bid 2")
	before, err := p.Hall.Public(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	press.Options = bot.Options{"line": "done; claim", "match": string(id)}
	p.Repeat(press)
	if now, err := p.Hall.Public(t.Context(), id); err != nil || len(now.Facts) != len(before.Facts) {
		t.Errorf("%d facts, and %d before (%v)", len(now.Facts), len(before.Facts), err)
	}
}
