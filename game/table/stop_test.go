package table_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
)

// stopping is a store that ends a context at its n-th commit or delivery, and counts those after that.
type stopping struct {
	table.Store
	left, late int
	stop       context.CancelFunc
}

func (s *stopping) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	s.count()
	return s.Store.Commit(context.WithoutCancel(ctx), c)
}

func (s *stopping) count() {
	if s.left--; s.left == 0 {
		s.stop()
	} else if s.left < 0 {
		s.late++
	}
}

func (s *stopping) Deliver(context.Context, table.Delivery) (table.Kept, error) {
	s.count()
	return table.Kept{}, nil
}

// A host that catches up with many matches stops between two steps, in the middle of a match too, and between two deliveries.
// The rest stays due, and the next start does it.
func TestCatchingUpStopsAtOnce(t *testing.T) {
	const matches = 30
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	s := &stopping{Store: b.store}
	hall := table.New(s, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
	for n := 2; n <= matches; n++ {
		if err := b.hall.Open(ctx, "open", table.ID(fmt.Sprintf("toy-%d", n)), table.Opening{Game: "toy", Users: []table.User{"u1", "u2", "u3"},
			Timing: table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}}}); err != nil {
			t.Fatal(err)
		}
	}
	for n := 1; n <= matches; n++ {
		if err := b.hall.Shown(ctx, "s", table.ID(fmt.Sprintf("toy-%d", n))); err != nil {
			t.Fatal(err)
		}
	}
	b.clock.Advance(90 * time.Minute)
	due := func() int {
		t.Helper()
		d, err := s.Due(ctx, b.clock.Now(), 100)
		if err != nil {
			t.Fatal(err)
		}
		return len(d)
	}
	if n := due(); n != matches {
		t.Fatalf("%d matches are due, want %d", n, matches)
	}
	for _, steps := range []int{1, 2, 7} {
		stopped, stop := context.WithCancel(ctx)
		s.left, s.late, s.stop = steps, 0, stop
		if _, err := hall.Timers().Fire(stopped); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d steps: %v", steps, err)
		}
		if s.late != 0 {
			t.Errorf("%d steps were begun after the %d-th, at which it was stopped", s.late, steps)
		}
	}
	if n := due(); n < matches-5 {
		t.Errorf("%d of %d matches are still due", n, matches)
	}
	s.stop = func() {}
	if _, err := hall.Timers().Fire(ctx); err != nil {
		t.Fatal(err)
	}
	if n := due(); n != 0 {
		t.Errorf("%d matches are due after all", n)
	}
	stopped, stop := context.WithCancel(ctx)
	s.left, s.late, s.stop = 3, 0, stop
	(&table.Outbox{Hall: hall, To: s, Workers: 1}).Run(stopped)
	if s.left != 0 || s.late != 0 {
		t.Errorf("stopped at the third delivery: %d to go, %d after it", s.left, s.late)
	}
}
