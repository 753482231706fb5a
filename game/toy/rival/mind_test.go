package rival

import (
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
	gametest.TestRivals(t, gametest.Rivals{Game: toy.Rules(), Mind: New(), Matches: 6, Most: 200,
		Conf: func(n int) game.Config { return toy.Config{Rounds: 1 + n%3}.Encode() },
		See:  func(p rival.Position, _ rival.Choice) { asked[p.Ask.Name]++ }})
	for _, name := range []string{"bid", "claim", "peek", "tune"} {
		if asked[name] == 0 {
			t.Errorf("nobody was asked %q: %v", name, asked)
		}
	}
}

// The regular beats the recruit from either seat.
func TestStrengths(t *testing.T) {
	var s gametest.Score
	for n := range 30 {
		players := []gametest.Contestant{level(rival.Regular), level(rival.Recruit)}
		if n%2 == 1 {
			players[0], players[1] = players[1], players[0]
		}
		b, err := gametest.Contest(toy.Rules(), toy.Config{Rounds: 2, Colours: []string{"red", "blue"}}.Encode(), uint64(n/2), players, 200)
		if err != nil {
			t.Fatal(n, err)
		}
		s.Add(b.Result, n%2)
	}
	t.Log(s)
	if low, _, _ := s.Interval(); low <= 0.55 {
		t.Errorf("the regular scores %s", s)
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
