package table_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// A seat's kept facts equal the facts that the stored events tell it, with nothing of another's: after sealed answers, undos, rulings,
// rewinds, looks and another player in the seat, from memory, from the events, and after a reader has written over what it was
// given.
func TestCheatByKeptFacts(t *testing.T) {
	b := newBench(t, table.Timing{})
	same := func(what string) {
		t.Helper()
		for s := game.Seat(0); s <= 3; s++ {
			read := func() []game.Fact {
				if s == 0 {
					return b.public().Facts
				}
				p, err := b.hall.Private(ctx, id, s)
				if err != nil {
					t.Fatal(err)
				}
				return p.Facts
			}
			kept := slices.Clone(read())
			for i, f := range append(read(), kept...) { // the list grows beside what is kept
				if _, back := f.(game.TookBack); i < len(kept) && !back && f.For(game.Player(s)) == nil { // whose audience is not told
					t.Errorf("%s: seat %d is kept %+v, which it may not be told", what, s, f)
				}
			}
			b.cold()
			if fresh := read(); fmt.Sprintf("%+v", fresh) != fmt.Sprintf("%+v", kept) {
				t.Errorf("%s: seat %d was told\n%+v\nand is by the events\n%+v", what, s, kept, fresh)
			}
		}
	}
	act := func(what string, r table.Ruling) {
		t.Helper()
		if err := b.rule(r); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		same(what)
	}
	b.must(1, "note red")
	b.must(2, "note blue", "bid 3")
	same("a sealed bid")
	act("a ruling", table.Ruling{Order: "points 1 2"})
	b.must(1, "bid 2")
	b.must(2, "bid 3")
	b.must(3, "bid 4", "note rest")
	same("opened bids")
	b.must(1, "tune", "tune")
	if _, err := b.hall.Undo(ctx, "undo", id, 1); err != nil {
		t.Fatal(err)
	}
	same("an undo of a secret step")
	if _, err := b.hall.Disclose(ctx, "look", id, table.Ruling{What: table.DisclosedSeat, Seat: 2, Expect: table.Rulings(b.public().Facts)}); err != nil {
		t.Fatal(err)
	}
	same("a look")
	act("another player", table.Ruling{Seat: 2, Replace: "u9"})
	b.must(1, "done")
	act("a rewind", table.Ruling{Before: len(b.public().Facts)})
	b.must(2, "note red")
	same("a note of the other player's")
}

// A proposal about the clocks shows on the others' consoles at once, and takes an order away that was begun there. So a player whose
// opponent's time runs cannot propose again and again. Agreeing, taking back and the other seats are free of that.
func TestCheatByProposingAgainAndAgain(t *testing.T) {
	b := tuning(t, table.Timing{})
	for n := range table.MostProposals {
		b.propose(table.ProposeExtend, time.Duration(n+1)*time.Minute, 2)
		b.propose(table.ProposeNone, 0, 2)
	}
	b.queues()
	for n := range 5 {
		_, err := b.hall.Propose(ctx, fmt.Sprint("again", n), id, 2, table.ProposePause, time.Duration(n+1)*time.Hour)
		refused(t, "one more", err, "often")
	}
	b.reopen()
	_, err := b.hall.Propose(ctx, "restarted", id, 2, table.ProposePause, time.Hour)
	refused(t, "one more after a restart", err, "often")
	if got := b.queues(); len(got) > 0 {
		t.Errorf("what was refused is told to %v", got)
	}
	b.propose(table.ProposeExtend, time.Hour, 1)
	if !b.propose(table.ProposeExtend, time.Hour, 2, 3) {
		t.Error("who has proposed too often may not agree")
	}
	b.clock.Advance(table.ProposalsWithin)
	b.propose(table.ProposeExtend, time.Minute, 2)
}

// Seat 1 answers on vacation, under seal and together with others. Nobody can watch its vacation to learn whether the answer is
// in, or whose answer came last. The vacation ends with an answer of its own that everybody sees.
func TestCheatByWatchingAVacation(t *testing.T) {
	for _, order := range [][]game.Seat{{1, 2, 3}, {2, 3, 1}} {
		b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Vacation: 7})
		b.shown()
		if err := b.leave(1, 5); err != nil {
			t.Fatal(err)
		}
		b.queues()
		was := fmt.Sprint(b.public())
		for n, seat := range order {
			b.clock.Advance(time.Hour)
			b.must(seat, "bid 2")
			if got, want := b.queues(), []string{table.SeatQueue(seat)}; n < 2 && (!slices.Equal(got, want) || fmt.Sprint(b.public()) != was) {
				t.Errorf("the sealed bid of seat %d goes to %v", seat, got)
			}
		}
		if c := b.public().Clocks; len(c.Away) != 1 {
			t.Errorf("in the order %v the vacation ends with the bids: %+v", order, c)
		}
		b.must(1, "done")
		if c := b.public().Clocks; len(c.Away) != 0 || c.Taken[1] != 1 {
			t.Errorf("after an answer that everybody sees: %+v", c)
		}
	}
}

