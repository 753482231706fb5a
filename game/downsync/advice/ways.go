package advice

import (
	"math"
	"slices"
	"strings"

	"downsync/game/downsync"
	"downsync/game/plane"
)

// Goals of a move: the places where Units score, cover, the enemy's pieces, the compass.

// Heading is one of those.
type Heading struct {
	Word string // as typed, and as stored in drafts: "vip", "B4", "ne"
	Goal func(from plane.Point) plane.Point
}

// Headings lists the goals of a piece: where it scores, the enemy's pieces, its own VIP, and the compass.
func (p *Position) Headings(piece downsync.Piece, from plane.Point) []Heading {
	var out, home []Heading
	for i, g := range p.GoalsFrom(piece.Seat) {
		h := Heading{downsync.GoalWord(i), func(from plane.Point) plane.Point { return p.Beside(piece, g.At, from) }}
		if g.Scores(piece.Seat) {
			out = append(out, h)
		} else {
			home = append(home, h)
		}
	}
	for _, q := range p.Foes(piece.Seat, from) {
		out = append(out, Heading{string(q.Label), func(plane.Point) plane.Point { return q.Bases[0].Point }})
	}
	out = append(out, home...)
	for i, wind := range downsync.Winds {
		out = append(out, Heading{wind, func(from plane.Point) plane.Point { return outwards(from, i) }})
	}
	return out
}

// Beside returns the nearest place where the base scores (R25.4): near enough to the goal, but not on it or on another base.
func (p *Position) Beside(piece downsync.Piece, vip, from plane.Point) plane.Point {
	within := p.Mission().ScoreRange - 100 // as lengths are rounded
	far, off := plane.Dist(vip, from), within+p.Radius(piece)
	if far <= off {
		return from
	}
	all := roundAbout(vip, from, off, far)
	for _, at := range all {
		if p.free(plane.Disc{At: at, R: p.Radius(piece)}, from) {
			return at
		}
	}
	return all[0]
}

// roundAbout lists places on a circle around a point, the nearest to the start first, then alternately to either side.
func roundAbout(vip, from plane.Point, off, far plane.Inch) []plane.Point {
	const steps = 24 // of a circle
	out := []plane.Point{OnWay(vip, from, off, far)}
	straight := math.Atan2(float64(from.Y-vip.Y), float64(from.X-vip.X))
	for i := 1; i < steps; i++ {
		turn := float64((i+1)/2) * (2 * math.Pi / steps) * float64(1-2*(i%2))
		out = append(out, plane.Point{X: vip.X + plane.Inch(float64(off)*math.Cos(straight+turn)), Y: vip.Y + plane.Inch(float64(off)*math.Sin(straight+turn))})
	}
	return out
}

// free reports whether the only base there is the one that comes from the point.
func (p *Position) free(d plane.Disc, from plane.Point) bool {
	return !slices.ContainsFunc(p.Pieces, func(q downsync.Piece) bool {
		return slices.ContainsFunc(q.Bases, func(b downsync.Base) bool { return b.Point != from && plane.Gap(d, b.Disc()) == 0 })
	})
}

// Usual returns the heading of the side's last move in this Turn, which the next move probably shares, or the first heading. A
// move around something has no heading.
func (p *Position) Usual(piece downsync.Piece, from plane.Point) Heading {
	all := p.Headings(piece, from)
	for _, f := range slices.Backward(p.Told) {
		if _, began := f.(downsync.TurnBegan); began {
			break
		}
		m, ok := f.(downsync.Moved)
		if !ok || m.Base.Label.Seat() != piece.Seat || len(m.Path) < 2 {
			continue
		}
		if len(m.Path) > 2 {
			break
		}
		start, end := m.Path[0], m.Path[1]
		i := slices.IndexFunc(all, func(h Heading) bool { return aligned(start, end, h.Goal(start)) })
		return all[max(i, 0)]
	}
	return all[0]
}

// aligned reports whether both points are in the same direction from the first, within two degrees.
func aligned(from, x, y plane.Point) bool {
	ax, ay := float64(x.X-from.X), float64(x.Y-from.Y)
	bx, by := float64(y.X-from.X), float64(y.Y-from.Y)
	turn := math.Abs(math.Atan2(ax*by-ay*bx, ax*bx+ay*by))
	return (ax != 0 || ay != 0) && (bx != 0 || by != 0) && turn < 2*math.Pi/180
}

