package postgres

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/postgres/pgtest"
)

// decision returns one of usual size: an event, a timer and two effects, as in the benchmark of the store in a file.
func decision(id table.ID, version uint64) table.Commit {
	return table.Commit{Match: id, Expect: version, Cause: fmt.Sprintf("i:%d", version), At: time.Unix(1<<32, 0), Events: [][]byte{make([]byte, 400)},
		Wake: time.Unix(1<<32+int64(version), 0), Send: []table.Effect{{Queue: "public", Coalesce: true}, {Queue: "seat/1", Coalesce: true}}}
}

// BenchmarkCommit prints the store's commits per second as a multiple of those of as many plain clients that call the same
// function of the same database (goal: 0.9), and of those of the store in a file on the same disk. The three alternate, and the
// median of all turns counts. A store has 16 connections unless it is told otherwise.
func BenchmarkCommit(b *testing.B) {
	for _, size := range []struct{ writers, conns int }{{1, 16}, {64, 64}, {64, 16}} {
		b.Run(fmt.Sprintf("writers=%d/connections=%d", size.writers, size.conns), func(b *testing.B) {
			server, writers := pgtest.OnDisk(b), size.writers
			s := open(b, server.URL(), func(o *Options) { o.Conns = int32(size.conns) })
			file, err := storage.Open(filepath.Join(b.TempDir(), "m.db"), storage.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer file.Close()
			clients := make([]*pgx.Conn, writers)
			for i := range clients {
				if clients[i], err = pgx.ConnectConfig(b.Context(), s.conf.ConnConfig.Copy()); err != nil {
					b.Fatal(err)
				}
				defer clients[i].Close(context.Background())
			}
			each := max(10, 100/writers)
			turn := func(name string, from uint64, commit func(w int, c table.Commit) error) float64 {
				began := time.Now()
				var wg sync.WaitGroup
				for w := range writers {
					wg.Go(func() {
						for n := range each {
							if err := commit(w, decision(table.ID(fmt.Sprintf("%s-%d", name, w)), from+uint64(n))); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				wg.Wait()
				return float64(each*writers) / time.Since(began).Seconds()
			}
			var toPlain, toFile []float64
			for from := uint64(0); b.Loop(); from += uint64(each) {
				plain := turn("plain", from, func(w int, c table.Commit) error {
					var outcome int
					var version *int64
					var reply []byte
					return clients[w].QueryRow(b.Context(), commitSQL, commitArgs(c)...).Scan(&outcome, &version, &reply)
				})
				ours := turn("ours", from, func(_ int, c table.Commit) error {
					_, err := s.Commit(b.Context(), c)
					return err
				})
				filed := turn("file", from, func(_ int, c table.Commit) error {
					_, err := file.Commit(b.Context(), c)
					return err
				})
				toPlain, toFile = append(toPlain, ours/plain), append(toFile, ours/filed)
			}
			slices.Sort(toPlain)
			slices.Sort(toFile)
			b.ReportMetric(toPlain[len(toPlain)/2], "x-plain")
			b.ReportMetric(toFile[len(toFile)/2], "x-file")
		})
	}
}
