package jagged

import (
	"slices"

	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// within reports whether two models are at most that far apart (J1.5). A model is within every distance of itself (J1.6).
func within(m, o *model, inches int) bool {
	return m == o || plane.Within(m.disc(), o.disc(), plane.In(inches))
}

// engages reports whether two enemies are engaged: within 1", on levels at most 1" apart, or one at the foot of the other's piece
// (J7.7, J11.1).
func (b *board) engages(m, e *model) bool {
	if !within(m, e, 1) {
		return false
	}
	low, high := m.disc(), e.disc()
	up := b.env.level(high) - b.env.level(low)
	if up < 0 {
		low, high = high, low
	}
	return max(up, -up) <= plane.In(1) || b.Terms.rev().edgeReaches && b.env.atFoot(low, high)
}

// opponents returns the enemies that engage a model.
func (b *board) opponents(m *model) []*model {
	return slices.DeleteFunc(b.side(other(m.seat())), func(e *model) bool { return !b.engages(m, e) })
}

// engaged reports whether a model is engaged (J11.1).
func (b *board) engaged(m *model) bool {
	for i := range b.Models {
		if e := &b.Models[i]; e.Placed && e.seat() != m.seat() && b.engages(m, e) {
			return true
		}
	}
	return false
}

// sees reports whether there is a line of sight (J7.4).
func (b *board) sees(m, e *model) bool {
	return b.env.sight.Sees(plane.Body{Disc: m.disc()}, plane.Body{Disc: e.disc()})
}

// covers maps classes of terrain to what they add to a threshold (J7.5).
var covers = map[boards.Class]int{boards.Light: 10, boards.Heavy: 20}

// cover returns the Cover that terrain gives a target, "", light or heavy (J7.5), and the number of the piece, from 1.
func (by attacker) cover(e *model) (class boards.Class, piece int) {
	from, to := by.m.disc(), e.disc()
	for i, p := range by.b.env.board.Pieces {
		switch {
		case covers[p.Class] <= covers[class] || !p.Shape.Crosses(from.At, to.At):
		case p.Shape.Touches(from) && !p.Shape.Contains(to.At):
		case by.b.env.onTop(from, p) || by.b.env.onTop(to, p):
		default:
			class, piece = p.Class, i+1
		}
	}
	return class, piece
}

// shrouded reports whether Spore Shroud gives a model Light Cover (J14.14, JQ45).
func (b *board) shrouded(m *model) bool {
	s := b.with(m.seat(), "spore-shroud")
	if s == nil || !m.is(cards.Infantry) || !within(s, m, 3) {
		return false
	}
	near := m.disc()
	near.R += plane.In(1)
	return slices.ContainsFunc(b.env.board.Pieces, func(p boards.Piece) bool { return p.Shape.Touches(near) })
}

// distinct returns a model's effects of one kind that hold now. One effect does not add to itself (JS-A2 of JQ11): if several come
// from one source, the greatest counts.
func (b *board) distinct(m *model, kind string) []effect {
	var out []effect
	for _, f := range m.Effects {
		if f.Is != kind || f.Since > b.Round || f.Until < b.Round {
			continue
		}
		if i := slices.IndexFunc(out, func(o effect) bool { return o.From == f.From && o.Attack == f.Attack }); i >= 0 {
			if max(f.N, -f.N) > max(out[i].N, -out[i].N) {
				out[i] = f
			}
			continue
		}
		out = append(out, f)
	}
	return out
}

// summed returns the total of a model's effects of one kind.
func (b *board) summed(m *model, kind string) int {
	n := 0
	for _, f := range b.distinct(m, kind) {
		n += f.N
	}
	return n
}

// barred reports whether an effect forbids a model this kind of attack (J12.6).
func (b *board) barred(m *model, melee bool) bool {
	kind := cards.NoShoot
	if melee {
		kind = cards.NoMelee
	}
	return len(b.distinct(m, kind)) > 0 || len(b.distinct(m, cards.NoAttack)) > 0
}

// evade returns a model's present Evade, at least 0 (J2.7).
func (b *board) evade(m *model) int {
	n := m.unit().EV + b.summed(m, cards.Evade)
	if b.held(m) {
		n += heldEvade
	}
	return max(0, n)
}

// heldEvade is the Evade that Hold the Line adds (J14.9).
const heldEvade = 5

// held reports whether Hold the Line helps a model (J14.9).
func (b *board) held(m *model) bool {
	s := b.with(m.seat(), "hold-the-line")
	return s != nil && m.is(cards.Infantry) && within(s, m, 3) && b.engaged(m)
}

// movement returns how far a model may move (J8.1).
func (b *board) movement(m *model) plane.Inch {
	return plane.In(max(0, m.unit().Move+b.summed(m, cards.Movement)))
}

// woundThreshold returns the number that the DAM of a hit must reach (J12.1, JQ50).
func (b *board) woundThreshold(m *model) int {
	n := m.unit().W
	for _, p := range b.penalties(m.seat(), cards.LowerW) {
		if p.Tag == "" || m.is(p.Tag) {
			n += p.N
		}
	}
	return max(0, n)
}
