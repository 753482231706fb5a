package lobby_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A user may try to press the same button many times at once, past the gate and on several hosts.

// burst has each of the users press the button that many times, all at once and on both hosts.
func burst(c *hosts.Crowd, r *rand.Rand, times int, press wire.Interaction, users ...wire.UserID) {
	press.Kind = wire.Press
	var all sync.WaitGroup
	for range times {
		for _, u := range users {
			i := press
			i.User = u
			own := rand.New(rand.NewPCG(r.Uint64(), 1))
			all.Go(func() { c.Does(own, i) })
		}
	}
	all.Wait()
}

// live returns the running matches and the number of open challenges.
func live(c *hosts.Crowd) (matches []table.ID, challenges int) {
	c.T.Helper()
	for _, u := range []wire.UserID{ann, ben} {
		all, err := c.Bot.LiveMatches(ctx, u)
		if err != nil {
			c.T.Fatal(err)
		}
		for _, s := range all {
			if !slices.Contains(matches, s.Match) {
				matches = append(matches, s.Match)
			}
		}
	}
	open, err := c.Store.List(ctx, "table/", "", 99)
	if err != nil {
		c.T.Fatal(err)
	}
	return matches, len(open)
}

// However often and by whomever a button is pressed at once, its card begins exactly one match.
func TestCheatByPressingAtOnce(t *testing.T) {
	last := func(id string) string { _, id, _ = strings.Cut(id, "|"); return id }
	for name, do := range map[string]func(c *hosts.Crowd, r *rand.Rand){
		"accept": func(c *hosts.Crowd, r *rand.Rand) {
			c.Slash(ann, party.Challenge)
			id, _ := bottest.ControlsOf(c.Card().Message).Find("accept|")
			burst(c, r, 6, wire.Interaction{CustomID: id}, ben, eve)
			burst(c, r, 6, wire.Interaction{CustomID: "force|" + last(id), Values: []string{"blue"}}, ben, eve)
		},
		"ready": func(c *hosts.Crowd, r *rand.Rand) {
			c.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
			id, _ := bottest.ControlsOf(c.Card().Message).Find("accept|")
			burst(c, r, 6, wire.Interaction{CustomID: "force|" + last(id), Values: []string{"blue"}}, ben)
			burst(c, r, 6, wire.Interaction{CustomID: "ready|" + last(id)}, ann, ben)
		},
		"rematch": func(c *hosts.Crowd, r *rand.Rand) {
			id := c.Begins(r, ann, ben)
			c.Does(r, wire.Interaction{Kind: wire.Slash, User: ann, Command: []string{"order"}, Options: wire.Options{"line": "quit", "match": string(id)}})
			burst(c, r, 6, wire.Interaction{CustomID: "rematch|" + string(id), Message: "card"}, ann, ben)
			for _, u := range []wire.UserID{ann, ben, ann, ben} {
				c.Does(r, wire.Interaction{Kind: wire.Press, User: u, CustomID: "rematch|" + string(id), Message: "card"})
			}
		},
		"rematch against the program": func(c *hosts.Crowd, r *rand.Rand) {
			id := c.Against()
			c.Does(r, wire.Interaction{Kind: wire.Slash, User: ann, Command: []string{"order"}, Options: wire.Options{"line": "quit", "match": string(id)}})
			burst(c, r, 12, wire.Interaction{CustomID: "rematch|" + string(id), Message: "card"}, ann)
		},
		"play the bot": func(c *hosts.Crowd, r *rand.Rand) {
			burst(c, r, 12, wire.Interaction{CustomID: "rival|toy|recruit", Message: "e1", Private: true}, ann)
		},
		"the bot accepts": func(c *hosts.Crowd, r *rand.Rand) {
			c.Slash(ann, party.Challenge)
			id, _ := bottest.ControlsOf(c.Card().Message).Find("accept|")
			burst(c, r, 12, wire.Interaction{CustomID: "rivals|" + last(id) + "|recruit", Message: "e1", Private: true}, ann)
		},
	} {
		for round := range uint64(3) {
			p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) {
				s.Dice, s.Store = nil, func(s table.Store) table.Store { return hosts.SlowStore{Store: s} }
			})
			c := hosts.CrowdOf(p)
			do(c, rand.New(rand.NewPCG(round, 22)))
			if matches, open := live(c); len(matches) != 1 || open != 0 {
				t.Errorf("%s: %d matches run and %d challenges are open", name, len(matches), open)
			}
		}
	}
}

