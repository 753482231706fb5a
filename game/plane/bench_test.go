package plane

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// standard returns a board of 12 pieces of area terrain, 6 buildings and 22 bases, which depends only on the seed.
func standard(seed uint64) (*Ground, []Body) {
	rnd := rand.New(rand.NewPCG(seed, 12))
	var areas []Area
	for i := range 12 {
		kind := []Kind{Forest, Urban, Forest, Rough}[i%4]
		at := Point{4000 + Inch(rnd.IntN(40000)), 4000 + Inch(rnd.IntN(40000))}
		areas = append(areas, Area{kind, star(rnd, at, 5+rnd.IntN(8), 1500, 4000)})
	}
	var buildings []Building
	for len(buildings) < 6 {
		at := Point{4000 + Inch(rnd.IntN(40000)), 4000 + Inch(rnd.IntN(40000))}
		b := Building{star(rnd, at, 4, 1500, 2500), In(1 + rnd.IntN(6)), 6}
		clash := false
		for _, o := range buildings {
			clash = clash || o.Shape.Overlap(b.Shape)
		}
		if !clash {
			buildings = append(buildings, b)
		}
	}
	g, err := New(whole, areas, buildings)
	if err != nil {
		panic(err)
	}
	var bodies []Body
	for len(bodies) < 22 {
		d := Disc{Point{2000 + Inch(rnd.IntN(44000)), 2000 + Inch(rnd.IntN(44000))}, Radius([]int{60, 70, 80, 40}[len(bodies)%4])}
		b := g.Body(d, d.R == Radius(40))
		clash := false
		for i := range g.Buildings {
			clash = clash || b.In == 0 && g.Buildings[i].Shape.Overlaps(d)
		}
		for _, o := range bodies {
			clash = clash || Overlap(o.Disc, d)
		}
		if !clash {
			bodies = append(bodies, b)
		}
	}
	return g, bodies
}

// benchBoards is the number of boards over which benchmarks average.
const benchBoards = 8

// BenchmarkSight measures one line-of-sight query. It prints how many times longer the sampling oracle and a plain fan
// of rays take.
func BenchmarkSight(b *testing.B) {
	b.ReportAllocs()
	pairs := allPairs()
	for i := 0; b.Loop(); i++ {
		p := pairs[i%len(pairs)]
		p.g.Sees(p.a, p.b)
	}
	compare(b, pairs, func(p pair) { newRays(p.g, p.a, p.b, 64).sees(0) }, func(p pair) { fan(p.g, p.a, p.b, sightRays) })
}

// BenchmarkConcealed measures one concealment query.
func BenchmarkConcealed(b *testing.B) {
	b.ReportAllocs()
	pairs := allPairs()
	for i := 0; b.Loop(); i++ {
		p := pairs[i%len(pairs)]
		p.g.Concealed(p.a, p.b)
	}
	compare(b, pairs, func(p pair) {
		o := newRays(p.g, p.a, p.b, 64)
		for _, q := range o.from {
			if o.uncovered(q, 0) {
				return
			}
		}
	}, func(p pair) { coverFan(p.g, p.a, p.b, sightRays) })
}

// BenchmarkAllPairs measures sight between all 22 x 22 bases of a board, in both directions.
func BenchmarkAllPairs(b *testing.B) {
	pairs := allPairs()
	each := len(pairs) / benchBoards
	for i := 0; b.Loop(); i++ {
		for _, p := range pairs[i%benchBoards*each:][:each] {
			p.g.Sees(p.a, p.b)
		}
	}
}

// pair is one query.
type pair struct {
	g    *Ground
	a, b Body
}

func allPairs() (out []pair) {
	for seed := range uint64(benchBoards) {
		g, bodies := standard(seed)
		for _, a := range bodies {
			for _, b := range bodies {
				out = append(out, pair{g, a, b})
			}
		}
	}
	return out
}

// compare reports the time of other methods, on a few pairs, as a multiple of the measured one.
func compare(b *testing.B, pairs []pair, oracle, fan func(pair)) {
	own := b.Elapsed().Seconds() / float64(b.N)
	for name, f := range map[string]func(pair){"x-oracle": oracle, "x-fan": fan} {
		const some = 12
		start := time.Now()
		for i := range some {
			f(pairs[i*len(pairs)/some+7*i+1])
		}
		b.ReportMetric(time.Since(start).Seconds()/some/own, name)
	}
}

// sightRays is the number of points on each rim that a plain fan joins, about 0.02" apart.
const sightRays = 256

// fan is the naive method: it joins points of both rims and intersects each line with every edge.
func fan(g *Ground, a, b Body, n int) (seen bool) {
	for i := range n {
		for j := range n {
			p, q := onRim(a.Disc, i, n), onRim(b.Disc, j, n)
			if clearRay(g, p, q, 2000) {
				return true
			}
		}
	}
	return false
}

// coverFan searches for a point of the actor from which no line of a fan to the target's rim crosses terrain.
func coverFan(g *Ground, a, b Body, n int) (clear bool) {
	for i := range n {
		j := 0
		for j < n && clearRay(g, onRim(a.Disc, i, n), onRim(b.Disc, j, n), 0) {
			j++
		}
		if j == n {
			return true
		}
	}
	return false
}

func onRim(d Disc, i, n int) xy {
	s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
	return drawnAt(d.At).add(xy{c, s}.mul(float64(d.R)))
}

// clearRay reports whether a line crosses no building and at most the given length of each wood.
func clearRay(g *Ground, p, q xy, most float64) bool {
	for _, w := range g.Buildings {
		if len(crossings(w.Shape, p, q)) > 0 {
			return false
		}
	}
	for _, w := range g.Areas {
		cuts, sum := crossings(w.Shape, p, q), 0.0
		slices.Sort(cuts)
		for i := 1; i < len(cuts); i += 2 {
			sum += cuts[i] - cuts[i-1]
		}
		if w.Kind.Conceals() && sum*q.sub(p).norm() > most {
			return false
		}
	}
	return true
}

func crossings(s Polygon, p, q xy) (out []float64) {
	d := q.sub(p)
	for i := range s {
		v, w := s.edge(i)
		a, e := drawnAt(v), drawnAt(w).sub(drawnAt(v))
		k := d.x*e.y - d.y*e.x
		if k == 0 {
			continue
		}
		f := a.sub(p)
		t, u := (f.x*e.y-f.y*e.x)/k, (f.x*d.y-f.y*d.x)/k
		if t >= 0 && t <= 1 && u >= 0 && u < 1 {
			out = append(out, t)
		}
	}
	return out
}
