package downsync

import (
	"math"
	"slices"
	"strconv"
	"strings"

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

// beside returns the nearest place where the base scores (R25.4): within 1" of the goal, but not on it or on another base.
func beside(c *layout, p rules.Piece, vip, from plane.Point) plane.Point {
	const within = 900 // a little less, as lengths are rounded
	far, off := plane.Dist(vip, from), within+c.v.Radius(p)
	if far <= off {
		return from
	}
	all := roundAbout(vip, from, off, far)
	for _, at := range all {
		if free(c, plane.Disc{At: at, R: c.v.Radius(p)}, from) {
			return at
		}
	}
	return all[0]
}

// roundAbout lists places on a circle around a point, the nearest to where somebody comes from first, then to either side by turns.
func roundAbout(vip, from plane.Point, off, far plane.Inch) []plane.Point {
	const steps = 24 // of a circle
	out := []plane.Point{onWay(vip, from, off, far)}
	straight := math.Atan2(float64(from.Y-vip.Y), float64(from.X-vip.X))
	for i := 1; i < steps; i++ {
		turn := float64((i+1)/2) * (2 * math.Pi / steps) * float64(1-2*(i%2))
		out = append(out, plane.Point{X: vip.X + plane.Inch(float64(off)*math.Cos(straight+turn)), Y: vip.Y + plane.Inch(float64(off)*math.Sin(straight+turn))})
	}
	return out
}

// free reports whether the only base there is the one that comes from the point.
func free(c *layout, d plane.Disc, from plane.Point) bool {
	return !slices.ContainsFunc(c.v.Pieces, func(q rules.Piece) bool {
		return slices.ContainsFunc(q.Bases, func(b rules.Base) bool { return b.Point != from && plane.Gap(d, b.Disc()) == 0 })
	})
}

// headings lists what a piece can go towards: where it scores, the enemy's pieces, its own VIP, and the compass.
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
	for _, q := range foes(c, seat, from) {
		there := func(plane.Point) plane.Point { return q.Bases[0].Point }
		out = append(out, heading{string(q.Label), c.v.Say("Towards %s", pieceName(c, string(q.Label))), there})
	}
	back := len(out)
	if c.v.Rules == rules.Edition42 { // both score
		back = 1
	}
	out = slices.Insert(out, back, vip(rules.GoalHome, home, seat))
	for i, name := range compass {
		out = append(out, heading{rules.Winds[i], c.v.Text(name), func(from plane.Point) plane.Point { return outwards(from, i) }})
	}
	return out
}

// foes returns the enemy's pieces on the table, the nearest first.
func foes(c *layout, seat game.Seat, from plane.Point) []rules.Piece {
	out := those(c.v.Pieces, func(q rules.Piece) bool { return q.Seat != seat && len(q.Bases) > 0 })
	sortBy(out, func(q rules.Piece) plane.Inch { return plane.Dist(from, q.Bases[0].Point) })
	return out
}

// usual returns the heading of the side's last move in this Turn, which the next one probably shares, or the first heading. A way round
// something has no heading.
func usual(c *layout, p rules.Piece, from plane.Point) heading {
	all := headings(c, p, from)
	for _, f := range slices.Backward(c.p.Facts) {
		if _, began := f.(rules.TurnBegan); began {
			break
		}
		m, ok := f.(rules.Moved)
		if !ok || m.Base.Label.Seat() != p.Seat || len(m.Path) < 2 {
			continue
		}
		if len(m.Path) > 2 {
			break
		}
		start, end := m.Path[0], m.Path[1]
		i := slices.IndexFunc(all, func(h heading) bool { return aligned(start, end, h.goal(start)) })
		return all[max(i, 0)]
	}
	return all[0]
}

// aligned reports whether both points lie in the same direction, give or take two degrees.
func aligned(from, x, y plane.Point) bool {
	ax, ay := float64(x.X-from.X), float64(x.Y-from.Y)
	bx, by := float64(y.X-from.X), float64(y.Y-from.Y)
	turn := math.Abs(math.Atan2(ax*by-ay*bx, ax*bx+ay*by))
	return (ax != 0 || ay != 0) && (bx != 0 || by != 0) && turn < 2*math.Pi/180
}

// away returns the point so far off in that direction of the compass.
func away(from plane.Point, wind int, far plane.Inch) plane.Point {
	sin, cos := math.Sincos(float64(wind) * math.Pi / 4)
	return plane.Point{X: from.X + plane.Inch(math.Round(float64(far)*sin)), Y: from.Y + plane.Inch(math.Round(float64(far)*cos))}
}

