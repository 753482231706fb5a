package local

import (
	"context"
	"sync"
	"time"
)

// Clock is the time of one local Discord. A real clock runs; a still one moves only by Advance. Both can be advanced,
// so that a person who plays alone does not have to wait for a long clock. It is safe for concurrent use.
type Clock struct {
	mu      sync.Mutex
	still   bool
	base    time.Time     // a still clock's reading
	skew    time.Duration // the sum of a real clock's advances
	ahead   time.Duration // of the machine's, from the beginning
	moved   chan struct{} // closed by the next Advance
	hooks   map[int]func()
	hookSeq int
}

// Real returns a clock that runs with the machine's.
func Real() *Clock { return &Clock{moved: make(chan struct{})} }

// Ahead returns a clock that runs with the machine's, d ahead of it or, below zero, behind. The bot then has a clock that
// is wrong, as on a host without NTP.
func Ahead(d time.Duration) *Clock { return &Clock{ahead: d, moved: make(chan struct{})} }

// Still returns a clock that reads start until it is advanced.
func Still(start time.Time) *Clock {
	return &Clock{still: true, base: start.UTC(), moved: make(chan struct{})}
}

// Now returns the time in UTC.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time {
	if c.still {
		return c.base
	}
	return time.Now().UTC().Add(c.ahead + c.skew)
}

// Advance moves the clock forward by d and wakes everyone who waits on it. If d is not positive it does nothing.
func (c *Clock) Advance(d time.Duration) {
	if d <= 0 {
		return
	}
	c.mu.Lock()
	if c.still {
		c.base = c.base.Add(d)
	} else {
		c.skew += d
	}
	close(c.moved)
	c.moved = make(chan struct{})
	hooks := make([]func(), 0, len(c.hooks))
	for _, f := range c.hooks {
		hooks = append(hooks, f)
	}
	c.mu.Unlock()
	for _, f := range hooks {
		f()
	}
}

// advanced returns the sum of a real clock's advances.
func (c *Clock) advanced() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.skew
}

// Moved returns a channel that the next Advance closes. Code that sleeps on a timer should select on it too, and then
// read Now again.
func (c *Clock) Moved() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.moved
}

// Wait returns nil once the clock reads t or later, or the context's error.
func (c *Clock) Wait(ctx context.Context, t time.Time) error {
	for {
		c.mu.Lock()
		left, moved, still := t.Sub(c.now()), c.moved, c.still
		c.mu.Unlock()
		if left <= 0 {
			return nil
		}
		if still {
			left = 1<<63 - 1
		}
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-moved:
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

// onAdvance calls f after every Advance, until the returned function is called.
func (c *Clock) onAdvance(f func()) (remove func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hooks == nil {
		c.hooks = map[int]func(){}
	}
	c.hookSeq++
	n := c.hookSeq
	c.hooks[n] = f
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.hooks, n)
	}
}
