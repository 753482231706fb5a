package plane

import (
	"math/rand/v2"
	"testing"
)

// standard is a board of 12 pieces of area terrain, 6 buildings and 22 bases, the same for the same seed.
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
	g, err := New(Rect{Max: Point{In(48), In(48)}}, areas, buildings)
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

func BenchmarkSight(b *testing.B) {
	b.ReportAllocs()
	g, bodies := standard(1)
	seen := 0
	for i := 0; b.Loop(); i++ {
		k := i % (22 * 22)
		if g.Sees(bodies[k/22], bodies[k%22]) {
			seen++
		}
	}
}

func BenchmarkConcealed(b *testing.B) {
	b.ReportAllocs()
	g, bodies := standard(1)
	for i := 0; b.Loop(); i++ {
		k := i % (22 * 22)
		g.Concealed(bodies[k/22], bodies[k%22])
	}
}