// outwards returns a point beyond every edge.
func outwards(from plane.Point, wind int) plane.Point { return away(from, wind, 100*1000) }

// Places said in words: "towards B4 up to 6", "B4 6", "north 3", "2.5 ne", "vip". They stand for a point, as far as the
// move goes that way.

// fillers are words that change nothing.
var fillers = []string{"towards", "toward", "to", "up", "go", "move", "inch", "inches", "in", "by", "the", "at", "most", "enemy"}

// towards finds the point that the words stand for. ok is false if they stand for none.
func towards(c *layout, m move, typed string) (at plane.Point, ok bool) {
	p, from, there := c.v.base(m.ref)
	if !there || m.deploy {
		return at, false
	}
	if strings.EqualFold(strings.TrimSpace(typed), cover) {
		at, _, ok = routes{c}.cover(m, p, from)
		return at, ok
	}
	most, goal, found := m.reach(c.v), plane.Point{}, false
	for w := range strings.FieldsFuncSeq(strings.ToLower(typed), func(r rune) bool { return strings.ContainsRune(" \t\"″,;", r) }) {
		if n, err := strconv.ParseFloat(w, 64); err == nil && n > 0 && n < 100 {
			most = min(most, plane.Inch(math.Round(n*1000)))
			continue
		}
		if slices.Contains(fillers, w) {
			continue
		}
		if found {
			return at, false // two goals
		}
		if goal, found = (routes{c}).goal(p, from.Point, w); !found {
			return at, false
		}
	}
	if !found {
		return at, false
	}
	at, _, ok = furthest(c, m, p, from.Point, goal, most, 250)
	return at, ok
}

// goal returns the place that a word names: a piece, a wind, a VIP, a square.
func (rt routes) goal(p rules.Piece, from plane.Point, word string) (plane.Point, bool) {
	for i, name := range compass {
		english := strings.ToLower(string(name))
		if slices.Contains([]string{rules.Winds[i], english, strings.ReplaceAll(english, "-", ""), strings.ToLower(rt.c.v.Text(name))}, word) {
			return outwards(from, i), true
		}
	}
	switch word {
	case rules.GoalThere:
		return beside(rt.c, p, rt.c.v.VIPs[2-p.Seat], from), true
	case rules.GoalHome:
		return beside(rt.c, p, rt.c.v.VIPs[p.Seat-1], from), true
	}
	if middle, ok := plane.ParseSquare(word); ok {
		return middle, true
	}
	r, err := rules.ParseRef(strings.ToUpper(word))
	_, b, ok := rt.c.v.base(r)
	if !ok { // a base that is gone stands for its piece
		_, b, ok = rt.c.v.base(rules.Ref{Label: r.Label})
	}
	return b.Point, err == nil && ok && r.Label != p.Label
}

// What a move leads to, in a few words: how far it goes, what it comes near, and who sees its end.

// outcome says what a move that ends there leads to.
func (rt routes) outcome(m move, at plane.Point, left plane.Inch) string {
	if _, _, ok := rt.c.v.base(m.ref); !ok {
		return ""
	}
	return rt.leads(m, at, left, toScore(rt.c, m, at))
}

// inShort is outcome without what it comes near and what it leaves.
func (rt routes) inShort(m move, at plane.Point) string {
	_, b, _ := rt.c.v.base(m.ref)
	parts := []string{rt.c.v.Say("%s\" far", rt.far(b.Point, at)), toScore(rt.c, m, at)}
	m.to = at
	if found := m.finds(rt.c.v); len(found) > 0 {
		parts = append(parts, rt.c.v.Say("finds %s", list(found)))
	}
	return strings.Join(parts, " · ")
}

// leads is outcome with what is said of where the move leads.
func (rt routes) leads(m move, at plane.Point, left plane.Inch, to string) string {
	p, b, _ := rt.c.v.base(m.ref)
	parts := []string{rt.c.v.Say("%s\" far", rt.far(b.Point, at))}
	if left > 0 {
		parts[0] = rt.c.v.Say("%s\" far, %s\" left", rt.far(b.Point, at), left)
	}
	parts = append(parts, to)
	m.to = at
	if found := m.finds(rt.c.v); len(found) > 0 {
		parts = append(parts, rt.c.v.Say("finds %s", list(found)))
	} else if foes := foes(rt.c, p.Seat, at); len(foes) > 0 && rt.c.sees(foes[0].Label) {
		if gap := plane.Gap(plane.Disc{At: at, R: b.R}, foes[0].Bases[0].Disc()); gap <= nearEnough {
			parts = append(parts, rt.c.v.Say("%s %s\" away", foes[0].Label, tenths(gap)))
		}
	}
	return strings.Join(parts, " · ")
}

