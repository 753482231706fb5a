package gametest

import (
	"cmp"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
)

// Rivals describes whole matches of a game that a mind plays against itself.
type Rivals struct {
	Game    game.Game
	Mind    rival.Mind
	Matches int
	Most    int                                // steps of a match
	Seats   int                                // of a match; 0: two
	Conf    func(n int) game.Config            // the options of the n-th match
	See     func(rival.Position, rival.Choice) // told every answer
}

// TestRivals plays the matches in every strength, from every seat and in every style. The matches have to end. Neither the
// reader of orders nor the rules may refuse an answer of the mind, and each answer has its reason. The rules may refuse an
// answer that follows in the same act, because something may have come between; see rival.Choice.
func TestRivals(t *testing.T, x Rivals) {
	t.Helper()
	all, styles := x.Mind.Strengths(), []rival.Style{rival.Careful, rival.Bold, rival.Cunning}
	play := func(l rival.Level) Contestant {
		return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			choice, err := x.Mind.Choose(p, l, c)
			if err != nil {
				return choice, err
			}
			if choice.Why.Format(choice.Args...) == "" || len(choice.Considered) > rival.MostConsidered {
				t.Errorf("%v, %s: %q because of %q, %d orders weighed", l, p.Ask.Name, choice.Orders(), choice.Why, len(choice.Considered))
			}
			x.See(p, choice)
			return choice, nil
		}
	}
	for n := range x.Matches {
		players := []Contestant{play(rival.Level{Strength: all[n%len(all)], Style: styles[n%3]})}
		for i := range cmp.Or(x.Seats, 2) - 1 {
			players = append(players, play(rival.Level{Strength: all[(n+1+i)%len(all)], Style: styles[(n/3+i)%3]}))
		}
		if n%4 > 1 {
			slices.Reverse(players)
		}
		b, err := Contest(x.Game, x.Conf(n), uint64(n), players, x.Most)
		if err != nil {
			t.Errorf("match %d: %v", n, err)
		}
		for _, no := range b.Refused {
			t.Errorf("match %d: refused: %s", n, no)
		}
	}
}

// AnyLevel returns one of all levels of the mind, by the seed.
func AnyLevel(m rival.Mind, seed uint64) rival.Level {
	all, styles := m.Strengths(), []rival.Style{rival.Careful, rival.Bold, rival.Cunning}
	return rival.Level{Strength: all[seed%uint64(len(all))], Style: styles[seed/uint64(len(all))%3]}
}
