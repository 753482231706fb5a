package rival_test

import (
	"fmt"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	mind "downsync/game/jagged/rival"
	"downsync/game/rival"
)

// starters returns a battle of the starters, with that attacker, on the n-th board.
func starters(attacker string, n int) jagged.Config {
	c := jagged.Defaults()
	c.Attacker = attacker
	all := boards.All()
	c.Board = all[n%len(all)].Slug
	for i, role := range []string{cards.Attacker, cards.Defender} {
		c.Brought[i] = jagged.Picks(cards.Starter(c.Faction(game.Seat(i+1)), role))
	}
	return c
}

// The starters are even: whichever faction attacks, the Attacker wins 40 to 60 % of the battles of the program against itself. rules.md
// prints the figures of a run with SOAK. An ordinary run guards them loosely, with fewer battles.
func TestBalance(t *testing.T) {
	battles, soak := gametest.Matches(60)
	low, high := 0.25, 0.75
	if soak {
		battles, low, high = 200, 0.40, 0.60
	}
	var won [2]float64
	for i, attacker := range []string{cards.Humans, cards.Martians} {
		whys := map[string]int{}
		for n := range battles {
			program := at(mind.New().Strengths()[1], rival.Careful)
			b, err := gametest.Contest(jagged.Rules(), starters(attacker, n).Encode(), uint64(n), []gametest.Contestant{program, program}, 2000)
			if err != nil {
				t.Fatal(err)
			}
			if b.Result.Rank[0] < b.Result.Rank[1] {
				won[i]++
			}
			whys[fmt.Sprint(b.Result.Rank, b.Result.Why)]++
		}
		won[i] /= float64(battles)
		t.Logf("%s attack: they win %.2f of %d; %v", attacker, won[i], battles, whys)
		if won[i] < low || won[i] > high {
			t.Errorf("%s attack: they win %.2f, expected %.2f to %.2f", attacker, won[i], low, high)
		}
	}
	t.Logf("over both roles the Human Colonies win %.2f", (won[0]+1-won[1])/2)
}
