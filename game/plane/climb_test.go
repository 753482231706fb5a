package plane

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// slope returns a crowd on a board where most buildings can be climbed, and no base enters one otherwise.
func slope(r *rand.Rand) (g *Ground, m Mover, from, to Point) {
	g, m, from, to = crowd(r)
	m.Infantry, m.Zones, m.R, m.Allowance = false, nil, Radius([]int{32, 32, 40, 60}[r.IntN(4)]), In(5+r.IntN(6))
	m.Enemies = m.Enemies[:min(3, len(m.Enemies))]
	var buildings []Building
	for range 1 + r.IntN(4) {
		c := at(Inch(15000+r.IntN(10000)), Inch(15000+r.IntN(10000)))
		b := Building{plank(r, c, 900+1500*r.Float64(), 1000+2500*r.Float64()), In(1 + r.IntN(3)), 0}
		if !slices.ContainsFunc(buildings, func(o Building) bool { return o.Shape.Overlap(b.Shape) }) {
			buildings = append(buildings, b)
		}
	}
	table := g.Table
	g, err := New(Rect{Max: Point{In(40), In(40)}}, g.Areas, buildings)
	if err != nil {
		panic(err)
	}
	g.Table = table
	for range buildings {
		g.Climb = append(g.Climb, r.IntN(4) > 0)
	}
	near := func(p Point, spread int) Point {
		return at(p.X+Inch(r.IntN(2*spread)-spread), p.Y+Inch(r.IntN(2*spread)-spread))
	}
	for try := 0; try < 200 && (g.never(m, from, to) != nil || g.never(m, to, from) != nil); try++ {
		from, to = near(at(20000, 20000), 3000), near(at(20000, 20000), 6000)
	}
	return g, m, from, to
}

