package label

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Overlapping boxes are found wherever they are: beyond the picture, on the edge of a lane, and after more were placed or all were
// removed.
func TestOverlaps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 9))
	at := func() float64 {
		switch rnd.IntN(12) {
		case 0:
			return float64(lane * rnd.IntN(lanes+2))
		case 1:
			return []float64{-1e20, -lane, 0, lane * lanes, 1e20, math.Inf(1)}[rnd.IntN(6)]
		}
		return -100 + 1500*rnd.Float64()
	}
	some := func() Box {
		x, y := at(), at()
		return Box{x, y, x + 120*rnd.Float64(), y + 60*rnd.Float64()}
	}
	var known overlaps
	for range 20 {
		known.empty()
		var boxes []Box
		for n := range 300 {
			boxes = append(boxes, some())
			if n%3 > 0 {
				continue
			}
			for range 5 {
				b := some()
				if rnd.IntN(20) == 0 {
					b = Box{-1e20, -1e20, 1e20, 1e20}
				}
				if got, want := known.hit(boxes, b), slices.ContainsFunc(boxes, b.Hits); got != want {
					t.Fatalf("%v among %d boxes: %t, expected %t", b, len(boxes), got, want)
				}
			}
		}
	}
}
