package discord

import (
	"context"
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
	last   []time.Duration // of the latest answers since a clock was set
	warned bool

	asking sync.Mutex // held while Discord is asked for its time
	asked  time.Time  // when it was last
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
	off := sent.Add(took / 2).Sub(at.Add(500 * time.Millisecond)) // Date is cut to the second
	if n := len(s.last); n > 0 && (off-s.last[n-1]).Abs() > maxSkew {
		s.last, s.warned = nil, false // one of the clocks has been set
	}
	s.last = append(s.last, off)
	s.last = s.last[max(0, len(s.last)-samples):]
	if off, known := s.median(); known && off.Abs() > maxSkew && !s.warned {
		s.warned = true
		s.log.Warn("this machine's clock is wrong: set it, best by NTP (timedatectl set-ntp true), or clocks of matches run out at wrong times", "ahead", off.Round(100*time.Millisecond).String())
	}
}

// median returns the median of the latest answers, once there are enough. One is enough for a skew that no slow answer explains.
// Callers hold mu.
func (s *skew) median() (off time.Duration, known bool) {
	if len(s.last) == 0 {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(s.last))
	if off = sorted[len(sorted)/2]; len(s.last) < samples && off.Abs() <= maxSkew {
		return 0, false
	}
	return off, true
}

// Skew returns how far this machine's clock is ahead of Discord's, to about half a second; negative means behind. It is
// known after five answers of Discord, or after one if it is more than two seconds.
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

// betweenQuestions is the least time from one question for Discord's time to the next.
const betweenQuestions = time.Second

// signedLately reports whether a time of Discord's clock is within the replay window. If it seems not to be, Discord is asked for its
// time: this machine's clock may have been set, and would otherwise refuse all that Discord sends.
func (c *Client) signedLately(ctx context.Context, at time.Time) bool {
	within := func() bool {
		ahead, _ := c.Skew()
		return c.cfg.Now().Add(-ahead).Sub(at).Abs() <= replayWindow
	}
	if within() {
		return true
	}
	c.askTime(ctx)
	return within()
}

// askTime asks Discord for its time, if that has not just been done. The answer is for all requests, so it is awaited even if the one
// that asks has gone.
func (c *Client) askTime(ctx context.Context) {
	c.skew.asking.Lock()
	defer c.skew.asking.Unlock()
	if c.cfg.Now().Sub(c.skew.asked).Abs() < betweenQuestions {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	var address struct{}
	if err := c.rest.call(ctx, http.MethodGet, "gateway", nil, &address); err != nil { // the guard notes the Date of the answer
		c.log.Debug("Discord does not tell its time", "error", err)
	}
	c.skew.asked = c.cfg.Now()
}
