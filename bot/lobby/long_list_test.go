package lobby_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// However many challenges are open, each can be reached: typing narrows the suggestions, which are at most 25, and the pages of the list show
// them all.
func TestEveryChallengeIsReached(t *testing.T) {
	for _, many := range []int{25, 26, 40, 60} {
		p := party.Plain(t)
		for n := range many {
			host := wire.UserID(fmt.Sprintf("h%02d", n))
			p.Slash(host, []string{"match", "challenge"})
		}
		open := bottest.OpenTables(t, p.Store)
		if len(open) != many {
			t.Fatalf("%d challenges are open, expected %d", len(open), many)
		}
		accept := []string{"match", "accept"}
		if got := p.Complete(ann, accept, party.Opt("challenge", "")); len(got) != min(many, wire.MostChoices) {
			t.Errorf("of %d, %d are suggested", many, len(got))
		}
		for n := range many {
			name := fmt.Sprintf("Name of h%02d", n)
			got := p.Complete(ann, accept, party.Opt("challenge", name))
			if len(got) != 1 || !strings.Contains(got[0].Name, name) {
				t.Errorf("of %d, %q suggests %v", many, name, got)
			}
		}
		p.Slash(ann, []string{"match", "list"}, party.Opt("which", "open"))
		seen := ""
		for range many {
			m := p.Newest(ann)
			seen += bottest.Words(m.Message)
			if _, more := bottest.ControlsOf(m.Message).Find("Next page"); !more {
				break
			}
			p.Click(ann, m, "Next page")
		}
		for n := range many {
			if name := fmt.Sprintf("Name of h%02d", n); !strings.Contains(seen, name) {
				t.Errorf("of %d, no page lists the challenge of %s", many, name)
			}
		}
	}
}
