package advice

import (
	"cmp"
	"math"
	"slices"

	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// This file rates places.

// need returns the value of an Objective for the side: high if the side does not own it, low if it does and no enemy approaches.
func (p *Position) need(i int) float64 {
	if p.needs == nil {
		for _, o := range p.Objectives {
			n := 1.0
			if o.Owner == p.Seat {
				n = 0.15
				if slices.ContainsFunc(p.foes, func(e jagged.Model) bool { return plane.Dist(*e.At, o.At) < plane.In(6)+2*e.Movement }) {
					n = 0.7
				}
			}
			p.needs = append(p.needs, n*(1+0.3*float64(p.Round)))
		}
	}
	return p.needs[i]
}

// holds reports whether a base controls an Objective (J13.2).
func holds(d plane.Disc, o jagged.Objective) bool {
	return plane.Within(d, plane.Disc{At: o.At, R: boards.Marker}, plane.In(1))
}

// objective returns the value of the Objective that a model would approach or hold in a place. The value is lower if others of its
// side are nearer.
func (p *Position) objective(m jagged.Model, at plane.Point) float64 {
	best := 0.0
	for i, o := range p.Objectives {
		near := 1.0
		if !holds(plane.Disc{At: at, R: m.Radius}, o) {
			if near = 0.75 - inches(plane.Dist(at, o.At))/50; p.Round == jagged.Rounds {
				near *= 0.3
			}
		}
		for _, x := range p.own {
			if x.Label != m.Label && plane.Dist(*x.At, o.At) < plane.Dist(*m.At, o.At) {
				near *= 0.6
			}
		}
		best = max(best, p.Taste.Goal*p.need(i)*near)
	}
	return best
}

// blows returns the value of an exchange of melee attacks for a model that strikes first, or second.
func (p *Position) blows(v jagged.View, m, e jagged.Model, first bool) float64 {
	mine := v.Wounds(m.Label, e.Label, cards.FindUnit(m.Unit).Melee, jagged.Aid{})
	theirs := v.Wounds(e.Label, m.Label, cards.FindUnit(e.Unit).Melee, jagged.Aid{})
	if first && e.Wounds == 1 {
		theirs *= 1 - mine
	} else if !first && m.Wounds == 1 {
		mine *= 1 - theirs
	}
	return p.Taste.Charge*price(e, mine) - p.Taste.Guard*price(m, theirs)
}

// danger returns the expected losses of a model in its place before it acts again.
func (p *Position) danger(v jagged.View, m jagged.Model) float64 {
	if p.Taste.Guard == 0 {
		return 0
	}
	wounds := 0.0
	for _, e := range p.foes {
		gap, worst := plane.Gap(disc(m), disc(e)), 0.0
		if !e.Engaged {
			sees := v.Sees(e.Label, m.Label)
			for _, w := range weapons(e) {
				share := 1.0
				switch {
				case gap > plane.In(w.Range)+e.Movement || !sees && gap > plane.In(w.Range):
					continue
				case gap > plane.In(w.Range):
					share = 0.6
				case !sees:
					share = 0.4
				}
				worst = max(worst, share*v.Wounds(e.Label, m.Label, w.ID, jagged.Aid{}))
			}
		}
		if gap < 2*e.Movement+plane.In(4) {
			share := 0.35
			if gap < e.Movement+plane.In(4) {
				share = 0.6
			}
			worst += share * v.Wounds(e.Label, m.Label, cards.FindUnit(e.Unit).Melee, jagged.Aid{})
		}
		wounds += worst
	}
	return price(m, wounds)
}

// acts says what a model may still do in the Round after it has moved.
type acts struct{ shoots, rushes bool }

// standing returns the value of a place for a model.
func (p *Position) standing(l jagged.Label, at plane.Point, can acts) float64 {
	v := p.View.Standing(l, at)
	m, _ := v.Model(l)
	out := p.objective(m, at) - p.Taste.Guard*p.danger(v, m)
	best := 0.0
	for _, e := range p.foes {
		if near := plane.Gap(disc(m), disc(e)); m.Engaged && near <= plane.In(1) {
			best = max(best, 0.1+p.blows(v, m, e, p.Initiative == p.Seat))
		}
		if !can.shoots || m.Engaged {
			continue
		}
		for _, w := range weapons(m) {
			if _, err := v.Aim(l, e.Label, w.ID, jagged.Aid{}); err == nil {
				best = max(best, price(e, v.Wounds(l, e.Label, w.ID, jagged.Aid{})))
			}
		}
	}
	if m.Engaged || !can.rushes {
		return out + best
	}
	return out + best + max(p.rush(v, l, ""), p.closing(m))
}

// rush returns the average value of a Rush; 0 if none can be made.
func (p *Position) rush(v jagged.View, l, target jagged.Label) float64 {
	r, err := v.Rush(l, target)
	if err != nil {
		return 0
	}
	m, _ := v.Model(l)
	e, _ := v.Model(r.Target)
	chance := float64(7-r.Need) / 6
	there := plane.Contact(disc(m), disc(e))
	return chance * (p.blows(v, m, e, true) + 0.5*(p.objective(m, there)-p.objective(m, *m.At)))
}

// closing returns the value of being near an enemy for a model without a ranged weapon.
func (p *Position) closing(m jagged.Model) float64 {
	if cards.FindUnit(m.Unit).Ranged != "" {
		return 0
	}
	out := 0.0
	for _, e := range p.foes {
		out = max(out, p.Taste.Charge*0.3*(1-inches(plane.Gap(disc(m), disc(e)))/24))
	}
	return out
}

// ahead returns destinations of a model towards each Objective and the two nearest enemies.
func (p *Position) ahead(m jagged.Model, most plane.Inch) (out []plane.Point) {
	for _, o := range p.Objectives {
		out = p.toward(out, m, o.At, most)
	}
	foes := slices.Clone(p.foes)
	slices.SortStableFunc(foes, func(a, b jagged.Model) int { return cmp.Compare(plane.Dist(*a.At, *m.At), plane.Dist(*b.At, *m.At)) })
	for _, e := range foes[:min(2, len(foes))] {
		out = p.toward(out, m, *e.At, most)
	}
	return out
}

// toward adds the place nearest to another at which a move may end, straight on if that covers most of the way.
func (p *Position) toward(out []plane.Point, m jagged.Model, to plane.Point, most plane.Inch) []plane.Point {
	far := plane.Dist(*m.At, to)
	for d := min(most, far); d > 0 && d > min(most, far)*2/3; d -= 400 {
		at := plane.Point{X: m.At.X + (to.X-m.At.X)*d/far, Y: m.At.Y + (to.Y-m.At.Y)*d/far}
		if _, _, err := p.Way(m.Label, at, nil, most); err == nil {
			return append(out, at)
		}
	}
	if at, ok := p.Nearest(m.Label, to, most); ok {
		out = append(out, at)
	}
	return out
}

// places returns destinations of a model: ahead, and all around. A beginner considers only those ahead.
func (p *Position) places(m jagged.Model, most plane.Inch) []plane.Point {
	out := p.ahead(m, most)
	if p.Taste.Novice {
		return out
	}
	const winds = 12
	for _, far := range []plane.Inch{most, most / 2} {
		for n := range winds {
			turn := 2 * math.Pi * float64(n) / winds
			to := plane.Point{X: m.At.X + plane.Inch(math.Sin(turn)*float64(far)), Y: m.At.Y + plane.Inch(math.Cos(turn)*float64(far))}
			if _, _, err := p.Way(m.Label, to, nil, most); err == nil {
				out = append(out, to)
			}
		}
	}
	return out
}
