package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	small "downsync/bot/toy"
	"downsync/game/table"
)

// newReached is a party whose hosts note whether players can reach them.
func newReached(t *testing.T) *party {
	t.Helper()
	p := newPartyAs(t, func(s *bottest.Setup) {
		s.Forms, s.Dice, s.Reached = small.Forms{}, nil, func() bool { return true }
	})
	p.reached(0)
	return p
}

// reached lets time pass in which players can reach a host.
func (p *party) reached(d time.Duration) {
	p.t.Helper()
	p.Clock.Advance(d)
	value, err := json.Marshal(map[string]time.Time{"at": p.Clock.Now()})
	if err == nil {
		err = p.Store.Put(ctx, table.Record{Key: "attended", Value: value})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.Settle()
}

// down lets time pass in which no host runs.
func (p *party) down(d time.Duration) {
	p.t.Helper()
	p.Clock.Advance(d)
	p.Restart()
	p.Settle()
}

// Whatever people must do by some time, they have as long for it as if there had been no outage: one after another, over restarts and
// whichever host is asked.
func TestNoDeadlineCountsAnOutage(t *testing.T) {
	const reason = "a good reason"
	for name, c := range map[string]struct {
		life time.Duration
		// begin begins what runs out, and returns what says whether it has.
		begin func(p *party) (lapsed func() bool)
	}{
		"a challenge": {24 * time.Hour, func(p *party) func() bool {
			p.Slash(ann, challenge, challengeTo(ben))
			card := p.lobby()
			return func() bool { return strings.Contains(text(p.click(ben, card, "accept|")), "no longer open") }
		}},
		"a turn of a campaign": {3 * day, func(p *party) func() bool {
			w := p.war()
			return func() bool { return strings.Contains(text(w.control(eve, "map")), "has let it wait") }
		}},
		"a challenge of a campaign": {3 * day, func(p *party) func() bool {
			w := p.war()
			u, _ := w.first(ann, ben)
			w.attacks(u)
			return func() bool { return strings.Contains(text(w.control(eve, "map")), "has let it wait") }
		}},
		"a side that is idle": {14 * day, func(p *party) func() bool {
			w := p.war()
			_, other := w.first(ann, ben)
			return func() bool {
				w.control(other, "ended.idle")
				w.Settle()
				return strings.Contains(bottest.Words(w.card().Message), "as the other side let it wait")
			}
		}},
		"a seat that is offered": {48 * time.Hour, func(p *party) func() bool {
			p, id := courtOn(p)
			m := p.offers(judge, id, "B", eve)
			return func() bool {
				return strings.Contains(text(p.click(ben, m, "Take the seat")), "does not stand any more")
			}
		}},
		"an appeal": {7 * day, func(p *party) func() bool {
			p, id := courtOn(p)
			p.does(judge, id, "note")
			p.says(p.Slash(ben, []string{"dispute", "appeal"}, opt("number", "1"), opt("reason", reason), slashIn(string(id))), "Your appeal is open")
			return func() bool {
				return !strings.Contains(text(p.mod(judge, id, "dismiss", opt("reason", reason))), "another moderator has to decide")
			}
		}},
		"a dispute": {7 * day, func(p *party) func() bool {
			p, id := courtOn(p)
			p.Slash(ben, []string{"dispute", "open"}, opt("reason", reason), slashIn(string(id)))
			return func() bool {
				return !strings.Contains(text(p.Slash(ann, []string{"dispute", "withdraw"}, slashIn(string(id)))), "If no moderator does anything until")
			}
		}},
		"a ruling to confirm": {time.Hour, func(p *party) func() bool {
			p, id := courtOn(p)
			p.mod(judge, id, "note", opt("reason", reason))
			return p.unconfirmed("confirm/" + string(id) + "/" + string(judge))
		}},
		"a ban to confirm": {time.Hour, func(p *party) func() bool {
			p, _ = courtOn(p)
			p.Slash(judge, []string{"mod", "ban"}, opt("user", string(cal)), opt("reason", reason))
			return p.unconfirmed("confirm/guild/" + string(judge))
		}},
		"a removal to confirm": {10 * time.Minute, func(p *party) func() bool {
			p.Slash(ann, privacy("delete"))
			asks := p.Newest(ann)
			p.begin() // so that the press only asks again
			return func() bool {
				said := text(p.click(ann, asks, "privacy|"))
				if !strings.Contains(said, "Give up 1 match") && !strings.Contains(said, "`/privacy delete` asks again") {
					p.t.Fatalf("the answer says neither: %s", said)
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
			p.reached(c.life - 2*step)
			p.down(10 * day)
			runs("after an outage")
			p.reached(step)
			p.down(20 * day)
			runs("after another outage")
			p.reached(step - time.Minute)
			runs("a minute before its time")
			p.reached(2 * time.Minute)
			if !lapsed() {
				t.Error("it does not run out")
			}
		})
	}
}

// unconfirmed returns what says whether a moderator's question, which is kept under the key, can still be answered: it is turned down and put
// back. An answer that comes too late says what to do.
func (p *party) unconfirmed(key string) (lapsed func() bool) {
	p.t.Helper()
	asks := p.Newest(judge)
	return func() bool {
		p.t.Helper()
		raw, err := p.Store.Get(ctx, key)
		said := text(p.click(judge, asks, "|no"))
		gone := strings.Contains(said, "no longer waiting to be confirmed. Give the command again")
		if !gone && (err != nil || !strings.Contains(said, "Left as it was")) {
			p.t.Fatalf("%s (%v)", said, err)
		}
		if !gone {
			if err := p.Store.Put(ctx, table.Record{Key: key, Value: raw}); err != nil {
				p.t.Fatal(err)
			}
		}
		return gone
	}
}

// war is a campaign of the party between ann and ben.
func (p *party) war() war {
	p.t.Helper()
	w := war{p}
	w.says(w.campaign(ann, "start", opt("name", "The cup"), opt("side", "1"), opt("clock", "slow")), "The cup")
	w.Settle()
	w.joins(ben, "2")
	return w
}

// A player who said that they are ready still is after an outage.
func TestReadyStandsThroughAnOutage(t *testing.T) {
	p := newReached(t)
	p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
	p.click(ben, p.lobby(), "accept|")
	p.click(ben, p.Newest(ben), "force|", "blue")
	p.reached(9 * time.Minute)
	p.down(time.Hour)
	card := p.lobby()
	id := strings.TrimPrefix(controlOf(t, card, "ready|"), "ready|")
	p.click(ann, card, "ready|")
	if _, err := p.Hall.Meta(ctx, table.ID(id)); err != nil {
		t.Errorf("the match has not begun: %v", err)
	}
}

// After an outage the public cards show the later times, without anybody pressing anything.
func TestCardsShowTheirTimesAfterAnOutage(t *testing.T) {
	p := newReached(t)
	p.Slash(ann, challenge, challengeTo(ben))
	w := p.war()
	p.reached(time.Hour)
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
	shows(w.card(), turn)
	p.down(5 * day)
	open, turn = times()
	shows(p.Wire.Messages(bottest.General)[0], open)
	shows(w.card(), turn)
	edits := p.Wire.Count()
	p.down(10 * time.Second)
	if p.Wire.Count() != edits {
		t.Error("without a further outage the cards are edited again")
	}
}

// The notice of an offered seat shows its later time too, in the same message.
func TestAnOfferShowsItsTimeAfterAnOutage(t *testing.T) {
	p, id := courtOn(newReached(t))
	m := p.offers(judge, id, "B", eve)
	ends := fmt.Sprintf("<t:%d:", p.Clock.Now().Add(48*time.Hour).Unix())
	if s := bottest.Words(m.Message); !strings.Contains(s, ends) {
		t.Fatalf("it does not show %s:\n%s", ends, s)
	}
	p.reached(time.Hour)
	p.down(5 * day)
	ends = fmt.Sprintf("<t:%d:", p.Clock.Now().Add(47*time.Hour).Unix())
	shown := 0
	for _, now := range p.cards() {
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

// During an outage nothing runs out either: a press that arrives all the same finds what stood before.
func TestNothingLapsesDuringAnOutage(t *testing.T) {
	reached := true
	p := newPartyAs(t, func(s *bottest.Setup) { s.Reached = func() bool { return reached } })
	p.reached(0)
	p.Slash(ann, challenge, challengeTo(ben))
	card := p.lobby()
	reached = false
	p.Clock.Advance(3 * day)
	p.says(p.click(ben, card, "accept|"), "Choose your force")
	p.Clock.Advance(3 * day)
	reached = true
	p.Settle()
	p.reached(23 * time.Hour)
	p.says(p.click(ben, card, "accept|"), "Choose your force")
	p.reached(2 * time.Hour)
	p.says(p.click(ben, card, "accept|"), "no longer open")
}
