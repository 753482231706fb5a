package plane

import (
	"math/rand/v2"
	"testing"
)

// within reports whether the point is inside an odd number of outlines.
func within(p Point, area []Polygon) bool {
	in := false
	for _, o := range area {
		if inside(p, o) {
			in = !in
		}
	}
	return in
}

// around returns points in a ring around another, and that point itself.
func around(p Point, d Inch) []Point {
	out := []Point{p}
	for _, c := range compass {
		out = append(out, Point{p.X + c.X*d/2, p.Y + c.Y*d/2})
	}
	return out
}

// allows reports whether moves to all of the points, or to none, are allowed.
func allows(g *Ground, m Mover, from Point, all []Point) (every, none bool) {
	every, none = true, true
	for _, p := range all {
		_, trip := g.Way(m, from, p)
		every, none = every && trip.Stop == nil, none && trip.Stop != nil
	}
	return every, none
}

// A point with a way is inside the reach, and one without is outside, except near the border.
func TestReachAgreesWithWay(t *testing.T) {
	ins, outs := 0, 0
	for seed := range uint64(boards() / 5) {
		r := rand.New(rand.NewPCG(seed, 9))
		g, m, from, _ := crowd(r)
		if g.never(m, from, from) != nil {
			continue
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
			} else if none {
				outs++
			}
		}
	}
	if ins < 100 || outs < 100 {
		t.Errorf("only %d points inside and %d outside were looked at", ins, outs)
	}
}

func TestReachShapes(t *testing.T) {
	m := tank(In(6))
	area := func(p []Polygon) (sum float64) {
		for _, o := range p {
			sum += float64(o.area2()) / 2e6
		}
		return sum
	}
	open := field(t, nil).Reach(m, at(24000, 24000))
	if len(open) != 1 || area(open) < 112.5 || area(open) > 113.2 {
		t.Errorf("open ground: %d outlines, %.2f square inches, want 113.1", len(open), area(open))
	}
	m.Others = []Disc{{at(26500, 24000), Radius(60)}}
	if holed := field(t, nil).Reach(m, at(24000, 24000)); len(holed) != 2 || area(holed) > 113.2-17 || area(holed) < 112.5-18 {
		t.Errorf("a friend leaves a hole of 17.5: %d outlines, %.2f", len(holed), area(holed))
	}
	m.Allowance = 0
	if none := field(t, nil).Reach(m, at(24000, 24000)); area(none) > 0.1 {
		t.Errorf("without an allowance: %v", none)
	}
}

// The nearest point can be moved to, and no other point found by trial is nearer.
func TestNearest(t *testing.T) {
	far := 0
	for seed := range uint64(boards() / 5) {
		r := rand.New(rand.NewPCG(seed, 11))
		g, m, from, to := crowd(r)
		if g.never(m, from, from) != nil {
			continue
		}
		p, ok := g.Nearest(m, from, to)
		best := dist2(from, to)
		if ok {
			if trip := g.Check(m, p); trip.Stop != nil || p[0] != from {
				t.Errorf("seed %d: %v: %+v", seed, p, trip.Stop)
			}
			best = dist2(p[len(p)-1], to)
		}
		for range 40 {
			q := at(to.X+Inch(r.IntN(6000)-3000), to.Y+Inch(r.IntN(6000)-3000))
			if root(dist2(q, to)) >= root(best)-20 {
				continue
			}
			// A nook is no match.
			if every, _ := allows(g, m, from, around(q, 70)); every {
				t.Errorf("seed %d: %v is %v from %v, %v only %v", seed, p, root(best), to, q, Dist(q, to))
			}
		}
		if best > 0 {
			far++
		}
	}
	if far < 5 {
		t.Errorf("only %d points could not be reached", far)
	}
}

// A move may end where its margin is not negative. Lattice points come nearest first, each once, and all within reach are
// found.
func TestNearFirst(t *testing.T) {
	may, all := 0, 0
	for seed := range uint64(20) {
		g, m, from, to := crowd(rand.New(rand.NewPCG(seed, 11)))
		n := nearby{realm: g.realm(m, from), to: to}
		last, seen := Point{}, map[Point]bool{}
		every := func(Point) bool { return true }
		n.nearFirst(every, func(p Point) bool {
			if seen[p] || len(seen) > 0 && dist2(p, to) < dist2(last, to) {
				t.Fatalf("seed %d: %v after %v on the way to %v", seed, p, last, to)
			}
			last, seen[p] = p, true
			is := n.may(toVec(p))
			if all++; is {
				may++
			}
			if all%7 == 0 && is != (n.margin(toVec(p)) >= 0) {
				t.Fatalf("seed %d: a move may end at %v: %t, with a margin of %v", seed, p, is, n.margin(toVec(p)))
			}
			return len(seen) < 3000
		})
		if !seen[last] {
			t.Errorf("seed %d: no points", seed)
		}
		count, k := 0, int(m.Allowance/lattice)+1
		n.nearFirst(every, func(Point) bool { count++; return true })
		for y := -k; y <= k; y++ {
			for x := -k; x <= k; x++ {
				if x*x+y*y <= k*k {
					count--
				}
			}
		}
		if count != 0 {
			t.Errorf("seed %d: %+d of the points within reach", seed, count)
		}
	}
	if may == 0 || may == all {
		t.Errorf("a move may end at %d of %d points", may, all)
	}
}

func TestNearestCases(t *testing.T) {
	r := Radius(60)
	m := tank(In(6))
	m.Enemies = []Disc{{at(30000, 20000), r}}
	m.Others = []Disc{{at(14000, 20000), r}}
	g := field(t, []Area{{Forest, rect(18, 10, 40, 16)}}, Building{rect(30, 30, 34, 34), In(2), 0})
	for _, c := range []struct {
		name           string
		from, to, want Point
	}{
		{"there", at(20000, 20000), at(24000, 20000), at(24000, 20000)},
		{"too far", at(20000, 20000), at(20000, 30000), at(20000, 26000)},
		{"touching an enemy", at(25000, 20000), at(28500, 20000), at(30000-2*r, 20000)},
		{"touching a friend", at(18000, 20000), at(15000, 20000), at(14000+2*r, 20000)},
		{"up to the wood", at(24000, 22000), at(24000, 16500), at(24000, 16500+681)},
		{"against the wall", at(28000, 32000), at(30000, 32000), at(30000-r, 32000)},
		{"over the edge", at(5000, 5000), at(0, 5000), at(r, 5000)},
	} {
		p, ok := g.Nearest(m, c.from, c.to)
		if !ok || Dist(p[len(p)-1], c.want) > 20 {
			t.Errorf("%s: %v %v, want %v", c.name, p, ok, c.want)
		}
	}
	if p, ok := g.Nearest(m, at(30000-2*r, 20000), at(29000, 20000)); ok {
		t.Errorf("it stands as near as it can, not nearer at %v", p)
	}
}

// may reports whether a move may end at p: whether its margin is not negative.
func (r *realm) may(p vec) bool {
	return r.room(p, 0) >= 0 && r.gets(p)
}
