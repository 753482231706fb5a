package plane

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// boards is the number of random boards in a test.
func boards() int {
	if os.Getenv("SOAK") != "" {
		return 20000
	}
	return 300
}

// checkWay compares a found way with the oracle.
func checkWay(t *testing.T, seed uint64) (found bool) {
	t.Helper()
	g, m, from, to := crowd(rand.New(rand.NewPCG(seed, 7)))
	if !g.Table.Holds(Disc{from, m.R}) || g.blocks(m, from, from, from) != nil {
		return false // it cannot stand there in the first place
	}
	p, trip := g.Way(m, from, to)
	if trip.Stop == nil {
		if again := g.Check(m, p); again != trip || p[0] != from || p[len(p)-1] != to {
			t.Errorf("seed %d: way %v: %+v, then %+v (%v)", seed, p, trip, again, again.Stop)
			return true
		}
	}
	if short := g.Short(m, from, to); short && trip.Stop != nil || !short && trip.Stop == nil && trip.Length+trip.Slowed+trip.Climbed < m.Allowance-1 {
		t.Errorf("seed %d: a short way %v, and the way is %+v (%v)", seed, short, trip, trip.Stop)
	}
	if p, ok := g.Onward(m, from, to); ok && (g.Check(m, p).Stop != nil || dist2(p[len(p)-1], to) >= dist2(from, to) && from != to) {
		t.Errorf("seed %d: onward %v", seed, p)
	}
	if g.never(m, from, to) != nil {
		return false
	}
	left := newOracle(g, m, from).left(toVec(to))
	switch {
	case math.IsInf(left, -1):
	case trip.Stop != nil && left > 3:
		t.Errorf("seed %d: no way from %v to %v: %+v; the oracle has %.1f left (%d)", seed, from, to, *trip.Stop, left, len(newOracle(g, m, from).out))
	case (trip.Stop == nil || trip.Stop.Why == StopFar) && float64(trip.Left) < left-50:
		t.Errorf("seed %d: %v left by %v, the oracle has %.1f", seed, trip.Left, p, left)
	}
	return true
}

func TestWayOracle(t *testing.T) {
	n := 0
	for seed := uint64(0); n < boards(); seed++ {
		if checkWay(t, seed) {
			n++
		}
	}
}

type wayCase struct {
	name     string
	m        Mover
	from, to Point
	want     StopKind
	by       Inch // the length if there is a way, by how much it is too long if not; 0: not checked
}

func wayAll(t *testing.T, g *Ground, cases []wayCase) {
	t.Helper()
	for _, c := range cases {
		p, trip := g.Way(c.m, c.from, c.to)
		got := trip.Length
		if trip.Stop != nil {
			got = trip.Stop.By
		}
		if why(trip) != c.want || c.by != 0 && (got < c.by-Thou || got > c.by+30) {
			t.Errorf("%s: %v, %+v, stop %+v; want %q %v", c.name, p, trip, trip.Stop, c.want, c.by)
		}
	}
}

func TestWayRoundEnemies(t *testing.T) {
	r := Radius(60)
	behind := tank(6000)
	behind.Enemies = []Disc{{at(20000, 20000), r}}
	gate := func(gap Inch) Mover {
		m := tank(6000)
		for i := range 6 { // a line of enemies, with a gap in the middle
			x := 20000 + (r+gap/2)*Inch(2*(i%2)-1) + Inch(2*(i%2)-1)*Inch(i/2)*2*r
			m.Enemies = append(m.Enemies, Disc{at(x, 20000), r})
		}
		return m
	}
	onto := behind
	onto.Others = []Disc{{at(26000, 20000), r}}
	wayAll(t, field(t, nil), []wayCase{
		// Touching on both sides: half the rim of a circle of two radii.
		{"half way round", tankAmong(8000, behind), at(20000-2*r, 20000), at(20000+2*r, 20000), "", 7421},
		{"too far by 1.421", behind, at(20000-2*r, 20000), at(20000+2*r, 20000), StopFar, 1421},
		{"2\" between two enemies", gate(2000), at(20000, 17500), at(20000, 22500), StopEnemy, 0},
		{"a gap of just one base", gate(2 * r), at(20000, 17500), at(20000, 22500), "", 5000},
		{"obliquely through it", gate(2 * r), at(19000, 17500), at(21000, 22500), "", 0},
		{"less than one base", gate(2*r - 10), at(20000, 17500), at(20000, 22500), StopEnemy, 0},
		{"onto an enemy", behind, at(15000, 20000), at(18000, 20000), StopEnemy, 0},
		{"onto a friend", onto, at(29500, 20000), at(27000, 20000), StopOccupied, 0},
		{"over the edge", behind, at(3000, 3000), at(500, 3000), StopTable, 0},
		{"nowhere", behind, at(3000, 3000), at(3000, 3000), "", 0},
		{"far too far", behind, at(5000, 5000), at(35000, 5000), StopFar, 24000},
	})
}

func tankAmong(spd Inch, m Mover) Mover {
	m.Allowance = spd
	return m
}

func TestWayRoundTerrain(t *testing.T) {
	g := field(t, []Area{{Forest, rect(18, 10, 22, 21)}}, Building{rect(28, 10, 30, 20), In(2), 6}, Building{rect(30, 10, 32, 20), In(2), 1})
	r := Radius(60)
	s := squad()
	full := squad()
	full.Inside = []int{6, 0}
	wayAll(t, g, []wayCase{
		{"up to the wood, 5\" away", tank(5000), at(13000-r, 15000), at(18000-r, 15000), "", 5000},
		{"into the wood", tank(6000), at(13000, 15000), at(18000, 15000), StopFar, 1000},
		{"through a corner of the wood", tank(8000), at(17000, 22000), at(23000, 22000), "", 0},
		{"round it is too far", tank(6000), at(17000, 22000), at(23000, 22000), StopFar, 0},
		{"round a building", tank(9000), at(30000, 20000+r), at(32000+r, 18000), "", 0},
		{"infantry goes straight on", s, at(27000, 15000), at(33000, 15000), "", 6000},
		{"onto a roof", s, at(26000, 15000), at(29000, 15000), "", 3000},
		{"half on a roof", s, at(26000, 15000), at(28100, 15000), StopRoof, 0},
		{"a full roof", full, at(26000, 15000), at(29000, 15000), StopFull, 0},
		{"past the full one", full, at(26000, 15000), at(31000, 15000), "", 5000},
		{"a tank onto a roof", tank(6000), at(25000, 15000), at(29000, 15000), StopWall, 0},
	})
	p, trip := g.Way(tank(8000), at(17000, 22000), at(23000, 22000))
	if trip.Slowed != 0 || len(p) < 3 || trip.Left < 1700 {
		t.Errorf("it is better to go round: %v %+v", p, trip)
	}
	if trip := g.Check(tank(8000), Path{at(17000, 22000), at(23000, 22000)}); trip.Slowed != In(2) || trip.Left != 0 {
		t.Errorf("straight on: %+v", trip)
	}
}

func FuzzWay(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkWay(t, seed) })
}
