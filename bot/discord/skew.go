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
	doubt  *time.Duration  // of the newest answer, if it differs from last and no second one has confirmed it; nil: it does not
	warned bool

	asking sync.Mutex // held while Discord is asked for its time
	asked  time.Time  // when it was last
}

// note takes the Date from the header of an answer to a request that was sent at that time.
func (s *skew) note(sent time.Time, h http.Header) {
	at, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return // an answer without a date tells nothing
	}
	if seconds(h.Get("Age")) > 0 {
		return // a cache's answer, with the date at which the cache received it
	}
	took := s.now().Sub(sent)
	if took < 0 || took > maxSkew {
		return // too slow to tell, or the clock was set meanwhile
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(sent.Add(took / 2).Sub(at.Add(500 * time.Millisecond))) // Date is cut to the second
	if off, known := s.median(); known && off.Abs() > maxSkew && !s.warned {
		s.warned = true
		s.log.Warn("this machine's clock is wrong: set it, best by NTP (timedatectl set-ntp true), or clocks of matches run out at wrong times", "ahead", off.Round(100*time.Millisecond).String())
	}
}

// add takes the skew that one answer tells. A skew that differs from the others, or a large one that is the first, counts once the next answer
// confirms it: one answer may come from a cache or from a proxy with a wrong clock. Callers hold mu.
func (s *skew) add(off time.Duration) {
	agrees := func(with time.Duration) bool { return (off - with).Abs() <= maxSkew }
	newest := time.Duration(0) // as long as nothing else is known
	if n := len(s.last); n > 0 {
		newest = s.last[n-1]
	}
	switch {
	case agrees(newest):
		s.last = append(s.last, off)
	case s.doubt != nil && agrees(*s.doubt): // one of the clocks has been set
		s.last, s.warned = []time.Duration{*s.doubt, off}, false
	default:
		s.doubt = &off
		return
	}
	s.doubt = nil
	s.last = s.last[max(0, len(s.last)-samples):]
}

// doubtful reports whether the next answer decides if a clock has been set.
func (s *skew) doubtful() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.doubt != nil
}

// median returns the median of the latest answers, once there are enough. Two are enough for a skew that no slow answer explains.
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
// known after five answers of Discord, or after two if it is more than two seconds.
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

const (
	// betweenQuestions is the least time from one question for Discord's time to the next.
	betweenQuestions = time.Second
	// mostQuestions is how often Discord is asked in a row, until two answers agree: one of three may be wrong.
	mostQuestions = 3
)

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
	for n := 0; n == 0 || n < mostQuestions && c.skew.doubtful(); n++ {
		var address struct{}
		if err := c.rest.call(ctx, http.MethodGet, "gateway", nil, &address); err != nil { // the transport notes the Date of the answer
			c.log.Debug("Discord does not tell its time", "error", err)
		}
	}
	c.skew.asked = c.cfg.Now()
}
