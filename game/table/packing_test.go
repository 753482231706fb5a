package table_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// shelf is a store that notes which matches are packed.
type shelf struct {
	ids, packed []table.ID
	fail        error
}

func (s *shelf) Unpacked(_ context.Context, after table.ID, most int) (out []table.ID, err error) {
	for _, id := range s.ids {
		if id > after && !slices.Contains(s.packed, id) && len(out) < most {
			out = append(out, id)
		}
	}
	return out, nil
}

func (s *shelf) Pack(_ context.Context, id table.ID) error {
	if s.fail == nil {
		s.packed = append(s.packed, id)
	}
	return s.fail
}

// A match is packed once it has ended and is quiet, and never while it goes on. A damaged match is tried once and holds up no other; a
// store that takes no writes is tried again.
func TestFinishedMatchesArePacked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, table.Timing{})
		s := &shelf{ids: []table.ID{"broken", "none", id}}
		if err := b.store.Put(ctx, table.Record{Key: "match/broken", Value: []byte("{")}); err != nil {
			t.Fatal(err)
		}
		p := &table.Packer{Hall: b.hall, Store: s, Log: slog.New(slog.DiscardHandler)}
		is := func(what string, want int) {
			t.Helper()
			if n, err := p.Pack(ctx); err != nil || n != want {
				t.Errorf("%s: %d packed, %v", what, n, err)
			}
		}
		b.clock.Advance(time.Hour)
		is("while it goes on", 0)
		if _, err := b.hall.Referee(ctx, "end", id, table.Ruling{What: "end", End: &game.Result{Rank: []int{1, 2, 3}, Why: "ruling"}}); err != nil {
			t.Fatal(err)
		}
		is("right after its end", 0)
		b.clock.Advance(10 * time.Minute)
		s.fail = &table.Fault{Reason: table.FaultFull, Err: errors.New("full")}
		if _, err := p.Pack(ctx); err == nil {
			t.Error("a full disk is not reported")
		}
		s.fail = fmt.Errorf("match: %w", table.ErrConflict)
		is("when it moves on", 0)
		s.fail = nil
		is("later", 1)
		is("once more", 0)
		s.packed, s.fail = nil, table.ErrDamaged
		is("damaged", 0)
		s.fail = nil
		is("after that", 0)
	})
}