// A button that makes a challenge makes one, however often it is pressed at once. After that one is withdrawn, another
// card makes another.
func TestCheatByChallengingAtOnce(t *testing.T) {
	for round, press := range []wire.Interaction{{CustomID: "anybody"}, {CustomID: "whom", Values: []string{string(ben)}, Names: map[wire.UserID]string{ben: "Name of ben"}}} {
		c := hosts.NewCrowd(t)
		r := rand.New(rand.NewPCG(uint64(round), 22))
		for n := range 2 {
			press.Message, press.Private = wire.MessageID(fmt.Sprint("e", n)), true
			burst(c, r, 12, press, ann)
			if _, open := live(c); open != n+1 {
				t.Errorf("%s on %d cards: %d challenges are open", press.CustomID, n+1, open)
			}
		}
	}
}

// A card whose challenge has become a match makes no other challenge, whichever host receives the press.
func TestCheatByChallengingAgain(t *testing.T) {
	c := hosts.NewCrowd(t)
	r := rand.New(rand.NewPCG(22, 22))
	press := wire.Interaction{CustomID: "anybody", Message: "e", Private: true}
	burst(c, r, 1, press, ann)
	id, _ := bottest.ControlsOf(c.Card().Message).Find("accept|")
	burst(c, r, 1, wire.Interaction{CustomID: "force|" + strings.TrimPrefix(id, "accept|"), Values: []string{"blue"}}, ben)
	posted := len(c.Wire.Messages(bottest.General))
	for range 4 {
		burst(c, r, 1, press, ann)
	}
	if matches, open := live(c); len(matches) != 1 || open != 0 || len(c.Wire.Messages(bottest.General)) != posted {
		t.Errorf("%d matches run, %d challenges are open, and the channel has %d messages instead of %d", len(matches), open,
			len(c.Wire.Messages(bottest.General)), posted)
	}
}

// slow is a wire on which somebody acts before the next message in the channel is up.
type slow struct {
	wire.Wire
	before *func()
}

func (w slow) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	if do := *w.before; do != nil && channel == bottest.General {
		*w.before = nil
		do()
	}
	return w.Wire.Post(ctx, channel, m, nonce)
}

// A user who agrees to a rematch before its card is up begins it, and the late card offers nothing.
func TestCheatByAgreeingBeforeTheCard(t *testing.T) {
	var before func()
	p := party.PlainAs(t, func(s *bottest.Setup) {
		s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return slow{w, &before} }
	})
	id := p.Begin()
	p.Play(ann, "quit")
	card := p.Card()
	before = func() { p.Says(p.Press(ben, card, "rematch|"+string(id)), "The match begins") }
	p.Says(p.Press(ann, card, "rematch|"+string(id)), "console of seat 1")
	p.Settle()
	party.Has(t, p.Card(), "continues here", "card of round 0")
	for _, m := range p.Wire.Messages(bottest.General) {
		if _, ok := bottest.ControlsOf(m.Message).Find("ready|"); ok {
			t.Errorf("it offers to be ready for what has begun:\n%s", bottest.Words(m.Message))
		}
	}
	p.Play(ben, "bid 2")
	if strings.Contains(p.Log.String(), "level=ERROR") {
		t.Error(p.Log.String())
	}
}

