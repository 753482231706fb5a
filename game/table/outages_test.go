package table_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
)

// attended starts the host again, as one that notes whether players can reach it.
func (b *bench) attended(reached *bool) {
	b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true, Reached: func() bool { return *reached },
		Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
}

// pass lets time pass while the host looks after its timers as often as it does when it runs.
func (b *bench) pass(d time.Duration) {
	b.t.Helper()
	for ; d > 0; d -= 5 * time.Second {
		b.clock.Advance(min(d, 5*time.Second))
		b.fire()
	}
}

// Time in which players could reach no host counts for no clock, and nothing lapses meanwhile: the host was down, or it ran and
// could not be reached. A restart within half a minute, and time in which another host could be reached, do count.
func TestOutageDoesNotCount(t *testing.T) {
	for name, c := range map[string]struct {
		away func(b, other *bench, reached *bool)
		out  bool
	}{
		"the host was down": {func(b, _ *bench, reached *bool) {
			b.clock.Advance(2 * time.Hour)
			b.attended(reached)
			b.fire()
		}, true},
		"a press comes first": {func(b, _ *bench, reached *bool) {
			b.clock.Advance(2 * time.Hour)
			b.attended(reached)
			b.must(2, "note red")
		}, true},
		"it could not be reached": {func(b, _ *bench, reached *bool) {
			*reached = false
			b.pass(2 * time.Hour)
			if len(b.public().Asked) != 1 || len(b.public().Clocks.Missed) > 0 {
				b.t.Error("something lapsed though nobody could answer")
			}
			*reached = true
			b.fire()
		}, true},
		"it starts and cannot be reached yet": {func(b, _ *bench, reached *bool) {
			b.clock.Advance(time.Hour)
			*reached = false
			b.attended(reached)
			b.pass(time.Hour)
			*reached = true
			b.fire()
		}, true},
		"the process stood still": {func(b, _ *bench, _ *bool) { b.clock.Advance(2 * time.Hour); b.fire() }, true},
		"a short restart": {func(b, _ *bench, reached *bool) {
			b.clock.Advance(20 * time.Second)
			b.attended(reached)
			b.pass(2*time.Hour - 20*time.Second)
		}, false},
		"another host is there": {func(_, other *bench, _ *bool) { other.pass(2 * time.Hour) }, false},
	} {
		b := tuning(t, table.Timing{})
		reached, always := true, true
		other := &bench{t: t, clock: b.clock, store: b.store, n: 1000}
		b.attended(&reached)
		other.attended(&always)
		b.fire()
		b.pass(10 * time.Minute)
		b.queues()
		before := b.public().Asked[0]
		c.away(b, other, &reached)
		p := b.public()
		if missed := p.Clocks.Missed[before.Seat]; missed > 0 == c.out {
			t.Errorf("%s: %d missed turns", name, missed)
		}
		if !c.out {
			if p.Clocks.Outage != (table.Outage{}) {
				t.Errorf("%s: an outage %v", name, p.Clocks.Outage)
			}
			continue
		}
		if moved := p.Asked[0].By.Sub(before.By); p.Asked[0].Seat != before.Seat || moved < 2*time.Hour || moved > 2*time.Hour+15*time.Second {
			t.Errorf("%s: %+v became %+v, moved by %s", name, before, p.Asked[0], moved)
		}
		if got := b.queues(); !slices.Contains(got, "public") || !slices.Contains(got, "seat/1") {
			t.Errorf("%s: told to %v only", name, got)
		}
		if q := other.public(); q.Clocks.Outage != p.Clocks.Outage || !q.Asked[0].By.Equal(p.Asked[0].By) {
			t.Errorf("%s: another host reads %+v %+v", name, q.Clocks, q.Asked)
		}
		b.fire()
		if again := b.public(); !again.Asked[0].By.Equal(p.Asked[0].By) {
			t.Errorf("%s: the outage is taken off twice", name)
		}
		if _, err := b.hall.Verify(ctx, id); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		b.pass(p.Asked[0].By.Sub(b.clock.Now()))
		if b.public().Clocks.Missed[before.Seat] != 1 {
			t.Errorf("%s: nothing lapses after the outage", name)
		}
	}
}

