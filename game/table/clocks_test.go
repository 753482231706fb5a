package table_test

import (
	"encoding/json"
	"errors"
	"fmt"
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

// shown delivers the public card, which starts the clocks.
func (b *bench) shown() {
	b.t.Helper()
	b.n++
	if err := b.hall.Shown(ctx, fmt.Sprintf("s:%d", b.n), id); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) public() table.Public {
	b.t.Helper()
	p, err := b.hall.Public(ctx, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

// propose has seats propose something, and reports whether the last proposal completed the agreement.
func (b *bench) propose(w table.Proposal, d time.Duration, seats ...game.Seat) (agreed bool) {
	b.t.Helper()
	for _, s := range seats {
		b.n++
		var err error
		if agreed, err = b.hall.Propose(ctx, fmt.Sprintf("i:%d", b.n), id, s, w, d); err != nil {
			b.t.Fatal(err)
		}
	}
	return agreed
}

// refused fails unless the error is a refusal with that code.
func refused(t *testing.T, what string, err error, code string) {
	t.Helper()
	var no *game.Refusal
	if !errors.As(err, &no) || no.Code != code {
		t.Errorf("%s: %v, expected the refusal %q", what, err, code)
	}
}

// tuning is a match in which only one seat is asked, on its own turn, with an hour to answer.
func tuning(t *testing.T, timing table.Timing) *bench {
	t.Helper()
	if timing.Clocks == nil {
		timing.Clocks = map[string]time.Duration{"turn": time.Hour}
	}
	b := newBench(t, timing)
	for s := game.Seat(1); s <= 3; s++ {
		b.must(s, "bid 2")
	}
	b.shown()
	return b
}

var everybody = []game.Seat{1, 2, 3}

// A pause needs everybody's agreement. Nothing moves during it, and each clock continues with the time it had left, to
// the millisecond: when the pause runs out, ends by agreement, or ended while the host was down.
func TestPause(t *testing.T) {
	for name, c := range map[string]struct {
		end   func(*bench)
		stood time.Duration
	}{
		"runs out":         {func(b *bench) { b.clock.Advance(2 * time.Hour); b.fire() }, 2 * time.Hour},
		"ends early":       {func(b *bench) { b.clock.Advance(90 * time.Minute); b.propose(table.ProposeResume, 0, 3, 2, 1) }, 90 * time.Minute},
		"host was down":    {func(b *bench) { b.clock.Advance(2*time.Hour + 10*time.Minute); b.reopen(); b.fire() }, 2 * time.Hour},
		"act comes first":  {func(b *bench) { b.clock.Advance(2*time.Hour + time.Second); b.must(1, "tune") }, 2 * time.Hour},
		"read back within": {func(b *bench) { b.clock.Advance(time.Hour); b.reopen(); b.clock.Advance(time.Hour); b.fire() }, 2 * time.Hour},
	} {
		b := tuning(t, table.Timing{})
		deadline := b.public().Asked[0].By
		b.clock.Advance(20*time.Minute + 7*time.Millisecond)
		b.queues()
		if b.propose(table.ProposePause, 2*time.Hour, 1, 2) {
			t.Fatalf("%s: two of three agree", name)
		}
		if got := b.queues(); !slices.Contains(got, "public") {
			t.Errorf("%s: a proposal is told to %v", name, got)
		}
		if !b.propose(table.ProposePause, 2*time.Hour, 3) {
			t.Fatalf("%s: not agreed", name)
		}
		b.shown()
		if p := b.public(); !p.Asked[0].By.IsZero() || p.Asked[0].Left != 40*time.Minute-7*time.Millisecond {
			t.Errorf("%s: in the pause %+v", name, p.Asked)
		}
		refused(t, name+": an answer", b.say(1, "tune"), "paused")
		_, err := b.hall.Undo(ctx, "undo", id, 1)
		refused(t, name+": a step back", err, "paused")
		b.must(2, "note red") // standing asks stay open
		c.end(b)
		b.shown()
		if got := b.public().Asked[0].By; !got.Equal(deadline.Add(c.stood)) {
			t.Errorf("%s: the clock runs until %s, not %s", name, got, deadline.Add(c.stood))
		}
		b.must(1, "done")
	}
}

// The clock of a question that was asked before the pause, but not yet shown to everybody, begins after the pause.
func TestPauseBeforeShown(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	b.propose(table.ProposePause, time.Hour, everybody...)
	b.shown()
	b.clock.Advance(time.Hour)
	b.fire()
	b.clock.Advance(time.Minute)
	b.shown()
	if got, want := b.public().Asked[0].By, b.clock.Now().Add(time.Hour); !got.Equal(want) {
		t.Errorf("until %s, expected %s", got, want)
	}
}

// Proposals count only if they are equal, not withdrawn, and less than a day old.
func TestProposals(t *testing.T) {
	b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": 99 * time.Hour}})
	b.propose(table.ProposePause, time.Hour, 1)
	b.propose(table.ProposePause, 2*time.Hour, 2)
	if b.propose(table.ProposePause, time.Hour, 3) {
		t.Error("agreed on different lengths")
	}
	b.propose(table.ProposeNone, 0, 1)
	if b.propose(table.ProposePause, time.Hour, 2) {
		t.Error("agreed with a proposal that was taken back")
	}
	b.clock.Advance(table.OfferLasts)
	if b.propose(table.ProposePause, time.Hour, 1) {
		t.Error("agreed with proposals a day old")
	}
	if !b.propose(table.ProposePause, time.Hour, 2, 3) {
		t.Error("not agreed")
	}
	if o := b.public().Clocks.Offers; len(o) != 0 {
		t.Errorf("proposals that are met are open: %v", o)
	}
	for _, c := range []struct {
		want table.Proposal
		d    time.Duration
		code string
	}{
		{table.ProposePause, table.LeastPause, "paused"}, {table.ProposePause, table.LeastPause - time.Minute, "length"},
		{table.ProposePause, table.MostPause + time.Minute, "length"}, {table.ProposePause, table.LeastPause + time.Second, "length"},
		{table.ProposeExtend, 0, "length"}, {table.ProposeExtend, table.MostExtend + time.Minute, "length"},
	} {
		_, err := b.hall.Propose(ctx, "x", id, 1, c.want, c.d)
		refused(t, fmt.Sprint(c.want, c.d), err, c.code)
	}
	b.propose(table.ProposeResume, 0, everybody...)
	_, err := b.hall.Propose(ctx, "x", id, 1, table.ProposeResume, 0)
	refused(t, "resume", err, "running")
	if _, err := b.hall.Propose(ctx, "x", id, 4, table.ProposePause, time.Hour); !errors.Is(err, table.ErrNoSeat) {
		t.Errorf("seat 4: %v", err)
	}
	b.must(3, "quit")
	b.must(2, "quit")
	_, err = b.hall.Propose(ctx, "x", id, 1, table.ProposePause, time.Hour)
	refused(t, "after the end", err, "over")
}

// An extension, by agreement or by a referee, applies to the open questions only; the next question has its own limit.
func TestExtend(t *testing.T) {
	b := tuning(t, table.Timing{})
	deadline := b.public().Asked[0].By
	if !b.propose(table.ProposeExtend, 30*time.Minute, everybody...) {
		t.Fatal("not agreed")
	}
	if _, err := b.hall.Extend(ctx, "a:1", id, 15*time.Minute); err != nil {
		t.Fatal(err)
	}
	b.reopen()
	if got := b.public().Asked[0]; !got.By.Equal(deadline.Add(45*time.Minute)) || got.Limit != 105*time.Minute {
		t.Errorf("%+v", got)
	}
	b.must(1, "done")
	b.shown()
	if got := b.public().Asked[0].By; !got.Equal(b.clock.Now().Add(time.Hour)) {
		t.Errorf("the next question has until %s", got)
	}
	_, err := b.hall.Extend(ctx, "a:2", id, time.Second)
	refused(t, "a second", err, "length")
}

// A referee's hold stops the match. A pause that runs out during the hold does not release it. Windows and answers
// ordered in advance wait with it.
func TestHold(t *testing.T) {
	b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Tick: 15 * time.Second, MinWindow: 5 * time.Second})
	b.must(1, "done")
	b.must(2, "claim")
	b.must(1, "note rest")
	b.shown()
	early := b.fire()
	if _, err := b.hall.Hold(ctx, "a:1", id, "no words here"); err == nil {
		t.Error("a reason in free text is taken")
	}
	if _, err := b.hall.Hold(ctx, "a:1", id, "dispute"); err != nil {
		t.Fatal(err)
	}
	_, err := b.hall.Hold(ctx, "a:2", id, "dispute")
	refused(t, "held twice", err, "held")
	refused(t, "an answer", b.say(1, "peek"), "held")
	_, err = b.hall.Propose(ctx, "x", id, 1, table.ProposePause, time.Hour)
	refused(t, "a pause", err, "paused")
	b.clock.Advance(48*time.Hour + 7*time.Second)
	if next := b.fire(); !next.IsZero() || b.names(2) != "" {
		t.Errorf("held, and wakes at %s", next)
	}
	if _, err := b.hall.Release(ctx, "a:3", id); err != nil {
		t.Fatal(err)
	}
	if next := b.fire(); !next.Equal(early.Add(48*time.Hour + 7*time.Second)) {
		t.Errorf("the answer ordered in advance is due at %s, expected %s", next, early.Add(48*time.Hour+7*time.Second))
	}
	_, err = b.hall.Release(ctx, "a:4", id)
	refused(t, "released twice", err, "running")
	b.drain()
	if b.names(2) != "bid" {
		t.Error("the window never closed")
	}
}

// A strict window is as long as ever after a hold ends.
func TestHoldOfStrictWindow(t *testing.T) {
	b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Strict: 45 * time.Second})
	b.must(1, "done")
	b.must(2, "claim")
	b.shown()
	opened := b.clock.Now()
	b.clock.Advance(10 * time.Second)
	b.must(1, "peek")
	if _, err := b.hall.Hold(ctx, "a:1", id, "dispute"); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(time.Hour)
	if _, err := b.hall.Release(ctx, "a:2", id); err != nil {
		t.Fatal(err)
	}
	if next := b.fire(); !next.Equal(opened.Add(time.Hour + 45*time.Second)) {
		t.Errorf("closes at %s", next)
	}
}

