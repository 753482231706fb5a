package plane

import (
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// A segment that touches a polygon does not run through it; one with a stretch inside does.
func TestCrosses(t *testing.T) {
	square := rectangle(10000, 10000, 4000, 4000)
	// A horseshoe that opens to the north.
	shoe := Polygon{at(0, 0), at(9000, 0), at(9000, 9000), at(6000, 9000), at(6000, 3000), at(3000, 3000), at(3000, 9000), at(0, 9000)}
	// A corner in the middle of the western edge.
	straight := Polygon{at(10000, 10000), at(14000, 10000), at(14000, 14000), at(10000, 14000), at(10000, 12000)}
	for _, c := range []struct {
		name string
		s    Polygon
		a, b Point
		want bool
	}{
		{"through", square, at(8000, 12000), at(16000, 12000), true},
		{"past", square, at(8000, 15000), at(16000, 15000), false},
		{"short of it", square, at(8000, 12000), at(9999, 12000), false},
		{"up to the edge", square, at(8000, 12000), at(10000, 12000), false},
		{"a thousandth into it", square, at(8000, 12000), at(10001, 12000), true},
		{"from the edge across", square, at(10000, 12000), at(14000, 13000), true},
		{"from the edge away", square, at(10000, 12000), at(8000, 13000), false},
		{"along an edge", square, at(8000, 10000), at(16000, 10000), false},
		{"along a part of an edge", square, at(11000, 10000), at(12000, 10000), false},
		{"a thousandth inside the edge", square, at(8000, 10001), at(16000, 10001), true},
		{"past a corner", square, at(8000, 12000), at(12000, 8000), false},
		{"corner to corner", square, at(10000, 10000), at(14000, 14000), true},
		{"from corner to corner along an edge", square, at(10000, 10000), at(14000, 10000), false},
		{"through two corners", square, at(9000, 9000), at(15000, 15000), true},
		{"into a corner", square, at(9000, 9000), at(10000, 10000), false},
		{"cuts a corner by a trifle", square, at(8000, 12001), at(12000, 8001), true},
		{"wholly inside", square, at(11000, 11000), at(12000, 12000), true},
		{"a point inside", square, at(11000, 11000), at(11000, 11000), true},
		{"a point on the edge", square, at(10000, 11000), at(10000, 11000), false},
		{"a point on a corner", square, at(10000, 10000), at(10000, 10000), false},
		{"a point outside", square, at(9000, 11000), at(9000, 11000), false},
		{"between the arms", shoe, at(4000, 4000), at(5000, 12000), false},
		{"between the arms, edge to edge", shoe, at(3000, 5000), at(6000, 5000), false},
		{"down to the bend", shoe, at(4500, 9000), at(4500, 3000), false},
		{"down into the bend", shoe, at(4500, 9000), at(4500, 2999), true},
		{"along the inside of an arm, into the bend", shoe, at(3000, 9000), at(3000, 1000), true},
		{"along the inside of an arm", shoe, at(3000, 12000), at(3000, 3000), false},
		{"over both arms", shoe, at(-1000, 5000), at(10000, 5000), true},
		{"along the tips", shoe, at(-1000, 9000), at(10000, 9000), false},
		{"from a reflex corner into the bend", shoe, at(3000, 3000), at(2000, 2000), true},
		{"from a reflex corner into the gap", shoe, at(3000, 3000), at(4000, 4000), false},
		{"along an edge with a straight corner", straight, at(10000, 9000), at(10000, 15000), false},
		{"in at a straight corner", straight, at(9000, 11000), at(11000, 13000), true},
		{"to a straight corner", straight, at(9000, 11000), at(10000, 12000), false},
		{"from a straight corner", straight, at(10000, 12000), at(11000, 12000), true},
	} {
		back := slices.Clone(c.s)
		slices.Reverse(back)
		for _, s := range []Polygon{c.s, back} {
			if s.Crosses(c.a, c.b) != c.want || s.Crosses(c.b, c.a) != c.want {
				t.Errorf("%s: %v, back %v, want %v", c.name, s.Crosses(c.a, c.b), s.Crosses(c.b, c.a), c.want)
			}
			if got := crossesByFractions(s, c.a, c.b); got != c.want {
				t.Errorf("%s: the oracle says %v", c.name, got)
			}
		}
	}
}

// crossesByFractions is an oracle that shares no code with Crosses. It cuts the segment wherever it meets the line of an
// edge, and asks for the middle of every stretch between two cuts whether it lies inside, all in fractions.
func crossesByFractions(s Polygon, a, b Point) bool {
	rat := func(n Inch) *big.Rat { return big.NewRat(int64(n), 1) }
	sub := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	on := func(k *big.Rat) (x, y *big.Rat) {
		x = new(big.Rat).Add(rat(a.X), mul(k, sub(rat(b.X), rat(a.X))))
		return x, new(big.Rat).Add(rat(a.Y), mul(k, sub(rat(b.Y), rat(a.Y))))
	}
	cuts := []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1)}
	cut := func(k *big.Rat) {
		if k.Sign() > 0 && k.Cmp(cuts[1]) < 0 {
			cuts = append(cuts, k)
		}
	}
	dx, dy := sub(rat(b.X), rat(a.X)), sub(rat(b.Y), rat(a.Y))
	for i, q := range s {
		p := s[(i+len(s)-1)%len(s)]
		ex, ey := sub(rat(q.X), rat(p.X)), sub(rat(q.Y), rat(p.Y))
		if d := sub(mul(dx, ey), mul(dy, ex)); d.Sign() != 0 {
			fx, fy := sub(rat(p.X), rat(a.X)), sub(rat(p.Y), rat(a.Y))
			cut(new(big.Rat).Quo(sub(mul(fx, ey), mul(fy, ex)), d))
		}
	}
	slices.SortFunc(cuts, func(x, y *big.Rat) int { return x.Cmp(y) })
	for i := 1; i < len(cuts); i++ {
		if cuts[i-1].Cmp(cuts[i]) == 0 {
			continue
		}
		mid := mul(new(big.Rat).Add(cuts[i-1], cuts[i]), big.NewRat(1, 2))
		x, y := on(mid)
		in := false
		for j, q := range s {
			p := s[(j+len(s)-1)%len(s)]
			px, py, qx, qy := rat(p.X), rat(p.Y), rat(q.X), rat(q.Y)
			turn := sub(mul(sub(qx, px), sub(y, py)), mul(sub(qy, py), sub(x, px))).Sign()
			if turn == 0 && between(x, px, qx) && between(y, py, qy) {
				in = false
				break
			}
			if up := qy.Cmp(py) > 0; (py.Cmp(y) > 0) != (qy.Cmp(y) > 0) && turn > 0 == up {
				in = !in
			}
		}
		if in {
			return true
		}
	}
	return false
}

