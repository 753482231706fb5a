package referee_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/toy"
)

// A seat is offered in the thread, and only the user it is offered to can take it with a button. Until then the current
// player goes on, and nobody who does not play gets a direct message.
func TestSeatIsOffered(t *testing.T) {
	p, id := party.Court(t)
	m := p.Offers(judge, id, "B", eve)
	party.Has(t, m, "offers the seat of B", "Name of judge", "for a good reason", "<@eve> (Name of eve), do you take the seat of B")
	if !slices.Equal(m.Mention, []wire.UserID{eve}) {
		t.Errorf("mentioned are %v", m.Mention)
	}
	for _, u := range []wire.UserID{ann, ben} {
		if s := p.Everything(u); !strings.Contains(s, "offers the seat of B") || !strings.Contains(s, "for a good reason") {
			t.Errorf("%s is told %s", u, s)
		}
	}
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	for _, u := range []wire.UserID{ann, ben, judge, "fay"} {
		p.Says(p.Click(u, m, "Take the seat"), "offered to somebody else")
		p.Says(p.Click(u, m, "No, thanks"), "offered to somebody else")
	}
	if n := len(p.Direct(eve)); n != 0 {
		t.Errorf("%d direct messages to somebody who was not asked", n)
	}
	p.Restart()
	p.Says(p.Click(eve, m, "Take the seat"), "You play **B** in this match now")
	p.Settle()
	p.Says(p.Click(eve, m, "Take the seat"), "is no longer open")
	p.Says(p.Slash(ben, []string{"match", "show"}, party.In(string(id))), "You are not in this match")
	p.Play(ann, "done")
	if s := p.Stored("offer/" + string(id)); s != "" {
		t.Errorf("kept of the offer: %s", s)
	}
}

// An offer lapses, can be declined, and ends with a newer offer, with another player in the seat and with the match.
func TestSeatOfferGoes(t *testing.T) {
	for name, goes := range map[string]func(p *party.Party, id table.ID, m bottest.Message){
		"lapsed": func(p *party.Party, _ table.ID, _ bottest.Message) { p.Pass(48 * time.Hour) },
		"turned down": func(p *party.Party, _ table.ID, m bottest.Message) {
			p.Says(p.Click(eve, m, "No, thanks"), "declined the seat")
		},
		"a newer one": func(p *party.Party, id table.ID, _ bottest.Message) { p.Offers(judge, id, "B", "fay") },
		"another player": func(p *party.Party, id table.ID, _ bottest.Message) {
			p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "fay"))
		},
		"the end": func(p *party.Party, id table.ID, _ bottest.Message) {
			p.Moderates(judge, id, "end", party.Opt("result", "draw"))
		},
		"a ban": func(p *party.Party, _ table.ID, _ bottest.Message) {
			p.Slash(second, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "rude"))
			p.Click(second, p.Newest(second), "ban|go")
		},
		"a look": func(p *party.Party, id table.ID, _ bottest.Message) {
			p.Roles[eve] = []wire.RoleID{modRole}
			p.Moderates(eve, id, "show", party.Opt("view", "A"))
		},
		"an appeal": func(p *party.Party, id table.ID, _ bottest.Message) {
			p.Says(p.Slash(ben, []string{"dispute", "appeal"}, party.Opt("number", "1"), party.Opt("reason", "no"), party.In(string(id))), "Your appeal is open")
		},
		"their data": func(p *party.Party, _ table.ID, _ bottest.Message) {
			p.Erase(eve)
			if left := p.About("eve"); len(left) > 0 {
				p.T.Errorf("left: %v", left)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, id := party.Court(t)
			p.T = t
			p.Moderates(judge, id, "extend", party.Opt("hours", "1"))
			m := p.Offers(judge, id, "B", eve)
			goes(p, id, m)
			p.Settle()
			if a := party.Text(p.Click(eve, m, "Take the seat")); !strings.Contains(a, "is no longer open") && !strings.Contains(a, "has banned you from matches") {
				t.Errorf("pressed then: %s", a)
			}
			if p.PublicOf(id).Meta.Users[1] == eve {
				t.Error("eve has the seat")
			}
			if name == "lapsed" || name == "the end" {
				if s := p.Stored("offer/" + string(id)); s != "" {
					t.Errorf("kept: %s", s)
				}
			}
		})
	}
}

