package lobby_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// moreOf returns the notes of the menu of further choices, by option; nil if the message has no such menu.
func moreOf(m wire.Message) (notes map[string]string) {
	for _, s := range bottest.ControlsOf(m).Selects {
		if strings.HasPrefix(s.ID, "more|") {
			notes = map[string]string{}
			for _, o := range s.Options {
				notes[o.Value] = o.Note
			}
		}
	}
	return notes
}

// chooses makes one of the further choices on ann's side card.
func chooses(p *party.Party, name string) wire.Answer {
	p.T.Helper()
	return p.Click(ann, p.Newest(ann), "more|", name)
}

// /play asks for the opponent, the game and the pace. The pace is the clock: for now the quick one, over days the slow one, and
// without it the challenger is asked.
func TestPlayHasAPace(t *testing.T) {
	for pace, want := range map[string]string{"": "this server's: slow", "now": "10 minutes", "days": "2 days"} {
		p := party.PlainAs(t, func(s *bottest.Setup) { s.Default = "slow" })
		options := []bottest.Option{party.ChallengeTo(ben)}
		if pace != "" {
			options = append(options, party.Opt("pace", pace))
		}
		a := p.Slash(ann, []string{"play"}, options...)
		if ids := whenButtons(a); (len(ids) > 0) != (pace == "") {
			t.Errorf("with the pace %q it is asked with %q", pace, ids)
		}
		if pace == "" {
			p.Says(a, want)
		} else if card := bottest.Words(p.Card().Message); !strings.Contains(card, want) {
			t.Errorf("with the pace %q the card says\n%s", pace, card)
		}
	}
	p := party.PlainAs(t, func(s *bottest.Setup) { s.Default = "slow" })
	p.Says(p.Slash(ann, []string{"play"}, party.Opt("pace", "soon")), "not one of the choices")
	p.Slash(ann, []string{"play"})
	if card := bottest.Words(p.Card().Message); !strings.Contains(card, "anyone") {
		t.Errorf("without an opponent the card says\n%s", card)
	}
}

// The old name of /play takes every choice as an option, and its answer says the new name.
func TestChallengeIsNowPlay(t *testing.T) {
	p := party.Plain(t)
	a := p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("secrecy", "masked"))
	p.Says(a, "`/match challenge` is now `/play`")
	if strings.Contains(party.Text(p.Slash(ann, []string{"play"})), "is now") {
		t.Error("the new name speaks of an old one")
	}
}

// The challenger makes further choices on the side card, from a menu or by typing, and can take them back; the card shows them.
// An impossible one changes nothing.
func TestMoreChoices(t *testing.T) {
	p := party.PlainAs(t, func(s *bottest.Setup) { s.Default = "slow" })
	a := p.Slash(ann, []string{"play"}, party.ChallengeTo(ben))
	notes := moreOf(*a.Letter)
	for _, name := range []string{"secrecy", "deck", "clock", "turn_time"} {
		if notes[name] == "" {
			t.Errorf("the choices are %q, without %s", notes, name)
		}
	}
	if notes["force"] != "" {
		t.Error("the force is not a choice of the terms, and it is offered")
	}
	before := bottest.Words(p.Card().Message)
	p.Says(chooses(p, "secrecy"), "**Secrecy**: as usual")
	a = p.Click(ann, p.Newest(ann), "term|", "masked")
	p.Says(a, "changed")
	if now := moreOf(*a.Letter)["secrecy"]; now != "masked" {
		t.Errorf("the menu says of the secrecy: %q", now)
	}
	chooses(p, "turn_time")
	asked := p.Newest(ann)
	typed, ok := bottest.ControlsOf(asked.Message).Find("Type it")
	form := p.Press(ann, asked, typed).Form
	if !ok || form == nil {
		t.Fatal("a time cannot be typed")
	}
	p.Says(p.Submit(ann, asked, form, map[string]string{"value": "3d"}), "changed")
	card := bottest.Words(p.Card().Message)
	if !strings.Contains(card, "3 days") {
		t.Errorf("the card says\n%s", card)
	}
	for _, wrong := range []string{"a while", "1000d"} {
		p.Says(p.Submit(ann, asked, form, map[string]string{"value": wrong}), "⚠️")
		if now := bottest.Words(p.Card().Message); now != card {
			t.Errorf("after %q the card says\n%s\nbefore\n%s", wrong, now, card)
		}
	}
	for _, name := range []string{"turn_time", "secrecy"} {
		a = p.Press(ann, asked, strings.TrimSuffix(strings.TrimPrefix(typed, "type"), "turn_time")+name, "=")
		p.Says(a, "changed")
	}
	if now := bottest.Words(p.Card().Message); now != before || moreOf(*a.Letter)["secrecy"] != notes["secrecy"] {
		t.Errorf("with the usual choices again the card says\n%s\nat first\n%s\nand the menu %q", now, before, moreOf(*a.Letter))
	}
	p.NoFaults()
}

// The clock of Now or Over days stays while the challenger makes other choices, and a choice about clocks ends that question.
func TestChoicesKeepThePace(t *testing.T) {
	p := party.PlainAs(t, func(s *bottest.Setup) { s.Default = "slow" })
	a := p.Slash(ann, []string{"play"}, party.ChallengeTo(ben))
	p.Click(ann, p.Newest(ann), strings.TrimSuffix(whenButtons(a)[0], "|0")+"|0")
	chooses(p, "secrecy")
	a = p.Click(ann, p.Newest(ann), "term|", "masked")
	if card := bottest.Words(p.Card().Message); !strings.Contains(card, "10 minutes") {
		t.Errorf("after another choice the card says\n%s", card)
	}
	if len(whenButtons(a)) != 2 {
		t.Error("the pace can no longer be changed")
	}
	chooses(p, "clock")
	if a = p.Click(ann, p.Newest(ann), "term|", "none"); len(whenButtons(a)) > 0 {
		t.Error("the pace is asked beside a chosen clock")
	}
}

// Only the challenger makes choices, and nobody once somebody has accepted or is choosing a force.
func TestChoicesEndWithAcceptance(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"play"}, party.ChallengeTo(ben))
	menu := p.Newest(ann)
	p.Says(chooses(p, "secrecy"), "Secrecy")
	asked := p.Newest(ann)
	id, ok := bottest.ControlsOf(asked.Message).Find("term|")
	if !ok {
		t.Fatal("no choice is asked")
	}
	p.Says(p.Press(ben, asked, id, "masked"), "somebody else")
	p.Click(ben, p.Card(), "accept|")
	p.Says(p.Press(ann, asked, id, "masked"), "The terms stay as they are")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	if a := p.Press(ann, menu, strings.Replace(strings.TrimSuffix(id, "|secrecy"), "term|", "more|", 1), "secrecy"); !strings.Contains(party.Text(a), "The terms stay as they are") && !strings.Contains(party.Text(a), "no longer open") {
		t.Errorf("after the acceptance: %s", party.Text(a))
	}
}
