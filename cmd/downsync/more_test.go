package main

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/local"
	"downsync/bot/wire"
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

// unfolded returns a message's controls, with those of its list of further controls as if they stood there themselves.
func unfolded(m *local.Message) (all []*local.Component) {
	for _, k := range controlsOf(m) {
		if !strings.HasPrefix(k.CustomID, "more|") {
			all = append(all, k)
			continue
		}
		for _, o := range k.Options {
			id, values := wire.Unfolded(k.CustomID, []string{o.Value})
			if i := slices.IndexFunc(all, func(x *local.Component) bool { return x.CustomID == id }); i < 0 {
				all = append(all, &local.Component{Type: k.Type, CustomID: id, Label: o.Label})
			}
			if len(values) > 0 {
				last := all[len(all)-1]
				last.Options = append(last.Options, local.SelectOption{Value: values[0], Label: o.Label, Description: o.Description})
			}
		}
	}
	return all
}

// through returns what to press in the message for one of its unfolded controls.
func through(m *local.Message, id string, values []string) (string, []string) {
	for _, k := range controlsOf(m) {
		for _, o := range k.Options {
			if in, chosen := wire.Unfolded(k.CustomID, []string{o.Value}); in == id && k.CustomID != id && slices.Equal(chosen, values) {
				return k.CustomID, []string{o.Value}
			}
		}
	}
	return id, values
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
