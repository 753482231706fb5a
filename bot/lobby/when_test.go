package lobby_test

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// whenButtons returns the buttons of the question whether to play the match now or over days. They come first in the
// message.
func whenButtons(a wire.Answer) (ids []string) {
	if a.Letter == nil {
		return nil
	}
	for i, b := range bottest.ControlsOf(*a.Letter).Buttons {
		if strings.HasPrefix(b.ID, "when|") && i == len(ids) {
			ids = append(ids, b.ID)
		}
	}
	return ids
}

// saysWhen reports whether the first of these buttons is for now and the second for days, each with its time for a question.
func saysWhen(a wire.Answer) bool {
	bs := bottest.ControlsOf(*a.Letter).Buttons
	return len(bs) > 1 && bs[0].Label == "Now: 10 minutes a question" && bs[1].Label == "Over days: 2 days a question"
}

// A challenger who names no clock is asked whether to play the match now or over days. Now comes first. The card
// follows the choice, and the match has that clock; without an answer it has the server's.
func TestChallengeAsksWhen(t *testing.T) {
	for press, want := range map[string]string{"": "slow", "|0": "quick", "|1": "slow"} {
		p := party.PlainAs(t, func(s *bottest.Setup) { s.Default = "slow" })
		a := p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
		ids := whenButtons(a)
		if len(ids) != 2 || !strings.HasSuffix(ids[0], "|0") || !strings.HasSuffix(ids[1], "|1") {
			t.Fatalf("asked with %q", ids)
		}
		if !saysWhen(a) {
			t.Errorf("the buttons say %+v", bottest.ControlsOf(*a.Letter).Buttons)
		}
		p.Says(a, "this server's: slow")
		if press != "" {
			a = p.Click(ann, p.Newest(ann), "when|"+strings.Split(ids[0], "|")[1]+press)
			p.Says(a, "for each question")
			for _, again := range []string{"|1", "|0", press} { // the choice may be changed until somebody accepts
				if again := whenButtons(a); len(again) != 2 || again[0] != ids[0] || again[1] != ids[1] {
					t.Fatalf("after the choice it offers %q", again)
				}
				a = p.Click(ann, p.Newest(ann), "when|"+strings.Split(ids[0], "|")[1]+again)
			}
		}
		if list := party.Text(p.Slash(ben, []string{"match", "list"})); !strings.Contains(list, "a plain game · "+want+"\n") {
			t.Errorf("%q: the list says\n%s", press, list)
		}
		card := p.Card()
		if words := bottest.Words(card.Message); !strings.Contains(words, want) {
			t.Errorf("%q: the card says\n%s", press, words)
		}
		p.Click(ben, card, "accept|")
		p.Click(ben, p.Newest(ben), "force|", "blue")
		p.Click(ann, p.Card(), "ready|")
		p.Settle()
		m, err := p.Hall.Meta(t.Context(), table.ID(strings.Split(ids[0], "|")[1]))
		if err != nil {
			t.Fatal(err)
		}
		if place, err := bot.PlaceOf(m); err != nil || place.Clock != want {
			t.Errorf("%q: played by the clock %q, %v", press, place.Clock, err)
		}
	}
}

// The question is not asked of a challenger who names a clock, plays the bot, or has no choice. Only the challenger can
// choose, and nobody can once somebody has accepted.
func TestWhenIsNotAsked(t *testing.T) {
	p := party.PlainAs(t, func(s *bottest.Setup) { s.Default = "slow" })
	for _, o := range []bottest.Option{party.Opt("clock", "quick"), party.Opt("turn_time", "3d"), party.Opt("pace", "natural")} {
		if ids := whenButtons(p.Slash(ann, party.Challenge, party.ChallengeTo(ben), o)); len(ids) > 0 {
			t.Errorf("%s is given, and it is asked with %q", o.Name, ids)
		}
		p.Slash(ann, []string{"match", "cancel"})
	}
	ids := whenButtons(p.Slash(ann, party.Challenge, party.ChallengeTo(ben)))
	mine := p.Newest(ann)
	p.Says(p.Press(ben, mine, ids[0]), "somebody else")
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Says(p.Press(ann, mine, ids[0]), "already accepted that challenge")
	if list := party.Text(p.Slash(ben, []string{"match", "list"})); !strings.Contains(list, "a plain game · slow\n") {
		t.Errorf("the clock of an accepted challenge changed:\n%s", list)
	}
	one := party.PlainAs(t, func(s *bottest.Setup) { delete(s.Timings, "slow"); s.Default = "quick" })
	if ids := whenButtons(one.Slash(ann, party.Challenge, party.ChallengeTo(ben))); len(ids) > 0 {
		t.Errorf("with one clock it is asked with %q", ids)
	}
}

// A challenger who lets the bot take up the challenge plays without a clock, as with `rival`, unless they have chosen one
// in the command or with a button. The question for the strength says which.
func TestProgramHasTheChosenClock(t *testing.T) {
	for _, c := range []struct {
		option, press, clock, says string
	}{
		{"", "", "", "No clock runs, because you have chosen none."},
		{"", "|0", "quick", "The clock that you have chosen runs."},
		{"", "|1", "slow", "The clock that you have chosen runs."},
		{"quick", "", "quick", "The clock that you have chosen runs."},
	} {
		p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) { s.Default = "slow" })
		options := []bottest.Option{party.ChallengeTo(ben)}
		if c.option != "" {
			options = append(options, party.Opt("clock", c.option))
		}
		a := p.Slash(ann, party.Challenge, options...)
		if c.press != "" {
			p.Click(ann, p.Newest(ann), strings.TrimSuffix(whenButtons(a)[0], "|0")+c.press)
		}
		p.Says(p.Click(ann, p.Newest(ann), "rivals|"), c.says)
		p.Click(ann, p.Newest(ann), "recruit")
		p.Settle()
		seated, err := p.Hall.MatchesOf(t.Context(), ann)
		if err != nil || len(seated) != 1 {
			t.Fatalf("%+v: %d matches have begun (%v)", c, len(seated), err)
		}
		m, err := p.Hall.Meta(t.Context(), seated[0].Match)
		if err != nil {
			t.Fatal(err)
		}
		if place, err := bot.PlaceOf(m); err != nil || place.Clock != c.clock || (len(m.Timing.Clocks) == 0) != (c.clock == "") {
			t.Errorf("%+v: played by the clock %q, %v (%v)", c, place.Clock, m.Timing.Clocks, err)
		}
	}
}
