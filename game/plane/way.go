package plane

import "slices"

// Mover is a moving base and the restrictions on its move.
type Mover struct {
	R         Inch
	Infantry  bool   // may enter buildings
	Allowance Inch   // how far it may move
	Slow      Inch   // how much a move through terrain that slows loses; 0 if the mover ignores such terrain or was slowed before
	Enemies   []Disc // bases that it may not overlap anywhere on the path
	Others    []Disc // bases that it may not overlap at the end, in addition to Enemies
	Zones     []Zone // what it keeps away from
	Inside    []int  // for each building, the number of other bases in it; missing entries are 0
}

// Zone keeps a mover away: along the whole path and at its end, the gap to the body stays greater than Gap. With Sight,
// this applies only where the two are in line of sight. A mover that starts inside may stay, or move so that the
// distance never shrinks and end outside.
type Zone struct {
	Body  Body
	Gap   Inch
	Sight bool
}

// Trip is the result of checking a path.
type Trip struct {
	Length  Inch  // of the centre's path
	Slowed  Inch  // the cost of terrain that slows: the mover's Slow, or 0
	Climbed Inch  // the cost of going up onto buildings
	Left    Inch  // what remains of the allowance; negative if the path is too long
	Stop    *Stop // why the path is not allowed; nil if it is
}

// Stop says why a path is not allowed.
type Stop struct {
	Why   StopKind
	At    Point // where the base's centre is when it is stopped
	Index int   // index into the mover's Enemies, Others or Zones, or of the building
	By    Inch  // StopFar: how much too long the path is
}

// StopKind is a kind of Stop.
type StopKind string

// The kinds of Stop.
const (
	StopTable    StopKind = "off-table" // the base would leave the table
	StopFar      StopKind = "too-far"   // the path is longer than the allowance; By says how much
	StopEnemy    StopKind = "enemy"     // an enemy base is in the way
	StopOccupied StopKind = "occupied"  // it would end on another base
	StopZone     StopKind = "zone"      // it would come too near to what it keeps away from
	StopWall     StopKind = "wall"      // a building blocks a mover that is not infantry
	StopRoof     StopKind = "roof"      // it would end on a building's edge
	StopFull     StopKind = "full"      // the building holds no more bases
)

// Check decides exactly whether a base may move along the path, its centre following the legs. A path of length 0 is
// always allowed. Of several reasons against it, Stop is the first in this order: the table, the length,
// the first obstacle on the path, its end.
func (g *Ground) Check(m Mover, p Path) Trip {
	t := g.measure(m, p)
	if !p.still() && !t.offTable(g, m, p) && !t.tooFar(p) {
		t.Stop = g.hinders(m, p)
	}
	return t
}

// still reports whether the path has length 0.
func (p Path) still() bool {
	return !slices.ContainsFunc(p, func(q Point) bool { return q != p[0] })
}

// measure returns the trip without a Stop.
func (g *Ground) measure(m Mover, p Path) Trip {
	t := Trip{Length: p.Length()}
	if g.slows(m, p) {
		t.Slowed = m.Slow
	}
	t.Climbed = g.climbs(m, p)
	t.Left = m.Allowance - t.Slowed - t.Climbed - t.Length
	return t
}

// climbs returns what going up costs on the path: the height of a building that is climbed, for every leg that comes onto it
// from off it.
func (g *Ground) climbs(m Mover, p Path) Inch {
	var cost Inch
	for i := range g.Buildings {
		b := &g.Buildings[i]
		if !g.climbed(i) {
			continue
		}
		for k := 1; k < len(p); k++ {
			if legCloser(p[k-1], p[k], b.Shape, m.R-Thou) && !legCloser(p[k-1], p[k-1], b.Shape, m.R-Thou) {
				cost += b.Height
			}
		}
	}
	return cost
}

// climbed reports whether a building may be climbed.
func (g *Ground) climbed(building int) bool { return building < len(g.Climb) && g.Climb[building] }

// bars reports whether a building is a wall to the mover.
func (g *Ground) bars(m Mover, building int) bool { return !m.Infantry && !g.climbed(building) }

// slows reports whether the base overlaps terrain that slows it anywhere on the path, by more than a touch.
// Where a touch counts as being in terrain, a move that begins at the edge is slowed wherever it leads, and one that
// ends at the edge is not.
func (g *Ground) slows(m Mover, p Path) bool {
	if m.Slow == 0 || len(p) == 0 {
		return false
	}
	start := Disc{At: p[0], R: m.R}
	return slices.ContainsFunc(g.Areas, func(a Area) bool {
		return a.Kind.Slows() && (p.sweeps(m.R, a.Shape) || g.EdgeIn && a.Shape.Touches(start))
	})
}

// sweeps reports whether a base of radius r overlaps the outline anywhere on the path, by more than a touch.
func (p Path) sweeps(r Inch, shape Polygon) bool {
	if len(p) == 0 || Box(p).apart(Box(shape), r-Thou) {
		return false
	}
	for i := range p {
		if legCloser(p[max(i-1, 0)], p[i], shape, r-Thou) {
			return true
		}
	}
	return false
}