// An offer lapses at its time, even if no host has deleted it yet.
func TestSeatOfferLapsesAtItsTime(t *testing.T) {
	for after, says := range map[time.Duration]string{48*time.Hour - time.Minute: "You play **B** in this match now", 48 * time.Hour: "is no longer open"} {
		p, id := party.Court(t)
		m := p.Offers(judge, id, "B", eve)
		p.Clock.Advance(after)
		if p.Stored("offer/"+string(id)) == "" {
			t.Fatal("a host has deleted it")
		}
		p.Says(p.Click(eve, m, "Take the seat"), says)
	}
}

// The button is pressed on two hosts at once: one of them seats the user, once.
func TestSeatIsTakenOnce(t *testing.T) {
	for n := -1; ; n++ {
		cut := &hosts.Interruption{}
		p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Store: cut.Store})}
		p.May[judge] = wire.ManageServer
		id := p.Begin()
		m := p.Offers(judge, id, "B", eve)
		take := func() string { return party.Text(p.Click(eve, m, "Take the seat")) }
		said, reached := cut.Both(n, take, take)
		p.Settle()
		seated := 0
		for _, s := range said {
			seated += strings.Count(s, "in this match now")
		}
		acts, err := p.Store.List(ctx, "act/", "", 9)
		if err != nil || len(acts) != 2 || seated == 0 || p.PublicOf(id).Meta.Users[1] != eve {
			t.Fatalf("use %d: %d acts, %v, %q", n, len(acts), err, said)
		}
		if n > 0 && !reached {
			return
		}
	}
}

// A user answers an offer while another host still notes where it was posted. They are not asked to press again, and the notice loses its
// buttons.
func TestSeatIsAnsweredAtOnce(t *testing.T) {
	for button, says := range map[string]string{"Take the seat": "in this match now", "No, thanks": "You have declined the seat"} {
		answered := 0
		for n := 1; ; n++ {
			cut := &hosts.Interruption{}
			p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Store: cut.Store})}
			p.May[judge] = wire.ManageServer
			id := p.Begin()
			p.Says(p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(eve)), party.Opt("reason", "late")), "You are about to")
			p.Says(p.Click(judge, p.Newest(judge), "|go"), "Done")
			pressed := false
			_, reached := cut.Both(n, func() string { p.Settle(); return "" }, func() string {
				for _, m := range p.Cards() {
					if strings.Contains(bottest.Words(m.Message), "do you take the seat") {
						pressed = true
						answered++
						p.Says(p.Click(eve, m, button), says)
					}
				}
				return ""
			})
			p.Settle()
			for _, m := range p.Cards() {
				if _, open := bottest.ControlsOf(m.Message).Find("Take the seat"); pressed && open {
					t.Errorf("use %d, %s: the notice keeps its buttons", n, button)
				}
			}
			if !reached {
				break
			}
		}
		if answered < 3 {
			t.Errorf("%s: answered %d times", button, answered)
		}
	}
}

// While a user answers an offer, another host notes where it was posted, or a moderator acts in the match. The user gets what they
// pressed, and is not asked to press again.
func TestSeatIsAnsweredBesideOthers(t *testing.T) {
	for button, says := range map[string]string{"Take the seat": "in this match now", "No, thanks": "You have declined the seat"} {
		for what, other := range map[string]func(*party.Party, table.ID, hosts.Deed){
			"noted": func(p *party.Party, id table.ID, _ hosts.Deed) { noteElsewhere(p, id) },
			"act": func(p *party.Party, id table.ID, note hosts.Deed) {
				if said := note.Do(p, id); !strings.Contains(said, "Done") {
					t.Fatal(said)
				}
			},
		} {
			for n := 1; ; n++ {
				cut := &hosts.Interruption{}
				p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Store: cut.Store})}
				p.May[judge] = wire.ManageServer
				id := p.Begin()
				m := p.Offers(judge, id, "B", eve)
				note := hosts.Deed{Who: judge, Verb: "mod note"}
				note.Ready(p, id)
				done := false
				said, reached := cut.Both(n, func() string { return party.Text(p.Click(eve, m, button)) }, func() string {
					if done = p.Stored("offer/"+string(id)) != ""; done {
						other(p, id, note)
					}
					return ""
				})
				if !strings.Contains(said[0], says) {
					t.Errorf("%s, %s at use %d: %q", button, what, n, said[0])
				}
				if !reached || !done {
					break
				}
			}
		}
	}
}

