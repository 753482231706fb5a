package advice

import (
	"cmp"
	"slices"
	"strconv"

	"downsync/game"
	"downsync/game/syndicate"
	"downsync/game/syndicate/grid"
)

// terminalWorth is the value of holding fire for a point at the enemy's terminal (S11.2).
const terminalWorth = 6

// attacks weighs all attacks that are offered, and to hold fire where that scores.
func (p *Position) attacks() (list []Option) {
	for _, c := range p.Ask.Menu {
		by := syndicate.Label(c.Value("by"))
		mark := slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return s.Name == "mark" })
		for _, word := range c.Options("target") {
			l := syndicate.Label(word)
			list = append(list, Option{syndicate.Attack{Target: l, By: by, Mark: mark}, p.Worth(l, p.Expected(cmp.Or(by, p.operator()), l), p.Taste)})
		}
	}
	if own, ok := p.Unit(p.operator()); ok && p.Phase == syndicate.Attacking && p.holds(own.At) {
		list = append(list, Option{syndicate.Hold{}, terminalWorth})
	}
	return list
}

// holds reports whether an Operator that holds fire in the space scores (S11.2).
func (p *Position) holds(at grid.Space) bool {
	return p.HoldsFire() && grid.Distance(at, grid.Terminal(p.Terrain().Edge(), 3-int(p.Seat))) <= 1
}

// uses weighs the units or the spaces for the card or the weapon in question.
func (p *Position) uses() (list []Option) {
	object := ""
	if p.Card != nil {
		object = p.Object(p.Card.Card)
	}
	for _, c := range p.Ask.Menu {
		for _, word := range c.Options("on") {
			l := syndicate.Label(word)
			list = append(list, Option{syndicate.Use{On: l}, p.Gain(p.Seat, l, p.Taste)})
		}
		for _, at := range grid.All(c.Options("at")) {
			list = append(list, Option{syndicate.Use{At: at}, p.spot(object, at)})
		}
	}
	return list
}

// Object returns the object that a card places, "" if it places none.
func (p *Position) Object(card string) (is string) {
	if x, ok := p.Catalogue().Card(card); ok {
		for _, o := range x.Do {
			is = cmp.Or(is, o.Object)
		}
	}
	return is
}

// Spots returns the spaces for a card, the best first.
func (p *Position) Spots(card string, list []grid.Space) []grid.Space {
	object, worth := p.Object(card), map[grid.Space]float64{}
	for _, at := range list {
		worth[at] = p.spot(object, at)
	}
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b grid.Space) int { return cmp.Compare(worth[b], worth[a]) })
	return out
}

// spot returns the value of a space for an object, or for a card that hits the units around it if there is none: Smoke hides the
// side's own units, a Drone and a Beacon go near the enemy, other objects beside the side's own Operator.
func (p *Position) spot(object string, at grid.Space) float64 {
	switch own, ok := p.Unit(p.operator()); {
	case object == "" || object == "drone" || object == "shock-beacon" || !ok:
		return p.blast(p.Seat, at)
	case object == "smoke":
		return p.blast(3-p.Seat, at)
	default:
		return -float64(grid.Distance(at, own.At))
	}
}

// blast returns how well a card of the side hits around a space: enemies count for it, friends count more against it.
func (p *Position) blast(seat game.Seat, at grid.Space) (n float64) {
	for _, u := range p.Units {
		switch {
		case !u.At.On() || grid.Distance(u.At, at) > 1:
		case u.Seat == seat:
			n -= 3
		case u.Label.Operator():
			n += 2.5
		default:
			n += 2
		}
	}
	return n
}

// jams weighs to keep the dice, and to have one rolled again, by the hits that this takes from the attack. Of equal dice it takes the
// first. The dice of a contest are not in a View, so there it prefers to keep them.
func (p *Position) jams() []Option {
	list, seen := []Option{{Reply: p.Ask.Default}}, map[int]bool{}
	for _, c := range p.Ask.Menu {
		for _, word := range c.Options("die") {
			n, _ := strconv.Atoi(word) // from the menu
			value, face := 0.0, 0
			if a := p.Attack; a != nil && a.Aim != nil && n <= len(a.Faces) {
				face = a.Faces[n-1]
				if value = float64(a.Aim.Need-1) / 6; face < a.Aim.Need {
					value--
				}
			}
			if r, err := syndicate.Parse("jam " + word); err == nil && !seen[face] {
				seen[face] = true
				list = append(list, Option{r, value})
			}
		}
	}
	return list
}