// An outage also moves what waits beside the clocks: a pause, a vacation, a proposal. A clock that stands still is not moved
// twice.
func TestOutageMovesWhatWaits(t *testing.T) {
	b := tuning(t, table.Timing{Vacation: 3})
	reached := true
	b.attended(&reached)
	b.fire()
	left := b.public().Asked[0].By.Sub(b.clock.Now())
	b.propose(table.ProposePause, 3*time.Hour, everybody...)
	paused := b.public().Clocks.Paused
	b.clock.Advance(2 * time.Hour)
	b.attended(&reached)
	b.fire()
	p := b.public()
	if !p.Clocks.Paused.Equal(paused.Add(2 * time.Hour)) {
		t.Errorf("the pause ends at %s, expected two hours after %s", p.Clocks.Paused, paused)
	}
	if p.Asked[0].Left != left {
		t.Errorf("%s are left, expected %s", p.Asked[0].Left, left)
	}
	b.pass(p.Clocks.Paused.Sub(b.clock.Now()))
	if got := b.public().Asked[0].By.Sub(b.clock.Now()); got != left {
		t.Errorf("after the pause %s are left, expected %s", got, left)
	}
}

// In a match without time limits an outage still moves whatever runs out: a window whose length the game sets, and a proposal.
// An outage does not move anything that began after it.
func TestOutageWithoutTimeLimits(t *testing.T) {
	reached := true
	begin := func() *bench {
		b := opened(t, 2, toy.Config{Peek: 8}, table.Timing{})
		b.attended(&reached)
		b.fire()
		return b
	}
	down := func(b *bench, d time.Duration) {
		b.clock.Advance(d)
		b.attended(&reached)
		b.fire()
	}
	b := begin()
	down(b, time.Hour) // before anything runs
	b.must(1, "bid 3")
	b.must(2, "bid 2")
	b.must(1, "done")
	b.must(1, "claim")
	b.shown()
	b.clock.Advance(3 * time.Second)
	b.must(1, "peek")
	if o := b.public().Clocks.Outage; o != (table.Outage{}) {
		t.Errorf("the outage before the window is noted: %v", o)
	}
	down(b, time.Hour)
	stage := func() string {
		b.fire()
		return b.public().View.(toy.View).Stage
	}
	if now := stage(); now != "peek" {
		t.Errorf("after an hour without a host the stage is %s", now)
	}
	b.clock.Advance(8 * time.Second)
	if now := stage(); now != "bid" {
		t.Errorf("8 seconds after it the stage is %s", now)
	}

	b = begin()
	b.must(1, "bid 3")
	b.propose(table.ProposePause, time.Hour, 1)
	until := b.public().Clocks.Offers[0].Until
	down(b, 2*time.Hour)
	b.must(2, "bid 2")
	if got := b.public().Clocks.Offers[0].Until; !got.Equal(until.Add(2 * time.Hour)) {
		t.Errorf("the proposal ends at %s, expected two hours after %s", got, until)
	}
}

