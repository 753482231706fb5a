package plane

import (
	"cmp"
	"math"
	"slices"
)

// Way returns the shortest allowed path to a point, at most 0.05" longer than the optimum, and its trip. If there is
// none, the Trip's Stop says why. Either the end is not allowed, or the path is too long (it is returned all the same),
// or terrain and bases enclose the way; Stop then names the first obstacle on the straight line.
func (g *Ground) Way(m Mover, from, to Point) (Path, Trip) {
	straight := Path{from, to}
	t := g.Check(m, straight)
	if from == to || t.Stop == nil && t.Slowed == 0 && t.Climbed == 0 {
		return straight, t
	}
	if s := g.never(m, from, to); s != nil {
		t.Stop = s
		return nil, t
	}
	w := wayfinder{newShadows(g, &m), from, to}
	if p, t, ok := w.best(m.Allowance); ok && t.Stop == nil {
		return p, t
	}
	// A little beyond the allowance, the caller still wants to know by how much the path is too long.
	const beyond = 6000
	if p, t, ok := w.best(max(m.Allowance, Dist(from, to)) + beyond); ok {
		return p, t
	}
	if s := g.hinders(m, straight); s != nil {
		t.Stop = s
		return nil, t
	}
	return straight, t // no obstacle: it is too long, or slowed
}

// Short reports whether Way finds a path within the allowance. It may miss a detour of less than a thousandth. It is faster than Way if
// the place is out of reach.
func (g *Ground) Short(m Mover, from, to Point) bool {
	switch {
	case g.Check(m, Path{from, to}).Stop == nil:
		return true
	case Dist(from, to) >= m.Allowance || g.never(m, from, to) != nil:
		return false
	}
	w := wayfinder{newShadows(g, &m), from, to}
	_, t, ok := w.best(m.Allowance)
	return ok && t.Stop == nil
}

// never returns why no path at all, however long, can lead from from to to.
func (g *Ground) never(m Mover, from, to Point) *Stop {
	for _, at := range [2]Point{to, from} {
		if !g.Table.Holds(Disc{at, m.R}) {
			return &Stop{Why: StopTable, At: at}
		}
		if s := g.blocks(m, from, at, at); s != nil {
			return s
		}
	}
	for i, z := range m.Zones {
		if g.in(z, m, to) {
			return &Stop{Why: StopZone, At: to, Index: i}
		}
	}
	return g.ends(m, to)
}

// wayfinder searches for the best path between two points.
type wayfinder struct {
	*shadows
	from, to Point
}

// best returns the path of at most reach that leaves most of the allowance, possibly a negative rest. It is the shortest path,
// or a longer one around terrain that slows or a building to climb.
func (w *wayfinder) best(reach Inch) (p Path, t Trip, ok bool) {
	for _, c := range w.g.ascents(*w.m, w.from, w.to, reach) {
		if reach < c.cost {
			continue
		}
		if q, u, found := w.over(reach-c.cost, c.open); found && (!ok || u.Left > t.Left) {
			p, t, ok = q, u, true
		}
	}
	return p, t, ok
}

// over is best where those buildings may be climbed, and all others are walked around.
func (w *wayfinder) over(reach Inch, open uint32) (Path, Trip, bool) {
	wet, wetTrip, ok := w.shortest(reach, false, open)
	if !ok || wetTrip.Slowed == 0 {
		return wet, wetTrip, ok
	}
	if w.g.slows(*w.m, Path{w.from}) || w.g.slows(*w.m, Path{w.to}) {
		return wet, wetTrip, true
	}
	dry, dryTrip, ok := w.shortest(wetTrip.Length+w.m.Slow, true, open)
	if !ok || dryTrip.Left < wetTrip.Left {
		return wet, wetTrip, true
	}
	return dry, dryTrip, true
}

