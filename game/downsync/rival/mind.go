// Package rival plays Downsync. It knows only what its seat sees and was told, and what it can imagine from that.
//
// A script judges each order by its immediate result: a place by how near it is to scoring and to blocking, a shot by its
// expected harm. The strengths differ in how much of the script they use; see tasteOf and slip.
package rival

import (
	"cmp"
	"errors"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/rival"
)

// New returns the mind that plays Downsync.
func New() rival.Mind { return mind{} }

type mind struct{}

// Strengths returns all strengths; each beats the one below. docs/rival.md has the table.
func (mind) Strengths() []rival.Strength { return slices.Clone(strengths) }

var strengths = []rival.Strength{rival.Recruit, rival.Regular, rival.Veteran}

// taste holds the weights of a style, and the changes of a strength. A novice plays as a beginner: it also reacts with one
// Unit, and boosts nothing. A veteran plays as an expert: it also keeps contacts hidden until an enemy Unit is near, and lets
// all that can shoot act together.
type taste struct {
	advice.Taste
	watch, reveal float64
}

// sheet is a position as the script reads it.
type sheet struct {
	*advice.Weighing
	taste taste
}

func read(v downsync.View, me game.Seat, t taste) *sheet {
	return &sheet{advice.Weigh(v, me, t.Taste), t}
}

var tastes = map[rival.Style]taste{
	rival.Bold:    {advice.Taste{Progress: 1.8, Guard: 0.6, Score: 3, Threat: 0.4, Attack: 2.2, Scan: 0.1}, 0.1, 1},
	rival.Careful: {advice.Taste{Progress: 1.2, Guard: 1.1, Score: 2.5, Threat: 1.2, Attack: 2, Scan: 0.2}, 0.25, 0.6},
	rival.Cunning: {advice.Taste{Progress: 1.3, Guard: 0.8, Score: 2.5, Threat: 0.8, Attack: 2, Scan: 0.35}, 0.35, 0.8},
}

// tasteOf returns the weights of the level; an unknown style is the careful one. A recruit ignores both the enemies that can
// shoot at it and those that come for its VIP. A veteran weighs enemy fire half as much again.
func tasteOf(l rival.Level) taste {
	t, ok := tastes[l.Style]
	if !ok {
		t = tastes[rival.Careful]
	}
	switch l.Strength {
	case rival.Recruit:
		t.Novice, t.Threat, t.Guard = true, 0, 0
	case rival.Veteran:
		t.Veteran, t.Threat = true, 1.5*t.Threat
	}
	return t
}

// option is an order with the script's judgement of it.
type option struct {
	reply game.Reply
	value float64
	why   game.Text
	args  []any
	// shoots says that the piece of a Taskforce has a shot.
	shoots bool
}

var errNoOrder = errors.New("no order was found that may be given")

// Choose answers one question.
func (mind) Choose(p rival.Position, l rival.Level, c *chance.Source) (rival.Choice, error) {
	v, ok := p.View.(downsync.View)
	if !ok || p.Ask.Default == nil || p.Imagine == nil {
		return rival.Choice{}, errNoOrder
	}
	options := script(v, p.Ask, tasteOf(l))
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	options = slices.DeleteFunc(options, func(o option) bool { return goesRound(p.Told, o.reply) || sim.Check(p.Ask, o.reply) != nil })
	if len(options) == 0 {
		return rival.Choice{Reply: p.Ask.Default, Why: "There is nothing to decide."}, nil
	}
	if len(options) > 1 {
		slip(l.Strength, options, c)
	}
	out := rival.Choice{Reply: options[0].reply, Why: options[0].why, Args: options[0].args}
	for _, o := range options[:min(len(options), rival.MostConsidered)] {
		out.Considered = append(out.Considered, rival.Weighed{Order: o.reply.Order(), Value: o.value})
	}
	return out, nil
}

// slip makes a player of that strength overlook its best order at random. A regular plays the second best at one question in
// eight. A recruit plays any other at one in three, and forgets every other reaction.
func slip(s rival.Strength, options []option, c *chance.Source) {
	x, other := c.Next(), 1
	_, reacts := options[0].reply.(downsync.React)
	_, passes := options[0].reply.(downsync.Pass)
	switch {
	case s == rival.Regular && x%8 == 0:
	case s == rival.Recruit && reacts && x%2 == 0:
	case s == rival.Recruit && !reacts && !passes && x%3 == 0:
		other += int(x / 3 % uint64(len(options)-1))
	default:
		return
	}
	options[0], options[other] = options[other], options[0]
}

// goesRound reports whether the order moves a Multi-Base Unit whose move was taken back this Turn: it would be taken back
// again.
func goesRound(told []game.Fact, r game.Reply) bool {
	o, moves := r.(downsync.Move)
	for i := len(told) - 1; moves && i >= 0; i-- {
		switch f := told[i].(type) {
		case downsync.TurnBegan:
			return false
		case downsync.MoveTaken:
			if f.Unit == o.What.Label {
				return true
			}
		}
	}
	return false
}

// script returns the orders that answer the question, the best first. Some may be refused.
func script(v downsync.View, a game.Ask, t taste) []option {
	answer := answers[a.Name]
	if answer == nil {
		return nil
	}
	out := answer(read(v, a.Seat, t), a)
	slices.SortStableFunc(out, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	return out
}

// answers holds the script's function for each question.
var answers = map[string]func(*sheet, game.Ask) []option{
	"choose": choose, "deploy": deploy, "designate": designate, "reveal": reveal, "identify": identify, "refresh": refresh, "move": move,
	"react": react, "join": join, "declare": declare, "boost": boost, "priority": priority, "next": next, "act": act, "recover": recover42,
	"counter": counter,
}
