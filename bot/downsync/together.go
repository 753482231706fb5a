package downsync

import (
	"cmp"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// A Unit of several bases may be moved as it stands: a draft "together A3 to 12,10" says where its first base ends, and the
// others go the same way as far. Played, it is a move for each base, the foremost first, so that none stands in another's way.

const together = "together"

// withTogether is the question with such a choice for each Unit that has several bases to move.
func withTogether(v reading, a table.OpenAsk) table.OpenAsk {
	if a.Name != "move" {
		return a
	}
	menu := slices.Clone(a.Menu)
	for _, l := range v.Taskforce {
		if len(unmovedBases(a.Menu, l)) > 1 {
			menu = append(menu, game.Choice{Words: together + " " + string(l), Slots: []game.Slot{{Name: "to", Mark: "to", Free: "point", Min: 1, Max: 1}}})
		}
	}
	a.Menu = menu
	return a
}

// unmovedBases are the bases of the Unit that the menu lets move.
func unmovedBases(menu game.Menu, l rules.Label) []rules.Ref {
	var out []rules.Ref
	for _, c := range menu {
		what, ok := strings.CutPrefix(c.Words, "move ")
		if r, err := rules.ParseRef(what); ok && err == nil && r.Label == l {
			out = append(out, r)
		}
	}
	return out
}

// step is one base's part of a move together.
type step struct {
	ref rules.Ref
	to  plane.Point
}

// steps are the moves of all bases if the first one goes there, the foremost first.
func (m move) steps(v reading, to plane.Point) []step {
	p, _ := v.Piece(m.ref.Label)
	first, ok := p.Base(m.ref.N)
	if !ok {
		return nil
	}
	dx, dy := to.X-first.X, to.Y-first.Y
	ahead := func(r rules.Ref) int64 {
		b, _ := p.Base(r.N)
		return int64(b.X)*int64(dx) + int64(b.Y)*int64(dy)
	}
	refs := slices.Clone(m.all)
	slices.SortStableFunc(refs, func(x, y rules.Ref) int { return cmp.Compare(ahead(y), ahead(x)) })
	var out []step
	for _, r := range refs {
		b, _ := p.Base(r.N)
		out = append(out, step{r, plane.Point{X: b.X + dx, Y: b.Y + dy}})
	}
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
	m, ok := readMove(v, menu, draft)
	if !ok || len(m.all) == 0 {
		return draft
	}
	var out []string
	for _, s := range m.steps(v, m.to) {
		out = append(out, "move "+s.ref.String()+" to "+s.to.String())
	}
	return strings.Join(out, "; ")
}
