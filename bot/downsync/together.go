package downsync

import (
	"cmp"
	"slices"

	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// A Unit of several bases may be moved as it stands: a draft "together A3 to 12,10" says where its first base ends, and the
// others go the same way as far. Played, it is a move for each base, the foremost first, so that none stands in another's way.

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

// orders are what a draft is played as: itself, or a move for each base. The end of the activation goes with what leaves nothing to
// do, in one press, which takes back in one too.
func orders(c *layout, d draft) []string {
	if m, ok := readMarch(d); ok {
		return ordered(m.steps(c.v, c.Ask.Menu), isOnward(c.Ask.Menu))
	}
	m, ok := readMove(c.v, c.Ask.Menu, d)
	switch verb := d.Verb(); {
	case verb == rules.Onward && m.has:
		return goesOn(step{m.ref, m.to, m.via})
	case (verb == "act move" || verb == "act overwatch") && c.v.SpendsLast():
		return []string{d.Partial.String(), rules.End{}.Order()}
	case ok && len(m.all) > 0 && !m.sprint:
		return ordered(m.steps(c.v, m.to), false)
	}
	return []string{d.Partial.String()}
}

// ordered are the steps as orders, on of contacts in their activation.
func ordered(all []step, on bool) []string {
	var out []string
	for _, s := range all {
		if on {
			out = append(out, goesOn(s)...)
		} else {
			out = append(out, rules.Move{What: s.ref, To: s.to}.Order())
		}
	}
	return out
}

// goesOn is what a contact's activation is played as: all that it can do is to move once more.
func goesOn(s step) []string {
	return []string{rules.Activate{Piece: s.ref.Label}.Order(), rules.ActMove{To: s.to, Via: s.via}.Order(), rules.End{}.Order()}
}
