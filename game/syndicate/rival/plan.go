package rival

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/syndicate"
	"downsync/game/syndicate/grid"
)

// mostPlaces is the number of places tried for a card that moves.
const mostPlaces = 2

// plans weighs the cards of the hand. Questions that could be ordered ahead are answered later, when more is known.
func (g *thought) plans() (list []option) {
	for _, c := range g.menu {
		for _, id := range c.Slots[0].Options {
			if id == "none" {
				id = ""
			}
			for _, mode := range modes(c) {
				list = append(list, g.promise(syndicate.Commit{Card: id, Mode: mode}))
			}
		}
	}
	return list
}

// promise weighs a card by the best way to play it, tried in rounds played on from imagined positions.
func (g *thought) promise(mine syndicate.Commit) option {
	o := option{reply: mine, value: -1e9}
	if g.tries == 0 {
		o.value = float64(g.chance.Next() % 100)
		return o
	}
	for _, p := range g.ahead(mine.Card) {
		mine.Ahead = p
		o.value, o.tries = max(o.value, g.rollout(mine)), o.tries+g.tries
	}
	return o
}

// modes returns the modes of a Hydra, or "" alone without one.
func modes(c game.Choice) []string {
	for _, s := range c.Slots {
		if s.Name == "mode" {
			return s.Options
		}
	}
	return []string{""}
}

// ahead returns the ways of playing a card's round that are tried.
func (g *thought) ahead(id string) (list []syndicate.Ahead) {
	base := syndicate.Ahead{Attack: syndicate.Nearest, Usual: true, First: g.best("1"), Second: g.best("2")}
	to := g.Goes(g.seat, id)
	own, ok := g.Unit(operator(g.seat))
	if len(to) == 0 || !ok {
		return []syndicate.Ahead{base}
	}
	to = append(to, own.At)
	type place struct {
		at    grid.Space
		value float64
	}
	var places []place
	for _, at := range to {
		if at != base.First && at != base.Second {
			places = append(places, place{at, g.standing(own.Label, at)})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.value, a.value) })
	for _, x := range places[:min(len(places), mostPlaces)] {
		p := base
		p.To = x.at
		list = append(list, p)
	}
	return list
}

// best returns the place that is now worth most to a Mercenary.
func (g *thought) best(number syndicate.Label) (at grid.Space) {
	l := operator(g.seat) + number
	u, ok := g.Unit(l)
	if !ok || !u.At.On() {
		return at
	}
	best := g.standing(l, u.At)
	at = u.At
	for _, to := range g.Reach(l, 0) {
		if value := g.standing(l, to); value > best {
			at, best = to, value
		}
	}
	return at
}

// rollout plays the round on from imagined positions, both sides following the script, and returns the mean value of the ends.
func (g *thought) rollout(mine syndicate.Commit) float64 {
	sum := 0.0
	c := *g.chance // the same for every card, so that all are compared under the same dice
	for range g.tries {
		sim, err := g.imagine(&c)
		if err != nil {
			return -1e9
		}
		sum += g.play(sim, mine, &c)
	}
	return sum / float64(g.tries)
}

// play plays one round and judges the position at its end.
func (g *thought) play(sim game.Sim, mine syndicate.Commit, c *chance.Source) float64 {
	round := g.Round
	d := dice{c}
	for range 60 {
		asks := sim.Asks()
		i := slices.IndexFunc(asks, func(a game.Ask) bool { return !a.Standing })
		if _, over := sim.Result(); over || i < 0 {
			break
		}
		a := asks[i]
		r := a.Default
		if a.Name == "plan" {
			if sim.View(game.Player(g.seat)).(syndicate.View).Round != round {
				break
			}
			if r = mine; a.Seat != g.seat {
				r = g.enemy(sim, a, c)
			}
			if sim.Check(a, r) != nil {
				r = a.Default
			}
		}
		next, err := sim.Play(a, r, d)
		if err != nil {
			break
		}
		sim = next
	}
	return g.judge(sim)
}

// enemy returns a commit for the other side: any of its cards, with or without going forward, and always an attack.
func (g *thought) enemy(sim game.Sim, a game.Ask, c *chance.Source) game.Reply {
	o, ok := a.Default.(syndicate.Commit)
	if !ok {
		return a.Default
	}
	v := sim.View(game.Player(a.Seat)).(syndicate.View)
	if hand := v.Sides.Of(a.Seat).Hand; len(hand) > 0 {
		if pick := hand[c.Next()%uint64(len(hand))]; sim.Check(a, syndicate.Commit{Card: pick, Mode: o.Mode}) == nil {
			o.Card = pick
		}
	}
	o.Ahead.Attack, o.Ahead.Usual = syndicate.Nearest, true
	if own, ok := g.Unit(operator(g.seat)); ok {
		if to := v.Goes(a.Seat, o.Card); len(to) > 0 {
			o.Ahead.To = slices.MinFunc(to, func(x, y grid.Space) int { return grid.Distance(x, own.At) - grid.Distance(y, own.At) })
		}
	}
	return o
}

// judge returns how much better the own side is doing than the other.
func (g *thought) judge(sim game.Sim) float64 {
	v := sim.View(game.Player(g.seat)).(syndicate.View)
	if r, over := sim.Result(); over {
		return 60 * float64(r.Rank[2-g.seat]-r.Rank[g.seat-1])
	}
	out := 0.0
	for _, u := range v.Units {
		value := float64(u.HP)
		if !u.Label.Operator() {
			value = 2 + g.taste.Mercs*float64(u.HP)
		}
		if u.Seat != g.seat {
			value = -value
		}
		out += value
	}
	out += 4 * float64(v.Sides.Of(g.seat).Points-v.Sides.Of(3-g.seat).Points)
	after := &thought{View: v, taste: g.taste, seat: g.seat}
	own, ok := v.Unit(operator(g.seat))
	if !ok {
		return out
	}
	return out + 0.5*after.standing(own.Label, own.At)
}

// dice rolls from a source of chance.
type dice struct{ *chance.Source }

// Roll returns a random face.
func (d dice) Roll(_ game.Seat, _, sides int) (int, error) {
	return 1 + int(d.Next()%uint64(sides)), nil
}
