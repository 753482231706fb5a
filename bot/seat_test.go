package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
	"downsync/game/toy"
)

// offers has the moderator offer a seat, and returns the message with the buttons.
func (p *party) offers(judge bot.UserID, id table.ID, side string, user bot.UserID) bottest.Message {
	p.t.Helper()
	p.says(p.mod(judge, id, "replace", opt("side", side), opt("user", string(user)), opt("reason", "for a good reason")), "You are about to** offer a seat")
	p.says(p.click(judge, p.Newest(judge), "|go"), "Done")
	p.Settle()
	cards := p.cards()
	for n := range cards {
		if m := cards[len(cards)-1-n]; strings.Contains(bottest.Words(m.Message), "do you take the seat") {
			return m
		}
	}
	p.t.Fatal("nothing is offered")
	return bottest.Message{}
}

// A seat is offered in the thread and taken with a button by whom it is offered to, and by nobody else. Until then the player before goes on, and
// no direct message is written to anybody who does not play.
func TestSeatIsOffered(t *testing.T) {
	p, id := court(t)
	m := p.offers(judge, id, "B", eve)
	has(t, m, "offers the seat of B", "Name of judge", "for a good reason", "<@eve>, do you take the seat of B")
	if !slices.Equal(m.Mention, []bot.UserID{eve}) {
		t.Errorf("mentioned are %v", m.Mention)
	}
	for _, u := range []bot.UserID{ann, ben} {
		if s := p.everything(u); !strings.Contains(s, "offers the seat of B") || !strings.Contains(s, "for a good reason") {
			t.Errorf("%s is told %s", u, s)
		}
	}
	p.play(ann, "bid 2")
	p.play(ben, "bid 3")
	for _, u := range []bot.UserID{ann, ben, judge, "fay"} {
		p.says(p.click(u, m, "Take the seat"), "offered to somebody else")
		p.says(p.click(u, m, "No, thanks"), "offered to somebody else")
	}
	if n := len(p.dms(eve)); n != 0 {
		t.Errorf("%d direct messages to somebody who was not asked", n)
	}
	p.Restart()
	p.says(p.click(eve, m, "Take the seat"), "You play **B** in this match now")
	p.Settle()
	p.says(p.click(eve, m, "Take the seat"), "does not stand any more")
	p.says(p.Slash(ben, []string{"match", "show"}, slashIn(string(id))), "You are not in this match")
	p.play(ann, "done")
	if s := p.stored("offer/" + string(id)); s != "" {
		t.Errorf("kept of the offer: %s", s)
	}
}

// An offer lapses, may be turned down, and gives way to a newer one, to another player in the seat and to the end of the match.
func TestSeatOfferGoes(t *testing.T) {
	for name, goes := range map[string]func(p *party, id table.ID, m bottest.Message){
		"lapsed": func(p *party, _ table.ID, _ bottest.Message) { p.Pass(48 * time.Hour) },
		"turned down": func(p *party, _ table.ID, m bottest.Message) {
			p.says(p.click(eve, m, "No, thanks"), "turned the seat down")
		},
		"a newer one": func(p *party, id table.ID, _ bottest.Message) { p.offers(judge, id, "B", "fay") },
		"another player": func(p *party, id table.ID, _ bottest.Message) {
			p.does(judge, id, "replace", opt("side", "B"), opt("user", "fay"))
		},
		"the end": func(p *party, id table.ID, _ bottest.Message) { p.does(judge, id, "end", opt("result", "draw")) },
		"a ban": func(p *party, _ table.ID, _ bottest.Message) {
			p.Slash(second, []string{"mod", "ban"}, opt("user", "eve"), opt("reason", "rude"))
			p.click(second, p.Newest(second), "ban|go")
		},
		"a look": func(p *party, id table.ID, _ bottest.Message) {
			p.Roles[eve] = []bot.RoleID{modRole}
			p.does(eve, id, "show", opt("view", "A"))
		},
		"an appeal": func(p *party, id table.ID, _ bottest.Message) {
			p.says(p.Slash(ben, []string{"dispute", "appeal"}, opt("number", "1"), opt("reason", "no"), slashIn(string(id))), "Your appeal is open")
		},
		"their data": func(p *party, _ table.ID, _ bottest.Message) {
			p.erase(eve)
			if left := p.about("eve"); len(left) > 0 {
				p.t.Errorf("left: %v", left)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, id := court(t)
			p.t = t
			m := p.offers(judge, id, "B", eve)
			goes(p, id, m)
			p.Settle()
			if a := text(p.click(eve, m, "Take the seat")); !strings.Contains(a, "does not stand any more") && !strings.Contains(a, "keeps you from matches") {
				t.Errorf("pressed then: %s", a)
			}
			if p.publicOf(id).Meta.Users[1] == eve {
				t.Error("eve has the seat")
			}
			if name == "lapsed" || name == "the end" {
				if s := p.stored("offer/" + string(id)); s != "" {
					t.Errorf("kept: %s", s)
				}
			}
		})
	}
}

