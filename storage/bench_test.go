package storage_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/storage"
)

// commitOf returns a decision of usual size: an event, a timer and two effects.
func commitOf(id table.ID, version uint64) table.Commit {
	return table.Commit{Match: id, Expect: version, Cause: fmt.Sprintf("i:%d", version), At: time.Unix(1<<32, 0), Events: [][]byte{make([]byte, 400)},
		Wake: time.Unix(1<<32+int64(version), 0), Send: []table.Effect{{Queue: "public", Coalesce: true}, {Queue: "seat/1", Coalesce: true}}}
}

// raw returns the number of appends of the same size per second that the disk manages, each with fdatasync.
func raw(b *testing.B, f *os.File, n int) float64 {
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

// BenchmarkCommit prints commits per second as a multiple of raw appends with fdatasync on the same disk. The two alternate,
// and the median of all turns counts, because the speed of a disk changes with other uses of it. The goals are 0.4 with one
// writer, 4 with 64 writers, and a p99 under 10 times the p50.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			dir := b.TempDir()
			s, err := storage.Open(filepath.Join(dir, "m.db"), storage.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			f, err := os.Create(filepath.Join(dir, "raw"))
			if err != nil {
				b.Fatal(err)
			}
			defer f.Close()
			version := make([]uint64, writers)
			took := make([][]time.Duration, writers)
			var ratios []float64
			var used time.Duration
			commits := 0
			for b.Loop() {
				base := raw(b, f, 40)
				each := max(20, 960/writers)
				began, processor := time.Now(), gametest.Processor()
				var wg sync.WaitGroup
				for w := range writers {
					wg.Go(func() {
						id := table.ID(fmt.Sprintf("m-%d", w))
						for range each {
							sent := time.Now()
							if _, err := s.Commit(context.Background(), commitOf(id, version[w])); err != nil {
								b.Error(err)
								return
							}
							version[w]++
							took[w] = append(took[w], time.Since(sent))
						}
					})
				}
				wg.Wait()
				used, commits = used+gametest.Processor()-processor, commits+each*writers
				ratios = append(ratios, float64(each*writers)/time.Since(began).Seconds()/base)
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "x-raw")
			b.ReportMetric(float64(used.Microseconds())/float64(commits), "µs/commit")
			all := slices.Sorted(slices.Values(slices.Concat(took...)))
			b.ReportMetric(float64(all[len(all)*99/100])/float64(all[len(all)/2]), "p99/p50")
		})
	}
}

// BenchmarkCommitToPacked prints the processor time of a commit to a packed match, as a multiple of the time to read its archive, and
// of the time of the next commit to it.
func BenchmarkCommitToPacked(b *testing.B) {
	ctx := context.Background()
	s, err := storage.Open(filepath.Join(b.TempDir(), "m.db"), storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	const events = 150
	r := rand.New(rand.NewPCG(1, 2))
	for n := range uint64(events) {
		c := commitOf("m", n)
		c.Events[0] = fmt.Appendf(nil, `{"kind":"moved","unit":"A%d","way":[[%d,%d],[%d,%d]],"hash":"%016x%016x"}`, r.IntN(9), r.IntN(36000), r.IntN(36000), r.IntN(36000), r.IntN(36000), r.Uint64(), r.Uint64())
		if n == events*3/4 {
			c.State = []byte(strings.Repeat(`{"place":`+fmt.Sprint(r.Uint64())+`}`, 300))
		}
		if _, err := s.Commit(ctx, c); err != nil {
			b.Fatal(err)
		}
	}
	version := uint64(events)
	var packed, unpacked, read time.Duration
	timed := func(to *time.Duration, do func() error) {
		began := gametest.Processor()
		if err := do(); err != nil {
			b.Fatal(err)
		}
		*to += gametest.Processor() - began
	}
	commit := func() error {
		_, err := s.Commit(ctx, commitOf("m", version))
		version++
		return err
	}
	for b.Loop() {
		if err := s.Pack(ctx, "m"); err != nil {
			b.Fatal(err)
		}
		timed(&packed, commit)
		timed(&unpacked, commit)
		w, err := s.Whole(ctx, "m")
		if err != nil {
			b.Fatal(err)
		}
		archive, err := w.Archive()
		if err != nil {
			b.Fatal(err)
		}
		timed(&read, func() error { _, err := storage.ReadArchive("m", archive); return err })
	}
	b.ReportMetric(float64(packed.Microseconds())/float64(b.N), "µs/commit")
	b.ReportMetric(float64(packed)/float64(read), "times-to-read")
	b.ReportMetric(float64(packed)/float64(unpacked), "times-the-next")
}
