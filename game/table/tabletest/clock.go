// Package tabletest holds what the tests of package table and its users share.
package tabletest

import (
	"sync"
	"time"
)

// Noon is the time at which the clocks of tests begin, in UTC.
var Noon = time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)

// Clock is a clock set by hand. The zero value reads the zero time. It is safe for concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that reads Noon.
func NewClock() *Clock { return &Clock{now: Noon} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward by d.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set sets the clock to t.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}
