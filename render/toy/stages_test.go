package toy

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/toy"
)

// The board says of every stage of a match what happens in it.
func TestEveryStageHasWords(t *testing.T) {
	seen := map[string]bool{}
	gametest.Run(t, gametest.Case{Game: rules.Rules(), Seats: 3, Games: 5, MaxSteps: 200, Every: -1,
		Config:  func(uint64) game.Config { return rules.Config{Peek: 1}.Encode() },
		Concede: "quit", ConcedeIn: 20,
		Check: func(m game.Match) error {
			v := m.View(game.Onlooker()).(rules.View)
			if seen[v.Stage] = true; stages[v.Stage] == "" {
				return game.Errorf("stage %q has no words", v.Stage)
			}
			return nil
		}})
	if len(seen) < len(stages) {
		t.Errorf("only the stages %v were reached", seen)
	}
}