// If everybody is asked the same again at once, they have the whole time again. Neither the deadline nor the order for the
// previous question stays, before a restart and after it.
func TestAskedAgainAtOnce(t *testing.T) {
	b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
	b.reopen()
	err := b.hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"u1", "u2"}, Config: toy.Config{Rebid: true}.Encode(),
		Timing: table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}}})
	if err != nil {
		t.Fatal(err)
	}
	b.shown()
	b.clock.Advance(50 * time.Minute)
	b.must(1, "bid 3")
	b.must(2, "bid 3") // nobody wins, so both bid again
	if by := b.public().Asked[0].By; !by.IsZero() {
		t.Errorf("the time of a question that nobody was shown ends at %s", by)
	}
	b.clock.Advance(time.Minute)
	b.shown()
	for _, host := range []string{"the same", "another"} {
		if p, want := b.public(), b.clock.Now().Add(time.Hour); len(p.Asked) != 2 || !p.Asked[0].By.Equal(want) {
			t.Errorf("%s host: asked %+v, expected until %s", host, p.Asked, want)
		}
		b.reopen()
	}
	b.clock.Advance(20 * time.Minute)
	if b.fire(); len(b.public().Asked) != 2 {
		t.Error("the new question ran out with the time of the one before")
	}
}

// The first missed turn is excused; the set number after it loses the match. Answers under seal, in windows or together
// with others are not turns.
func TestMissedTurns(t *testing.T) {
	for _, misses := range []int{0, 1, 2} {
		b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
		b.reopen()
		timing := table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Misses: misses}
		if err := b.hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"u1", "u2"}, Timing: timing}); err != nil {
			t.Fatal(err)
		}
		// Nobody answers anything: each of three rounds has bids, a turn of seats 1, 2 and 1 again, claims and a window.
		for n := 0; n < 12 && b.public().Result == nil; n++ {
			b.shown()
			b.clock.Advance(time.Hour)
			b.reopen()
			b.fire()
		}
		p := b.public()
		switch {
		case p.Result == nil:
			t.Fatalf("misses %d: the match goes on", misses)
		case misses == 1 && (p.Result.Why != "time" || fmt.Sprint(p.Result.Rank) != "[2 1]" || len(p.Clocks.Missed) != 2):
			t.Errorf("the second missed turn of seat 1 came to %+v, %+v", p.Result, p.Clocks)
		case misses != 1 && (p.Result.Why != "points" || fmt.Sprint(p.Clocks.Missed) != "map[1:2 2:1]"):
			t.Errorf("misses %d: %+v, %+v", misses, p.Result, p.Clocks)
		}
	}
}

