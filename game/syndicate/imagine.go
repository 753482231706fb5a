package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// What a program that plays may work out from what its seat knows.

var _ game.Imaginer[*state] = rules{}

// Imagine draws the hand and the deck of a side that the viewer does not see from the cards that it may hold. It takes it that others
// have ordered nothing ahead. It reads nothing but the View.
func (rules) Imagine(truth *state, viewer game.Viewer, _ []game.Fact, c *chance.Source) *state {
	v := view(truth, viewer)
	s := &state{board: *v.board}
	for i, side := range v.Sides {
		if viewer.Sees(game.Seat(i + 1)) {
			s.Lists[i], s.Hands[i], s.Decks[i] = side.List, side.Hand, listOf(side.Deck)
			if side.Ahead != nil {
				s.Plans[i] = *side.Ahead
			}
			s.Habits[i] = side.Habits
			continue
		}
		pool := v.unseen(side, c)
		for j := range pool {
			k := j + int(c.Next()%uint64(len(pool)-j))
			pool[j], pool[k] = pool[k], pool[j]
		}
		n := min(side.HandCount, len(pool))
		s.Hands[i], s.Decks[i] = pool[:n:n], slices.Sorted(slices.Values(pool[n:min(n+side.DeckCount, len(pool))]))
		if s.Lists[i] = side.List; side.List == nil {
			s.Lists[i] = counted(slices.Concat(s.Hands[i], s.Decks[i], side.shown()))
		}
	}
	return s
}

// shown are the cards of the side that lie open.
func (s Side) shown() []string {
	if s.Committed == "" {
		return s.Discards
	}
	return append(slices.Clip(s.Discards), s.Committed)
}

// unseen are the cards that a side's hand and deck may be made of, with as many of each as may be there. If the viewer does not
// know the deck, it is taken for a starter's half of the time, where that fits what was shown, and else for all cards that fit the Operator.
func (v View) unseen(side Side, c *chance.Source) []string {
	if side.List != nil {
		all, _ := left(listOf(side.List), side.shown())
		return all
	}
	if c.Next()%2 == 0 {
		for _, x := range cards.Starters() {
			if all, fits := left(x.List(), side.shown()); fits && x.Operator == side.Operator && len(all) >= side.HandCount+side.DeckCount {
				return all
			}
		}
	}
	var all []string
	if o, ok := v.Catalogue().Operator(side.Operator); ok {
		for _, x := range v.Catalogue().Fitting(o.Color) {
			all = append(all, slices.Repeat([]string{x.ID}, cards.MostOfOne)...)
		}
	}
	all, _ = left(all, side.shown())
	return all
}

// left is the list without these, each taken out once, and whether all of them were in it.
func left(list, gone []string) (rest []string, all bool) {
	all = true
	for _, id := range gone {
		if i := slices.Index(list, id); i >= 0 {
			list = slices.Delete(list, i, i+1)
		} else {
			all = false
		}
	}
	return list, all
}

// Moved is the view as if a unit stood in that space.
func (v View) Moved(l Label, at grid.Space) View {
	b := *v.board
	b.Units = slices.Clone(b.Units)
	if u := b.unit(l); u != nil && u.At != at {
		u.Moved += grid.Distance(u.At, at)
		u.At = at
	}
	v.board = &b
	return v
}

// Expected is the damage that an attack does on average, without rerolls, with Predictive Mark if it may be named; 0 if it cannot be made.
// Orders that choose a target go by it, also in matches of the past. Players are shown the Odds.
func (v View) Expected(by, target Label) float64 {
	return v.board.expected(v.board.unit(by), v.board.unit(target))
}

func (b *board) expected(u, e *unit) float64 {
	if u == nil || e == nil || !u.At.On() || !e.At.On() || !canAttack(b, u, e) || !u.Label.Operator() && planted(b, u) {
		return 0
	}
	return b.average(u, e)
}

// average is the damage of an attack on average, whether it can be made or not.
func (b *board) average(u, e *unit) float64 {
	a := aim(b, u, e, u.Label.Operator() && marks(b, u.Label.Seat()))
	sum := 0.0
	for n, c := range binomial(a.Rolls, float64(7-a.Need)/6) {
		sum += c * float64(blow(b, a, n).Damage)
	}
	return sum
}
