package syndicate

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// forward answers as a player who goes forward and attacks the nearest enemy. With ahead, it orders all this with the card.
func forward(m game.Match, seat game.Seat, a game.Ask, ahead bool) game.Reply {
	v := m.View(game.Player(seat)).(View)
	enemy, ok := v.Unit(operator(other(seat)))
	if !ok {
		return a.Default
	}
	toward := func(list []grid.Space) grid.Space {
		return slices.MinFunc(list, func(x, y grid.Space) int { return grid.Distance(x, enemy.At) - grid.Distance(y, enemy.At) })
	}
	switch a.Name {
	case "plan":
		o := a.Default.(Commit)
		if !ahead {
			return o
		}
		if to := v.Goes(seat, o.Card); len(to) > 0 {
			o.Ahead.To = toward(to)
		}
		o.Ahead.Attack, o.Ahead.Usual = Nearest, true
		return o
	case "move":
		for _, c := range a.Menu {
			if c.Verb == "move" {
				return Move{To: toward(grid.All(c.Slots[0].Options))}
			}
		}
	case "attack":
		for _, c := range a.Menu {
			if c.Verb == "attack" {
				return Attack{Target: Label(c.Slots[0].Options[0]), By: Label(c.Value("by"))}
			}
		}
	}
	return a.Default
}

// handOvers plays matches between two such players and counts hand-overs: everything that a player answers before the other must
// act is one hand-over.
func handOvers(t testing.TB, matches int, ahead bool) (perMatch, perRound float64) {
	t.Helper()
	n, rounds := 0, 0
	for seed := range uint64(matches) {
		c := Defaults()
		for i := range c.Squads {
			c.Squads[i] = cards.Starters()[(int(seed)+i*2)%5].Squad
		}
		d := gametest.NewDice(seed)
		m, st, err := Rules().Start(2, c.Encode(), d)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		last := game.Seat(0)
		for {
			if _, over := m.Result(); over {
				break
			}
			seat := m.Groups()[0].Open[0]
			a := m.Asks(seat)[0]
			if v := m.View(game.Onlooker()).(View); v.Round > 0 && (seat != last || a.Name == "plan") && !a.Moot {
				n, rounds = n+1, rounds+one(a.Name == "plan")
			}
			if !a.Moot {
				last = seat
			}
			if st, err = m.Answer(seat, a.ID, forward(m, seat, a, ahead), d); err != nil {
				t.Fatalf("seed %d, %s of seat %d: %v", seed, a.Name, seat, err)
			}
			m.Apply(st)
		}
	}
	return float64(n) / float64(matches), 2 * float64(n) / float64(rounds)
}

// A round of two players who both plan ahead needs one hand-over each. Without orders ahead it needs several (R-P9).
func TestHandOvers(t *testing.T) {
	without, each := handOvers(t, 10, false)
	with, once := handOvers(t, 10, true)
	t.Logf("hand-overs a match: %.1f, with orders ahead %.1f; a round: %.2f, with orders ahead %.2f", without, with, each, once)
	if once != 2 {
		t.Errorf("%.2f hand-overs a round of two who both plan ahead; expected one each", once)
	}
	if each < 4 {
		t.Errorf("%.2f hand-overs a round without orders ahead", each)
	}
}

// BenchmarkHandOvers prints the hand-overs of a match and of a round, without orders ahead and with them.
func BenchmarkHandOvers(b *testing.B) {
	for b.Loop() {
		without, each := handOvers(b, 25, false)
		with, once := handOvers(b, 25, true)
		b.ReportMetric(without, "without/match")
		b.ReportMetric(with, "ahead/match")
		b.ReportMetric(each, "without/round")
		b.ReportMetric(once, "ahead/round")
	}
}
