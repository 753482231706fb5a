package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"downsync/bot"
	"downsync/game/table"
)

// Limits of what players can bear, for /readyz and `downsync doctor`.
const (
	// longestAway is how long the gateway may be down, and how long no message may go out, before players are hurt.
	longestAway = time.Minute
	// mostSkew is how far the clock may be off.
	mostSkew = 2 * time.Second
)

// health knows whether players are answered. It is safe for concurrent use.
type health struct {
	clock table.Clock
	way   string                      // how interactions come: "gateway session" or "endpoint"
	probe func(context.Context) error // writes something to the store
	skew  func() time.Duration        // by which the clock is fast; nil: not measured
	// shared reports whether another process uses the bot's token; nil: not looked for.
	shared func() bool

	mu      sync.Mutex
	failing bool      // the newest write to the store failed
	session bool      // a gateway session is open
	ever    bool      // one has been open
	lost    time.Time // when the last one ended
	unsent  time.Time // when messages began to fail; zero: the last one was sent
	reason  string    // why the last message failed, without ids
}

// wrote notes the result of a write to the store. A refusal says nothing about the disk.
func (h *health) wrote(err error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case errors.Is(err, table.ErrUnknown):
		h.failing = true
	case err == nil:
		h.failing = false
	}
}

// gateway notes that a session became ready, or ended.
func (h *health) gateway(ready bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.session && !ready {
		h.lost = h.clock.Now()
	}
	h.session, h.ever = ready, h.ever || ready
}

// open reports whether a gateway session is open.
func (h *health) open() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.session
}

// sent notes the result of a delivery. One that was given up, or that its reader does not take, says nothing about the others.
func (h *health) sent(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var w *bot.WireError
	switch {
	case err == nil, errors.Is(err, table.ErrGiveUp):
		h.unsent = time.Time{}
		return
	case errors.Is(err, bot.ErrClosedDM), errors.Is(err, bot.ErrGone), errors.Is(err, context.Canceled):
		return
	case errors.Is(err, bot.ErrDenied):
		h.reason = "the bot lacks a permission"
	case errors.As(err, &w) && w.Status != 0:
		h.reason = fmt.Sprintf("Discord answers %d", w.Status)
	case errors.As(err, &w):
		h.reason = "nothing gets through to Discord, and the log says why"
	default:
		h.reason = "the log says why"
	}
	if h.unsent.IsZero() {
		h.unsent = h.clock.Now()
	}
}

// hurt says in one line why players are not answered, and what to look at; "" if they are. While writes fail it tries one.
func (h *health) hurt(ctx context.Context) string {
	h.mu.Lock()
	failing := h.failing
	h.mu.Unlock()
	if failing {
		if err := h.probe(ctx); err != nil {
			return "the store cannot be written: free space on its disk, or see the log"
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	switch {
	case !h.ever:
		return fmt.Sprintf("no %s yet: the log says what Discord answers", h.way)
	case !h.session && now.Sub(h.lost) >= longestAway:
		return fmt.Sprintf("no %s for %s: the log says why", h.way, now.Sub(h.lost).Round(time.Second))
	case !h.unsent.IsZero() && now.Sub(h.unsent) >= longestAway:
		return fmt.Sprintf("no message could be sent for %s: %s", now.Sub(h.unsent).Round(time.Second), h.reason)
	}
	return ""
}

// warnings says what will hurt players later, a line each.
func (h *health) warnings() (lines []string) {
	if h.skew != nil {
		if text := skewed(h.skew()); text != "" {
			lines = append(lines, text)
		}
	}
	if h.doubled() {
		lines = append(lines, anotherBot)
	}
	return lines
}

// doubled reports whether another process uses the bot's token.
func (h *health) doubled() bool { return h.shared != nil && h.shared() }

const anotherBot = "another process uses this bot's token, and players meet now one, now the other: stop it, or give it an application of its own"

// skewed says by how much the clock is off, and what to do; "" if that is bearable.
func skewed(by time.Duration) string {
	way := "fast"
	if by < 0 {
		way = "slow"
	}
	if by.Abs() <= mostSkew {
		return ""
	}
	return fmt.Sprintf("this machine's clock is %.1f s %s: turn on time synchronisation (NTP)", by.Abs().Seconds(), way)
}

// watchedDeliverer is a deliverer whose results are noted.
type watchedDeliverer struct {
	table.Deliverer
	h *health
}

func (d watchedDeliverer) Deliver(ctx context.Context, x table.Delivery) (table.Kept, error) {
	out, err := d.Deliverer.Deliver(ctx, x)
	d.h.sent(err)
	return out, err
}
