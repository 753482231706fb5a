package rival

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// This file decides what to do in a Round.

// moves weighs the acts of the first model that should not stay where it is.
func (g *thought) moves() []option {
	for _, c := range g.menu {
		if c.Verb == "pulse" && !g.novice {
			return g.pulses(c)
		}
		l := jagged.Label(c.Value("unit"))
		m, ok := g.Model(l)
		if !ok || c.Verb == "sprint" {
			continue
		}
		list := g.leaves(c, m)
		if c.Verb == "move" {
			list = g.walks(c, m)
		}
		for _, o := range list {
			if o.value > 0.03 {
				return list
			}
		}
	}
	return []option{{reply: jagged.Done{}}}
}

// walks weighs a model's moves and its Sprint against staying.
func (g *thought) walks(c order.Choice, m jagged.Model) (list []option) {
	most, stay := m.Movement, g.standing(m.Label, *m.At, acts{true, true})
	pushes := has(c, "push") && !g.novice
	if pushes {
		most += plane.In(1)
	}
	for _, at := range g.places(m, most) {
		o := jagged.Move{Unit: m.Label, To: at}
		if pushes {
			_, _, far := g.Way(m.Label, at, nil, m.Movement)
			o.Push = far != nil
		}
		list = append(list, option{o, g.standing(m.Label, at, acts{true, true}) - stay})
	}
	best, dash, to := 0.0, m.Movement+plane.In(3), plane.Point{}
	for i, at := range g.ahead(m, dash) {
		if value := g.standing(m.Label, at, acts{}) - stay; i == 0 || value > best {
			best, to = value, at
		}
	}
	if far := plane.Dist(*m.At, to); far > 0 && far+400 >= dash { // the die may take it farther
		to.X, to.Y = m.At.X+(to.X-m.At.X)*(dash+plane.In(3))/far, m.At.Y+(to.Y-m.At.Y)*(dash+plane.In(3))/far
	}
	return append(list, option{jagged.Sprint{Unit: m.Label, To: to}, best - 0.1})
}

// leaves weighs Disengaging against staying engaged.
func (g *thought) leaves(c order.Choice, m jagged.Model) []option {
	need, _, engaged := g.Disengage(m.Label)
	if !engaged || g.novice {
		return nil
	}
	stay, best := g.standing(m.Label, *m.At, acts{}), -1e9
	for _, at := range g.places(m, m.Movement) {
		best = max(best, g.standing(m.Label, at, acts{shoots: true}))
	}
	p := float64(101-max(1, need)) / 100
	list := []option{{jagged.Disengage{Unit: m.Label}, p * (best - stay)}}
	if has(c, "auto") {
		list = append(list, option{jagged.Disengage{Unit: m.Label, Auto: true}, best - stay - 0.2})
	}
	return list
}

// goes weighs the destinations of a model that has begun to move.
func (g *thought) goes() []option {
	if g.Going == nil {
		return nil
	}
	m, _ := g.Model(g.Going.Unit)
	can := acts{shoots: !slices.Contains(m.Done, "sprinted")}
	list := []option{{jagged.Stay{}, g.standing(m.Label, *m.At, can)}}
	for _, at := range g.places(m, g.Going.Max) {
		list = append(list, option{jagged.Move{To: at}, g.standing(m.Label, at, can)})
	}
	return list
}

// pulses weighs the targets of a Warp Pulse: the models that may take the most.
func (g *thought) pulses(c order.Choice) (list []option) {
	for _, t := range values(c, "target") {
		m, _ := g.Model(jagged.Label(t))
		list = append(list, option{jagged.Pulse{Target: m.Label}, price(m, float64(m.Wounds))})
	}
	return list
}

// flare returns the value of a Flare: as much as the Reinforcement that it may still bring, otherwise hardly anything.
func (g *thought) flare() float64 {
	s := g.Sides.Of(g.seat)
	if g.Round < jagged.Rounds-1 && s.Reinforcements >= s.Flares && s.Kept >= 15 {
		return 1.5
	}
	return 0.08 * float64(jagged.Rounds-g.Round)
}

