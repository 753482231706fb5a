package storage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"downsync/game/table"
	"downsync/storage"
)

// commitOf returns a decision of usual size: an event, a timer and two effects.
func commitOf(id table.ID, version uint64) table.Commit {
	return table.Commit{Match: id, Expect: version, Cause: fmt.Sprintf("i:%d", version), At: time.Unix(1<<32, 0), Events: [][]byte{make([]byte, 400)},
		Wake: time.Unix(1<<32+int64(version), 0), Send: []table.Effect{{Queue: "public", Coalesce: true}, {Queue: "seat/1", Coalesce: true}}}
}

// raw returns the number of appends of the same size per second that the disk manages, each with fdatasync.
func raw(b *testing.B, n int) float64 {
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	page := make([]byte, 4096)
	began := time.Now()
	for range n {
		if _, err := f.Write(page); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			b.Fatal(err)
		}
	}
	return float64(n) / time.Since(began).Seconds()
}

// BenchmarkCommit prints commits per second as a multiple of raw appends with fdatasync on the same disk. The goals are
// 0.4 with one writer, 4 with 64 writers, and a p99 under 10 times the p50.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s, err := storage.Open(filepath.Join(b.TempDir(), "m.db"), storage.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			base := raw(b, 500)
			took := make([][]time.Duration, writers)
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			began := time.Now()
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					id := table.ID(fmt.Sprintf("m-%d", w))
					for v := uint64(0); left.Add(-1) >= 0; v++ {
						sent := time.Now()
						if _, err := s.Commit(context.Background(), commitOf(id, v)); err != nil {
							b.Error(err)
							return
						}
						took[w] = append(took[w], time.Since(sent))
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/time.Since(began).Seconds()/base, "x-raw")
			all := slices.Sorted(slices.Values(slices.Concat(took...)))
			b.ReportMetric(float64(all[len(all)*99/100])/float64(all[len(all)/2]), "p99/p50")
		})
	}
}
