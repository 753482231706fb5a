package advice

import (
	"math"
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// This file weighs what to do in a Round.

// moves weighs the acts of the first model that should not stay where it is.
func (p *Position) moves() []Option {
	for _, c := range p.Menu {
		if c.Verb == "stabilize" && !p.Taste.Novice {
			if o := p.relief(c); o.Value > 0 {
				return []Option{o}
			}
		}
	}
	for _, c := range p.Menu {
		if c.Verb == "pulse" && !p.Taste.Novice {
			return p.pulses(c)
		}
		if list := p.leavesPlace(c, true); list != nil {
			return list
		}
	}
	return []Option{{Reply: jagged.Done{}}}
}

// worthwhile is how much more a place must be worth than the present one for a model to move.
const worthwhile = 0.03

// leavesPlace weighs the acts of the model that may begin to move by a choice of the menu; nil if it should stay where it is. If not
// all are wanted it leaves out some that are not the best.
func (p *Position) leavesPlace(c order.Choice, all bool) (list []Option) {
	m, ok := p.Model(jagged.Label(c.Value("unit")))
	switch {
	case !ok:
		return nil
	case c.Verb == "move":
		list = p.walks(c, m, all)
	case c.Verb == "disengage":
		list = p.leaves(c, m)
	}
	if !slices.ContainsFunc(list, func(o Option) bool { return o.Value > worthwhile }) {
		return nil
	}
	return list
}

// walks weighs a model's moves and its Sprint against staying.
func (p *Position) walks(c order.Choice, m jagged.Model, all bool) (list []Option) {
	s := p.scout(m, math.Inf(-1))
	most, both := m.Movement, acts{true, true}
	stay := s.worth(*m.At, both)
	pushes := has(c, "push") && !p.Taste.Novice
	if pushes {
		most += plane.In(1)
	}
	if !all {
		s.least = stay + worthwhile
	}
	for _, x := range s.places(most, both) {
		o := jagged.Move{Unit: m.Label, To: x.at}
		if pushes {
			_, _, far := p.Way(m.Label, x.at, nil, m.Movement)
			o.Push = far != nil
		}
		list = append(list, Option{o, x.worth - stay})
	}
	s.least += hurry
	if !all && s.bound(m.Movement+sprints, acts{}) <= s.least+slight {
		return list
	}
	return append(list, s.sprint(stay))
}

// sprints is how much farther than a move a Sprint is weighed: its average.
const sprints plane.Inch = 3000

// hurry is how much less a Sprint is worth than its place, as a die decides how far it goes.
const hurry = 0.1

// sprint weighs a model's Sprint against staying.
func (s *scout) sprint(stay float64) Option {
	m, dash := s.m, s.m.Movement+sprints
	best, to := 0.0, plane.Point{}
	ahead, blocked := s.ahead(dash, acts{})
	for i, x := range s.around(ahead, blocked, dash, acts{}) {
		if value := x.worth - stay; i == 0 || value > best {
			best, to = value, x.at
		}
	}
	if far := plane.Dist(*m.At, to); far > 0 && far+400 >= dash { // the die may take it farther
		on := func(from, to plane.Inch) plane.Inch {
			return max(0, min(plane.In(jagged.Table), from+(to-from)*(dash+plane.In(3))/far))
		}
		to.X, to.Y = on(m.At.X, to.X), on(m.At.Y, to.Y)
	}
	return Option{jagged.Sprint{Unit: m.Label, To: to}, best - hurry}
}

// leaves weighs Disengaging against staying engaged.
func (p *Position) leaves(c order.Choice, m jagged.Model) []Option {
	need, _, engaged := p.Disengage(m.Label)
	if !engaged || p.Taste.Novice {
		return nil
	}
	s := p.scout(m, math.Inf(-1))
	stay := s.worth(*m.At, acts{})
	s.least = -1e9
	best := s.least
	for _, x := range s.places(m.Movement, acts{shoots: true}) {
		best = max(best, x.worth)
	}
	chance := float64(101-max(1, need)) / 100
	list := []Option{{jagged.Disengage{Unit: m.Label}, chance * (best - stay)}}
	if has(c, "auto") {
		list = append(list, Option{jagged.Disengage{Unit: m.Label, Auto: true}, best - stay - 0.2})
	}
	return list
}

// goes weighs the destinations of a model that has begun to move.
func (p *Position) goes() []Option {
	if p.Going == nil {
		return nil
	}
	m, _ := p.Model(p.Going.Unit)
	s, can := p.scout(m, math.Inf(-1)), acts{shoots: !slices.Contains(m.Done, "sprinted")}
	list := []Option{{jagged.Stay{}, s.worth(*m.At, can)}}
	for _, x := range s.places(p.Going.Max, can) {
		list = append(list, Option{jagged.Move{To: x.at}, x.worth})
	}
	return list
}

// pulses weighs the targets of a Warp Pulse: the models that may take the most.
func (p *Position) pulses(c order.Choice) (list []Option) {
	for _, t := range c.Options("target") {
		m, _ := p.Model(jagged.Label(t))
		list = append(list, Option{jagged.Pulse{Target: m.Label}, price(m, float64(m.Wounds))})
	}
	return list
}

// relief weighs the end of the worst lasting effect on a model that Psionic Stabilize may end: a tenth of the model for each 10 of
// a threshold or of Evade, and for each inch of Movement.
func (p *Position) relief(c order.Choice) (out Option) {
	m, _ := p.Model(jagged.Label(c.Value("unit")))
	for _, e := range m.Effects {
		if e.Since > p.Round || !slices.Contains(c.Options("effect"), e.Is) {
			continue
		}
		part := math.Abs(float64(e.N)) / 100
		if e.Is == cards.Movement {
			part *= 10
		}
		if value := price(m, float64(m.Wounds))*part - p.flare(); out.Reply == nil || value > out.Value {
			out = Option{jagged.Stabilize{Unit: m.Label, Effect: e.Is}, value}
		}
	}
	return out
}

// flare returns the value of a Flare: as much as the Reinforcement that it may still bring, otherwise hardly anything.
func (p *Position) flare() float64 {
	s := p.Sides.Of(p.Seat)
	if p.Round < jagged.Rounds-1 && s.Reinforcements >= s.Flares && s.Kept >= 15 {
		return 1.5
	}
	return 0.08 * float64(jagged.Rounds-p.Round)
}

// aided weighs an attack without and with each Stabilizer that is offered; an attack that does not pay is worth nothing.
func (p *Position) aided(c order.Choice, l, target jagged.Label, weapon string, make func(jagged.Aid) game.Reply) (list []Option) {
	e, _ := p.Model(target)
	aids := []jagged.Aid{{}}
	if has(c, "stabilize") && !p.Taste.Novice {
		aids = append(aids, jagged.Aid{Stabilize: true})
		for _, part := range c.Options("stabilize") {
			aids = append(aids, jagged.Aid{Stabilize: true, Part: part})
		}
	}
	for _, a := range aids {
		value := 0.0
		if aim, err := p.Aim(l, target, weapon, jagged.Aid{}); err == nil && p.Pays(aim) {
			value = price(e, p.Wounds(l, target, weapon, a))
		}
		if a == (jagged.Aid{}) {
			value += p.staggers(l, e, weapon)
		}
		if a.Stabilize {
			value -= p.flare()
		}
		list = append(list, Option{make(a), value})
	}
	return list
}

// staggers weighs what a hit's lasting effect on the target's Evade is worth to the side's other models in the next Round: two of them
// use it, if so many are near.
func (p *Position) staggers(l jagged.Label, e jagged.Model, weapon string) float64 {
	w := cards.FindWeapon(weapon)
	if w == nil || w.Hit == nil || w.Hit.Is != cards.Evade || p.Round == jagged.Rounds {
		return 0
	}
	a, err := p.Aim(l, e.Label, weapon, jagged.Aid{})
	if err != nil {
		return 0
	}
	users := 0
	for _, m := range p.own {
		if plane.Gap(disc(m), disc(e)) <= plane.In(12) {
			users++
		}
	}
	loss := float64(min(-w.Hit.N, e.Evade)) / 100
	return float64(a.Chance()) / 100 * loss * float64(min(2, users)) * price(e, 1)
}

// shots weighs all possible attacks. A beginner shoots at the nearest target.
func (p *Position) shots() []Option {
	list := []Option{{Reply: jagged.Done{}}}
	for _, c := range p.Menu {
		if c.Verb == "pulse" && !p.Taste.Novice {
			return p.pulses(c)
		}
		l := jagged.Label(c.Value("unit"))
		if c.Verb != "shoot" || l == "" {
			continue
		}
		for _, t := range c.Options("target") {
			for _, w := range c.Options("with") {
				target := jagged.Label(t)
				a, err := p.Aim(l, target, w, jagged.Aid{})
				if err != nil {
					continue
				}
				if p.Taste.Novice {
					list = append(list, Option{jagged.Shoot{Unit: l, Target: target, With: w}, 2 - inches(a.Gap)/48})
					continue
				}
				list = append(list, p.aided(c, l, target, w, func(aid jagged.Aid) game.Reply {
					return jagged.Shoot{Unit: l, Target: target, With: w, Aid: aid}
				})...)
			}
		}
	}
	return list
}

// rushes weighs all possible Rushes against none.
func (p *Position) rushes() []Option {
	list := []Option{{Reply: jagged.Done{}}}
	for _, c := range p.Menu {
		list = append(list, p.rushesBy(c)...)
	}
	return list
}

// rushesBy weighs the Rushes of one choice of the menu.
func (p *Position) rushesBy(c order.Choice) (list []Option) {
	if c.Verb != "rush" {
		return nil
	}
	l := jagged.Label(c.Value("unit"))
	for _, t := range c.Options("target") {
		list = append(list, Option{jagged.Rush{Unit: l, Target: jagged.Label(t)}, p.rush(p.View, l, jagged.Label(t))})
	}
	return list
}

// counters weighs the answers to a Rush.
func (p *Position) counters() []Option {
	list := []Option{{Reply: jagged.Counter{}}}
	r, ok := p.Counter()
	if !ok {
		return list
	}
	m, _ := p.Model(r.By)
	e, _ := p.Model(r.Target)
	return append(list, Option{jagged.Counter{Unit: r.By}, float64(7-r.Need) / 6 * p.blows(p.View, m, e, p.StrikesFirst(p.Seat))})
}

// strikes weighs all melee attacks against none.
func (p *Position) strikes() []Option {
	list := []Option{{Reply: jagged.Done{}}}
	for _, c := range p.Menu {
		l := jagged.Label(c.Value("unit"))
		m, ok := p.Model(l)
		if c.Verb != "strike" || !ok {
			continue
		}
		for _, t := range c.Options("target") {
			target := jagged.Label(t)
			list = append(list, p.aided(c, l, target, cards.FindUnit(m.Unit).Melee, func(aid jagged.Aid) game.Reply {
				return jagged.Strike{Unit: l, Target: target, Aid: aid}
			})...)
		}
	}
	return list
}

// insights uses Seer's Insight against an attack that would take a Wound. It uses Tactical Insight if that is more likely than not to
// take the Initiative, and an enemy is near; in the last Round it has no other use.
func (p *Position) insights() []Option {
	yes := 0.0
	if a := p.Attack; a != nil {
		w, _ := p.Model(a.Aim.Target)
		if x := cards.FindWeapon(a.Aim.Weapon); x != nil && x.DAM >= w.W {
			yes = price(w, 1) - 1
		}
	} else if chance, ok := p.Again(p.Seat); p.Round == jagged.Rounds || ok && chance >= 50 {
		yes = 1
	}
	return []Option{{jagged.Insight{Yes: true}, yes}, {jagged.Insight{}, 0.5}}
}