// Away returns the point at that distance in a compass direction, given by its index in downsync.Winds.
func Away(from plane.Point, wind int, far plane.Inch) plane.Point {
	sin, cos := math.Sincos(float64(wind) * math.Pi / 4)
	return plane.Point{X: from.X + plane.Inch(math.Round(float64(far)*sin)), Y: from.Y + plane.Inch(math.Round(float64(far)*cos))}
}

// outwards returns a point beyond every edge.
func outwards(from plane.Point, wind int) plane.Point { return Away(from, wind, 100*1000) }

// Goal returns the place that a word names to the piece: a wind, a goal of the mission, the middle of a square, a piece. ok is false if it names none.
func (p *Position) Goal(piece downsync.Piece, from plane.Point, word string) (at plane.Point, ok bool) {
	word = strings.ToLower(word)
	if i := slices.Index(downsync.Winds, word); i >= 0 {
		return outwards(from, i), true
	}
	if g, ok := p.GoalNamed(piece.Seat, word); ok {
		return p.Beside(piece, g.At, from), true
	}
	if middle, ok := plane.ParseSquare(word); ok {
		return middle, true
	}
	r, err := downsync.ParseRef(strings.ToUpper(word))
	_, b, ok := p.Base(r)
	if !ok { // a missing base means its piece
		_, b, ok = p.Base(downsync.Ref{Label: r.Label})
	}
	return b.Point, err == nil && ok && r.Label != piece.Label
}

// leastFar is the shortest move worth proposing.
const leastFar = 500

// Destination returns the most probable end of a move just begun: in the direction of the last move, or towards where the side
// scores. ok is false if no such move is worth it.
func (p *Position) Destination(m Move) (at plane.Point, ok bool) {
	piece, b, there := p.Base(m.Ref)
	if !there || m.Has || m.Deploy {
		return at, false
	}
	for _, h := range []Heading{p.Usual(piece, b.Point), p.Headings(piece, b.Point)[0]} {
		if at, _, ok := p.Furthest(m, piece, b.Point, h.Goal(b.Point), m.Reach(p.View), 500); ok && plane.Dist(b.Point, at) >= leastFar {
			return at, true
		}
	}
	return at, false
}

// Way is the longest move towards a heading, or the one into cover.
type Way struct {
	Word string // of the heading, or Cover
	At   plane.Point
	Left plane.Inch
	Bare bool // some enemy sees it in the open
}

// Ways returns the farthest moves towards each heading that is not left out, and into cover.
func (p *Position) Ways(m Move, leftOut func(Heading) bool) (out []Way) {
	piece, from, ok := p.Base(m.Ref)
	if !ok {
		return nil
	}
	for i, h := range p.Headings(piece, from.Point) {
		if leftOut(h) {
			continue
		}
		if at, left, ok := p.Furthest(m, piece, from.Point, h.Goal(from.Point), m.Reach(p.View), 500); ok {
			out = append(out, Way{Word: h.Word, At: at, Left: left})
		}
		if i > 0 || len(p.Foes(piece.Seat, from.Point)) == 0 {
			continue
		}
		if at, open, ok := p.Cover(m, piece, from); ok {
			out = append(out, Way{Word: Cover, At: at, Bare: open > 0})
		}
	}
	return out
}

// Furthest returns how far the move gets in that direction, with a greatest distance: straight, searched in steps back from the
// longest, or around an obstacle if that leads nearer.
func (p *Position) Furthest(m Move, piece downsync.Piece, from, to plane.Point, most, back plane.Inch) (at plane.Point, left plane.Inch, ok bool) {
	at, left, ok = p.straight(m, piece, from, to, most, back)
	all := min(most, plane.Dist(from, to))
	alone := !m.Sprint && len(m.All) == 0 && len(m.Via) == 0
	if ok && plane.Dist(from, at) >= all-back/2 || !alone || most < m.Reach(p.View) || to.X != within(to.X, 0, p.Table.X) || to.Y != within(to.Y, 0, p.Table.Y) {
		return at, left, ok
	}
	near, found := p.View.Try().Nearest(m.Ref, to)
	if !found || near == from || ok && plane.Dist(near, to) >= plane.Dist(at, to) {
		return at, left, ok
	}
	if rest, err := m.Try(p.View, near); err == nil {
		return near, rest, true
	}
	return at, left, ok
}

