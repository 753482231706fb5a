package lobby_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
)

// The challenge's card in the channel becomes the result, with links to the board and to another match.
func TestCardBecomesTheResult(t *testing.T) {
	p := takenUp(t, party.ChallengeTo(ben))
	card := p.Card()
	p.Click(ann, card, "ready|")
	p.Settle()
	shown := func() bottest.Message {
		for _, m := range p.Wire.Messages(bottest.General) {
			if m.ID == card.ID {
				return m
			}
		}
		t.Fatal("the card is gone")
		return bottest.Message{}
	}
	party.Has(t, shown(), "the match is on")
	p.Slash(ann, []string{"match", "concede"}, party.Opt("in", string(p.Wire.Threads()[0])))
	p.Click(ann, p.Newest(ann), "Concede")
	p.Settle()
	party.Has(t, shown(), "🏁 **Name of ann** against **Name of ben**", "Rematch")
	if words := bottest.Words(shown().Message); strings.Contains(words, "the match is on") {
		t.Errorf("it says still:\n%s", words)
	}
}

// The direct messages that ask for Ready lose their buttons, whether or not the match begins.
func TestCallsForReadyAreClosed(t *testing.T) {
	for _, end := range []string{"begins", "called off", "expires"} {
		p := takenUp(t, party.ChallengeTo(ben))
		call, ok := p.Wire.Console(ann)
		if _, has := bottest.ControlsOf(call.Message).Find("ready|"); !ok || !has {
			t.Fatalf("ann is not called:\n%s", bottest.Words(call.Message))
		}
		switch end {
		case "begins":
			p.Click(ann, p.Card(), "ready|")
		case "called off":
			p.Click(ann, p.Card(), "decline|")
		case "expires":
			p.Clock.Advance(40 * 24 * time.Hour)
			p.Slash(eve, []string{"match", "list"})
		}
		p.Settle()
		for _, m := range p.Wire.Messages(call.Channel) {
			if _, live := bottest.ControlsOf(m.Message).Find("ready|"); live {
				t.Errorf("%s: a Ready is left:\n%s", end, bottest.Words(m.Message))
			}
		}
	}
}
