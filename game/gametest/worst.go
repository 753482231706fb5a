package gametest

import (
	"cmp"
	"slices"
	"testing"
	"time"
)

// Worst measures each of n questions once and the slowest fifty again, because another process may have delayed one. It reports
// the worst in microseconds.
func Worst(b *testing.B, n int, ask func(i int)) {
	b.Helper()
	took := make([]time.Duration, n)
	of := make([]int, n)
	for i := range n {
		start := time.Now()
		ask(i)
		took[i], of[i] = time.Since(start), i
	}
	slices.SortFunc(of, func(i, j int) int { return cmp.Compare(took[j], took[i]) })
	var most time.Duration
	for _, i := range of[:min(50, n)] {
		least := time.Hour
		for range 5 {
			start := time.Now()
			ask(i)
			least = min(least, time.Since(start))
		}
		most = max(most, least)
	}
	b.ReportMetric(float64(most.Nanoseconds())/1000, "us/worst")
}
