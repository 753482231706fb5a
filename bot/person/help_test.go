package person_test

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// From /help it takes two presses to a challenge, and one to the lesson. Impossible choices are answered.
func TestHelp(t *testing.T) {
	p := party.Plain(t)
	help := []string{"help"}
	p.Says(p.Slash(ann, help), "## Toy")
	m := p.Newest(ann)
	if lines := strings.Count(bottest.Words(m.Message), "\n"); lines > 12 {
		t.Errorf("/help has %d lines:\n%s", lines, bottest.Words(m.Message))
	}
	p.Says(p.Click(ann, m, "My matches"), "in no match")
	p.Says(p.Click(ann, m, "Settings"), "Your settings")
	p.Click(ann, m, "More")
	party.Has(t, p.Newest(ann), "Begin", "bid 3", "`/look count`", "`/card`")
	p.Says(p.Click(ann, m, "Learn by playing"), "bid, the 1. time")
	p.Click(ann, p.Newest(ann), "bid 1")
	p.Says(p.Click(ann, m, "Learn by playing"), "bid, the 2. time")

	p.Says(p.Click(ann, m, "Challenge someone"), "Whom do you challenge?")
	whom := p.Newest(ann)
	whom.Channel = bottest.General // where Discord shows it
	for pick, says := range map[wire.UserID]string{ann: "cannot challenge yourself", "robot": "Bots do not play"} {
		p.Says(p.Click(ann, whom, "whom", string(pick)), says)
	}
	p.Says(p.Click(ann, whom, "whom"), "older message")
	p.Says(p.Click(ann, whom, "whom", string(ben)), "**Your force: the red**")
	party.Has(t, p.Card(), "challenges **<@ben> (Name of ben)** to Toy")
	p.Says(p.Click(eve, whom, "Anyone here"), "Your challenge is out")
	party.Has(t, p.Card(), "**Name of eve** challenges **anyone**")

	p.Says(p.Slash(ben, help, party.Opt("in", "dm-ben")), "Matches against people begin in a channel of a server")
	if all := bottest.ControlsOf(p.Newest(ben).Message).Buttons; slices.ContainsFunc(all, func(b wire.Button) bool { return strings.HasPrefix(b.ID, "challenge") }) {
		t.Errorf("in direct messages a challenge is offered, which cannot be made there: %v", all)
	}
	p.Says(p.Press(ben, bottest.Message{Channel: "dm-ben", ID: "m", Only: ben}, "challenge"), "That needs a server")
}