// shortest returns the shortest path of at most reach, anywhere or only on ground that does not slow, up onto those buildings
// that are open.
func (w *wayfinder) shortest(reach Inch, dry bool, open uint32) (Path, Trip, bool) {
	for _, sight := range w.handlings() {
		// A path that touches things may fail the exact check by a thousandth; then one with a small distance will do.
		for _, pad := range [...]float64{0, 3} {
			f, last, ok := aim(w.surveyed(w.from, w.to, terms{reach, pad, dry, open, sight}), w.from, w.to, float64(reach+Thou))
			if !ok {
				break
			}
			if p, t, ok := w.drawn(f, last, dry); ok {
				return p, t, true
			}
		}
	}
	return nil, Trip{}, false
}

// drawn returns a found way as legs that pass the exact check.
func (w *wayfinder) drawn(f *finder, last int, dry bool) (Path, Trip, bool) {
	for i, step := range fineness {
		p := f.path(last, w.from, w.to, step)
		t := w.g.measure(*w.m, p)
		if dry && t.Slowed != 0 || w.g.hinders(*w.m, p) != nil {
			continue
		}
		if t.tooFar(p) && i+1 < len(fineness) && t.Length-t.Stop.By >= Inch(f.hops[last].length) {
			continue
		}
		return p, t, true
	}
	return nil, Trip{}, false
}

// Nearest returns a path to the point nearest to to at which the mover may end, accurate to about 0.02"; it may miss gaps under
// an eighth of an inch. It returns false if no such point is nearer than from.
func (g *Ground) Nearest(m Mover, from, to Point) (Path, bool) { return g.closer(m, from, to, true) }

// Onward returns a path to the point to which the allowance leads on the shortest way to to, or to a better one beside it. It
// returns false if no such point is nearer than from.
func (g *Ground) Onward(m Mover, from, to Point) (Path, bool) { return g.closer(m, from, to, false) }

// closer searches for a point nearer to to: on the way there, and all around it if everywhere is set.
func (g *Ground) closer(m Mover, from, to Point, everywhere bool) (Path, bool) {
	p, t := g.Way(m, from, to)
	if t.Stop == nil {
		return p, true
	}
	n := nearby{realm: g.realm(m, from), to: to}
	if len(p) > 0 {
		n.offer(p.after(p.Length() + t.Left)) // to the point on the way at which the allowance ends
	}
	if everywhere {
		n.scatter()
	}
	slices.SortStableFunc(n.found, func(a, b Point) int { return cmp.Compare(dist2(a, to), dist2(b, to)) })
	for _, q := range n.found {
		if dist2(q, to) >= dist2(from, to) {
			break
		}
		if p, t := g.Way(m, from, q); t.Stop == nil {
			return p, true
		}
	}
	return nil, false
}

// nearby collects points near a goal at which a move may end.
type nearby struct {
	*realm
	to    Point
	found []Point
	discs []full
}

// known reports whether a point is in a disc in which no move may end. The next point is probably in the same one.
func (n *nearby) known(p Point) bool {
	for i, d := range n.discs {
		if dist2(p, d.at) < d.r2 {
			n.discs[0], n.discs[i] = d, n.discs[0]
			return true
		}
	}
	return false
}

// full is a disc in which no move may end, with the square of its radius.
type full struct {
	at Point
	r2 int64
}

// free is may for many points near each other: the depth of a point in an obstacle shows that the points around it are in it
// too.
func (n *nearby) free(p Point) bool {
	const most, worth = 32, lattice // discs, and the radius from which on one saves more than it costs
	v := toVec(p)
	if v.minus(toVec(n.from)).length() > float64(n.m.Allowance+Thou) || n.known(p) { // out of reach by more than the rounding
		return false
	}
	room := n.room(v, 0)
	if room >= 0 {
		return n.gets(v)
	}
	if r := int64(-room) - 1; r > worth && len(n.discs) < most { // a thousandth less, because of rounding
		n.discs = append(n.discs, full{p, r * r})
	}
	return false
}

// offer adds a point, moved as near to the goal as possible.
func (n *nearby) offer(p Point) {
	if !n.free(p) {
		return
	}
	const widest = 512
	for step := Inch(widest); step > 0; {
		if q, ok := n.nearer(p, step); ok {
			p = q
			continue
		}
		// Keep an earlier point that lies a little further off: the last may touch something too closely.
		if step <= 8 {
			n.found = append(n.found, p)
		}
		step /= 2
	}
}