// offTable reports whether the base is over the edge anywhere on the path.
func (t *Trip) offTable(g *Ground, m Mover, p Path) bool {
	i := slices.IndexFunc(p, func(pt Point) bool { return !g.Table.Holds(Disc{pt, m.R}) })
	if i >= 0 {
		t.Stop = &Stop{Why: StopTable, At: p[i]}
	}
	return i >= 0
}

// tooFar reports whether the path is longer than the allowance.
func (t *Trip) tooFar(p Path) bool {
	if t.Left >= -Thou {
		return false
	}
	t.Stop = &Stop{Why: StopFar, At: p.after(t.Length + t.Left), By: -t.Left}
	return true
}

// after returns the point of the path after length l.
func (p Path) after(l Inch) Point {
	for i := 1; i < len(p); i++ {
		d := Dist(p[i-1], p[i])
		if d >= l && d > 0 {
			return along(p[i-1], p[i], int64(max(l, 0)), int64(d))
		}
		l -= d
	}
	return p[len(p)-1]
}

// hinders returns what blocks the path, or why it may not end where it does. It ignores the length.
func (g *Ground) hinders(m Mover, p Path) *Stop {
	if s := g.leaves(m, p); s != nil {
		return s
	}
	for i := 1; i < len(p); i++ {
		if s := g.blocks(m, p[0], p[i-1], p[i]); s != nil {
			return s
		}
	}
	return g.ends(m, p[len(p)-1])
}

// blocks returns what the leg a-b, of a path that begins at start, runs into first, or nil.
func (g *Ground) blocks(m Mover, start, a, b Point) *Stop {
	var first *Stop
	hit := func(why StopKind, i int, at Point) {
		if first == nil || dist2(a, at) < dist2(a, first.At) {
			first = &Stop{Why: why, Index: i, At: at}
		}
	}
	for i, e := range m.Enemies {
		if hits := func(b Point) bool { return segDist2Less(e.At, a, b, m.R+e.R-Thou) }; hits(b) {
			hit(StopEnemy, i, firstHit(a, b, hits))
		}
	}
	for i := range g.Buildings {
		if hits := func(b Point) bool { return legCloser(a, b, g.Buildings[i].Shape, m.R-Thou) }; g.bars(m, i) && hits(b) {
			hit(StopWall, i, firstHit(a, b, hits))
		}
	}
	for _, sight := range [2]bool{false, true} {
		for i, z := range m.Zones {
			if first != nil && first.At == a {
				return first
			}
			// Lines of sight are computed only up to what stops the base anyway.
			if first != nil {
				b = first.At
			}
			if z.Sight != sight || g.in(z, m, start) {
				continue
			}
			if at, in := g.enters(z, m, a, b); in {
				hit(StopZone, i, at)
			}
		}
	}
	return first
}

// firstHit returns the first point on the leg a-b, to the thousandth, up to which the leg hits. All of it does.
func firstHit(a, b Point, hits func(Point) bool) Point {
	n := max(int64(Dist(a, b)), 1)
	return along(a, b, last(func(k int64) bool { return hits(along(a, b, k, n)) }, n, -1), n)
}

// ends returns why the base may not end its move there because of bases or buildings, or nil.
func (g *Ground) ends(m Mover, at Point) *Stop {
	d := Disc{at, m.R}
	for i, o := range m.Others {
		if Overlap(d, o) {
			return &Stop{Why: StopOccupied, At: at, Index: i}
		}
	}
	for i, b := range g.Buildings {
		switch {
		case g.bars(m, i) || !legCloser(at, at, b.Shape, m.R-Thou):
		case !onRoof(d, b.Shape):
			return &Stop{Why: StopRoof, At: at, Index: i}
		case !g.climbed(i) && m.inside(i) >= b.Room:
			return &Stop{Why: StopFull, At: at, Index: i}
		default:
			return nil // wholly on one roof, so it at most touches another building
		}
	}
	return nil
}

// inside returns the number of other bases in that building.
func (m *Mover) inside(building int) int {
	if building >= len(m.Inside) {
		return 0
	}
	return m.Inside[building]
}

// onRoof reports whether a base lies wholly on a roof. Touching its edge from inside counts.
func onRoof(d Disc, shape Polygon) bool {
	return inside(d.At, shape) && !shape.rimCloser(d.At, d.R-Thou)
}

// Path is the course of a base's centre: straight legs from the first point to the last.
type Path []Point

// Length returns the length of the path to the nearest thousandth, however many legs it has.
func (p Path) Length() Inch {
	const fine = 1 << 10 // units per thousandth: the sum of many roots stays exact
	var l int64
	for i := 1; i < len(p); i++ {
		l += floorRoot(dist2(p[i-1], p[i]) * fine * fine)
	}
	return Inch((l + fine/2) / fine)
}

// Crosses reports whether a base of radius r comes strictly closer to d than gap on the path; gap 0 is overlap.
func (p Path) Crosses(r Inch, d Disc, gap Inch) bool { return p.closer(d.At, r+d.R+gap-Thou) }

func (p Path) closer(c Point, dist Inch) bool {
	for i := range p {
		if segDist2Less(c, p[max(i-1, 0)], p[i], dist) {
			return true
		}
	}
	return false
}

