package table_test

import (
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// An answer that nobody else learns of does not restart a clock, because the clock is public. It causes no delivery to
// anybody else.
func TestClocksKeepSecrets(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	for s := game.Seat(1); s <= 3; s++ {
		b.must(s, "bid 2")
	}
	until := func() time.Time {
		t.Helper()
		p, err := b.hall.Public(ctx, id)
		if err != nil || len(p.Asked) == 0 {
			t.Fatalf("asked %v: %v", p.Asked, err)
		}
		return p.Asked[0].By
	}
	if err := b.hall.Shown(ctx, "shown", id); err != nil {
		t.Fatal(err)
	}
	seat := func() game.Seat {
		p, err := b.hall.Public(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		return p.Asked[0].Seat
	}()
	b.queues()
	was := until()
	for _, act := range []string{"tune", "tune", "undo"} {
		b.clock.Advance(time.Minute)
		if act == "undo" {
			if _, err := b.hall.Undo(ctx, "undo", id, seat); err != nil {
				t.Fatal(err)
			}
		} else {
			b.must(seat, act)
		}
		if got := until(); was.IsZero() || got != was {
			t.Errorf("after a secret %s the clock runs until %s, not %s", act, got, was)
		}
		if got, want := b.queues(), []string{table.SeatQueue(seat)}; !slices.Equal(got, want) {
			t.Errorf("a secret %s goes to %v", act, got)
		}
	}
	b.reopen()
	if got := until(); got != was {
		t.Errorf("after a restart the clock runs until %s, not %s", got, was)
	}
	b.must(seat, "done")
	if got := until(); got == was {
		t.Error("the next question has the old clock")
	}
}
