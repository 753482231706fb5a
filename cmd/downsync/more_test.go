package main

import (
	"regexp"
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

// unfolded returns a message's controls, and each control in its list of further ones as a control of its own.
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
				label, chosen := strings.CutPrefix(o.Label, "✓ ")
				last.Options = append(last.Options, local.SelectOption{Value: values[0], Label: label, Description: o.Description, Default: chosen})
				if last.Placeholder == "" && !strings.HasPrefix(k.Placeholder, "More …") {
					last.Placeholder = k.Placeholder
				}
			}
		}
	}
	return all
}

// Labels of distances and of the grid's squares.
var (
	distances = regexp.MustCompile(`^[0-9.]+"$`)
	squares   = regexp.MustCompile(`^[A-Z][0-9]+$`)
)

// asked returns what a select in a list of further controls is about, as its own placeholder says outside the list. staged reports whether
// the console shows a whole order.
func asked(k *local.Component, does wire.Control, staged bool) string {
	first := k.Options[0].Label
	switch verb, _, _ := strings.Cut(strings.TrimPrefix(does.Draft, "act "), " "); {
	case k.Placeholder != "":
		return k.Placeholder
	case distances.MatchString(first):
		return "How far that way?"
	case squares.MatchString(first):
		return "Or a 6\" square of the grid"
	case verb == "everyone" || strings.HasPrefix(k.Options[0].Value, "everyone"):
		return "Or send all on…"
	case verb == "reveal":
		return "To which side of the contact?"
	case verb == "move" && staged:
		return "Or somewhere else"
	case verb == "move":
		return "Where to?"
	case verb == "":
		return "What will you do?"
	}
	return "Which?"
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
// leads back.
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
	if got := text(u.View().Message(plans.ID)); !strings.Contains(got, "Whom do you activate") {
		t.Errorf("back leads to %s", got)
	}
}
