package downsync

import (
	"math"
	"strings"

	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// What a move leads to, in a few words: how far it goes, what it comes near, and who sees its end.

// mostSeen bounds how many enemies are named that see a place.
const mostSeen = 3

// outcome tells what it means for the move to end there.
func (c *layout) outcome(m move, at plane.Point, left plane.Inch) string {
	p, _ := c.v.Piece(m.ref.Label)
	b, ok := p.Base(m.ref.N)
	if !ok {
		return ""
	}
	parts := []string{c.v.Say("%s\" far", c.far(b.Point, at))}
	if left > 0 {
		parts[0] = c.v.Say("%s\" far, %s\" left", c.far(b.Point, at), left)
	}
	parts = append(parts, toScore(c, p.Seat, plane.Disc{At: at, R: b.R}))
	m.to = at
	if found := m.finds(c.v); len(found) > 0 {
		parts = append(parts, c.v.Say("finds %s", list(found)))
	} else if foes := foes(c, p.Seat, at); len(foes) > 0 {
		d := plane.Disc{At: at, R: b.R}
		parts = append(parts, c.v.Say("%s %s\" away", foes[0].Label, tenths(plane.Gap(d, foes[0].Bases[0].Disc()))))
	}
	return strings.Join(parts, " · ")
}

// inDetail is the outcome, and who sees the base there. That takes long to find out, so it is told of one place only.
func inDetail(c *layout, m move, left plane.Inch) string {
	p, _ := c.v.Piece(m.ref.Label)
	b, _ := p.Base(m.ref.N)
	text := c.outcome(m, m.to, left)
	if seen := exposure(c, p, b, m.to); seen != "" {
		text += " · " + seen
	}
	return text
}

// toScore says how far from there it is to where the side scores, or that it is there (R25.4).
func toScore(c *layout, seat game.Seat, d plane.Disc) string {
	goals := c.v.Goals()
	gap := plane.Gap(d, goals[2-seat])
	if c.v.Rules == rules.Edition42 { // both score
		gap = min(gap, plane.Gap(d, goals[seat-1]))
	}
	if gap <= rules.ScoreRange {
		return c.v.Text("where it scores")
	}
	return c.v.Say("%s\" to where it scores", tenths(gap))
}

// far is the distance, in tenths of an inch: what people care about.
func (c *layout) far(x, y plane.Point) plane.Inch { return tenths(plane.Dist(x, y)) }

// exposure says from whom of the enemy a base that stands there is hidden, as far as terrain tells.
func exposure(c *layout, p rules.Piece, b rules.Base, at plane.Point) string {
	open, seen := watchers(c, p, b, at, most)
	switch {
	case len(foes(c, p.Seat, at)) == 0:
		return ""
	case seen == 0:
		return c.v.Text("out of the enemy's sight")
	case len(open) == 0:
		return c.v.Text("in cover from all that see it")
	case len(open) > mostSeen:
		return c.v.Say("in the open to %d of them", len(open))
	}
	return c.v.Say("in the open to %s", list(open))
}

// watchers are the enemies to whom the place is open, at most so many, the nearest first, and how many see it at all.
func watchers(c *layout, p rules.Piece, b rules.Base, at plane.Point, enough int) (open []rules.Label, seen int) {
	g := c.v.Ground()
	here := g.Body(plane.Disc{At: at, R: b.R}, infantry(c, p))
	for _, q := range foes(c, p.Seat, at) {
		if len(open) == enough {
			break
		}
		sees, bare := false, false
		for _, qb := range q.Bases {
			eye := g.Body(qb.Disc(), infantry(c, q))
			if !g.Sees(eye, here) {
				continue
			}
			sees = true
			if bare = !g.Concealed(eye, here); bare {
				break
			}
		}
		if sees {
			seen++
		}
		if bare {
			open = append(open, q.Label)
		}
	}
	return open, seen
}

// cover is the word for the best cover in reach.
const cover = "cover"

// coverWinds are in how many directions cover is looked for, at the end of the way and half-way.
const coverWinds = 8

// cover is of the places in reach that are open to the fewest enemies the one nearest to where the side scores; ok is false
// if the base can go nowhere.
func (c *layout) cover(m move, p rules.Piece, from rules.Base) (best plane.Point, ok bool) {
	fewest, near := most, plane.Inch(0)
	for n := range 2 * coverWinds {
		angle, far := float64(n)*2*math.Pi/coverWinds, float64(m.reach(c.v)-20) // rounding makes no way longer
		if n >= coverWinds {
			far /= 2
		}
		at := plane.Point{X: from.X + plane.Inch(far*math.Sin(angle)), Y: from.Y + plane.Inch(far*math.Cos(angle))}
		if _, err := m.try(c.v, at); err != nil {
			continue
		}
		open, _ := watchers(c, p, from, at, fewest+1)
		if d := plane.Dist(at, c.v.VIPs[2-p.Seat]); !ok || len(open) < fewest || len(open) == fewest && d < near {
			best, fewest, near, ok = at, len(open), d, true
		}
	}
	return best, ok
}

// infantry tells whether the piece is known to be infantry.
func infantry(c *layout, p rules.Piece) bool {
	return !p.IsPing() && c.v.Cards().Must(p.Unit).Infantry()
}
