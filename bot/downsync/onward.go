package downsync

import (
	"strings"

	"downsync/game"

	rules "downsync/game/downsync"
)

// All that a contact can do in its activation is to move once more. So a draft "onward A6 to 12,10" stands for the whole of it,
// and everyone's goes for all contacts that are left.

const onward = "onward"

// withOnward is the menu with such a choice for each contact in place of its bare activation, and with one for all of them.
func withOnward(v reading, menu game.Menu) game.Menu {
	var out game.Menu
	for _, c := range menu {
		if l, ok := strings.CutPrefix(c.Words, "activate "); ok {
			if p, found := v.Piece(rules.Label(l)); found && p.IsPing() {
				c = game.Choice{Words: onward + " " + l, Slots: []game.Slot{{Name: "to", Mark: "to", Kind: rules.Points, Min: 1, Max: 1}, {Name: "via", Mark: "via", Kind: rules.Points, Max: 3}}}
			}
		}
		out = append(out, c)
	}
	if all, ok := everyoneChoice(v, out); ok {
		out = append(out, all)
	}
	return out
}

// isOnward tells whether the menu sends contacts on, which have moved already.
func isOnward(menu game.Menu) bool {
	for _, c := range menu {
		if strings.HasPrefix(c.Words, onward+" ") {
			return true
		}
	}
	return false
}

// goesOn is what a contact's activation is played as.
func goesOn(l rules.Label, way string) string {
	return strings.Join([]string{"activate " + string(l), "act move " + way, "end"}, "; ")
}

// thenEnd tells whether the acting piece has nothing left after it spends the AP of its one base: then its end goes with that
// order, in one press, which takes back in one too. A card with an action for CP or for nothing may go on.
func thenEnd(v reading, draft string) bool {
	if v.Acting == nil || !strings.HasPrefix(draft, "act move") && draft != "act overwatch" {
		return false
	}
	p, ok := v.Piece(v.Acting.Label)
	if !ok || len(p.Bases) != 1 || v.Acting.Left > 0 {
		return false
	}
	if p.IsPing() {
		return true
	}
	for _, a := range v.Cards().Must(p.Unit).Actions {
		if a.Cost != "A" && a.Cost != "A+C" {
			return false
		}
	}
	return true
}
