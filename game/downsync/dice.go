package downsync

import (
	"cmp"
	"slices"

	"downsync/game"
)

// Dice: R2, ruling Q5.

// Purposes of dice, as recorded.
const (
	forStart    = "start"
	forScan     = "scan"
	forAttack   = "attack"
	forPriority = "priority"
	forCounter  = "countermeasure"
)

// roll rolls n dice of the stream with an Advantage and keeps those that count (R2.4).
func roll(t tx, stream game.Seat, purpose string, n, adv int) Roll {
	r := Roll{Advantage: adv}
	for range diceFor(n, adv) {
		r.Faces = append(r.Faces, t.Roll(stream, purpose, 6))
	}
	r.Kept = keep(r.Faces, n, adv)
	r.Sum = sum(r.Kept)
	return r
}

// diceFor returns how many dice are rolled if n count: one more for each Advantage, positive or negative (R2.4).
func diceFor(n, adv int) int { return n + max(adv, -adv) }

// keep returns the highest n faces, or the lowest for a negative Advantage (R2.4).
func keep(faces []int, n, adv int) []int {
	kept := slices.Clone(faces)
	slices.SortFunc(kept, func(a, b int) int {
		if adv < 0 {
			return cmp.Compare(a, b)
		}
		return cmp.Compare(b, a)
	})
	return kept[:n]
}

func sum(ns []int) int {
	total := 0
	for _, n := range ns {
		total += n
	}
	return total
}

// total returns the sum of the dice and the modifiers (R2.2).
func total(r Roll, mods []Mod) int {
	n := r.Sum
	for _, m := range mods {
		n += m.By
	}
	return n
}

// advantage returns the Advantage of a roll that may be boosted (R17.2).
func advantage(boost bool) int {
	if boost {
		return 1
	}
	return 0
}

// Roll is a roll as everybody sees it: all faces, the Advantage they were rolled with, and the kept dice.
type Roll struct {
	Faces     []int `json:"faces"`
	Kept      []int `json:"kept"`
	Advantage int   `json:"advantage,omitempty"`
	Sum       int   `json:"sum"` // of the kept dice
}

// Mod is a named modifier of a roll.
type Mod struct {
	Why game.Text `json:"why"` // "TARG", "SCAN", "short range", "long range", "concealed"
	By  int       `json:"by"`
	// Rule is its source.
	Rule string `json:"rule,omitempty"`
}
