package match_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	toyrival "downsync/game/toy/rival"
)

// A proposal at a table of several names who made it and who has agreed. Only the others are asked.
func TestProposalOfSeveral(t *testing.T) {
	p := party.New(t, nil)
	id := p.Plays([]wire.UserID{party.Ben, party.Cal, party.Dan}).ID
	match := bottest.Option{Name: "match", Value: string(id)}
	clock := func(u wire.UserID, verb string, options ...bottest.Option) string {
		a := party.Text(p.Slash(u, []string{"clock", verb}, append(options, match)...))
		p.Settle()
		return a
	}
	clock(party.Ben, "pause", bottest.Option{Name: "for", Value: "2h"})
	party.Want(t, clock(party.Cal, "pause", bottest.Option{Name: "for", Value: "2h"}), "You agree.")
	for _, reader := range []wire.UserID{party.Ann, party.Dan} {
		text := clock(reader, "show")
		party.Want(t, text, "ben proposes: pause for 2 hours", "Agreed: Name of cal.", "Agree: pause")
		if strings.Contains(text, "cal proposes") {
			t.Errorf("%s reads that cal proposes it:\n%s", reader, text)
		}
	}
	for _, reader := range []wire.UserID{party.Ben, party.Cal} {
		if text := party.Text(p.Slash(reader, []string{"inbox"})); strings.Contains(text, "Do you agree") {
			t.Errorf("%s is asked for what they agreed to:\n%s", reader, text)
		}
	}
	party.Want(t, party.Text(p.Slash(party.Dan, []string{"inbox"})), "Do you agree to this: pause for 2 hours?")
	party.Want(t, clock(party.Ben, "show"), "You propose: pause for 2 hours", "Withdraw my proposal")
	party.Want(t, clock(party.Cal, "show"), "Withdraw my agreement")
	party.Want(t, clock(party.Cal, "withdraw"), "Your agreement is withdrawn.")
	party.Want(t, clock(party.Ben, "withdraw"), "Your proposal is withdrawn.")
}

// A player who has gone out is asked for no consent.
func TestNoConsentOfWhoIsOut(t *testing.T) {
	p := party.New(t, nil)
	id := p.Plays([]wire.UserID{party.Ben, party.Cal}).ID
	p.Orders(party.Cal, "quit")
	p.Slash(party.Ben, []string{"clock", "pause"}, bottest.Option{Name: "for", Value: "2h"}, bottest.Option{Name: "match", Value: string(id)})
	p.Settle()
	party.Want(t, p.Everything(party.Ann), "Agree: pause")
	if said := p.Everything(party.Cal); strings.Contains(said, "Agree") || strings.Contains(said, "Do you agree") {
		t.Errorf("cal is asked:\n%s", said)
	}
}

// A proposal to which the program agrees remains the proposal of the person who made it.
func TestProgramsAgree(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:4")
	for range 2 {
		p.Clicks(party.Ann, p.Card(), "change|")
		p.Clicks(party.Ann, p.Newest(party.Ann), "rivals|")
		p.Clicks(party.Ann, p.Newest(party.Ann), "recruit")
	}
	p.Sits(party.Ben)
	p.Clicks(party.Ann, p.Card(), "ready|")
	m := p.Match()
	p.Pass(time.Minute)
	p.Slash(party.Ann, []string{"clock", "pause"}, bottest.Option{Name: "for", Value: "2h"}, bottest.Option{Name: "match", Value: string(m.ID)})
	p.Pass(time.Minute)
	if got := p.Match().Clocks.Motions(p.Clock.Now()); len(got) != 1 || got[0].Seat != 1 || len(got[0].With) != 2 {
		t.Fatalf("the motions are %v", got)
	}
	party.Want(t, party.Text(p.Slash(party.Ben, []string{"clock", "show"}, bottest.Option{Name: "match", Value: string(m.ID)})), "ann proposes: pause for 2 hours", "Agreed: Bot")
}

// Only those who have not offered a draw are asked for it.
func TestDrawOfSeveral(t *testing.T) {
	p := party.New(t, nil)
	p.Plays([]wire.UserID{party.Ben, party.Cal, party.Dan})
	p.Orders(party.Ann, "draw")
	p.Orders(party.Ben, "draw")
	for u, asked := range map[wire.UserID]int{party.Ann: 0, party.Ben: 0, party.Cal: 1, party.Dan: 1} {
		if text := party.Text(p.Slash(u, []string{"inbox"})); strings.Count(text, "Do you accept the draw") != asked {
			t.Errorf("%s is asked for the draw otherwise than %d times:\n%s", u, asked, text)
		}
	}
	if text := p.Written(party.Ann); strings.Contains(text, "offers a draw.** Do you accept it?") {
		t.Errorf("ann, who offers it, is asked to accept it:\n%s", text)
	}
	party.Want(t, p.Written(party.Dan), "offers a draw.** Do you accept it?")
}

// The card and consoles show the missed turns of a player until that player goes out. They go on showing the others'.
func TestMissedTurnsOfWhoIsOut(t *testing.T) {
	for _, how := range []string{"out", "program"} {
		p := party.New(t, toyrival.New())
		p.Plays([]wire.UserID{party.Ben, party.Cal}, "leaver:"+how)
		for n := 0; n < 12 && len(p.Match().Clocks.Missed) < 2; n++ {
			p.Pass(11 * time.Minute) // until ann and ben have let a turn lapse
		}
		shown := func() map[string]string {
			return map[string]string{"the card": bottest.Words(newestInChannel(p).Message), "cal's console": bottest.Words(p.Console(party.Cal).Message)}
		}
		for where, text := range shown() {
			party.Want(t, where+" with leaver:"+how+"\n"+text, "Name of ben has missed 1", "Name of ann has missed 1")
		}
		p.Orders(party.Ben, "quit")
		for where, text := range shown() {
			party.Want(t, where+" with leaver:"+how+"\n"+text, "Name of ann has missed 1")
			if strings.Contains(text, "ben has missed") || strings.Contains(text, "(bot) has missed") {
				t.Errorf("%s with leaver:%s shows ben's missed turns:\n%s", where, how, text)
			}
		}
	}
}
