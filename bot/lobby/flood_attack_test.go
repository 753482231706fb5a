package lobby_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game/table"
)

// One user can fill a server with cards and threads only so far: matches against the bot that they concede, rematches, challenges
// that they withdraw. Another user goes on; the same user can go on an hour later.
func TestCheatByFloodingAServer(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	refused := 0
	for range 3 * bound.Cards.Most {
		a := party.Text(p.Slash(ann, party.Challenge, party.Opt("rival", "recruit")))
		if strings.Contains(a, "You have posted 40 new cards within an hour") {
			refused++
			continue
		}
		p.Settle()
		p.Slash(ann, []string{"match", "concede"})
		p.Click(ann, p.Newest(ann), "x|")
		p.Settle()
	}
	if n := len(p.Wire.Threads()); n > bound.Cards.Most || refused < bound.Cards.Most {
		t.Errorf("%d threads, %d refusals", n, refused)
	}
	p.Says(p.Slash(ann, party.Challenge), "You have posted 40 new cards within an hour")
	p.Says(p.Slash(ann, party.Challenge, party.Opt("guild", "elsewhere")), "You have posted 40 new cards within an hour")
	p.Erase(ann)
	p.Says(p.Slash(ann, party.Challenge), "You have posted 40 new cards within an hour")
	p.Says(p.Slash(ben, party.Challenge), "is out")
	p.Pass(time.Hour)
	p.Says(p.Slash(ann, party.Challenge), "is out")
	p.NoFaults()
}

// A rematch is a card like any.
func TestCheatByFloodingWithRematches(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) { s.Limits = bound.Settings{"cards": 3} })
	for range 3 {
		p.Slash(ann, party.Challenge, party.Opt("rival", "recruit"))
		p.Settle()
		p.Slash(ann, []string{"match", "concede"})
		p.Click(ann, p.Newest(ann), "x|")
		p.Settle()
	}
	all, err := p.Hall.MatchesOf(ctx, ann)
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	p.Says(p.Press(ann, p.Card(), "rematch|"+string(all[0].Match)), "You have posted 3 new cards within an hour")
}

// A server has so many new cards an hour, whoever posts them; another server has its own.
func TestCheatByFloodingAServerTogether(t *testing.T) {
	p := party.PlainAs(t, func(s *bottest.Setup) { s.Limits = bound.Settings{"server_cards": 6} })
	for n := range 6 {
		p.Says(p.Slash(wire.UserID(fmt.Sprint("u", n)), party.Challenge), "is out")
	}
	p.Says(p.Slash("u6", party.Challenge), "This server has had 6 new cards within an hour")
	p.Says(p.Slash("u6", party.Challenge, party.Opt("guild", "elsewhere"), party.Opt("in", "there")), "is out")
	p.Pass(time.Hour)
	p.Says(p.Slash("u6", party.Challenge), "is out")
}

// A card that is posted again counts. Beyond the bound the old card is updated instead, and nobody is notified.
func TestCheatByPostingAgain(t *testing.T) {
	p := party.New(t, nil, func(s *bottest.Setup) { s.Limits = bound.Settings{"cards": 3} })
	p.Opens("seats:5", "opponent:ben")
	for n := range 4 {
		before := len(p.Wire.Messages(bottest.General))
		m := p.Newest(ann)
		p.Click(ann, m, "invite|", fmt.Sprint("u", n))
		posted := len(p.Wire.Messages(bottest.General)) - before
		if posted != map[bool]int{true: 1}[n < 2] {
			t.Errorf("invitation %d: %d cards", n, posted)
		}
	}
	party.Has(t, p.Card(), "Invited: <@ben> (Name of ben), <@u0> (Name of u0), <@u1> (Name of u1), <@u2> (Name of u2), <@u3> (Name of u3)")
}

// Somebody is notified of challenges only so often in a day, however many users challenge them; the challenges reach them all the same.
func TestCheatByCallingTogether(t *testing.T) {
	p := party.Plain(t)
	called := 0
	for n := range 2 * bound.Called.Most {
		u := wire.UserID(fmt.Sprint("u", n))
		p.Says(p.Slash(u, party.Challenge, party.ChallengeTo(ben)), "is out")
		called += len(p.Card().Mention)
	}
	if called != bound.Called.Most {
		t.Errorf("ben was notified %d times", called)
	}
	p.Pass(23 * time.Hour)
	if p.Slash("again", party.Challenge, party.ChallengeTo(ben)); len(p.Card().Mention) > 0 {
		t.Error("ben was notified once more")
	}
	p.Pass(time.Hour)
	if p.Slash("later", party.Challenge, party.ChallengeTo(ben)); len(p.Card().Mention) != 1 {
		t.Error("ben is not notified a day later")
	}
}

// A match that came of a challenge without the user who was called does not free the caller: playing the bot instead, or
// with somebody else, and conceding, notifies nobody more often.
func TestCheatByCallingAndPlayingTheBotInstead(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	called := 0
	for range 6 {
		p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(ben)), "is out")
		called += len(p.Card().Mention)
		id := p.Table().ID
		p.Press(ann, p.Card(), "rivals|"+id+"|recruit")
		p.Settle()
		if all, err := p.Hall.MatchesOf(ctx, ann); err != nil || len(all) == 0 {
			t.Fatal("no match begins", err)
		}
		p.Slash(ann, []string{"match", "concede"})
		p.Click(ann, p.Newest(ann), "x|")
		p.Settle()
	}
	if called != 1 {
		t.Errorf("ben was notified %d times within minutes", called)
	}
}

// In a series a card that is posted again counts for its user. A rematch of a match of the series is an ordinary match and counts too. The cards of
// the series itself are posted beyond the bound, because a side loses by not being told.
func TestCheatByPostingInASeries(t *testing.T) {
	const reached = "You have posted 2 new cards within an hour"
	begin := func() (w campaigns.Campaign, host, taker wire.UserID) {
		w = campaigns.NewAs(t, func(s *bottest.Setup) { s.Limits = bound.Settings{"cards": 2} }, party.Opt("clock", "slow"))
		w.Joins(party.Ben, "2")
		w.Pass(time.Hour)
		host, taker = w.First(party.Ann, party.Ben)
		return w, host, taker
	}
	takes := func(w campaigns.Campaign, taker wire.UserID, id table.ID) {
		t.Helper()
		before := len(w.Wire.Messages(bottest.General))
		w.Takes(taker, id)
		if n := len(w.Wire.Messages(bottest.General)) - before; n != 1 {
			t.Errorf("%d cards say that the match can begin", n)
		}
	}
	w, host, taker := begin()
	id := w.Attacks(host)
	takes(w, taker, id)
	w.Says(w.Slash(taker, party.Challenge, party.ChallengeTo(party.Cal)), "is out")
	w.Says(w.Slash(taker, party.Challenge, party.ChallengeTo(party.Cal)), reached)
	w.Press(host, w.Card(), "ready|"+string(id))
	w.Settle()
	w.Quits(host, id)
	w.Says(w.Press(host, w.Card(), "rematch|"+string(id)), "rematch")
	w.Says(w.Slash(host, party.Challenge, party.ChallengeTo(party.Cal)), reached)

	w, host, taker = begin()
	id = w.Attacks(host)
	for range 2 {
		w.Says(w.Slash(taker, party.Challenge, party.ChallengeTo(party.Cal)), "is out")
	}
	takes(w, taker, id)
}
