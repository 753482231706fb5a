package table_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// The classes of answers that nobody may tell apart by the closing time of windows.
const (
	byHand  = "by hand"
	ordered = "ordered in advance"
	nothing = "nothing to decide"
	late    = "out of time"
)

// windowOf plays a toy match of two. Its first seat answers the window of the first round by hand, after about the given time,
// and the window of the last round as the class says. It returns how long the last window stayed open.
func windowOf(t *testing.T, timing table.Timing, class string, r *rand.Rand) time.Duration {
	t.Helper()
	clock := tabletest.NewClock()
	clock.Advance(time.Duration(r.Int64N(3_600_000)) * time.Millisecond)
	b := &bench{t: t, clock: clock, store: memory.New()}
	b.hall = table.New(b.store, clock, table.Options{Games: []game.Game{toy.Rules()}})
	var seed table.Seed
	binary.BigEndian.PutUint64(seed[:], r.Uint64())
	if err := b.hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"u1", "u2"}, Timing: timing, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	slow := math.Exp(r.NormFloat64()*0.4) * 20 // seconds: people differ
	think := func() time.Duration {
		took := time.Duration(slow * math.Exp(r.NormFloat64()*0.3) * float64(time.Second)).Truncate(time.Millisecond)
		if timing.Strict > 0 {
			took = min(took, timing.Strict-time.Second)
		}
		return took
	}
	for round := range 3 {
		first := game.Seat(round%2 + 1)
		b.must(1, "bid 2")
		b.must(2, "bid 2")
		b.must(first, "done")
		b.must(3-first, "claim")
		opened := clock.Now()
		if err := b.hall.Shown(ctx, fmt.Sprintf("s:%d", round), id); err != nil {
			t.Fatal(err)
		}
		b.fire()
		if round < 2 {
			clock.Advance(think())
			b.must(first, "leave")
			b.drain()
			continue
		}
		switch class {
		case byHand, nothing: // a seat with nothing to decide is asked all the same
			clock.Advance(think())
			b.must(first, "leave")
		case ordered:
			b.must(first, "note rest")
		}
		b.drain()
		return clock.Now().Sub(opened)
	}
	return 0
}

// drain lets time pass until no window is open.
func (b *bench) drain() {
	b.t.Helper()
	for range 100 {
		if !strings.Contains(b.names(1)+b.names(2), "peek") {
			if p, err := b.hall.Public(ctx, id); err != nil || !strings.Contains(fmt.Sprint(p.View), "peek") {
				return
			}
		}
		next := b.fire()
		if next.IsZero() {
			return
		}
		if d := next.Sub(b.clock.Now()); d > 0 {
			b.clock.Advance(d)
		}
		b.fire()
	}
	b.t.Fatal("a window never closes")
}

// distance returns the Kolmogorov-Smirnov distance of two samples.
func distance(a, b []time.Duration) float64 {
	slices.Sort(a)
	slices.Sort(b)
	most := 0.0
	for _, x := range slices.Concat(a, b) {
		atMost := func(s []time.Duration) float64 {
			n, _ := slices.BinarySearchFunc(s, x, func(v, x time.Duration) int {
				if v <= x {
					return -1
				}
				return 1
			})
			return float64(n) / float64(len(s))
		}
		most = max(most, math.Abs(atMost(a)-atMost(b)))
	}
	return most
}

// With the natural pace, the closing times of windows do not distinguish a person's pass from one ordered in advance.
// Over many matches the two distributions are no further apart than two samples of one distribution (1% level).
func TestNaturalPaceTellsNothing(t *testing.T) {
	const n = 400
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": 10 * time.Minute}, Tick: 15 * time.Second, MinWindow: 5 * time.Second}
	r := rand.New(rand.NewPCG(1, 2))
	took := map[string][]time.Duration{}
	for range n {
		for _, class := range []string{byHand, ordered, nothing} {
			took[class] = append(took[class], windowOf(t, timing, class, r))
		}
	}
	limit := 1.63 * math.Sqrt(2.0/n)
	for _, class := range []string{ordered, nothing} {
		if d := distance(took[byHand], took[class]); d > limit {
			t.Errorf("by hand and %s are %.3f apart; expected at most %.3f", class, d, limit)
		}
	}
	// The test can tell classes apart that do differ.
	if d := distance(took[byHand], slices.Repeat([]time.Duration{5 * time.Second}, n)); d < limit {
		t.Errorf("answers after 5 s look like a person's: %.3f", d)
	}
}

