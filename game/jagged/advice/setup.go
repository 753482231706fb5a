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
	own, other := p.corner(p.Seat), p.corner(3-p.Seat)
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

// corner returns the inner corner of a Zone.
func (p *Position) corner(of game.Seat) plane.Point {
	if z := p.ZoneOf(of); of == 2 {
		return z.Min
	}
	return p.ZoneOf(of).Max
}

// spots returns places in the side's Zone for a base, the nearest to goal first.
func (p *Position) spots(r plane.Inch, goal plane.Point) (out []plane.Point) {
	z := p.ZoneOf(p.Seat)
	for x := z.Min.X + r + 100; x <= z.Max.X-r; x += 700 {
		for y := z.Min.Y + r + 100; y <= z.Max.Y-r; y += 700 {
			if at := (plane.Point{X: x, Y: y}); p.Stands(p.Seat, plane.Disc{At: at, R: r + 50}) == nil {
				out = append(out, at)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b plane.Point) int { return cmp.Compare(plane.Dist(a, goal), plane.Dist(b, goal)) })
	return out
}

// deploys places every third model near the nearest Objective, the others towards the middle. A beginner deploys in rows.
func (p *Position) deploys() []Option {
	if p.Taste.Novice {
		return nil
	}
	home := slices.MinFunc(p.Objectives, func(a, b jagged.Objective) int {
		return cmp.Compare(plane.Dist(a.At, p.corner(p.Seat)), plane.Dist(b.At, p.corner(p.Seat)))
	}).At
	var o jagged.Deploy
	for _, m := range p.Models {
		if m.Seat != p.Seat || m.At != nil {
			continue
		}
		goal := boards.Objectives[0]
		if len(o.At)%3 == 1 {
			goal = home
		}
		spots := p.spots(m.Radius, goal)
		if len(spots) == 0 {
			return nil
		}
		o.At = append(o.At, spots[0])
		p.View = p.Standing(m.Label, spots[0])
	}
	return []Option{{Reply: o}}
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

// calls weighs Reinforcements, each placed nearest to an Objective that needs it.
func (p *Position) calls() []Option {
	list := []Option{{Reply: jagged.Done{}}}
	best := 0
	for i := range p.Objectives {
		near := func(i int) float64 {
			return p.need(i) * (60 - inches(plane.Dist(p.Objectives[i].At, p.corner(p.Seat))))
		}
		if near(i) > near(best) {
			best = i
		}
	}
	for _, c := range p.Menu {
		for _, id := range c.Options("kind") {
			u := cards.FindUnit(id)
			if spots := p.spots(plane.Radius(u.Base), p.Objectives[best].At); len(spots) > 0 {
				list = append(list, Option{jagged.Call{Unit: id, At: spots[0]}, float64(u.FR) - 0.5*float64(p.Round)})
			}
		}
	}
	return list
}
