package rival

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// This file decides before the first Round, and about Reinforcements.

// boards returns all boards that may be chosen, equally good.
func (g *thought) boards() (list []option) {
	for _, c := range g.menu {
		for _, slug := range values(c, "board") {
			list = append(list, option{jagged.ChooseBoard{Board: slug}, g.lot()})
		}
	}
	return list
}

// lot returns a random number from 0 to 1.
func (g *thought) lot() float64 { return float64(g.chance.Next()%1000) / 1000 }

// lists returns the sample lists: any, or if the other's list is known, one with as many models.
func (g *thought) lists() (list []option) {
	for _, c := range g.menu {
		for _, id := range values(c, "list") {
			o := option{jagged.Bring{Sample: id}, g.lot()}
			if theirs := g.Sides.Of(3 - g.seat).List; theirs != nil && !g.novice {
				n := len(theirs) - len(cards.FindList(id).Units)
				o.value -= float64(max(n, -n))
			}
			list = append(list, o)
		}
	}
	return list
}

// marks weighs places for an Objective: near the own Zone, far from the other. A beginner leaves it at the default place.
func (g *thought) marks() (list []option) {
	if g.novice {
		return nil
	}
	own, other := g.corner(g.seat), g.corner(3-g.seat)
	for x := 2; x < jagged.Table-1; x++ {
		for y := 2; y < jagged.Table-1; y++ {
			at := plane.Point{X: plane.In(x), Y: plane.In(y)}
			if g.Marks(at) == nil {
				list = append(list, option{jagged.Mark{At: at}, inches(plane.Dist(at, other) - 2*plane.Dist(at, own))})
			}
		}
	}
	return list
}

// corner returns the inner corner of a Zone.
func (g *thought) corner(of game.Seat) plane.Point {
	if z := g.ZoneOf(of); of == 2 {
		return z.Min
	}
	return g.ZoneOf(of).Max
}

// spots returns places in the side's Zone for a base, the nearest to goal first.
func (g *thought) spots(r plane.Inch, goal plane.Point) (out []plane.Point) {
	z := g.ZoneOf(g.seat)
	for x := z.Min.X + r + 100; x <= z.Max.X-r; x += 700 {
		for y := z.Min.Y + r + 100; y <= z.Max.Y-r; y += 700 {
			if at := (plane.Point{X: x, Y: y}); g.Stands(g.seat, plane.Disc{At: at, R: r + 50}) == nil {
				out = append(out, at)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b plane.Point) int { return cmp.Compare(plane.Dist(a, goal), plane.Dist(b, goal)) })
	return out
}

// deploys places every third model near the nearest Objective, the others towards the middle. A beginner deploys in rows.
func (g *thought) deploys() []option {
	if g.novice {
		return nil
	}
	home := slices.MinFunc(g.Objectives, func(a, b jagged.Objective) int {
		return cmp.Compare(plane.Dist(a.At, g.corner(g.seat)), plane.Dist(b.At, g.corner(g.seat)))
	}).At
	var o jagged.Deploy
	for _, m := range g.Models {
		if m.Seat != g.seat || m.At != nil {
			continue
		}
		goal := boards.Objectives[0]
		if len(o.At)%3 == 1 {
			goal = home
		}
		spots := g.spots(m.Radius, goal)
		if len(spots) == 0 {
			return nil
		}
		o.At = append(o.At, spots[0])
		g.View = g.Standing(m.Label, spots[0])
	}
	return []option{{reply: o}}
}

// glimpses weighs which model goes ahead before the first Round.
func (g *thought) glimpses() []option {
	list := []option{{reply: jagged.Glimpse{}}}
	for _, c := range g.menu {
		for _, l := range values(c, "unit") {
			m, ok := g.Model(jagged.Label(l))
			if !ok {
				continue
			}
			for _, o := range g.Objectives {
				if at, near := g.Nearest(m.Label, o.At, plane.In(2)); near {
					list = append(list, option{jagged.Glimpse{Unit: m.Label, To: at}, g.objective(m, at) - g.objective(m, *m.At)})
				}
			}
		}
	}
	return list
}

// calls weighs Reinforcements, each placed nearest to an Objective that needs it.
func (g *thought) calls() []option {
	list := []option{{reply: jagged.Done{}}}
	best := 0
	for i := range g.Objectives {
		near := func(i int) float64 {
			return g.need(i) * (60 - inches(plane.Dist(g.Objectives[i].At, g.corner(g.seat))))
		}
		if near(i) > near(best) {
			best = i
		}
	}
	for _, c := range g.menu {
		for _, id := range values(c, "kind") {
			u := cards.FindUnit(id)
			if spots := g.spots(plane.Radius(u.Base), g.Objectives[best].At); len(spots) > 0 {
				list = append(list, option{jagged.Call{Unit: id, At: spots[0]}, float64(u.FR) - 0.5*float64(g.Round)})
			}
		}
	}
	return list
}
