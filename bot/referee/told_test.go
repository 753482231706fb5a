package referee_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// now returns the current state of a message.
func now(t *testing.T, p *party.Party, m bottest.Message) bottest.Message {
	t.Helper()
	for _, x := range p.Wire.Messages(m.Channel) {
		if x.ID == m.ID {
			return x
		}
	}
	t.Fatalf("message %s is gone", m.ID)
	return m
}

// A replacement names who leaves and who comes: in the moderator's question, the offer, the thread and the channel's card. The offer
// loses its buttons once it is answered.
func TestReplacementNamesThePlayers(t *testing.T) {
	p, id := party.Court(t)
	card := p.Wire.Messages(bottest.General)[0]
	p.Says(p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(eve)), party.Opt("reason", "away")), "B, <@ben> (Name of ben) → <@eve> (Name of eve)")
	m := p.Offers(judge, id, "B", eve)
	party.Has(t, m, "<@eve> (Name of eve), do you take the seat of B from <@ben> (Name of ben)?", "the match goes on unchanged")
	p.Says(p.Click(eve, m, "Take the seat"), "You play **B** in this match now")
	p.Settle()
	if row := bottest.ControlsOf(now(t, p, m).Message); len(row.Buttons) > 0 {
		t.Errorf("the offer keeps %v", row.Buttons)
	}
	all := ""
	for _, x := range p.Cards() {
		all += bottest.Words(x.Message)
	}
	party.Want(t, all, "<@ben> (Name of ben) leaves, and <@eve> (Name of eve) plays B now.")
	party.Want(t, bottest.Words(now(t, p, card).Message), "**Name of eve**: the match is on")
	p.Says(p.Slash(ben, []string{"dispute", "appeal"}, party.Opt("number", "2"), party.Opt("reason", "I was here"), party.In(string(id))), "Your appeal is open")
	p.Settle()
	p.Says(p.Slash(judge, []string{"dispute", "list"}, party.In(string(id))), "A former player of side B appeals against a decision")
	m = declined(t, p, id)
	if row := bottest.ControlsOf(now(t, p, m).Message); len(row.Buttons) > 0 {
		t.Errorf("the declined offer keeps %v", row.Buttons)
	}
}

// declined offers a seat while the match is stopped, and declines it.
func declined(t *testing.T, p *party.Party, id table.ID) bottest.Message {
	t.Helper()
	m := p.Offers(second, id, "A", "fay")
	party.Has(t, m, "The match is stopped at the moment")
	p.Says(p.Click("fay", m, "No, thanks"), "declined the seat")
	return m
}

// Refusals of moderation say why: an appeal that is open already, and a question that a newer command has replaced.
func TestRefusalsSayWhy(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Mod(judge, id, "pause", party.Opt("reason", "x")), "You are about to")
	first := p.Newest(judge)
	p.Says(p.Mod(judge, id, "extend", party.Opt("hours", "1"), party.Opt("reason", "x")), "You are about to")
	p.Says(p.Click(judge, first, "|go"), "a newer command of yours has replaced it")
	p.Says(p.Click(judge, p.Newest(judge), "|go"), "Done")
	appeal := func(u wire.UserID) wire.Answer {
		return p.Slash(u, []string{"dispute", "appeal"}, party.Opt("number", "1"), party.Opt("reason", "no"), party.In(string(id)))
	}
	p.Says(appeal(ann), "Your appeal is open")
	p.Says(appeal(ben), "under appeal already")
	p.Moderates(second, id, "dismiss")
	p.Says(appeal(ben), "the outcome of that appeal is final")
	p.Says(p.Mod(judge, id, "show", party.Opt("view", "A")), "Give a reason")
	if said := party.Text(p.Mod(judge, id, "show", party.Opt("view", "public"))); strings.Contains(said, "Give a reason") {
		t.Errorf("the public view needs a reason: %s", said)
	}
}

// A player who disputes what only they were told learns which event the dispute names instead.
func TestDisputedEventIsMapped(t *testing.T) {
	for event, says := range map[string]string{
		"1":  "",
		"2":  "",
		"1a": "Only you know your event 1a. The dispute names event 1, the last before it that all know: ",
		"1B": "There is no such event in your log: expected a number from 1 to 5, or one with a letter",
		"6":  "There is no such event in your log: expected a number from 1 to 5, or one with a letter",
	} {
		p, id := party.Court(t)
		p.Play(ann, "note red", "bid 3")
		p.Play(ben, "bid 1")
		a := p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "why"), party.Opt("event", event), party.In(string(id)))
		stops := "The match is stopped"
		if strings.HasPrefix(says, "There is no such") {
			stops = says
		}
		p.Says(a, stops)
		if said := party.Text(a); says != "" && !strings.Contains(said, says) || says == "" && strings.Contains(said, "log: ") {
			t.Errorf("event %s: %s", event, said)
		}
	}
}