// toScore says how far it is from there to where the side scores (R25.4); if that is reached, what it would score as all stand now.
func toScore(c *layout, m move, at plane.Point) string {
	p, b, _ := c.v.base(m.ref)
	v, gap := c.v, scoreGap(c.v, p.Seat, plane.Disc{At: at, R: b.R})
	if p.IsPing() {
		if gap > rules.ScoreRange {
			return v.Say("%s\" to where Units score", tenths(gap))
		}
		return v.Text("where only Units score")
	}
	for _, s := range m.steps(v, at) {
		v.View = v.Standing(s.ref, s.to)
	}
	if far, ok := v.ToScore(p.Label); !ok {
		return v.Text("scores nothing: too few of its bases are left")
	} else if gap > rules.ScoreRange && far > rules.ScoreRange {
		return v.Say("%s\" to where it scores", tenths(far))
	}
	f, ok := v.Scoring(p.Label)
	switch {
	case !ok:
		return v.Text("where it scores with more of its bases")
	case len(f.Blockers) > 0:
		return v.Say("would score %d VP: %s within %s\" of it", f.VP, list(f.Blockers), v.BlockRange())
	case f.VP == 0:
		return v.Text("would score nothing in this Round")
	}
	return v.Say("would score %d VP", f.VP)
}

// scoreGap is how far the base is from what it scores at.
func scoreGap(v reading, seat game.Seat, d plane.Disc) plane.Inch {
	goals := v.Goals()
	gap := plane.Gap(d, goals[2-seat])
	if v.Rules == rules.Edition42 { // both score
		gap = min(gap, plane.Gap(d, goals[seat-1]))
	}
	return gap
}

// far returns the distance in tenths of an inch.
func (rt routes) far(x, y plane.Point) plane.Inch { return tenths(plane.Dist(x, y)) }

// exposure says from whom of the enemy the base would be hidden, as far as terrain tells.
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
		return c.v.Say("%d {enemy sees|enemies see} it in the open", len(open))
	}
	return c.v.Say("in the open to %s", list(open))
}

// watchers returns the enemies to whom the place is open, the nearest first and at most enough, and how many see it at all.
func watchers(c *layout, p rules.Piece, b rules.Base, at plane.Point, enough int) (open []rules.Label, seen int) {
	g := c.v.Ground()
	here := g.Body(plane.Disc{At: at, R: b.R}, infantry(c, p))
	for _, q := range foes(c, p.Seat, at) {
		if len(open) == enough {
			break
		}
		sees, bare := false, false
		for _, qb := range q.Bases {
			if eye := g.Body(qb.Disc(), infantry(c, q)); !bare && g.Sees(eye, here) {
				sees, bare = true, !g.Concealed(eye, here)
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

// cover returns the place in reach that fewest enemies see in the open, and of those the nearest to where the side scores, with how many
// they are.
func (rt routes) cover(m move, p rules.Piece, from rules.Base) (best plane.Point, fewest int, ok bool) {
	const coverWinds = 8 // directions searched, at the end of the way and half-way
	near := plane.Inch(0)
	fewest = most
	for n := range 2 * coverWinds {
		angle, far := float64(n)*2*math.Pi/coverWinds, float64(m.reach(rt.c.v)-20) // rounding makes no way longer
		if n >= coverWinds {
			far /= 2
		}
		at := plane.Point{X: from.X + plane.Inch(far*math.Sin(angle)), Y: from.Y + plane.Inch(far*math.Cos(angle))}
		if !m.possible(rt.c.v, at) {
			continue
		}
		open, _ := watchers(rt.c, p, from, at, fewest+1)
		if d := plane.Dist(at, rt.c.v.VIPs[2-p.Seat]); !ok || len(open) < fewest || len(open) == fewest && d < near {
			best, fewest, near, ok = at, len(open), d, true
		}
	}
	return best, fewest, ok
}

// infantry reports whether the piece is known to be infantry.
func infantry(c *layout, p rules.Piece) bool {
	return !p.IsPing() && c.v.Cards().Must(p.Unit).Infantry()
}
