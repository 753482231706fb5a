// Package tabletest is what tests of hosting, and of what stands on it, share.
package tabletest

import (
	"sync"
	"time"
)

// Noon is where clocks of tests begin, in UTC.
var Noon = time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)

// Clock is a clock turned by hand. The zero value reads the zero time. Safe for concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock is a clock that reads Noon.
func NewClock() *Clock { return &Clock{now: Noon} }

// Now reads the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance turns it.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set puts it to a time.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}