func between(x, a, b *big.Rat) bool { return x.Cmp(a)*x.Cmp(b) <= 0 }

// aPoint returns a point for a segment about an outline: anywhere, at a corner, on an edge or on a grid, so that segments
// touch and run along edges often.
func aPoint(r *rand.Rand, s Polygon) Point {
	b := Box(s)
	switch c := s[r.IntN(len(s))]; r.IntN(4) {
	case 0:
		return c
	case 1:
		p, q := s.edge(r.IntN(len(s)))
		return along(p, q, r.Int64N(5), 4)
	case 2:
		return at(c.X+Inch(r.IntN(3)-1), c.Y+Inch(r.IntN(3)-1))
	}
	return at(b.Min.X-1000+Inch(r.IntN(int(b.Max.X-b.Min.X)+2000)), b.Min.Y-1000+Inch(r.IntN(int(b.Max.Y-b.Min.Y)+2000)))
}

// cornered returns an outline with corners on a coarse grid, so that many of them are in line.
func cornered(r *rand.Rand) Polygon {
	for {
		var s Polygon
		for _, p := range star(r, at(20000, 20000), 4+r.IntN(9), 500, 6000) {
			s = append(s, at((p.X+500)/1000*1000, (p.Y+500)/1000*1000))
		}
		if s.check() == nil {
			return s
		}
	}
}

