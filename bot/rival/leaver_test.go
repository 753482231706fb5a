package rival_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// left is a match of ann, ben and cal in which the program plays on for whoever leaves.
func left(t *testing.T, change ...func(*bottest.Setup)) (*party.Party, table.ID) {
	t.Helper()
	p := party.New(t, mind.Mind{}, change...)
	return p, p.Plays([]wire.UserID{ben, party.Cal}, "leaver:program").ID
}

// goesOn has ann and cal play the match to its end, and the program in ben's seat.
func goesOn(p *party.Party, id table.ID) table.Public {
	p.T.Helper()
	for range 60 {
		if answers(p, id, 1, 3) {
			return p.PublicOf(id)
		}
		p.Pass(2 * time.Second) // less than any clock leaves: no default is played
	}
	p.T.Fatal("no end")
	return table.Public{}
}

// answers has the seats answer what they are asked, and reports whether the match has ended.
func answers(p *party.Party, id table.ID, seats ...game.Seat) (over bool) {
	p.T.Helper()
	for _, seat := range seats {
		v, err := p.Hall.Private(ctx, id, seat)
		if err != nil {
			p.T.Fatal(err)
		}
		if v.Result != nil {
			return true
		}
		if ask := bot.Owed(v); ask != "" {
			name, _, _ := strings.Cut(ask, ".")
			p.Orders(v.User(), map[string]string{"bid": "bid 3", "tune": "done", "claim": "claim", "peek": "leave"}[name])
		}
	}
	return false
}

// stored returns the keys of all records with that prefix.
func stored(p *party.Party, prefix string) (keys []string) {
	p.T.Helper()
	rs, err := p.Store.List(ctx, prefix, "", 100)
	if err != nil {
		p.T.Fatal(err)
	}
	for _, r := range rs {
		keys = append(keys, r.Key)
	}
	return keys
}

// The program plays on for a player who leaves a match of three that allows it. Everybody reads that, and nothing more; the player is
// asked, shown and called nothing more. The result and its rating are the player's: last.
func TestBotPlaysOnForLeaver(t *testing.T) {
	p, id := left(t)
	p.Slash(ben, []string{"settings"}, party.Opt("calls", "thread"))
	party.Want(t, bottest.Words(p.Cards()[0].Message), "<@ben> (Name of ben) bids in secret")
	p.Orders(ben, "note rest")
	party.Want(t, p.Orders(ben, "quit"), "You no longer play in that match")
	party.Want(t, bottest.Words(p.Cards()[0].Message), "**Name of ben (bot)** bids in secret", "B is out; the bot plays on for them")
	sent := len(p.Wire.Delivered(eve, 0))
	if u := p.PublicOf(id).Meta.Player(2); u != table.StandIn(2) || !bot.IsRival(u) || bot.Reachable(u) {
		t.Errorf("%s plays for ben", u)
	}
	party.Want(t, bottest.Words(p.Console(ben).Message), "the bot plays on in your place")
	keys := stored(p, "rival/")
	if len(keys) != 1 || keys[0] != "rival/"+string(id)+"/left.2" {
		t.Fatalf("its records: %q", keys)
	}
	if strings.Contains(party.Text(p.Slash(ben, []string{"order"}, party.Opt("line", "bid 4"))), "✔️") {
		t.Error("ben plays on")
	}
	for u, head := range map[wire.UserID]string{ben: "You no longer play in this match; the bot plays on in your place", eve: "You are not in this match"} {
		said := party.Text(p.Slash(u, []string{"match", "show"}, party.In(string(id))))
		party.Want(t, said, head, "Name of ben (bot)")
		if strings.Contains(said, "rest") {
			t.Errorf("%s reads ben's note: %s", u, said)
		}
	}
	exported := p.Slash(ben, party.PrivacyCommand("export"))
	if exported.Letter == nil || len(exported.Letter.Files) != 1 || !strings.Contains(string(exported.Letter.Files[0].Data), `"kept"`) || strings.Contains(string(exported.Letter.Files[0].Data), `"note"`) {
		t.Errorf("ben's data are exported as %s", party.Text(exported))
	}
	end := goesOn(p, id)
	if end.Result.Rank[1] != 3 || end.Result.Why != "points" {
		t.Errorf("it ended %+v", end.Result)
	}
	bids := 0
	for _, f := range end.Facts {
		if f, ok := f.(toy.Fact); ok && f.What == "bid" && f.Seat == 2 {
			if bids++; f.N != 2 {
				t.Errorf("a default was played: %+v", f)
			}
		}
	}
	if bids != 3 {
		t.Errorf("the program bid %d times", bids)
	}
	var told strings.Builder
	for _, s := range p.Wire.Delivered(eve, 0)[sent:] {
		if slices.Contains(s.Mention, ben) {
			t.Errorf("ben is called: %s", bottest.Words(s.Message.Message))
		}
		told.WriteString(bottest.Words(s.Message.Message))
	}
	party.Want(t, told.String(), "B is out; the bot plays on for them", "3. Name of ben (bot)")
	if keys := stored(p, "rival/"); len(keys) != 0 {
		t.Errorf("records are left: %q", keys)
	}
	if rated := stored(p, "rating"); len(rated) != 3 || strings.Contains(fmt.Sprint(rated), "left.2") || !strings.Contains(fmt.Sprint(rated), "/ben") {
		t.Errorf("rated are %q", rated)
	}
	party.Want(t, party.Text(p.Slash(ben, []string{"match", "list"})), "place 3 of 3")
	party.Want(t, party.Text(p.Slash(eve, []string{"match", "verify"}, party.In(string(id)))), "fits")
	if said := party.Text(p.Press(eve, p.Card(), customid.Rematch+"|"+string(id))); !strings.Contains(said, "Only those who played") {
		t.Errorf("an onlooker's rematch: %s", said)
	}
	if said := party.Text(p.Press(ben, p.Card(), customid.Rematch+"|"+string(id))); strings.Contains(said, "Only those who played") {
		t.Errorf("ben played, and their rematch: %s", said)
	}
	noneForTheBot(p)
	p.NoFaults()
}