// A player who takes over a seat has missed no turn there, before a restart and after it.
func TestMissedTurnsOfAnother(t *testing.T) {
	b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
	b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}})
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Misses: 1}
	if err := b.hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"u1", "u2"}, Timing: timing}); err != nil {
		t.Fatal(err)
	}
	replaced := false
	for n := 0; n < 12 && b.public().Result == nil; n++ {
		if !replaced && b.public().Clocks.Missed[1] == 1 {
			if _, err := b.hall.Referee(ctx, "seat", id, table.Ruling{What: "replace", Seat: 1, Replace: "u3"}); err != nil {
				t.Fatal(err)
			}
			replaced = true
		}
		b.shown()
		b.clock.Advance(time.Hour)
		b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}})
		b.fire()
	}
	if p := b.public(); !replaced || p.Result == nil || p.Result.Why != "points" || p.Clocks.Missed[1] != 1 {
		t.Errorf("replaced %t: %+v, %+v", replaced, p.Result, p.Clocks)
	}
}

// A proposal that an older program stored in a snapshot is read, and written as it was.
func TestStoredProposals(t *testing.T) {
	const stored = `{"Offers":[{"Seat":1,"Want":"pause","For":7200000000000,"Until":"2026-11-22T06:00:00Z"}]}`
	var c table.Clocks
	if err := json.Unmarshal([]byte(stored), &c); err != nil {
		t.Fatal(err)
	}
	if raw, err := json.Marshal(c); err != nil || c.Offers[0].What != table.ProposePause || !strings.HasPrefix(string(raw), strings.TrimSuffix(stored, "}")) {
		t.Errorf("%s is read as %+v and written as %s, %v", stored, c, raw, err)
	}
}

