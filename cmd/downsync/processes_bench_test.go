package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/game/table"
	"downsync/storage/postgres"
	"downsync/storage/postgres/pgtest"
)

// BenchmarkFailover kills the bot on watch of three, while ten people press all the time. It prints how many presses were not
// answered, how long after the kill the last of them was made (goal: 1 s), and after what time another bot is on watch. The same for
// the database, which starts again at once.
func BenchmarkFailover(b *testing.B) {
	const people, after = 10, 400
	for _, victim := range []string{"bot", "database"} {
		b.Run(victim, func(b *testing.B) {
			var lost, last, watch float64
			for b.Loop() {
				b.StopTimer()
				f := newFleet(b, people, local.Real())
				var killed atomic.Int64 // when, in nanoseconds
				var mu sync.Mutex
				var latest time.Duration
				var wg sync.WaitGroup
				stop := make(chan struct{})
				for n := range people {
					u := f.srv.User(fmt.Sprintf("player%d", n+1))
					wg.Go(func() {
						for {
							select {
							case <-stop:
								return
							default:
							}
							made := time.Now()
							a, err := u.Slash("#general", "/settings")
							if ok := f.act(b.Context(), u, a, err); !ok && killed.Load() > 0 {
								mu.Lock()
								latest = max(latest, made.Sub(time.Unix(0, killed.Load())))
								mu.Unlock()
							}
						}
					})
				}
				f.until(b.Context(), 100)
				f.failed.Store(0)
				b.StartTimer()
				began := time.Now()
				killed.Store(began.UnixNano())
				if victim == "bot" {
					f.members[0].end(syscall.SIGKILL) // the first is on watch
				} else {
					f.down.Lock()
					f.db.Kill()
					if err := f.db.Run(); err != nil {
						b.Fatal(err)
					}
					f.down.Unlock()
				}
				took := time.Duration(0)
				for took == 0 {
					for _, m := range f.members {
						if said := m.said.String(); strings.Contains(said, `msg="on watch"`) {
							took = time.Since(began)
						}
					}
					if time.Since(began) > limit {
						b.Fatal("no bot is on watch")
					}
					time.Sleep(time.Millisecond)
				}
				b.StopTimer()
				f.until(b.Context(), after)
				close(stop)
				wg.Wait()
				lost, last, watch = lost+float64(f.failed.Load()), max(last, latest.Seconds()), watch+took.Seconds()
				for _, m := range f.members {
					m.end(syscall.SIGKILL)
				}
				b.StartTimer()
			}
			b.ReportMetric(lost/float64(b.N), "lost/kill")
			b.ReportMetric(1000*last, "ms/last-lost")
			b.ReportMetric(1000*watch/float64(b.N), "ms/watch")
		})
	}
}

// counter forwards a connection to PostgreSQL, and counts the statements in it.
type counter struct {
	net.Listener
	to string // socket of the server
	n  atomic.Int64
}

func (c *counter) serve() {
	for {
		conn, err := c.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", c.to)
		if err != nil {
			conn.Close()
			return
		}
		go func() {
			defer conn.Close()
			_, _ = io.Copy(conn, server)
		}()
		go func() {
			defer server.Close()
			for kind := 0; ; kind = 1 { // the first message has no byte for its kind
				head := make([]byte, kind+4)
				if _, err := io.ReadFull(conn, head); err != nil {
					return
				}
				if kind == 1 && (head[0] == 'E' || head[0] == 'Q') { // Execute, Query
					c.n.Add(1)
				}
				body := make([]byte, binary.BigEndian.Uint32(head[kind:])-4)
				if _, err := io.ReadFull(conn, body); err != nil {
					return
				}
				if _, err := server.Write(append(head, body...)); err != nil {
					return
				}
			}
		}()
	}
}

// BenchmarkQueries plays a match of the second game and prints how many statements a press costs, with all its consequences,
// how many there are a second when nobody presses, and how many small records, and bytes of them, stay for a press.
func BenchmarkQueries(b *testing.B) {
	server := pgtest.New(b)
	dir, err := os.MkdirTemp("", "q") // short: the path of a socket has at most some hundred characters
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	const socket = ".s.PGSQL.5432"
	c := &counter{to: filepath.Join(server.Folder, socket)}
	if c.Listener, err = net.Listen("unix", filepath.Join(dir, socket)); err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	go c.serve()
	f := &fleet{t: b, dir: b.TempDir(), more: make(chan struct{}, 1), store: strings.Replace(server.URL(), server.Folder, dir, 1)}
	if f.srv, err = local.New(local.Config{Users: 2, Names: []string{nameOf(0), nameOf(1)}}); err == nil {
		err = f.srv.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	defer f.srv.Close()
	m := f.join()
	if err := f.srv.SetEndpoint(b.Context(), "http://"+m.address); err != nil {
		b.Fatal(err)
	}
	const quiet = 3 * time.Second
	began := c.n.Load()
	time.Sleep(quiet)
	idle := float64(c.n.Load()-began) / quiet.Seconds()
	presses, asked, took := int64(0), 0.0, 0.0
	for n := uint64(0); b.Loop(); n++ {
		since, before, already := time.Now(), c.n.Load(), f.presses.Load()
		if err := f.pair(0, "game:syndicate max_rounds:3").play(b.Context(), n); err != nil {
			b.Fatal(err)
		}
		presses, asked, took = presses+f.presses.Load()-already, asked+float64(c.n.Load()-before), took+time.Since(since).Seconds()
	}
	b.ReportMetric((asked-idle*took)/float64(presses), "statements/press")
	b.ReportMetric(idle, "statements/s-idle")
	s, err := openAside(b.Context(), server.URL(), postgres.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	rs, err := s.List(b.Context(), "", "", 1e6)
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, r := range rs {
		size += len(r.Key) + len(r.Value)
	}
	b.ReportMetric(float64(len(rs))/float64(presses), "records/press")
	b.ReportMetric(float64(size)/float64(presses), "record-B/press")
}

// BenchmarkSizes prints how many bytes a match takes in the database with all its indexes, for one match of 150 decisions,
// repeated.
func BenchmarkSizes(b *testing.B) {
	const copies = 200
	k := newKeeper(b)
	from := k.open()
	whole, err := from.Whole(b.Context(), kept)
	if err = closeAfter(from, err); err != nil {
		b.Fatal(err)
	}
	data := 0
	for _, e := range whole.Events {
		data += len(e.Data)
	}
	for b.Loop() {
		c := defaults()
		c.Store.URL = pgtest.URL(b)
		to, err := openStore(c, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			b.Fatal(err)
		}
		size := func() int64 {
			s, err := to.(*postgres.Store).Survey(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			return s.Bytes
		}
		empty := size()
		for n := range copies {
			w := whole
			w.ID = table.ID(fmt.Sprintf("copy-%d", n))
			if err := to.PutWhole(b.Context(), w); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(size()-empty)/copies/float64(len(whole.Events)), "B/event")
		b.ReportMetric(float64(size()-empty)/copies/1024, "KiB/match")
		b.ReportMetric(float64(data)/float64(len(whole.Events)), "B/event-alone")
		b.ReportMetric(float64(len(whole.Events)), "events")
		if err := to.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
