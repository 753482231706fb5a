package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Deliverer pays one wish: it brings what the lane's readers see to what is now so. It must bear being called again
// for a wish that was paid, as after a crash. The result is kept as the lane's Prior, also beside an error.
type Deliverer interface {
	Deliver(ctx context.Context, d Delivery) (result []byte, err error)
}

// Later is an error that asks for another try no sooner than after a time of its own.
type Later struct {
	After time.Duration
	Err   error
}

func (e *Later) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *Later) Unwrap() error { return e.Err }

// ErrGiveUp: trying again is pointless; the wish counts as paid.
var ErrGiveUp = errors.New("delivery given up")

// Outbox pays wishes.
type Outbox struct {
	Hall    *Hall
	To      Deliverer
	Log     *slog.Logger
	Workers int           // at once; 0: 8
	Lease   time.Duration // how long a delivery may take; 0: a minute
}

// backoff is the pause before the next try: 1 s, doubled up to 5 minutes.
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

// Pay pays every wish that is due now, lanes side by side, and tells how many it tried.
func (o *Outbox) Pay(ctx context.Context) (int, error) {
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
			wg.Go(func() { errs[i] = o.pay(ctx, d, o.lease()) })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return total, err
		}
	}
}

// pay delivers one wish. Its error is the store's; what the deliverer could not do is tried again later.
func (o *Outbox) pay(ctx context.Context, d Delivery, lease time.Duration) error {
	result, err := o.deliver(ctx, d, lease)
	keep := context.WithoutCancel(ctx) // what was sent is marked, also by a host that stops
	switch {
	case err == nil:
		return lost(o.Hall.store.Done(keep, d, result))
	case errors.Is(err, ErrGiveUp):
		o.log().Warn("delivery given up", "match", d.Match, "lane", d.Lane, "error", err.Error())
		return lost(o.Hall.store.Done(keep, d, result))
	}
	wait := backoff(d.Tries)
	var later *Later
	if errors.As(err, &later) {
		wait = max(wait, later.After)
	}
	o.log().Info("delivery postponed", "match", d.Match, "lane", d.Lane, "tries", d.Tries, "wait", wait, "error", err.Error())
	return lost(o.Hall.store.Fail(keep, d, o.Hall.clock.Now().Add(wait), result))
}

// deliver keeps a panic and an endless call to this one delivery.
func (o *Outbox) deliver(ctx context.Context, d Delivery, limit time.Duration) (result []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("delivery panicked: %T", p)
		}
	}()
	return o.To.Deliver(ctx, d)
}

// lost forgives a lease that ran out: the wish is in other hands.
func lost(err error) error {
	if errors.Is(err, ErrLost) {
		return nil
	}
	return err
}

func (o *Outbox) log() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

// Run pays wishes until the context ends, and then finishes what it has begun. A delivery that takes long holds up its own lane
// alone; only when it has outlived its lease does everything wait for it, so that no wish is ever in two hands here.
func (o *Outbox) Run(ctx context.Context) {
	const wait = time.Second // postponed wishes come due by the clock
	air := flights{until: map[string]time.Time{}, landed: make(chan struct{}, 1)}
	var wg sync.WaitGroup
	defer wg.Wait()
	for ctx.Err() == nil {
		changed, now := o.Hall.Changed(), o.Hall.clock.Now()
		free := air.free(o.workers(), now)
		ds, err := o.Hall.store.Lease(ctx, now, o.lease(), free)
		if err != nil && ctx.Err() == nil {
			o.log().Error("outbox", "error", err.Error())
		}
		for _, d := range ds {
			air.start(d, now.Add(o.lease()))
			wg.Go(func() {
				if err := o.pay(ctx, d, o.lease()); err != nil {
					o.log().Error("outbox", "error", err.Error())
				}
				air.land(d)
			})
		}
		switch {
		case free == len(ds): // as many as can be
			await(ctx, wait, nil, air.landed)
		case len(ds) == 0:
			await(ctx, wait, changed, air.landed)
		}
	}
}

// flights are the deliveries on their way, with the ends of their leases.
type flights struct {
	mu     sync.Mutex
	until  map[string]time.Time
	landed chan struct{} // gets a token when one has ended
}

// free is how many more may start: none while one has outlived its lease.
func (f *flights) free(workers int, now time.Time) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, until := range f.until {
		if !until.After(now) {
			return 0
		}
	}
	return workers - len(f.until)
}

func (f *flights) start(d Delivery, until time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.until[string(d.Match)+" "+d.Lane] = until
}

func (f *flights) land(d Delivery) {
	f.mu.Lock()
	delete(f.until, string(d.Match)+" "+d.Lane)
	f.mu.Unlock()
	select {
	case f.landed <- struct{}{}:
	default:
	}
}

// await waits for the time, either of the channels, or the end of the context.
func await(ctx context.Context, d time.Duration, changed, landed <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-landed:
	case <-timer.C:
	}
}
