package advice_test

import (
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/cards"
)

// positions returns questions of that name, from matches of all missions in which the best answers are played. All of them are legal.
func positions(t testing.TB, name string, most int) (out []*advice.Position) {
	t.Helper()
	all, missions := cards.Starters(), []string{"", syndicate.Relay, syndicate.Uplink, syndicate.Extract}
	for seed := 0; len(out) < most; seed++ {
		c, dice := syndicate.Defaults(), gametest.NewDice(uint64(seed))
		c.Mission, c.Squads = missions[seed%4], [2]cards.Squad{all[seed%5].Squad, all[(seed/5+seed+1)%5].Squad}
		m, st, err := syndicate.Rules().Start(2, c.Encode(), dice)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		for len(out) < most {
			if _, over := m.Result(); over {
				break
			}
			a := m.Asks(m.Groups()[0].Open[0])[0]
			v := m.View(game.Player(a.Seat)).(syndicate.View)
			if a.Name == name {
				out = append(out, advice.Read(v, a, v.Advisor(a.Seat)))
			}
			best := advice.Read(v, a, v.Advisor(a.Seat)).Best()
			if st, err = m.Answer(a.Seat, a.ID, best, dice); err != nil {
				t.Fatalf("%s: %q is refused: %v", a.Name, best.Order(), err)
			}
			m.Apply(st)
		}
	}
	return out
}

// BenchmarkPlan finds the card and the orders of a round, as each console with that question does. It prints the slowest of 100
// positions too.
func BenchmarkPlan(b *testing.B) {
	list := positions(b, "plan", 100)
	worst, all := time.Duration(0), time.Duration(0)
	for b.Loop() {
		worst, all = 0, 0
		for _, p := range list {
			start := gametest.Processor()
			advice.Read(p.View, p.Ask, p.Taste).Best()
			took := gametest.Processor() - start
			worst, all = max(worst, took), all+took
		}
	}
	b.ReportMetric(float64(all.Microseconds())/1000/float64(len(list)), "ms/mean")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms/worst")
}
