package menu

import (
	"slices"
	"strings"

	"downsync/bot"
)

// Lead says which of the controls to press next, by the name that stands on it, to come from the draft to the order. A player who
// has left the way is led back.
func (l *Layout) Lead(d Draft, order string, controls []bot.Block) string {
	var lists []bot.Select
	for _, b := range controls {
		switch b := b.(type) {
		case bot.Row:
			i := slices.IndexFunc(b, func(x bot.Button) bool { return !x.Disabled && plays(x.Does, d.Partial.String(), order) })
			if i >= 0 {
				return l.Lang.Say("👉 Press **%s**.", b[i].Label)
			}
		case bot.Select:
			lists = append(lists, b)
		}
	}
	for _, s := range lists {
		chosen := l.leading(s, order)
		switch {
		case len(chosen) == 0:
		case s.Max > 1:
			return l.Lang.Say("👉 Choose **%s** from the list, then close it.", strings.Join(chosen, "**, **"))
		case len(lists) > 1:
			return l.Lang.Say("👉 Under *%s* choose **%s**.", facing(s), chosen[0])
		default:
			return l.Lang.Say("👉 Choose **%s** from the list.", chosen[0])
		}
	}
	return l.Lang.Say("👉 Press **%s**.", l.Lang.Text("Back"))
}

// facing is the label that a closed select shows.
func facing(s bot.Select) string {
	if i := slices.IndexFunc(s.Options, func(o bot.Option) bool { return o.Chosen }); i >= 0 {
		return s.Options[i].Label
	}
	return s.Placeholder
}

// plays tells whether a button plays the order or stages it, or plays what is staged on the way there.
func plays(c bot.Control, draft, order string) bool {
	switch c.Kind {
	case bot.ControlSubmit:
		return c.Draft == order || c.Draft == draft
	case bot.ControlDraft:
		return c.Draft == order && draft != order
	}
	return false
}

// leading are the names of a select's options that lead on to the order.
func (l *Layout) leading(s bot.Select, order string) []string {
	d, ok := Read(l.Ask.Menu, s.Does.Draft)
	if !ok {
		return nil
	}
	var out []string
	for _, o := range s.Options {
		next := l.Extend(d, []string{o.Value})
		if s.Max > 1 && slices.Contains(strings.Fields(strings.TrimPrefix(order, s.Does.Draft)), o.Value) || strings.HasPrefix(order+" ",
			next+" ") {
			out = append(out, o.Label)
		}
	}
	return out
}
