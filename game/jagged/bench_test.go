package jagged

import (
	"testing"
	"time"

	"downsync/game/gametest"
)

// BenchmarkGame plays whole battles at random between all lists. It prints how many a core plays in a second; 20 is the goal.
func BenchmarkGame(b *testing.B) {
	const games = 25
	least, steps := time.Hour, 0
	for b.Loop() {
		start := gametest.Processor()
		st := gametest.Run(b, gametest.Case{Game: Rules(), Seats: 2, Games: games, MaxSteps: 4000, Config: randomConfig, Guess: guess, Unchecked: true, Every: -1,
			Concede: "concede", ConcedeIn: 10000, Rare: []string{"draw"}})
		steps = st.Steps
		least = min(least, gametest.Processor()-start)
	}
	b.ReportMetric(games/least.Seconds(), "games/s")
	b.ReportMetric(float64(steps)/games, "steps/game")
}
