package table_test

import (
	"testing"
	"time"

	"downsync/game/table"
)

// A clock that was an hour fast and is corrected silences no match: deliveries are due at once, windows close as ever, a
// deadline that players were told stays, and a new one follows the right clock. A restart and another host compute the same.
func TestClockSetBack(t *testing.T) {
	for name, restart := range map[string]bool{"as it runs": false, "at a start": true} {
		p := newPair(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
		b := p.a
		right := b.clock.Now()
		b.clock.Advance(time.Hour)
		for s := range everybody {
			b.must(everybody[s], "bid 2")
		}
		b.shown()
		told := b.public().Asked[0].By
		p.a.clock.Set(right.Add(time.Minute))
		if restart {
			b = p.b
			b.clock.Set(right.Add(time.Minute))
		}
		b.fire()
		if by := b.public().Asked[0].By; !by.Equal(told) {
			t.Errorf("%s: the deadline moved from %s to %s", name, told, by)
		}
		b.queues()
		b.must(1, "done")
		if got := b.queues(); len(got) == 0 {
			t.Errorf("%s: nothing is told until the fast clock's time has come", name)
		}
		b.shown()
		want := b.clock.Now().Add(time.Hour)
		for _, x := range []*bench{b, p.a, p.b} {
			if by := x.public().Asked[0].By; !by.Equal(want) {
				t.Errorf("%s: the new question runs out at %s, expected %s", name, by, want)
			}
		}
		if _, err := b.hall.Verify(ctx, id); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A window that was full by the fast clock closes at the next tick by the right one, on a host that runs on and on one that starts.
func TestClockSetBackWindow(t *testing.T) {
	for name, starts := range map[string]bool{"as it runs": false, "at a start": true} {
		b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": 40 * time.Second}, Tick: 15 * time.Second, MinWindow: 5 * time.Second})
		reached := true
		b.attended(&reached)
		right := b.clock.Now()
		b.must(1, "done")
		b.clock.Advance(time.Hour)
		b.fire()
		b.must(2, "claim")
		b.shown()
		b.must(1, "leave")
		if b.clock.Set(right); starts {
			b.attended(&reached)
		}
		if b.fire(); b.names(2) == "bid" {
			t.Errorf("%s: closed off the grid", name)
		}
		b.clock.Advance(15 * time.Second)
		if b.fire(); b.names(2) != "bid" {
			t.Errorf("%s: 15 s later by the right clock the window is open, and seat 2 is asked %q", name, b.names(2))
		}
	}
}
