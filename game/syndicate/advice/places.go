package advice

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/syndicate"
	"downsync/game/syndicate/grid"
)

// moves weighs the spaces that the question offers to a unit, and to stay. Of several Mercenaries it is the first.
func (p *Position) moves() (list []Option) {
	named := p.Ask.Menu[0].Value("unit")
	l := cmp.Or(syndicate.Label(named), p.Mover(p.Ask.Name, p.Seat))
	u, ok := p.Unit(l)
	if !ok {
		return nil
	}
	for _, c := range p.Ask.Menu {
		switch {
		case c.Value("unit") != named:
		case c.Verb == "move":
			for _, at := range grid.All(c.Options("to")) {
				list = append(list, Option{syndicate.Move{Unit: syndicate.Label(named), To: at}, p.Standing(l, at, p.Taste)})
			}
		case c.Verb == "stay":
			list = append(list, Option{syndicate.Stay{Unit: syndicate.Label(named)}, p.Standing(l, u.At, p.Taste)})
		}
	}
	return list
}

// Mercs returns orders for the Mercenaries that may move, each chosen as if the one before had moved.
func (p *Position) Mercs() (out syndicate.Ahead) {
	p.mercs(&out, p.View)
	return out
}

// mercs adds these orders where other units have moved before.
func (p *Position) mercs(out *syndicate.Ahead, v syndicate.View) {
	for i, to := range []*grid.Space{&out.First, &out.Second} {
		l := syndicate.Labels(p.Seat)[i+1]
		if u, ok := v.Unit(l); ok && p.mayMove(u) {
			*to = v.Ranked(l, append(v.Reach(l, 0), u.At), p.Taste)[0]
			v = v.Moved(l, *to)
		}
	}
}

// mayMove reports whether the Mercenary may move, or be sent somewhere with a card.
func (p *Position) mayMove(u syndicate.Unit) bool {
	if p.Ask.Name == "mercs" {
		return slices.ContainsFunc(p.Ask.Menu, func(c game.Choice) bool { return c.Value("unit") == string(u.Label) })
	}
	return u.At.On() && !slices.Contains(u.Statuses, "immobilized")
}

// Purpose names a reason for a move.
type Purpose string

// The purposes.
const (
	Best       Purpose = "best"     // what the place is worth, all told
	AtOperator Purpose = "operator" // nearest to the enemy Operator
	AtNearest  Purpose = "nearest"  // nearest to any enemy
	IntoCover  Purpose = "cover"    // the best cover near the enemy
	Away       Purpose = "away"     // farthest from all enemies
)

// Place is a space for a purpose.
type Place struct {
	For Purpose
	At  grid.Space
}

// Places returns the space for each other purpose of a unit than Best, among those in the list. It leaves out cover if there is none.
func Places(v syndicate.View, l syndicate.Label, all []grid.Space) (out []Place) {
	if len(all) == 0 {
		return nil
	}
	far := func(at grid.Space) int { _, d := Nearest(v, l.Seat(), at); return d }
	cover := func(at grid.Space) int {
		return map[grid.Terrain]int{grid.Light: 1, grid.Heavy: 2, grid.Hazard: -9}[v.Terrain().At(at)]
	}
	add := func(why Purpose, worth func(grid.Space) int) {
		at := slices.MaxFunc(all, func(a, b grid.Space) int { return worth(a) - worth(b) })
		if why != IntoCover || cover(at) > 0 {
			out = append(out, Place{why, at})
		}
	}
	if e, ok := v.Unit(syndicate.Labels(3 - l.Seat())[0]); ok {
		add(AtOperator, func(at grid.Space) int { return cover(at) - 4*grid.Distance(at, e.At) })
	}
	add(AtNearest, func(at grid.Space) int { return cover(at) - 4*far(at) })
	add(IntoCover, func(at grid.Space) int { return 100*cover(at) - far(at) })
	add(Away, func(at grid.Space) int { return cover(at) + 4*far(at) })
	return out
}

// Nearest returns the enemy of the side that is nearest to the space, and its distance; "" if there is none.
func Nearest(v syndicate.View, seat game.Seat, at grid.Space) (near syndicate.Label, distance int) {
	for _, u := range v.Units {
		if d := grid.Distance(at, u.At); u.Seat != seat && u.At.On() && (near == "" || d < distance) {
			near, distance = u.Label, d
		}
	}
	return near, distance
}
