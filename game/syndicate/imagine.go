package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// A program that plays may work out the following from what its seat knows.

var _ game.Imaginer[*state] = ours

// Imagine draws the hand and the deck of a side that the viewer does not see from the cards that it may hold. It assumes that
// others have ordered nothing ahead. It reads nothing but the View.
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

// shown returns the side's face-up cards.
func (s Side) shown() []string {
	if s.Committed == "" {
		return s.Discards
	}
	return append(slices.Clip(s.Discards), s.Committed)
}

// unseen returns the cards that a side's hand and deck may consist of, each as often as it may be there. If the viewer does not
// know the deck, it assumes a starter's half of the time, where that fits what was shown, and otherwise all cards that fit the
// Operator.
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

// left returns the list without the given cards, each taken out once, and whether all of them were in it.
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

// Moved returns the view as if a unit stood in that space.
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

// Expected returns the average damage of an attack, without rerolls, with Predictive Mark if it may be used; 0 if the attack cannot
// be made. Orders that choose a target use it, also in matches of the past. Players see the Odds.
func (v View) Expected(by, target Label) float64 {
	return v.board.expected(v.board.unit(by), v.board.unit(target))
}

func (b *board) expected(u, e *unit) float64 {
	if u == nil || e == nil || !u.At.On() || !e.At.On() || !canAttack(b, u, e) || !u.Label.Operator() && planted(b, u) {
		return 0
	}
	return b.average(u, e)
}

// average returns the average damage of an attack, whether or not it can be made.
func (b *board) average(u, e *unit) float64 {
	a := aim(b, u, e, u.Label.Operator() && marks(b, u.Label.Seat()))
	sum := 0.0
	for n, c := range binomial(a.Rolls, float64(7-a.Need)/6) {
		sum += c * float64(blow(b, a, n).Damage)
	}
	return sum
}
