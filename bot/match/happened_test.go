package match_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// A closed card has a button that shows what happened to whoever presses it: everything that everybody was told in that round, and no
// secret of any seat. It goes on to work after the match. Controls that point elsewhere are refused.
func TestWhatHappened(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.Play(ann, "note red")
	p.Play(ben, "note blue")
	p.Round()
	closed := p.Cards()[0]
	party.Has(t, closed, "closed true")
	button, ok := bottest.ControlsOf(closed.Message).Find("What happened")
	if !ok {
		t.Fatalf("no button in %s", bottest.Words(closed.Message))
	}
	before := len(p.Cards())
	var said []string
	for _, user := range []wire.UserID{ann, ben, eve} {
		a := p.Press(user, closed, button)
		said = append(said, party.Text(a))
		if a.Letter == nil || !a.Fresh {
			t.Errorf("%s gets %+v: expected a private answer", user, a)
		}
	}
	if said[0] != said[2] || said[1] != said[2] || !strings.Contains(said[0], "bid 1 ") || !strings.Contains(said[0], "bid 2 ") {
		t.Errorf("it says %q", said)
	}
	if strings.Contains(said[0], "red") || strings.Contains(said[0], "blue") {
		t.Errorf("a secret: %s", said[0])
	}
	for _, bad := range []string{"", "x", "-1.3", "3.3", "0.9999", "2.1", "0.1.x|y"} {
		a := p.Press(eve, closed, fmt.Sprintf("happened|%s|%s", id, bad))
		if bad != "0.1.x|y" {
			p.Says(a, "older message")
		}
	}
	if now := len(p.Cards()); now != before {
		t.Errorf("%d messages more in the thread", now-before)
	}
}
