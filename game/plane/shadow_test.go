package plane

import (
	"math/rand/v2"
	"testing"
)

// The quick test agrees with the exact one wherever slightly larger or smaller bases make no difference.
func TestGlimpse(t *testing.T) {
	seen, hidden := 0, 0
	for seed := range uint64(boards()) {
		r := rand.New(rand.NewPCG(seed, 13))
		var buildings []Building
		for range 1 + r.IntN(3) {
			b := Building{plank(r, at(Inch(18000+r.IntN(4000)), Inch(18000+r.IntN(4000))), 200+600*r.Float64(), 1000+3500*r.Float64()), In(1), 0}
			if len(buildings) == 0 || !buildings[0].Shape.Overlap(b.Shape) && len(buildings) < 2 {
				buildings = append(buildings, b)
			}
		}
		g := field(t, nil, buildings...)
		var view quickSight
		for _, b := range buildings {
			view.shapes = append(view.shapes, b.Shape)
		}
		for range 20 {
			a := Disc{at(Inch(15000+r.IntN(10000)), Inch(15000+r.IntN(10000))), Radius(60)}
			b := Disc{at(a.At.X+Inch(r.IntN(12000)-6000), a.At.Y+Inch(r.IntN(12000)-6000)), Radius(80)}
			if g.ends(Mover{R: a.R, Others: []Disc{b}}, a.At) != nil || g.blocks(Mover{R: a.R}, a.At, a.At, a.At) != nil || g.blocks(Mover{R: b.R}, b.At, b.At, b.At) != nil {
				continue
			}
			want := g.Sees(Body{Disc: a}, Body{Disc: b})
			if got := view.between(ring{toVec(a.At), float64(a.R)}, ring{toVec(b.At), float64(b.R)}); got != want {
				a.R, b.R = a.R-4, b.R-4
				less := g.Sees(Body{Disc: a}, Body{Disc: b})
				a.R, b.R = a.R+8, b.R+8
				if more := g.Sees(Body{Disc: a}, Body{Disc: b}); less == more {
					t.Errorf("seed %d: %v and %v past %v: %v, want %v", seed, a, b, view.shapes, got, want)
				}
			}
			if want {
				seen++
			} else {
				hidden++
			}
		}
	}
	if seen < 50 || hidden < 50 {
		t.Errorf("%d seen, %d hidden", seen, hidden)
	}
}
