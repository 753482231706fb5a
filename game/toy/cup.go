package toy

import (
	"encoding/json"

	"downsync/game"
	"downsync/game/series"
)

// Cup implements the toy's series: the first side to win a certain number of matches wins. The sides choose in turn how many rounds
// the next match has. It tests package series as the toy tests the kernel.
type Cup struct{}

// cups maps the forms of a cup to the number of wins that it takes.
var cups = map[string]int{"": 2, "three": 2, "five": 3}

// Cups lists the forms, the default first.
var Cups = []string{"three", "five"}

// cup is a cup between two matches.
type cup struct {
	Wins   int `json:"wins"`
	First  int `json:"first"` // the side that chooses first
	played []series.Played
}

// Start begins a cup. A die decides who chooses first.
func (Cup) Start(form string, roll func(int) int) (json.RawMessage, error) {
	if cups[form] == 0 {
		return nil, game.Errorf("form %q: expected three or five", form)
	}
	return json.Marshal(cup{Wins: cups[form], First: roll(2) - 1})
}

// After returns the cup after those matches.
func (Cup) After(setup json.RawMessage, played []series.Played) (series.State, error) {
	var c cup
	if err := json.Unmarshal(setup, &c); err != nil {
		return nil, err
	}
	for n, p := range played {
		if _, over := c.Winner(); over || len(p.Result.Rank) != 2 || roundsOf(p.Choice) == 0 {
			return nil, game.Errorf("match %d could not be played", n+1)
		}
		c.played = played[:n+1]
	}
	return c, nil
}

// CupConfig returns the settings of a match of a cup.
func CupConfig(choice string) Config { return Config{Rounds: roundsOf(choice)} }

// roundsOf reads a choice; it returns 0 for anything that cannot be chosen.
func roundsOf(choice string) int {
	return map[string]int{"1": 1, "2": 2, "3": 3}[choice]
}

func (c cup) Turn() (side int, choices []string) {
	side = (c.First + len(c.played)) % 2
	if _, over := c.Winner(); over {
		return side, nil
	}
	return side, []string{"1", "2", "3"}
}

func (c cup) Winner() (side int, over bool) {
	for side, n := range c.wins() {
		if n >= c.Wins {
			return side, true
		}
	}
	return 0, false
}

// Wins counts the matches that each side has won in a cup.
func Wins(s series.State) [2]int { return s.(cup).wins() }

func (c cup) wins() (wins [2]int) {
	for n, p := range c.played {
		switch first := (c.First + n) % 2; {
		case p.Result.Rank[0] < p.Result.Rank[1]:
			wins[first]++
		case p.Result.Rank[0] > p.Result.Rank[1]:
			wins[1-first]++
		}
	}
	return wins
}
