package plane

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"downsync/game/gametest"
)

// move is one query to the search.
type move struct {
	g        *Ground
	m        Mover
	from, to Point
}

// standardMoves returns moves of bases on standard boards to points near them where they may stand.
func standardMoves(n int) []move {
	r := rand.New(rand.NewPCG(3, 3))
	var out []move
	for seed := uint64(0); len(out) < n; seed++ {
		g, bodies := standard(seed)
		var bases []Disc
		for _, b := range bodies {
			bases = append(bases, b.Disc)
		}
		for i, d := range bases[:11] {
			m := Mover{R: d.R, Infantry: d.R == Radius(40), Allowance: In(6), Slow: In(2), Enemies: bases[11:], Others: slices.Delete(slices.Clone(bases[:11]), i, i+1)}
			if !m.Infantry && i < 6 { // a Ping, and half of what it meets are Pings as well
				m.Allowance = In(4)
				for k, e := range bodies[11:] {
					m.Zones = append(m.Zones, Zone{Body: e, Gap: In(2), Sight: k%2 == 0 && e.R != Radius(40)})
				}
			}
			for range 4 {
				to := at(d.At.X+Inch(r.IntN(12000)-6000), d.At.Y+Inch(r.IntN(12000)-6000))
				if dist2(d.At, to) < int64(m.Allowance)*int64(m.Allowance) {
					out = append(out, move{g, m, d.At, to})
				}
			}
		}
	}
	return out[:n]
}

// timed runs the queries in turn and reports the 99th percentile of their times.
func timed(b *testing.B, moves []move, ask func(move)) {
	b.Helper()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		begin := time.Now()
		ask(moves[i%len(moves)])
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// Goal: a mean of 300 µs and a 99th percentile of 3 ms.
func BenchmarkWay(b *testing.B) {
	timed(b, standardMoves(4000), func(q move) { q.g.Way(q.m, q.from, q.to) })
}

// BenchmarkWayBent measures only moves that the straight line does not answer.
func BenchmarkWayBent(b *testing.B) {
	moves := slices.DeleteFunc(standardMoves(8000), func(q move) bool {
		t := q.g.Check(q.m, Path{q.from, q.to})
		return t.Stop == nil && t.Slowed == 0 || q.g.never(q.m, q.from, q.to) != nil
	})
	timed(b, moves, func(q move) { q.g.Way(q.m, q.from, q.to) })
}

func BenchmarkJudge(b *testing.B) {
	moves := standardMoves(1000)
	timed(b, moves, func(q move) { q.g.Check(q.m, Path{q.from, q.to}) })
}

// Goal: 30 ms.
func BenchmarkReach(b *testing.B) {
	timed(b, standardMoves(400), func(q move) { q.g.Reach(q.m, q.from) })
}

// Goal: 30 ms. Only points that cannot be reached are queried.
func BenchmarkNearest(b *testing.B) {
	moves := slices.DeleteFunc(standardMoves(1000), func(q move) bool {
		_, t := q.g.Way(q.m, q.from, q.to)
		return t.Stop == nil
	})
	timed(b, moves, func(q move) { q.g.Nearest(q.m, q.from, q.to) })
}

// slopes holds moves on boards where buildings are climbed.
func slopes() (out []move) {
	for seed := range uint64(400) {
		g, m, from, to := slope(rand.New(rand.NewPCG(seed, 21)))
		if g.never(m, from, to) == nil && g.never(m, to, from) == nil {
			out = append(out, move{g, m, from, to})
		}
	}
	return out
}

// Goals as for other ways and reaches.
func BenchmarkClimb(b *testing.B) {
	b.Run("way", func(b *testing.B) { timed(b, slopes(), func(q move) { q.g.Way(q.m, q.from, q.to) }) })
	b.Run("reach", func(b *testing.B) { timed(b, slopes(), func(q move) { q.g.Reach(q.m, q.from) }) })
	b.Run("farthest", func(b *testing.B) {
		all := slopes()
		for i := 0; b.Loop(); i++ {
			q := all[i%len(all)]
			q.g.Farthest(q.m, q.from, q.to)
		}
		gametest.Worst(b, len(all), func(i int) { all[i].g.Farthest(all[i].m, all[i].from, all[i].to) })
	})
}
