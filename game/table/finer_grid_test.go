package table_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// overDays is a match over days with a finer grid. Its turns are short, so that a question can run out while acts still count.
var overDays = table.Timing{Clocks: map[string]time.Duration{"turn": 4 * time.Minute}, Tick: 15 * time.Minute, MinWindow: time.Minute,
	Brisk: table.Brisk{Within: 5 * time.Minute, Tick: 15 * time.Second, MinWindow: 5 * time.Second}}

// closesAt returns when a window closes that opened and became full then, where the first seat's last public act counts until the given
// moment. It tries every moment of the finer grid.
func closesAt(opened, full, until time.Time) time.Time {
	for at := full.Truncate(15 * time.Second); ; at = at.Add(15 * time.Second) {
		fine := !at.Before(opened.Add(5*time.Second)) && !at.After(until)
		coarse := at.Equal(at.Truncate(15*time.Minute)) && !at.Before(opened.Add(time.Minute))
		if !at.Before(full) && (fine || coarse) {
			return at
		}
	}
}

// windowAt brings a match at that phase of the grid to a window of the first seat's, and returns until when the finer grid counts. If the
// others let their question before it run out, their last public act is the one before. notes are written in between, which are secret.
func windowAt(t *testing.T, phase time.Duration, away bool, notes int) (p pair, until time.Time) {
	t.Helper()
	p = newPairAt(t, overDays, tabletest.Noon.Add(phase))
	for s := game.Seat(1); s <= 3; s++ {
		p.a.must(s, "bid 2")
	}
	p.b.must(1, "done")
	for n := range notes {
		p.b.must(game.Seat(n%3+1), "note "+[]string{"red", "blue"}[n%2])
	}
	until = p.a.clock.Now().Add(5 * time.Minute)
	if away {
		p.a.shown()
		p.pass(4 * time.Minute)
		p.b.fire()
	} else {
		p.pass(time.Minute)
		p.b.must(2, "claim") // which closes the question to all three
		until = p.a.clock.Now().Add(5 * time.Minute)
	}
	p.a.shown()
	if p.a.names(1) != "peek" {
		t.Fatalf("the first seat is asked %q", p.a.names(1))
	}
	return p, until
}

// pass advances the clocks of both hosts.
func (p pair) pass(d time.Duration) {
	p.a.clock.Advance(d)
	p.b.clock.Advance(d)
}

// A window closes at a moment that everybody knows in advance: at one of the finer grid while every seat has acted in public
// within five minutes, otherwise at one of the coarse grid. It does so on two hosts, after a restart, and when it is answered
// just before or after any of these moments.
func TestBriskGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	fine, coarse := 0, 0
	for n := range 300 {
		phase := time.Duration(r.Int64N(int64(15*time.Minute/time.Millisecond))) * time.Millisecond
		p, until := windowAt(t, phase, n%2 == 0, 0)
		opened := p.a.clock.Now()
		wait := time.Duration(r.Int64N(int64(4*time.Minute/time.Millisecond))) * time.Millisecond
		if border := until.Truncate(15 * time.Second).Sub(opened); n%3 > 0 && border > 0 && border < 4*time.Minute {
			wait = border + time.Duration(2*(n%3)-3)*time.Millisecond // just before the last moment of the finer grid, and just after it
		}
		p.pass(wait)
		full := p.a.clock.Now()
		p.b.must(1, []string{"peek", "leave"}[n%2])
		want := closesAt(opened, full, until)
		if want.After(until) {
			coarse++
		} else {
			fine++
		}
		if n%5 == 0 {
			p.a.reopen()
		}
		if got := p.a.fire(); !got.Equal(want) {
			t.Fatalf("opened %s, full %s, acts count until %s: closes at %s, expected %s", opened, full, until, got, want)
		}
		for s := game.Seat(1); s <= 3; s++ {
			private, err := p.a.hall.Private(ctx, id, s)
			if err != nil {
				t.Fatal(err)
			}
			if closes := private.Closes; s == 1 && !closes.Equal(want) || s > 1 && !closes.IsZero() {
				t.Fatalf("seat %d reads that the window closes at %s; it closes at %s", s, closes, want)
			}
		}
		p.pass(want.Sub(full))
		p.b.fire()
		if p.b.names(2) != "bid" {
			t.Fatal("the window is open after its closing")
		}
	}
	if fine < 50 || coarse < 50 {
		t.Errorf("%d windows closed on the finer grid and %d on the coarse one", fine, coarse)
	}
}

// A match that is loaded from its snapshot knows who acted before it.
func TestBriskGridAfterASnapshot(t *testing.T) {
	p, until := windowAt(t, 0, true, 200)
	if l, err := p.a.store.Load(ctx, id); err != nil || l.Snapshot == nil {
		t.Fatalf("no snapshot: %v", err)
	}
	p.a.reopen()
	opened := p.a.clock.Now()
	p.a.must(1, "leave")
	if got, want := p.a.fire(), closesAt(opened, opened, until); !got.Equal(want) || got.After(until) {
		t.Errorf("closes at %s, expected %s", got, want)
	}
}

