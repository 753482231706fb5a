package plane

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// boards is how many random boards a test looks at.
func boards() int {
	if os.Getenv("SOAK") != "" {
		return 20000
	}
	return 300
}

// checkWay holds a way that was found against the oracle.
func checkWay(t *testing.T, seed uint64) (found bool) {
	t.Helper()
	g, m, from, to := crowd(rand.New(rand.NewPCG(seed, 7)))
	if !g.Table.Holds(Disc{from, m.R}) || g.blocks(m, from, from, from) != nil {
		return false // it cannot stand there in the first place
	}
	p, trip := g.Way(m, from, to)
	if trip.Stop == nil {
		if judged := g.Judge(m, p); judged != trip || p[0] != from || p[len(p)-1] != to {
			t.Errorf("seed %d: way %v: %+v, judged %+v (%v)", seed, p, trip, judged, judged.Stop)
			return true
		}
	}
	if g.never(m, from, to) != nil || len(m.Zones) > 0 && g.startsInZone(m, from) {
		return false
	}
	o := oracle{g: g, m: m, from: toVec(from)}
	left := o.left(toVec(to))
	switch {
	case math.IsInf(left, -1):
	case trip.Stop != nil && left > 3:
		t.Errorf("seed %d: no way from %v to %v: %+v; the oracle has %.1f left", seed, from, to, *trip.Stop, left)
	case (trip.Stop == nil || trip.Stop.Why == StopFar) && float64(trip.Left) < left-50:
		t.Errorf("seed %d: %v left by %v, the oracle has %.1f", seed, trip.Left, p, left)
	}
	return true
}

func (g *Ground) startsInZone(m Mover, from Point) bool {
	for _, z := range m.Zones {
		if g.in(z, m, from) {
			return true
		}
	}
	return false
}

func TestWayOracle(t *testing.T) {
	n := 0
	for seed := uint64(0); n < boards() && !t.Failed(); seed++ {
		if checkWay(t, seed) {
			n++
		}
	}
}
