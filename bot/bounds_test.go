package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest/party"
	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game/table"
)

// stored returns the bounds that are counted in the store.
func stored() (out []bound.Bound) {
	for _, b := range bound.All() {
		if b.Span > 0 && b.Per != bound.Process && b.Per != bound.Opponents { // the ladder counts meetings in its own records
			out = append(out, b)
		}
	}
	return out
}

// A bound holds to its number, over two hosts, a restart, and the removal of the user's data; afterwards it is free again. Nothing in
// the store names whom it counts, and nothing is left once it has lapsed.
func TestBoundsHold(t *testing.T) {
	ctx := context.Background()
	if len(stored()) < 10 {
		t.Fatalf("only %d bounds", len(stored()))
	}
	for _, b := range stored() {
		t.Run(b.Name, func(t *testing.T) {
			p := party.Plain(t)
			of, acts := bot.AccountOf(b, "ann"), 0
			takes := func(host int) bool {
				acts++
				ok, err := p.Hosts()[host].Bot.Take(ctx, fmt.Sprint("act ", acts), of)
				if err != nil {
					t.Fatal(err)
				}
				return ok
			}
			for n := range b.Most {
				if !takes(n % 2) {
					t.Fatalf("act %d of %d is refused", n+1, b.Most)
				}
			}
			if ok, err := p.Hosts()[1].Bot.Take(ctx, "act 1", of); !ok || err != nil {
				t.Errorf("the repeat of an act is refused: %v", err)
			}
			for _, sheds := range []func(){func() {}, p.Restart, func() { p.Erase("ann") }, func() { p.Pass(b.Span - time.Second) }} {
				if sheds(); takes(0) || takes(1) {
					t.Error("an act beyond the bound is taken")
				}
			}
			if ok, err := p.Bot.Take(ctx, "another's", bot.AccountOf(b, "ben")); !ok || err != nil {
				t.Errorf("somebody else is refused: %v", err)
			}
			if about := p.About("ann"); len(about) > 0 {
				t.Errorf("named: %v", about)
			}
			_, err := p.Bot.Count(ctx, of, "one more")
			if reached := (bot.Reached{}); !errors.As(err, &reached) || !reached.Next.Equal(p.Clock.Now().Add(time.Second)) {
				t.Errorf("%+v", err)
			}
			p.Pass(time.Second)
			if !takes(0) {
				t.Error("it is not free again")
			}
			p.Pass(b.Span + time.Hour)
			if left, err := p.Store.List(ctx, "bound/", "", 9); len(left) > 0 || err != nil {
				t.Errorf("left: %v %v", left, err)
			}
		})
	}
}

// Of two acts counted at once on two hosts, neither is lost.
func TestBoundsCountTogether(t *testing.T) {
	ctx, p := context.Background(), party.Plain(t)
	of := bot.AccountOf(bound.Disputes, "ann")
	one, err := p.Hosts()[0].Bot.Count(ctx, of, "one")
	if err != nil {
		t.Fatal(err)
	}
	other, err := p.Hosts()[1].Bot.Count(ctx, of, "other")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Store.Put(ctx, one); err != nil {
		t.Fatal(err)
	}
	if err := p.Store.Put(ctx, other); !errors.Is(err, table.ErrChanged) || !p.Bot.Changed(ctx, other) || p.Bot.Changed(ctx) {
		t.Errorf("both were counted as the first: %v", err)
	}
}

// Records in which older programs counted by users' ids are deleted, and what they counted still counts.
func TestOlderCountsGo(t *testing.T) {
	ctx, p := context.Background(), party.Plain(t)
	p.Settle()
	at := p.Clock.Now().Format(time.RFC3339)
	for _, key := range []string{"called/7", "disputes/7", "offered/7", "offering/7", "reporting/guild/7"} {
		if err := p.Store.Put(ctx, table.Record{Key: key, Value: fmt.Appendf(nil, `[%q,%q,%q]`, at, at, at)}); err != nil {
			t.Fatal(err)
		}
	}
	p.Restart() // with the program that counts otherwise
	if _, err := p.Bot.Count(ctx, bot.AccountOf(bound.Offered, "7"), ""); !errors.As(err, new(bot.Reached)) {
		t.Errorf("the older times do not count before the bot has looked for them: %v", err)
	}
	p.Clock.Advance(time.Hour)
	p.Settle()
	if about := p.About("7"); len(about) > 0 {
		t.Errorf("left: %v", about)
	}
	if _, err := p.Bot.Count(ctx, bot.AccountOf(bound.Offered, "7"), ""); !errors.As(err, new(bot.Reached)) {
		t.Errorf("the older times do not count: %v", err)
	}
}

