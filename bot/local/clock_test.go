package local

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestStillClock(t *testing.T) {
	c := Still(start)
	moved := c.Moved()
	c.Advance(0)
	c.Advance(-time.Hour)
	select {
	case <-moved:
		t.Error("it moved by nothing")
	default:
	}
	c.Advance(time.Minute)
	<-moved
	if got := c.Now(); !got.Equal(start.Add(time.Minute)) {
		t.Errorf("reads %v", got)
	}
}

func TestWaitEndsWithTheAdvance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]*Clock{"still": Still(start), "real": Real()} {
			done := make(chan error, 1)
			go func() { done <- c.Wait(t.Context(), c.Now().Add(time.Hour)) }()
			synctest.Wait()
			c.Advance(59 * time.Minute)
			synctest.Wait()
			select {
			case <-done:
				t.Errorf("%s: a minute early", name)
			default:
			}
			c.Advance(time.Minute)
			if err := <-done; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		real := Real()
		if err := real.Wait(t.Context(), real.Now().Add(time.Hour)); err != nil { // passes by itself
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := Still(start).Wait(ctx, start.Add(1)); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}

func TestIDs(t *testing.T) {
	s := newServer(t)
	s.mu.Lock()
	a, b := mint(s, start), mint(s, start)
	s.mu.Unlock()
	if b <= a || !a.Time().Equal(start) {
		t.Errorf("%s %s at %v", a, b, a.Time())
	}
	for _, text := range []string{"", "0", "01", "-1", "+1", "x", "99999999999999999999"} {
		if _, err := parseID(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
	if id, err := parseID(a.String()); err != nil || id != a {
		t.Errorf("%s %v", id, err)
	}
}
