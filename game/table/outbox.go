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

// Later is an error that asks for another try after a time of its own.
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

// Pay pays every wish that is due now, lanes side by side, and tells how many it tried.
func (o *Outbox) Pay(ctx context.Context) (int, error) {
	workers, lease := o.Workers, o.Lease
	if workers == 0 {
		workers = 8
	}
	if lease == 0 {
		lease = time.Minute
	}
	total := 0
	for {
		ds, err := o.Hall.store.Lease(ctx, o.Hall.clock.Now(), lease, workers)
		if err != nil || len(ds) == 0 {
			return total, err
		}
		total += len(ds)
		errs := make([]error, len(ds))
		var wg sync.WaitGroup
		for i, d := range ds {
			wg.Go(func() { errs[i] = o.pay(ctx, d, lease) })
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
	switch {
	case err == nil:
		return lost(o.Hall.store.Done(ctx, d, result))
	case errors.Is(err, ErrGiveUp):
		o.log().Warn("delivery given up", "match", d.Match, "lane", d.Lane, "error", err.Error())
		return lost(o.Hall.store.Done(ctx, d, result))
	}
	wait := backoff(d.Tries)
	var later *Later
	if errors.As(err, &later) && later.After > 0 {
		wait = later.After
	}
	o.log().Info("delivery postponed", "match", d.Match, "lane", d.Lane, "tries", d.Tries, "wait", wait, "error", err.Error())
	return lost(o.Hall.store.Fail(context.WithoutCancel(ctx), d, o.Hall.clock.Now().Add(wait), result))
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

// Run pays wishes until the context ends.
func (o *Outbox) Run(ctx context.Context) {
	for ctx.Err() == nil {
		changed := o.Hall.Changed()
		wait := time.Second // postponed wishes come due by the clock
		n, err := o.Pay(ctx)
		if err != nil && ctx.Err() == nil {
			o.log().Error("outbox", "error", err.Error())
		}
		if n == 0 || err != nil {
			pause(ctx, wait, changed)
		}
	}
}
