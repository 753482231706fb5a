// Package rating is Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013): a rating with its
// uncertainty, and how steadily somebody plays.
package rating

import "math"

// Rating is how well somebody plays. The zero value is nobody's; New is where everybody begins.
type Rating struct {
	R   float64 `json:"r"`   // 1500 is the middle
	Dev float64 `json:"dev"` // the rating's standard deviation: with 95% it lies within 2 of them
	Vol float64 `json:"vol"` // volatility: how unsteady the results are
}

// What the paper leaves to choose, and where everybody begins.
const (
	tau   = 0.5 // how much volatility may change
	scale = 173.7178
	begin = 1500.0
	// MostDev is the deviation of somebody who is not known at all.
	MostDev   = 350.0
	beginVol  = 0.06
	tolerance = 0.000001
)

// New is the rating of somebody who has not played.
func New() Rating { return Rating{begin, MostDev, beginVol} }

// Result is a match against somebody: 1 is won, 0 lost, a half drawn.
type Result struct {
	Against Rating
	Score   float64
}

// After is the rating after a rating period with these results; without any only the deviation grows.
func (r Rating) After(results ...Result) Rating {
	mu, phi := (r.R-begin)/scale, r.Dev/scale
	if len(results) == 0 {
		return Rating{r.R, min(MostDev, scale*math.Hypot(phi, r.Vol)), r.Vol}
	}
	var inverse, sum float64 // of v, and of g(φj)(sj - E)
	for _, x := range results {
		weight := g(x.Against.Dev / scale)
		expected := 1 / (1 + math.Exp(-weight*(mu-(x.Against.R-begin)/scale)))
		inverse += weight * weight * expected * (1 - expected)
		sum += weight * (x.Score - expected)
	}
	v := 1 / inverse
	vol := volatility(phi, v, v*sum, r.Vol)
	phi = 1 / math.Sqrt(1/(phi*phi+vol*vol)+1/v)
	return Rating{scale*(mu+phi*phi*sum) + begin, scale * phi, vol}
}

// Idle is the rating after so many rating periods without a match.
func (r Rating) Idle(periods int) Rating {
	for range periods {
		r = r.After()
	}
	return r
}

// Sure is the rating that somebody has with 97.5%: two deviations below.
func (r Rating) Sure() float64 { return r.R - 2*r.Dev }

func g(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility is step 5 of the paper: the root of f by the Illinois algorithm.
func volatility(phi, v, delta, sigma float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-phi*phi-v-e)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, tolerance))
	if delta*delta <= phi*phi+v {
		for high = a - tau; f(high) < 0; {
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		mid := low + (low-high)*fLow/(fHigh-fLow)
		fMid := f(mid)
		if fMid*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = mid, fMid
	}
	return math.Exp(low / 2)
}
