package rival

import (
	"fmt"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/toy"
)

func level(s rival.Strength) gametest.Contestant {
	return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
		return New().Choose(p, rival.Level{Strength: s, Style: rival.Careful}, c)
	}
}

// Every answer is legal and has its reason, to every question.
func TestEverywhere(t *testing.T) {
	asked := map[string]int{}
	for seats := 2; seats <= 3; seats++ {
		gametest.TestRivals(t, gametest.Rivals{Game: toy.Rules(), Mind: New(), Matches: 6, Most: 200, Seats: seats,
			Conf: func(n int) game.Config { return toy.Config{Rounds: 1 + n%3}.Encode() },
			See:  func(p rival.Position, _ rival.Choice) { asked[fmt.Sprint(p.Ask.Name, " ", p.Seat, " of ", seats)]++ }})
		for seat := range seats {
			for _, name := range []string{"bid", "tune", "peek"} { // the race of T6 may be over before the last seat is asked
				if who := fmt.Sprint(name, " ", seat+1, " of ", seats); asked[who] == 0 {
					t.Errorf("nobody was asked %q: %v", who, asked)
				}
			}
		}
		if who := fmt.Sprint("claim 2 of ", seats); asked[who] == 0 {
			t.Errorf("nobody was asked %q: %v", who, asked)
		}
	}
}

// The regular beats the recruit from every seat, also one regular against two recruits and more.
func TestStrengths(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		colours := []string{"red", "blue", "green", "red"}[:seats]
		m := gametest.Measure(t, toy.Rules(), 30-30%seats, 200, func(int) gametest.Trial {
			return gametest.Trial{Conf: toy.Config{Rounds: 2, Colours: colours}.Encode(), Seats: seats, First: level(rival.Regular), Second: level(rival.Recruit)}
		}, func(_, seat int, _ gametest.Bout) []string { return []string{fmt.Sprint("in seat ", seat+1)} })
		m.Beats(t, fmt.Sprintf("regular v recruit, %d seats", seats), true)
	}
}

// Equal positions, levels and chance give equal choices.
func TestSameAgain(t *testing.T) {
	var first []string
	for range 2 {
		var all []string
		told := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			choice, err := level(rival.Regular)(p, c)
			all = append(all, gametest.Text(choice))
			return choice, err
		}
		if _, err := gametest.Contest(toy.Rules(), toy.Config{}.Encode(), 7, []gametest.Contestant{told, told, told}, 200); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		for i := range all {
			if all[i] != first[i] {
				t.Fatalf("first %s, then %s", first[i], all[i])
			}
		}
	}
}
