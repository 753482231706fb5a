package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"downsync/game/table"
)

// Breakage is a state in which a store takes no write, for a reason of its own.
type Breakage struct {
	Name        string
	Reason      table.FaultReason
	Break, Mend func()
}

// Faults tests that each kind of write to a broken store fails with a table.Fault of the reason, and succeeds once the store is
// repaired.
func Faults(t *testing.T, s table.Store, all ...Breakage) {
	for _, b := range all {
		t.Run(b.Name, func(t *testing.T) {
			id := table.ID(b.Name)
			c := one(id, 0, "a")
			c.Send = []table.Effect{{Queue: "public"}}
			must(t, s, c)
			ds, err := s.Lease(ctx, t0.Add(time.Hour), 100*time.Hour, 99)
			if err != nil || len(ds) != 1 {
				t.Fatalf("leased %v %v", ds, err)
			}
			writes := map[string]func() error{
				"commit": func() error { _, err := s.Commit(ctx, one(id, 1, "b")); return err },
				"put":    func() error { return s.Put(ctx, table.Record{Key: b.Name, Value: []byte("v")}) },
				"done":   func() error { return s.Done(ctx, ds[0], nil) },
			}
			b.Break()
			var tries sync.WaitGroup // at once, because each may take as long as the store is patient
			for name, write := range writes {
				tries.Go(func() {
					if err := write(); err == nil || table.FaultOf(err) != b.Reason {
						t.Errorf("%s: %q, %v; expected %q", name, table.FaultOf(err), err, b.Reason)
					}
				})
			}
			tries.Wait()
			b.Mend()
			for err := errors.New("not tried"); err != nil; { // connections that were cut are noticed one by one
				if err = writes["put"](); err != nil && (table.FaultOf(err) == "" || t.Context().Err() != nil) {
					t.Fatalf("mended: %v", err)
				}
			}
			if _, err := s.Commit(ctx, one(id, 1, "b")); err != nil {
				t.Errorf("mended: commit: %v", err)
			}
			if err := writes["done"](); err != nil && !errors.Is(err, table.ErrLost) { // the leases of a session that was cut are lost
				t.Errorf("mended: done: %v", err)
			}
			if ds, err = s.Lease(ctx, t0.Add(time.Hour), 100*time.Hour, 99); err != nil {
				t.Fatal(err)
			}
			for _, d := range ds {
				if err := s.Done(ctx, d, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// refusals checks that these are no faults of the store: they concern the write, or the caller's context has ended.
func refusals(t *testing.T, open Maker) {
	s, _ := open(t)
	c := one("m", 0, "a")
	c.Send = []table.Effect{{Queue: "public"}}
	must(t, s, c)
	ds, err := s.Lease(ctx, t0, time.Minute, 9)
	if err != nil || len(ds) != 1 {
		t.Fatalf("leased %v %v", ds, err)
	}
	if err := s.Done(ctx, ds[0], nil); err != nil {
		t.Fatal(err)
	}
	over, end := context.WithCancel(ctx)
	end()
	changed := one("m", 1, "b")
	changed.Records = []table.Record{{Key: "k", Value: []byte("v"), If: true, Was: []byte("w")}}
	commit := func(c table.Commit) error { _, err := s.Commit(ctx, c); return err }
	for name, err := range map[string]error{
		"conflict": commit(one("m", 5, "c")), "no match": commit(one("x", 5, "c")), "changed": commit(changed), "limit": commit(table.Commit{}),
		"record": s.Put(ctx, changed.Records...), "key": s.Put(ctx, table.Record{}), "lease": s.Done(ctx, ds[0], nil),
	} {
		if err == nil || table.FaultOf(err) != "" {
			t.Errorf("%s: %q, %v", name, table.FaultOf(err), err)
		}
	}
	if err := s.Put(over, table.Record{Key: "k", Value: []byte("v")}); table.FaultOf(err) != "" {
		t.Errorf("the caller's context: %q, %v", table.FaultOf(err), err)
	}
}
