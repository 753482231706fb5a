package downsync

import (
	"cmp"
	"math"
	"slices"

	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// What a move can go towards: the VIPs or Control Objectives, cover, the enemy's pieces, the compass.

// heading is one of those.
type heading struct {
	word string // as it is typed and stands in drafts: "vip", "B4", "ne"
	name string // as a player reads it, "towards B4 Virago"
	goal func(from plane.Point) plane.Point
}

// to is the goal that is the same from everywhere.
func to(pt plane.Point) func(plane.Point) plane.Point {
	return func(plane.Point) plane.Point { return pt }
}

// beside is the nearest place from there at which the piece's base is within 1" of the VIP or Control Objective, where it counts
// (R25.4): not on it, so that others have room too, and not where another stands.
func beside(c *layout, p rules.Piece, vip, from plane.Point) plane.Point {
	const within = 900 // a little less, as lengths are rounded
	far, off := plane.Dist(vip, from), within+c.v.Radius(p)
	if far <= off {
		return from
	}
	nearest := plane.Point{X: vip.X + scaled(from.X-vip.X, off, far), Y: vip.Y + scaled(from.Y-vip.Y, off, far)}
	const steps = 24 // of a circle
	straight := math.Atan2(float64(from.Y-vip.Y), float64(from.X-vip.X))
	for i := range steps {
		turn := float64((i+1)/2) * (2 * math.Pi / steps) * float64(1-2*(i%2)) // to either side by turns
		at := plane.Point{X: vip.X + plane.Inch(float64(off)*math.Cos(straight+turn)), Y: vip.Y + plane.Inch(float64(off)*math.Sin(straight+turn))}
		if i == 0 {
			at = nearest
		}
		if free(c, plane.Disc{At: at, R: c.v.Radius(p)}, from) {
			return at
		}
	}
	return nearest
}

// free tells whether no base stands there but that which comes from the point.
func free(c *layout, d plane.Disc, from plane.Point) bool {
	for _, q := range c.v.Pieces {
		for _, b := range q.Bases {
			if b.Point != from && plane.Gap(d, b.Disc()) == 0 {
				return false
			}
		}
	}
	return true
}

// headings are what a piece that stands there can go towards: first where it scores, then the enemy's pieces, the
// nearest first, then its own VIP, and the compass.
func headings(c *layout, p rules.Piece, from plane.Point) []heading {
	seat := p.Seat
	vip := func(word, name string, of game.Seat) heading {
		return heading{word, name, func(from plane.Point) plane.Point { return beside(c, p, c.v.VIPs[of-1], from) }}
	}
	there, home := c.v.Text("Towards the enemy VIP"), c.v.Text("Towards my VIP")
	if c.v.Rules == rules.Edition42 {
		there, home = c.v.Say("Towards Control Objective %d", 3-seat), c.v.Say("Towards Control Objective %d", seat)
	}
	out := []heading{vip(rules.GoalThere, there, 3-seat)}
	back := vip(rules.GoalHome, home, seat)
	if c.v.Rules == rules.Edition42 { // both score
		out = append(out, back)
	}
	for _, q := range foes(c, seat, from) {
		out = append(out, heading{string(q.Label), c.v.Say("Towards %s", pieceName(c, string(q.Label))), to(q.Bases[0].Point)})
	}
	if c.v.Rules != rules.Edition42 {
		out = append(out, back)
	}
	for i, name := range compass {
		out = append(out, heading{rules.Winds[i], c.v.Text(name), func(from plane.Point) plane.Point { return outwards(from, i) }})
	}
	return out
}

// foes are the enemy's pieces on the table, the nearest to the point first.
func foes(c *layout, seat game.Seat, from plane.Point) []rules.Piece {
	var out []rules.Piece
	for _, q := range c.v.Pieces {
		if q.Seat != seat && len(q.Bases) > 0 {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(x, y rules.Piece) int {
		return cmp.Compare(plane.Dist(from, x.Bases[0].Point), plane.Dist(from, y.Bases[0].Point))
	})
	return out
}

// usual is what the side's last move went towards, which the next one probably does too; before there is any, the first of
// the headings.
func usual(c *layout, p rules.Piece, from plane.Point) heading {
	all := headings(c, p, from)
	last, ok := lastMove(c, p.Seat)
	if !ok {
		return all[0]
	}
	for _, h := range all {
		if aligned(last[0], last[len(last)-1], h.goal(last[0])) {
			return h
		}
	}
	return all[0]
}

// lastMove is the way of the seat's last move in the match.
func lastMove(c *layout, seat game.Seat) ([]plane.Point, bool) {
	for _, f := range slices.Backward(c.p.Facts) {
		if m, ok := f.(rules.Moved); ok && m.Base.Label.Seat() == seat && len(m.Path) > 1 {
			return m.Path, true
		}
	}
	return nil, false
}

// aligned tells whether both points lie in the same direction from there, give or take two degrees.
func aligned(from, x, y plane.Point) bool {
	ax, ay := float64(x.X-from.X), float64(x.Y-from.Y)
	bx, by := float64(y.X-from.X), float64(y.Y-from.Y)
	turn := math.Abs(math.Atan2(ax*by-ay*bx, ax*bx+ay*by))
	return (ax != 0 || ay != 0) && (bx != 0 || by != 0) && turn < 2*math.Pi/180
}

// outwards is a point beyond every edge in that direction of the compass.
func outwards(from plane.Point, wind int) plane.Point {
	const far = 100 * 1000
	a := float64(wind) * math.Pi / 4
	return plane.Point{X: from.X + plane.Inch(math.Round(far*math.Sin(a))), Y: from.Y + plane.Inch(math.Round(far*math.Cos(a)))}
}
