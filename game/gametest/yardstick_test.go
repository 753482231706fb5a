package gametest

import (
	"slices"
	"strconv"
	"testing"
	"time"
)

// BenchmarkYardstick is a fixed piece of work: numbers, memory, strings, a map and sorting. `.ci/bench` divides the times of
// the other benchmarks by its time, so that they can be compared between machines.
func BenchmarkYardstick(b *testing.B) {
	least := time.Hour
	for b.Loop() {
		start := Processor()
		for seed := range uint64(20) {
			d, seen := NewDice(seed), map[string]int{}
			var words []string
			for range 2000 {
				w := strconv.Itoa(d.N(1 << 20))
				seen[w]++
				words = append(words, w)
			}
			slices.Sort(words)
			if len(seen) == 0 || words[0] > words[1] {
				b.Fatal("the yardstick is bent")
			}
		}
		least = min(least, Processor()-start)
	}
	b.ReportMetric(float64(least.Nanoseconds())/20/1000, "µs/yard")
}