// Crosses agrees with the oracle for segments that touch, run along edges and go anywhere. A segment and its way back agree,
// and the outline agrees with itself in the opposite direction.
func TestCrossesByOracle(t *testing.T) {
	n := 800
	if os.Getenv("SOAK") == "1" {
		n = 300000
	}
	r := rand.New(rand.NewPCG(22, 2))
	crossed := 0
	for i := range n {
		s := cornered(r)
		if i%2 == 0 {
			s = star(r, at(20000, 20000), 3+r.IntN(9), 500, 6000)
		}
		a, b := aPoint(r, s), aPoint(r, s)
		if a == b {
			continue
		}
		got := s.Crosses(a, b)
		if want := crossesByFractions(s, a, b); got != want {
			t.Fatalf("%v from %v to %v: %v, the oracle says %v", s, a, b, got, want)
		}
		back := slices.Clone(s)
		slices.Reverse(back)
		if s.Crosses(b, a) != got || back.Crosses(a, b) != got {
			t.Fatalf("%v from %v to %v: %v, and not the same backwards", s, a, b, got)
		}
		// If a part of the segment runs through the outline, all of it does. A convex part of the outline is no larger than it.
		c := at((a.X+b.X)/2, (a.Y+b.Y)/2)
		if a.X+b.X == 2*c.X && a.Y+b.Y == 2*c.Y && !got && (s.Crosses(a, c) || s.Crosses(c, b)) {
			t.Fatalf("%v from %v to %v: a half of the segment runs through it", s, a, b)
		}
		if !got && slices.ContainsFunc(s.Convex(), func(p Polygon) bool { return p.Crosses(a, b) }) {
			t.Fatalf("%v from %v to %v: it runs through a part", s, a, b)
		}
		if got {
			crossed++
		}
	}
	if crossed < n/4 || crossed > n*3/4 {
		t.Errorf("%d of %d cross: these are not the segments that are hard", crossed, n)
	}
}

