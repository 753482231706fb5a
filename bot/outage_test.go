package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/game/table"
)

// newReached returns a party whose hosts note whether players can reach them.
func newReached(t *testing.T) *party.Party {
	t.Helper()
	p := party.PlainAs(t, func(s *bottest.Setup) {
		s.Forms, s.Dice, s.Reached = small.Forms{}, nil, func() bool { return true }
	})
	reachedAfter(p, 0)
	return p
}

// reachedAfter lets time pass in which players can reach a host.
func reachedAfter(p *party.Party, d time.Duration) {
	p.T.Helper()
	p.Clock.Advance(d)
	value, err := json.Marshal(map[string]time.Time{"at": p.Clock.Now()})
	if err == nil {
		err = p.Store.Put(ctx, table.Record{Key: "attended", Value: value})
	}
	if err != nil {
		p.T.Fatal(err)
	}
	p.Settle()
}

// goesDown lets time pass in which no host runs.
func goesDown(p *party.Party, d time.Duration) {
	p.T.Helper()
	p.Clock.Advance(d)
	p.Restart()
	p.Settle()
}

// An outage takes nothing from the time that people have for anything with a deadline: over several outages, over
// restarts, and whichever host answers.
func TestNoDeadlineCountsAnOutage(t *testing.T) {
	const reason = "a good reason"
	for name, c := range map[string]struct {
		life time.Duration
		// begin begins something with a deadline, and returns a function that reports whether it has lapsed.
		begin func(p *party.Party) (lapsed func() bool)
	}{
		"a challenge": {24 * time.Hour, func(p *party.Party) func() bool {
			p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
			card := p.Card()
			return func() bool { return strings.Contains(party.Text(p.Click(ben, card, "accept|")), "no longer open") }
		}},
		"a turn of a campaign": {3 * day, func(p *party.Party) func() bool {
			w := newCampaign(p)
			return func() bool { return strings.Contains(party.Text(w.Control(eve, "map")), "has let it wait") }
		}},
		"a challenge of a campaign": {3 * day, func(p *party.Party) func() bool {
			w := newCampaign(p)
			u, _ := w.First(ann, ben)
			w.Attacks(u)
			return func() bool { return strings.Contains(party.Text(w.Control(eve, "map")), "has let it wait") }
		}},
		"a side that is idle": {14 * day, func(p *party.Party) func() bool {
			w := newCampaign(p)
			_, other := w.First(ann, ben)
			return func() bool {
				w.Control(other, "ended.idle")
				w.Settle()
				return strings.Contains(bottest.Words(w.CampaignCard().Message), "as the other side let it wait")
			}
		}},
		"a seat that is offered": {48 * time.Hour, func(p *party.Party) func() bool {
			p, id := party.CourtOn(p)
			m := p.Offers(judge, id, "B", eve)
			return func() bool {
				return strings.Contains(party.Text(p.Click(ben, m, "Take the seat")), "is no longer open")
			}
		}},
		"an appeal": {7 * day, func(p *party.Party) func() bool {
			p, id := party.CourtOn(p)
			p.Moderates(judge, id, "extend", party.Opt("hours", "1"))
			p.Says(p.Slash(ben, []string{"dispute", "appeal"}, party.Opt("number", "1"), party.Opt("reason", reason), party.In(string(id))), "Your appeal is open")
			return func() bool {
				return !strings.Contains(party.Text(p.Mod(judge, id, "dismiss", party.Opt("reason", reason))), "another moderator must decide")
			}
		}},
		"a dispute": {7 * day, func(p *party.Party) func() bool {
			p, id := party.CourtOn(p)
			p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", reason), party.In(string(id)))
			return func() bool {
				return !strings.Contains(party.Text(p.Slash(ann, []string{"dispute", "withdraw"}, party.In(string(id)))), "If no moderator does anything until")
			}
		}},
		"a ruling to confirm": {time.Hour, func(p *party.Party) func() bool {
			p, id := party.CourtOn(p)
			p.Mod(judge, id, "note", party.Opt("reason", reason))
			return unconfirmed(p, "confirm/"+string(id)+"/"+string(judge))
		}},
		"a ban to confirm": {time.Hour, func(p *party.Party) func() bool {
			p, _ = party.CourtOn(p)
			p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", string(cal)), party.Opt("reason", reason))
			return unconfirmed(p, "confirm/guild/"+string(judge))
		}},
		"a removal to confirm": {10 * time.Minute, func(p *party.Party) func() bool {
			p.Slash(ann, []string{"privacy", "delete"})
			asks := p.Newest(ann)
			p.Begin() // the press then only asks again
			return func() bool {
				said := party.Text(p.Click(ann, asks, "privacy|"))
				if !strings.Contains(said, "Concede 1 match") && !strings.Contains(said, "`/privacy delete` asks again") {
					p.T.Fatalf("the answer says neither: %s", said)
				}
				return strings.Contains(said, "too old")
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newReached(t)
			lapsed := c.begin(p)
			runs := func(when string) {
				t.Helper()
				for range p.Hosts() {
					if lapsed() {
						t.Fatalf("%s it has run out", when)
					}
				}
			}
			step := min(time.Hour, c.life/4)
			reachedAfter(p, c.life-2*step)
			goesDown(p, 10*day)
			runs("after an outage")
			reachedAfter(p, step)
			goesDown(p, 20*day)
			runs("after another outage")
			reachedAfter(p, step-time.Minute)
			runs("a minute before its time")
			reachedAfter(p, 2*time.Minute)
			if !lapsed() {
				t.Error("it does not run out")
			}
		})
	}
}

// unconfirmed returns a function that reports whether a moderator's question, stored under the key, has lapsed: it
// declines the question and puts it back. An answer that comes too late says what to do.
func unconfirmed(p *party.Party, key string) (lapsed func() bool) {
	p.T.Helper()
	asks := p.Newest(judge)
	return func() bool {
		p.T.Helper()
		raw, err := p.Store.Get(ctx, key)
		said := party.Text(p.Click(judge, asks, "|no"))
		gone := strings.Contains(said, "no longer waiting to be confirmed")
		if !gone && (err != nil || !strings.Contains(said, "Nothing was changed")) {
			p.T.Fatalf("%s (%v)", said, err)
		}
		if !gone {
			if err := p.Store.Put(ctx, table.Record{Key: key, Value: raw}); err != nil {
				p.T.Fatal(err)
			}
		}
		return gone
	}
}

// newCampaign begins a campaign of the party between ann and ben.
func newCampaign(p *party.Party) campaigns.Campaign {
	p.T.Helper()
	w := campaigns.Campaign{Party: p}
	w.Says(w.Command(ann, "start", party.Opt("name", "The cup"), party.Opt("side", "1"), party.Opt("clock", "slow")), "The cup")
	w.Settle()
	w.Joins(ben, "2")
	return w
}

// A player who said that they are ready is still ready after an outage.
func TestReadyStandsThroughAnOutage(t *testing.T) {
	p := newReached(t)
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	reachedAfter(p, 9*time.Minute)
	goesDown(p, time.Hour)
	card := p.Card()
	id := strings.TrimPrefix(party.ControlOf(t, card, "ready|"), "ready|")
	p.Click(ann, card, "ready|")
	if _, err := p.Hall.Meta(ctx, table.ID(id)); err != nil {
		t.Errorf("the match has not begun: %v", err)
	}
}

// After an outage the public cards show the later times, without anybody pressing anything.
func TestCardsShowTheirTimesAfterAnOutage(t *testing.T) {
	p := newReached(t)
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	w := newCampaign(p)
	reachedAfter(p, time.Hour)
	times := func() (open, turn time.Time) {
		return p.Clock.Now().Add(23 * time.Hour), p.Clock.Now().Add(3*day - time.Hour)
	}
	shows := func(m bottest.Message, at time.Time) {
		t.Helper()
		if s := bottest.Words(m.Message); !strings.Contains(s, fmt.Sprintf("<t:%d:", at.Unix())) {
			t.Errorf("the card does not show %d:\n%s", at.Unix(), s)
		}
	}
	open, turn := times()
	shows(p.Wire.Messages(bottest.General)[0], open)
	shows(w.CampaignCard(), turn)
	goesDown(p, 5*day)
	open, turn = times()
	shows(p.Wire.Messages(bottest.General)[0], open)
	shows(w.CampaignCard(), turn)
	edits := p.Wire.Count()
	goesDown(p, 10*time.Second)
	if p.Wire.Count() != edits {
		t.Error("without a further outage the cards are edited again")
	}
}

// The notice of an offered seat also shows its later time, in the same message.
func TestAnOfferShowsItsTimeAfterAnOutage(t *testing.T) {
	p, id := party.CourtOn(newReached(t))
	m := p.Offers(judge, id, "B", eve)
	ends := fmt.Sprintf("<t:%d:", p.Clock.Now().Add(48*time.Hour).Unix())
	if s := bottest.Words(m.Message); !strings.Contains(s, ends) {
		t.Fatalf("it does not show %s:\n%s", ends, s)
	}
	reachedAfter(p, time.Hour)
	goesDown(p, 5*day)
	ends = fmt.Sprintf("<t:%d:", p.Clock.Now().Add(47*time.Hour).Unix())
	shown := 0
	for _, now := range p.Cards() {
		if strings.Contains(bottest.Words(now.Message), "do you take the seat") {
			if shown++; now.ID != m.ID || !strings.Contains(bottest.Words(now.Message), ends) {
				t.Errorf("it does not show %s:\n%s", ends, bottest.Words(now.Message))
			}
		}
	}
	if shown != 1 {
		t.Errorf("it stands %d times", shown)
	}
}

// During an outage nothing lapses either: a press that still arrives finds everything as it was before.
func TestNothingLapsesDuringAnOutage(t *testing.T) {
	reached := true
	p := party.PlainAs(t, func(s *bottest.Setup) { s.Reached = func() bool { return reached } })
	reachedAfter(p, 0)
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	card := p.Card()
	reached = false
	p.Clock.Advance(3 * day)
	p.Says(p.Click(ben, card, "accept|"), "Choose your force")
	p.Clock.Advance(3 * day)
	reached = true
	p.Settle()
	reachedAfter(p, 23*time.Hour)
	p.Says(p.Click(ben, card, "accept|"), "Choose your force")
	reachedAfter(p, 2*time.Hour)
	p.Says(p.Click(ben, card, "accept|"), "no longer open")
}
