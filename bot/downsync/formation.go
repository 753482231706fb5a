package downsync

import (
	"cmp"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// Deploying: a whole side in one press, and which contacts stand already.

// abreast is how much room is between two contacts of a formation.
const abreast = 1000

// formation offers to put all that do not stand yet at the front of their zone, round the way to the enemy's VIP.
func formation(c *layout) {
	var left []rules.Label
	var taken []plane.Disc
	for _, p := range c.v.Pieces {
		switch {
		case p.Seat == c.Ask.Seat && len(p.Bases) == 0:
			left = append(left, p.Label)
		case p.Seat == c.Ask.Seat:
			taken = append(taken, p.Bases[0].Disc())
		}
	}
	if len(left) < 2 || len(left) > bot.MostOrders {
		return
	}
	var orders []string
	for _, at := range frontPlaces(c, left[0]) {
		if len(orders) == len(left) {
			break
		}
		p, _ := c.v.Piece(left[len(orders)])
		base := plane.Disc{At: at, R: c.v.Radius(p)}
		crowded := slices.ContainsFunc(taken, func(d plane.Disc) bool { return plane.Within(base, d, abreast) })
		if crowded || c.v.TryDeploy(p.Label, at) != nil {
			continue
		}
		taken = append(taken, base)
		orders = append(orders, rules.Deploy{Ping: p.Label, At: at}.Order())
	}
	if len(orders) == len(left) {
		c.Play(strings.Join(orders, "; "),
			c.v.Text(word(c.v.Rules == rules.Edition42, "Deploy all at the front", "Deploy all towards the enemy VIP")), bot.Primary)
	}
}

// frontPlaces are points of the seat's zone, its front before its back, the nearest to the way to the enemy's VIP first.
func frontPlaces(c *layout, l rules.Label) []plane.Point {
	const step = 1000
	zone, goal := c.v.Zone(l.Seat()), c.v.VIPs[2-l.Seat()]
	var out []plane.Point
	for y := zone.Min.Y + step; y < zone.Max.Y; y += 2 * step {
		for x := zone.Min.X + step; x < zone.Max.X; x += step {
			out = append(out, plane.Point{X: x, Y: y})
		}
	}
	aside := func(p plane.Point) plane.Inch { return max(p.X-goal.X, goal.X-p.X) }
	deep := func(p plane.Point) plane.Inch { return max(p.Y-goal.Y, goal.Y-p.Y) }
	slices.SortStableFunc(out, func(p, q plane.Point) int {
		return cmp.Or(cmp.Compare(deep(p), deep(q)), cmp.Compare(aside(p), aside(q)))
	})
	return out
}

// inOrder are a slot's values as they are offered: of contacts to deploy those first that do not stand yet.
func inOrder(c *layout, options []string) []string {
	stands := func(o string) int {
		if p, ok := c.v.Piece(rules.Label(o)); ok && len(p.Bases) > 0 {
			return 1
		}
		return 0
	}
	out := slices.Clone(options)
	slices.SortStableFunc(out, func(x, y string) int { return stands(x) - stands(y) })
	return out
}

// standsNote says in which square of the grid a contact has been put, "" if nowhere yet.
func standsNote(c *layout, r rules.Ref) string {
	p, ok := c.v.Piece(r.Label)
	if !ok || len(p.Bases) == 0 {
		return ""
	}
	return c.v.Say("stands in %s", squareName(int(p.Bases[0].X)/gridStep, int(p.Bases[0].Y)/gridStep))
}