// NeverNears reports whether the distance to c never shrinks: no leg starts at less than a right angle from it.
func (p Path) NeverNears(c Point) bool {
	for i := 1; i < len(p); i++ {
		if dot(p[i-1], c, p[i]) > 0 {
			return false
		}
	}
	return true
}

// Stand returns why the base may not end there, or nil: over the edge, on a base, or on a building that does not allow it. It
// judges the place alone, as for a base that is set down there.
func (g *Ground) Stand(m Mover, at Point) *Stop {
	if !g.Table.Holds(Disc{at, m.R}) {
		return &Stop{Why: StopTable, At: at}
	}
	for i, b := range g.Buildings {
		if g.bars(m, i) && legCloser(at, at, b.Shape, m.R-Thou) {
			return &Stop{Why: StopWall, At: at, Index: i}
		}
	}
	return g.ends(m, at)
}

// rim returns the greatest distance between the two centres that is still within the gap.
func (z Zone) rim(r Inch) Inch { return r + z.Body.R + z.Gap + Thou }

// standing returns the mover at that point as an end of a line of sight.
func (g *Ground) standing(m Mover, at Point, grown Inch) Body {
	if m.Infantry {
		return g.Body(Disc{at, m.R}, true)
	}
	return Body{Disc: Disc{at, m.R + grown}}
}

// in reports whether a mover at that point is in the zone.
func (g *Ground) in(z Zone, m Mover, at Point) bool {
	return atMost(dist2(at, z.Body.At), z.rim(m.R)) && (!z.Sight || g.Sees(g.standing(m, at, 0), z.Body))
}

// leaves returns why the mover may not leave its zones this way, or nil. It may never near them and must end outside.
func (g *Ground) leaves(m Mover, p Path) *Stop {
	for i, z := range m.Zones {
		if !g.in(z, m, p[0]) {
			continue
		}
		if end := p[len(p)-1]; !p.NeverNears(z.Body.At) || g.in(z, m, end) {
			return &Stop{Why: StopZone, At: end, Index: i}
		}
	}
	return nil
}

// enters reports whether the mover is in the zone anywhere on the leg a-b, and approximately where first.
func (g *Ground) enters(z Zone, m Mover, a, b Point) (Point, bool) {
	near := z.rim(m.R)
	switch {
	case g.in(z, m, a):
		return a, true
	case a == b || !segDist2Less(z.Body.At, a, b, near) && !g.in(z, m, b):
		return b, false
	case !z.Sight:
		return firstHit(a, b, func(b Point) bool { return segDist2Less(z.Body.At, a, b, near+1) }), true
	}
	w := watch{g: g, z: z, m: m, a: a, b: b, n: int64(Dist(a, b))}
	within := func(k int64) bool { return atMost(dist2(along(a, b, k, w.n), z.Body.At), near) }
	mid := w.nearest()
	if !within(mid) {
		return b, false
	}
	k, in := w.seen(last(within, mid, -1), last(within, mid, w.n+1))
	return along(a, b, k, w.n), in
}

// last returns the furthest step from in towards out for which ok is true. ok must be true for in and false for out.
func last(ok func(int64) bool, in, out int64) int64 {
	for in-out > 1 || out-in > 1 {
		if k := (in + out) / 2; ok(k) {
			in = k
		} else {
			out = k
		}
	}
	return in
}

// watch searches a leg of n steps, of a thousandth each, for a place where the mover is in sight of a zone's body.
type watch struct {
	g    *Ground
	z    Zone
	m    Mover
	a, b Point
	n    int64
}

// nearest returns the step at which the leg is nearest to the zone's centre.
func (w *watch) nearest() int64 {
	dx, dy := int64(w.b.X)-int64(w.a.X), int64(w.b.Y)-int64(w.a.Y)
	dot := (int64(w.z.Body.At.X)-int64(w.a.X))*dx + (int64(w.z.Body.At.Y)-int64(w.a.Y))*dy
	return max(0, min(w.n, dot/w.n)) // n is the length to the nearest thousandth
}

// seen reports whether the mover is seen at some step from lo to hi, and at which. A base enlarged by half the stretch
// covers the mover wherever it is on the stretch. If even that base is out of sight, the whole stretch is. So
// the result is accurate to the thousandth, whatever the shape of the shadows.
func (w *watch) seen(lo, hi int64) (int64, bool) {
	mid := (lo + hi) / 2
	if !w.sees(mid, Inch(max(hi-mid, mid-lo))+1) {
		return 0, false
	}
	if w.sees(mid, 0) {
		return last(func(k int64) bool { return w.sees(k, 0) }, mid, lo-1), true
	}
	if lo < mid {
		if k, in := w.seen(lo, mid-1); in {
			return k, true
		}
	}
	if mid < hi {
		return w.seen(mid+1, hi)
	}
	return 0, false
}

// sees reports whether the enlarged base is in sight at that step.
func (w *watch) sees(k int64, grown Inch) bool {
	return w.g.Sees(w.g.standing(w.m, along(w.a, w.b, k, w.n), grown), w.z.Body)
}
