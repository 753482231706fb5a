// Package rival plays Downsync. It knows of a match what its seat sees and was told, and what can be imagined from that.
//
// A script judges each order by what it leads to at once: a place by how near it is to scoring and to being in the way, a shot by
// the harm that may be expected of it. The regular plays the script's best order, the recruit every fourth time another. The
// veteran imagines what it does not see, tries the script's best orders in it, lets the script play both sides on through the
// enemy's next Turn, and judges where that ends. It is not offered before it is shown to beat the regular.
package rival

import (
	"cmp"
	"errors"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/rival"
)

// New is the mind that plays Downsync.
func New() rival.Mind { return mind{} }

type mind struct{}

// Strengths leaves out what does not beat the one below; docs/rival.md has the table.
func (mind) Strengths() []rival.Strength {
	return []rival.Strength{rival.Recruit, rival.Regular}
}

// taste are the weights of a style.
type taste struct {
	progress, guard, score, threat, attack, scan, watch, reveal float64
}

var tastes = map[rival.Style]taste{
	rival.Bold:    {progress: 1.8, guard: 0.6, score: 3, threat: 0.4, attack: 2.2, scan: 0.1, watch: 0.1, reveal: 1},
	rival.Careful: {progress: 1.2, guard: 1.1, score: 2.5, threat: 1.2, attack: 2, scan: 0.2, watch: 0.25, reveal: 0.6},
	rival.Cunning: {progress: 1.3, guard: 0.8, score: 2.5, threat: 0.8, attack: 2, scan: 0.35, watch: 0.35, reveal: 0.8},
}

// tasteOf returns the style's weights; an unknown style is the careful one.
func tasteOf(s rival.Style) taste {
	if t, ok := tastes[s]; ok {
		return t
	}
	return tastes[rival.Careful]
}

// option is an order with what the script thinks of it.
type option struct {
	reply game.Reply
	value float64
	why   game.Text
	args  []any
}

var errNoOrder = errors.New("no order was found that may be given")

// Choose answers one question.
func (mind) Choose(p rival.Position, l rival.Level, c *chance.Source) (rival.Choice, error) {
	v, ok := p.View.(downsync.View)
	if !ok || p.Ask.Default == nil || p.Imagine == nil {
		return rival.Choice{}, errNoOrder
	}
	t := tasteOf(l.Style)
	options := script(v, p.Ask, t, false)
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	options = slices.DeleteFunc(options, func(o option) bool { return goesRound(p.Told, o.reply) || sim.Check(p.Ask, o.reply) != nil })
	if len(options) == 0 {
		return rival.Choice{Reply: p.Ask.Default, Why: "There is nothing to decide."}, nil
	}
	var weighed []rival.Weighed
	switch {
	case l.Strength == rival.Recruit && len(options) > 1 && c.Next()%4 == 0:
		options[0], options[1] = options[1], options[0]
	case l.Strength == rival.Veteran && !p.Ask.Moot:
		if weighed, err = search(p, v, options, t, c); err != nil {
			return rival.Choice{}, err
		}
	}
	out := rival.Choice{Reply: options[0].reply, Why: options[0].why, Args: options[0].args, Considered: weighed}
	if weighed != nil {
		return out, nil
	}
	for _, o := range options[:min(len(options), rival.MostConsidered)] {
		out.Considered = append(out.Considered, rival.Weighed{Order: o.reply.Order(), Value: o.value})
	}
	return out, nil
}

// goesRound tells whether the order moves a Multi-Base Unit whose move was taken back this Turn: it would be taken back again.
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

// script are the orders that answer the question, the best first. Some may be refused.
func script(v downsync.View, a game.Ask, t taste, quick bool) []option {
	answer := answers[a.Name]
	if answer == nil {
		return nil
	}
	out := answer(read(v, a.Seat, t, quick), a)
	slices.SortStableFunc(out, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	return out
}

// answers are how the script answers each question.
var answers = map[string]func(*sheet, game.Ask) []option{
	"choose": choose, "deploy": deploy, "designate": designate, "reveal": reveal, "identify": identify, "refresh": refresh, "move": move,
	"react": react, "join": join, "declare": declare, "boost": boost, "priority": priority, "next": next, "act": act, "recover": recover42,
	"counter": counter,
}

// menu are the ask's choices.
func menu(a game.Ask) game.Menu {
	if a.Offer != nil {
		return a.Offer()
	}
	return a.Menu
}