// Removing one's data frees from no bound: calls of the same user, being sent away, disputes, reports, offered seats, new cards.
func TestRemovalShedsNoBound(t *testing.T) {
	p, id := party.Court(t)
	ann, ben, eve, judge := wire.UserID(party.Ann), wire.UserID(party.Ben), wire.UserID(party.Eve), wire.UserID(party.Judge)

	// Reports: on any server.
	for range 3 {
		p.Says(p.Slash(eve, []string{"report"}, party.Opt("user", "ben"), party.Opt("reason", "x")), "Reported")
	}
	p.Erase(eve)
	p.Says(p.Slash(eve, []string{"report"}, party.Opt("user", "ben"), party.Opt("reason", "x")), "You have reported 3 times within a day")
	p.Says(p.Slash(eve, []string{"report"}, party.Opt("user", "ben"), party.Opt("reason", "x"), party.Opt("guild", "elsewhere")), "You have reported 3 times within a day")

	// Offered seats, of the receiver and of the moderator.
	offers := func(to wire.UserID) string {
		a := p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(to)), party.Opt("reason", "x"))
		if !strings.Contains(party.Text(a), "You are about to") {
			return party.Text(a)
		}
		return party.Text(p.Click(judge, p.Newest(judge), "|go"))
	}
	for range 3 {
		party.Want(t, offers("cal"), "Done")
	}
	p.Erase("cal")
	party.Want(t, offers("cal"), "offered 3 seats within a day")
	for n := range 7 {
		party.Want(t, offers(wire.UserID(fmt.Sprint("u", n))), "Done")
	}
	p.Erase(judge)
	party.Want(t, offers("u9"), "You have offered 10 seats within a day")

	// Calls of the same user.
	calls := func() (mentions int) {
		p.Says(p.Slash(eve, party.Challenge, party.ChallengeTo(ben)), "is out")
		mentions = len(p.Card().Mention)
		p.Slash(eve, []string{"match", "cancel"})
		return mentions
	}
	if calls() != 1 || calls() != 0 {
		t.Error("ben is not called once")
	}
	if p.Erase(eve); calls() != 0 {
		t.Error("ben is called again by somebody who had their data removed")
	}

	// Disputes of a month, over several matches.
	for n := range 5 {
		m := id
		if n > 0 {
			m = p.Begin()
		}
		p.Says(p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "why"), party.In(string(m))), "The match is stopped")
		p.Says(p.Slash(ann, []string{"dispute", "withdraw"}, party.In(string(m))), "Withdrawn")
	}
	p.Erase(ann)
	last := p.Begin()
	p.Says(p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "why"), party.In(string(last))), "You have opened 5 disputes within 30 days")

	if about := p.About("cal"); len(about) > 0 {
		t.Errorf("left: %v", about)
	}
}

// A user whom a host sent away stays away after their data is removed, and the host is not notified for them again.
func TestRemovalDoesNotBringBack(t *testing.T) {
	p := party.Plain(t)
	p.Slash(party.Ann, party.Challenge, party.Opt("clock", "quick"))
	p.Click(party.Ben, p.Card(), "accept|")
	p.Click(party.Ben, p.Newest(party.Ben), "force|", "blue")
	p.Slash(party.Ann, []string{"match", "list"})
	p.Says(p.Press(party.Ann, p.Newest(party.Ann), "go", "away|"+p.Table().ID+"|ben"), "has been sent away")
	for range 2 {
		p.Erase(party.Ben)
		if about := p.About("ben"); len(about) > 0 {
			t.Errorf("left: %v", about)
		}
		p.Says(p.Click(party.Ben, p.Card(), "accept|"), "you can no longer accept it")
	}
	p.Click(party.Eve, p.Card(), "accept|")
	p.Says(p.Click(party.Eve, p.Newest(party.Eve), "force|", "red"), "presses **Ready** too")
}
