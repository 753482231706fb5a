package rival

import (
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/grid"
)

const (
	mostRounds = 2 // ways of playing a card that are tried
	tries      = 2 // positions imagined for each of them
)

// thought holds what is computed for one question.
type thought struct {
	*advice.Position
	chance  *chance.Source
	imagine func(*chance.Source) (game.Sim, error)
}

// commits returns the cards that may be played, without orders ahead: those questions are answered later, when more is known.
func (g *thought) commits() (list []syndicate.Commit) {
	for _, c := range g.Ask.Menu {
		modes := c.Options("mode")
		if len(modes) == 0 {
			modes = []string{""}
		}
		for _, id := range c.Options("card") {
			if id == "none" {
				id = ""
			}
			for _, mode := range modes {
				list = append(list, syndicate.Commit{Card: id, Mode: mode})
			}
		}
	}
	return list
}

// anyCard returns the cards with random values.
func (g *thought) anyCard() (list []option) {
	for _, c := range g.commits() {
		list = append(list, option{Option: advice.Option{Reply: c, Value: float64(g.chance.Next() % 100)}})
	}
	return list
}

// plans weighs each card by the best way to play it, tried in rounds played on from imagined positions.
func (g *thought) plans() (list []option) {
	for _, c := range g.commits() {
		o := option{advice.Option{Reply: c, Value: -1e9}, 0}
		for _, c.Ahead = range g.Plans(c.Card, mostRounds) {
			c.Ahead.Usual, c.Ahead.Proposed = true, false
			o.Value, o.rollouts = max(o.Value, g.rollout(c)), o.rollouts+tries
		}
		list = append(list, o)
	}
	return list
}

// rollout plays the round on from imagined positions, both sides following the script, and returns the mean value of the ends.
func (g *thought) rollout(mine syndicate.Commit) float64 {
	sum := 0.0
	c := *g.chance // the same for every card, so that all are compared under the same dice
	for range tries {
		sim, err := g.imagine(&c)
		if err != nil {
			return -1e9
		}
		sum += g.play(sim, mine, &c)
	}
	return sum / tries
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
			if sim.View(game.Player(g.Seat)).(syndicate.View).Round != round {
				break
			}
			if r = mine; a.Seat != g.Seat {
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
	if own, ok := g.Unit(syndicate.Labels(g.Seat)[0]); ok {
		if to := v.Goes(a.Seat, o.Card); len(to) > 0 {
			o.Ahead.To = slices.MinFunc(to, func(x, y grid.Space) int { return grid.Distance(x, own.At) - grid.Distance(y, own.At) })
		}
	}
	return o
}

// judge returns how much better the own side is doing than the other.
func (g *thought) judge(sim game.Sim) float64 {
	if r, over := sim.Result(); over {
		return 60 * float64(r.Rank[2-g.Seat]-r.Rank[g.Seat-1])
	}
	v := sim.View(game.Player(g.Seat)).(syndicate.View)
	return advice.Read(v, game.Ask{Seat: g.Seat}, g.Taste).Balance()
}

// dice rolls from a source of chance.
type dice struct{ *chance.Source }

// Roll returns a random face.
func (d dice) Roll(_ game.Seat, _, sides int) (int, error) {
	return 1 + int(d.Next()%uint64(sides)), nil
}
