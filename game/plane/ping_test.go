package plane

import (
	"math"
	"testing"
)

// Q30 and Q31 with walls: a Ping keeps away from an enemy Unit wherever that is, but from an enemy Ping only in sight.

// behindWall returns a wall three quarters of an inch thick north of a base at 20,20, long to the east, and a Ping of 60 mm.
func behindWall(t *testing.T) (*Ground, Mover) {
	t.Helper()
	g := field(t, nil, Building{Polygon{at(10000, 21500), at(30000, 21500), at(30000, 22250), at(10000, 22250)}, In(1), 0})
	m := Mover{R: Radius(60), Allowance: In(4)}
	m.Enemies = []Disc{{at(20000, 20000), Radius(60)}}
	return g, m
}

func TestQ30Walls(t *testing.T) {
	g, unit := behindWall(t)
	unit.Zones = []Zone{{Body: Body{Disc: unit.Enemies[0]}, Gap: In(2)}}
	ping := unit
	ping.Zones = []Zone{{Body: Body{Disc: unit.Enemies[0]}, Gap: In(2), Sight: true}}
	y := 22250 + ping.R // touching the wall from the north, at a gap of 1.069"
	near, along := at(20000, y), Path{at(16000, y), at(20000, y)}
	checkAll(t, g, []pathCase{
		{"a Ping behind a wall", ping, Path{at(20000, y+3000), near}, "", 0},
		{"a Unit behind a wall", unit, Path{at(20000, y+3000), near}, StopZone, 0},
		{"past a Ping behind a wall", ping, along, "", 0},
		{"past a Unit behind a wall", unit, along, StopZone, 0},
		{"onto the wall's side of the Ping", ping, Path{at(16000, 20000), at(18000, 20000)}, StopZone, 0},
	})
	if p, trip := g.Way(ping, along[0], along[1]); trip.Stop != nil || len(p) != 2 {
		t.Errorf("along the wall: %v %+v", p, trip.Stop)
	}
	if _, trip := g.Way(unit, along[0], at(24000, y)); why(trip) != StopFar || trip.Stop.By < 100 {
		t.Errorf("round the Unit's zone it is further than 8\" - 4\": %+v", trip.Stop)
	}
}

// The wall ends; around its end the Ping comes into sight.
func TestQ30OutOfCover(t *testing.T) {
	wall := Polygon{at(10000, 21500), at(20500, 21500), at(20500, 22250), at(10000, 22250)}
	g := field(t, nil, Building{wall, In(1), 0})
	m := Mover{R: Radius(60), Allowance: In(8)}
	m.Enemies = []Disc{{at(18000, 20000), Radius(60)}}
	m.Zones = []Zone{{Body: Body{Disc: m.Enemies[0]}, Gap: In(2), Sight: true}}
	y := 22250 + m.R
	out := Path{at(15000, y), at(25000, y)}
	trip := g.Check(Mover{R: m.R, Allowance: In(10), Zones: m.Zones}, out)
	if why(trip) != StopZone {
		t.Fatalf("out of cover: %+v", trip.Stop)
	}
	stop, before := trip.Stop.At, at(trip.Stop.At.X-5, y)
	if !g.Sees(Body{Disc: Disc{stop, m.R}}, m.Zones[0].Body) || g.Sees(Body{Disc: Disc{before, m.R}}, m.Zones[0].Body) {
		t.Errorf("the Ping is said to be seen first at %v", stop)
	}
	if trip := g.Check(m, Path{out[0], before}); trip.Stop != nil {
		t.Errorf("up to there: %+v", trip.Stop)
	}
	// The way leads along the wall, then around the area in sight.
	p, trip := g.Way(m, at(15000, y), at(22000, y+2000))
	if trip.Stop != nil {
		t.Fatalf("no way: %+v", trip.Stop)
	}
	whole := m
	whole.Zones = []Zone{{Body: m.Zones[0].Body, Gap: In(2)}}
	if _, t2 := g.Way(whole, at(15000, y+2000), at(22000, y+2000)); t2.Stop != nil || p.Length() > t2.Length+In(2) {
		t.Errorf("%v, %v with cover, %v without", p, p.Length(), t2.Length)
	}
}

func TestQ31Leaving(t *testing.T) {
	g, m := behindWall(t)
	m.Zones = []Zone{{Body: Body{Disc: m.Enemies[0]}, Gap: In(2)}}
	m.Allowance = In(5)
	r := 2 * m.R
	from := at(20000-r-1500, 20000)
	for _, c := range []struct {
		name string
		to   Point
		want StopKind
	}{
		{"stays", from, ""},
		{"straight away", at(from.X-1000, from.Y), ""},
		{"still inside", at(from.X-400, from.Y), StopZone},
		{"sideways and out", at(from.X, from.Y-3000), ""},
		{"round and out", at(17500, 16300), ""},
		{"to the other side", at(20000+r+2100, 20000), StopFar},
	} {
		p, trip := g.Way(m, from, c.to)
		if why(trip) != c.want {
			t.Errorf("%s: %v %+v", c.name, p, trip.Stop)
		}
		if trip.Stop == nil && !p.NeverNears(m.Zones[0].Body.At) {
			t.Errorf("%s: %v nears the enemy", c.name, p)
		}
	}
}

// The shortest way out that never comes nearer to the enemy circles it, then goes straight.
func TestQ31Round(t *testing.T) {
	m := Mover{R: Radius(60), Allowance: In(9)}
	m.Zones = []Zone{{Body: Body{Disc: Disc{at(20000, 20000), Radius(60)}}, Gap: In(2)}}
	from := at(20000-3500, 20000)
	for _, to := range []Point{at(19000, 15000), at(20000, 25000), at(21000, 14500), at(22000, 15500)} {
		v := toVec(to).minus(vec{20000, 20000})
		whole := math.Acos(-v.x / v.length())
		want := 3500*(whole-math.Acos(3500/v.length())) + math.Sqrt(v.dot(v)-3500*3500)
		p, trip := field(t, nil).Way(m, from, to)
		if trip.Stop != nil || float64(trip.Length) < want-2 || float64(trip.Length) > want+50 {
			t.Errorf("to %v: %+v %+v in %d legs, want %.0f", to, trip, trip.Stop, len(p)-1, want)
		}
	}
}