// noteElsewhere notes another place of the notice of the match's offer, as another host would.
func noteElsewhere(p *party.Party, id table.ID) {
	key := "offer/" + string(id)
	raw := p.Stored(key)
	if err := p.Store.Put(ctx, table.Record{Key: key, Value: []byte(strings.Replace(raw, `"message":"`, `"message":"moved-`, 1))}); err != nil {
		p.T.Fatal(err)
	}
}

// A removal of a user's data takes the offer of a seat with it, even while another host notes where the offer was posted.
func TestPrivacyDeleteTakesAnOfferThatIsNoted(t *testing.T) {
	noted := 0
	for n := 1; ; n++ {
		cut := &hosts.Interruption{}
		p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Store: cut.Store})}
		p.May[judge] = wire.ManageServer
		id := p.Begin()
		p.Offers(judge, id, "B", eve)
		p.Slash(eve, party.PrivacyCommand("delete"))
		sure := p.Newest(eve)
		open := false
		_, reached := cut.Both(n, func() string { return party.Text(p.Click(eve, sure, "privacy|")) }, func() string {
			if open = p.Stored("offer/"+string(id)) != ""; open {
				noted++
				noteElsewhere(p, id)
			}
			return ""
		})
		if kept := p.Stored("offer/" + string(id)); reached && kept != "" {
			t.Errorf("use %d: kept %s", n, kept)
		}
		if !reached || !open {
			break
		}
	}
	if noted < 3 {
		t.Errorf("noted %d times", noted)
	}
}

// A moderator whose request fails is told so in the bot's words, not in the store's.
func TestFailureIsNoRefusal(t *testing.T) {
	fails := false
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{},
		Store: func(s table.Store) table.Store { return failingKeys{s, "bound/offered/", &fails} }})}
	p.May[judge] = wire.ManageServer
	id := p.Begin()
	offer := func() wire.Answer {
		return p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(eve)), party.Opt("reason", "late"))
	}
	fails = true
	p.Says(offer(), "That did not work just now")
	fails = false
	p.Says(offer(), "You are about to")
	fails = true
	p.Says(p.Click(judge, p.Newest(judge), "|go"), "That did not work just now")
}

// failingKeys is a store that cannot read the records whose keys begin with the prefix, while the switch is on.
type failingKeys struct {
	table.Store
	prefix string
	on     *bool
}

func (s failingKeys) Get(ctx context.Context, key string) ([]byte, error) {
	if *s.on && strings.HasPrefix(key, s.prefix) {
		return nil, errors.New("connection refused")
	}
	return s.Store.Get(ctx, key)
}

// A seat is taken and declined on two hosts at once: what comes first counts, and the user is told so.
func TestSeatIsTakenOrDeclined(t *testing.T) {
	for _, declinesFirst := range []bool{false, true} {
		for n := -1; ; n++ {
			cut := &hosts.Interruption{}
			p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Store: cut.Store})}
			p.May[judge] = wire.ManageServer
			id := p.Begin()
			m := p.Offers(judge, id, "B", eve)
			take := func() string { return party.Text(p.Click(eve, m, "Take the seat")) }
			decline := func() string { return party.Text(p.Click(eve, m, "No, thanks")) }
			first, second := take, decline
			if declinesFirst {
				first, second = decline, take
			}
			both, reached := cut.Both(n, first, second)
			p.Settle()
			said := both[0] + both[1]
			taken, declined := strings.Contains(said, "in this match now"), strings.Contains(said, "You have declined the seat")
			if seated := p.PublicOf(id).Meta.Users[1] == eve; taken == declined || seated != taken {
				t.Fatalf("use %d, seated %t: %q", n, seated, both)
			}
			if n > 0 && !reached {
				break
			}
		}
	}
}

// Only members of the server are offered a seat: at most three a day, and at most ten a day by one moderator.
func TestSeatOffersAreBounded(t *testing.T) {
	p, id := party.Court(t)
	p.Strangers = map[wire.UserID]bool{"far": true}
	try := func(by wire.UserID, id table.ID, user string) string {
		a := p.Mod(by, id, "replace", party.Opt("side", "B"), party.Opt("user", user), party.Opt("reason", "x"))
		if strings.Contains(party.Text(a), "You are about to") {
			a = p.Click(by, p.Newest(by), "|go")
			p.Settle()
		}
		return party.Text(a)
	}
	if a := try(judge, id, "far"); !strings.Contains(a, "not on this server") {
		t.Errorf("a stranger: %s", a)
	}
	for n, by := range []wire.UserID{judge, second, judge, second} {
		if a := try(by, id, "eve"); strings.Contains(a, "Done") != (n < 3) || n == 3 && !strings.Contains(a, "offered 3 seats within a day") {
			t.Errorf("offer %d to the same: %s", n, a)
		}
	}
	for n := range 9 {
		if a := try(judge, id, fmt.Sprint("u", n)); strings.Contains(a, "Done") != (n < 8) || n == 8 && !strings.Contains(a, "offered 10 seats within a day") {
			t.Errorf("offer %d of the same moderator: %s", n+2, a)
		}
	}
	p.Pass(25 * time.Hour)
	if a := try(judge, id, "eve"); !strings.Contains(a, "Done") {
		t.Errorf("a day later: %s", a)
	}
}

