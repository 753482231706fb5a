package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// fullDisk is a store whose writes fail while it is full.
type fullDisk struct {
	table.Store
	full bool
}

var errFull = &table.Fault{Reason: table.FaultFull, Err: fmt.Errorf("%w: %w", table.ErrUnknown, &fs.PathError{Op: "write", Path: "m.db", Err: syscall.ENOSPC})}

func (d *fullDisk) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if d.full {
		return table.Receipt{}, errFull
	}
	return d.Store.Commit(ctx, c)
}

func (d *fullDisk) Put(ctx context.Context, rs ...table.Record) error {
	if d.full {
		return errFull
	}
	return d.Store.Put(ctx, rs...)
}

// delivers is a deliverer that always ends in the same way.
type delivers struct{ err error }

func (d delivers) Deliver(context.Context, table.Delivery) (table.Kept, error) {
	return table.Kept{}, d.err
}

// /readyz says no, and why in one line, while writes fail, the gateway has been down for a minute, or no message has gone out
// for a minute. It says yes, with a warning, when the clock is off.
func TestReady(t *testing.T) {
	clock := tabletest.NewClock()
	s, err := storage.Open(filepath.Join(t.TempDir(), "m.db"), storage.Options{MapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := watching(clock, s)
	disk := &fullDisk{Store: s}
	w.health.probe = func(ctx context.Context, bytes int) error { return probeStore(ctx, disk, bytes) }
	store := watchedStore{disk, w}
	pages := w.pages()
	says := func(what string, status int, text string) {
		t.Helper()
		rw := httptest.NewRecorder()
		pages.ServeHTTP(rw, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if rw.Code != status || rw.Body.String() != text+"\n" {
			t.Errorf("%s: %d %s, want %d %s", what, rw.Code, rw.Body, status, text)
		}
	}
	says("before the first session", 503, "no gateway session yet: the log says what Discord answers")
	w.gateway(true)
	says("ready", 200, "ok")

	const unwritable = "the store cannot be written: its disk is full: free space there"
	commit := table.Commit{Match: "m", Cause: "i:1", At: clock.Now(), Events: [][]byte{[]byte("e")}}
	disk.full = true
	if _, err := store.Commit(t.Context(), commit); !errors.Is(err, table.ErrUnknown) {
		t.Fatal(err)
	}
	says("a commit failed", 503, unwritable)
	disk.full = false
	says("there is space again", 200, "ok")
	if err := store.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}); err != nil {
		t.Fatal(err)
	}
	disk.full = true
	if err := store.Put(t.Context(), table.Record{Key: "k", Value: []byte("w")}); !errors.Is(err, table.ErrUnknown) {
		t.Fatal(err)
	}
	says("a record was not written", 503, unwritable)
	disk.full = false
	for range 2 { // stored, then refused: neither is a fault
		_, err = store.Commit(t.Context(), commit)
		commit.Cause = "i:2"
	}
	if !errors.Is(err, table.ErrConflict) {
		t.Fatal(err)
	}
	says("a refusal", 200, "ok")

	w.gateway(false)
	clock.Advance(longestAway - time.Second)
	says("a short reconnect", 200, "ok")
	w.gateway(false) // another attempt failed: it is down since the first
	clock.Advance(time.Second)
	says("down for a minute", 503, "no gateway session for 1m0s: the log says why")
	w.gateway(true)
	says("back", 200, "ok")

	for _, c := range []struct {
		err  error
		says string // "": that does not hurt everybody
	}{
		{&wire.WireError{Status: 503, RetryAfter: time.Second, Text: "channels/*/messages: 503"}, "Discord answers 503: Discord fails: look at https://discordstatus.com"},
		{&wire.WireError{RetryAfter: time.Second, Text: "no answer"}, "nothing gets through to Discord, and the log says why"},
		{&wire.WireError{Status: 403, Code: 50013}, "Discord answers 403: the bot lacks a permission: run `downsync doctor`, and give the bot the permissions that it names"},
		{wire.ErrDenied, "the bot lacks a permission"},
		{errors.New("something of match 4711"), "the log says why"},
		{wire.ErrClosedDM, ""},
		{context.Canceled, ""},
		{table.ErrGiveUp, ""},
	} {
		for range 2 {
			if _, err := (watchedDeliverer{delivers{c.err}, w.health}).Deliver(t.Context(), table.Delivery{}); err != c.err {
				t.Fatal(err)
			}
			says(fmt.Sprint(c.err), 200, "ok")
			clock.Advance(longestAway / 2)
		}
		if c.says != "" {
			says(c.says, 503, "no message could be sent for 1m0s: "+c.says)
		} else {
			says(fmt.Sprint(c.err), 200, "ok")
		}
		_, _ = watchedDeliverer{delivers{nil}, w.health}.Deliver(t.Context(), table.Delivery{}) // sent: nothing fails
		says("sent", 200, "ok")
	}

	for skew, warns := range map[time.Duration]string{
		2 * time.Second:         "",
		2500 * time.Millisecond: "\nwarning: this machine's clock is 2.5 s fast: turn on time synchronisation (NTP)",
		-3 * time.Second:        "\nwarning: this machine's clock is 3.0 s slow: turn on time synchronisation (NTP)",
	} {
		w.health.skew = func() time.Duration { return skew }
		says(skew.String(), 200, "ok"+warns)
		w.health.shared = func() bool { return true }
		says(skew.String()+", two bots", 200, "ok"+warns+"\nwarning: "+anotherBot)
		w.health.shared = nil
	}
}

// readyz returns what /readyz answers.
func readyz(w *counters) (status int, text string) {
	rw := httptest.NewRecorder()
	w.pages().ServeHTTP(rw, httptest.NewRequest(http.MethodGet, "/readyz", nil))
	return rw.Code, strings.TrimSpace(rw.Body.String())
}

// Whatever the reason for which a store accepts no writes, /readyz, the metrics and the log report it at once, and also the
// recovery.
func TestReadyOfStores(t *testing.T) {
	for _, reason := range table.FaultReasons {
		t.Run(string(reason), func(t *testing.T) {
			w := newWard(t)
			var log syncBuffer
			w.counts.health.log = slog.New(slog.NewTextHandler(&log, nil))
			w.minute()
			if status, text := readyz(w.counts); status != 200 {
				t.Fatalf("at first: %d %s", status, text)
			}
			w.file.write = &table.Fault{Reason: reason, Err: errors.New("as the store says")}
			if err := w.store.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}); table.FaultOf(err) != reason {
				t.Fatal(err)
			}
			for range 3 {
				if status, text := readyz(w.counts); status != 503 || text != unwritten(reason) || remedies[reason] == "" {
					t.Errorf("%d %s", status, text)
				}
			}
			page := pageOf(t, w.counts)
			counted := regexp.MustCompile(`downsync_store_write_failures_total\{reason="` + string(reason) + `"\} [45]\n`) // with or without the page's own try
			if !strings.Contains(page, "downsync_store_writable 0\n") || !counted.MatchString(page) {
				t.Errorf("the page says\n%s", page)
			}
			w.file.write = nil
			if page := pageOf(t, w.counts); !strings.Contains(page, "downsync_store_writable 1\n") {
				t.Errorf("mended, the page says\n%s", page)
			}
			if status, text := readyz(w.counts); status != 200 {
				t.Errorf("mended: %d %s", status, text)
			}
			if said := log.String(); strings.Count(said, "takes no writes") != 1 || strings.Count(said, "takes writes again") != 1 || !strings.Contains(said, "as the store says") {
				t.Errorf("the log says\n%s", said)
			}
			if rs, err := w.store.List(t.Context(), "probe", "", 9); err != nil || len(rs) > 0 {
				t.Errorf("probes are left: %v %v", rs, err)
			}
		})
	}
}

