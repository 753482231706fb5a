package rating

import (
	"math"
	"testing"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// The example computed in the paper.
func TestPaper(t *testing.T) {
	got := Rating{1500, 200, 0.06}.After(Result{Rating{1400, 30, 0.06}, 1}, Result{Rating{1550, 100, 0.06}, 0}, Result{Rating{1700, 300, 0.06}, 0})
	if !near(got.R, 1464.06, 0.01) || !near(got.Dev, 151.52, 0.01) || !near(got.Vol, 0.05999, 0.00001) {
		t.Errorf("%+v, the paper has 1464.06, 151.52, 0.05999", got)
	}
	for dev, want := range map[float64]float64{30: 0.9955, 100: 0.9531, 300: 0.7242} {
		if got := g(dev / scale); !near(got, want, 0.0001) {
			t.Errorf("g of %v is %v, the paper has %v", dev, got, want)
		}
	}
}

// A period without matches raises only the deviation, at most to that value of an unknown player.
func TestIdle(t *testing.T) {
	r := Rating{1700, 60, 0.06}
	if got := r.Idle(1); got.R != 1700 || got.Vol != 0.06 || !near(got.Dev, scale*math.Hypot(60/scale, 0.06), 1e-9) {
		t.Errorf("%+v", got)
	}
	if got := r.Idle(100_000); got.Dev != MostDev {
		t.Errorf("after very long %+v", got)
	}
	if r.Idle(0) != r {
		t.Error("no time changes it")
	}
}

// Invariants for any results: a win never lowers the rating, a loss never raises it, playing lowers the deviation, a
// great surprise raises the volatility, and every value stays finite.
func TestSense(t *testing.T) {
	for _, r := range []Rating{New(), {1200, 50, 0.03}, {2600, 300, 0.1}, {900, 30, 0.06}} {
		for _, o := range []Rating{New(), {800, 40, 0.06}, {2800, 350, 0.06}, {1500, 30, 0.06}} {
			won, lost, drawn := r.After(Result{o, 1}), r.After(Result{o, 0}), r.After(Result{o, 0.5})
			if won.R < r.R || lost.R > r.R || drawn.R < lost.R || drawn.R > won.R {
				t.Errorf("%+v against %+v: won %+v, drawn %+v, lost %+v", r, o, won, drawn, lost)
			}
			for _, x := range []Rating{won, lost, drawn} {
				if math.IsNaN(x.R) || math.IsInf(x.R, 0) || x.Dev <= 0 || x.Dev > math.Hypot(r.Dev, scale*x.Vol) || x.Vol <= 0 {
					t.Errorf("%+v against %+v gives %+v", r, o, x)
				}
			}
		}
	}
	steady := Rating{2000, 40, 0.06}
	beaten := make([]Result, 10)
	for i := range beaten {
		beaten[i] = Result{Rating{1000, 40, 0.06}, 0}
	}
	if got := steady.After(beaten...); got.Vol <= steady.Vol {
		t.Errorf("ten surprises leave it as steady as before: %+v", got)
	}
}
