package downsync

import (
	"cmp"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// A Unit of several bases may be moved as it stands: a draft "together A3 to 12,10" says where its first base ends, and the
// others go the same way as far. Played, it is a move for each base, the foremost first, so that none stands in another's way.

const together = "together"

// withTogether is the question with such a choice for each Unit that has several bases to move, and with one for all pieces.
func withTogether(v reading, a table.OpenAsk) table.OpenAsk {
	if a.Name == "next" {
		a.Menu = withOnward(v, a.Menu)
	}
	if a.Name != "move" {
		return a
	}
	menu := slices.Clone(a.Menu)
	for _, l := range v.Taskforce {
		if len(unmovedBases(a.Menu, l)) > 1 {
			menu = append(menu, game.Choice{Words: together + " " + string(l), Slots: []game.Slot{{Name: "to", Mark: "to", Kind: rules.Points, Min: 1, Max: 1}}})
		}
	}
	if all, ok := everyoneChoice(v, a.Menu); ok {
		menu = append(menu, all)
	}
	a.Menu = menu
	return a
}

// unmovedBases are the bases of the Unit that the menu lets move.
func unmovedBases(menu game.Menu, l rules.Label) []rules.Ref {
	var out []rules.Ref
	for _, c := range menu {
		if r, ok := movedBy(c); ok && r.Label == l {
			out = append(out, r)
		}
	}
	return out
}

// movedBy is the base that the choice moves.
func movedBy(c game.Choice) (rules.Ref, bool) {
	words := strings.Fields(c.Words)
	if len(words) != 2 || words[0] != "move" && words[0] != onward {
		return rules.Ref{}, false
	}
	r, err := rules.ParseRef(words[1])
	return r, err == nil
}

// step is one base's part of a staged move.
type step struct {
	ref rules.Ref
	to  plane.Point
	via []plane.Point
}

// steps are the moves of single bases if the first one goes there, the foremost first.
func (m move) steps(v reading, to plane.Point) []step {
	if len(m.all) == 0 {
		return []step{{m.ref, to, m.via}}
	}
	p, _ := v.Piece(m.ref.Label)
	first, ok := p.Base(m.ref.N)
	if !ok {
		return nil
	}
	dx, dy := to.X-first.X, to.Y-first.Y
	var out []step
	for n, r := range m.all {
		b, _ := p.Base(r.N)
		at := plane.Point{X: b.X + dx, Y: b.Y + dy}
		if len(m.spots) == len(m.all) { // places of its own, which are moved as they are
			at = plane.Point{X: m.spots[n].X + to.X - m.spots[0].X, Y: m.spots[n].Y + to.Y - m.spots[0].Y}
		}
		out = append(out, step{r, at, nil})
	}
	if m.sprint {
		return out // in the bases' order, all at once
	}
	ahead := func(s step) int64 {
		b, _ := p.Base(s.ref.N)
		return int64(b.X)*int64(dx) + int64(b.Y)*int64(dy)
	}
	slices.SortStableFunc(out, func(x, y step) int { return cmp.Compare(ahead(y), ahead(x)) })
	return out
}

// tryTogether tries the bases one after another, each with those before it in their new places.
func (m move) tryTogether(v reading, to plane.Point) (left plane.Inch, err error) {
	all := m.steps(v, to)
	for i, s := range all {
		rest, err := v.TryMove(s.ref, s.to, nil)
		if err == nil && i == len(all)-1 {
			err = v.TryTogether(s.ref, s.to)
		}
		if err != nil {
			return 0, err
		}
		if i == 0 || rest < left {
			left = rest
		}
		v.View = v.Standing(s.ref, s.to)
	}
	return left, nil
}

// orders are what a draft is played as: itself, or a move for each base.
func orders(v reading, menu game.Menu, draft string) string {
	if m, ok := readMarch(draft); ok {
		return ordered(m.steps(v, menu), isOnward(menu))
	}
	words := strings.Fields(draft)
	switch {
	case len(words) > 3 && words[0] == onward:
		return goesOn(rules.Label(words[1]), strings.Join(words[2:], " "))
	case thenEnd(v, draft):
		return draft + "; end"
	}
	m, ok := readMove(v, menu, draft)
	if !ok || len(m.all) == 0 || m.sprint {
		return draft
	}
	return ordered(m.steps(v, m.to), false)
}

// ordered are the steps as orders, on of contacts in their activation.
func ordered(all []step, on bool) string {
	var out []string
	for _, s := range all {
		if on {
			out = append(out, goesOn(s.ref.Label, "to "+s.to.String()))
			continue
		}
		out = append(out, "move "+s.ref.String()+" to "+s.to.String())
	}
	return strings.Join(out, "; ")
}
