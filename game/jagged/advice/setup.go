package advice

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// This file weighs answers before the first Round, and Reinforcements.

// marks weighs places for an Objective: near the own Zone, far from the other. A beginner leaves it at the default place.
func (p *Position) marks() (list []Option) {
	if p.Taste.Novice {
		return nil
	}
	own, other := corner(p.View, p.Seat), corner(p.View, 3-p.Seat)
	for x := 2; x < jagged.Table-1; x++ {
		for y := 2; y < jagged.Table-1; y++ {
			at := plane.Point{X: plane.In(x), Y: plane.In(y)}
			if p.Marks(at) == nil {
				list = append(list, Option{jagged.Mark{At: at}, inches(plane.Dist(at, other) - 2*plane.Dist(at, own))})
			}
		}
	}
	return list
}

// corner returns the inner corner of a side's Zone.
func corner(v jagged.View, of game.Seat) plane.Point {
	if z := v.ZoneOf(of); of == 2 {
		return z.Min
	}
	return v.ZoneOf(of).Max
}

// deploys places the models toward the Objectives, as the first formation does. A beginner deploys in rows.
func (p *Position) deploys() []Option {
	at := Deployed(p.View, p.Seat, TowardObjectives)
	if p.Taste.Novice || at == nil {
		return nil
	}
	return []Option{{Reply: jagged.Deploy{At: at}}}
}

// glimpses weighs which model goes ahead before the first Round.
func (p *Position) glimpses() []Option {
	list := []Option{{Reply: jagged.Glimpse{}}}
	for _, c := range p.Menu {
		for _, l := range c.Options("unit") {
			m, ok := p.Model(jagged.Label(l))
			if !ok {
				continue
			}
			for _, o := range p.Objectives {
				if at, near := p.Nearest(m.Label, o.At, plane.In(2)); near {
					list = append(list, Option{jagged.Glimpse{Unit: m.Label, To: at}, p.objective(m, at) - p.objective(m, *m.At)})
				}
			}
		}
	}
	return list
}

// calls weighs Reinforcements, each placed nearest to an Objective that needs it. The dearest that leaves an equal share of the BP
// for each of the others that may come is worth most; if all cost more, the cheapest.
func (p *Position) calls() []Option {
	list := []Option{{Reply: jagged.Done{}}}
	nearest := 0
	for i := range p.Objectives {
		near := func(i int) float64 {
			return p.need(i) * (60 - inches(plane.Dist(p.Objectives[i].At, corner(p.View, p.Seat))))
		}
		if near(i) > near(nearest) {
			nearest = i
		}
	}
	side := p.Sides.Of(p.Seat)
	share := side.Kept / max(1, min(side.Reinforcements, side.Flares))
	for _, c := range p.Menu {
		for _, id := range c.Options("kind") {
			u := cards.FindUnit(id)
			worth := float64(u.BP)
			if u.BP > share {
				worth = 1 / worth
			}
			if at, ok := p.entrance(u, p.Objectives[nearest].At); ok {
				list = append(list, Option{jagged.Call{Unit: id, At: at}, worth})
			}
		}
	}
	return list
}

// Formation is a way to deploy in the own Zone.
type Formation int

// These are the formations.
const (
	TowardObjectives Formation = iota
	TogetherInFront
	LeftFlank // on the picture, which is the same for both sides
	RightFlank
)

// goal returns the place near which the formation deploys the i-th model of a side.
func (f Formation) goal(v jagged.View, i int) plane.Point {
	if f == TowardObjectives {
		return v.Objectives[i%len(v.Objectives)].At
	}
	return boards.Objectives[f-TogetherInFront]
}

// Deployed returns places for all of a side's models, in the order of their labels, each as near as possible to where the formation
// leads.
func Deployed(v jagged.View, seat game.Seat, f Formation) []plane.Point {
	var out []plane.Point
	z := v.ZoneOf(seat)
	for i, m := range Unplaced(v, seat) {
		goal := f.goal(v, i)
		type place struct {
			at  plane.Point
			far plane.Inch // from the goal
		}
		var all []place
		for x := z.Min.X + m.Radius; x <= z.Max.X-m.Radius; x += 500 {
			for y := z.Min.Y + m.Radius; y <= z.Max.Y-m.Radius; y += 500 {
				at := plane.Point{X: x, Y: y}
				if seat == 2 { // from the other corner, so that both sides deploy alike
					at = plane.Point{X: z.Max.X + z.Min.X - x, Y: z.Max.Y + z.Min.Y - y}
				}
				all = append(all, place{at, plane.Dist(at, goal)})
			}
		}
		slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.far, b.far) })
		j := slices.IndexFunc(all, func(p place) bool {
			return v.Stands(seat, plane.Disc{At: p.at, R: m.Radius + 50}) == nil
		})
		if j < 0 {
			return nil
		}
		out = append(out, all[j].at)
		v = v.Standing(m.Label, all[j].at)
	}
	return out
}

// Unplaced returns a side's models that are not on the table yet.
func Unplaced(v jagged.View, seat game.Seat) []jagged.Model {
	return slices.DeleteFunc(slices.Clone(v.Models), func(m jagged.Model) bool { return m.Seat != seat || m.At != nil })
}

// Flank returns a place beside a side's Zone, on the left (0) or the right (1) of the picture, which shows the board to both sides
// alike.
func Flank(seat game.Seat, side int) plane.Point {
	p := plane.Point{X: plane.In(4), Y: plane.In(24)}
	if seat == 2 {
		p = plane.Point{X: plane.In(24), Y: plane.In(jagged.Table - 4)}
	}
	if side == 1 { // across the line between the Zones' corners
		p.X, p.Y = p.Y, p.X
	}
	return p
}

// NearestFit returns the legal place nearest to another, on a grid of inches.
func NearestFit(goal plane.Point, fits func(plane.Point) bool) (best plane.Point, ok bool) {
	least := plane.MaxInch
	for x := range jagged.Table {
		for y := range jagged.Table {
			at := plane.Point{X: plane.In(x), Y: plane.In(y)}
			if d := plane.Dist(at, goal); d < least && fits(at) {
				best, least, ok = at, d, true
			}
		}
	}
	return best, ok
}

// entrance returns the place of a Reinforcement: in the Zone, as near to goal as possible.
func (p *Position) entrance(u *cards.Unit, goal plane.Point) (plane.Point, bool) {
	z, r := p.ZoneOf(p.Seat), plane.Radius(u.Base)
	return NearestFit(goal, func(at plane.Point) bool {
		return z.Holds(plane.Disc{At: at, R: r}) && p.Stands(p.Seat, plane.Disc{At: at, R: r}) == nil
	})
}
