package table_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	"downsync/storage/memory"
)

var ctx = context.Background()

// bench is a hall with one toy match of three.
type bench struct {
	t     testing.TB
	clock *tabletest.Clock
	store *memory.Store
	hall  *table.Hall
	n     int
}

const id table.ID = "toy-1"

func newBench(t testing.TB, timing table.Timing) *bench {
	t.Helper()
	b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
	b.reopen()
	err := b.hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"u1", "u2", "u3"}, Timing: timing, Place: []byte(`{"where":"here"}`)})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// reopen forgets everything in memory, as a restart does.
func (b *bench) reopen() {
	b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
}

func (b *bench) say(s game.Seat, line string) error {
	b.t.Helper()
	b.n++
	r, err := b.hall.Parse(ctx, id, line)
	if err != nil {
		b.t.Fatal(err)
	}
	p, err := b.hall.Private(ctx, id, s)
	if err != nil {
		b.t.Fatal(err)
	}
	standing := strings.HasPrefix(line, "note") || line == "quit"
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.Standing == standing })
	if i < 0 {
		b.t.Fatalf("seat %d is not asked for %q", s, line)
	}
	_, err = b.hall.Act(ctx, fmt.Sprintf("i:%d", b.n), id, s, p.Asks[i].ID, r)
	return err
}

func (b *bench) must(s game.Seat, lines ...string) {
	b.t.Helper()
	for _, line := range lines {
		if err := b.say(s, line); err != nil {
			b.t.Fatalf("%d> %s: %v", s, line, err)
		}
	}
}

// queues makes all deliveries and returns the names of their queues.
func (b *bench) queues() []string {
	b.t.Helper()
	var out []string
	for {
		ds, err := b.store.Lease(ctx, b.clock.Now(), time.Minute, 9)
		if err != nil {
			b.t.Fatal(err)
		}
		if len(ds) == 0 {
			slices.Sort(out)
			return out
		}
		for _, d := range ds {
			out = append(out, d.Queue)
			if err := b.store.Done(ctx, d, nil); err != nil {
				b.t.Fatal(err)
			}
		}
	}
}

func (b *bench) names(s game.Seat) string {
	b.t.Helper()
	p, err := b.hall.Private(ctx, id, s)
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, a := range p.Asks {
		if !a.Standing {
			out = append(out, a.Name)
		}
	}
	return strings.Join(out, " ")
}

