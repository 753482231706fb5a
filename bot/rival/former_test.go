package rival_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
)

// moderated is left with a moderator.
func moderated(t *testing.T) (*party.Party, table.ID) {
	t.Helper()
	p, id := left(t)
	p.May[party.Owner] = wire.ManageServer
	p.Slash(party.Owner, []string{"setup"}, party.Options("moderators:mods")...)
	p.Roles["judge"] = []wire.RoleID{"mods"}
	return p, id
}

// rewinds takes back everything from that event on.
func rewinds(p *party.Party, id table.ID, event int) {
	p.T.Helper()
	p.Slash("judge", []string{"mod", "rewind"}, party.Options("match:"+string(id), "reason:good", "event:"+strconv.Itoa(event))...)
	p.Clicks("judge", p.Newest("judge"), "|go")
	p.Settle()
}

// A player who gets their seat back by a rewind gets a new console at once, each time. It replaces the
// message that they have left.
func TestConsoleAfterRewind(t *testing.T) {
	for stage, first := range map[string]string{"bid": "**How much do you bid?**", "tune": "**You play in this match again.**"} {
		p, id := moderated(t)
		if stage == "tune" {
			for _, u := range []wire.UserID{ann, ben, party.Cal} {
				p.Orders(u, "bid 1")
			}
		}
		seen := []wire.MessageID{p.Console(ben).ID}
		for range 2 {
			told := len(p.PublicOf(id).Facts)
			p.Orders(ben, "quit")
			p.Pass(2 * time.Second)
			party.Want(t, p.Written(ben), "You have left this match")
			rewinds(p, id, told+1)
			var consoles []bottest.Message
			for _, m := range p.Direct(ben) {
				if strings.Contains(bottest.Words(m.Message), "You are **B**") {
					consoles = append(consoles, m)
				}
			}
			if strings.Contains(p.Written(ben), "You have left") || len(consoles) != 1 || slices.Contains(seen, consoles[0].ID) {
				t.Fatalf("in the stage %s, after a rewind: %s\nconsoles seen before: %q", stage, p.Written(ben), seen)
			}
			party.Has(t, consoles[0], first)
			seen = append(seen, consoles[0].ID)
		}
		p.NoFaults()
	}
}

// A player who left their seat to the program is sent the result as everybody is, and nothing that the program knew. One who ends the
// match by leaving gets it in their own seat, and is not named as the bot.
func TestResultReachesLeaver(t *testing.T) {
	for how, ends := range map[string]func(p *party.Party, id table.ID){
		"points": func(p *party.Party, id table.ID) { goesOn(p, id) },
		"second": func(p *party.Party, _ table.ID) { p.Orders(party.Cal, "quit") },
	} {
		p, id := left(t)
		p.Orders(ben, "quit")
		p.Pass(2 * time.Second)
		at := len(p.Wire.Delivered(ben, 0))
		ends(p, id)
		p.Settle()
		said := p.Written(ben)
		party.Want(t, said, "Name of ann", "3. Name of ben (bot)", "Rematch", "· <#")
		if strings.Contains(said, "the bot plays on in your place") || strings.Contains(said, "only you see this") {
			t.Errorf("%s: ben reads %s", how, said)
		}
		posted := 0
		for _, s := range p.Wire.Delivered(ben, 0)[at:] {
			if s.Message.Channel == "dm-ben" && s.What == "post" {
				posted++
			}
		}
		if posted != 1 {
			t.Errorf("%s: ben was sent %d messages", how, posted)
		}
		if how == "second" {
			if m := p.PublicOf(id).Meta; !slices.Equal(m.Left, []game.Seat{2}) || m.Player(3) != party.Cal {
				t.Errorf("the program plays %v", m.Left)
			}
			party.Want(t, p.Written(party.Cal), "2. Name of cal ·", "Rematch")
			if all := p.Written(party.Cal) + p.Written(ann) + bottest.Words(p.Card().Message); strings.Contains(all, "cal (bot)") {
				t.Errorf("cal is named as the bot: %s", all)
			}
		}
		p.NoFaults()
	}
}

