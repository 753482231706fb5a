package discord

import (
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// samples is the number of answers whose median is the skew. A slow answer among them changes little.
const samples = 5

// maxSkew is the skew from which the operator is warned. Discord waits three seconds for an answer.
const maxSkew = 2 * time.Second

// skew measures how far this machine's clock is from Discord's, by the header Date of the answers. It is safe for
// concurrent use.
type skew struct {
	now func() time.Time
	log *slog.Logger

	mu     sync.Mutex
	last   []time.Duration // of the latest answers
	warned bool
}

// note takes the Date of an answer to a request that was sent at that time.
func (s *skew) note(sent time.Time, date string) {
	at, err := http.ParseTime(date)
	if err != nil {
		return // an answer without a date tells nothing
	}
	took := s.now().Sub(sent)
	if took < 0 || took > maxSkew {
		return // too slow to tell, or the clock was set meanwhile
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = append(s.last, sent.Add(took/2).Sub(at.Add(500*time.Millisecond))) // Date is cut to the second
	s.last = s.last[max(0, len(s.last)-samples):]
	if off, known := s.median(); known && off.Abs() > maxSkew && !s.warned {
		s.warned = true
		s.log.Warn("this machine's clock is wrong: set it, best by NTP (timedatectl set-ntp true), or clocks of matches run out at wrong times", "ahead", off.Round(100*time.Millisecond).String())
	}
}

// median returns the median of the latest answers, once there are enough. Callers hold mu.
func (s *skew) median() (off time.Duration, known bool) {
	if len(s.last) < samples {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(s.last))
	return sorted[samples/2], true
}

// Skew returns how far this machine's clock is ahead of Discord's, to about half a second; negative means behind. It is
// known after five answers of Discord.
func (c *Client) Skew() (ahead time.Duration, known bool) {
	c.skew.mu.Lock()
	defer c.skew.mu.Unlock()
	return c.skew.median()
}

// onThisClock returns a time of Discord's clock on this machine's, and never one in the future.
func (c *Client) onThisClock(at time.Time) time.Time {
	if at.IsZero() {
		return at
	}
	if ahead, _ := c.Skew(); ahead.Abs() > time.Second { // less may be an error of measurement
		at = at.Add(ahead)
	}
	if now := c.cfg.Now(); at.After(now) {
		return now
	}
	return at
}