// A seat that a moderator offered counts separately from the matches that its player may begin.
func TestTakenSeatsCountApart(t *testing.T) {
	p, id := party.Court(t)
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	if p.Stored(keys.Taken(eve, id)) == "" {
		t.Error("the seat is not noted as taken")
	}
	const most = 100
	for n := range most { // after these, the next one is too many
		p.Clock.Advance(time.Hour / 30)
		p.Says(p.Slash(eve, party.Challenge), "is out")
		p.Slash(eve, []string{"match", "cancel"})
		if err := p.Store.Put(ctx, table.Record{Key: fmt.Sprintf("user/%s/another%d", eve, n), Value: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	p.Says(p.Slash(eve, party.Challenge), "You have 100 matches running, the maximum")
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "fay"))
	p.Moderates(judge, id, "end", party.Opt("result", "draw"))
	for _, u := range []wire.UserID{eve, "fay"} {
		if s := p.Stored(keys.Taken(u, id)); s != "" {
			t.Errorf("it is kept that %s has taken a seat", u)
		}
	}
}

// A former player can appeal the act that took their seat, withdraw that appeal, and nothing more. Another moderator
// decides it.
func TestFormerPlayerAppeals(t *testing.T) {
	p, id := party.Court(t)
	p.Moderates(judge, id, "extend", party.Opt("hours", "1"))
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	dms := p.Direct(ben)
	party.Has(t, dms[len(dms)-1], "has given your seat to <@eve>", "number:3")
	appeal := func(u wire.UserID, n string) wire.Answer {
		return p.Slash(u, []string{"dispute", "appeal"}, party.Opt("number", n), party.Opt("reason", "I was there"), party.In(string(id)))
	}
	p.Says(appeal(ben, "1"), "only the decision that gave your seat")
	p.Says(p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "x"), party.In(string(id))), "do not play in this match")
	p.Says(p.Slash(ben, []string{"dispute", "withdraw"}, party.In(string(id))), "no open dispute")
	p.Says(appeal(ben, "3"), "Your appeal is open")
	p.Settle()
	p.Says(p.Mod(judge, id, "dismiss", party.Opt("reason", "x")), "another moderator must decide")
	p.Says(p.Slash(ben, []string{"dispute", "withdraw"}, party.In(string(id))), "Withdrawn")
	p.Says(appeal(ben, "3"), "was appealed before")
	p.Says(appeal(eve, "1"), "Your appeal is open")
	p.Says(p.Slash(ben, []string{"dispute", "withdraw"}, party.In(string(id))), "Only the player who opened")
	p.Says(p.Moderates(second, id, "uphold"), "Done")
	p.Says(appeal("fay", "3"), "do not play in this match")
}

// In a match of a campaign only members of its side get a seat. A user who leaves the side before taking the seat loses
// the offer.
func TestSeatOfACampaign(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Joins(cal, campaigns.SideOf[u])
	w.Joins(dan, campaigns.SideOf[other])
	w.Joins("gil", campaigns.SideOf[other])
	w.May[judge] = wire.ManageServer
	id := w.Fights(u, other)
	for _, who := range []wire.UserID{cal, eve} {
		w.Says(w.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(who)), party.Opt("reason", "x")), "not on that side")
	}
	w.Says(w.Mod(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", "dan"), party.Opt("reason", "x")), "not on that side")
	m := w.Offers(judge, id, "B", dan)
	w.Control(dan, "left")
	w.Says(w.Click(dan, m, "Take the seat"), "is no longer open")
	m = w.Offers(judge, id, "B", "gil")
	w.Says(w.Click("gil", m, "Take the seat"), "You play **B**")
	w.Settle()
	w.Says(w.Slash(other, []string{"dispute", "appeal"}, party.Opt("number", "3"), party.Opt("reason", "x"), party.In(string(id))), "Your appeal is open")
}
