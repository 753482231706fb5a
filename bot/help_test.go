package bot_test

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
)

// From /help it is two presses to a challenge, and one to the lesson; what cannot be is answered.
func TestHelp(t *testing.T) {
	p := newParty(t)
	help := []string{"help"}
	p.says(p.Slash(ann, help), "## Toy")
	m := p.Newest(ann)
	if lines := strings.Count(bottest.Words(m.Message), "\n"); lines > 12 {
		t.Errorf("/help has %d lines:\n%s", lines, bottest.Words(m.Message))
	}
	p.says(p.click(ann, m, "My matches"), "in no match")
	p.says(p.click(ann, m, "Settings"), "Your settings")
	p.click(ann, m, "More")
	has(t, p.Newest(ann), "Begin", "bid 3", "`/count`", "`/lore`")
	p.says(p.click(ann, m, "Learn by playing"), "bid, the 1. time")
	p.click(ann, p.Newest(ann), "bid 1")
	p.says(p.click(ann, m, "Learn by playing"), "bid, the 2. time")

	p.says(p.click(ann, m, "Challenge someone"), "Whom do you challenge?")
	whom := p.Newest(ann)
	whom.Channel = bottest.General // where Discord shows it
	for pick, says := range map[bot.UserID]string{ann: "cannot challenge yourself", "bot": "Bots do not play"} {
		p.says(p.click(ann, whom, "whom", string(pick)), says)
	}
	p.says(p.click(ann, whom, "whom"), "older message")
	p.says(p.click(ann, whom, "whom", string(ben)), "**Your force: the red**")
	has(t, p.lobby(), "challenges **<@ben>** to Toy")
	p.says(p.click(eve, whom, "Anyone here"), "Your challenge is out")
	has(t, p.lobby(), "**Name of eve** challenges **anyone**")

	p.says(p.Slash(ben, help, opt("in", "dm-ben")), "A match begins in a channel of a server")
	if all := bottest.ControlsOf(p.Newest(ben).Message).Buttons; slices.ContainsFunc(all, func(b bot.Button) bool { return strings.HasPrefix(b.ID, "challenge") }) {
		t.Errorf("in direct messages a challenge is offered, which cannot be made there: %v", all)
	}
	p.says(p.Press(ben, bottest.Message{Channel: "dm-ben", ID: "m", Only: ben}, "challenge"), "in a server's channel")
}
