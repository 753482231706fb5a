package render_test

import (
	"testing"
	"time"

	"downsync/game/gametest"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// BenchmarkMovePicture stages a move of an own piece in moments of whole matches. It prints in processor time what reach and watchers add
// to its picture (goal 10 ms): to work them out, and to draw them on a board that was drawn before; the mean, and the worst of the
// shortest of three measurements.
func BenchmarkMovePicture(b *testing.B) {
	all, err := moments()
	if err != nil {
		b.Fatal(err)
	}
	var sum, worst [2]time.Duration
	n := 0
	for b.Loop() {
		for i, m := range all {
			mine := m.view.Own(m.seat, func(rules.Piece) bool { return true })
			if i%5 != 0 || len(mine) == 0 {
				continue
			}
			p, _ := m.view.Piece(mine[i%len(mine)])
			n++
			least := [2]time.Duration{time.Minute, time.Minute}
			for range 3 {
				began := gametest.Processor()
				s := staged(m.view, p)
				least[0] = min(least[0], gametest.Processor()-began)
				least[1] = min(least[1], drawn(b, m, s)-drawn(b, m, &draw.Staged{Around: []rules.Label{p.Label}}))
			}
			for k := range sum {
				sum[k], worst[k] = sum[k]+least[k], max(worst[k], least[k])
			}
		}
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	for k, what := range []string{"found", "drawn"} {
		b.ReportMetric(ms(sum[k]/time.Duration(n)), what+"-ms/mean")
		b.ReportMetric(ms(worst[k]), what+"-ms/worst")
	}
	b.ReportMetric(float64(n), "pictures")
}

// drawn returns the processor time that a private picture takes once its ground is drawn.
func drawn(b *testing.B, m moment, s *draw.Staged) time.Duration {
	b.Helper()
	scene := (draw.Look{}).Scene(m.view, s)
	other := scene
	other.Title += " "
	var began time.Duration
	for i, s := range []render.Scene{other, scene} {
		if i == 1 {
			render.ForgetRows()
			began = gametest.Processor()
		}
		if _, err := render.Draw(s); err != nil {
			b.Fatal(err)
		}
	}
	took := gametest.Processor() - began
	render.Forget()
	return took
}

// staged stages a move of the piece's bases that leaves them where they are.
func staged(v rules.View, p rules.Piece) *draw.Staged {
	s := &draw.Staged{Around: []rules.Label{p.Label}}
	var bases []rules.Ref
	for _, b := range p.Bases {
		bases = append(bases, rules.Ref{Label: p.Label, N: b.N})
	}
	s.Base = bases[0]
	s.Reach, _ = v.Reach(bases[0])
	s.Watchers = v.Standing(bases[0], p.Bases[0].Point).Watchers(bases)
	return s
}