// aided weighs an attack without and with each Stabilizer that is offered.
func (g *thought) aided(c order.Choice, l, target jagged.Label, weapon string, make func(jagged.Aid) game.Reply) (list []option) {
	e, _ := g.Model(target)
	aids := []jagged.Aid{{}}
	if has(c, "stabilize") && !g.novice {
		aids = append(aids, jagged.Aid{Stabilize: true})
		for _, part := range values(c, "stabilize") {
			aids = append(aids, jagged.Aid{Stabilize: true, Part: part})
		}
	}
	for _, a := range aids {
		value := price(e, g.Wounds(l, target, weapon, a))
		if a.Stabilize {
			value -= g.flare()
		}
		list = append(list, option{make(a), value})
	}
	return list
}

// shots weighs all possible attacks. A beginner shoots at the nearest target.
func (g *thought) shots() []option {
	list := []option{{reply: jagged.Done{}}}
	for _, c := range g.menu {
		if c.Verb == "pulse" && !g.novice {
			return g.pulses(c)
		}
		l := jagged.Label(c.Value("unit"))
		if c.Verb != "shoot" || l == "" {
			continue
		}
		for _, t := range values(c, "target") {
			for _, w := range values(c, "with") {
				target := jagged.Label(t)
				a, err := g.Aim(l, target, w, jagged.Aid{})
				if err != nil {
					continue
				}
				if g.novice {
					list = append(list, option{jagged.Shoot{Unit: l, Target: target, With: w}, 2 - inches(a.Gap)/48})
					continue
				}
				list = append(list, g.aided(c, l, target, w, func(aid jagged.Aid) game.Reply {
					return jagged.Shoot{Unit: l, Target: target, With: w, Aid: aid}
				})...)
			}
		}
	}
	return list
}

// rushes weighs all possible Rushes against none.
func (g *thought) rushes() []option {
	list := []option{{reply: jagged.Done{}}}
	for _, c := range g.menu {
		if c.Verb != "rush" {
			continue
		}
		l := jagged.Label(c.Value("unit"))
		for _, t := range values(c, "target") {
			list = append(list, option{jagged.Rush{Unit: l, Target: jagged.Label(t)}, g.rush(g.View, l, jagged.Label(t))})
		}
	}
	return list
}

// counters weighs the answers to a Rush.
func (g *thought) counters() []option {
	list := []option{{reply: jagged.Counter{}}}
	r, ok := g.Counter()
	if !ok {
		return list
	}
	m, _ := g.Model(r.By)
	e, _ := g.Model(r.Target)
	first := g.Initiative == g.seat
	return append(list, option{jagged.Counter{Unit: r.By}, float64(7-r.Need) / 6 * g.blows(g.View, m, e, first)})
}

// strikes weighs all melee attacks.
func (g *thought) strikes() (list []option) {
	for _, c := range g.menu {
		l := jagged.Label(c.Value("unit"))
		m, ok := g.Model(l)
		if c.Verb != "strike" || !ok {
			continue
		}
		for _, t := range values(c, "target") {
			target := jagged.Label(t)
			list = append(list, g.aided(c, l, target, cards.FindUnit(m.Unit).Melee, func(aid jagged.Aid) game.Reply {
				return jagged.Strike{Unit: l, Target: target, Aid: aid}
			})...)
		}
	}
	return list
}

// insights uses Tactical Insight when the enemy is near, and Seer's Insight against an attack that would take a Wound.
func (g *thought) insights() []option {
	yes := 0.0
	if a := g.Attack; a != nil {
		w, _ := g.Model(a.Aim.Target)
		if x := cards.FindWeapon(a.Aim.Weapon); x != nil && x.DAM >= w.W {
			yes = price(w, 1) - 1
		}
	} else {
		for _, m := range g.own {
			for _, e := range g.foes {
				if plane.Gap(disc(m), disc(e)) < plane.In(16) {
					yes = 1
				}
			}
		}
	}
	return []option{{jagged.Insight{Yes: true}, yes}, {jagged.Insight{}, 0.5}}
}
