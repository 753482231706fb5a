// Package rival plays Syndicate Protocol. It knows of a match what its seat sees, and what can be imagined from that.
//
// A script judges a place by the damage that may be expected from it and at it, and an attack by the damage that it does. The regular
// chooses its card by playing the round on from imagined positions, with the script's orders for both sides; the recruit takes every
// fourth time another card or place than the best, and imagines fewer positions.
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

// New is the mind that plays Syndicate Protocol.
func New() rival.Mind { return mind{} }

type mind struct{}

// Strengths are those that beat the one below.
func (mind) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit, rival.Regular} }

// taste are the weights of a style.
type taste struct {
	guard float64 // of the damage that may be taken, against that which is dealt
	mercs float64 // of damage at Mercenaries, against that at the Operator
}

var tastes = map[rival.Style]taste{rival.Bold: {0.1, 0.35}, rival.Careful: {0.6, 0.4}, rival.Cunning: {0.3, 0.45}}

// closing is what a space nearer to the enemy Operator is worth, as far as half the weapon's range. Without it both sides hide.
const closing = 0.25

// option is an answer with what it is thought to be worth.
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
	menu := p.Ask.Menu
	if p.Ask.Offer != nil {
		menu = p.Ask.Offer()
	}
	t, known := tastes[l.Style]
	if !known {
		t = tastes[rival.Careful]
	}
	g := &thought{View: v, seat: p.Seat, taste: t, menu: menu, ask: p.Ask, chance: c, imagine: p.Imagine, tries: 2}
	if l.Strength == rival.Recruit {
		g.tries = 1
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

// thought is what is worked out for one question.
type thought struct {
	syndicate.View
	taste
	seat    game.Seat
	ask     game.Ask
	menu    game.Menu
	chance  *chance.Source
	imagine func(*chance.Source) (game.Sim, error)
	tries   int // positions imagined for each way to play a round
}

// options are the answers that are weighed, and the reason for the best.
func (g *thought) options() (list []option, why text.Text) {
	switch g.ask.Name {
	case "plan":
		return g.plans(), "This card promises the best round."
	case "move", "surge", "relay", "press":
		return g.places(""), "This place promises more damage than it takes."
	case "mercs":
		return g.mercs(), "This place promises more damage than it takes."
	case "attack":
		return g.attacks(), "This attack does the most damage."
	}
	return []option{{reply: g.ask.Default}}, "This is what usually helps."
}

func operator(seat game.Seat) syndicate.Label { return syndicate.Label(rune('A' - 1 + seat)) }

// worth is what damage at a unit counts: what takes it off the board counts more.
func (g *thought) worth(v syndicate.View, l syndicate.Label, damage float64) float64 {
	u, ok := v.Unit(l)
	if !ok {
		return 0
	}
	damage = min(damage, float64(u.HP))
	if l.Operator() {
		return damage * (1 + damage/float64(u.HP))
	}
	return g.taste.mercs * damage * (1 + damage/float64(u.HP))
}

// standing is what a unit's place is worth: the damage that it does from there, less what is done to it, and how near it is to the enemy
// if it reaches nobody.
func (g *thought) standing(l syndicate.Label, at grid.Space) float64 {
	v := g.View.Moved(l, at)
	best, taken := 0.0, 0.0
	for _, e := range g.Units {
		if e.Seat == g.seat || !e.At.On() {
			continue
		}
		best = max(best, g.worth(v, e.Label, v.Expected(l, e.Label)))
		taken += v.Expected(e.Label, l)
	}
	out := best - g.guard*g.worth(v, l, taken)
	enemy, ok := g.Unit(operator(3 - g.seat))
	u, _ := g.Unit(l)
	if ok {
		out -= closing * float64(max(0, grid.Distance(at, enemy.At)-u.Range/2))
	}
	if own, ok := g.Unit(operator(g.seat)); ok && !l.Operator() {
		out -= 0.1 * float64(max(0, grid.Distance(at, own.At)-4)) // its ability works near its Operator
	}
	return out + 0.3*g.goal(at)
}

// goal is how near a space is to what the mission asks for, not above 0.
func (g *thought) goal(at grid.Space) float64 {
	edge := g.Terrain().Edge()
	switch g.Mission {
	case syndicate.Relay:
		near := edge
		for _, r := range grid.Relay(edge) {
			near = min(near, grid.Distance(at, r))
		}
		return -float64(max(0, near-1))
	case syndicate.Extract:
		return -0.5 * float64(max(0, grid.Distance(at, grid.Terminal(edge, 3-int(g.seat)))-1))
	}
	return 0
}

// mover is the unit that the question of a move is about; its own square is where it stays.
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

// places weighs the spaces that a unit can go to, and where it stands. Of a Mercenary its label is given.
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

// attacks weighs all attacks that are offered, and to hold fire where the mission rewards that.
func (g *thought) attacks() (list []option) {
	for _, c := range g.menu {
		by := cmp.Or(syndicate.Label(c.Value("by")), operator(g.seat))
		if c.Verb != "attack" {
			continue
		}
		for _, o := range c.Slots[0].Options {
			target := syndicate.Label(o)
			list = append(list, option{reply: syndicate.Attack{Target: target, By: syndicate.Label(c.Value("by")), Mark: len(c.Slots) > 1}, value: g.worth(g.View, target, g.Expected(by, target))})
		}
	}
	if own, ok := g.Unit(operator(g.seat)); ok && g.Mission == syndicate.Extract && g.Phase == syndicate.Attacking && grid.Distance(own.At, grid.Terminal(g.Terrain().Edge(), 3-int(g.seat))) <= 1 {
		list = append(list, option{reply: syndicate.Hold{}, value: 6})
	}
	return list
}
