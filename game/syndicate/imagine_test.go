package syndicate

import (
	"encoding/json"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/syndicate/grid"
)

func asJSON(t *testing.T, x any) string {
	t.Helper()
	raw, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// What is imagined looks to the viewer as the match does, at every step. It is the same for the same chance, and the enemy's hand is another for
// another.
func TestImagine(t *testing.T) {
	steps, other := 0, 0
	gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Games: 4, MaxSteps: 400, Config: shortConfig, Guess: guessSpace, Narrow: seldomAhead, Every: -1,
		Concede: "concede", ConcedeIn: 100, Rare: []string{"draw"}, Check: func(m game.Match) error {
			v := m.View(game.Player(1)).(View)
			if v.Result != nil {
				return nil
			}
			steps++
			a, b, c := chance.Source(1), chance.Source(1), chance.Source(2)
			one, same, another := v.Imagine(&a), v.Imagine(&b), v.Imagine(&c)
			if got, want := asJSON(t, one.View(game.Player(1))), asJSON(t, v); got != want {
				t.Fatalf("step %d: imagined\n%s\nis\n%s", steps, got, want)
			}
			if asJSON(t, one.View(game.Player(2))) != asJSON(t, same.View(game.Player(2))) {
				t.Fatal("the same chance gives another position")
			}
			if asJSON(t, one.View(game.Player(2))) != asJSON(t, another.View(game.Player(2))) {
				other++
			}
			return nil
		}})
	if other < steps/2 {
		t.Errorf("of %d positions %d have another hand under another chance", steps, other)
	}
}

// What an attack does on average is between nothing and what it can do at most.
func TestExpected(t *testing.T) {
	v := duel(t).View(game.Player(1)).(View)
	if got := v.Expected("A", "B"); got < 0.5 || got > 4 {
		t.Errorf("Lens hits Razor for %.2f on average", got)
	}
	if got := v.Expected("A1", "B"); got != 0 {
		t.Errorf("Glyph, who does not reach B, does %.2f", got)
	}
	if got := v.Moved("A1", v.Units[2].At.Plus(grid.Space{X: 1})).Expected("A1", "B"); got <= 0 {
		t.Errorf("beside B Glyph does %.2f", got)
	}
}