// Of two hosts at which the button is pressed at once one seats the user, once.
func TestSeatIsTakenOnce(t *testing.T) {
	for n := -1; ; n++ {
		cut := &cutting{}
		p := &party{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: toyForms{}, Store: func(x table.Store) table.Store { return cutIn{x, cut} }})}
		p.May[judge] = bot.ManageServer
		id := p.begin()
		m := p.offers(judge, id, "B", eve)
		take := func() string { return text(p.click(eve, m, "Take the seat")) }
		said, reached := cut.both(n, take, take)
		p.Settle()
		seated := 0
		for _, s := range said {
			seated += strings.Count(s, "in this match now")
		}
		acts, err := p.Store.List(ctx, "act/", "", 9)
		if err != nil || len(acts) != 2 || seated == 0 || p.publicOf(id).Meta.Users[1] != eve {
			t.Fatalf("use %d: %d acts, %v, %q", n, len(acts), err, said)
		}
		if n >= 0 && !reached {
			return
		}
	}
}

// Only members of the server are offered a seat, three a day, by one moderator ten a day.
func TestSeatOffersAreBounded(t *testing.T) {
	p, id := court(t)
	p.Strangers = map[bot.UserID]bool{"far": true}
	try := func(by bot.UserID, id table.ID, user string) string {
		a := p.mod(by, id, "replace", opt("side", "B"), opt("user", user), opt("reason", "x"))
		if strings.Contains(text(a), "You are about to") {
			a = p.click(by, p.Newest(by), "|go")
			p.Settle()
		}
		return text(a)
	}
	if a := try(judge, id, "far"); !strings.Contains(a, "not on this server") {
		t.Errorf("a stranger: %s", a)
	}
	for n, by := range []bot.UserID{judge, second, judge, second} {
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

// A seat that a moderator offered is counted apart from the matches that its player may begin.
func TestTakenSeatsCountApart(t *testing.T) {
	p, id := court(t)
	p.does(judge, id, "replace", opt("side", "B"), opt("user", "eve"))
	if p.stored(bot.TakenKey(eve, id)) == "" {
		t.Error("the seat is not noted as taken")
	}
	p.does(judge, id, "replace", opt("side", "B"), opt("user", "fay"))
	p.does(judge, id, "end", opt("result", "draw"))
	for _, u := range []bot.UserID{eve, "fay"} {
		if s := p.stored(bot.TakenKey(u, id)); s != "" {
			t.Errorf("it is kept that %s has taken a seat", u)
		}
	}
}

// A former player appeals the act by which they left, takes that back, and nothing more; another moderator decides it.
func TestFormerPlayerAppeals(t *testing.T) {
	p, id := court(t)
	p.does(judge, id, "note")
	p.does(judge, id, "replace", opt("side", "B"), opt("user", "eve"))
	dms := p.dms(ben)
	has(t, dms[len(dms)-1], "another player into your seat", "number:3")
	appeal := func(u bot.UserID, n string) bot.Answer {
		return p.Slash(u, []string{"dispute", "appeal"}, opt("number", n), opt("reason", "I was there"), slashIn(string(id)))
	}
	p.says(appeal(ben, "1"), "only the decision that gave your seat")
	p.says(p.Slash(ben, []string{"dispute", "open"}, opt("reason", "x"), slashIn(string(id))), "do not play in this match")
	p.says(p.Slash(ben, []string{"dispute", "withdraw"}, slashIn(string(id))), "no open dispute")
	p.says(appeal(ben, "3"), "Your appeal is open")
	p.Settle()
	p.says(p.mod(judge, id, "dismiss", opt("reason", "x")), "another moderator has to decide")
	p.says(p.Slash(ben, []string{"dispute", "withdraw"}, slashIn(string(id))), "Taken back")
	p.says(appeal(ben, "3"), "has been appealed once")
	p.says(appeal(eve, "1"), "Your appeal is open")
	p.says(p.Slash(ben, []string{"dispute", "withdraw"}, slashIn(string(id))), "Only whoever opened")
	p.says(p.does(second, id, "uphold"), "Done")
	p.says(appeal("fay", "3"), "do not play in this match")
}

// In a match of a campaign a seat goes to members of its side only, also if they leave it before they take it.
func TestSeatOfACampaign(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.joins(cal, sideOf[u])
	w.joins(dan, sideOf[other])
	w.joins("gil", sideOf[other])
	w.May[judge] = bot.ManageServer
	id := w.fights(u, other)
	for _, who := range []bot.UserID{cal, eve} {
		w.says(w.mod(judge, id, "replace", opt("side", "B"), opt("user", string(who)), opt("reason", "x")), "not on that side")
	}
	w.says(w.mod(judge, id, "replace", opt("side", "A"), opt("user", "dan"), opt("reason", "x")), "not on that side")
	m := w.offers(judge, id, "B", dan)
	w.control(dan, "left")
	w.says(w.click(dan, m, "Take the seat"), "does not stand any more")
	m = w.offers(judge, id, "B", "gil")
	w.says(w.click("gil", m, "Take the seat"), "You play **B**")
	w.Settle()
	w.says(w.Slash(other, []string{"dispute", "appeal"}, opt("number", "3"), opt("reason", "x"), slashIn(string(id))), "Your appeal is open")
}
