package plane

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// blocked is a crowd, or a board where buildings are climbed, with a goal that is often in an obstacle.
func blocked(r *rand.Rand) (g *Ground, m Mover, from, to Point) {
	if g, m, from, to = crowd(r); r.IntN(3) == 0 {
		g, m, from, to = slope(r)
	}
	if len(m.Enemies) > 0 && r.IntN(3) > 0 {
		e := m.Enemies[r.IntN(len(m.Enemies))].At
		to = at(e.X+Inch(r.IntN(2000)-1000), e.Y+Inch(r.IntN(2000)-1000))
	}
	return g, m, from, to
}

// A shortcut from one point in an obstacle to the points around it changes no decision, for goals inside obstacles too.
func TestNearbyDecidesAsMay(t *testing.T) {
	free, known, all := 0, 0, 0
	for seed := range uint64(boards()) {
		r := rand.New(rand.NewPCG(seed, 17))
		g, m, from, to := blocked(r)
		n := nearby{realm: g.realm(m, from), to: to}
		try := func(p Point) {
			for _, d := range n.discs {
				if dist2(p, d.at) < d.r2 {
					known++
					break
				}
			}
			is := n.free(p)
			if all++; is {
				free++
			}
			if is != n.may(toVec(p)) {
				t.Fatalf("seed %d: a move may end at %v: %t", seed, p, !is)
			}
		}
		points := 0
		n.nearFirst(func(Point) bool { return true }, func(p Point) bool {
			try(p)
			points++
			return points < 400
		})
		for range 100 {
			try(at(to.X+Inch(r.IntN(6000)-3000), to.Y+Inch(r.IntN(6000)-3000)))
		}
	}
	if free < all/20 || known < all/20 {
		t.Errorf("of %d points %d are free and %d known to be taken", all, free, known)
	}
}

// plain collects the points near a goal with every point tried by itself, in order.
type plain struct{ *nearby }

func (n plain) scatter() {
	const enough, apart = 4, 6 * lattice
	var taken []Point
	n.nearFirst(func(Point) bool { return true }, func(p Point) bool {
		beside := slices.ContainsFunc(taken, func(q Point) bool { return dist2(p, q) < apart*apart })
		if !beside && n.may(toVec(p)) {
			taken = append(taken, p)
			n.offer(p)
		}
		return len(taken) < enough
	})
}

func (n plain) offer(p Point) {
	for step := Inch(512); step > 0; {
		best := p
		for _, c := range compass {
			q := Point{p.X + c.X*step/2, p.Y + c.Y*step/2}
			if dist2(q, n.to) < dist2(best, n.to) && n.may(toVec(q)) {
				best = q
			}
		}
		if best != p {
			p = best
			continue
		}
		if step <= 8 {
			n.found = append(n.found, p)
		}
		step /= 2
	}
}

// The points found near a goal equal those found by trying each.
func TestNearbyFindsTheSame(t *testing.T) {
	found := 0
	for seed := range uint64(boards()) {
		g, m, from, to := blocked(rand.New(rand.NewPCG(seed, 18)))
		is, want := nearby{realm: g.realm(m, from), to: to}, nearby{realm: g.realm(m, from), to: to}
		is.scatter()
		plain{&want}.scatter()
		if !slices.Equal(is.found, want.found) {
			t.Fatalf("seed %d: to %v %v, expected %v", seed, to, is.found, want.found)
		}
		found += len(is.found)
	}
	if found < boards() {
		t.Errorf("only %d points", found)
	}
}
