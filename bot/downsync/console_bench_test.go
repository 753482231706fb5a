package downsync

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/gametest"
)

// BenchmarkConsoles plays Standard games on all named maps with at least 2,000 random presses. It prints the processor time
// from a press to the letter with its board: the mean, the 99th percentile (goal 40 ms) and the worst (goal 150 ms).
func BenchmarkConsoles(b *testing.B) {
	var took []time.Duration
	for b.Loop() {
		for i, m := range maps.All() {
			seed := uint64(i)
			s := &sitting{t: b, Room: bottest.New(b, bottest.Setup{Game: rules.Rules(), Forms: Forms{}, Dice: seededDice(seed)})}
			s.seat(bottest.Option{Name: "size", Value: "standard"}, bottest.Option{Name: "map", Value: m.Slug})
			rnd := rand.New(rand.NewPCG(seed, 2))
			for n := 0; n < 2000/len(maps.All())+1; {
				pressed := false
				for _, user := range []wire.UserID{ann, ben} {
					at := s.console(user)
					concede := func(id string) bool { return s.Control(user, id).Draft == "concede" }
					id, values, ok := bottest.Presser{User: user, Rand: rnd, Skip: concede}.Choose(at.Message)
					if !asking(at) || !ok {
						continue
					}
					pressed = true
					n++
					began := gametest.Processor()
					a := s.Press(user, at, id, values...)
					took = append(took, gametest.Processor()-began)
					if a.Form != nil {
						s.Submit(user, at, a.Form, map[string]string{"1": "24, 24", "2": ""})
					}
					s.Settle()
					break
				}
				if !pressed {
					s.Pass(15 * time.Second)
				}
			}
		}
	}
	slices.Sort(took)
	sum := time.Duration(0)
	for _, d := range took {
		sum += d
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(sum/time.Duration(len(took))), "ms/mean")
	b.ReportMetric(ms(took[len(took)*99/100]), "ms/p99")
	b.ReportMetric(ms(took[len(took)-1]), "ms/worst")
	b.ReportMetric(float64(len(took)), "presses")
}
