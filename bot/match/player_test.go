package match_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// labelled returns the button with that label.
func labelled(t *testing.T, m bottest.Message, label string) wire.Button {
	t.Helper()
	for _, b := range bottest.ControlsOf(m.Message).Buttons {
		if b.Label == label {
			return b
		}
	}
	t.Fatalf("no %s in %s", label, bottest.Words(m.Message))
	return wire.Button{}
}

// A replay is stepped by its buttons and by a select of turns, in place. It opens with the highlights, and offers the short film before the
// whole one. Everybody may press; only the presser sees it.
func TestReplayIsStepped(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.Round()
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3", "quit")
	match := party.Opt("match", string(id))
	said := party.Text(p.Slash(eve, replay, match))
	m := p.Newest(eve)
	if reel, film := strings.Index(bottest.Words(m.Message), "reel|"), strings.Index(bottest.Words(m.Message), "film|"); !strings.Contains(said, "Highlights") || reel < 0 || film < reel {
		t.Errorf("a replay opens with:\n%s", bottest.Words(m.Message))
	}
	var of int
	_, after, _ := strings.Cut(said, "step ")
	if _, err := fmt.Sscanf(after, "%d of %d", new(int), &of); err != nil || of < 5 {
		t.Fatalf("it shows %q", said)
	}
	before := len(p.Wire.Messages("eph-eve"))
	for _, x := range []struct {
		press string
		step  int
	}{{"⏮", 1}, {"▶", 2}, {"▶", 3}, {"◀", 2}, {"⏭", of}, {"◀", of - 1}} {
		p.Says(p.Press(eve, m, labelled(t, m, x.press).ID), fmt.Sprintf("step %d of %d", x.step, of))
		m = p.Newest(eve)
	}
	if now := len(p.Wire.Messages("eph-eve")); now != before {
		t.Errorf("%d messages more: a step does not change the message", now-before)
	}
	turns := bottest.ControlsOf(m.Message).Selects
	if len(turns) != 1 || len(turns[0].Options) != 2 {
		t.Fatalf("selects %+v", turns)
	}
	p.Says(p.Press(eve, m, turns[0].ID, turns[0].Options[1].Value), "step "+turns[0].Options[1].Value+" of")
	p.Press(eve, p.Newest(eve), labelled(t, p.Newest(eve), "⏮").ID)
	if m = p.Newest(eve); !labelled(t, m, "◀").Disabled || !labelled(t, m, "⏮").Disabled || labelled(t, m, "▶").Disabled {
		t.Errorf("the first step has the buttons %+v", bottest.ControlsOf(m.Message).Buttons)
	}
	for _, bad := range []string{"x.1", "0.1", "-3.1", "1.1|everything"} {
		p.Says(p.Press(eve, m, "replay|"+string(id)+"|"+bad), "older message")
	}
	p.Says(p.Press(eve, m, "replay|"+string(id)+"|999.1"), fmt.Sprintf("step %d of %d", of, of)) // an old message
}

// While a match is on, the buttons lead through what each reader was told, and nothing else.
func TestReplayOfAMatchThatIsOn(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.Play(ann, "note red", "bid 2")
	p.Play(ben, "note blue", "bid 3")
	for _, x := range []struct {
		user wire.UserID
		says string
	}{{ann, "seat 1 at step 2"}, {ben, "seat 2 at step 2"}, {eve, "all at step 2"}} {
		p.Slash(x.user, replay, party.Opt("match", string(id)), party.Opt("step", "1"))
		m := p.Newest(x.user)
		p.Says(p.Press(x.user, m, labelled(t, m, "▶").ID), x.says)
		if s := bottest.ControlsOf(p.Newest(x.user).Message).Selects; len(s) > 0 {
			t.Errorf("%s chooses among %+v", x.user, s)
		}
		last := party.Text(p.Press(x.user, m, labelled(t, m, "⏭").ID))
		if strings.Contains(last, "red") && x.user != ann || strings.Contains(last, "blue") && x.user != ben || !strings.Contains(last, "at step") {
			t.Errorf("%s sees %q", x.user, last)
		}
	}
}
