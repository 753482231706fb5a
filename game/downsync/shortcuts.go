package downsync

import (
	"slices"
	"strconv"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/order"
)

// Shortcuts replace several orders that a player gives together. They are not orders themselves: the host plays the orders that
// a shortcut means.

// The verbs of shortcuts. Together moves a Unit of several bases in its formation. Onward activates a contact, moves it and
// ends its activation; Farther does the same for a Unit of one base with its Move Action. Everyone moves all pieces that have
// not moved towards one goal. Several reveals several contacts.
const (
	Together = "together"
	Onward   = "onward"
	Farther  = "farther"
	Everyone = "everyone"
	Several  = "several"
)

// MostFar limits the choice of the greatest distance for Everyone, in inches.
const MostFar = 12

// Winds lists the compass points in letters, clockwise from north.
var Winds = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

// Words for the goals of a mission in orders: the first of the seat's GoalsFrom, and the second; a third is "goal3" (see GoalWord).
const (
	GoalThere = "vip"
	GoalHome  = "home"
)

var (
	choiceTogether = order.Choice{Words: Together, Slots: []order.Slot{slotPiece, slotTo}}
	choiceOnward   = order.Choice{Words: Onward, Slots: []order.Slot{slotPiece, slotTo, slotVia}}
	choiceFarther  = order.Choice{Words: Farther, Slots: []order.Slot{slotPiece, slotTo, slotVia}}
	choiceSeveral  = order.Choice{Words: Several, Slots: []order.Slot{{Name: "reveals", Min: 1, Max: 1}}}
	choiceEveryone = order.Choice{Words: Everyone, Slots: []order.Slot{{Name: "goal", Mark: "towards", Min: 1, Max: 1}, {Name: "far", Mark: "upto", Max: 1}}}
)

// WithShortcuts returns the question's menu with the shortcuts for its orders added.
func (v View) WithShortcuts(ask string, menu game.Menu) game.Menu {
	switch ask {
	case "act": // how the activation ends is set for whole volleys: see Closed
		menu = slices.Clone(menu)
		for i := range menu {
			menu[i].Slots = slices.DeleteFunc(slices.Clone(menu[i].Slots), func(s game.Slot) bool { return s.Name == slotThen.Name })
		}
	case "move":
		menu = slices.Clone(menu)
		for _, l := range v.Taskforce {
			if len(MovableBases(menu, l)) > 1 {
				menu = append(menu, choiceTogether.Offer([]string{string(l)}, slotTo))
			}
		}
	case "react": // Ambushes need a question
		menu = slices.Clone(menu)
		for i := range menu {
			menu[i].Slots = slices.DeleteFunc(slices.Clone(menu[i].Slots), func(s game.Slot) bool { return s.Name == slotAmbush.Name })
		}
	case "reveal":
		if c, ok := several(menu); ok {
			menu = append(slices.Clone(menu), c)
		}
	case "next", "priority":
		activates := menu
		menu = slices.Clone(menu)
		for i, c := range activates {
			p, ok := v.Piece(Label(c.Value("piece")))
			switch {
			case !ok || c.Verb != "activate":
			case p.IsPing() && ask == "next":
				menu[i] = choiceOnward.Offer([]string{string(p.Label)}, slotTo, slotVia.Times(0, maxVia))
			case len(activates) > 1 && len(p.Bases) == 1 && v.CanWatch(p.Label): // it has an Action Point
				menu = append(menu, choiceFarther.Offer([]string{string(p.Label)}, slotTo, slotVia.Times(0, maxVia)))
			}
		}
	}
	if all := Movable(menu); len(all) > 1 {
		menu = append(menu, everyone(v, all[0].Seat()))
	}
	return menu
}

// Advancing returns the view of a Taskforce of these pieces in its Move phase, with the menu of the moves. ok is false if a
// refresh would be asked about first.
func (v View) Advancing(taskforce []Label) (moving View, menu game.Menu, ok bool) {
	v.Taskforce, v.Phase = taskforce, Moving
	v.set = v.rebuilt()
	s := v.board()
	for _, l := range taskforce {
		p, there := s.piece(l)
		if !there || isUnit(p) && s.hasRefreshChoice(p) {
			return v, nil, false
		}
		for _, b := range p.Bases {
			menu = append(menu, Offer("move", []string{p.ref(b.N).String()}, slotTo, slotVia.Times(0, maxVia)))
		}
	}
	return v, append(menu, Offer("done", nil)), true
}

// several returns the choice of contacts to reveal, each as "virago@A1". ok is false if there are none.
func several(menu game.Menu) (c game.Choice, ok bool) {
	var pairs []string
	contacts := 0
	for _, ch := range menu {
		if ch.Verb != "reveal" {
			continue
		}
		contacts++
		for _, unit := range ch.Slots[0].Options {
			pairs = append(pairs, unit+"@"+ch.Value("ping"))
		}
	}
	return choiceSeveral.Offer(nil, choiceSeveral.Slots[0].Of(pairs...).Times(1, contacts)), contacts > 0
}

