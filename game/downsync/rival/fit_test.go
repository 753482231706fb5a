package rival

import (
	"fmt"
	"math"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/gametest"
	"downsync/game/rival"
)

// sample is a position at the beginning of a Turn with what came of it for the seat whose Turn it was.
type sample struct {
	x   [features]float64
	won float64
}

// BenchmarkFit plays matches of the regular against itself and fits what a position is worth to how they end. It prints the
// weights.
func BenchmarkFit(b *testing.B) {
	for _, size := range []string{downsync.Small, downsync.Standard} {
		b.Run(size, func(b *testing.B) {
			var all []sample
			n := 0
			for b.Loop() {
				all = append(all, samples(b, size, n)...)
				n++
			}
			w, loss := fit(all)
			fmt.Printf("%s, %d positions, loss %.4f (a coin has 0.6931): %.3f\n", size, len(all), loss, w)
		})
	}
}

// samples are those of one match.
func samples(t testing.TB, size string, n int) []sample {
	var out []sample
	var seats []game.Seat
	watching := func(s rival.Style) gametest.Contestant {
		play := at(rival.Regular, s)
		return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			if v := p.View.(downsync.View); p.Ask.Name == "designate" {
				sim, err := p.Imagine(c)
				if err != nil {
					return rival.Choice{}, err
				}
				out = append(out, sample{x: compared(sim.View(game.Referee()).(downsync.View), v.Active)})
				seats = append(seats, v.Active)
			}
			return play(p, c)
		}
	}
	c := conf(size, n)
	c.MaxRounds = 16 // that few end undecided
	r, err := gametest.Contest(downsync.Rules(), c.Encode(), uint64(n), []gametest.Contestant{watching(styles[n%3]), watching(styles[n/3%3])}, 4000)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range seats {
		mine, theirs := r.Result.Rank[s-1], r.Result.Rank[2-s]
		out[i].won = 0.5 + 0.5*float64(btoi(mine < theirs)-btoi(mine > theirs))
	}
	return out
}

// fit is a logistic regression by gradient descent, each feature scaled by how much it varies.
func fit(all []sample) (w [features]float64, loss float64) {
	scale := [features]float64{}
	for i := range scale {
		for _, s := range all {
			scale[i] += s.x[i] * s.x[i]
		}
		scale[i] = math.Sqrt(scale[i]/float64(len(all))) + 1e-9
	}
	for range 600 {
		grad := [features]float64{}
		loss = 0
		for _, s := range all {
			sum := 0.0
			for i := range s.x {
				sum += w[i] * s.x[i] / scale[i]
			}
			p := 1 / (1 + math.Exp(-sum))
			loss -= s.won*math.Log(p+1e-12) + (1-s.won)*math.Log(1-p+1e-12)
			for i := range grad {
				grad[i] += (s.won - p) * s.x[i] / scale[i]
			}
		}
		n := float64(len(all))
		for i := range grad {
			w[i] += 2*grad[i]/n - 0.0005*w[i]
		}
		loss /= n
	}
	for i := range w {
		w[i] /= scale[i]
	}
	return w, loss
}
