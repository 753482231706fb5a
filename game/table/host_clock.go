package table

import (
	"sync/atomic"
	"time"
)

// hostClock is the clock of a host. It remembers the latest time that it has shown, so that a clock which was fast for a moment is
// noticed: what was put off by that time would wait until it comes. It is safe for concurrent use.
type hostClock struct {
	Clock
	latest atomic.Int64 // nanoseconds since 1970
}

// Now returns the present.
func (c *hostClock) Now() time.Time {
	now := c.Clock.Now()
	for n := now.UnixNano(); ; {
		latest := c.latest.Load()
		if n <= latest || c.latest.CompareAndSwap(latest, n) {
			return now
		}
	}
}

// ahead returns how far ahead of now the clock has been, 0 if it has not.
func (c *hostClock) ahead(now time.Time) time.Duration {
	return max(0, time.Duration(c.latest.Load()-now.UnixNano()))
}

// right says that the clock is right now.
func (c *hostClock) right(now time.Time) { c.latest.Store(now.UnixNano()) }
