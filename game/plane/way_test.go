package plane

import (
	"slices"
	"testing"
)

// rect returns an upright rectangle in whole inches.
func rect(x0, y0, x1, y1 int) Polygon {
	return Polygon{{In(x0), In(y0)}, {In(x1), In(y0)}, {In(x1), In(y1)}, {In(x0), In(y1)}}
}

// whole is a table of 4' by 4'.
var whole = Rect{Max: Point{In(48), In(48)}}

// field returns a board with that terrain.
func field(t testing.TB, areas []Area, buildings ...Building) *Ground {
	t.Helper()
	g, err := New(whole, areas, buildings)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tank returns a mover of 60 mm with that allowance, which terrain slows by 2".
func tank(spd Inch) Mover { return Mover{R: Radius(60), Allowance: spd, Slow: In(2)} }

// squad returns an infantry base.
func squad() Mover { return Mover{R: Radius(40), Infantry: true, Allowance: In(6), Slow: In(2)} }

func at(x, y Inch) Point { return Point{x, y} }

// why returns the reason why a path is refused, or "" if it is allowed.
func why(t Trip) StopKind {
	if t.Stop == nil {
		return ""
	}
	return t.Stop.Why
}

type pathCase struct {
	name  string
	m     Mover
	p     Path
	want  StopKind
	index int
}

func checkAll(t *testing.T, g *Ground, cases []pathCase) {
	t.Helper()
	for _, c := range cases {
		trip := g.Check(c.m, c.p)
		if why(trip) != c.want || trip.Stop != nil && trip.Stop.Index != c.index {
			t.Errorf("%s: %+v, stop %+v; want %q %d", c.name, trip, trip.Stop, c.want, c.index)
		}
	}
}

func TestQ25Length(t *testing.T) {
	g := field(t, nil)
	checkAll(t, g, []pathCase{
		{"all of it", tank(6000), Path{at(10000, 10000), at(16000, 10000)}, "", 0},
		{"within the tolerance", tank(6000), Path{at(10000, 10000), at(16001, 10000)}, "", 0},
		{"beyond it", tank(6000), Path{at(10000, 10000), at(16002, 10000)}, StopFar, 0},
		{"bends count", tank(6000), Path{at(10000, 10000), at(13000, 14000), at(14000, 14000)}, "", 0},
		{"bends count too much", tank(6000), Path{at(10000, 10000), at(13000, 14000), at(14100, 14000)}, StopFar, 0},
		{"there and back", tank(6000), Path{at(10000, 10000), at(13000, 10000), at(10000, 10000)}, "", 0},
	})
	far := g.Check(tank(6000), Path{at(10000, 10000), at(14000, 10000), at(14000, 14500)})
	if far.Stop.By != 2500 || far.Left != -2500 || far.Stop.At != at(14000, 12000) {
		t.Errorf("too far: %+v %+v", far, far.Stop)
	}
	var steps Path // a hundred legs do not add up their roundings
	for i := range Inch(101) {
		steps = append(steps, at(10000+i*7, 10000+i*11))
	}
	if got := steps.Length(); got != 1304 { // 100 times the root of 170
		t.Errorf("length %v", got)
	}
}

// A path of length 0 is allowed wherever the mover stands.
func TestQ25NoLength(t *testing.T) {
	g := field(t, []Area{{Forest, rect(8, 8, 12, 12)}}, Building{rect(12, 8, 14, 12), In(2), 1})
	m := tank(6000)
	here := at(11500, 10000)
	m.Enemies, m.Others = []Disc{{here, 1000}}, []Disc{{here, 1000}}
	m.Zones = []Zone{{Body: Body{Disc: m.Enemies[0]}, Gap: In(2)}}
	checkAll(t, g, []pathCase{
		{"one point", m, Path{here}, "", 0},
		{"two points", m, Path{here, here}, "", 0},
		{"a step", m, Path{here, at(11501, 10000)}, StopZone, 0},
	})
	if trip := g.Check(m, Path{here}); trip.Slowed != In(2) || trip.Length != 0 {
		t.Errorf("in a wood it is slowed all the same: %+v", trip)
	}
	if trip := g.Check(m, nil); trip.Stop != nil {
		t.Errorf("no way at all: %+v", trip.Stop)
	}
}

func TestQ4TableEdge(t *testing.T) {
	m := tank(6000)
	checkAll(t, field(t, nil), []pathCase{
		{"along the edge", m, Path{at(m.R, 5000), at(m.R, 10000)}, "", 0},
		{"half an inch over", m, Path{at(3000, 5000), at(m.R-500, 5000)}, StopTable, 0},
		{"over it and back", m, Path{at(3000, 5000), at(m.R-500, 5000), at(3000, 5000)}, StopTable, 0},
	})
}

func TestQ26Passing(t *testing.T) {
	r := Radius(60)
	gate := func(gap Inch) Mover {
		m := tank(6000)
		m.Enemies = []Disc{{at(10000, 10000), r}, {at(10000+2*r+gap, 10000), r}}
		return m
	}
	through := func(gap Inch) Path {
		return Path{at(10000+r+gap/2, 7000), at(10000+r+gap/2, 13000)}
	}
	friend := tank(6000)
	friend.Others = []Disc{{at(10000, 10000), r}}
	checkAll(t, field(t, nil), []pathCase{
		{"2\" between two enemies", gate(2000), through(2000), StopEnemy, 0},
		{"a gap of just one base", gate(2 * r), through(2 * r), "", 0},
		{"a little less", gate(2*r - 10), through(2*r - 10), StopEnemy, 0},
		{"tangent", gate(9000), Path{at(10000-2*r, 8000), at(10000-2*r, 12000)}, "", 0},
		{"not quite tangent", gate(9000), Path{at(10010-2*r, 8000), at(10010-2*r, 12000)}, StopEnemy, 0},
		{"through a friend", friend, Path{at(7000, 10000), at(12500, 10000)}, "", 0},
		{"onto a friend", friend, Path{at(7000, 10000), at(12000, 10000)}, StopOccupied, 0},
		{"touching a friend", friend, Path{at(7000, 10000), at(10000-2*r, 10000)}, "", 0},
	})
	hit := field(t, nil).Check(gate(2000), through(2000)).Stop
	if !segDist2Less(gate(2000).Enemies[0].At, through(2000)[0], hit.At, 2*r) || hit.At.Y > 10000 {
		t.Errorf("stopped at %v", hit.At)
	}
}

func TestQ27Slowed(t *testing.T) {
	g := field(t, []Area{{Forest, rect(10, 5, 12, 15)}, {Rough, rect(14, 5, 16, 15)}, {Urban, rect(10, 20, 20, 30)}})
	r := Radius(60)
	fresh, slowed := tank(6000), tank(6000)
	slowed.Slow = 0
	checkAll(t, g, []pathCase{
		{"up to the wood, 5\" away", fresh, Path{at(5000-r, 10000), at(10000-r, 10000)}, "", 0},
		{"a touch inside", fresh, Path{at(5000-r, 10000), at(10001-r, 10000)}, "", 0},
		{"5\" and inside", fresh, Path{at(5010-r, 10000), at(10010-r, 10000)}, StopFar, 0},
		{"4\" and inside", fresh, Path{at(6010-r, 10000), at(10010-r, 10000)}, "", 0},
		{"4\" through two woods", fresh, Path{at(11000, 10000), at(15000, 10000)}, "", 0},
		{"more through two woods", fresh, Path{at(11000, 10000), at(15010, 10000)}, StopFar, 0},
		{"out of a wood", fresh, Path{at(10000, 10000), at(5000, 10000)}, StopFar, 0},
		{"slowed before", slowed, Path{at(11000, 10000), at(17000, 10000)}, "", 0},
		{"urban slows nobody", fresh, Path{at(12000, 25000), at(18000, 25000)}, "", 0},
	})
	if trip := g.Check(fresh, Path{at(11000, 10000), at(15000, 10000)}); trip.Slowed != In(2) || trip.Left != 0 {
		t.Errorf("through two woods: %+v", trip)
	}
	g.EdgeIn = true
	if trip := g.Check(fresh, Path{at(5000-r, 10000), at(10000-r, 10000)}); trip.Slowed != 0 {
		t.Errorf("up to the edge, where touching is in: %+v", trip)
	}
	for _, away := range []Path{{at(10000-r, 10000), at(6000-r, 10000)}, {at(10000-r, 10000), at(10000-r, 10000)}} {
		if trip := g.Check(fresh, away); trip.Slowed != In(2) || trip.Stop != nil {
			t.Errorf("away from the edge, where touching is in: %+v", trip)
		}
	}
	for _, end := range []Point{at(5990-r, 10000), at(10500-r, 10000)} { // 4.01" away, and 0.5" into the wood
		_, trip := g.Way(fresh, at(10000-r, 10000), end)
		if want := end.X < 6000-r; (trip.Stop != nil) != want || trip.Slowed != In(2) {
			t.Errorf("to %v from the edge: %+v", end, trip)
		}
	}
	if trip := g.Check(fresh, Path{at(9990-r, 10000), at(3990-r, 10000)}); trip.Stop != nil || trip.Slowed != 0 {
		t.Errorf("away from near the edge: %+v", trip)
	}
}

func TestQ35Buildings(t *testing.T) {
	g := field(t, nil, Building{rect(10, 10, 13, 15), In(3), 6}, Building{rect(13, 10, 16, 15), In(3), 6})
	r := Radius(60)
	s, full := squad(), squad()
	full.Inside = []int{5, 6}
	checkAll(t, g, []pathCase{
		{"a vehicle touches a wall", tank(6000), Path{at(10000-r, 9000), at(10000-r, 14000)}, "", 0},
		{"and drives into it", tank(6000), Path{at(10010-r, 9000), at(10010-r, 14000)}, StopWall, 0},
		{"and through both", tank(6000), Path{at(8000, 12000), at(14000, 12000)}, StopWall, 0},
		{"and from the other side", tank(6000), Path{at(18000, 12000), at(12000, 12000)}, StopWall, 1},
		{"and drives round a corner", tank(6000), Path{at(10000-r, 12000), at(10000-r, 10000-r), at(11000, 10000-r)}, "", 0},
		{"infantry goes in", s, Path{at(8000, 12000), at(11000, 12000)}, "", 0},
		{"infantry stops half in", s, Path{at(8000, 12000), at(10200, 12000)}, StopRoof, 0},
		{"touches the roof's edge from inside", s, Path{at(8000, 12000), at(10000+s.R, 12000)}, "", 0},
		{"stands across two roofs", s, Path{at(8000, 12000), at(13000, 12000)}, StopRoof, 0},
		{"goes through", s, Path{at(11500, 9000), at(11500, 9000-s.R), at(14500, 9000)}, "", 0},
		{"passes under cover of both", s, Path{at(12000, 9000), at(12000, 11000), at(14500, 9000)}, "", 0},
		{"a place is left", full, Path{at(8000, 12000), at(11000, 12000)}, "", 0},
		{"no place is left", full, Path{at(12000, 12000), at(14500, 12000)}, StopFull, 1},
	})
}

// Q30 and Q31 on open ground.
func TestPingZones(t *testing.T) {
	r := Radius(60)
	ping := func(gap Inch) (Mover, Point) {
		m := tank(4000)
		m.Zones = []Zone{{Body: Body{Disc: Disc{at(20000, 20000), r}}, Gap: In(2)}}
		return m, at(20000-2*r-gap, 20000)
	}
	out, from := ping(3000)
	in, inside := ping(1500)
	grazed, rim := ping(2001)
	checkAll(t, field(t, nil), []pathCase{
		{"keeps more than 2\"", out, Path{from, at(from.X+998, from.Y)}, "", 0},
		{"comes to 2\"", out, Path{from, at(from.X+999, from.Y)}, StopZone, 0},
		{"passes at 2\"", out, Path{from, at(from.X+1000, from.Y), from}, StopZone, 0},
		{"straight away", in, Path{inside, at(inside.X-600, inside.Y)}, "", 0},
		{"away, not out", in, Path{inside, at(inside.X-400, inside.Y)}, StopZone, 0},
		{"sideways, ending at 1.9\"", in, Path{inside, at(inside.X, inside.Y+1900)}, StopZone, 0},
		{"sideways and out", in, Path{inside, at(inside.X, inside.Y+3000)}, "", 0},
		{"nearer, then out", in, Path{inside, at(inside.X+10, inside.Y+1000), at(inside.X-1000, inside.Y+2000)}, StopZone, 0},
		{"out, then nearer", in, Path{inside, at(inside.X-2000, inside.Y), at(inside.X-1500, inside.Y)}, StopZone, 0},
		{"at 2\" to the tolerance it is inside", grazed, Path{rim, at(rim.X-100, rim.Y)}, "", 0},
		{"and may not come back in", grazed, Path{rim, at(rim.X-100, rim.Y), at(rim.X-10, rim.Y)}, StopZone, 0},
	})
}

// The first obstacle is named, with its place.
func TestFirstStop(t *testing.T) {
	g := field(t, nil, Building{rect(14, 8, 15, 12), In(2), 1})
	m := tank(9000)
	m.Enemies = []Disc{{at(18000, 10000), 1000}, {at(12000, 12000), 1000}}
	there := Path{at(9000, 10000), at(17000, 10000)}
	back := slices.Clone(there)
	slices.Reverse(back)
	s := g.Check(m, there).Stop
	if s.Why != StopEnemy || s.Index != 1 {
		t.Errorf("there: %+v", s)
	}
	m.Enemies = m.Enemies[:1]
	if s := g.Check(m, there).Stop; s.Why != StopWall || Gap(Disc{s.At, m.R}, Disc{at(14000, 10000), 0}) > 2 {
		t.Errorf("there: %+v", s)
	}
	if s := g.Check(m, back).Stop; s.Why != StopEnemy || s.At != back[0] {
		t.Errorf("back: %+v", s)
	}
}