// straight returns the furthest legal point on the straight line.
func (p *Position) straight(m Move, piece downsync.Piece, from, to plane.Point, most, back plane.Inch) (plane.Point, plane.Inch, bool) {
	far := plane.Dist(from, to)
	for step := min(most, far); step > 0; step -= back {
		at := OnWay(from, to, step, far)
		at.X, at.Y = within(at.X, p.Radius(piece), p.Table.X), within(at.Y, p.Radius(piece), p.Table.Y)
		if at == from {
			return at, 0, false
		}
		if left, err := m.Try(p.View, at); err == nil {
			return at, left, true
		}
	}
	return plane.Point{}, 0, false
}

// OnWay returns the point at that step of a line of length far. It rounds towards the start, so that no move gets longer.
func OnWay(from, to plane.Point, step, far plane.Inch) plane.Point {
	scaled := func(d plane.Inch) plane.Inch { return plane.Inch(int64(d) * int64(step) / int64(far)) }
	return plane.Point{X: from.X + scaled(to.X-from.X), Y: from.Y + scaled(to.Y-from.Y)}
}

func within(v, r, length plane.Inch) plane.Inch { return max(r, min(v, length-r)) }

// Cover is the word for the best cover in reach.
const Cover = "cover"

// mostWatchers exceeds the number of a side's pieces.
const mostWatchers = 25

// Cover returns the reachable place where the fewest enemies see the piece in the open, and of several the one nearest to where
// the side scores, with the number of those enemies.
func (p *Position) Cover(m Move, piece downsync.Piece, from downsync.Base) (best plane.Point, fewest int, ok bool) {
	const coverWinds = 8 // directions searched, at the end of the way and half-way
	near := plane.Inch(0)
	fewest = mostWatchers
	for n := range 2 * coverWinds {
		angle, far := float64(n)*2*math.Pi/coverWinds, float64(m.Reach(p.View)-20) // rounding must make no move longer
		if n >= coverWinds {
			far /= 2
		}
		at := plane.Point{X: from.X + plane.Inch(far*math.Sin(angle)), Y: from.Y + plane.Inch(far*math.Cos(angle))}
		if !m.Possible(p.View, at) {
			continue
		}
		open, _ := p.Watchers(piece, from, at, fewest+1)
		if d := plane.Dist(at, p.GoalsFrom(piece.Seat)[0].At); !ok || len(open) < fewest || len(open) == fewest && d < near {
			best, fewest, near, ok = at, len(open), d, true
		}
	}
	return best, fewest, ok
}

// Watchers returns the enemies that would see the base in the open there, the nearest first and at most enough, and how many
// see it at all.
func (p *Position) Watchers(piece downsync.Piece, b downsync.Base, at plane.Point, enough int) (open []downsync.Label, seen int) {
	g := p.Ground()
	here := g.Body(plane.Disc{At: at, R: b.R}, p.infantry(piece))
	for _, q := range p.Foes(piece.Seat, at) {
		if len(open) == enough {
			break
		}
		sees, bare := p.Sees(q, here)
		if sees {
			seen++
		}
		if bare {
			open = append(open, q.Label)
		}
	}
	return open, seen
}

// LeavesCover returns the Units that are unseen, or in cover from all that see them, and would end the steps in the open before
// an enemy. A contact cannot be attacked, so it needs no cover.
func (p *Position) LeavesCover(steps []Step) (out []downsync.Label) {
	for _, s := range steps {
		piece, b, ok := p.Base(s.Ref)
		if !ok || piece.IsPing() || slices.Contains(out, piece.Label) {
			continue
		}
		if open, _ := p.Watchers(piece, b, b.Point, 1); len(open) > 0 {
			continue
		}
		if open, _ := p.Watchers(piece, b, s.To, 1); len(open) > 0 {
			out = append(out, piece.Label)
		}
	}
	return out
}

// infantry reports whether the piece is known to be infantry.
func (p *Position) infantry(piece downsync.Piece) bool {
	return !piece.IsPing() && p.Cards().Must(piece.Unit).Infantry()
}