// A player whose time has run out is told that, and not that they have left. Everybody reads why they are out.
func TestLeaverByTimeIsToldSo(t *testing.T) {
	for leaver, all := range map[string]string{"program": "B's time has run out; the bot plays on for them.", "out": "B's time has run out; the others play on."} {
		p := party.New(t, mind.Mind{}, func(s *bottest.Setup) {
			s.Timings["quick"] = table.Timing{Clocks: map[string]time.Duration{"turn": 10 * time.Minute}, Misses: 1}
		})
		id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:"+leaver, "rounds:5").ID
		for n := 0; n < 12 && len(p.PublicOf(id).Out) == 0; n++ {
			answers(p, id, 1, 3)
			p.Pass(11 * time.Minute)
		}
		if out := p.PublicOf(id).Out; !slices.Equal(out, []game.Seat{2}) {
			t.Fatalf("out are %v", out)
		}
		party.Want(t, p.Everything(eve), all)
		if said := p.Everything(ben); strings.Contains(said, "You have left") || !strings.Contains(said, map[string]string{"program": "Your time has run out", "out": all}[leaver]) {
			t.Errorf("leaver:%s: ben reads %s", leaver, p.Written(ben))
		}
		p.NoFaults()
	}
}

// A player who left their seat to the program is told so wherever they look or press. They may still read what they were told until then,
// and nothing that the program is told there.
func TestLeaverReadsTheirPast(t *testing.T) {
	curious := mind.Mind{}
	curious.Play = func(p rival.Position, l rival.Level, s *chance.Source) (rival.Choice, error) {
		if p.Ask.Name == "peek" {
			return rival.Choice{Reply: mind.Order("peek")}, nil
		}
		return mind.Mind{}.Choose(p, l, s)
	}
	p := party.New(t, curious)
	id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:program").ID
	p.Orders(ben, "note red")
	seat := func() table.Private {
		t.Helper()
		v, err := p.Hall.Private(ctx, id, 2)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	ask := func(u wire.UserID, command []string, options ...string) string {
		return party.Text(p.Slash(u, command, party.Options(append(options, "match:"+string(id))...)...))
	}
	mine := seat()
	old, noted, told, before := p.Console(ben), mine.Numbers[len(mine.Facts)-1], len(p.PublicOf(id).Facts), ask(ben, []string{"match", "ledger"})
	p.Orders(ben, "quit")
	const out = "You no longer play in this match; the bot plays on in your place"
	for _, words := range []string{"Bid", "Note, draw"} {
		party.Want(t, party.Text(p.Click(ben, old, words, "3")), out, "Name of ben (bot)")
	}
	for _, command := range [][]string{{"match", "show"}, {"match", "concede"}, {"clock", "show"}, {"order"}} {
		party.Want(t, ask(ben, command, "line:bid 4"), out)
	}
	reads := func() {
		t.Helper()
		if after := ask(ben, []string{"match", "ledger"}); after != before || !strings.Contains(after, "• news") {
			t.Errorf("the ledger was\n%s\nand is\n%s", before, after)
		}
		log := ask(ben, []string{"match", "log"}, "page:1")
		if newest := ask(ben, []string{"match", "log"}); newest != log {
			log += newest
		}
		party.Want(t, log, "Your colour is red.", "Your note is red.", "`"+strconv.Itoa(told+1)+"` B is out; the bot plays on")
		if strings.Count(log, "only you see this") != 2 || strings.Count(log, "B is out") != 1 {
			t.Errorf("ben reads what the program was told:\n%s", log)
		}
		party.Want(t, ask(ben, []string{"match", "event"}, "event:"+noted.String()), "Your note is red.")
		last := len(p.PublicOf(id).Facts)
		for n := told + 1; n <= last; n++ {
			if said := ask(ben, []string{"match", "event"}, "event:"+strconv.Itoa(n)); strings.Contains(said, "only you see this") || !strings.Contains(said, "### Event") {
				t.Errorf("event %d: %s", n, said)
			}
		}
		party.Want(t, ask(ben, []string{"match", "event"}, "event:99"), "expected a number from 1 to "+strconv.Itoa(last))
	}
	reads()
	party.Want(t, ask(eve, []string{"match", "ledger"}), "You do not play in that match")
	goesOn(p, id)
	if told := len(seat().Facts); told != len(p.PublicOf(id).Facts)+3 {
		t.Fatalf("the program was told %d facts: it did not look at a card", told)
	}
	reads()
	party.Want(t, ask(ben, []string{"match", "show"}), "You left this match, and the bot played on")
	p.NoFaults()
}

// A player who left their seat to the program names the disputed event by its number in their own log, like everybody. If only they were
// told it, the others learn the number of the last event before it: otherwise they would learn that the seat alone had been told something.
func TestLeaverDisputesByOwnNumber(t *testing.T) {
	for _, c := range []struct {
		word string // of the event in the leaver's log
		says string
	}{{"B is out", "about event 2."}, {"Your note is red", "Only you know your event 1b. The dispute names event 1"}, {"A has 5 points", "about event 3."}} {
		p, id := left(t)
		p.May[judge] = wire.ManageServer
		p.Orders(ben, "note red")
		p.Orders(ben, "quit")
		in := party.In(string(id))
		p.Slash(judge, []string{"mod", "rule"}, in, party.Opt("ruling", "points 1 5"), party.Opt("reason", "because"))
		p.Click(judge, p.Newest(judge), "|go")
		p.Settle()
		log := party.Text(p.Slash(ben, []string{"match", "log"}, in))
		number := ""
		for line := range strings.Lines(log) {
			if strings.Contains(line, c.word) {
				_, number, _ = strings.Cut(line, "`")
				number, _, _ = strings.Cut(number, "`")
			}
		}
		said := party.Text(p.Slash(ben, []string{"dispute", "open"}, in, party.Opt("reason", "a reason"), party.Opt("event", number)))
		p.Settle()
		for _, m := range p.Cards() {
			said += bottest.Words(m.Message)
		}
		party.Want(t, said, c.says)
		if t.Failed() {
			t.Fatalf("event %s of\n%s", number, log)
		}
	}
}

// The question whether a player leaves the match says that the program takes their seat for good, where it does: not if the match ends
// with them.
func TestLeavingSaysThatTheBotPlaysOn(t *testing.T) {
	const forGood = "The bot then plays on in your place; you do not get the seat back."
	for leaver, says := range map[string]bool{"program": true, "out": false} {
		p := party.New(t, mind.Mind{})
		id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:"+leaver).ID
		for _, u := range []wire.UserID{ben, party.Cal} {
			says := says && u == ben // the match ends with cal
			p.Clicks(u, p.Console(u), "Note, draw")
			for head, said := range map[string]string{
				"**Quit?**":          p.Clicks(u, p.Console(u), "Quit"),
				"Concede the match?": party.Text(p.Slash(u, []string{"match", "concede"}, party.In(string(id)))),
			} {
				party.Want(t, said, head)
				if strings.Contains(said, forGood) != says {
					t.Errorf("leaver:%s: %s is asked %s", leaver, u, said)
				}
			}
			if u == ben {
				p.Orders(ben, "quit")
			}
		}
	}
}

// The lists of matches say of a match that goes on without their reader that it does, and at which seats the program plays on.
func TestListsOfLeaver(t *testing.T) {
	for leaver, now := range map[string]string{"program": "Name of ben (bot)", "out": "Name of ben"} {
		p := party.New(t, mind.Mind{})
		id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:"+leaver).ID
		list := func(u wire.UserID) string { return party.Text(p.Slash(u, []string{"match", "list"})) }
		party.Want(t, list(ann), "Name of ann, Name of ben, Name of cal: **your move**")
		p.Orders(ben, "quit")
		names := "Name of ann, " + now + ", Name of cal"
		party.Want(t, list(ben), names+": you are out; the others play on")
		party.Want(t, list(ann), names+": **your move**")
		party.Want(t, party.Text(p.Slash(eve, []string{"match", "list"}, party.Opt("which", "server"))), names)
		party.Want(t, party.Text(p.Slash(ann, []string{"inbox"})), now+", Name of cal")
		goesOn(p, id)
		party.Want(t, list(ben), names+": place 3 of 3")
	}
}

// Every result in words says who left a match of several and when, and whose time ran out.
func TestResultSaysWhoLeft(t *testing.T) {
	for _, leaver := range []string{"program", "out"} {
		p := party.New(t, mind.Mind{}, func(s *bottest.Setup) {
			s.Timings["quick"] = table.Timing{Clocks: map[string]time.Duration{"turn": 10 * time.Minute}, Misses: 1}
		})
		id := p.Plays([]wire.UserID{ben, party.Cal}, "leaver:"+leaver, "rounds:5").ID
		for n := 0; n < 12 && len(p.PublicOf(id).Out) == 0; n++ {
			answers(p, id, 1, 3)
			p.Pass(11 * time.Minute)
		}
		p.Orders(party.Cal, "quit")
		p.Settle()
		for where, said := range map[string]string{"the card": bottest.Words(p.Card().Message), "the winner": p.Written(ann), "who lost on time": p.Written(ben), "who quit": p.Written(party.Cal)} {
			for _, words := range []string{"Name of ben ran out of time in round 5.", "Name of cal left in round 5."} {
				if !strings.Contains(said, words) {
					t.Errorf("leaver:%s: %s does not say %q: %s", leaver, where, words, said)
				}
			}
		}
	}
}