func (b *bench) fire() time.Time {
	b.t.Helper()
	next, err := b.hall.Timers().Fire(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	return next
}

// A secret step causes a delivery to its own seat only, a sealed one to nobody else, a public one to everybody.
func TestEffectsGoToWhoeverSeesSomethingNew(t *testing.T) {
	b := newBench(t, table.Timing{})
	if got := b.queues(); fmt.Sprint(got) != "[public seat/1 seat/2 seat/3]" {
		t.Errorf("opening: %v", got)
	}
	b.must(2, "note red")
	if got := b.queues(); fmt.Sprint(got) != "[seat/2]" {
		t.Errorf("a private note: %v", got)
	}
	b.must(1, "bid 2")
	if got := b.queues(); fmt.Sprint(got) != "[seat/1]" {
		t.Errorf("a sealed bid: %v", got)
	}
	b.must(3, "bid 3")
	b.queues()
	b.must(2, "bid 1")
	if got := b.queues(); fmt.Sprint(got) != "[public seat/1 seat/2 seat/3]" {
		t.Errorf("the bids open: %v", got)
	}
}

// A clock that begins when its card is delivered is news only to the seat for which it runs, because its reminder is due by
// then: the others were already shown when it would run out. Nobody waits for this commit, but for every other.
func TestClockThatBegins(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	s := &lateness{Store: b.store}
	b.hall = table.New(s, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
	for seat := game.Seat(1); seat <= 3; seat++ {
		b.must(seat, "bid 2")
	}
	p, err := b.hall.Public(ctx, id)
	if err != nil || len(p.Asked) != 1 {
		t.Fatalf("%v are asked (%v)", p.Asked, err)
	}
	b.queues()
	if err := b.hall.Shown(ctx, "s:1", id); err != nil {
		t.Fatal(err)
	}
	if got := b.queues(); !slices.Equal(got, []string{table.SeatQueue(p.Asked[0].Seat)}) {
		t.Errorf("the clock of seat %d begins: %v", p.Asked[0].Seat, got)
	}
	b.must(p.Asked[0].Seat, "done")
	if want := []bool{false, false, false, true, false}; !slices.Equal(s.late, want) {
		t.Errorf("commits that are late: %v, expected %v", s.late, want)
	}
}

// lateness notes of each commit whether it is late.
type lateness struct {
	*memory.Store
	late []bool
}

func (s *lateness) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	s.late = append(s.late, c.Late)
	return s.Store.Commit(ctx, c)
}

// Every decision wakes those who wait for Changed.
func TestChanged(t *testing.T) {
	b := newBench(t, table.Timing{})
	for _, line := range []string{"note red", "bid 2"} {
		changed := b.hall.Timers().Changed()
		select {
		case <-changed:
			t.Fatal("woken by nothing")
		default:
		}
		b.must(1, line)
		select {
		case <-changed:
		default:
			t.Errorf("%s wakes nobody", line)
		}
	}
}

// A clock begins when the public card was delivered, and its end plays the default. Both survive a restart.
func TestClocks(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	b.clock.Advance(5 * time.Hour)
	if next := b.fire(); !next.IsZero() || b.names(1) != "bid" {
		t.Fatalf("a clock ran before anything was shown: %v", next)
	}
	if err := b.hall.Shown(ctx, "s:1", id); err != nil {
		t.Fatal(err)
	}
	p, err := b.hall.Private(ctx, id, 1)
	if err != nil || !p.Asks[0].By.Equal(b.clock.Now().Add(time.Hour)) {
		t.Fatalf("limit %v %v", p.Asks[0].By, err)
	}
	b.must(1, "bid 4")
	b.reopen()
	b.clock.Advance(59 * time.Minute)
	b.fire()
	if b.names(2) != "bid" {
		t.Error("a default was played too early")
	}
	b.clock.Advance(time.Minute)
	b.fire()
	if b.names(1) != "tune" || b.names(2) != "" {
		t.Errorf("after the time-out: %q %q", b.names(1), b.names(2))
	}
}

// A window closes on the public grid, whoever answered it and when. A time-out closes it by the same rule.
func TestWindowsCloseOnTheGrid(t *testing.T) {
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": 40 * time.Second}, Tick: 15 * time.Second, MinWindow: 5 * time.Second}
	for name, c := range map[string]struct {
		answer func(*bench)
		closes time.Duration
	}{
		"answered at once": {func(b *bench) { b.must(1, "leave") }, 15 * time.Second},
		"peeked at once":   {func(b *bench) { b.must(1, "peek") }, 15 * time.Second},
		"answered late":    {func(b *bench) { b.clock.Advance(16 * time.Second); b.must(1, "leave") }, 30 * time.Second},
		"never answered":   {func(b *bench) { b.clock.Advance(40 * time.Second); b.fire() }, 45 * time.Second},
		"after a restart":  {func(b *bench) { b.must(1, "leave"); b.reopen() }, 15 * time.Second},
	} {
		b := newBench(t, timing)
		for s := game.Seat(1); s <= 3; s++ {
			b.must(s, "bid 2")
		}
		b.must(1, "done")
		b.must(2, "claim")
		if err := b.hall.Shown(ctx, "s:1", id); err != nil {
			t.Fatal(err)
		}
		opened := b.clock.Now()
		b.queues()
		c.answer(b)
		if slices.Contains(b.queues(), "public") {
			t.Errorf("%s: the public saw the answer", name)
		}
		b.clock.Advance(opened.Add(c.closes - time.Second).Sub(b.clock.Now()))
		b.fire()
		if b.names(2) == "bid" {
			t.Errorf("%s: closed before its tick", name)
		}
		b.clock.Advance(time.Second)
		b.fire()
		if b.names(2) != "bid" {
			t.Errorf("%s: not closed at its tick", name)
		}
	}
}

// Every open question and every reading is the same after a restart.
func TestRestart(t *testing.T) {
	b := newBench(t, table.Timing{})
	b.must(1, "bid 2", "note red")
	before, err := b.hall.Private(ctx, id, 2)
	if err != nil {
		t.Fatal(err)
	}
	b.reopen()
	after, err := b.hall.Private(ctx, id, 2)
	if err != nil || fmt.Sprintf("%+v", before) != fmt.Sprintf("%+v", after) {
		t.Errorf("after a restart seat 2 reads\n%+v, before\n%+v, %v", after, before, err)
	}
	b.must(2, "bid 3")
	b.must(3, "bid 1")
	if b.names(1) != "tune" {
		t.Errorf("then asked %q", b.names(1))
	}
}

// A click that arrives twice, and two clicks on one button, are applied once.
func TestTwice(t *testing.T) {
	b := newBench(t, table.Timing{})
	p, err := b.hall.Private(ctx, id, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.hall.Parse(ctx, id, "note red")
	if err != nil {
		t.Fatal(err)
	}
	ask := p.Asks[slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.Standing })].ID
	var wg sync.WaitGroup
	var mu sync.Mutex
	stale := 0
	for i := range 8 {
		wg.Go(func() {
			_, err := b.hall.Act(ctx, fmt.Sprintf("i:click-%d", i), id, 1, ask, r)
			var no *game.Refusal
			if errors.As(err, &no) && no.Code == "stale" {
				mu.Lock()
				defer mu.Unlock()
				stale++
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if stale != 7 {
		t.Errorf("%d of 8 clicks were stale, want 7", stale)
	}
}

func TestSeatsAndLists(t *testing.T) {
	b := newBench(t, table.Timing{})
	if s, err := b.hall.SeatOf(ctx, id, "u2"); err != nil || s != 2 {
		t.Errorf("seat of u2: %d %v", s, err)
	}
	if _, err := b.hall.SeatOf(ctx, id, "stranger"); !errors.Is(err, table.ErrNoSeat) {
		t.Errorf("a stranger's seat: %v", err)
	}
	if _, err := b.hall.Private(ctx, id, 4); !errors.Is(err, table.ErrNoSeat) {
		t.Errorf("seat 4 of 3: %v", err)
	}
	if _, err := b.hall.Public(ctx, "nothing"); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("no match: %v", err)
	}
	if _, err := b.hall.Opened(ctx, id); err == nil {
		t.Error("the truth of a running match was opened")
	}
	b.must(3, "quit")
	b.must(2, "quit")
	ms, err := b.hall.MatchesOf(ctx, "u1")
	if err != nil || len(ms) != 1 || !ms[0].Over || ms[0].Seat != 1 {
		t.Errorf("matches of u1: %+v %v", ms, err)
	}
	if _, err := b.hall.Opened(ctx, id); err != nil {
		t.Errorf("the truth of a finished match: %v", err)
	}
	if err := b.hall.Open(ctx, "again", id, table.Opening{Game: "toy", Users: []table.User{"a", "b"}}); !errors.Is(err, table.ErrConflict) {
		t.Errorf("a second match of the same id: %v", err)
	}
	if err := b.hall.Open(ctx, "x", "other", table.Opening{Game: "chess", Users: []table.User{"a", "b"}}); err == nil {
		t.Error("a game nobody knows was opened")
	}
}

// deliverer fails as told and records what it received.
type deliverer struct {
	mu    sync.Mutex
	fail  map[string]error
	given []table.Delivery
}

func (d *deliverer) Deliver(_ context.Context, x table.Delivery) (table.Kept, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.given = append(d.given, x)
	if x.Queue == "seat/3" {
		panic("a secret")
	}
	return table.Kept{Prior: []byte("result of " + x.Queue)}, d.fail[x.Queue]
}

// A failed delivery is tried again later, with the result of its first part. Other queues do not wait for it.
func TestOutbox(t *testing.T) {
	b := newBench(t, table.Timing{})
	d := &deliverer{fail: map[string]error{"seat/1": &table.Later{After: time.Minute, Err: errors.New("not now")},
		"seat/2": fmt.Errorf("%w: gone", table.ErrGiveUp)}}
	o := &table.Outbox{Hall: b.hall, To: d}
	if n, err := o.Send(ctx); err != nil || n != 4 {
		t.Fatalf("delivered %d, %v", n, err)
	}
	if n, _ := o.Send(ctx); n != 0 {
		t.Errorf("%d were tried again at once", n)
	}
	b.clock.Advance(time.Minute)
	d.given, d.fail = nil, nil
	if _, err := o.Send(ctx); err != nil {
		t.Fatal(err)
	}
	again := map[string]table.Delivery{}
	for _, x := range d.given {
		again[x.Queue] = x
	}
	if len(again) != 2 || string(again["seat/1"].Prior) != "result of seat/1" || again["seat/1"].Tries != 1 {
		t.Errorf("tried again: %+v", again)
	}
}

// Somebody who has played more matches than a page holds is still told of the one that runs.
func TestMatchesOfWhoPlayedMany(t *testing.T) {
	b := dealt(t)
	const over = 2500
	for n := range over {
		if err := b.store.Put(ctx, table.Record{Key: fmt.Sprintf("user/u1/a%04d", n), Value: []byte(`{"seat":1,"over":true}`)}); err != nil {
			t.Fatal(err)
		}
	}
	ms, err := b.hall.MatchesOf(ctx, "u1")
	if err != nil || len(ms) != over+1 || ms[over].Match != id || ms[over].Over {
		t.Errorf("%d matches (%v); expected %d, the last running", len(ms), err, over+1)
	}
}
