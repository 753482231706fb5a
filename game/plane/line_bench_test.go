package plane

import (
	"math/rand/v2"
	"testing"

	"downsync/game/gametest"
)

// BenchmarkCrosses tests outlines of up to MaxCorners corners, mostly on the segment. The worst should take at most 1 ms.
func BenchmarkCrosses(b *testing.B) {
	r := rand.New(rand.NewPCG(22, 4))
	type question struct {
		s    Polygon
		a, b Point
	}
	comb := Polygon{at(0, 0), at(48000, 0)}
	for x := Inch(48000); len(comb) < MaxCorners; x -= 750 {
		comb = append(comb, at(x, 20000), at(x-375, 10000))
	}
	all := []question{{comb, at(0, 10000), at(48000, 10000)}, {comb, at(0, 20000), at(48000, 20000)}, {comb, at(48000, 20001), at(0, 20001)}}
	for range 5000 {
		s := star(r, at(24000, 24000), 4+r.IntN(60), 1000, 20000)
		all = append(all, question{s, aPoint(r, s), aPoint(r, s)})
	}
	for i := 0; b.Loop(); i++ {
		q := all[i%len(all)]
		q.s.Crosses(q.a, q.b)
	}
	gametest.Worst(b, len(all), func(i int) { all[i].s.Crosses(all[i].a, all[i].b) })
}

// BenchmarkFarthest asks on standard boards with 22 bases, and for legs that graze an enemy by about the tolerance.
func BenchmarkFarthest(b *testing.B) {
	moves := standardMoves(4000)
	for i := range moves {
		q := &moves[i]
		q.m.Zones, q.m.Allowance = nil, In(14)
		q.to = along(q.from, q.to, 14000, max(1, int64(Dist(q.from, q.to))))
	}
	open, err := New(whole, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	for off := range Inch(8) {
		m := Mover{R: Radius(60), Allowance: In(14), Enemies: []Disc{{at(8000, 24000), Radius(60)}}}
		y := 24000 + 2*m.R - 5 + off
		moves = append(moves, move{open, m, at(6000, y), at(20000, y+3)})
	}
	for i := 0; b.Loop(); i++ {
		q := moves[i%len(moves)]
		q.g.Farthest(q.m, q.from, q.to)
	}
	gametest.Worst(b, len(moves), func(i int) { moves[i].g.Farthest(moves[i].m, moves[i].from, moves[i].to) })
}
