package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/chance"
)

// Imagine draws what the viewer does not know: the hands, face-down cards, tiles and other syndicates of the other seats, and what
// is left of the decks. It uses only the View. Other seats have the usual standing choices, and the order to spring at the first
// chance; their offers to each other are left out.
func (r rules) Imagine(truth *state, viewer game.Viewer, _ []game.Fact, c *chance.Source) *state {
	v := view(truth, viewer)
	s := &state{board: *v.newBoard(), Discards: v.Discards, Offers: v.Offers}
	for i := range s.Players { // Fold must not write to what the view shares
		s.Players[i].Due = slices.Clone(s.Players[i].Due)
	}
	if a := v.Affair; a != nil {
		s.Pending = &pending{Affair: *a, Open: v.Trapping, Decided: !v.Trapping}
		if v.Tape != 0 {
			s.Pending.Tape, s.Pending.More = v.taper(), v.Tape
		}
	}
	deck, pool := without(cards.OperationDeck(), v.Discards...), without(cards.TilePool(), v.Spent...)
	mats := v.undealtMats()
	for _, p := range v.Players {
		if p.Own != nil {
			deck = without(deck, p.Own.Hand...)
			if p.Own.Face != nil {
				deck = without(deck, p.Own.Face.Card)
			}
		}
		pool = without(pool, p.Tiles...)
	}
	for i, p := range v.Players {
		n := &s.Players[i]
		if p.Own == nil {
			n.Hand = take(c, &deck, p.Cards)
			if p.FaceDown {
				n.Face = &Laid{Card: take(c, &deck, 1)[0]}
			}
			n.Dealt = p.dealt(c, &mats)
		}
		n.Tiles = sorted(p.Tiles)
		if p.Tiles == nil {
			n.Tiles = takeTiles(c, &pool, p.Zones)
		}
	}
	s.Undealt, s.Pool = deck, pool
	return s
}

// taper returns a seat that may have sprung the Red Tape that the active seat must answer: the last trap that was turned over is not
// in the view, so any seat that has no face-down card.
func (v View) taper() game.Seat {
	for _, p := range v.Players {
		if p.Seat != v.Turn && !p.FaceDown {
			return p.Seat
		}
	}
	return v.Turn
}

// undealtMats returns the syndicates that the viewer has not seen.
func (v View) undealtMats() (out []string) {
	var seen []string
	for _, p := range v.Players {
		seen = append(seen, p.Mat)
		if p.Own != nil {
			seen = append(seen, p.Own.Dealt...)
		}
	}
	for _, m := range cards.Mats() {
		if !slices.Contains(seen, m.ID) {
			out = append(out, m.ID)
		}
	}
	return out
}

// dealt draws the syndicates that another seat was dealt. In a lab nobody was dealt any.
func (p Player) dealt(c *chance.Source, mats *[]string) []string {
	if p.Mat == "" {
		return take(c, mats, 2)
	}
	return append([]string{p.Mat}, take(c, mats, 1)...)
}

// take takes n entries out of the list by chance, and returns them sorted.
func take(c *chance.Source, list *[]string, n int) (out []string) {
	for range min(n, len(*list)) {
		x := (*list)[pick(c, len(*list))]
		*list = without(*list, x)
		out = append(out, x)
	}
	slices.Sort(out)
	return out
}

// takeTiles takes a tile of each of the zones.
func takeTiles(c *chance.Source, pool *[]string, zones []string) (out []string) {
	for _, zone := range zones {
		of := slices.DeleteFunc(slices.Clone(*pool), func(id string) bool { return cards.FindTile(id).Zone != zone })
		got := take(c, &of, 1)
		*pool = without(*pool, got...)
		out = append(out, got...)
	}
	slices.Sort(out)
	return out
}

// pick draws a number from 0 to n-1.
func pick(c *chance.Source, n int) int { return int(c.Next() % uint64(n)) }
