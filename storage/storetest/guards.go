package storetest

import (
	"bytes"
	"errors"
	"sync"
	"testing"
	"time"

	"downsync/game/table"
)

// guards: a record is written only while it holds the value that was read; otherwise nothing of the Put or Commit is.
func guards(t *testing.T, open Maker) {
	s, _ := open(t)
	is := func(key, want string) {
		t.Helper()
		v, err := s.Get(ctx, key)
		if want == "" && !errors.Is(err, table.ErrNoRecord) || want != "" && (err != nil || string(v) != want) {
			t.Errorf("%s is %q %v, expected %q", key, v, err, want)
		}
	}
	put := func(want error, rs ...table.Record) {
		t.Helper()
		if err := s.Put(ctx, rs...); !errors.Is(err, want) {
			t.Errorf("put %+v: %v, expected %v", rs, err, want)
		}
	}
	r := func(value, was []byte) table.Record { return table.Record{Key: "k", Value: value, If: true, Was: was} }
	a, b, empty := []byte("a"), []byte("b"), []byte{}
	put(table.ErrChanged, r(b, a), table.Record{Key: "other", Value: a}) // it is not there at all
	put(table.ErrChanged, r(b, empty))
	is("other", "")
	put(nil, r(a, nil))
	put(table.ErrChanged, r(b, nil))
	put(table.ErrChanged, table.Record{Key: "other", Value: a}, r(b, b))
	put(table.ErrChanged, r(nil, b)) // nor is it deleted
	is("k", "a")
	is("other", "")
	c := one("m", 0, "1")
	c.Records, c.Send, c.Wake = []table.Record{{Key: "other", Value: a}, r(b, b)}, []table.Effect{{Queue: "public"}}, t0
	if _, err := s.Commit(ctx, c); !errors.Is(err, table.ErrChanged) {
		t.Errorf("commit: %v", err)
	}
	is("k", "a")
	is("other", "")
	if _, err := s.Load(ctx, "m"); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("a refused commit left a match: %v", err)
	}
	if ds, _ := s.Lease(ctx, t0, time.Minute, 9); len(ds) > 0 {
		t.Errorf("a refused commit left deliveries: %v", ds)
	}
	if due, _ := s.Due(ctx, t0, 9); len(due) > 0 {
		t.Errorf("a refused commit left a timer: %v", due)
	}
	c.Records[1].Was = a
	must(t, s, c)
	is("k", "b")
	is("other", "a")
	c.Records[1].Was = a // a repeat of the cause is recognized, whatever the records hold by now
	if again := must(t, s, c); !again.Repeat {
		t.Errorf("repeat: %+v", again)
	}
	put(nil, r(empty, b))
	put(table.ErrChanged, r(a, nil)) // an empty value is a value
	put(nil, r(nil, empty))
	is("k", "")
}

// counters: writers who repeat after ErrChanged lose nothing.
func counters(t *testing.T, open Maker) {
	s, _ := open(t)
	const n, each = 8, 10
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for range each {
				for {
					v, err := s.Get(ctx, "n")
					if errors.Is(err, table.ErrNoRecord) {
						v, err = nil, nil
					}
					if err == nil {
						err = s.Put(ctx, table.Record{Key: "n", Value: append(bytes.Clone(v), '.'), If: true, Was: v})
					}
					if err == nil {
						break
					}
					if !errors.Is(err, table.ErrChanged) {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	if v, err := s.Get(ctx, "n"); err != nil || len(v) != n*each {
		t.Errorf("counted %d of %d %v", len(v), n*each, err)
	}
}
