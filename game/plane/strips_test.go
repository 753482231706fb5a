package plane

import (
	"math/rand/v2"
	"testing"
)

func TestStrips(t *testing.T) {
	for seed := range uint64(100) {
		g, _ := board(rand.New(rand.NewPCG(seed, 4)))
		if seed%10 == 0 {
			g, _ = standard(seed)
		}
		rnd := rand.New(rand.NewPCG(seed, 3))
		for i := range across {

			for range 50 {
				a, b := vec{24000 * rnd.Float64(), 24000 * rnd.Float64()}, vec{24000 * rnd.Float64(), 24000 * rnd.Float64()}
				if seed%10 == 0 {
					a, b = a.times(2), b.times(2)
				}
				one, two := 0.0, 0.0
				for k := range g.ready.woods {
					if from, to, ok := g.ready.woods[k].clip(a, b.minus(a), 0); ok {
						one += to - from
					}
				}
				for k := range g.ready.cut[i] {
					if from, to, ok := g.ready.cut[i][k].clip(a, b.minus(a), 0); ok {
						two += to - from
					}
				}
				if d := (one - two) * b.minus(a).length(); d > 1e-3 || d < -1e-3 {
					t.Fatalf("board %d, %v to %v: %v, %v in strips", seed, a, b, one, two)
				}
			}
		}
	}
}
