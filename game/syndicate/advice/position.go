package advice

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/syndicate"
	"downsync/game/syndicate/grid"
)

// Option is an answer with its estimated worth, in HP of the enemy Operator.
type Option struct {
	Reply game.Reply
	Value float64
}

// Position is a question of a match as its seat sees it. It finds slow results only once, so it must not change after its first use,
// and is for one goroutine.
type Position struct {
	syndicate.View
	Seat  game.Seat // the seat that is asked
	Ask   game.Ask  // with its menu
	Taste syndicate.Taste

	options []Option                   // the result of Options; nil until then
	goals   map[string][]grid.Space    // the results of places, by card
	planned map[string]syndicate.Ahead // the results of Plan, by card
}

// Read returns the question of a view, with the weights of a taste. Proposals to players use the weights of View.Advisor.
func Read(v syndicate.View, a game.Ask, t syndicate.Taste) *Position {
	return &Position{View: v, Seat: a.Seat, Ask: a.WithMenu(), Taste: t, goals: map[string][]grid.Space{}, planned: map[string]syndicate.Ahead{}}
}

// questions maps each question to the function that weighs its answers, in the order of the menu.
var questions = map[string]func(*Position) []Option{
	"plan": (*Position).cards, "move": (*Position).moves, "surge": (*Position).moves, "relay": (*Position).moves, "press": (*Position).moves,
	"mercs": (*Position).moves, "attack": (*Position).attacks, "use": (*Position).uses, "jam": (*Position).jams,
}

// Options returns answers to the question with their worth, the best first; among equals the first in the menu. The answers of a plan
// are cards alone. For a question in which nothing is weighed it returns only the answer that is given when time runs out.
func (p *Position) Options() []Option {
	if weigh := questions[p.Ask.Name]; p.options == nil && weigh != nil {
		p.options = weigh(p)
		slices.SortStableFunc(p.options, func(a, b Option) int { return cmp.Compare(b.Value, a.Value) })
	}
	if len(p.options) == 0 {
		return []Option{{Reply: p.Ask.Default}}
	}
	return p.options
}

// Best returns the answer that is worth most. A card comes with its whole round.
func (p *Position) Best() game.Reply {
	r := p.Options()[0].Reply
	if c, plans := r.(syndicate.Commit); plans {
		c.Ahead = p.Plan(c.Card)
		return c
	}
	return r
}

// Balance returns how much better off the seat's side is than the other: by the HP of all units, the points of the mission, and the
// place of its Operator.
func (p *Position) Balance() float64 {
	out := 0.0
	for _, u := range p.Units {
		value := float64(u.HP)
		if !u.Label.Operator() {
			value = 2 + p.Taste.Mercs*float64(u.HP)
		}
		if u.Seat != p.Seat {
			value = -value
		}
		out += value
	}
	out += 4 * float64(p.Sides.Of(p.Seat).Points-p.Sides.Of(3-p.Seat).Points)
	if own, ok := p.Unit(p.operator()); ok {
		out += 0.5 * p.Standing(own.Label, own.At, p.Taste)
	}
	return out
}

// operator returns the label of the seat's Operator.
func (p *Position) operator() syndicate.Label { return syndicate.Labels(p.Seat)[0] }
