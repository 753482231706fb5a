package plane

import "slices"

// Mover is a moving base and the restrictions on its move.
type Mover struct {
	R         Inch
	Infantry  bool   // may enter buildings (R11.2, Q35)
	Allowance Inch   // how far it may move: its SPD (R7.8)
	Slow      Inch   // what a move that overlaps Forest or Rough Ground loses (R10.1, Q27); 0 if the mover ignores them or was slowed before
	Enemies   []Disc // bases that it may not overlap anywhere on the path (R7.9, Q26)
	Others    []Disc // bases that it may not overlap at the end, in addition to Enemies
	Zones     []Zone // what a Ping keeps away from (R14, Q30)
	Inside    []int  // for each building, the number of other bases in it (Q35); missing entries are 0
}

// Zone keeps a mover away: along the whole path and at its end, the gap to the body stays greater than Gap. With Sight,
// this applies only where the two are in line of sight (Q30). A mover that starts inside may stay, or move so that the
// distance never shrinks and end outside (Q31).
type Zone struct {
	Body  Body
	Gap   Inch
	Sight bool
}

// Trip is the result of checking a path.
type Trip struct {
	Length Inch  // of the centre's path (Q25)
	Slowed Inch  // what Forest or Rough Ground cost: the mover's Slow, or 0
	Left   Inch  // what remains of the allowance; negative if the path is too long
	Stop   *Stop // why the path is not allowed; nil if it is
}

// Stop is the reason that a path is not allowed.
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
	StopTable    StopKind = "off-table" // the base would leave the table (Q4)
	StopFar      StopKind = "too-far"   // the path is longer than the allowance; By says how much (R7.8, Q25)
	StopEnemy    StopKind = "enemy"     // an enemy base is in the way (R7.9, Q26)
	StopOccupied StopKind = "occupied"  // it would end on another base (R7.9)
	StopZone     StopKind = "zone"      // a Ping would come too near (R14.2, R14.3, Q30, Q31)
	StopWall     StopKind = "wall"      // a building blocks a mover that is not infantry (R11.2, Q35)
	StopRoof     StopKind = "roof"      // it would end on a building's edge (Q35)
	StopFull     StopKind = "full"      // the building holds no more bases (R11.4, Q35)
)

// Check decides exactly whether a base may move along the path, its centre following the legs. A path of length 0 is
// always allowed (Q25, Q31). Of several reasons against it, Stop gives the first in this order: the table, the length,
// the first obstacle on the path, its end.
func (g *Ground) Check(m Mover, p Path) Trip {
	t := g.measure(m, p)
	if p.still() || t.offTable(g, m, p) || t.tooFar(p) {
		return t
	}
	t.Stop = g.hinders(m, p)
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
	t.Left = m.Allowance - t.Slowed - t.Length
	return t
}

// slows reports whether the base overlaps terrain that slows it anywhere on the path, by more than a touch (Q27, Q28).
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
	for _, pt := range p {
		if !g.Table.Holds(Disc{pt, m.R}) {
			t.Stop = &Stop{Why: StopTable, At: pt}
			return true
		}
	}
	return false
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
		if hits := func(b Point) bool { return legCloser(a, b, g.Buildings[i].Shape, m.R-Thou) }; !m.Infantry && hits(b) {
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

// firstHit returns the first point on the leg a-b, to the thousandth, up to which the leg hits. The whole leg is known
// to hit.
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
	if !m.Infantry {
		return nil
	}
	for i, b := range g.Buildings {
		switch {
		case !legCloser(at, at, b.Shape, m.R-Thou):
		case !onRoof(d, b.Shape):
			return &Stop{Why: StopRoof, At: at, Index: i}
		case m.inside(i) >= b.Room:
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

// onRoof reports whether a base lies wholly on a roof. Touching its edge from inside counts (Q35).
func onRoof(d Disc, shape Polygon) bool {
	for i := range shape {
		if a, b := shape.edge(i); segDist2Less(d.At, a, b, d.R-Thou) {
			return false
		}
	}
	return inside(d.At, shape)
}
