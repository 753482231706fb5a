package advice_test

import (
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/advice"
)

// parts returns questions about moves, from battles in which the best answers are played.
func parts(t testing.TB, most int) (views []jagged.View, asks []game.Ask) {
	t.Helper()
	for seed := uint64(1); len(views) < most; seed++ {
		dice := gametest.NewDice(seed)
		m, st, err := jagged.Rules().Start(2, jagged.Defaults().Encode(), dice)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		for len(views) < most {
			if _, over := m.Result(); over {
				break
			}
			seat := game.Seat(1)
			if len(m.Asks(1)) < 2 {
				seat = 2
			}
			a := m.Asks(seat)[0].WithMenu()
			v := m.View(game.Player(seat)).(jagged.View)
			if a.Name == "move" {
				views, asks = append(views, v), append(asks, a)
			}
			reply, ok := advice.Read(v, a, advice.Usual).Best()
			if !ok {
				reply = a.Default
			}
			st, err := m.Answer(seat, a.ID, reply, dice)
			if err != nil { // not every weighed answer is legal
				st, err = m.Answer(seat, a.ID, a.Default, dice)
			}
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(st)
		}
	}
	return views, asks
}

// BenchmarkPart proposes the moves of a Movement part, as each console with that question does. It prints the slowest of 100 positions
// too.
func BenchmarkPart(b *testing.B) {
	views, asks := parts(b, 100)
	worst, all := time.Duration(0), time.Duration(0)
	for b.Loop() {
		worst, all = 0, 0
		for n := range views {
			start := gametest.Processor()
			advice.Read(views[n], asks[n], advice.Usual).Part()
			took := gametest.Processor() - start
			worst, all = max(worst, took), all+took
		}
	}
	b.ReportMetric(float64(all.Microseconds())/1000/float64(len(views)), "ms/mean")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms/worst")
}
