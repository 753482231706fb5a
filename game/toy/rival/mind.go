// Package rival plays the toy game: it proves that a second game gets an opponent by writing one package.
package rival

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/toy"
)

// New returns the mind that plays the toy game.
func New() rival.Mind { return mind{} }

type mind struct{}

var rules = toy.Rules()

// Strengths returns two: the recruit answers at random, the regular imagines how the round goes on.
func (mind) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit, rival.Regular} }

// rollouts is how many times the regular plays on from each order.
const rollouts = 8

// Choose answers one question.
func (mind) Choose(p rival.Position, l rival.Level, c *chance.Source) (rival.Choice, error) {
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	replies := answers(sim, p.Ask)
	pick := replies[c.Next()%uint64(len(replies))]
	if l.Strength == rival.Recruit {
		return rival.Choice{Reply: pick, Why: "One bid is as good as another."}, nil
	}
	var out []rival.Weighed
	best := -1.0
	for _, r := range replies {
		w := rival.Weighed{Order: r.Order(), Rollouts: rollouts}
		for range rollouts {
			if sim, err = p.Imagine(c); err != nil {
				return rival.Choice{}, err
			}
			points, err := ahead(sim, p, r, c)
			if err != nil {
				return rival.Choice{}, err
			}
			w.Value += points / rollouts
		}
		if out = append(out, w); w.Value > best {
			best, pick = w.Value, r
		}
	}
	slices.SortStableFunc(out, func(a, b rival.Weighed) int { return int(1000 * (b.Value - a.Value)) })
	return rival.Choice{Reply: pick, Why: "On average that is worth %d in a hundred matches.", Args: []any{int(100 * best)}, Considered: out[:min(len(out), rival.MostConsidered)]}, nil
}

// answers returns all possible answers. A menu of the toy game has at most one slot.
func answers(sim game.Sim, a game.Ask) []game.Reply {
	var out []game.Reply
	add := func(line string) {
		if r, err := rules.Parse(line); err == nil && sim.Check(a, r) == nil {
			out = append(out, r)
		}
	}
	for _, choice := range a.WithMenu().Menu {
		if len(choice.Slots) == 0 {
			add(choice.Words)
			continue
		}
		for _, o := range choice.Slots[0].Options {
			add(strings.Join([]string{choice.Words, o}, " "))
		}
	}
	return out
}

// dice of rollouts.
type dice struct{ c *chance.Source }

func (d dice) Roll(_ game.Seat, _, sides int) (int, error) {
	return int(d.c.Next()>>1%uint64(sides)) + 1, nil
}

// ahead plays the reply and then plays on at random to the end. It returns the share of opponents behind the seat, from 0 to 1.
func ahead(sim game.Sim, p rival.Position, r game.Reply, c *chance.Source) (float64, error) {
	a := p.Ask
	for {
		var err error
		if sim, err = sim.Play(a, r, dice{c}); err != nil {
			return 0, err
		}
		if result, over := sim.Result(); over {
			return rival.Behind(result, p.Seat), nil
		}
		asks := slices.DeleteFunc(slices.Clone(sim.Asks()), func(a game.Ask) bool { return a.Standing })
		a = asks[0]
		replies := answers(sim, a)
		r = replies[c.Next()%uint64(len(replies))]
	}
}