// smallDisk is a store on a full disk, where small writes still find room.
type smallDisk struct {
	table.Store
	room int
}

func (s *smallDisk) Put(ctx context.Context, rs ...table.Record) error {
	bytes := 0
	for _, r := range rs {
		bytes += len(r.Key) + len(r.Value)
	}
	if bytes > s.room {
		return errFull
	}
	return s.Store.Put(ctx, rs...)
}

// On a full disk on which small writes succeed, /readyz continues to say no until there is room for a write like the one that
// failed.
func TestReadyIsSteady(t *testing.T) {
	w := newWard(t)
	disk := &smallDisk{Store: w.file, room: 1000}
	w.store = watchedStore{disk, w.counts}
	w.counts.health.probe = func(ctx context.Context, bytes int) error { return probeStore(ctx, disk, bytes) }
	put := func(bytes int) error {
		return w.store.Put(t.Context(), table.Record{Key: "k", Value: make([]byte, bytes)})
	}
	if err := put(5000); !errors.Is(err, errFull) {
		t.Fatal(err)
	}
	for n := range 10 {
		if err := put(10 * n); err != nil {
			t.Fatal(err)
		}
		if status, text := readyz(w.counts); status != 503 {
			t.Errorf("after a small write: %d %s", status, text)
		}
	}
	disk.room = 6000 // enough for the write that failed, and not for all that a decision changes
	if status, text := readyz(w.counts); status != 503 {
		t.Errorf("with little room: %d %s", status, text)
	}
	if err := put(5000); err != nil {
		t.Fatal(err)
	}
	if status, text := readyz(w.counts); status != 200 {
		t.Errorf("after such a write: %d %s", status, text)
	}
}

// slowStore ends each write when it is told to.
type slowStore struct {
	table.Store
	began, ends chan struct{}
}

func (s slowStore) wait() error {
	s.began <- struct{}{}
	<-s.ends
	return nil
}

