package rival

import (
	"math"

	"downsync/game"
	"downsync/game/downsync"
)

// What a position is worth, to judge where a rollout ends: the chance to win. The weights are those of a logistic regression over
// matches that the regular played against itself (BenchmarkFit), rounded. That points are good to have was set by hand, as too few
// of those matches are decided by points.

// features is how many things are counted for each side.
const features = 10

// fitted are the weights of: points and their square, what is left of the force, tokens, bases without a Stun Token, nearness to
// where points are scored, pieces still to act, Units that score unhindered, Units in the way before the own VIP, contacts.
var fitted = [features]float64{0.5, 0.2, 0.45, 0.11, 0.08, 0, 0.04, 2, 0.06, 0.07}

// value is the seat's chance to win.
func value(v downsync.View, me game.Seat) float64 {
	if v.Result != nil {
		switch mine, theirs := v.Result.Rank[me-1], v.Result.Rank[2-me]; {
		case mine < theirs:
			return 1
		case mine > theirs:
			return 0
		}
		return 0.5
	}
	sum := 0.0
	for i, x := range compared(v, me) {
		sum += fitted[i] * x
	}
	return 1 / (1 + math.Exp(-sum))
}

// compared are the features of the seat less those of the other side.
func compared(v downsync.View, me game.Seat) [features]float64 {
	a, b := read(v, me, taste{}, true).features(), read(v, 3-me, taste{}, true).features()
	all := max(0.1, a[2]+b[2])
	for i := range a {
		a[i] -= b[i]
	}
	a[2] *= 8 / all // what is lost counts more where little is left
	return a
}

// features are those of the side.
func (s *sheet) features() (f [features]float64) {
	vp := float64(s.v.VP.Of(s.me))
	f[0], f[1] = vp, vp*vp/3
	waits := 0.0
	for _, u := range s.mine {
		f[2] += u.worth
		for _, b := range u.Bases {
			if b.CM != nil {
				f[3] += float64(*b.CM + 2**b.Hardened)
			}
			if b.Stun {
				f[4]--
			}
		}
		if !u.Activated {
			waits++
		}
		if u.card == nil {
			f[9]++
		}
		best := 0.0
		for _, g := range s.goals {
			best = max(best, near(turns(gap(u, g), u.spd)))
		}
		f[5] += best
	}
	f[6] = waits
	for _, g := range s.goals {
		net := float64(scorers(s.mine, g, "") - s.blocks(s.theirs, g, ""))
		if s.rounds {
			f[7] += max(0, net)
			continue
		}
		f[7] += max(0, min(net, 3)) * min(3, 1+waits) / 3
		f[8] += float64(min(3, s.blocks(s.mine, s.homes[0], "")))
	}
	return f
}
