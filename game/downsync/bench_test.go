package downsync

import (
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
)

// BenchmarkStandardGame plays whole Standard games at random, on maps with and without terrain, half of them veiled: views,
// questions, menus, orders read, refusals, decisions. It prints the processor time of a game of 565 steps, the length of a game
// when the goal of 50 ms was set.
func BenchmarkStandardGame(b *testing.B) {
	const games = 4
	least, steps := time.Hour, 0
	for b.Loop() {
		start := gametest.Processor()
		st := gametest.Run(b, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: games, MaxSteps: 6000, Guess: guessPoint, Unchecked: true,
			Config: func(seed uint64) game.Config { return standardGame(seed) }})
		least, steps = min(least, gametest.Processor()-start), st.Steps
	}
	b.ReportMetric(float64(least.Microseconds())/1000*565/float64(steps), "ms/game")
	b.ReportMetric(float64(steps)/games, "steps/game")
}

// standardGame returns a Standard game between two armies on a named map.
func standardGame(seed uint64) game.Config {
	c := Defaults()
	c.Size, c.MaxRounds, c.Salts = Standard, 8, [2]string{"salt one", "salt two"}
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
