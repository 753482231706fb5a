package discord

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
)

// dated is a Discord whose answers have a Date. It sends none to a request whose sender has gone.
type dated struct{ at time.Time }

func (d dated) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Date": {d.at.Format(http.TimeFormat)}}, Body: http.NoBody, Request: r}, nil
}

// Somebody who repeats an old signed request and hangs up at once does not keep the client from learning what time it is: the
// next request of Discord's is answered.
func TestCheatByHangingUpOnTheTime(t *testing.T) {
	discords := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	c := clientOn(t, &answers{})
	c.rest.session.Client.Transport.(*transport).next = dated{discords}
	ahead := func() time.Time { return discords.Add(time.Hour) }
	c.cfg.Now, c.skew.now = ahead, ahead
	gone, hangUp := context.WithCancel(context.Background())
	hangUp()
	if c.signedLately(gone, discords.Add(-time.Hour)) {
		t.Error("a request of an hour ago is taken")
	}
	if !c.signedLately(context.Background(), discords) {
		t.Error("a request of this second is refused")
	}
}

// lying is a Discord that sends wrong Dates: each entry says how far the next answer is from the right time.
type lying struct {
	right dated
	off   []time.Duration
	age   string // the header Age of all answers
	asked int
}

func (l *lying) RoundTrip(r *http.Request) (*http.Response, error) {
	d := l.right
	if l.asked < len(l.off) {
		d.at = d.at.Add(l.off[l.asked])
	}
	l.asked++
	resp, err := d.RoundTrip(r)
	if err == nil && l.age != "" {
		resp.Header.Set("Age", l.age)
	}
	return resp, err
}

// One answer with a wrong Date, as of a proxy whose clock is wrong, changes nothing: whenever it comes, requests that Discord has signed
// just now are taken, old ones are refused, and the operator is told nothing. A step of the clock is noticed by its second answer.
func TestCheatByTheDateOfOneAnswer(t *testing.T) {
	discords := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	const lie = -time.Hour
	for name, x := range map[string]struct {
		ahead time.Duration // this machine's clock
		off   []time.Duration
		age   string
		asks  int // how often Discord is asked for its time until everything below is known
		warns int
	}{
		"no lie":                     {asks: 1},
		"the first answer":           {off: []time.Duration{lie}, asks: 1},
		"the fourth answer":          {off: []time.Duration{0, 0, 0, lie}, asks: 1},
		"the answer to the question": {off: []time.Duration{0, 0, 0, 0, 0, 0, 0, lie}, asks: 2},
		"every second answer":        {off: []time.Duration{0, lie, 0, lie, 0, lie, 0, lie, 0, lie}, asks: 2},
		"the answer to the question, while this clock is wrong": {ahead: time.Hour, off: []time.Duration{0, 0, 0, 0, 0, 0, 0, lie}, asks: 2, warns: 1},
		"the first answer, while this clock is wrong":           {ahead: time.Hour, off: []time.Duration{lie}, asks: 1, warns: 1},
		"a cache": {off: []time.Duration{lie, lie, lie, lie, lie, lie, lie, lie, lie, lie}, age: "3600", asks: 1},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			c := clientOn(t, &answers{})
			from := &lying{right: dated{discords}, off: x.off, age: x.age}
			c.rest.session.Client.Transport.(*transport).next = from
			here := func() time.Time { return discords.Add(x.ahead) }
			c.cfg.Now, c.skew.now, c.skew.log = here, here, slog.New(slog.NewTextHandler(&log, nil))
			for range 7 {
				if err := c.rest.call(t.Context(), http.MethodGet, "gateway", nil, nil); err != nil {
					t.Fatal(err)
				}
			}
			before := from.asked
			for range 3 {
				if c.signedLately(t.Context(), discords.Add(lie)) {
					t.Error("a request of an hour ago is taken")
				}
				if !c.signedLately(t.Context(), discords) {
					t.Error("a request of this second is refused")
				}
			}
			if n := from.asked - before; n != x.asks {
				t.Errorf("Discord is asked for its time %d times, want %d", n, x.asks)
			}
			if n := strings.Count(log.String(), "clock is wrong"); n != x.warns {
				t.Errorf("the operator is told %d times, want %d: %s", n, x.warns, &log)
			}
		})
	}
}

// A lie within a run of questions costs one more question, and no more than three are asked.
func TestStepOfClockBesideALie(t *testing.T) {
	discords := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		off   []time.Duration
		asks  int
		taken bool
	}{
		{nil, 2, true},
		{[]time.Duration{-2 * time.Hour}, 3, true},
		{[]time.Duration{-2 * time.Hour, -4 * time.Hour}, 3, false}, // the next question tells
	} {
		c := clientOn(t, &answers{})
		from := &lying{right: dated{discords}, off: x.off}
		c.rest.session.Client.Transport.(*transport).next = from
		ahead := func() time.Time { return discords.Add(time.Hour) }
		c.cfg.Now, c.skew.now = ahead, ahead
		if taken := c.signedLately(t.Context(), discords); taken != x.taken || from.asked != x.asks {
			t.Errorf("lies %v: taken %t after %d questions, want %t after %d", x.off, taken, from.asked, x.taken, x.asks)
		}
	}
}