// Simultaneous acts of two users, or of one user many times, have one outcome: one user takes the only seat, a match
// ends once and a dispute opens once, a ruling is made once, a day's reports are counted, and a challenge that is
// withdrawn while somebody accepts it becomes either one or the other.
func TestCheatByDoingTwoThingsAtOnce(t *testing.T) {
	slash := func(u wire.UserID, o wire.Options, command ...string) wire.Interaction {
		return wire.Interaction{Kind: wire.Slash, User: u, Command: command, Options: o}
	}
	press := func(u wire.UserID, id string, values ...string) wire.Interaction {
		return wire.Interaction{Kind: wire.Press, User: u, CustomID: id, Values: values}
	}
	for round := range uint64(4) {
		c := hosts.NewCrowd(t)
		r := rand.New(rand.NewPCG(round, 16))
		atOnce := func(all ...wire.Interaction) {
			var done sync.WaitGroup
			for range 3 {
				for _, i := range all {
					own := rand.New(rand.NewPCG(r.Uint64(), 1))
					done.Go(func() { c.Does(own, i) })
				}
			}
			done.Wait()
		}
		c.May[judge], c.May[second] = wire.ManageServer, wire.ManageServer
		id := c.Begins(r, ann, ben)
		of := wire.Options{"match": string(id), "reason": "wait", "line": "quit"}
		atOnce(slash(ann, of, "dispute", "open"), slash(ben, of, "dispute", "open"))
		if acts, err := c.Store.List(ctx, "act/", "", 99); err != nil || len(acts) != 1 || c.PublicOf(id).Clocks.Held == "" {
			t.Errorf("%d disputes are open: %v", len(acts), err)
		}
		c.Mod(judge, id, "dismiss", party.Opt("reason", "no"))
		button, _ := bottest.ControlsOf(c.Newest(judge).Message).Find("|go")
		c.Mod(second, id, "end", party.Opt("reason", "no"), party.Opt("result", "draw"))
		other, _ := bottest.ControlsOf(c.Newest(second).Message).Find("|go")
		dismiss, end := press(judge, button), press(second, other)
		dismiss.Permissions, end.Permissions = wire.ManageServer, wire.ManageServer
		atOnce(dismiss, end)
		if acts, err := c.Store.List(ctx, "act/", "", 99); err != nil || len(acts) != 2 {
			t.Errorf("%d acts, of which one is the dispute: %v", len(acts), err)
		}
		id = c.Begins(r, ann, ben)
		of["match"] = string(id)
		atOnce(slash(ann, of, "order"), slash(ben, of, "order"))
		if p := c.PublicOf(id); p.Result == nil {
			t.Error("both give up, and nobody has")
		}
		c.Slash(ann, party.Challenge)
		accept, _ := bottest.ControlsOf(c.Card().Message).Find("accept|")
		card := strings.TrimPrefix(accept, "accept|")
		atOnce(press(ben, accept), press(eve, accept))
		atOnce(press(ben, "force|"+card, "blue"), press(eve, "force|"+card, "red"), press(ann, "cancel|"+card))
		if matches, open := live(c); open != 0 || len(matches) > 2 {
			t.Errorf("%d matches run and %d challenges are open", len(matches), open)
		}
		if _, err := c.Hall.Meta(ctx, table.ID(card)); err == nil {
			if strings.Contains(bottest.Words(c.Card().Message), "Withdrawn") {
				t.Error("the card says that a match that runs was taken back")
			}
		}
		report := slash(ann, wire.Options{"user": "ben", "reason": "x"}, "report")
		atOnce(report, report, report)
		if all, err := c.Store.List(ctx, "report/", "", 99); err != nil || len(all) != 3 {
			t.Errorf("%d reports in a day: %v", len(all), err)
		}
		if log := c.Log.String(); strings.Contains(log, "level=ERROR") {
			t.Error(log)
		}
	}
}

// A user who requests many matches against the program at once gets as many as by requesting them one after the other.
// A match that does not begin leaves no challenge.
func TestCheatByPlayingTheBotAtOnce(t *testing.T) {
	for round := range uint64(3) {
		p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) {
			s.Dice, s.Store = nil, func(s table.Store) table.Store { return hosts.SlowStore{Store: s} }
		})
		c := hosts.CrowdOf(p)
		r := rand.New(rand.NewPCG(round, 23))
		var all sync.WaitGroup
		for range 12 {
			own := rand.New(rand.NewPCG(r.Uint64(), 1))
			all.Go(func() {
				c.Does(own, wire.Interaction{Kind: wire.Slash, User: ann, Command: party.Challenge, Options: wire.Options{"rival": "recruit"}})
			})
		}
		all.Wait()
		if matches, open := live(c); len(matches) != 5 || open != 0 {
			t.Errorf("%d matches run and %d challenges are open", len(matches), open)
		}
		c.NoFaults()
	}
}

