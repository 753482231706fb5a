package rating

import "math"

// Skill is a player's strength at tables of three or more, after Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011),
// with the model of Plackett and Luce. The zero value is invalid; every player begins with NewSkill.
type Skill struct {
	Mu    float64 `json:"mu"`
	Sigma float64 `json:"sigma"`
}

// Constants of the model, and the values of a new player.
const (
	beginMu    = 25.0
	beginSigma = beginMu / 3
	beta       = beginMu / 6   // how much a player's performance fluctuates
	kappa      = 1e-4          // the least share of its variance that a skill keeps in a match
	drift      = beginMu / 300 // how much uncertainty comes back before each match
	spread     = 42            // points for one unit of Mu
)

// NewSkill returns the skill of a player without matches.
func NewSkill() Skill { return Skill{beginMu, beginSigma} }

// Points returns the skill on the scale of Rating, where 1500 is the start.
func (s Skill) Points() float64 { return begin + spread*(s.Mu-beginMu) }

// Range returns the distance from Points that contains the player's strength with 95 % probability.
func (s Skill) Range() float64 { return 2 * spread * s.Sigma }

// Sure returns the points that the player's strength exceeds with 97.5 % probability.
func (s Skill) Sure() float64 { return s.Points() - s.Range() }

// Idle returns the skill after that many months without a match: each adds the uncertainty of ten matches.
func (s Skill) Idle(months int) Skill {
	return Skill{s.Mu, min(beginSigma, math.Hypot(s.Sigma, drift*math.Sqrt(float64(10*months))))}
}

// AfterMatch returns the skills after a match that ended with those ranks, 1 for the first. Players of the same rank share it.
func AfterMatch(skills []Skill, ranks []int) []Skill {
	before := make([]Skill, len(skills))
	total := 0.0
	for i, s := range skills {
		before[i] = Skill{s.Mu, math.Hypot(s.Sigma, drift)}
		total += before[i].Sigma*before[i].Sigma + beta*beta
	}
	c := math.Sqrt(total)
	// worth is a player's chance to be first, times a common factor; left is the total worth of everybody who ranked no better than
	// the player.
	worth, left, equals := make([]float64, len(skills)), make([]float64, len(skills)), make([]float64, len(skills))
	for i, s := range before {
		worth[i] = math.Exp(s.Mu / c)
	}
	for q := range before {
		for s := range before {
			if ranks[s] >= ranks[q] {
				left[q] += worth[s]
			}
			if ranks[s] == ranks[q] {
				equals[q]++
			}
		}
	}
	after := make([]Skill, len(skills))
	for i, s := range before {
		var omega, delta float64
		for q := range before {
			if ranks[q] > ranks[i] {
				continue
			}
			p := worth[i] / left[q]
			if q == i {
				omega += (1 - p) / equals[q]
			} else {
				omega -= p / equals[q]
			}
			delta += p * (1 - p) / equals[q]
		}
		variance := s.Sigma * s.Sigma
		gamma := s.Sigma / c
		after[i] = Skill{s.Mu + variance/c*omega, s.Sigma * math.Sqrt(max(1-gamma*variance/(c*c)*delta, kappa))}
	}
	return after
}