// compass holds sixteen directions.
var compass = [...]Point{{2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {-1, 2}, {-1, 1}, {-2, 1},
	{-2, 0}, {-2, -1}, {-1, -1}, {-1, -2}, {0, -2}, {1, -2}, {1, -1}, {2, -1}}

// nearer returns the nearest point one step away at which a move may end, if it is nearer than p. Of several as near it is the first of
// the compass.
func (n *nearby) nearer(p Point, step Inch) (Point, bool) {
	var away [len(compass)]int64
	now := dist2(p, n.to)
	for i := range compass {
		away[i] = dist2(onCompass(p, i, step), n.to)
	}
	for {
		best, at := now, -1
		for i, d := range away {
			if d < best {
				best, at = d, i
			}
		}
		if at < 0 {
			return p, false
		}
		if q := onCompass(p, at, step); n.free(q) {
			return q, true
		}
		away[at] = now
	}
}

// onCompass is the point one step away in a direction of the compass.
func onCompass(p Point, direction int, step Inch) Point {
	c := compass[direction]
	return Point{p.X + c.X*step/2, p.Y + c.Y*step/2}
}

// scatter offers a few of the nearest lattice points, no two of them side by side.
func (n *nearby) scatter() {
	const enough, apart = 4, 6 * lattice
	var taken []Point
	beside := func(p Point) bool {
		for _, q := range taken {
			if dist2(p, q) < apart*apart {
				return true
			}
		}
		return false
	}
	n.nearFirst(func(p Point) bool { return !beside(p) && !n.known(p) }, func(p Point) bool {
		if !beside(p) && n.free(p) {
			taken = append(taken, p)
			n.offer(p)
		}
		return len(taken) < enough
	})
}

// nearFirst calls do for lattice points, the nearest to the goal first, until it returns false. Few of many are wanted: so they are
// looked for in belts around the goal, one after the other. Those that are not worth it as a belt begins are left out.
func (n *nearby) nearFirst(worth, do func(Point) bool) {
	const wide = lattice / 2
	k := int(max(n.m.Allowance, 0)/lattice) + 1
	away, reach := int(math.Sqrt(float64(dist2(n.from, n.to)))), k*lattice
	dx, dy := int(n.to.X-n.from.X), int(n.to.Y-n.from.Y)
	type near struct {
		Point
		d int64
	}
	var belt []near
	for i := max(0, away-reach-1) / wide; i <= (away+reach+1)/wide; i++ {
		inner, outer := float64(i*wide), float64((i+1)*wide)
		first, beyond := int64(i*wide)*int64(i*wide), int64((i+1)*wide)*int64((i+1)*wide)
		belt = belt[:0]
		for y := max(-k, floored(dy-(i+1)*wide, lattice)); y <= min(k, floored(dy+(i+1)*wide, lattice)); y++ {
			off := float64(y*lattice - dy)
			most := int(math.Sqrt(max(0, outer*outer-off*off))) + 1
			least := max(0, int(math.Sqrt(max(0, inner*inner-off*off)))-1)
			from, hole, hidden, to := floored(dx-most, lattice), floored(dx-least, lattice)+1, floored(dx+least, lattice), floored(dx+most, lattice)+1
			for x := max(-k, from); x <= min(k, to); x++ {
				if x > hole && x < hidden { // nearer to the goal
					x = hidden
				}
				p := Point{n.from.X + Inch(x*lattice), n.from.Y + Inch(y*lattice)}
				if d := dist2(p, n.to); x <= k && x*x+y*y <= k*k && first <= d && d < beyond && worth(p) {
					belt = append(belt, near{p, d})
				}
			}
		}
		slices.SortFunc(belt, func(p, q near) int {
			if p.d != q.d {
				return cmp.Compare(p.d, q.d)
			}
			return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
		})
		for _, p := range belt {
			if !do(p.Point) {
				return
			}
		}
	}
}

// floored is n/d, rounded down.
func floored(n, d int) int {
	if n < 0 {
		n -= d - 1
	}
	return n / d
}
