package maps

import (
	"cmp"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"downsync/game/plane"
)

// view is a line of sight to ask for.
type view struct {
	in   *plane.Ground
	on   string // the board's name
	a, b plane.Body
}

// views draws pairs of bodies on all named boards and 200 generated ones, in turn: bases of every size on the ground,
// and on roofs wherever infantry may stand. Every other pair has a body on a roof at least, where the board has roofs.
func views(n int) []view { return viewsOf(n, rand.New(rand.NewPCG(17, 1))) }

func viewsOf(n int, rnd *rand.Rand) []view {
	const generated = 200
	boards := All()
	for seed := range uint64(generated) {
		boards = append(boards, Generate(seed))
	}
	grounds := make([]*plane.Ground, len(boards))
	for i, m := range boards {
		grounds[i], _ = m.Ground()
	}
	// The named boards take every other pair.
	named := len(boards) - generated
	out := make([]view, n)
	for i := range out {
		k := rnd.IntN(named)
		if i%2 == 1 {
			k = named + rnd.IntN(generated)
		}
		g := grounds[k]
		roof := i%4 < 2 && len(g.Buildings) > 0
		out[i] = view{g, boards[k].Name, body(rnd, g, roof), body(rnd, g, roof && rnd.IntN(4) == 0)}
		if rnd.IntN(2) == 0 {
			out[i].a, out[i].b = out[i].b, out[i].a
		}
	}
	return out
}

// body draws a base where it may stand, on a roof if that is asked.
func body(rnd *rand.Rand, g *plane.Ground, roof bool) plane.Body {
	for {
		d := plane.Disc{R: plane.Radius([]int{60, 70, 80, 40}[rnd.IntN(4)])}
		d.At = plane.Point{X: d.R + plane.Inch(rnd.IntN(int(Edge-2*d.R))), Y: d.R + plane.Inch(rnd.IntN(int(Edge-2*d.R)))}
		if roof {
			d.R = plane.Radius(40)
			b := bounds(g.Buildings[rnd.IntN(len(g.Buildings))].Shape)
			d.At = plane.Point{X: b.Min.X + plane.Inch(rnd.IntN(int(b.Max.X-b.Min.X))), Y: b.Min.Y + plane.Inch(rnd.IntN(int(b.Max.Y-b.Min.Y)))}
		}
		infantry := d.R == plane.Radius(40)
		b := g.Body(d, infantry)
		if roof != (b.In > 0) || g.Stand(plane.Mover{R: d.R, Infantry: infantry}, d.At) != nil {
			continue
		}
		return b
	}
}

// BenchmarkSight asks for lines of sight on all boards, a few thousand or, with SOAK=1, a million. It prints the mean and
// the worst: the slowest are measured again, as another process may have held one up.
func BenchmarkSight(b *testing.B) {
	n := 5000
	if os.Getenv("SOAK") == "1" {
		n = 1000000
	}
	all := views(n)
	took := make([]time.Duration, n)
	seen := 0
	for b.Loop() {
		for i, v := range all {
			took[i] = lasts(v, 1)
		}
	}
	var sum time.Duration
	for i, v := range all {
		sum += took[i]
		if v.in.Sees(v.a, v.b) {
			seen++
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(took[j], took[i]) })
	var worst time.Duration
	var at view
	for _, i := range order[:50] {
		if d := lasts(all[i], 5); d > worst {
			worst, at = d, all[i]
		}
	}
	b.ReportMetric(float64(sum.Nanoseconds())/float64(n)/1000, "us/mean")
	b.ReportMetric(float64(worst.Nanoseconds())/1000, "us/worst")
	b.ReportMetric(float64(seen*100)/float64(n), "%seen")
	b.Logf("the slowest: %s, %+v to %+v", at.on, at.a, at.b)
}

// lasts is the shortest of some measurements of one question.
func lasts(v view, times int) time.Duration {
	least := time.Hour
	for range times {
		start := time.Now()
		v.in.Sees(v.a, v.b)
		least = min(least, time.Since(start))
	}
	return least
}
