package plane_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"downsync/game/downsync/maps"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// view is a line of sight to ask for.
type view struct {
	in   *plane.Ground
	on   string // the board's name
	a, b plane.Body
}

// views draws pairs of bodies on all named boards and on that many generated ones: bases of every size on the ground, and
// on roofs wherever infantry may stand. Half of the pairs are on named boards, and half have a body on a roof.
func views(n, generated int, seed uint64) []view {
	type board struct {
		name string
		*plane.Ground
	}
	var named, drawn []board
	add := func(to *[]board, m maps.Map) {
		g, err := m.Ground()
		if err != nil {
			panic(err)
		}
		*to = append(*to, board{m.Name, g})
	}
	for _, m := range maps.All() {
		add(&named, m)
	}
	for seed := range uint64(generated) {
		add(&drawn, maps.Generate(seed))
	}
	rnd := rand.New(rand.NewPCG(17, seed))
	out := make([]view, n)
	for i := range out {
		from := named
		if i%2 == 1 {
			from = drawn
		}
		on := from[rnd.IntN(len(from))]
		roof := i%4 < 2 && len(on.Buildings) > 0
		out[i] = view{on.Ground, on.name, standing(rnd, on.Ground, roof), standing(rnd, on.Ground, roof && rnd.IntN(4) == 0)}
		if rnd.IntN(2) == 0 {
			out[i].a, out[i].b = out[i].b, out[i].a
		}
	}
	return out
}

// standing draws a base where it may stand, on a roof if that is asked.
func standing(rnd *rand.Rand, g *plane.Ground, roof bool) plane.Body {
	within := func(lo, hi plane.Inch) plane.Inch { return lo + plane.Inch(rnd.IntN(int(hi-lo))) }
	for {
		d := plane.Disc{R: plane.Radius([]int{60, 70, 80, 40}[rnd.IntN(4)])}
		box := g.Table
		if roof {
			d.R = plane.Radius(40)
			shape := g.Buildings[rnd.IntN(len(g.Buildings))].Shape
			box = plane.Rect{Min: shape[0], Max: shape[0]}
			for _, p := range shape {
				box.Min = plane.Point{X: min(box.Min.X, p.X), Y: min(box.Min.Y, p.Y)}
				box.Max = plane.Point{X: max(box.Max.X, p.X), Y: max(box.Max.Y, p.Y)}
			}
		}
		d.At = plane.Point{X: within(box.Min.X, box.Max.X), Y: within(box.Min.Y, box.Max.Y)}
		infantry := d.R == plane.Radius(40)
		b := g.Body(d, infantry)
		if roof == (b.In > 0) && g.Stand(plane.Mover{R: d.R, Infantry: infantry}, d.At) == nil {
			return b
		}
	}
}

// narrow lists questions that once took a search tens of thousands of pairs of pieces, and what makes them hard.
var narrow = []struct {
	why, board string
	a, b       plane.Body
}{
	{"wood under the roof and before it", "saltmarket", base(16427, 29400, 1575, 0), base(6744, 14502, 787, 1)},
	{"the lines run along the cut between two convex parts of a wood", "relay-seven", base(15540, 8723, 1575, 0), base(25562, 41519, 787, 3)},
	{"the same from a roof", "twinbridge", base(25608, 42585, 787, 6), base(4979, 32637, 787, 0)},
	{"2.001 inches of wood on the outermost line", "twinbridge", base(30406, 35873, 787, 2), base(3838, 23908, 1181, 0)},
	{"a roof's edge on the line", "random:140", base(9265, 30809, 787, 4), base(30466, 12117, 1575, 0)},
	{"over a wall only deep inside a wood", "cutters-ridge", base(24421, 23705, 787, 7), base(26699, 13430, 1378, 0)},
	{"a wall as deep as its shadow on the base", "long-acre", base(12972, 29109, 1575, 0), base(6596, 26846, 787, 4)},
	{"the same on another board", "random:153", base(20593, 18174, 787, 1), base(2439, 32726, 1181, 0)},
	{"the outermost line touches a corner", "cutters-ridge", base(35411, 19030, 1181, 0), base(2898, 17551, 1575, 0)},
	{"2.003 inches of wood beside a wall", "harrow-down", base(14673, 32966, 1575, 0), base(40206, 20582, 1378, 0)},
}

func base(x, y, r plane.Inch, in int) plane.Body {
	return plane.Body{Disc: plane.Disc{At: plane.Point{X: x, Y: y}, R: r}, In: in}
}

// No line of sight on any board takes long. The measure is the number of pairs of pieces that the search examines, which
// is the same on every machine.
func TestSightIsBounded(t *testing.T) {
	const most = 1000
	for _, c := range narrow {
		m, ok := maps.Find(c.board)
		if !ok {
			t.Fatalf("there is no board %s", c.board)
		}
		g, err := m.Ground()
		if err != nil {
			t.Fatal(err)
		}
		if _, pairs := g.Pairs(c.a, c.b); pairs > most {
			t.Errorf("%s: %s takes %d pairs", c.board, c.why, pairs)
		}
	}
	all := views(2000, 2, 1)
	seen := 0
	for _, v := range all {
		ok, pairs := v.in.Pairs(v.a, v.b)
		if pairs > most {
			t.Errorf("%s: %+v to %+v takes %d pairs", v.on, v.a, v.b, pairs)
		}
		if ok {
			seen++
		}
	}
	if seen < len(all)/4 || seen > len(all)*3/4 {
		t.Errorf("%d of %d are seen: these are not the questions that are hard", seen, len(all))
	}
}

// BenchmarkSightBoards asks for lines of sight on all named boards and 200 generated ones: some thousands, or with SOAK=1
// a million. It prints the mean in processor time, and the worst. Those that took longest, and those that examined most
// pairs of pieces, are measured again, as another process may have held one up.
func BenchmarkSightBoards(b *testing.B) {
	n := 5000
	if gametest.Soak() {
		n = 1000000
	}
	all := views(n, 200, 1)
	least := time.Hour
	for b.Loop() {
		start := gametest.Processor()
		for _, v := range all {
			v.in.Sees(v.a, v.b)
		}
		least = min(least, gametest.Processor()-start)
	}
	type measured struct {
		view
		pairs int
		took  time.Duration
	}
	took := make([]measured, n)
	for i, v := range all {
		start := time.Now()
		_, pairs := v.in.Pairs(v.a, v.b)
		took[i] = measured{v, pairs, time.Since(start)}
	}
	var worst measured
	for _, by := range []func(a, b measured) int{
		func(a, b measured) int { return cmp.Compare(b.took, a.took) },
		func(a, b measured) int { return cmp.Compare(b.pairs, a.pairs) },
	} {
		slices.SortFunc(took, by)
		for _, m := range took[:50] {
			m.took = time.Hour
			for range 5 {
				start := time.Now()
				m.in.Sees(m.a, m.b)
				m.took = min(m.took, time.Since(start))
			}
			if m.took > worst.took {
				worst = m
			}
		}
	}
	b.ReportMetric(float64(least.Nanoseconds())/float64(n)/1000, "us/mean")
	b.ReportMetric(float64(worst.took.Nanoseconds())/1000, "us/worst")
	b.Logf("the worst, of %d pairs: %s, %+v to %+v", worst.pairs, worst.on, worst.a, worst.b)
}
