package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
)

// lead says which of the controls to press next, by the name that stands on it, to come from the draft to the order. Whoever
// has left the way is led back.
func lead(v reading, menu game.Menu, draft, order string, controls []bot.Block) string {
	draft, _ = cutSquare(draft)
	var lists []bot.Select
	for _, b := range controls {
		switch b := b.(type) {
		case bot.Row:
			i := slices.IndexFunc(b, func(x bot.Button) bool { return !x.Disabled && plays(x.Does, draft, order) })
			if i >= 0 {
				return v.Say(wordLeadPress, b[i].Label)
			}
		case bot.Select:
			lists = append(lists, b)
		}
	}
	for _, s := range lists {
		chosen := leading(menu, s, order)
		switch {
		case len(chosen) == 0:
		case s.Max > 1:
			return v.Say(wordLeadAll, strings.Join(chosen, "**, **"))
		case len(lists) > 1:
			return v.Say(wordLeadUnder, facing(s), chosen[0])
		default:
			return v.Say(wordLeadChoose, chosen[0])
		}
	}
	return v.Say(wordLeadPress, v.Text(wordBack))
}

// facing is what stands on a closed select.
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
func leading(menu game.Menu, s bot.Select, order string) []string {
	var out []string
	for _, o := range s.Options {
		next := extend(menu, s.Does.Draft, []string{o.Value})
		if s.Max > 1 && slices.Contains(strings.Fields(strings.TrimPrefix(order, s.Does.Draft)), o.Value) || strings.HasPrefix(order+" ", next+" ") {
			out = append(out, o.Label)
		}
	}
	return out
}
