package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Deliverer makes one delivery: it updates what the queue's recipients see to the current state. It must tolerate a delivery
// that was already made, as after a crash. Kept counts even together with an error.
type Deliverer interface {
	Deliver(ctx context.Context, d Delivery) (Kept, error)
}

// Kept holds what to store for a delivery, all of it in one write.
type Kept struct {
	Prior []byte // of the queue; nil: the old one stays
	// Records returns other records to write; nil: none. It is called again if a guarded record has changed meanwhile.
	Records func(context.Context) []Record
}

// Later is an error that asks for the next attempt after at least the given time.
type Later struct {
	After time.Duration
	Err   error
}

func (e *Later) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Later) Unwrap() error { return e.Err }

// ErrGiveUp: another attempt is pointless. The delivery counts as made.
var ErrGiveUp = errors.New("delivery given up")

// Outbox makes the pending deliveries.
type Outbox struct {
	Hall    *Hall
	To      Deliverer
	Log     *slog.Logger
	Workers int           // at once; 0: 8
	Lease   time.Duration // how long a delivery may take; 0: a minute
}

// backoff is the pause before the next attempt: 1 s, doubled with each try up to 5 minutes.
func backoff(tries int) time.Duration {
	return min(time.Second<<min(tries, 9), 5*time.Minute)
}

func (o *Outbox) workers() int {
	if o.Workers == 0 {
		return 8
	}
	return o.Workers
}

func (o *Outbox) lease() time.Duration {
	if o.Lease == 0 {
		return time.Minute
	}
	return o.Lease
}

// Send makes every delivery that is due now, with the queues in parallel, and returns how many it tried.
func (o *Outbox) Send(ctx context.Context) (int, error) {
	total := 0
	for {
		ds, err := o.Hall.store.Lease(ctx, o.Hall.clock.Now(), o.lease(), o.workers())
		if err != nil || len(ds) == 0 {
			return total, err
		}
		total += len(ds)
		errs := make([]error, len(ds))
		var wg sync.WaitGroup
		for i, d := range ds {
			wg.Go(func() { errs[i] = o.send(ctx, d, o.lease()) })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return total, err
		}
	}
}

// send makes one delivery. It returns errors of the store only; a failed delivery is tried again later.
func (o *Outbox) send(ctx context.Context, d Delivery, lease time.Duration) error {
	out, err := o.deliver(ctx, d, lease)
	keep := context.WithoutCancel(ctx) // what was sent is marked even when the host stops
	done := func(rs []Record) error { return o.Hall.store.Done(keep, d, out.Prior, rs...) }
	switch {
	case err == nil:
		return o.settle(keep, d, out, done)
	case errors.Is(err, ErrGiveUp):
		o.log().Warn("delivery given up", "match", d.Match, "queue", d.Queue, "error", err.Error())
		return o.settle(keep, d, out, done)
	}
	wait := backoff(d.Tries)
	var later *Later
	if errors.As(err, &later) {
		wait = max(wait, later.After)
	}
	o.log().Info("delivery postponed", "match", d.Match, "queue", d.Queue, "tries", d.Tries, "wait", wait, "error", err.Error())
	retryAt := o.Hall.clock.Now().Add(wait)
	return o.settle(keep, d, out, func(rs []Record) error { return o.Hall.store.Fail(keep, d, retryAt, out.Prior, rs...) })
}

// deliver limits a panic or an endless call to this one delivery.
func (o *Outbox) deliver(ctx context.Context, d Delivery, limit time.Duration) (out Kept, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("delivery panicked: %T", p)
		}
	}()
	return o.To.Deliver(ctx, d)
}

// settle ends a delivery. After ErrLost another lease held it: this delivery may have arrived last although it was older, so
// the state is delivered again.
func (o *Outbox) settle(ctx context.Context, d Delivery, out Kept, mark func([]Record) error) error {
	const tries = 100 // each attempt may fail because another writer changed one of the records
	err := ErrChanged
	for n := 0; n < tries && errors.Is(err, ErrChanged); n++ {
		var rs []Record
		if out.Records != nil {
			rs = out.Records(ctx)
		}
		err = mark(rs)
	}
	if !errors.Is(err, ErrLost) {
		return err
	}
	o.log().Info("delivery outlived its lease", "match", d.Match, "queue", d.Queue)
	return redeliver(ctx, o.Hall, d)
}

func (o *Outbox) log() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

// Run makes deliveries until the context ends, and then finishes those in progress. A slow delivery holds up only its own
// queue. If it outlives its lease, every queue waits for it, so that this host never makes one delivery twice at a time.
func (o *Outbox) Run(ctx context.Context) {
	const wait = time.Second // postponed deliveries become due by the clock
	active := inFlight{until: map[string]time.Time{}, ended: make(chan struct{}, 1)}
	var wg sync.WaitGroup
	defer wg.Wait()
	for ctx.Err() == nil {
		changed, now := o.Hall.Timers().Changed(), o.Hall.clock.Now()
		free := active.free(o.workers(), now)
		ds, err := o.Hall.store.Lease(ctx, now, o.lease(), free)
		if err != nil && ctx.Err() == nil {
			o.log().Error("delivery failed in the store", "error", err.Error())
		}
		for _, d := range ds {
			active.start(d, now.Add(o.lease()))
			wg.Go(func() {
				if err := o.send(ctx, d, o.lease()); err != nil {
					o.log().Error("delivery failed in the store", "error", err.Error())
				}
				active.end(d)
			})
		}
		switch {
		case free == len(ds): // every worker is busy
			await(ctx, wait, nil, active.ended)
		case len(ds) == 0:
			await(ctx, wait, changed, active.ended)
		}
	}
}

// inFlight holds the deliveries in progress, with the ends of their leases.
type inFlight struct {
	mu    sync.Mutex
	until map[string]time.Time
	ended chan struct{} // receives a token when a delivery has ended
}

// free returns how many more deliveries may start: none while one has outlived its lease.
func (f *inFlight) free(workers int, now time.Time) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, until := range f.until {
		if !until.After(now) {
			return 0
		}
	}
	return workers - len(f.until)
}

func (f *inFlight) start(d Delivery, until time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.until[string(d.Match)+" "+d.Queue] = until
}

func (f *inFlight) end(d Delivery) {
	f.mu.Lock()
	delete(f.until, string(d.Match)+" "+d.Queue)
	f.mu.Unlock()
	select {
	case f.ended <- struct{}{}:
	default:
	}
}

// await waits for the duration, for either channel (nil: none), or for the end of the context.
func await(ctx context.Context, d time.Duration, changed, ended <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-ended:
	case <-timer.C:
	}
}
