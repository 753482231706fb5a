package person_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
)

// The lesson is played in private, continues after a restart, copes with undo and strange orders, and can be restarted
// or left.
func TestLearn(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, []string{"learn"}), "1 of 3.** bid, the 1. time")
	m := p.Newest(ann)
	p.Says(p.Click(ann, m, "Skip this step"), "bid, the 2. time")
	if now := p.Newest(ann); now.ID != m.ID {
		t.Error("it does not go on in its place")
	}
	for wrong, told := range map[string]string{"bid 2": "Not in this step", "draft pass": "leads elsewhere"} {
		p.Says(p.Click(ann, p.Newest(ann), wrong), told)
		if words := bottest.Words(p.Newest(ann).Message); !strings.Contains(words, "bid, the 2. time") || strings.Contains(words, "begun") {
			t.Errorf("after %s:\n%s", wrong, words)
		}
	}
	p.Restart()
	p.Says(p.Slash(ann, []string{"learn"}), "middle of the lesson")
	p.Says(p.Slash(ben, []string{"learn"}), "bid, the 1. time")
	m = p.Newest(ann)
	id, _ := bottest.ControlsOf(m.Message).Find("Skip this step")
	p.Says(p.Press(ben, m, id), "older message")
	p.Says(p.Press(ann, m, id), "bid, the 3. time")
	p.Says(p.Press(ann, m, id), "already answered")
	p.Says(p.Click(ann, p.Newest(ann), "Begin again"), "bid, the 1. time")
	for range 3 {
		p.Click(ann, p.Newest(ann), "Skip this step")
	}
	p.Shows(ann, "That was the lesson")
	p.Says(p.Slash(ann, []string{"learn"}), "bid, the 1. time")
	p.Says(p.Click(ann, p.Newest(ann), "Leave the lesson"), "You have left the lesson")
	for _, prefix := range []string{"learn/ann", "page/learnann"} {
		if rs, err := p.Store.List(t.Context(), prefix, "", 10); err != nil || len(rs) != 0 {
			t.Errorf("kept after leaving: %v %v", rs, err)
		}
	}
	p.Says(p.Slash(ann, []string{"learn"}, party.Opt("in", "dm-ann")), "bid, the 1. time")
	if n := len(p.Wire.Messages(bottest.General)); n != 0 {
		t.Errorf("%d public messages", n)
	}
	p.Says(p.Slash(ann, []string{"match", "list"}), "in no match")
	rs, err := p.Store.List(t.Context(), "ledger/", "", 10)
	if err != nil || len(rs) != 0 {
		t.Errorf("a ledger of a lesson: %v %v", rs, err)
	}
	for _, s := range p.Wire.Delivered(ann, 0) {
		if s.Only != "" && strings.Contains(bottest.Words(s.Message.Message), "did not work") {
			t.Errorf("%s", bottest.Words(s.Message.Message))
		}
	}
}
