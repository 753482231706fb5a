// Package rival plays Syndicate Protocol. It uses only what its seat sees and what can be imagined from that.
//
// A script judges a place by the damage expected from it and at it, and an attack by the damage that it does. The regular chooses
// its card by playing the round on from imagined positions, with the script's orders for both sides. The recruit plays any card,
// does not see what can be done to it, and every fourth time takes another place or target than the best.
package rival

import (
	"cmp"
	"errors"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/grid"
	"downsync/game/text"
)

// New returns the mind that plays Syndicate Protocol.
func New() rival.Mind { return mind{} }

type mind struct{}

// Strengths lists the strengths. Each beats the one below it.
func (mind) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit, rival.Regular} }

// tastes holds the weights of each style. The cunning style lets the enemy come.
var tastes = map[rival.Style]syndicate.Taste{rival.Bold: {Guard: 0.1, Mercs: 0.35, Closing: 0.4, Mission: syndicate.MissionWeight},
	rival.Careful: {Guard: 0.6, Mercs: 0.4, Closing: 0.25, Mission: syndicate.MissionWeight},
	rival.Cunning: {Guard: 0.4, Mercs: 0.45, Closing: 0.1, Mission: syndicate.MissionWeight}}

// option is an answer with its estimated worth.
type option struct {
	reply game.Reply
	value float64
	tries int
}

var errNoAnswer = errors.New("syndicate: no answer was found that may be given")

// Choose answers one question.
func (mind) Choose(p rival.Position, l rival.Level, c *chance.Source) (rival.Choice, error) {
	v, ok := p.View.(syndicate.View)
	if !ok {
		return rival.Choice{}, errNoAnswer
	}
	t, known := tastes[l.Style]
	if !known {
		t = tastes[rival.Careful]
	}
	g := &thought{View: v, seat: p.Seat, taste: t, menu: p.Ask.WithMenu().Menu, ask: p.Ask, chance: c, imagine: p.Imagine, tries: 2}
	if l.Strength == rival.Recruit {
		g.tries, g.taste.Guard = 0, 0
	}
	list, why := g.options()
	if len(list) == 0 {
		return rival.Choice{}, errNoAnswer
	}
	slices.SortStableFunc(list, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	best := 0
	if l.Strength == rival.Recruit && len(list) > 1 && c.Next()%4 == 0 {
		best = 1 + int(c.Next()%uint64(min(4, len(list)-1)))
	}
	out := rival.Choice{Reply: list[best].reply, Why: why}
	for _, o := range list[:min(len(list), rival.MostConsidered)] {
		out.Considered = append(out.Considered, rival.Weighed{Order: o.reply.Order(), Value: o.value, Rollouts: o.tries})
	}
	return out, nil
}

// thought holds what is computed for one question.
type thought struct {
	syndicate.View
	taste   syndicate.Taste
	seat    game.Seat
	ask     game.Ask
	menu    game.Menu
	chance  *chance.Source
	imagine func(*chance.Source) (game.Sim, error)
	tries   int // positions imagined for each way of playing a round; 0: any card will do
}

// options returns the answers with their worth, and the reason for the best.
func (g *thought) options() (list []option, why text.Text) {
	switch g.ask.Name {
	case "plan":
		if g.tries == 0 {
			return g.plans(), "To a beginner one card is as good as another."
		}
		return g.plans(), "This card promises the best round."
	case "move", "surge", "relay", "press":
		return g.places(""), "This place promises more damage than it takes."
	case "mercs":
		return g.mercs(), "This place promises more damage than it takes."
	case "attack":
		return g.attacks(), "This attack does the most damage."
	}
	return []option{{reply: g.ask.Default}}, "This usually helps."
}

func operator(seat game.Seat) syndicate.Label { return syndicate.Label(rune('A' - 1 + seat)) }

// standing returns the worth of a unit's place.
func (g *thought) standing(l syndicate.Label, at grid.Space) float64 {
	return g.Standing(l, at, g.taste)
}

// mover returns the unit that the question of a move is about. To name its own square is to stay.
func (g *thought) mover(words string) syndicate.Label {
	switch g.ask.Name {
	case "mercs":
		return syndicate.Label(words)
	case "relay", "press":
		for i, id := range g.Sides.Of(g.seat).Mercenaries {
			m, ok := g.Catalogue().Mercenary(id)
			if ok && m.Ability == map[string]string{"relay": "ghost-relay", "press": "forward-pressure"}[g.ask.Name] {
				return operator(g.seat) + syndicate.Label('1'+rune(i))
			}
		}
	}
	return operator(g.seat)
}

// places weighs the spaces that a unit can go to, and its present one. merc names the unit if it is a Mercenary.
func (g *thought) places(merc syndicate.Label) (list []option) {
	l := g.mover(string(merc))
	u, ok := g.Unit(l)
	if !ok {
		return nil
	}
	for _, c := range g.menu {
		if merc != "" && c.Value("unit") != string(merc) {
			continue
		}
		switch c.Verb {
		case "stay":
			list = append(list, option{reply: syndicate.Stay{Unit: merc}, value: g.standing(l, u.At)})
		case "move":
			for _, o := range c.Slots[0].Options {
				if at, err := grid.Parse(o); err == nil {
					list = append(list, option{reply: syndicate.Move{Unit: merc, To: at}, value: g.standing(l, at)})
				}
			}
		}
	}
	return list
}

// mercs weighs the places of the first Mercenary that can move.
func (g *thought) mercs() []option {
	for _, c := range g.menu {
		if l := c.Value("unit"); l != "" {
			return g.places(syndicate.Label(l))
		}
	}
	return []option{{reply: syndicate.Done{}}}
}

// attacks weighs all attacks that are offered, and holding fire where the mission rewards that.
func (g *thought) attacks() (list []option) {
	for _, c := range g.menu {
		by := cmp.Or(syndicate.Label(c.Value("by")), operator(g.seat))
		if c.Verb != "attack" {
			continue
		}
		for _, o := range c.Slots[0].Options {
			target := syndicate.Label(o)
			list = append(list, option{reply: syndicate.Attack{Target: target, By: syndicate.Label(c.Value("by")), Mark: len(c.Slots) > 1}, value: g.Worth(target, g.Expected(by, target), g.taste)})
		}
	}
	if own, ok := g.Unit(operator(g.seat)); ok && g.Mission == syndicate.Extract && g.Phase == syndicate.Attacking && grid.Distance(own.At, grid.Terminal(g.Terrain().Edge(), 3-int(g.seat))) <= 1 {
		list = append(list, option{reply: syndicate.Hold{}, value: 6})
	}
	return list
}
