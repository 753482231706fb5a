package syndicate

import (
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
)

// BenchmarkGame plays whole matches at random between the starters. It prints how many matches a core plays in a second; 50 is the
// goal.
func BenchmarkGame(b *testing.B) {
	const games = 25
	least, steps := time.Hour, 0
	for b.Loop() {
		start := gametest.Processor()
		steps = 0
		for seed := range uint64(games) {
			n, err := playThrough(seed)
			if err != nil {
				b.Fatal(err)
			}
			steps += n
		}
		least = min(least, gametest.Processor()-start)
	}
	b.ReportMetric(games/least.Seconds(), "games/s")
	b.ReportMetric(float64(steps)/games, "steps/game")
}

// playThrough plays a match at random to its end and counts the steps.
func playThrough(seed uint64) (steps int, err error) {
	d := gametest.NewDice(seed)
	m, st, err := Rules().Start(2, randomConfig(seed), d)
	if err != nil {
		return 0, err
	}
	for m.Apply(st); ; steps++ {
		if _, over := m.Result(); over {
			return steps, nil
		}
		seat := m.Groups()[0].Open[0]
		a := m.Asks(seat)[0]
		var r game.Reply
		if r, err = Parse(gametest.Line(d, m.View(game.Player(seat)), a, guessSpace)); err == nil {
			st, err = m.Answer(seat, a.ID, r, d)
		}
		if err != nil { // as two units in one space
			if st, err = m.Lapse(seat, a.ID, d); err != nil {
				return steps, err
			}
		}
		m.Apply(st)
	}
}
