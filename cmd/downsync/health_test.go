package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"downsync/bot"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// fullDisk is a store whose writes fail while it is full.
type fullDisk struct {
	table.Store
	full bool
}

var errFull = fmt.Errorf("%w: %w", table.ErrUnknown, &fs.PathError{Op: "write", Path: "m.db", Err: syscall.ENOSPC})

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
	w.health.probe = func(ctx context.Context) error { return disk.Put(ctx, table.Record{Key: "probe"}) }
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

	const unwritable = "the store cannot be written: free space on its disk, or see the log"
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
		{&bot.WireError{Status: 503, RetryAfter: time.Second, Text: "channels/*/messages: 503"}, "Discord answers 503"},
		{&bot.WireError{RetryAfter: time.Second, Text: "no answer"}, "nothing gets through to Discord, and the log says why"},
		{bot.ErrDenied, "the bot lacks a permission"},
		{errors.New("something of match 4711"), "the log says why"},
		{bot.ErrClosedDM, ""},
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