// Going up costs the height, going down nothing; a base ends wholly on top or wholly off.
func TestClimb(t *testing.T) {
	r := Radius(32)
	stack, wall := Building{rect(6, 22, 12, 25), In(2), 0}, Building{rect(20, 22, 26, 25), In(2), 0}
	g := field(t, nil, stack, wall)
	g.Climb = []bool{true}
	m := Mover{R: r, Allowance: In(5)}
	fast := Mover{R: r, Allowance: In(12)}
	on := at(9000, 23500)
	checkAll(t, g, []pathCase{
		{"3 and 2 up", m, Path{at(9000, 20500), on}, "", 0},
		{"3.1 and 2 up", m, Path{at(9000, 20400), on}, StopFar, 0},
		{"half on", m, Path{at(9000, 20500), at(9000, 22200)}, StopRoof, 0},
		{"just wholly on", m, Path{at(9000, 20500), at(9000, 22000+r)}, "", 0},
		{"down", m, Path{on, at(9000, 27000)}, "", 0},
		{"half down", m, Path{on, at(9000, 25200)}, StopRoof, 0},
		{"along the top", m, Path{at(7000, 23500), at(11000, 23500)}, "", 0},
		{"past it, touching", m, Path{at(6000-r, 20000), at(6000-r, 24999)}, "", 0},
		{"over a corner of it", m, Path{at(6000-r+200, 20000), at(6000-r+200, 24999)}, StopFar, 0},
		{"over it", fast, Path{at(9000, 20000), at(9000, 27000)}, "", 0},
		{"down and up again", fast, Path{on, at(9000, 27000), on}, "", 0},
		{"into what is not climbed", fast, Path{at(23000, 20000), at(23000, 23500)}, StopWall, 1},
	})
	for _, c := range []struct {
		p    Path
		want Inch
	}{
		{Path{at(9000, 20000), at(9000, 27000)}, In(2)}, {Path{on, at(9000, 27000)}, 0}, {Path{on, at(9000, 27000), on}, In(2)},
		{Path{at(9000, 20000), at(9000, 27000), at(9000, 20000)}, In(4)}, {Path{at(9000, 20000), at(9000, 22000), on}, In(2)},
	} {
		if got := g.Check(fast, c.p); got.Climbed != c.want || got.Left != In(12)-got.Length-c.want {
			t.Errorf("%v: %+v, want %v up", c.p, got, c.want)
		}
	}
	if s := g.Stand(m, at(9000, 22200)); s == nil || s.Why != StopRoof {
		t.Errorf("half on it stands: %+v", s)
	}
	if s := g.Stand(m, on); s != nil {
		t.Errorf("on top: %+v", s)
	}
	// The shortest way round from one side of the stack to the other is longer than 2" more straight over it; along its end it is not.
	over, trip := g.Way(fast, at(9000, 20000), at(9000, 27000))
	if len(over) != 2 || trip.Climbed != In(2) || trip.Left != In(3) {
		t.Errorf("over the middle: %v, %+v", over, trip)
	}
	past, trip := g.Way(fast, at(6200, 20000), at(6200, 27000))
	if len(past) < 3 || trip.Climbed != 0 || trip.Length > 7600 {
		t.Errorf("past the end: %v, %+v", past, trip)
	}
	if p, ok := g.Nearest(m, at(9000, 20400), on); !ok || g.Check(m, p).Stop != nil || p[len(p)-1].Y > 22000+r+100 && g.Check(m, p).Climbed != In(2) {
		t.Errorf("as near to the top as it can: %v", p)
	}
	for _, c := range []struct {
		name     string
		m        Mover
		from, to Point
		want     Point
	}{
		{"onto the top", m, at(9000, 20500), at(9000, 30000), on},
		{"back from the edge", Mover{R: r, Allowance: 3900}, at(9000, 20500), at(9000, 30000), at(9000, 22001-r)},
		{"up with nothing to spare", Mover{R: r, Allowance: 4129}, at(9000, 20500), at(9000, 30000), at(9000, 22000+r-1)},
		{"over it", fast, at(9000, 20000), at(9000, 40000), at(9000, 30000)},
		{"back onto the top from its far edge", Mover{R: r, Allowance: In(7)}, at(9000, 20000), at(9000, 40000), at(9000, 25001-r)},
	} {
		if got := g.Farthest(c.m, c.from, c.to); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// overAndRound returns how much of the allowance the best way leaves, by the oracle for ways. It takes every choice of
// buildings off the board in turn, at the cost of climbing them, and makes walls of the others.
func overAndRound(g *Ground, m Mover, from, to Point) float64 {
	best := math.Inf(-1)
	on := func(i int, p Point) bool { return g.Buildings[i].Shape.Overlaps(Disc{p, m.R}) }
	for choice := range 1 << len(g.Buildings) {
		walls, cost, ok := []Building{}, Inch(0), true
		for i, b := range g.Buildings {
			switch open := choice>>i&1 == 1; {
			case open && !g.climbed(i), !open && g.climbed(i) && (on(i, from) || on(i, to)):
				ok = false
			case !open:
				walls = append(walls, b)
			case !on(i, from):
				cost += b.Height
			}
		}
		if !ok || float64(m.Allowance-cost-Dist(from, to)) <= best {
			continue
		}
		flat, err := New(Rect{Max: Point{In(40), In(40)}}, g.Areas, walls)
		if err != nil {
			panic(err)
		}
		flat.Table = g.Table
		best = max(best, newOracle(flat, m, from).left(toVec(to))-float64(cost))
	}
	return best
}

// A way over buildings or around them is as good as the oracle's, and Check agrees with its cost.
func TestClimbingWayOracle(t *testing.T) {
	climbed, round := 0, 0
	for seed := range uint64(boards() / 8) {
		g, m, from, to := slope(rand.New(rand.NewPCG(seed, 21)))
		if !slices.Contains(g.Climb, true) || g.never(m, from, to) != nil || g.never(m, to, from) != nil {
			continue
		}
		p, trip := g.Way(m, from, to)
		if trip.Stop == nil {
			if again := g.Check(m, p); again != trip || p[0] != from || p[len(p)-1] != to {
				t.Errorf("seed %d: way %v: %+v, then %+v (%v)", seed, p, trip, again, again.Stop)
			}
		}
		left := overAndRound(g, m, from, to)
		switch {
		case math.IsInf(left, -1):
		case trip.Stop != nil && left > 3:
			t.Errorf("seed %d: no way from %v to %v: %+v; the oracle has %.1f left", seed, from, to, *trip.Stop, left)
		case (trip.Stop == nil || trip.Stop.Why == StopFar) && float64(trip.Left) < left-50:
			t.Errorf("seed %d: %v left by %v, the oracle has %.1f", seed, trip.Left, p, left)
		}
		if trip.Climbed > 0 {
			climbed++
		} else if len(p) > 2 {
			round++
		}
	}
	if climbed == 0 || round == 0 {
		t.Errorf("%d ways climb and %d go round: these are not the boards that are hard", climbed, round)
	}
}

// The reach over buildings agrees with the ways, and the farthest place with asking for every step.
func TestClimbingReach(t *testing.T) {
	ins, outs, tops := 0, 0, 0
	for seed := range uint64(boards() / 10) {
		r := rand.New(rand.NewPCG(seed, 23))
		g, m, from, to := slope(r)
		if g.never(m, from, from) != nil {
			continue
		}
		if got, want := g.Farthest(m, from, to), farthestByCheck(g, m, from, to); got != want {
			t.Errorf("seed %d: from %v to %v: %v, asking for every step finds %v", seed, from, to, got, want)
		}
		area := g.Reach(m, from)
		for range 40 {
			p := at(from.X+Inch(r.IntN(16000)-8000), from.Y+Inch(r.IntN(16000)-8000))
			in := within(p, area)
			every, none := allows(g, m, from, around(p, 60))
			if every && !in || none && in {
				t.Errorf("seed %d: %v from %v is in the reach: %v; a way leads there: %v", seed, p, from, in, every)
			}
			if every {
				ins++
				if slices.ContainsFunc(g.Buildings, func(b Building) bool { return b.Shape.Contains(p) }) {
					tops++
				}
			} else if none {
				outs++
			}
		}
	}
	if ins < 100 || outs < 100 || tops < 5 {
		t.Errorf("only %d points inside, %d of them on top, and %d outside were looked at", ins, tops, outs)
	}
}