// With the strict pace every window stays open equally long, whatever happens.
func TestStrictPaceTellsNothing(t *testing.T) {
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": 10 * time.Minute}, Strict: 45 * time.Second}
	for _, class := range []string{byHand, ordered, nothing, late} {
		r := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			if took := windowOf(t, timing, class, r); took != 45*time.Second {
				t.Errorf("%s: open for %s; expected 45s", class, took)
			}
		}
	}
}

// An act that is refused half way makes the hall load the match again. That draws no other delay: otherwise a player could have
// one drawn again and again until the window closes, which it would only do for an answer ordered in advance.
func TestAnotherSeatDrawsNoDelayAgain(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	for s := game.Seat(1); s <= 3; s++ {
		b.must(s, "bid 2")
	}
	b.must(1, "done")
	b.must(2, "claim")
	b.must(1, "note rest")
	b.shown()
	early := b.fire()
	for range 20 {
		if b.act(2, "note red; claim") == nil {
			t.Fatal("seat 2 claims twice")
		}
		b.must(2, "note blue") // stores when the match wakes
		if next := b.fire(); !next.Equal(early) {
			t.Fatalf("the answer comes at %s, and was to come at %s", next, early)
		}
	}
}

// The delay of an answer ordered in advance is the same after a restart, and after the match was dropped from memory. Another seed
// gives another delay, so that nobody can compute it.
func TestRestartsDrawNoDelayAgain(t *testing.T) {
	seen := map[time.Time]bool{}
	for n := range byte(8) {
		b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
		reopen := func() {
			b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Cache: 1})
		}
		reopen()
		o := table.Opening{Game: "toy", Users: []table.User{"u1", "u2", "u3"}, Seed: table.Seed{n + 1},
			Timing: table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}}}
		if err := b.hall.Open(ctx, "open", id, o); err != nil {
			t.Fatal(err)
		}
		for s := game.Seat(1); s <= 3; s++ {
			b.must(s, "bid 2")
		}
		b.must(1, "done")
		b.must(2, "claim")
		b.must(1, "note rest")
		b.shown()
		early := b.fire()
		seen[early] = true
		for what, lose := range map[string]func(){"a restart": reopen, "another match": func() {
			o := o
			o.Seed = table.Seed{}
			if err := b.hall.Open(ctx, "open", "toy-2", o); err != nil {
				t.Fatal(err)
			}
		}} {
			lose()
			b.must(2, "note blue") // stores when the match wakes
			if next := b.fire(); !next.Equal(early) {
				t.Fatalf("after %s the answer comes at %s, and was to come at %s", what, next, early)
			}
		}
	}
	if len(seen) < 7 {
		t.Errorf("eight seeds give %d delays", len(seen))
	}
}

// A standing order can be withdrawn, and the seat may answer by hand while it is active.
func TestEarlyAnswers(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	for s := game.Seat(1); s <= 3; s++ {
		b.must(s, "bid 2")
	}
	b.must(1, "done")
	b.must(2, "claim")
	b.must(1, "note rest")
	if next := b.fire(); !next.IsZero() {
		t.Errorf("a delay runs before the card is delivered: %s", next)
	}
	if err := b.hall.Shown(ctx, "s:1", id); err != nil {
		t.Fatal(err)
	}
	early := b.fire()
	if d := early.Sub(b.clock.Now()); d < time.Minute || d > 15*time.Minute {
		t.Errorf("played after %s; expected a sixtieth to a quarter of an hour", d)
	}
	b.must(1, "note red")
	if next := b.fire(); next.Sub(b.clock.Now()) != time.Hour {
		t.Errorf("the order is taken back, and the match wakes at %s", next)
	}
	b.must(1, "note rest")
	b.must(1, "peek")
	if b.names(2) != "bid" {
		t.Error("the answer by hand did not close the window")
	}
}
