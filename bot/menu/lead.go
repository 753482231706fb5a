package menu

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
)

// Lead names the control to press next, by its label, on the way from the draft to the order, and makes it the main one. It leads a
// player back who has left the way.
func (l *Layout) Lead(d Draft, order string, controls []wire.Block) string {
	at, _ := l.toward(d, order, controls)
	switch b := at.in(controls).(type) {
	case wire.Row:
		b[at.button].Leads = true
	case wire.Select:
		b.Leads = true
		controls[at.block] = b
	}
	say := l.press(at, controls)
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
		at, does := l.toward(d, order, controls)
		say := l.press(at, controls)
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

// place is where a control stands, and what is chosen there.
type place struct {
	block, button int
	chosen        []string // in a select
}

// nowhere is the place of no control.
var nowhere = place{block: -1}

// in returns the row or the select, nil for nowhere.
func (p place) in(controls []wire.Block) wire.Block {
	if p.block < 0 {
		return nil
	}
	return controls[p.block]
}

// press tells a player to press the control, where a phone shows it; "" for nowhere.
func (l *Layout) press(at place, controls []wire.Block) string {
	folded := wire.Fold(controls)
	list := l.listOf(folded)
	switch b := at.in(controls).(type) {
	case wire.Row:
		return l.PressButton(controls, b[at.button])
	case wire.Select:
		selects := 0
		for _, x := range controls {
			if _, ok := x.(wire.Select); ok {
				selects++
			}
		}
		switch {
		case b.Max > 1:
			return l.Lang.Say("Choose **%s** from the list, then close it.", strings.Join(at.chosen, "**, **"))
		case selects == 1 && (list == b.Placeholder || !folded.Holding(b)):
			return l.Lang.Say("Choose **%s** from the list.", at.chosen[0])
		}
		return l.ChooseUnder(controls, b, at.chosen[0])
	}
	return ""
}

// listOf returns the name of the list of arranged controls.
func (l *Layout) listOf(f wire.Folding) string {
	if f.Named == "" {
		return l.Lang.Text(bot.WordMore)
	}
	return f.Named
}

// PressButton tells a player to press the button. If the list holds it, the text names the list. Which of two buttons a list holds may depend on
// the height of the picture above; the text then names both places.
func (l *Layout) PressButton(controls []wire.Block, b wire.Button) string {
	folded, low := wire.Fold(controls), wire.FoldLow(controls)
	switch list := l.listOf(folded); {
	case folded.Holds(b) && low.Holds(b):
		return l.under(list, b.Label)
	case folded.Holds(b) || low.Holds(b):
		return l.Lang.Say("Press **%s**; if it is not there, choose it under *%s*.", b.Label, list)
	}
	return l.Lang.Say("Press **%s**.", b.Label)
}

// ChooseUnder tells a player to choose an option of the select, or of the list that holds it.
func (l *Layout) ChooseUnder(controls []wire.Block, s wire.Select, option string) string {
	if folded := wire.Fold(controls); folded.Holding(s) {
		return l.under(l.listOf(folded), option)
	}
	return l.under(facing(s), option)
}

func (l *Layout) under(name, label string) string {
	return l.Lang.Say("Under *%s* choose **%s**.", name, label)
}

// toward returns the control that leads from the draft to the order, and its effect.
func (l *Layout) toward(d Draft, order string, controls []wire.Block) (place, wire.Control) {
	for _, leads := range []func(c wire.Control, draft, order string) bool{plays, playsBegun} {
		for n, b := range controls {
			row, _ := b.(wire.Row)
			i := slices.IndexFunc(row, func(x wire.Button) bool { return !x.Disabled && leads(x.Does, d.Partial.String(), order) })
			if i >= 0 {
				return place{block: n, button: i}, row[i].Does
			}
		}
	}
	for n, b := range controls {
		s, _ := b.(wire.Select)
		chosen, values := l.leading(s, order)
		if len(chosen) == 0 {
			continue
		}
		from, _ := Read(l.Ask.Menu, s.Does.Draft)
		step := l.Press(from, values)
		does := wire.Control{Kind: wire.ControlDraft, Draft: step.Draft}
		if step.Order != "" {
			does = wire.Control{Kind: wire.ControlSubmit, Draft: step.Order}
		}
		return place{block: n, chosen: chosen}, does
	}
	for _, h := range l.hidden {
		if chosen, _ := l.leading(h.Select, order); len(chosen) == 0 {
			continue
		}
		for n, b := range controls {
			row, _ := b.(wire.Row)
			if i := slices.IndexFunc(row, func(x wire.Button) bool { return x.Does.Draft == h.at.String() }); i >= 0 {
				return place{block: n, button: i}, row[i].Does
			}
		}
	}
	return nowhere, wire.Control{}
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
	if next := bot.PartValue(d.part() + 1); len(values) == 0 && strings.HasPrefix(order+" ", d.Partial.String()) {
		if i := slices.IndexFunc(s.Options, func(o wire.Option) bool { return o.Value == next }); i >= 0 {
			return []string{s.Options[i].Label}, []string{next}
		}
	}
	return labels, values
}
