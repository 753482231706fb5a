package gametest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/toy"
)

// In a trial of three the first contestant has each seat once against the second in both others, with the same dice.
func TestMeasureOfThree(t *testing.T) {
	var sat [][]game.Seat // by match: the seats of the second contestant
	var trials []int
	seen := map[game.Seat]bool{}
	bids := func(line string, watch func(game.Seat)) Contestant {
		return func(p rival.Position, _ *chance.Source) (rival.Choice, error) {
			watch(p.Seat)
			if p.Ask.Name != "bid" {
				return rival.Choice{Reply: p.Ask.Default}, nil
			}
			r, err := toy.Rules().Parse(line)
			return rival.Choice{Reply: r}, err
		}
	}
	m := Measure(t, toy.Rules(), 7, 100, func(int) Trial {
		return Trial{Conf: toy.Config{Rounds: 1}.Encode(), Seats: 3, First: bids("bid 3", func(game.Seat) {}), Second: bids("bid 2", func(s game.Seat) { seen[s] = true })}
	}, func(n, seat int, b Bout) []string {
		trials, sat = append(trials, n), append(sat, slices.Sorted(maps.Keys(seen)))
		clear(seen)
		if len(b.Took) != 3 || b.Result.Rank[seat] != 1 {
			t.Errorf("trial %d, seat %d: %+v", n, seat, b.Result)
		}
		return []string{fmt.Sprint("seat ", seat+1)}
	})
	others := [][]game.Seat{{2, 3}, {1, 3}, {1, 2}}
	if want := append(append(slices.Clone(others), others...), others[0]); fmt.Sprint(sat) != fmt.Sprint(want) || !slices.Equal(trials, []int{0, 0, 0, 1, 1, 1, 2}) {
		t.Errorf("the second sat in %v in the trials %v; expected %v", sat, trials, want)
	}
	if m.Games != 7 || m.Won != 7 || len(m.Refused) != 0 || m.By["seat 1"].Games != 3 || m.By["seat 3"].Games != 2 {
		t.Errorf("%+v", m)
	}
}

// A score is the share of the others who are behind, with ties as half.
func TestScore(t *testing.T) {
	for _, x := range []struct {
		rank []int
		want []float64
	}{
		{[]int{1, 2}, []float64{1, 0}},
		{[]int{1, 1}, []float64{0.5, 0.5}},
		{[]int{2, 1, 3}, []float64{0.5, 1, 0}},
		{[]int{1, 1, 3}, []float64{0.75, 0.75, 0}},
		{[]int{3, 1, 3, 1, 5}, []float64{0.375, 0.875, 0.375, 0.875, 0}},
	} {
		for seat, want := range x.want {
			var s Score
			s.Add(game.Result{Rank: x.rank}, seat)
			if s.Games != 1 || s.Won != want {
				t.Errorf("seat %d of %v: %+v, expected %v", seat+1, x.rank, s, want)
			}
		}
	}
}
