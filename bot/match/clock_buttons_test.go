package match_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// clocks shows ann the clocks of her match.
func clocks(p *party.Party, u wire.UserID) bottest.Message {
	p.T.Helper()
	p.Says(p.Slash(u, []string{"match", "clock"}), "Clocks of this match")
	return p.Newest(u)
}

// The buttons of /match clock propose a pause and more time, and end a pause; the other player agrees there.
func TestClockButtons(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin(party.Opt("clock", "slow"))
	p.Says(p.Click(ann, clocks(p, ann), "Pause"), "How long is the pause?")
	p.Says(p.Click(ann, p.Newest(ann), "Back"), "Clocks of this match")
	p.Click(ann, p.Newest(ann), "Pause")
	p.Says(p.Click(ann, p.Newest(ann), "clockfor|", "2d"), "Proposed.")
	p.Says(p.Click(ben, clocks(p, ben), "Agree: pause for 2 days"), "Agreed.")
	p.Says(p.Click(ann, clocks(p, ann), "End the pause"), "Proposed.")
	p.Says(p.Click(ben, clocks(p, ben), "Agree: go on now"), "Agreed.")
	p.Click(ben, clocks(p, ben), "More time")
	m := p.Newest(ben)
	p.Says(p.Press(ben, m, "clockfor|"+string(id)+"|extend", "9000d"), "older message")
	p.Says(p.Press(ben, m, "clockfor|"+string(id)+"|concede", "1d"), "older message")
	p.Says(p.Press(ben, m, "clock|"+string(id)+"|concede"), "older message")
	p.Says(p.Press(eve, m, "clockfor|"+string(id)+"|extend", "1d"), "not in this match")
	p.Says(p.Click(ben, m, "clockfor|", "1d"), "Proposed.")
}

// A vacation begins and ends with buttons of /match clock, and is offered only where the match allows one.
func TestVacationButtons(t *testing.T) {
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"))
	p.Click(ann, clocks(p, ann), "Vacation")
	p.Says(p.Click(ann, p.Newest(ann), "clockfor|", "2d"), "you are on vacation")
	p.Says(p.Click(ann, clocks(p, ann), "I am back"), "you are back")
	none := party.Plain(t)
	none.Begin(party.Opt("clock", "quick"))
	if text := party.Text(none.Slash(ann, []string{"match", "clock"})); strings.Contains(text, "Vacation …") || !strings.Contains(text, "Pause …") {
		t.Errorf("without vacations it offers\n%s", text)
	}
}
