package table_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// stalled is a Deliverer that notes what it delivers. One delivery of its queue takes until all of meanwhile has happened.
type stalled struct {
	queue     string
	meanwhile func() error
	sent      []table.Delivery
}

func (s *stalled) Deliver(_ context.Context, d table.Delivery) (table.Kept, error) {
	if do := s.meanwhile; do != nil && d.Queue == s.queue {
		s.meanwhile = nil
		if err := do(); err != nil {
			s.sent = append(s.sent, d)
			return table.Kept{}, err
		}
	}
	s.sent = append(s.sent, d)
	return table.Kept{}, nil
}

// A delivery that outlives its lease may show something older after something newer. So the state is delivered once more, whether the slow one
// succeeded or not.
func TestOutlivedLease(t *testing.T) {
	for _, queue := range []string{"public", "seat/2"} {
		for name, fails := range map[string]error{"succeeds": nil, "fails": errors.New("slow"), "is given up": table.ErrGiveUp} {
			t.Run(queue+" "+name, func(t *testing.T) {
				b := newBench(t, table.Timing{})
				other := table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}})
				slow, quick := &stalled{queue: queue}, &stalled{}
				boxes := []*table.Outbox{{Hall: b.hall, To: slow, Workers: 1}, {Hall: other, To: quick, Workers: 1}}
				send := func(n int) {
					t.Helper()
					if _, err := boxes[n].Send(ctx); err != nil {
						t.Fatal(err)
					}
				}
				slow.meanwhile = func() error {
					b.clock.Advance(2 * time.Minute)
					send(1)
					return fails
				}
				send(0)
				again := 0
				for _, d := range append(slow.sent, quick.sent...) {
					if d.Again() && d.Queue == queue {
						again++
					}
				}
				if again != 1 {
					t.Errorf("shown again %d times", again)
				}
				b.clock.Advance(time.Hour)
				send(1)
				if left, err := b.store.Lease(ctx, b.clock.Now(), time.Minute, 9); err != nil || len(left) != 0 {
					t.Errorf("left: %v, %v", left, err)
				}
			})
		}
	}
}

// delivering is a Deliverer.
type delivering func(table.Delivery)

func (f delivering) Deliver(_ context.Context, d table.Delivery) (table.Kept, error) {
	f(d)
	return table.Kept{}, nil
}

// While Discord hangs, hosts take a delivery from each other again and again. It is queued again once, not once for each of
// them.
func TestOutlivedLeasesDoNotPileUp(t *testing.T) {
	b := newBench(t, table.Timing{})
	var box *table.Outbox
	tries, again := 0, 0
	box = &table.Outbox{Hall: b.hall, Workers: 1, To: delivering(func(d table.Delivery) {
		switch {
		case d.Again():
			again++
		case d.Queue == "public" && tries < 5:
			tries++
			b.clock.Advance(2 * time.Minute)
			if _, err := box.Send(ctx); err != nil {
				t.Error(err)
			}
		}
	})}
	if _, err := box.Send(ctx); err != nil {
		t.Fatal(err)
	}
	if tries != 5 || again != 1 {
		t.Errorf("shown again %d times after %d leases", again, tries)
	}
}

// A host that lost a lease ends it for nobody else.
func TestReleaseOfALostLease(t *testing.T) {
	var l table.Leases
	now := time.Unix(1e9, 0)
	old, _ := l.Take("q", now, now.Add(time.Second))
	later := now.Add(2 * time.Second)
	token, unsettled := l.Take("q", later, later.Add(time.Minute))
	if !unsettled {
		t.Error("nothing says that the first lease was not settled")
	}
	l.Release("q", old)
	if !l.Held("q", later) || l.Check("q", token) != nil {
		t.Error("the lease that was given since is over")
	}
	if l.Release("q", token); l.Held("q", later) {
		t.Error("the lease is not over")
	}
}