// A player who is out of a match that goes on without them is told so when they concede again or give an order, and not that the match is
// over or that somebody else is asked.
func TestWhoIsOutIsToldSo(t *testing.T) {
	p := party.New(t, mind.Mind{})
	id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:out").ID
	p.Orders(ben, "quit")
	const out = "You no longer play in that match."
	for _, line := range []string{"quit", "note red", "bid 2"} {
		party.Want(t, party.Text(p.Slash(ben, []string{"order"}, party.Opt("line", line), party.In(string(id)))), out)
	}
	party.Want(t, party.Text(p.Slash(ben, []string{"match", "concede"}, party.In(string(id)))), out)
}

// The highlights and the result of a match of three that somebody left are drawn, whether the program played on for them or not. The
// step at which they left says so.
func TestHighlightsOfLeaver(t *testing.T) {
	for leaver, what := range map[string]string{"out": "left", "program": "kept"} {
		p := party.New(t, mind.Mind{})
		id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:"+leaver).ID
		p.Orders(ann, "bid 3")
		p.Orders(ben, "quit")
		goesOn(p, id)
		p.Settle()
		cards := p.Cards()
		drawing := party.Text(p.Press(eve, cards[len(cards)-1], "reel|"+string(id)))
		if party.Want(t, drawing, "being drawn"); strings.Contains(drawing, "/match replay") { // the toy has no film
			t.Errorf("a replay is offered: %s", drawing)
		}
		p.Settle()
		drawn := map[string]string{}
		for _, m := range append(p.Cards(), p.Wire.Messages(bottest.General)...) {
			for _, f := range m.Files {
				drawn[f.Name] = bottest.Words(m.Message)
			}
		}
		party.Want(t, drawn["highlights.gif"], "Highlights", "who went out")
		if _, ok := drawn["result.png"]; !ok {
			t.Errorf("leaver:%s: there is no picture of the result, but %v", leaver, drawn)
		}
		var last table.Frame
		left := 0
		if err := p.Hall.Film(ctx, id, func(f table.Frame) error {
			if f.Step != last.Step+1 || f.Truth.For() != game.Referee() || len(f.Sides) != 3 {
				t.Errorf("leaver:%s: after step %d comes %d of %d, seen by %s", leaver, last.Step, f.Step, f.Of, f.Truth.For())
			}
			for _, fact := range f.Facts {
				if x, ok := fact.(toy.Fact); ok && x.What == what && x.Seat == 2 {
					left++
				}
			}
			last = f
			return nil
		}); err != nil || left != 1 || last.Step != last.Of || last.Truth.(toy.View).Stage != "over" {
			t.Errorf("leaver:%s: the last step is %+v; %d steps say that ben went out; %v", leaver, last, left, err)
		}
		p.NoFaults()
	}
}

