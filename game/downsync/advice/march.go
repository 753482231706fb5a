package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/plane"
)

// All pieces that have not moved may be sent in the same direction at once.

// March returns the moves of single bases, in turn, as many as game.MostOrders allows. Pieces that cannot move stay. If all go
// to score, the guards of the own VIP stay, and the sentry goes there, if there is one.
func (p *Position) March(m March) []Step {
	all, ok := p.marches[m]
	if !ok {
		all = m.steps(p.View, p.Menu, p.SentryOf(m))
		if p.marches == nil {
			p.marches = map[March][]Step{}
		}
		p.marches[m] = all
	}
	return all
}

func (m March) steps(v downsync.View, menu game.Menu, guard *Sentry) []Step {
	var out []Step
	var posted []downsync.Label
	if m.Goal == downsync.GoalThere {
		posted = (&Position{View: v}).Keepers()
		if guard != nil {
			posted, out = append(posted, guard.Ref.Label), guard.Steps(v, guard.To)
			for _, s := range out {
				v = v.Standing(s.Ref, s.To)
			}
		}
	}
	for _, l := range m.order(v, menu) {
		if slices.Contains(posted, l) {
			continue
		}
		p := &Position{View: v}
		one := MoveOf(menu, l)
		piece, b, ok := v.Base(one.Ref)
		if !ok {
			continue
		}
		goal, ok := p.Goal(piece, b.Point, m.Goal)
		if !ok {
			continue
		}
		if one.To, _, ok = p.Furthest(one, piece, b.Point, goal, min(m.Upto, v.Spd(piece)), 500); !ok || plane.Dist(b.Point, one.To) < leastFar {
			continue
		}
		parts, each := one.Steps(v, one.To), 1
		if Sent(menu) {
			each = 3 // orders
		}
		if (len(out)+len(parts))*each > game.MostOrders {
			break
		}
		for _, s := range parts {
			v = v.Standing(s.Ref, s.To)
		}
		out = append(out, parts...)
	}
	return out
}

// order returns the pieces, the nearest to the goal first.
func (m March) order(v downsync.View, menu game.Menu) []downsync.Label {
	p := &Position{View: v}
	out := downsync.Movable(menu)
	sortBy(out, func(l downsync.Label) plane.Inch {
		piece, b, _ := v.Base(downsync.Ref{Label: l})
		goal, _ := p.Goal(piece, plane.Point{}, m.Goal) // a wind is the same goal for every piece
		return plane.Dist(b.Point, goal)
	})
	return out
}

// SentryOf returns the Unit sent to guard the own VIP while the others go as far as they can to score; nil if there is none.
func (p *Position) SentryOf(m March) *Sentry {
	if m.Goal != downsync.GoalThere || m.Upto < downsync.MostFar*1000 {
		return nil
	}
	return p.Sentry()
}
