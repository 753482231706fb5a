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
	After  time.Duration
	Shared bool // other deliveries fail for the same reason
	Err    error
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
	trouble trouble
}

// trouble knows whether deliveries fail for a reason that they share: nothing gets out, or the store takes no writes. Each of them waits
// longer after each try, so that many do not get in each other's way. One of them, the scout, is tried again soon; the first that succeeds
// wakes all. It is safe for concurrent use.
type trouble struct {
	mu    sync.Mutex
	since time.Time // when the first failed, and none has succeeded since; zero: none
	scout time.Time // when the scout is due
	over  time.Time // when the last trouble ended
}

const (
	// scoutEvery is how often a delivery is tried while all fail.
	scoutEvery = 5 * time.Second
	// troubled is how long deliveries must have failed before the first that succeeds wakes the others.
	troubled = 2 * time.Second
)

// failed notes a failure and reports whether its delivery is the scout.
func (x *trouble) failed(now time.Time) (scout bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.since.IsZero() {
		x.since = now
	}
	if x.scout.After(now) {
		return false
	}
	x.scout = now.Add(scoutEvery)
	return true
}

// ended notes a success. It reports whether those that wait should be tried now.
func (x *trouble) ended(now time.Time) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	since := x.since
	x.since, x.scout = time.Time{}, time.Time{}
	if !since.IsZero() {
		x.over = now
	}
	return !since.IsZero() && now.Sub(since) >= troubled
}

// overtook reports whether a trouble has ended since then: a delivery that began before may have failed because of it.
func (x *trouble) overtook(began time.Time) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return !x.over.Before(began) && !x.over.IsZero()
}

// longestBackoff is the longest pause between two attempts.
const longestBackoff = 5 * time.Minute

// backoff is the pause before the next attempt: 1 s, doubled with each try up to the longest.
func backoff(tries int) time.Duration {
	return min(time.Second<<min(tries, 9), longestBackoff)
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
			wg.Go(func() { errs[i] = o.send(ctx, d, o.lease(), o.settle) })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return total, err
		}
	}
}

// settling ends a delivery by a mark in the store; see Outbox.settle.
type settling func(ctx context.Context, d Delivery, out Kept, mark func([]Record) error) error

// send makes one delivery. It returns errors of the store only; a failed delivery is tried again later.
func (o *Outbox) send(ctx context.Context, d Delivery, lease time.Duration, settle settling) error {
	began := o.Hall.clock.Now()
	out, err := o.deliver(ctx, d, lease)
	keep := context.WithoutCancel(ctx) // what was sent is marked even when the host stops
	done := func(rs []Record) error { return o.Hall.store.Done(keep, d, out.Prior, rs...) }
	switch {
	case err == nil:
		return errors.Join(settle(keep, d, out, done), o.wake(keep))
	case errors.Is(err, ErrGiveUp):
		o.log().Warn("delivery given up", "match", d.Match, "queue", d.Queue, "error", err.Error())
		return settle(keep, d, out, done)
	}
	wait := backoff(d.Tries)
	var later *Later
	shared := errors.As(err, &later) && later.Shared || FaultOf(err) != ""
	if shared && o.trouble.failed(o.Hall.clock.Now()) {
		wait = min(wait, scoutEvery)
	}
	if o.trouble.overtook(began) {
		wait = min(wait, backoff(0))
	}
	if later != nil {
		wait = max(wait, later.After)
	}
	o.log().Info("delivery postponed", "match", d.Match, "queue", d.Queue, "tries", d.Tries, "wait", wait, "error", err.Error())
	retryAt := o.Hall.clock.Now().Add(wait)
	return settle(keep, d, out, func(rs []Record) error { return o.Hall.store.Fail(keep, d, retryAt, out.Prior, rs...) })
}

// wake makes the deliveries due that wait because of a trouble that has ended.
func (o *Outbox) wake(ctx context.Context) error {
	now := o.Hall.clock.Now()
	if !o.trouble.ended(now) {
		return nil
	}
	o.log().Info("deliveries succeed again; those that wait are made now")
	err := o.Hall.store.RetryNow(ctx, now)
	if err != nil {
		o.trouble.failed(now)
	}
	o.Hall.Timers().Nudge()
	return err
}

// settleAtLast is settle for a host that goes on: while the store takes no writes it tries again, so that the queue goes on as soon as the
// store does. It does not repeat a mark that may have been stored, because the store would refuse the second one: the lease is over.
func (o *Outbox) settleAtLast(stop context.Context) settling {
	return func(ctx context.Context, d Delivery, out Kept, mark func([]Record) error) error {
		for told := false; ; told = true {
			err := o.settle(ctx, d, out, mark)
			if FaultOf(err) == "" {
				return err
			}
			o.trouble.failed(o.Hall.clock.Now())
			if errors.Is(err, ErrUnknown) || stop.Err() != nil {
				return err
			}
			if !told {
				o.log().Error("delivery failed in the store", "match", d.Match, "queue", d.Queue, "error", err.Error())
			}
			await(stop, time.Second, nil, nil)
		}
	}
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
				if err := o.send(ctx, d, o.lease(), o.settleAtLast(ctx)); err != nil {
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
