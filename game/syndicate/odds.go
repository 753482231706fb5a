package syndicate

// Odds holds the chances of an attack, including everything that is sure to happen to its dice (S7.2): the dice that the attacker's
// side rolls again and sets without being asked (R-A17), and the reroll that Phantom Feint forces. Odds excludes Signal Jam, which
// the enemy may use or not.
type Odds struct {
	Chance int     // percentage for at least one hit
	Damage float64 // on average
}

// odds returns the chances of an attack that this view has computed.
func (v View) Odds(a Aim) Odds {
	b := v.board
	hits := b.spread(b.unit(a.By), a)
	out := Odds{Chance: int(100*(1-hits[0]) + 0.5)}
	for n, p := range hits {
		out.Damage += p * float64(blow(b, a, n).Damage)
	}
	return out
}

// spread returns the probability of each number of hits. The rerolls depend on the faces, not on their order, so spread goes
// through the possible dice in falling order.
func (b *board) spread(u *unit, aim Aim) []float64 {
	hits := make([]float64, aim.Rolls+1)
	p := float64(7-aim.Need) / 6
	faces := make([]int, aim.Rolls)
	var next func(i, most, same int, weight float64)
	next = func(i, most, same int, weight float64) {
		if i == len(faces) {
			sure, again := b.settled(u, aim, faces)
			for n, q := range binomial(again, p) {
				hits[sure+n] += weight * q
			}
			return
		}
		for f := most; f >= 1; f-- {
			run := 1
			if f == most {
				run = same + 1
			}
			faces[i] = f
			next(i+1, f, run, weight*float64(i+1)/float64(run)/6)
		}
	}
	next(0, 6, 0, 1)
	return hits
}

// settled applies the rerolls as roll does. It returns how many of the dice hit without a reroll, and how many are rolled again.
func (b *board) settled(u *unit, aim Aim, faces []int) (sure, again int) {
	a := &attack{Aim: aim, Faces: append([]int(nil), faces...), Again: make([]bool, len(faces))}
	a.By, a.Target = aim.By, aim.Target
	mark := func(dice []int) {
		for _, i := range dice {
			a.Again[i] = true
		}
	}
	if trait, ok := b.weaponTrait(u); ok && trait.again != nil {
		mark(trait.again(b, u, a))
	}
	if b.relays(u, aim.Need) {
		for _, i := range a.misses(1) {
			a.Faces[i] = relayed
		}
	}
	b.each(u, func(c change) {
		for range c.Rerolls {
			mark(a.misses(1))
		}
	})
	b.each(u, func(c change) {
		if i := a.highest(); c.Highest && i >= 0 {
			a.Again[i] = true
		}
	})
	for i, f := range a.Faces {
		if a.Again[i] {
			again++
		} else {
			sure += one(a.hit(f))
		}
	}
	return sure, again
}

// binomial returns the probability of each number of hits among n dice that hit with p.
func binomial(n int, p float64) []float64 {
	out := make([]float64, n+1)
	out[0] = 1
	for range n {
		for k := n; k >= 0; k-- {
			out[k] *= 1 - p
			if k > 0 {
				out[k] += p * out[k-1]
			}
		}
	}
	return out
}
