package downsync_test

import (
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	mind "downsync/game/downsync/rival"
	"downsync/game/gametest"
	"downsync/game/rival"
)

// A rival on the other side plays the same answers and considers the same moves, whatever its seat does not know.
func TestRivalTwins(t *testing.T) {
	chosen, searched := 0, 0
	choice := func(m game.Match, v game.Viewer, seed uint64) string {
		ask, made := gametest.Decided(t, mind.New(), m, v, seed, func(ask string) rival.Level {
			l := gametest.AnyLevel(mind.New(), seed)
			if l.Strength == rival.Veteran && (ask == "designate" || ask == "react") {
				searched++
			}
			return l
		})
		if ask != "" {
			chosen++
		}
		return made
	}
	compared := 0
	for _, seed := range []uint64{0, 5, 12} {
		n, err := downsync.LookingTwins(seed, 60, choice)
		if err != nil {
			t.Fatal(err)
		}
		compared += n
	}
	if compared < 40 || chosen < 20 || searched == 0 {
		t.Errorf("%d comparisons, %d choices, %d of them searched", compared, chosen, searched)
	}
}

// Each action and each trait of the cards makes a difference in some match of the program against itself, of the program against
// random orders, or of random orders.
func TestEveryClauseHappens(t *testing.T) {
	at := func(style rival.Style) gametest.Contestant {
		return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			return mind.New().Choose(p, rival.Level{Strength: rival.Regular, Style: style}, c)
		}
	}
	downsync.EveryClauseHappens(t, func(n int) []game.Record {
		pairs := [][]gametest.Contestant{{at(rival.Bold), at(rival.Cunning)}, {at(rival.Careful), downsync.AnyOrder}, {downsync.AnyOrder, downsync.AnyOrder}, {downsync.AnyOrder, downsync.AnyOrder}}
		b, err := gametest.Contest(downsync.Rules(), downsync.ClauseConfig(n).Encode(), uint64(n), pairs[n/2%len(pairs)], 4000)
		if err != nil {
			t.Fatal(err)
		}
		return b.Records
	})
}
