package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
	"downsync/game/table"
)

// Each question has words for everybody and for the player who is asked.
func TestEveryAskHasWords(t *testing.T) {
	for _, q := range questions {
		if q.You == "" || q.Of == "" && q.Name != game.StandingName {
			t.Errorf("%+v", q)
		}
	}
}

// Edition 4.2 has other words for the same things (V18, V22).
func TestWordsOfEdition42(t *testing.T) {
	v := beforeMatch(t, rules.Edition42)
	a2 := rules.Ref{Label: "A2"}
	for _, c := range []struct {
		fact game.Fact
		want string
	}{
		{rules.Began{Rules: rules.Edition42, Size: "small", Secrecy: "veiled"}, "A small game of Control Objectives, veiled, rules 4.2."},
		{rules.Began{Size: "small", Secrecy: "veiled", Older: true}, "A small game of Control Objectives, veiled, by older rulings."},
		{rules.CounterChecked{Target: a2, Token: "hardened", Stopped: true}, "(only you see this) The emergency countermeasure of A2 works."},
		{rules.Recovered{Base: a2, With: "hardened"}, "A2 shakes off its stun with an emergency token."},
		{rules.Recovered{Base: a2, With: "cp"}, "A2 shakes off its stun for 1 CP."},
		{rules.Recovered{Base: a2}, "A2 shakes off its stun."},
		{rules.Scored{Seat: 2, Goal: 1, Scorers: []rules.Label{"B1"}, VP: 1}, "Within 1\" of Control Objective 1: B1. **1 VP** for B."},
		{rules.Sprinted{Unit: "A2", Bases: []plane.Point{{X: 1500, Y: 2000}, {X: 3000, Y: 2000}}}, "A2 sprints: 1.5,2; 3,2."},
	} {
		if got := wording.TellerOf(v).Line(c.fact); got != c.want {
			t.Errorf("%s: %q\nexpected %q", c.fact.Kind(), got, c.want)
		}
	}
	for edition, want := range map[string][3]string{
		rules.Edition2023: {"Use the hardened CM", "Towards the enemy VIP", "Towards my VIP"},
		rules.Edition42:   {"Use the emergency CM", "Towards Control Objective 2", "Towards Control Objective 1"},
	} {
		c := newLayout(table.Private{}, beforeMatch(t, edition), table.OpenAsk{})
		goals := c.pos.Headings(rules.Piece{Seat: 1}, plane.Point{})
		if got := [3]string{c.label(offer("counter hardened")), c.headingName(goals[0].Word, 1), c.headingName(goals[1].Word, 1)}; got != want {
			t.Errorf("%s: %q", edition, got)
		}
		text := wording.InEdition(edition, books.CardText(lang.English, cards.Printed(), "samson"))
		if strings.Contains(text, "Emergency CM") != (edition == rules.Edition42) || strings.Contains(text, "Hardened CM") == (edition == rules.Edition42) {
			t.Errorf("%s: %s", edition, text)
		}
	}
}

// beforeMatch returns the view of a match of that edition before any piece is on the table.
func beforeMatch(t *testing.T, edition string) wording.Reading {
	c := rules.Defaults()
	c.Rules = edition
	before, err := c.Before()
	if err != nil {
		t.Fatal(err)
	}
	return wording.Reading{View: before}
}

func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		no   game.Refusal
		want string
	}{
		{game.Refusal{Code: "x", Text: "the way is too long", Rule: "R7.8"}, "The way is too long. (R7.8)"},
		{game.Refusal{Code: "too-far"}, "Too-far."},
		{game.Refusal{}, "That is not possible."},
		{game.Refusal{Text: "`ä`"}, "'ä'."},
	} {
		if got := bot.RefusalText(lang.English, &c.no); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
