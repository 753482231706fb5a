package rival

import (
	"math"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/rival"
)

// The veteran's search: the script's best orders are tried in imagined positions, and the script plays both sides on.

// budget is how much is tried for a question, in rollouts: so many orders at most, so many imagined positions.
type budget struct{ orders, positions int }

// budgets are those of the questions that are searched; the others are the script's to answer.
var budgets = map[string]budget{
	"designate": {5, 10}, "reveal": {3, 8}, "move": {5, 10}, "react": {2, 14}, "declare": {2, 8}, "act": {4, 10}, "next": {2, 6}, "priority": {2, 6},
}

// ahead is how many Turns are played on after the one that runs.
const ahead = 1

// longest bounds a rollout, in answers.
const longest = 120

// dice of rollouts.
type dice struct{ c chance.Source }

func (d *dice) Roll(_ game.Seat, _, sides int) (int, error) {
	return int(d.c.Next()>>1%uint64(sides)) + 1, nil
}

// search puts the order first that does best. It leaves the script's first one only for one that does better by more than chance
// would have it.
func search(p rival.Position, v downsync.View, options []option, t taste, c *chance.Source) (weighed []rival.Weighed, err error) {
	b := budgets[p.Ask.Name]
	n := min(b.orders, len(options))
	if n < 2 {
		return nil, nil
	}
	sums, squares, tries := make([]float64, n), make([]float64, n), make([]int, n)
	alive := make([]int, n)
	for i := range alive {
		alive[i] = i
	}
	for k := range b.positions {
		sim, err := p.Imagine(c)
		if err != nil {
			return nil, err
		}
		seed, first := c.Next(), 0.0
		for j, i := range alive {
			x, err := rollout(sim, p, options[i].reply, v.Turn, t, seed)
			if err != nil {
				return nil, err
			}
			if j == 0 {
				first = x
			}
			sums[i] += x - first
			squares[i] += (x - first) * (x - first)
			tries[i]++
			options[i].value = (options[i].value*float64(k) + x) / float64(k+1)
			if k == 0 {
				options[i].value = x
			}
		}
		if k == b.positions/3 || k == b.positions*2/3 { // half of the others go on
			rest := alive[1:]
			slices.SortStableFunc(rest, func(a, b int) int { return compare(sums[b], sums[a]) })
			alive = alive[:1+(len(rest)+1)/2]
		}
	}
	best, gain := 0, 0.0
	for _, i := range alive[1:] {
		k := float64(tries[i])
		mean := sums[i] / k
		off := math.Sqrt(max(0, squares[i]/k-mean*mean) / k)
		if mean > off && mean > gain {
			best, gain = i, mean
		}
	}
	options[0], options[best] = options[best], options[0]
	for i := range n {
		weighed = append(weighed, rival.Weighed{Order: options[i].reply.Order(), Value: options[i].value, Rollouts: tries[i]})
	}
	return weighed, nil
}

// rollout plays the reply and goes on as the script does, and returns what comes of it for the seat.
func rollout(sim game.Sim, p rival.Position, r game.Reply, turn int, t taste, seed uint64) (float64, error) {
	d := &dice{chance.Source(seed)}
	sim, err := sim.Play(p.Ask, r, d)
	for n := 0; err == nil && n < longest; n++ {
		if _, over := sim.Result(); over {
			break
		}
		a, ok := waits(sim)
		if !ok {
			break
		}
		v := sim.View(game.Player(a.Seat)).(downsync.View)
		if a.Name == "designate" && v.Turn > turn+ahead {
			break
		}
		sim, err = sim.Play(a, quick(sim, v, a, t), d)
	}
	if err != nil {
		return 0, err
	}
	return value(sim.View(game.Referee()).(downsync.View), p.Seat), nil
}

// waits is a question that the position waits for.
func waits(sim game.Sim) (game.Ask, bool) {
	for _, a := range sim.Asks() {
		if !a.Standing {
			return a, true
		}
	}
	return game.Ask{}, false
}

// quick is the script's best order that may be given.
func quick(sim game.Sim, v downsync.View, a game.Ask, t taste) game.Reply {
	if a.Moot {
		return a.Default
	}
	for _, o := range script(v, a, t, true) {
		if sim.Check(a, o.reply) == nil {
			return o.reply
		}
	}
	return a.Default
}
