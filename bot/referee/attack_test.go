package referee_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/toy"
)

// Attacks by somebody who knows the code on the moderators.

// A moderator who loses the role between the question and the confirmation cannot confirm. Another moderator cannot use
// their button either.
func TestCheatAsModerator(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Mod(judge, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "You are about to")
	sure := p.Newest(judge)
	p.Says(p.Click(second, sure, "|go"), "")
	delete(p.Roles, judge)
	p.Click(judge, sure, "|go")
	p.Click(ann, sure, "|go")
	if pub, err := p.Hall.Public(t.Context(), id); err != nil || pub.Result != nil {
		t.Errorf("ended: %+v (%v)", pub.Result, err)
	}
}

// Evidence of a running match does not reveal the dice that are still to be rolled, and still verifies. Evidence of a
// finished match reveals everything.
func TestCheatWithEvidence(t *testing.T) {
	p, id := party.Court(t)
	p.Round()
	for _, over := range []bool{false, true} {
		if over {
			p.Play(ben, "quit")
		}
		file := p.Moderates(judge, id, "evidence").Letter.Files[0].Data
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

// A player who is losing cannot stop the match for ever by a dispute that no moderator hears, for example because the
// only moderator plays in it. After a week without a moderator's act the other player can resume it, and its clocks
// run. An appeal about a finished match stays open.
func TestCheatByDisputesThatNobodyHears(t *testing.T) {
	const week = 7 * 24 * time.Hour
	for _, lone := range []wire.UserID{"", ann} { // the only moderator
		p := party.Plain(t)
		if lone != "" {
			p.May[lone] = wire.ManageServer
		}
		id := p.Begin(party.Opt("clock", "slow"))
		p.Play(ann, "bid 2")
		p.Play(ben, "bid 2")
		p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "I am losing"), party.In(string(id)))
		goOn := func(user wire.UserID) wire.Answer {
			return p.Slash(user, []string{"dispute", "withdraw"}, party.In(string(id)))
		}
		p.Pass(week - time.Minute)
		p.Says(goOn(ben), "If no moderator does anything until")
		p.Says(goOn(eve), "You do not play in this match")
		p.Says(p.Mod(ann, id, "note", party.Opt("reason", "I look into it")), "you ") // a player, or somebody who moderates nothing, postpones nothing
		p.Pass(time.Minute)
		p.Says(goOn(ben), "the match goes on")
		p.Settle()
		if s := p.Everything(ann); !strings.Contains(s, "Name of ben resumed the match, because no moderator heard") {
			t.Errorf("ann is told %s", s)
		}
		p.Pass(49 * time.Hour)
		if missed := p.PublicOf(id).Clocks.Missed[1]; missed != 1 {
			t.Errorf("ann has missed %d turns", missed)
		}
	}
	p, id := party.Court(t)
	p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "look"), party.In(string(id)))
	p.Pass(week - time.Hour)
	p.Moderates(judge, id, "note") // a moderator's note gives it another week
	p.Pass(2 * time.Hour)
	p.Says(p.Slash(ann, []string{"dispute", "withdraw"}, party.In(string(id))), "If no moderator does anything until")
	p.Moderates(judge, id, "end", party.Opt("result", "a"))
	p.Slash(ben, []string{"dispute", "appeal"}, party.Opt("number", "3"), party.Opt("reason", "no"), party.In(string(id)))
	p.Pass(week)
	p.Says(p.Slash(ann, []string{"dispute", "withdraw"}, party.In(string(id))), "Only the player who opened")
}

// A replaced player still has their old messages. Nothing that they press, submit, complete, withdraw, propose or
// export there acts in the seat or reveals what has become of it. Neither a rematch nor the removal of the new player's
// data brings them back.
func TestCheatAsFormerPlayer(t *testing.T) {
	var seen [2]string
	chance := regexp.MustCompile(`[0-9a-f]{64}|[0-9a-z]+\.json`)
	for n, secret := range [][]string{{"note red", "pass"}, {"note blue"}} {
		p, id := party.Court(t)
		p.Play(ann, "bid 2")
		old := p.Console(ben)
		controls := bottest.ControlsOf(old.Message)
		form := p.Click(ben, old, "type bid").Form
		p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
		p.Play(eve, "bid 2")
		p.Play(ann, "tune", "done")
		p.Play(eve, secret...)
		before, err := p.Hall.Private(t.Context(), id, 2)
		if err != nil {
			t.Fatal(err)
		}
		sent := p.Wire.Count()
		for _, b := range controls.Buttons {
			p.Press(ben, old, b.ID)
		}
		for _, s := range controls.Selects {
			p.Press(ben, old, s.ID, "4")
		}
		p.Submit(ben, old, form, map[string]string{"1": "4"})
		for _, press := range []string{"agree|" + string(id) + "|pause|60", "log|" + string(id) + "|1.0", "concede|" + string(id), "rematch|" + string(id), "film|" + string(id) + "|again"} {
			p.Press(ben, old, press)
		}
		for _, line := range []string{"claim", "undo", "note red", "quit"} {
			p.Complete(ben, []string{"order"}, party.Opt("line", line), party.In(string(id)))
			p.Slash(ben, []string{"order"}, party.Opt("line", line), party.In(string(id)))
		}
		for _, command := range [][]string{{"match", "show"}, {"match", "log"}, {"match", "verify"}, {"match", "concede"}, {"match", "list"}, {"match", "ledger"}, {"inbox"},
			{"privacy", "export"}, {"clock", "show"}, {"clock", "back"}, {"dispute", "withdraw"}} {
			p.Slash(ben, command, party.In(string(id)))
		}
		p.Slash(ben, party.ClockCommand("pause"), party.Opt("for", "2h"), party.In(string(id)))
		p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "mine"), party.In(string(id)))
		p.Slash(ben, []string{"match", "event"}, party.Opt("event", "2"), party.In(string(id)))
		p.Settle()
		now, err := p.Hall.Private(t.Context(), id, 2)
		if err != nil || len(now.Facts) != len(before.Facts) || now.Clocks.Held != "" || len(now.Clocks.Offers) != 0 || now.Result != nil {
			t.Errorf("the seat of a former player has changed: %+v (%v)", now, err)
		}
		for _, u := range []wire.UserID{ann, eve} {
			if got := p.Wire.Delivered(u, sent); len(got) != 0 {
				t.Errorf("%s is told %d things of a former player's tries", u, len(got))
			}
		}
		for _, s := range p.Wire.Delivered(ben, sent) {
			seen[n] += chance.ReplaceAllString(strings.ReplaceAll(bottest.Words(s.Message.Message), string(id), "ID"), "…") + "\n"
		}
	}
	if seen[0] != seen[1] || seen[0] == "" {
		t.Errorf("a former player is told\n%s\nor\n%s", seen[0], seen[1])
	}
}
