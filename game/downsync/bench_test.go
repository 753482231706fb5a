package downsync

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

// BenchmarkStandardGame plays whole Standard games at random on a map with terrain, as often as not veiled; the goal is
// five a second.
func BenchmarkStandardGame(b *testing.B) {
	games, steps := 0, 0
	for b.Loop() {
		st := gametest.Run(b, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 4, MaxSteps: 6000, Guess: guessPoint, Every: -1,
			Config: func(seed uint64) game.Config { return standardGame(seed) }})
		games, steps = games+4, steps+st.Steps
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(steps)/float64(games), "steps/game")
}

// standardGame is a Standard game between two armies on a named map.
func standardGame(seed uint64) game.Config {
	c := Defaults()
	c.Size, c.MaxRounds = Standard, 8
	c.Map = []string{"saltmarket", "wolds-edge", "twinbridge", "plain"}[seed%4]
	if seed%2 == 1 {
		c.Secrecy = Open
	}
	for i := range c.Forces {
		units, err := c.ForceOf([]string{[]string{"coalition-ex1", "republic-ex1"}[(int(seed/4)+i)%2]})
		if err != nil {
			panic(err)
		}
		c.Forces[i] = units
	}
	return c.Encode()
}