// everyone returns the choice of a goal for all pieces that have not moved.
func everyone(v View, seat game.Seat) game.Choice {
	goals, far := []string{}, []string{}
	for i := range v.Goals() {
		goals = append(goals, GoalWord(i))
	}
	for _, q := range v.Pieces {
		if q.Seat != seat && len(q.Bases) > 0 {
			goals = append(goals, string(q.Label))
		}
	}
	for n := range MostFar {
		far = append(far, strconv.Itoa(n+1))
	}
	slots := choiceEveryone.Slots
	return choiceEveryone.Offer(nil, slots[0].Of(append(goals, Winds...)...), slots[1].Of(far...))
}

// Movable returns the pieces that the menu lets move, in its order.
func Movable(menu game.Menu) []Label {
	var out []Label
	for _, c := range menu {
		if r, ok := movedBy(c); ok && !slices.Contains(out, r.Label) {
			out = append(out, r.Label)
		}
	}
	return out
}

// MovableBases returns the bases of the piece that the menu lets move.
func MovableBases(menu game.Menu, l Label) []Ref {
	var out []Ref
	for _, c := range menu {
		if r, ok := movedBy(c); ok && r.Label == l {
			out = append(out, r)
		}
	}
	return out
}

// movedBy returns the base that the choice moves.
func movedBy(c game.Choice) (Ref, bool) {
	switch c.Verb {
	case "move":
		return mustRef(c.Value("base")), true
	case Onward:
		return Ref{Label: Label(c.Value("piece"))}, true
	}
	return Ref{}, false
}

// SpendsLast reports whether the acting piece has nothing left after a Move Action of the base with that number, 0 for its only
// one. It counts actions that cost no AP, because the move might bring a target into reach.
func (v View) SpendsLast(menu game.Menu, base int) bool {
	return running{v}.over(menu, func(n int) bool { return base == 0 || n == base }, true)
}

// WatchEnds reports whether the acting piece has nothing left after it takes Overwatch, which takes the AP of all its bases.
func (v View) WatchEnds(menu game.Menu) bool {
	p, ok := running{v}.piece()
	return ok && !p.IsPing() && running{v}.over(menu, func(int) bool { return true }, false)
}

// DropEnds reports whether the acting piece has nothing left once it drops the rest of its action, for which its one base
// has paid.
func (v View) DropEnds() bool {
	p, ok := running{v}.piece()
	if !ok || p.IsPing() || len(p.Bases) != 1 {
		return false
	}
	a, ok := v.Cards().Must(p.Unit).Action(v.Acting.Action)
	return ok && costOf(a, actor{AP: 1}, "").ap > 0 && running{v}.over(nil, func(int) bool { return true }, true)
}

// running is the activation that a view shows.
type running struct{ v View }

// over reports whether the activation's menu has nothing that can be done without the AP of the bases that have spent them.
// With elsewhere, an action that costs no AP counts even if it is not on the menu now. A transport always counts as having
// something left: its choices depend on who is aboard, and the end of its activation must not reveal that (S15).
func (r running) over(menu game.Menu, spent func(base int) bool, elsewhere bool) bool {
	p, ok := r.piece()
	if !ok || r.v.Acting.Left > 0 && menu != nil {
		return false
	}
	card := cards.Unit{}
	if !p.IsPing() {
		card = *r.v.Cards().Must(p.Unit)
	}
	free := func(a cards.Action) bool { // without AP
		c := costOf(a, actor{}, "")
		return c.ap == 0 && c.cp <= r.v.CP.Of(p.Seat)
	}
	if slices.ContainsFunc(card.Actions, func(a cards.Action) bool {
		return slices.Contains(carrying, a.ID) || elsewhere && free(a)
	}) {
		return false
	}
	return !slices.ContainsFunc(menu, func(c game.Choice) bool {
		n := 0
		if by := c.Value("by"); by != "" {
			n = mustRef(by).N
		} else if len(p.Bases) == 1 {
			n = p.Bases[0].N
		}
		switch a, ok := card.Action(c.Value("use")); {
		case c.Words == "end", c.Words == "drop":
			return false
		case c.Verb == "act overwatch": // decided by the bases, whose moves are on the menu
			return false
		case ok && free(a):
			return true
		}
		return !spent(n)
	})
}

// piece returns the piece in its activation; ok is false if there is none.
func (r running) piece() (p Piece, ok bool) {
	if r.v.Acting == nil {
		return p, false
	}
	return r.v.Piece(r.v.Acting.Label)
}
