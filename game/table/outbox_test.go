package table_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"downsync/game/table"
)

// holder blocks the deliveries of one queue until it is released, and reports those that end.
type holder struct {
	queue string
	begun chan string
	let   chan struct{}
}

func (h *holder) Deliver(_ context.Context, d table.Delivery) (table.Kept, error) {
	h.begun <- d.Queue
	if d.Queue == h.queue {
		<-h.let
	}
	return table.Kept{Prior: []byte(d.Queue)}, nil
}

// A slow delivery holds up only its own queue. It is not begun a second time while it runs, even if the clock jumps
// past its lease. A host that stops finishes it.
func TestSlowDelivery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, table.Timing{})
		h := &holder{queue: "seat/1", begun: make(chan string, 64), let: make(chan struct{})}
		ctx, stop := context.WithCancel(context.Background())
		o, ended := &table.Outbox{Hall: b.hall, To: h}, make(chan struct{})
		go func() { o.Run(ctx); close(ended) }()
		first := heard(h.begun)
		if first["public"] != 1 || first["seat/1"] != 1 || first["seat/2"] != 1 {
			t.Fatalf("begun: %v", first)
		}
		b.must(1, "bid 1")
		if more := heard(h.begun); more["seat/1"] != 0 {
			t.Errorf("while one is slow: %v", more)
		}
		b.must(2, "bid 2")
		if more := heard(h.begun); more["seat/2"] != 1 || more["seat/1"] != 0 {
			t.Errorf("the other queues wait: %v", more)
		}
		b.clock.Advance(time.Hour)
		time.Sleep(10 * time.Second)
		if more := heard(h.begun); more["seat/1"] != 0 {
			t.Errorf("begun twice: %v", more)
		}
		stop()
		close(h.let)
		<-ended
		ds, err := b.store.Lease(t.Context(), b.clock.Now(), time.Minute, 9)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range ds {
			if d.Queue == "seat/1" && string(d.Prior) != "seat/1" {
				t.Errorf("what was sent was not marked: %+v", d)
			}
		}
	})
}

// answering is a Deliverer that may fail.
type answering func(table.Delivery) error

func (f answering) Deliver(_ context.Context, d table.Delivery) (table.Kept, error) {
	return table.Kept{}, f(d)
}

// A delivery that began while all failed, and fails after others succeed again, is tried again within a second, however often it has failed.
func TestOvertakenDeliveryIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, table.Timing{})
		down, let := true, make(chan struct{})
		o := &table.Outbox{Hall: b.hall, To: answering(func(d table.Delivery) error {
			switch {
			case down:
				return &table.Later{Shared: true, Err: errDown}
			case d.Queue == "seat/1":
				<-let
				return errDown
			}
			return nil
		})}
		for range 9 {
			if _, err := o.Send(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.clock.Advance(10 * time.Minute)
		}
		down = false
		go func() {
			if _, err := o.Send(t.Context()); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait() // the others have succeeded
		b.clock.Advance(20 * time.Second)
		close(let)
		synctest.Wait()
		b.clock.Advance(time.Second)
		ds, err := b.store.Lease(t.Context(), b.clock.Now(), time.Minute, 9)
		if err != nil || len(ds) != 1 || ds[0].Queue != "seat/1" {
			t.Errorf("due after a second: %v, %v", ds, err)
		}
	})
}

var errDown = errors.New("down")

// heard counts the queues whose delivery began, until nothing more happens.
func heard(begun <-chan string) map[string]int {
	synctest.Wait()
	out := map[string]int{}
	for len(begun) > 0 {
		out[<-begun]++
	}
	return out
}

// Matches that cannot be loaded, however many, hold up no clock of another match.
func TestBadMatchesHoldUpNoClock(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Minute}})
	if err := b.hall.Shown(t.Context(), "shown", id); err != nil {
		t.Fatal(err)
	}
	for n := range 200 {
		c := table.Commit{Match: table.ID(fmt.Sprintf("bad-%d", n)), Cause: "c", At: b.clock.Now(), Events: [][]byte{[]byte("?")}, Wake: b.clock.Now()}
		if _, err := b.store.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	before := b.names(1)
	b.clock.Advance(time.Hour)
	if _, err := b.hall.Timers().Fire(t.Context()); err == nil {
		t.Error("nothing is told of the bad ones")
	}
	if b.names(1) == before {
		t.Error("the clock of a good match was not run")
	}
}

// The hall counts the questions that everybody may know of, and drops those that were answered.
func TestAsking(t *testing.T) {
	b := newBench(t, table.Timing{})
	if _, err := b.hall.Public(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	p, err := b.hall.Public(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if n := b.hall.Asking(); n != len(p.Asked) || n == 0 {
		t.Errorf("%d open, everybody knows of %d", n, len(p.Asked))
	}
	b.must(1, "quit")
	if p, err = b.hall.Public(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if n := b.hall.Asking(); n != len(p.Asked) {
		t.Errorf("%d open afterwards, everybody knows of %d", n, len(p.Asked))
	}
}

// remembers makes every delivery with a record of its own, which another changes once just before it is written.
type remembers struct {
	store table.Store
	calls int
}

func (r *remembers) Deliver(context.Context, table.Delivery) (table.Kept, error) {
	return table.Kept{Prior: []byte("sent"), Records: func(ctx context.Context) []table.Record {
		was, _ := r.store.Get(ctx, "tally")
		if r.calls++; r.calls == 1 {
			if err := r.store.Put(ctx, table.Record{Key: "tally", Value: []byte("another's ")}); err != nil {
				return nil
			}
		}
		return []table.Record{{Key: "tally", Value: append(slices.Clone(was), '+'), If: true, Was: was}}
	}}, nil
}

// The records of a delivery are written with its mark. If another host changes one meanwhile, they are asked for again, and its
// change is kept.
func TestRecordsOfADelivery(t *testing.T) {
	b := newBench(t, table.Timing{})
	r := &remembers{store: b.store}
	o := &table.Outbox{Hall: b.hall, To: r, Workers: 1}
	n, err := o.Send(ctx)
	if err != nil || n == 0 || r.calls != n+1 {
		t.Fatalf("%d deliveries, %v, records asked for %d times", n, err, r.calls)
	}
	if got, err := b.store.Get(ctx, "tally"); err != nil || string(got) != "another's "+strings.Repeat("+", n) {
		t.Errorf("%q %v after %d deliveries", got, err, n)
	}
	if ds, err := b.store.Lease(ctx, b.clock.Now(), time.Minute, 9); err != nil || len(ds) != 0 {
		t.Errorf("left: %v %v", ds, err)
	}
}