// The match goes on wherever a host dies between the commit by which a player leaves and the program's first answer.
func TestCrashAsBotTakesOver(t *testing.T) {
	for n := 1; n < 24; n++ {
		for _, after := range []bool{false, true} {
			now := &hosts.Life{}
			p, id := left(t, func(s *bottest.Setup) {
				s.Store = func(x table.Store) table.Store { return hosts.MortalStore{Store: x, Life: now} }
			})
			p.Orders(ann, "bid 3")
			p.Orders(party.Cal, "bid 1")
			now.Left, now.After = n, after
			p.Slash(ben, []string{"order"}, party.Opt("line", "quit"))
			for range 40 {
				for _, h := range p.Hosts() { // a dead process does nothing but fail
					_, _ = h.Hall.Timers().Fire(context.Background())
					_, _ = h.Outbox.Send(context.Background())
					_, _ = h.Bot.Due(context.Background())
				}
				p.Clock.Advance(100 * time.Millisecond)
			}
			died := now.Dead
			*now = hosts.Life{}
			p.Restart()
			p.Pass(2 * time.Minute) // the dead host's deliveries are free again
			if !slices.Contains(p.PublicOf(id).Out, 2) {
				p.Orders(ben, "quit")
			}
			for range 3 {
				p.Pass(2 * time.Second)
			}
			if stage := stageOf(p, id); stage != "tune" {
				t.Errorf("after a death at write %d (%t, %t) the stage is %s", n, after, died, stage)
			}
			if r := goesOn(p, id); r.Result.Rank[1] != 3 || len(stored(p, "rival/")) != 0 {
				t.Errorf("after a death at write %d (%t): %+v, %q", n, after, r.Result, stored(p, "rival/"))
			}
			if n == 1 && !died {
				t.Error("no host died")
			}
		}
	}
}

// The program ends no match of people that stands still because it plays on for one.
func TestBotEndsNoMatchOfLeaver(t *testing.T) {
	p := party.New(t, mind.Mind{})
	id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:program", "clock:none").ID
	p.Orders(ben, "quit")
	p.Pass(2 * time.Second)
	p.Pass(30 * 24 * time.Hour)
	if r := p.PublicOf(id).Result; r != nil {
		t.Errorf("it ended: %+v", r)
	}
	if r := goesOn(p, id); r.Result.Rank[1] != 3 {
		t.Errorf("it ended: %+v", r.Result)
	}
}

// No match may leave a seat to the program on a server on which it does not play.
func TestNoLeaverWhereBotDoesNotPlay(t *testing.T) {
	p := party.New(t, mind.Mind{})
	p.May[party.Owner] = wire.ManageServer
	p.Slash(party.Owner, []string{"setup"}, party.Options("rivals:off")...)
	said := party.Text(p.Slash(ann, party.Challenge, party.Options("seats:3", "leaver:program")...))
	party.Want(t, said, "I cannot play on for somebody who leaves")
	if p = party.New(t, nil); !strings.Contains(party.Text(p.Slash(ann, party.Challenge, party.Options("seats:3", "leaver:program")...)), "I cannot play on") {
		t.Error("there is no mind, and it may play on")
	}
}

// A reminder that was due to a player just after they left reaches nobody, even before the program has answered.
func TestNobodyIsRemindedForBot(t *testing.T) {
	p, _ := left(t)
	const due = 7*time.Minute + 30*time.Second // the last quarter of ten minutes
	p.Pass(due - 100*time.Millisecond)
	p.Orders(ben, "quit")
	p.Pass(100 * time.Millisecond)
	if ms := p.Wire.Messages(wire.ChannelID("dm-" + table.StandIn(2))); len(ms) > 0 {
		t.Errorf("the program was reminded: %s", bottest.Words(ms[0].Message))
	}
	party.Want(t, p.Written(ann), "Your time is running")
	p.NoFaults()
}
