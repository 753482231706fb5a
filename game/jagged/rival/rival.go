// Package rival plays Jagged Shards. It uses only what its seat sees.
//
// Package advice weighs its answers. The styles differ in their weights. The recruit does not see what can be done to it, spends no
// Flares, shoots at the nearest target, and one time in three takes another way than the one it thinks best.
package rival

import (
	"cmp"
	"errors"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/jagged/cards"
	"downsync/game/rival"
	"downsync/game/text"
)

// New returns the mind that plays Jagged Shards.
func New() rival.Mind { return mind{} }

type mind struct{}

// Strengths lists the strengths. Each beats the one below it.
func (mind) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit, rival.Regular} }

// tastes holds the weights of each style. The cunning style keeps its distance and lets others come.
var tastes = map[rival.Style]advice.Taste{rival.Bold: {Guard: 0.2, Goal: 4, Charge: 1.6}, rival.Careful: advice.Usual, rival.Cunning: {Guard: 0.9, Goal: 4, Charge: 0.6}}

// tasteOf returns the weights of a level. An unknown style is the careful one.
func tasteOf(l rival.Level) advice.Taste {
	t, ok := tastes[l.Style]
	if !ok {
		t = tastes[rival.Careful]
	}
	if l.Strength == rival.Recruit {
		t.Novice, t.Guard = true, 0
	}
	return t
}

var errNoAnswer = errors.New("jagged: no answer was found that may be given")

// Choose answers one question. The moves or shots of a whole part of a phase are one answer, as a person gives them with one press.
func (mind) Choose(p rival.Position, l rival.Level, c *chance.Source) (rival.Choice, error) {
	if p.Ask.Default == nil || p.Imagine == nil {
		return rival.Choice{}, errNoAnswer
	}
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	out, err := choose(p.View, sim, p.Ask, l, c)
	if err != nil || p.Ask.Name != "move" && p.Ask.Name != "shoot" {
		return out, err
	}
	ask, r := p.Ask, out.Reply
	for len(out.Then) < most {
		if sim, err = sim.Play(ask, r, likely{}); err != nil {
			return out, err
		}
		i := slices.IndexFunc(sim.Asks(), func(a game.Ask) bool { return a.Seat == p.Seat && a.Name == p.Ask.Name })
		if i < 0 {
			break
		}
		ask = sim.Asks()[i]
		next, err := choose(sim.View(game.Player(p.Seat)), sim, ask, l, c)
		if err != nil {
			return out, err
		}
		r = next.Reply
		out.Then = append(out.Then, r)
	}
	return out, nil
}

// most bounds the answers that follow in one act: a move or a shot of each other model, a Warp Pulse, and the end of the part.
const most = jagged.MaxModels + 1

// likely is imagined dice: a Sprint goes half of its die, and a shot misses, so that the next shot is aimed as if the first had not
// been made. If the first shot does hit and the next has no target, that is refused, and the rest is planned again.
type likely struct{}

func (likely) Roll(_ game.Seat, _, sides int) (int, error) {
	if sides == 6 {
		return 3, nil
	}
	return 1, nil
}

// choose answers one question for a state that looks to the seat like its match.
func choose(at game.View, sim game.Sim, ask game.Ask, l rival.Level, c *chance.Source) (rival.Choice, error) {
	v, ok := at.(jagged.View)
	if !ok {
		return rival.Choice{}, errNoAnswer
	}
	p := advice.Read(v, ask, tasteOf(l))
	why, known := whys[ask.Name]
	if !known {
		why = "This usually helps."
	}
	list := p.Options()
	switch ask.Name {
	case "board":
		list = boards(p, c)
	case "list":
		list = lists(p, c)
	}
	list = slices.DeleteFunc(list, func(o advice.Option) bool { return sim.Check(ask, o.Reply) != nil })
	if len(list) == 0 {
		list = []advice.Option{{Reply: ask.Default}}
	}
	slices.SortStableFunc(list, func(a, b advice.Option) int { return cmp.Compare(b.Value, a.Value) })
	best := 0
	if p.Taste.Novice && len(list) > 1 && c.Next()%3 == 0 {
		best = 1 + int(c.Next()%uint64(min(4, len(list)-1)))
	}
	out := rival.Choice{Reply: list[best].Reply, Why: why}
	for _, o := range list[:min(len(list), rival.MostConsidered)] {
		out.Considered = append(out.Considered, rival.Weighed{Order: o.Reply.Order(), Value: o.Value})
	}
	return out, nil
}

// whys holds the reason for the answer to each question that is weighed.
var whys = map[string]text.Text{
	"board":     "One board is as good as another.",
	"list":      "This Force suits the battle.",
	"objective": "An Objective near your own Zone is easily held.",
	"deploy":    "From here the Objectives are near.",
	"glimpse":   "This brings a model nearer to an Objective.",
	"insight":   "It helps most when it counts.",
	"reinforce": "A model more is worth its Flare.",
	"move":      "This place is near an Objective, and more can be done from it than to it.",
	"go":        "This place is near an Objective, and more can be done from it than to it.",
	"shoot":     "This attack takes the most on average.",
	"rush":      "This Rush begins an exchange of blows that pays.",
	"counter":   "A model that answers a Rush strikes before all that did not rush.",
	"melee":     "This attack takes the most on average.",
}

// boards returns all boards that may be chosen, in random order.
func boards(p *advice.Position, c *chance.Source) (list []advice.Option) {
	for _, k := range p.Menu {
		for _, slug := range k.Options("board") {
			list = append(list, advice.Option{Reply: jagged.ChooseBoard{Board: slug}, Value: lot(c)})
		}
	}
	return list
}

// lot returns a random number from 0 to 1.
func lot(c *chance.Source) float64 { return float64(c.Next()%1000) / 1000 }

// lists returns the sample lists in random order, or if the other's list is known, those with as many models first.
func lists(p *advice.Position, c *chance.Source) (list []advice.Option) {
	for _, k := range p.Menu {
		for _, id := range k.Options("list") {
			o := advice.Option{Reply: jagged.Bring{Sample: id}, Value: lot(c)}
			if theirs := p.Sides.Of(3 - p.Seat).List; theirs != nil && !p.Taste.Novice {
				n := len(theirs) - len(cards.FindList(id).Units)
				o.Value -= float64(max(n, -n))
			}
			list = append(list, o)
		}
	}
	return list
}