// Two bases touch at the step before they overlap, and never overlap where they touch.
func TestContact(t *testing.T) {
	small, large := Radius(32), Radius(60)
	for _, c := range []struct {
		a, b Disc
		want Point
	}{
		{Disc{at(10000, 10000), small}, Disc{at(20260, 10000), small}, at(19000, 10000)},
		{Disc{at(10000, 10000), large}, Disc{at(20000, 10000), small}, at(18189, 10000)},
		{Disc{at(20000, 14000), small}, Disc{at(18189, 10000), large}, at(18936, 11650)},
		{Disc{at(10000, 10000), small}, Disc{at(11260, 10000), small}, at(10000, 10000)},
		{Disc{at(10000, 10000), small}, Disc{at(11000, 10000), small}, at(10000, 10000)},
		{Disc{at(10000, 10000), small}, Disc{at(10000, 10000), small}, at(10000, 10000)},
	} {
		if got := Contact(c.a, c.b); got != c.want {
			t.Errorf("%v to %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		a := Disc{at(Inch(r.IntN(48000)), Inch(r.IntN(48000))), small}
		b := Disc{at(Inch(r.IntN(48000)), Inch(r.IntN(48000))), []Inch{small, large}[r.IntN(2)]}
		if dist2(a.At, b.At) < int64(a.R+b.R+2)*int64(a.R+b.R+2) {
			continue
		}
		at := Disc{Contact(a, b), a.R}
		if d := dist2(at.At, b.At); less(d, a.R+b.R) || !less(d, a.R+b.R+3) {
			t.Fatalf("%v to %v: %v, %v away", a, b, at.At, Dist(at.At, b.At))
		}
	}
}

// farthestByCheck is an oracle: it asks Check for every step.
func farthestByCheck(g *Ground, m Mover, from, to Point) Point {
	if g.Check(m, Path{from, to}).Slowed > 0 {
		m.Allowance -= m.Slow
	}
	m.Slow = 0
	n := int64(Dist(from, to))
	for k := n; k > 0; k-- {
		p := Path{from, along(from, to, k, n)}
		if t := g.Check(m, p); t.Left >= 0 && t.Stop == nil {
			return p[1]
		}
	}
	return from
}

// The farthest place is the one that asking for every step finds.
func TestFarthestByOracle(t *testing.T) {
	n := 60
	if os.Getenv("SOAK") == "1" {
		n = 20000
	}
	r := rand.New(rand.NewPCG(22, 3))
	var all, some, none int
	for range n {
		g, m, from, to := crowd(r)
		if r.IntN(2) == 0 {
			m.Zones = nil
		}
		got := g.Farthest(m, from, to)
		if want := farthestByCheck(g, m, from, to); got != want {
			t.Fatalf("%+v on %+v from %v to %v: %v, asking for every step finds %v", m, g, from, to, got, want)
		}
		switch got {
		case to:
			all++
		case from:
			none++
		default:
			some++
		}
	}
	if some < n/3 || none == 0 || all == 0 {
		t.Errorf("%d go all the way, %d some, %d none", all, some, none)
	}
}

// A base goes back over others that it may pass but not end on, to the thousandth, and slides along a wall.
func TestFarthest(t *testing.T) {
	r := Radius(32)
	wall := rectangle(9000, 10000+r, 9000, 2000)
	g, err := New(whole, []Area{{Rough, rectangle(30000, 0, 2000, 48000)}}, []Building{{wall, In(2), 0}})
	if err != nil {
		t.Fatal(err)
	}
	friend := func(x, y Inch) Disc { return Disc{at(x, y), r} }
	for _, c := range []struct {
		name     string
		m        Mover
		from, to Point
		want     Point
	}{
		{"all the way", Mover{Allowance: In(9)}, at(4000, 20000), at(10000, 20000), at(10000, 20000)},
		{"as far as the allowance", Mover{Allowance: In(9)}, at(4000, 20000), at(20000, 20000), at(13000, 20000)},
		{"past a friend", Mover{Allowance: In(9), Others: []Disc{friend(8000, 20000)}}, at(4000, 20000), at(20000, 20000), at(13000, 20000)},
		{"back from a friend", Mover{Allowance: In(9), Others: []Disc{friend(13500, 20000)}}, at(4000, 20000), at(20000, 20000), at(12241, 20000)},
		{"back from two friends", Mover{Allowance: In(9), Others: []Disc{friend(13500, 20000), friend(12241, 20001)}}, at(4000, 20000), at(20000, 20000), at(10982, 20000)},
		{"a friend at the start", Mover{Allowance: In(1), Others: []Disc{friend(5000, 20000)}}, at(4000, 20000), at(5500, 20000), at(4000, 20000)},
		{"up to an enemy", Mover{Allowance: In(9), Enemies: []Disc{friend(9000, 20000)}}, at(4000, 20000), at(20000, 20000), at(7741, 20000)},
		{"beside a wall", Mover{Allowance: In(9)}, at(9500, 10000), at(20000, 10000), at(18500, 10000)},
		{"up to a wall", Mover{Allowance: In(9)}, at(12000, 4000), at(12000, 20000), at(12000, 10001)},
		{"up to the edge", Mover{Allowance: In(9)}, at(4000, 20000), at(0, 20000), at(r-1, 20000)},
		{"slowed", Mover{Allowance: In(9), Slow: In(2)}, at(24000, 20000), at(40000, 20000), at(31000, 20000)},
		{"slowed beyond its end", Mover{Allowance: In(4), Slow: In(2)}, at(24000, 20000), at(40000, 20000), at(26000, 20000)},
		{"nowhere", Mover{Allowance: In(9)}, at(4000, 20000), at(4000, 20000), at(4000, 20000)},
	} {
		c.m.R = r
		if got := g.Farthest(c.m, c.from, c.to); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
