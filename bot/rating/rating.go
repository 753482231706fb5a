// Package rating implements the Glicko-2 rating system after Mark Glickman, "Example of the Glicko-2 system" (2013).
package rating

import "math"

// Rating is a player's strength. The zero value is invalid; every player begins with New.
type Rating struct {
	R   float64 `json:"r"`   // the rating; 1500 is the start
	Dev float64 `json:"dev"` // deviation: the true strength lies within 2 deviations of R with 95 % probability
	Vol float64 `json:"vol"` // volatility: how much the results fluctuate
}

// Constants that the paper leaves open, and the values of a new player.
const (
	tau   = 0.5 // limits the change of volatility; the paper suggests 0.3 to 1.2
	scale = 173.7178
	begin = 1500.0
	// MostDev is the deviation of an unknown player.
	MostDev   = 350.0
	beginVol  = 0.06
	tolerance = 0.000001
)

// New returns the rating of a player without matches.
func New() Rating { return Rating{begin, MostDev, beginVol} }

// Result is one match. Score is 1 for a win, 0.5 for a draw and 0 for a loss.
type Result struct {
	Against Rating
	Score   float64
}

// After returns the rating after a rating period with these results. Without results only the deviation grows.
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

// Idle returns the rating after that many rating periods without a match.
func (r Rating) Idle(periods int) Rating {
	for range periods {
		r = r.After()
	}
	return r
}

// Sure returns the rating that the player's strength exceeds with 97.5 % probability: two deviations below R.
func (r Rating) Sure() float64 { return r.R - 2*r.Dev }

func g(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility is step 5 of the paper: it finds the root of f with the Illinois algorithm.
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
