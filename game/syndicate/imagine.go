package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// What a program that plays may work out from a view alone.

// Imagine is a position to think ahead from that looks to the viewer as this one does. The hand and the deck of a side that the viewer
// does not see are drawn from the cards that it may hold; what it has ordered ahead is nothing.
func (v View) Imagine(c *chance.Source) game.Sim {
	s := &state{board: *v.board}
	s.Units, s.Objects = slices.Clone(v.board.Units), slices.Clone(v.board.Objects)
	for i, side := range v.Sides {
		if s.Lists[i] = side.List; v.Viewer.Sees(game.Seat(i + 1)) {
			s.Hands[i], s.Decks[i] = side.Hand, listOf(side.Deck)
			if side.Ahead != nil {
				s.Plans[i] = *side.Ahead
			}
			continue
		}
		pool := v.unseen(side)
		for j := range pool {
			k := j + int(c.Next()%uint64(len(pool)-j))
			pool[j], pool[k] = pool[k], pool[j]
		}
		n := min(side.HandCount, len(pool))
		s.Hands[i], s.Decks[i] = pool[:n:n], slices.Sorted(slices.Values(pool[n:min(n+side.DeckCount, len(pool))]))
	}
	return game.NewSim(game.Ruleset[*state](rules{}), s)
}

// unseen are the cards that a side's hand and deck may be made of, with as many of each as may be there.
func (v View) unseen(side Side) []string {
	var all []string
	if o, ok := v.Catalogue().Operator(side.Operator); ok && side.List == nil {
		for _, x := range v.Catalogue().Fitting(o.Color) {
			all = append(all, slices.Repeat([]string{x.ID}, cards.MostOfOne)...)
		}
	} else {
		all = listOf(side.List)
	}
	for _, id := range append(slices.Clone(side.Discards), side.Committed) {
		if i := slices.Index(all, id); i >= 0 {
			all = slices.Delete(all, i, i+1)
		}
	}
	return all
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

// Expected is the damage that an attack does on average, without rerolls; 0 if it cannot be made.
func (v View) Expected(by, target Label) float64 {
	u, e := v.board.unit(by), v.board.unit(target)
	if u == nil || e == nil || !u.At.On() || !e.At.On() || !canAttack(v.board, u, e) {
		return 0
	}
	a := aim(v.board, u, e, false)
	p := float64(7-a.Need) / 6
	// The chance of so many hits, one die after another.
	chances := make([]float64, a.Rolls+1)
	chances[0] = 1
	for range a.Rolls {
		for n := a.Rolls; n >= 0; n-- {
			chances[n] *= 1 - p
			if n > 0 {
				chances[n] += p * chances[n-1]
			}
		}
	}
	sum := 0.0
	for n, c := range chances {
		sum += c * float64(blow(v.board, a, n).Damage)
	}
	return sum
}
