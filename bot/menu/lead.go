package menu

import (
	"slices"
	"strconv"
	"strings"

	"downsync/bot/wire"
)

// Lead names the control to press next, by its label, on the way from the draft to the order. It leads a player back who has left
// the way.
func (l *Layout) Lead(d Draft, order string, controls []wire.Block) string {
	say, _ := l.toward(d, order, controls)
	if say == "" {
		say = l.Lang.Say("Press **%s**.", l.Lang.Text("Back"))
	}
	return "👉 " + say
}

// Way names the controls to press one after another for the order, as Lead does for each step. laid returns the layout of a draft.
// all is false if no control leads on, for example towards a place on the board.
func Way(order string, laid func(Draft) (*Layout, []wire.Block)) (steps []string, all bool) {
	const most = 6
	d := Draft{}
	for len(steps) < most {
		l, controls := laid(d)
		say, does := l.toward(d, order, controls)
		if say == "" || does.Kind == wire.ControlSubmit && does.Draft != order {
			return steps, false
		}
		steps = append(steps, say)
		next, ok := Read(l.Ask.Menu, does.Draft)
		if done := does.Kind == wire.ControlSubmit; done || !ok || next.String() == d.String() {
			return steps, done
		}
		d = next
	}
	return steps, false
}

// toward names the control that leads from the draft to the order, and returns its effect; "" if there is none.
func (l *Layout) toward(d Draft, order string, controls []wire.Block) (say string, does wire.Control) {
	var lists []wire.Select
	var buttons []wire.Button
	for _, b := range controls {
		switch b := b.(type) {
		case wire.Row:
			buttons = append(buttons, b...)
		case wire.Select:
			lists = append(lists, b)
		}
	}
	for _, leads := range []func(c wire.Control, draft, order string) bool{plays, playsBegun} {
		i := slices.IndexFunc(buttons, func(x wire.Button) bool { return !x.Disabled && leads(x.Does, d.Partial.String(), order) })
		if i >= 0 {
			return l.Lang.Say("Press **%s**.", buttons[i].Label), buttons[i].Does
		}
	}
	for _, s := range lists {
		chosen, values := l.leading(s, order)
		if len(chosen) == 0 {
			continue
		}
		from, _ := Read(l.Ask.Menu, s.Does.Draft)
		step := l.Press(from, values)
		does = wire.Control{Kind: wire.ControlDraft, Draft: step.Draft}
		if step.Order != "" {
			does = wire.Control{Kind: wire.ControlSubmit, Draft: step.Order}
		}
		switch {
		case s.Max > 1:
			say = l.Lang.Say("Choose **%s** from the list, then close it.", strings.Join(chosen, "**, **"))
		case len(lists) > 1:
			say = l.Lang.Say("Under *%s* choose **%s**.", facing(s), chosen[0])
		default:
			say = l.Lang.Say("Choose **%s** from the list.", chosen[0])
		}
		return say, does
	}
	return "", does
}

// facing returns the label on a closed select.
func facing(s wire.Select) string {
	if i := slices.IndexFunc(s.Options, func(o wire.Option) bool { return o.Chosen }); i >= 0 {
		return s.Options[i].Label
	}
	return s.Placeholder
}

// plays reports whether a button plays the order or stages it.
func plays(c wire.Control, draft, order string) bool {
	return c.Draft == order && (c.Kind == wire.ControlSubmit || c.Kind == wire.ControlDraft && draft != order)
}

// playsBegun reports whether a button plays the part of the order that is staged.
func playsBegun(c wire.Control, draft, _ string) bool {
	return c.Kind == wire.ControlSubmit && c.Draft == draft
}

// leading returns a select's options that lead towards the order, by name and by value.
func (l *Layout) leading(s wire.Select, order string) (labels, values []string) {
	d, ok := Read(l.Ask.Menu, s.Does.Draft)
	if !ok {
		return nil, nil
	}
	for _, o := range s.Options {
		next := l.Extend(d, []string{o.Value})
		if s.Max > 1 && slices.Contains(strings.Fields(strings.TrimPrefix(order, Unmarked(s.Does.Draft))), o.Value) || strings.HasPrefix(order+" ",
			next+" ") {
			labels, values = append(labels, o.Label), append(values, o.Value)
		}
	}
	if s.Max <= 1 && len(values) > 1 {
		values = values[:1]
	}
	if next := "@" + partOf + strconv.Itoa(d.part()+1); len(values) == 0 && strings.HasPrefix(order+" ", d.Partial.String()) {
		if i := slices.IndexFunc(s.Options, func(o wire.Option) bool { return o.Value == next }); i >= 0 {
			return []string{s.Options[i].Label}, []string{next}
		}
	}
	return labels, values
}