// After any sequence of decisions about clocks, a hall that was restarted after each step reads the same as one that
// never was. No deadline is lost or assigned twice.
func TestClocksReadBack(t *testing.T) {
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Tick: 15 * time.Second, MinWindow: 5 * time.Second, Misses: 3, Vacation: 7}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 9))
		b := newBench(t, timing)
		done := map[string]int{}
		for n := range 80 {
			note := b.random(r, n)
			done[note]++
			if b.public().Result != nil {
				break
			}
			live := fmt.Sprintf("%+v", b.public())
			b.reopen()
			if again := fmt.Sprintf("%+v", b.public()); again != live {
				t.Fatalf("seed %d, step %d (%s): read back\n%s\nnot\n%s", seed, n, note, again, live)
			}
		}
		if len(done) < 8 {
			t.Errorf("seed %d: only %v", seed, done)
		}
	}
}

// random makes one decision about clocks, takes a step in the match, or lets time pass.
func (b *bench) random(r *rand.Rand, n int) string {
	b.t.Helper()
	seat := game.Seat(1 + r.IntN(3))
	cause := fmt.Sprintf("x:%d", n)
	var err error
	what := ""
	switch r.IntN(12) {
	case 0:
		what = "pause"
		_, err = b.hall.Propose(ctx, cause, id, seat, table.ProposePause, time.Hour)
	case 1:
		what = "agree"
		for s := range slices.Values(everybody) {
			if _, err = b.hall.Propose(ctx, fmt.Sprint(cause, s), id, s, table.ProposePause, time.Hour); err != nil {
				break
			}
		}
	case 2:
		what = "resume"
		_, err = b.hall.Propose(ctx, cause, id, seat, table.ProposeResume, 0)
	case 3:
		what = "extend"
		_, err = b.hall.Extend(ctx, cause, id, time.Minute)
	case 4:
		what = "hold"
		_, err = b.hall.Hold(ctx, cause, id, "dispute")
	case 5:
		what = "release"
		_, err = b.hall.Release(ctx, cause, id)
	case 6:
		what = "leave"
		_, err = b.hall.Leave(ctx, cause, id, seat, 1+r.IntN(3))
	case 7:
		what = "shown"
		err = b.hall.Shown(ctx, cause, id)
	case 8, 9:
		what = "time"
		b.clock.Advance(time.Duration(r.IntN(30)) * time.Hour)
		b.fire()
	default:
		what = "answer"
		if words := strings.Fields(b.names(seat)); len(words) > 0 {
			err = b.say(seat, map[string]string{"bid": "bid 2", "tune": "tune", "claim": "claim", "peek": "leave"}[words[0]])
		}
	}
	var no *game.Refusal
	if err != nil && !errors.As(err, &no) {
		b.t.Fatalf("%s: %v", what, err)
	}
	return what
}

