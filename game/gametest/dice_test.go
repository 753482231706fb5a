package gametest

import (
	"math"
	"testing"

	"downsync/game"
)

// neighbours holds dice of consecutive seeds.
var neighbours = map[string]func(seed uint64) game.Dice{
	"NewDice": func(seed uint64) game.Dice { return NewDice(seed) },
	"Streams": func(seed uint64) game.Dice { return &Streams{seed: seed} },
}

// Matches of consecutive seeds must be independent: many tests add up their results.
func TestNeighbouringSeedsShareNoDice(t *testing.T) {
	const seeds, dice, sides = 300, 400, math.MaxInt // so many sides that no number comes twice by chance
	for name, begin := range neighbours {
		from := map[int]uint64{}
		for seed := range uint64(seeds) {
			d := begin(seed)
			for n := range dice {
				face, err := d.Roll(0, n+1, sides)
				if err != nil {
					t.Fatal(err)
				}
				if other, shared := from[face]; shared {
					t.Fatalf("%s: seeds %d and %d have a number in common", name, other, seed)
				}
				from[face] = seed
			}
		}
	}
}

// Counts over many neighbours differ from the expected ones only by chance, within 4 sigma, for every face and every pair of
// consecutive dice, along one seed and across the seeds.
func TestNeighbouringSeedsFallEvenly(t *testing.T) {
	const seeds, dice, sides = 400, 200, 6
	for name, begin := range neighbours {
		var faces [sides + 1]int
		var along, across [sides + 1][sides + 1]int
		before := make([]int, dice)
		for seed := range uint64(seeds) {
			d, last := begin(seed), 0
			for n := range dice {
				face, err := d.Roll(0, n+1, sides)
				if err != nil {
					t.Fatal(err)
				}
				faces[face]++
				along[last][face]++
				across[before[n]][face]++
				last, before[n] = face, face
			}
		}
		for face := 1; face <= sides; face++ {
			fits(t, name, faces[face], seeds*dice, 1./sides)
			for next := 1; next <= sides; next++ {
				fits(t, name, along[face][next], seeds*(dice-1), 1./sides/sides)
				fits(t, name, across[face][next], (seeds-1)*dice, 1./sides/sides)
			}
		}
	}
}

// fits checks the count of that many independent trials.
func fits(t *testing.T, what string, count, trials int, chance float64) {
	t.Helper()
	expected := float64(trials) * chance
	sigma := math.Sqrt(expected * (1 - chance))
	if off := (float64(count) - expected) / sigma; math.Abs(off) > 4 {
		t.Errorf("%s: %d of %d, expected %.0f: %.1f sigma", what, count, trials, expected, off)
	}
}
