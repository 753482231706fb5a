package table_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// forgetful is a store that has lost its snapshots, or returns nonsense for them.
type forgetful struct {
	table.Store
	instead []byte
}

func (f forgetful) Load(c context.Context, id table.ID) (table.Loaded, error) {
	l, err := f.Store.Load(c, id)
	if f.instead != nil && l.Snapshot != nil {
		l.Snapshot = f.instead
		return l, err
	}
	l.Events, l.Before, l.Snapshot, l.Base = append(l.Before, l.Events...), nil, nil, 0
	return l, err
}

// A match restored from its snapshot equals the replayed one, with its clocks and facts, while nothing, a sealed answer
// or an undo is open. A match whose snapshot is of another program is replayed.
func TestColdMatchFromSnapshot(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": 500 * time.Hour}, Tick: 15 * time.Second, MinWindow: time.Second})
	if err := b.hall.Shown(ctx, "s:1", id); err != nil {
		t.Fatal(err)
	}
	b.must(2, "bid 3")
	taken := map[uint64]bool{}
	for i := range 260 {
		b.clock.Advance(time.Second)
		switch i {
		case 90:
			b.must(1, "bid 2")
			b.must(3, "bid 1")
		case 120, 230:
			b.must(1, "tune")
		}
		b.must(game.Seat(i%3+1), "note "+[]string{"red", "blue"}[i%2])
		l, err := b.store.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if l.Snapshot != nil {
			taken[l.Base] = true
		}
		if i%20 == 0 {
			b.reopen()
			sameRead(t, b, forgetful{b.store, nil})
		}
	}
	if len(taken) < 2 {
		t.Errorf("snapshots at %v only", taken)
	}
	sameRead(t, b, forgetful{b.store, []byte("nonsense")})
	sameRead(t, b, forgetful{b.store, []byte(`{"Match":{"Form":"another"}}`)})
	b.reopen()
	if _, err := b.hall.Undo(ctx, "undo", id, 1); err != nil {
		t.Fatalf("a step back beyond the snapshot: %v", err)
	}
	sameRead(t, b, forgetful{b.store, nil})
	b.reopen()
	b.must(1, "done")
	sameRead(t, b, forgetful{b.store, nil})
}

// sameRead compares what everybody reads of the match over two stores.
func sameRead(t *testing.T, b *bench, other table.Store) {
	t.Helper()
	hall := table.New(other, b.clock, table.Options{Games: []game.Game{toy.Rules()}})
	if got, want := read(t, b.hall), read(t, hall); got != want {
		t.Fatalf("from the snapshot:\n%s\nreplayed:\n%s", got, want)
	}
}

func read(t *testing.T, h *table.Hall) string {
	t.Helper()
	pub, err := h.Public(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	all := []any{pub}
	for s := game.Seat(1); s <= 3; s++ {
		p, err := h.Private(ctx, id, s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
