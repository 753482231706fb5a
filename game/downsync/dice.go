package downsync

import (
	"cmp"
	"slices"

	"downsync/game"
)

// Dice: R2, ruling Q5.

// roll rolls n dice of the stream with an Advantage: so many dice more, of which the highest n are kept, or the
// lowest n for a negative one (R2.4).
func roll(t tx, stream game.Seat, n, adv int) Roll {
	more := max(adv, -adv)
	r := Roll{Advantage: adv}
	for range n + more {
		r.Faces = append(r.Faces, t.Roll(stream, 6))
	}
	r.Kept = slices.Clone(r.Faces)
	slices.SortFunc(r.Kept, func(a, b int) int {
		if adv < 0 {
			return cmp.Compare(a, b)
		}
		return cmp.Compare(b, a)
	})
	r.Kept = r.Kept[:n]
	r.Sum = sum(r.Kept)
	return r
}

func sum(ns []int) int {
	total := 0
	for _, n := range ns {
		total += n
	}
	return total
}

// total adds the modifiers to the dice (R2.2).
func total(r Roll, mods []Mod) int {
	n := r.Sum
	for _, m := range mods {
		n += m.By
	}
	return n
}

// advantage of a roll that may be boosted (R17.2).
func advantage(boost bool) int {
	if boost {
		return 1
	}
	return 0
}