func (s slowStore) Commit(context.Context, table.Commit) (table.Receipt, error) {
	return table.Receipt{}, s.wait()
}
func (s slowStore) Put(context.Context, ...table.Record) error { return s.wait() }
func (s slowStore) Done(context.Context, table.Delivery, []byte, ...table.Record) error {
	return s.wait()
}
func (s slowStore) Fail(context.Context, table.Delivery, time.Time, []byte, ...table.Record) error {
	return s.wait()
}
func (s slowStore) Lease(context.Context, time.Time, time.Duration, int) ([]table.Delivery, error) {
	return nil, s.wait()
}

// writes lists all kinds of writes.
var writes = map[string]func(table.Store) error{
	"commit": func(s table.Store) error { _, err := s.Commit(context.Background(), table.Commit{}); return err },
	"put":    func(s table.Store) error { return s.Put(context.Background()) },
	"done":   func(s table.Store) error { return s.Done(context.Background(), table.Delivery{}, nil) },
	"fail":   func(s table.Store) error { return s.Fail(context.Background(), table.Delivery{}, time.Time{}, nil) },
	"lease":  func(s table.Store) error { _, err := s.Lease(context.Background(), time.Time{}, 0, 1); return err },
}

// While a write neither succeeds nor fails, /readyz and the metrics say so, steadily and whatever else is written meanwhile, until
// it ends.
func TestReadyOfAHangingStore(t *testing.T) {
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			w := newWard(t)
			var log syncBuffer
			w.counts.health.log, w.counts.health.now = slog.New(slog.NewTextHandler(&log, nil)), w.clock.Now
			w.minute()
			says := func(when string, ready bool) {
				t.Helper()
				status, text := readyz(w.counts)
				page := pageOf(t, w.counts)
				if ready != (status == 200) || ready != strings.Contains(page, "downsync_store_writable 1\n") || !ready && text != unwritten(table.FaultHanging) {
					t.Errorf("%s: %d %s", when, status, text)
				}
				if w.counts.health.reached() != ready {
					t.Errorf("%s: players can reach this host: %t", when, !ready)
				}
			}
			slow := slowStore{Store: w.file, began: make(chan struct{}), ends: make(chan struct{})}
			ended := make(chan error)
			go func() { ended <- write(watchedStore{slow, w.counts}) }()
			<-slow.began
			says("at its start", true)
			w.clock.Advance(longestWrite - time.Millisecond)
			says("before its time", true)
			for range 3 {
				w.clock.Advance(longestWrite)
				if err := w.store.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}); err != nil {
					t.Fatal(err)
				}
				says("while it hangs", false)
			}
			slow.ends <- struct{}{}
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
			says("when it has ended", true)
			if said := log.String(); strings.Count(said, "the store hangs") != 1 || strings.Count(said, "does not hang any more") != 1 {
				t.Errorf("the log says\n%s", said)
			}
			if page := pageOf(t, w.counts); !strings.Contains(page, `downsync_store_write_failures_total{reason="hanging"} 1`+"\n") {
				t.Errorf("the page says\n%s", page)
			}
		})
	}
}

// A store that accepts no writes and then hangs delays nobody who reads /readyz.
func TestReadyOfAStoreThatHangsWhenTried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := tabletest.NewClock()
		over := make(chan struct{})
		h := &health{clock: clock, now: clock.Now, log: slog.New(slog.DiscardHandler), fault: func(table.FaultReason) {}, probe: func(context.Context, int) error { <-over; return nil }}
		h.wrote(errFull, 1)
		for range 3 {
			if got := h.unwritable(t.Context()); got != table.FaultFull {
				t.Errorf("it says %q", got)
			}
		}
		clock.Advance(longestWrite)
		if got := h.unwritable(t.Context()); got != table.FaultHanging {
			t.Errorf("later it says %q", got)
		}
		close(over)
		synctest.Wait()
		if got := h.unwritable(t.Context()); got != "" {
			t.Errorf("when it has ended it says %q", got)
		}
	})
}

// Every kind of write is noted: commits, records, and the ends of deliveries; for leases only failures are noted.
func TestEachWriteIsNoted(t *testing.T) {
	for name, write := range writes {
		w := newWard(t)
		if err := write(watchedStore{deadStore{}, w.counts}); table.FaultOf(err) != table.FaultStopping {
			t.Errorf("%s: %v", name, err)
		}
		if got := w.counts.health.failing; got != table.FaultStopping {
			t.Errorf("%s: noted %q", name, got)
		}
	}
}

// deadStore accepts nothing.
type deadStore struct{ table.Store }

var errStopping = &table.Fault{Reason: table.FaultStopping, Err: errors.New("stopping")}

func (deadStore) Commit(context.Context, table.Commit) (table.Receipt, error) {
	return table.Receipt{}, errStopping
}
func (deadStore) Put(context.Context, ...table.Record) error { return errStopping }
func (deadStore) Done(context.Context, table.Delivery, []byte, ...table.Record) error {
	return errStopping
}
func (deadStore) Fail(context.Context, table.Delivery, time.Time, []byte, ...table.Record) error {
	return errStopping
}
func (deadStore) Lease(context.Context, time.Time, time.Duration, int) ([]table.Delivery, error) {
	return nil, errStopping
}
