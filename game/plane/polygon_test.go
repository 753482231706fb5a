package plane

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func rectangle(x, y, w, h Inch) Polygon {
	return Polygon{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
}

// A star has many reflex corners: its parts are convex and add up to its area.
func TestConvexParts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		s := star(rnd, Point{20000, 20000}, 3+rnd.IntN(30), 500, 6000)
		if err := s.check(); err != nil {
			t.Fatal(s, err)
		}
		var sum int64
		for _, p := range s.Convex() {
			sum += p.area2()
			for i := range p {
				if a, b, c := p.around(i); cross(a, b, c) < 0 {
					t.Fatalf("%v has the part %v, which is not convex", s, p)
				}
			}
		}
		if want := max(s.area2(), -s.area2()); sum != want {
			t.Fatalf("%v: parts of %d, want %d", s, sum, want)
		}
	}
}

// star returns an outline around a centre with corners at growing angles. A quarter turn is divided into as many steps
// as needed.
func star(rnd *rand.Rand, at Point, corners int, least, most Inch) Polygon {
	var dirs []Point
	for len(dirs) < corners {
		d := Point{Inch(rnd.IntN(2001) - 1000), Inch(rnd.IntN(2001) - 1000)}
		if dist2(d, Point{}) < 250000 || slices.ContainsFunc(dirs, func(e Point) bool { return turn(d, e) == 0 }) {
			continue
		}
		dirs = append(dirs, d)
	}
	slices.SortFunc(dirs, turn)
	var out Polygon
	for _, d := range dirs {
		r, l := int64(least)+rnd.Int64N(int64(most-least)+1), int64(Dist(d, Point{}))
		out = append(out, Point{at.X + Inch(int64(d.X)*r/l), at.Y + Inch(int64(d.Y)*r/l)})
	}
	if out.check() != nil || !out.Contains(at) {
		return star(rnd, at, corners, least, most)
	}
	return out
}

// turn orders directions by angle.
func turn(d, e Point) int {
	half := func(p Point) int {
		if p.Y > 0 || p.Y == 0 && p.X > 0 {
			return 0
		}
		return 1
	}
	if h := half(d) - half(e); h != 0 {
		return h
	}
	return -side(Point{}, d, e)
}

// Q28, Q35: over the edge by more than a touch, at it, and wholly inside.
func TestDiscAndPolygon(t *testing.T) {
	s := rectangle(10000, 10000, 6000, 4000)
	for _, c := range []struct {
		d                       Disc
		overlaps, touches, held bool
	}{
		{Disc{Point{13000, 12000}, 1000}, true, true, true},
		{Disc{Point{13000, 12000}, 2000}, true, true, true},
		{Disc{Point{13000, 12000}, 2010}, true, true, false},
		{Disc{Point{9000, 12000}, 1000}, false, true, false},
		{Disc{Point{9000, 12000}, 1001}, false, true, false},
		{Disc{Point{9000, 12000}, 1002}, true, true, false},
		{Disc{Point{9000, 12000}, 999}, false, true, false},
		{Disc{Point{9000, 12000}, 998}, false, false, false},
		{Disc{Point{13000, 12000}, 9000}, true, true, false},
		{Disc{Point{9300, 9300}, 987}, false, false, false},
		{Disc{Point{9300, 9300}, 992}, true, true, false},
		{Disc{Point{10001, 12000}, 0}, false, true, true},
		{Disc{Point{10002, 12000}, 0}, true, true, true},
	} {
		if o, n, h := s.Overlaps(c.d), s.Touches(c.d), onRoof(c.d, s); o != c.overlaps || n != c.touches || h != c.held {
			t.Errorf("%v: overlaps %v touches %v held %v, want %v", c.d, o, n, h, c)
		}
	}
}

func TestPolygonOverlap(t *testing.T) {
	s := rectangle(10000, 10000, 4000, 4000)
	for _, c := range []struct {
		o    Polygon
		want bool
	}{
		{rectangle(14000, 10000, 3000, 3000), false}, // a shared wall
		{rectangle(14000, 14000, 3000, 3000), false}, // corner to corner
		{rectangle(13999, 10000, 3000, 3000), false}, // a touch
		{rectangle(13998, 10000, 3000, 3000), true},
		{rectangle(11000, 11000, 1000, 1000), true}, // one in the other
		{Polygon{{9000, 9000}, {16000, 9000}, {16000, 16000}, {15000, 15000}, {15000, 9500}, {9000, 9500}}, false},
		{Polygon{{14000, 14000}, {8000, 8000}, {8000, 14000}}, true},
		{slices.Clone(s), true},
	} {
		if s.Overlap(c.o) != c.want || c.o.Overlap(s) != c.want {
			t.Errorf("%v: want %v", c.o, c.want)
		}
	}
}