// While the match is stopped, every seat may still do what is allowed at any time. If it were refused to seats that are still
// asked, a concession or an offer of a draw would reveal that its player has answered under seal.
func TestCheatByWhatIsDoneWhileStopped(t *testing.T) {
	for _, stop := range []func(b *bench){
		func(b *bench) {
			if err := b.rule(table.Ruling{What: "dispute", Hold: "dispute"}); err != nil {
				t.Fatal(err)
			}
		},
		func(b *bench) { b.propose(table.ProposePause, time.Hour, 1, 2, 3) },
	} {
		b := newBench(t, table.Timing{})
		b.must(1, "bid 2")
		stop(b)
		for _, seat := range []game.Seat{1, 2} {
			if err := b.act(seat, "note red"); err != nil {
				t.Errorf("seat %d: %v", seat, err)
			}
		}
		if no := (*game.Refusal)(nil); !errors.As(b.act(2, "bid 2"), &no) || no.Code != "held" && no.Code != "paused" {
			t.Errorf("an answer is refused with %v", no)
		}
	}
}

// Late in a question no seat can begin a vacation, not even one that has answered it under seal: otherwise its vacation would
// reveal the answer to everybody.
func TestCheatByLeavingAfterAnAnswer(t *testing.T) {
	b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Vacation: 7})
	b.shown()
	b.must(1, "bid 2")
	b.clock.Advance(37 * time.Hour)
	refused(t, "who is still asked", b.leave(2, 1), "vacation")
	refused(t, "who has answered", b.leave(1, 1), "vacation")
}

// A ruling voids answers under seal. A seat that gave one in time, and is away, has all of the time again to give another.
// Otherwise its time would run out at once, and count as missed, if the other side has the referee act at the last moment.
func TestCheatByARulingAtTheLastMoment(t *testing.T) {
	for name, ruling := range map[string]table.Ruling{"a ruling": {Order: "points 1 2"}, "a rewind to the same question a round before": {Before: 1}} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
			b.rounds(0, 1)
			if ruling.Before > 0 {
				ruling.Before = len(b.public().Facts) + 1
				b.rounds(1, 2)
			}
			b.shown()
			b.must(1, "bid 2")
			b.clock.Advance(59 * time.Minute)
			if err := b.rule(ruling); err != nil {
				t.Fatal(err)
			}
			b.shown()
			if got := b.names(1); got != "bid" {
				t.Fatalf("after the ruling seat 1 is asked %q", got)
			}
			b.cold()
			b.clock.Advance(59 * time.Minute)
			b.fire()
			if got := b.names(1); got != "bid" {
				t.Errorf("the time ran on: seat 1 is asked %q", got)
			}
			b.clock.Advance(2 * time.Minute)
			b.fire()
			if got := b.names(1); got == "bid" {
				t.Error("no time runs")
			}
		})
	}
}

// A file of millions of empty values is refused before it takes many times its size in memory, whose host may run a bot.
func TestCheatByAFileOfNothing(t *testing.T) {
	head := `{"form":"downsync match 2",`
	for _, raw := range []string{head + `"events":[%s{}]}`, head + `"salts":[%s""]}`, head + `"meta":{"users":[%s""]}}`,
		`{"form":"downsync evidence 1","match":` + head + `"events":[%s{}]}}`} {
		one := "{},"
		if !strings.Contains(raw, "events") {
			one = `"",`
		}
		raw = fmt.Sprintf(raw, strings.Repeat(one, 64<<20/32+8))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := table.ReadCarried([]byte(raw))
		runtime.ReadMemStats(&after)
		if took := int(after.TotalAlloc - before.TotalAlloc); err == nil || took > 3*len(raw) {
			t.Errorf("%s…: %d MiB for a file of %d: %v", raw[:60], took>>20, len(raw)>>20, err)
		}
	}
}
