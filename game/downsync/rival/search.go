package rival

import (
	"cmp"
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
	"designate": {4, 16}, "reveal": {2, 12}, "move": {4, 16}, "react": {2, 20}, "declare": {2, 10}, "act": {3, 14}, "next": {2, 8}, "priority": {2, 8},
}

// ahead is how many Turns are played on after the one that runs.
const ahead = 1

// longest bounds a rollout, in answers.
const longest = 120

// clear is by how much the script must think an order worse than its best for the search to leave it out.
const clear = 0.8

// dice of rollouts.
type dice struct{ c chance.Source }

func (d *dice) Roll(_ game.Seat, _, sides int) (int, error) {
	return int(d.c.Next()>>1%uint64(sides)) + 1, nil
}

// trial is an order with what came of it in rollouts.
type trial struct {
	option
	n           int
	total       float64 // of what the rollouts came to
	gain, gain2 float64 // by how much that was more than for the script's best order, and its squares
}

// better is by how much the order does better on average, and how far off that may be.
func (x trial) better() (mean, off float64) {
	n := float64(x.n)
	mean = x.gain / n
	return mean, math.Sqrt(max(0, x.gain2/n-mean*mean) / n)
}

// search puts the order first that does best. It leaves the script's first one only for one that does better by more than chance
// would have it. All orders are tried in the same imagined positions and with the same dice.
func search(p rival.Position, v downsync.View, options []option, t taste, c *chance.Source) (weighed []rival.Weighed, err error) {
	b := budgets[p.Ask.Name]
	n := min(b.orders, len(options))
	for n > 1 && options[n-1].value < options[0].value-clear {
		n--
	}
	if n < 2 {
		return nil, nil
	}
	trials := make([]trial, n)
	for i := range trials {
		trials[i].option = options[i]
	}
	alive := n
	for k := range b.positions {
		sim, err := p.Imagine(c)
		if err != nil {
			return nil, err
		}
		seed, first := c.Next(), 0.0
		for i := range trials[:alive] {
			x := &trials[i]
			comes, err := rollout(sim, p, x.reply, v.Turn, t, seed)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				first = comes
			}
			x.n, x.total, x.gain, x.gain2 = x.n+1, x.total+comes, x.gain+comes-first, x.gain2+(comes-first)*(comes-first)
		}
		if k == b.positions/3 || k == b.positions*2/3 { // half of the others go on
			slices.SortStableFunc(trials[1:alive], func(a, b trial) int { return cmp.Compare(b.gain, a.gain) })
			alive = 1 + alive/2
		}
	}
	best, most := 0, 0.0
	for i, x := range trials[1:alive] {
		if mean, off := x.better(); mean > off && mean > most {
			best, most = i+1, mean
		}
	}
	trials[0], trials[best] = trials[best], trials[0]
	for i, x := range trials {
		options[i] = x.option
		weighed = append(weighed, rival.Weighed{Order: x.reply.Order(), Value: x.total / float64(x.n), Rollouts: x.n})
	}
	slices.SortStableFunc(weighed[1:], func(a, b rival.Weighed) int { return cmp.Compare(b.Value, a.Value) })
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
