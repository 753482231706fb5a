package main

import (
	"strings"
	"testing"

	"downsync/bot/local"
)

// further returns a console's list of further controls, and its option with that label.
func further(t *testing.T, m *local.Message, label string) (list *local.Component, value string) {
	t.Helper()
	for _, k := range controlsOf(m) {
		for _, o := range k.Options {
			if strings.HasPrefix(k.CustomID, "more|") && o.Label == label {
				return k, o.Value
			}
		}
	}
	t.Fatalf("no list offers %q: %s", label, text(m))
	return nil, ""
}

// On the real wire, the list of further controls does what the control itself would: it opens the plans and what lies behind a question, and
// leads back. What is pressed there on an old message is refused as the control would be.
func TestListOfFurtherControls(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	active, _ := s.began()
	u := s.srv.User(active)
	press := func(m *local.Message, label string) *local.Message {
		t.Helper()
		list, value := further(t, m, label)
		out := s.finish(u.Click(m.ID, list.CustomID, value))
		return u.View().Message(out.Message)
	}
	b := button(u.View(), "view|")
	out := s.finish(u.Click(b.message, b.id))
	shown := u.View().Message(out.Message)
	plans := press(shown, "Plans")
	if got := text(plans); !strings.Contains(got, "plan") && !strings.Contains(got, "Plan") {
		t.Errorf("the plans are %s", got)
	}
	back := control(plans, "o|")
	if back == nil {
		t.Fatalf("no way back: %s", text(plans))
	}
	s.finish(u.Click(plans.ID, back.CustomID))
	if got := text(u.View().Message(plans.ID)); !strings.Contains(got, "designate") {
		t.Errorf("back leads to %s", got)
	}
}