// An answer between the end of its time and the timer that notices is too late, as it is after the timer: the default stays,
// and the refusal says what happened. An agreement on more time, and an answer to no question in particular, are refused in the
// same way.
func TestLateAnswers(t *testing.T) {
	for name, fired := range map[string]bool{"before the timer": false, "after it": true} {
		b := tuning(t, table.Timing{})
		p, err := b.hall.Private(ctx, id, 1)
		if err != nil {
			t.Fatal(err)
		}
		deadline, ask := b.public().Asked[0].By, p.Asks[slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing })]
		tune, err := b.hall.Parse(ctx, id, "tune")
		if err != nil {
			t.Fatal(err)
		}
		b.propose(table.ProposeExtend, time.Hour, 2, 3)
		b.clock.Advance(deadline.Sub(b.clock.Now()))
		if fired {
			b.fire()
		}
		before := len(b.public().Facts)
		_, err = b.hall.Act(ctx, "late", id, 1, ask.ID, tune)
		refused(t, name, err, "late")
		if !strings.Contains(fmt.Sprint(err), ask.Default.Order()) {
			t.Errorf("%s: %v does not name what was played", name, err)
		}
		if p := b.public(); fired != (len(p.Facts) == before) {
			t.Errorf("%s: %d facts, and %d before", name, len(p.Facts), before)
		}
		b.propose(table.ProposeExtend, time.Hour, 1)
		if p, err := b.hall.Private(ctx, id, 1); err != nil || slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask.ID }) {
			t.Errorf("%s: the question is open again (%v)", name, err)
		}
	}
	b := tuning(t, table.Timing{})
	b.clock.Advance(time.Hour)
	act := func(line string) error {
		r, err := b.hall.Parse(ctx, id, line)
		if err != nil {
			t.Fatal(err)
		}
		b.n++
		_, err = b.hall.Act(ctx, fmt.Sprintf("late:%d", b.n), id, 1, "", r)
		return err
	}
	refused(t, "to no question in particular", act("tune"), "late")
	refused(t, "once it is known", act("tune"), "not-now")
	b = tuning(t, table.Timing{})
	b.clock.Advance(time.Hour)
	if err := act("note red"); err != nil {
		t.Errorf("what may be done at any time: %v", err)
	}
}
