package render_test

import (
	"testing"
	"time"

	"downsync/game/gametest"
	"downsync/render"

	draw "downsync/render/downsync"
)

// BenchmarkListing prepares the boards of two matches up to their pixels: what the seat was told, its scene, the scene's key and
// its list of operations. It prints the processor time of each step, measured in a row and with the caches swept before each step,
// as the other work of a press sweeps them.
func BenchmarkListing(b *testing.B) {
	all, err := moments()
	if err != nil {
		b.Fatal(err)
	}
	sweep := make([]byte, 16<<20)
	for _, run := range []struct {
		name  string
		sweep func()
	}{{"warm", func() {}}, {"swept", func() {
		for i := 0; i < len(sweep); i += 64 {
			sweep[i]++
		}
	}}} {
		b.Run(run.name, func(b *testing.B) {
			var took [4]time.Duration
			n := 0
			b.ReportAllocs()
			for b.Loop() {
				m := all[n%len(all)]
				n++
				var news draw.PrivateNews
				var s render.Scene
				for i, step := range []func(){
					func() { news = m.news() },
					func() { s = draw.Look{}.PrivateScene(m.view, nil, news) },
					func() { render.Identified(s) },
					func() { render.Listed(s) },
				} {
					run.sweep()
					began := gametest.Processor()
					step()
					took[i] += gametest.Processor() - began
				}
			}
			for i, name := range []string{"news", "scene", "key", "list"} {
				b.ReportMetric(float64(took[i].Nanoseconds())/1e3/float64(b.N), "cpu-us/"+name)
			}
		})
	}
}