// The hosts of a store write once in a quarter of a minute together, however many matches there are, and nothing while they cannot be
// reached.
func TestAttendanceIsOneWrite(t *testing.T) {
	b := tuning(t, table.Timing{})
	store := &countingStore{Store: b.store}
	reached := true
	var halls []*table.Hall
	for range 3 {
		halls = append(halls, table.New(store, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true, Reached: func() bool { return reached }}))
	}
	look := func(d time.Duration) int {
		t.Helper()
		store.puts = 0
		for range int(d / (5 * time.Second)) {
			b.clock.Advance(5 * time.Second)
			for _, h := range halls {
				if _, err := h.Timers().Fire(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
		return store.puts
	}
	look(time.Minute)
	if n := look(10 * time.Minute); n != 40 {
		t.Errorf("%d writes in ten minutes, expected 40", n)
	}
	reached = false
	if n := look(10 * time.Minute); n != 0 {
		t.Errorf("%d writes in ten minutes without a host that can be reached", n)
	}
}

// countingStore counts the writes of records.
type countingStore struct {
	table.Store
	puts int
}

func (s *countingStore) Put(c context.Context, rs ...table.Record) error {
	s.puts++
	return s.Store.Put(c, rs...)
}

// A host that dies between the note of an outage and the matches leaves the rest to the next, and to the first user of the match.
func TestOutageAfterDeath(t *testing.T) {
	for name, first := range map[string]func(*bench){
		"the next host": func(b *bench) { b.clock.Advance(20 * time.Second); b.fire() },
		"a press":       func(b *bench) { b.must(2, "note red") },
	} {
		b := tuning(t, table.Timing{})
		reached := true
		b.attended(&reached)
		b.fire()
		by := b.public().Asked[0].By
		b.clock.Advance(2 * time.Hour)
		broken := table.New(&brokenStore{Store: b.store}, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true, Reached: func() bool { return true }})
		if _, err := broken.Timers().Fire(ctx); err == nil {
			t.Fatalf("%s: the store that takes no decision is not broken", name)
		}
		if rs, err := b.store.List(ctx, "outage/", "", 9); err != nil || len(rs) != 1 {
			t.Fatalf("%s: outages %v %v", name, rs, err)
		}
		b.attended(&reached)
		first(b)
		if moved := b.public().Asked[0].By.Sub(by); moved != 2*time.Hour {
			t.Errorf("%s: the deadline moved by %s, expected 2 hours", name, moved)
		}
	}
}

// brokenStore takes no decisions.
type brokenStore struct{ table.Store }

func (s *brokenStore) Commit(context.Context, table.Commit) (table.Receipt, error) {
	return table.Receipt{}, fmt.Errorf("read-only")
}

// The clock of the hosts is set right after it was fast: the next look says by how much, and what waits for the fast time is due. So it is
// at a start, also of a host that cannot tell how fast the clock was.
func TestSetBackIsSaid(t *testing.T) {
	for name, x := range map[string]struct{ starts, told bool }{"as it runs": {false, true}, "at a start": {true, true}, "at a start, and nobody noted the fast time": {true, false}} {
		b := tuning(t, table.Timing{})
		reached := true
		b.attended(&reached)
		right := b.clock.Now()
		b.fire()
		b.queues()
		if b.clock.Advance(time.Hour); !x.told {
			b.cold()
		}
		b.must(1, "note red")
		b.must(1, "quit") // nothing more is decided in the match
		b.must(2, "quit")
		if b.clock.Set(right.Add(time.Minute)); len(b.queues()) > 0 {
			t.Fatalf("%s: the deliveries of the fast clock do not wait for its time", name)
		}
		if x.starts {
			b.attended(&reached)
		}
		b.fire()
		if got := b.queues(); len(got) == 0 {
			t.Errorf("%s: what waits for the fast clock's time is not due", name)
		}
		stored, err := table.StoredSetBack(ctx, b.store)
		if got := b.hall.SetBack(); err != nil || got != stored || x.told != (got.By == 59*time.Minute && got.At.Equal(right.Add(time.Minute))) {
			t.Errorf("%s: set back %+v, stored %+v, %v", name, got, stored, err)
		}
	}
}

// A clock that is set ahead looks like an outage. Once it is set right, no host counts that outage any more, in matches of before and of
// afterwards.
func TestStepOfClockIsNoOutage(t *testing.T) {
	b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	reached := true
	b.attended(&reached)
	right := b.clock.Now()
	b.fire()
	other := *b
	other.attended(&reached)
	other.fire()
	b.clock.Advance(3 * time.Hour)
	other.fire()
	if all, _, err := other.hall.Outages(ctx, right); err != nil || len(all) != 1 {
		t.Fatalf("the step is not taken for an outage: %v, %v", all, err)
	}
	b.clock.Set(right.Add(time.Minute))
	b.fire()
	b.pass(time.Minute)
	other.fire()
	late := *b
	late.attended(&reached)
	late.fire()
	for name, host := range map[string]*bench{"the host that saw it": b, "another": &other, "one that starts later": &late} {
		if all, _, err := host.hall.Outages(ctx, right); err != nil || len(all) > 0 {
			t.Errorf("%s counts %v, %v", name, all, err)
		}
	}
	// The match has left out the step. It leaves out a true outage too that ends before the time to which the clock had been set.
	if step := b.public().Clocks.Outage; !step.To.After(b.clock.Now()) {
		t.Fatalf("the match has not left out the step: %v", step)
	}
	began := b.clock.Now()
	b.clock.Advance(20 * time.Minute)
	late.attended(&reached)
	late.fire()
	if out := late.public().Clocks.Outage; out.Length() < 19*time.Minute || out.Length() > 21*time.Minute || out.To.Before(began) {
		t.Errorf("the match leaves out %v, not the outage since %s", out, began)
	}
}

// A clock that is fast for a moment, between two renewals of the record, is noticed too.
func TestMomentaryStepIsNoticed(t *testing.T) {
	b := tuning(t, table.Timing{})
	reached := true
	b.attended(&reached)
	b.fire()
	right := b.clock.Now()
	b.clock.Advance(time.Hour)
	b.private(1)
	b.clock.Set(right.Add(time.Second))
	b.fire()
	if got := b.hall.SetBack(); got.By != time.Hour-time.Second || !got.At.Equal(right.Add(time.Second)) {
		t.Errorf("set back %+v", got)
	}
	b.fire()
	if again := b.hall.SetBack(); !again.At.Equal(right.Add(time.Second)) {
		t.Errorf("told again: %+v", again)
	}
}