// However often a user presses, at once or one after the other, the other side is notified once: by one card and one
// direct message.
func TestCheatByCallingAgain(t *testing.T) {
	cards := func(p *party.Party) int { return len(p.Wire.Messages(bottest.General)) } // each card except the first notifies somebody
	for round := range uint64(3) {
		c := hosts.NewCrowd(t)
		r := rand.New(rand.NewPCG(round, 24))
		c.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
		id, _ := bottest.ControlsOf(c.Card().Message).Find("accept|")
		_, id, _ = strings.Cut(id, "|")
		burst(c, r, 12, wire.Interaction{CustomID: "force|" + id, Values: []string{"blue"}, Message: "e1", Private: true}, ben)
		if n, written := cards(c.Party)-1, len(c.Direct(ann)); n != 1 || written != 1 {
			t.Errorf("ann is called %d times and written to %d times", n, written)
		}
		if open, err := c.Store.List(ctx, "table/", "", 9); err != nil || len(open) != 1 || !strings.Contains(string(open[0].Value), `"force":"blue"`) {
			t.Errorf("open are %v (%v)", open, err)
		}
	}
	p := takenUp(t)
	p.Clock.Advance(11 * time.Minute)
	before, written := cards(p), len(p.Direct(ben))
	for range 5 {
		p.Click(ann, p.Card(), "ready|")
	}
	if n, more := cards(p)-before, len(p.Direct(ben))-written; n != 1 || more != 1 {
		t.Errorf("ben is called again %d times, and written to %d times", n, more)
	}
}

// loud is a wire that counts the messages in the channel that notify ben.
type loud struct {
	wire.Wire
	calls *int
}

func (w loud) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	if channel == bottest.General && slices.Contains(m.Mention, ben) {
		*w.calls++
	}
	return w.Wire.Post(ctx, channel, m, nonce)
}

// A user cannot notify another again within an hour by challenging them, withdrawing and challenging again, by asking
// for a rematch again and again, or by inviting them to campaigns. After a played match, notifications work as usual.
func TestCheatByCallingForNothing(t *testing.T) {
	calls := 0
	w := campaigns.NewAs(t, func(s *bottest.Setup) {
		s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return loud{w, &calls} }
	}, party.Opt("opponent", "ben"))
	counts := func(name string, want int) {
		t.Helper()
		w.Settle()
		if calls != want {
			t.Errorf("%s: ben is called %d times, not %d", name, calls, want)
		}
		calls = 0
	}
	counts("the first campaign", 1)
	for range 3 {
		w.Says(w.Control(ann, "ended", "off"), "is over")
		w.Says(w.Command(ann, "start", party.Opt("name", "x"), party.Opt("opponent", "ben")), "It begins when")
		w.Settle()
	}
	counts("more campaigns", 0)
	again := func() {
		for range 3 {
			w.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "slow"))
			w.Click(ann, w.Newest(ann), "cancel|")
		}
	}
	again()
	counts("challenges", 1)
	w.Pass(time.Hour)
	again()
	counts("challenges an hour later", 1)
	w.Pass(time.Hour)
	w.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "none"))
	id := strings.TrimPrefix(party.ControlOf(t, w.Card(), "accept|"), "accept|")
	w.Press(ben, w.Card(), "force|"+id, "blue")
	w.Quits(ann, table.ID(id))
	counts("a match", 1)
	written := len(w.Direct(ben))
	for range 3 {
		w.Press(ann, w.Card(), "rematch|"+id)
		w.Click(ben, w.Card(), "decline|")
	}
	counts("rematches", 1)
	if n := len(w.Direct(ben)) - written; n != 1 {
		t.Errorf("ben is written to %d times", n)
	}
	w.Erase(ann)
	if s := w.About("ann"); len(s) > 0 {
		t.Errorf("of ann it keeps %v", s)
	}
}