// Nobody's secrets move the grid: what a seat answers under seal, notes or proposes for the clocks is no public act, nor is a
// question that ran out. A public act while the window is open closes no window off the grid.
func TestSecretsAreNoActs(t *testing.T) {
	for name, act := range map[string]func(pair){
		"nothing":        func(pair) {},
		"a note":         func(p pair) { p.a.must(1, "note red"); p.b.must(2, "note blue") },
		"a sealed reply": func(p pair) { p.a.must(1, "leave") },
		"a proposal":     func(p pair) { p.a.propose(table.ProposePause, time.Hour, 2) },
	} {
		p, until := windowAt(t, 7*time.Minute, true, 0)
		opened := p.a.clock.Now()
		p.pass(70 * time.Second) // the last public acts are too old by now
		act(p)
		p.pass(time.Second)
		if name != "a sealed reply" {
			p.a.must(1, "leave")
		}
		want := closesAt(opened, p.a.clock.Now(), until)
		if got := p.a.fire(); !got.Equal(want) || got.Before(until) {
			t.Errorf("%s: closes at %s, expected %s", name, got, want)
		}
		p.pass(want.Sub(p.a.clock.Now()))
		p.a.fire()
		if p.a.names(2) != "bid" {
			t.Errorf("%s: the window did not close", name)
		}
	}
}

// A window that is full when the match is paused closes at the first moment of the grid after the pause, whenever it was answered: it
// would otherwise tell more than the grid does.
func TestFullWindowAfterAPause(t *testing.T) {
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Tick: 15 * time.Second, MinWindow: 5 * time.Second}
	var seen []time.Time
	for _, answered := range []time.Duration{5 * time.Second, 9 * time.Second} {
		b := tuning(t, timing)
		b.must(1, "done")
		b.must(2, "claim")
		b.shown()
		b.clock.Advance(answered)
		b.must(1, "leave")
		b.clock.Advance(10*time.Second - answered)
		if _, err := b.hall.Hold(ctx, "a:1", id, "dispute"); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(7 * time.Second)
		if _, err := b.hall.Release(ctx, "a:2", id); err != nil {
			t.Fatal(err)
		}
		seen = append(seen, b.fire())
	}
	if want := tabletest.Noon.Add(30 * time.Second); !slices.Equal(seen, []time.Time{want, want}) {
		t.Errorf("closes at %v, expected %s in both", seen, want)
	}
}

// An answer ordered in advance does not hold up a match whose players are both there: it comes within minutes while the finer grid
// counts, and is drawn from hours otherwise.
func TestBriskDelays(t *testing.T) {
	timing := overDays
	timing.Clocks = map[string]time.Duration{"turn": 24 * time.Hour}
	for name, within := range map[string]time.Duration{"brisk": 5 * time.Minute, "slow": 0} {
		timing.Brisk.Within = within
		b := newBench(t, timing)
		for s := game.Seat(1); s <= 3; s++ {
			b.must(s, "bid 2")
		}
		b.must(1, "done")
		b.must(2, "claim")
		b.must(1, "note rest")
		b.shown()
		took := b.fire().Sub(b.clock.Now())
		if brisk := took >= 5*time.Second && took <= 75*time.Second; brisk != (within > 0) || within == 0 && took < 24*time.Minute {
			t.Errorf("%s: played after %s", name, took)
		}
	}
}

// guarded is a walk in which seat 2 is asked, after each step, in a window that everybody sees. It does nothing else.
type guarded struct{ walk }

func (guarded) Asks(p place) []game.Ask {
	if p%2 == 1 {
		return walk{}.Asks(p)
	}
	return []game.Ask{{Name: "watch", Seat: 2, Group: "watch", Window: true, Clock: "react", Default: stride("step")}}
}

// A window that closes before its time is a public act of the seat that was asked, at its closing: while the next one opens within five
// minutes of it, that may close on the finer grid. One whose time ran out is none.
func TestClosedWindowsAreActs(t *testing.T) {
	const tick, minute = 15 * time.Second, time.Minute
	timing := overDays
	timing.Clocks = map[string]time.Duration{"turn": time.Hour, "react": 30 * time.Minute}
	for name, x := range map[string]struct {
		away  bool
		after time.Duration // between a closing and the next step
		fine  bool
	}{
		"within five minutes":       {false, 4 * minute, true},
		"after more than five":      {false, 5*minute + tick, false},
		"after its time ran out":    {true, 4 * minute, false},
		"long after that":           {true, 10 * minute, false},
		"at once":                   {false, tick, true},
		"as the five minutes end":   {false, 5*minute - tick, true},
		"once they have just ended": {false, 5 * minute, false},
	} {
		b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
		b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{game.Seal[place](guarded{})}})
		if err := b.hall.Open(ctx, "open", id, table.Opening{Game: "walk", Users: []table.User{"u1", "u2"}, Timing: timing}); err != nil {
			t.Fatal(err)
		}
		b.shown()
		watches := func(answers bool) (waited time.Duration) {
			t.Helper()
			b.must(1, "step")
			b.shown()
			opened := b.clock.Now()
			if answers {
				b.must(2, "step")
			}
			for b.public().Asked[0].Window {
				b.clock.Set(b.fire())
				b.fire()
			}
			b.shown()
			return b.clock.Now().Sub(opened)
		}
		if first := watches(!x.away); first < minute {
			t.Fatalf("%s: the first window closed after %s, though seat 2 had not acted", name, first)
		}
		for n := range 3 { // each counts for the next one
			b.clock.Advance(x.after)
			if waited := watches(true); n == 0 && !x.fine && waited < minute || x.fine && waited > tick {
				t.Errorf("%s: window %d closed after %s", name, n+2, waited)
			}
		}
	}
}
