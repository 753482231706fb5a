package table_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
)

// act gives a seat's orders together, to any questions that accept them.
func (b *bench) act(s game.Seat, lines string) error {
	b.t.Helper()
	b.n++
	var rs []game.Reply
	for _, line := range strings.Split(lines, "; ") {
		r, err := b.hall.Parse(ctx, id, line)
		if err != nil {
			b.t.Fatal(err)
		}
		rs = append(rs, r)
	}
	_, err := b.hall.Act(ctx, fmt.Sprintf("i:%d", b.n), id, s, "", rs[0], rs[1:]...)
	return err
}

// tuned is the number of times that seat 1 has tuned, which is its secret.
func (b *bench) tuned() int {
	b.t.Helper()
	p, err := b.hall.Private(ctx, id, 1)
	if err != nil {
		b.t.Fatal(err)
	}
	return p.View.(toy.View).Tuned
}

func (b *bench) version() uint64 {
	b.t.Helper()
	stored, err := b.store.Load(ctx, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return stored.Version
}

// failing is a store in which commits fail from the nth on, before they are stored or after.
type failing struct {
	table.Store
	left   int
	stores bool // the failed commit is stored, and its sender does not learn of it
}

var errDisk = errors.New("the disk is full")

func (f *failing) Commit(x context.Context, c table.Commit) (table.Receipt, error) {
	if f.left > 0 {
		f.left--
		return f.Store.Commit(x, c)
	}
	if f.stores {
		_, _ = f.Store.Commit(x, c)
	}
	return table.Receipt{}, errDisk
}

// After a crash at any commit of an act, or right after it, the act is stored whole or not at all, and an undo takes all of it
// back.
func TestCrashInAnAct(t *testing.T) {
	for n := range 3 {
		for _, stores := range []bool{false, true} {
			b := tuning(t, table.Timing{})
			b.must(1, "tune")
			whole := b.store
			b.hall = table.New(&failing{whole, n, stores}, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
			err := b.act(1, "tune; tune")
			if n == 0 && !errors.Is(err, errDisk) || n > 0 && err != nil {
				t.Errorf("%d commits, then a crash: %v", n, err)
			}
			b.reopen()
			want := 3
			if n == 0 && !stores {
				want = 1
			}
			if got := b.tuned(); got != want {
				t.Errorf("%d commits, then a crash (stored %t): tuned %d, expected %d", n, stores, got, want)
			}
			for _, want := range []int{want - 2, want - 3} {
				if want < 0 {
					continue
				}
				b.n++
				if _, err := b.hall.Undo(ctx, fmt.Sprintf("i:%d", b.n), id, 1); err != nil || b.tuned() != want {
					t.Errorf("%d commits, then a crash (stored %t): after an undo tuned %d, %v: expected %d", n, stores, b.tuned(), err, want)
				}
				b.reopen()
			}
		}
	}
}

// The immediate consequences of an answer are stored with it: here the closing of a window.
func TestWhatFollowsIsOneCommit(t *testing.T) {
	for _, last := range []string{"leave", "peek"} {
		b := tuning(t, table.Timing{})
		b.must(1, "done")
		b.must(2, "claim")
		b.hall = table.New(&failing{Store: b.store}, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
		before := b.version()
		if err := b.act(1, last); !errors.Is(err, errDisk) || b.version() != before {
			t.Errorf("%s: %v, %d events after %d", last, err, b.version(), before)
		}
		b.hall = table.New(&failing{Store: b.store, left: 1}, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
		if err := b.act(1, last); err != nil || b.version() != before+2 || b.names(1) != "bid" {
			t.Errorf("%s: %v, %d events after %d, asked %q", last, err, b.version(), before, b.names(1))
		}
	}
}

// A reply that is refused while everything before it could be taken back leaves nothing behind.
func TestRefusedInAnAct(t *testing.T) {
	b := tuning(t, table.Timing{})
	b.queues()
	before := b.version()
	for lines, code := range map[string]string{"tune; tune; tune; tune": "enough", "tune; bid 2": "not-now", "note red; tune; bid 2": "not-now"} {
		err := b.act(1, lines)
		var halted *table.Halted
		if !errors.As(err, &halted) || halted.Done != 0 || halted.Why.Code != code {
			t.Errorf("%s: %v", lines, err)
		}
		if got := b.queues(); b.tuned() != 0 || b.version() != before || len(got) > 0 {
			t.Errorf("%s: tuned %d, %d events after %d, deliveries %v", lines, b.tuned(), b.version(), before, got)
		}
	}
	refused(t, "the first", b.act(1, "bid 2; tune"), "not-now")
	if err := b.act(1, "tune; tune; tune"); err != nil || b.tuned() != 3 {
		t.Errorf("after the refusals: %v, tuned %d", err, b.tuned())
	}
}

// If another seat has learnt something, or has to answer, the earlier replies stay; the sender is told how many.
func TestHalted(t *testing.T) {
	for lines, want := range map[string]int{"tune; done; claim; tune": 3, "tune; done; tune": 2, "tune; done; pass; pass": 3} {
		b := tuning(t, table.Timing{})
		err := b.act(1, lines)
		var halted *table.Halted
		if !errors.As(err, &halted) || halted.Done != want || halted.All != len(strings.Split(lines, "; ")) {
			t.Errorf("%s: %v, expected %d played", lines, err, want)
		}
		if b.reopen(); b.names(1) == "tune" {
			t.Errorf("%s: nothing was played", lines)
		}
	}
	for lines, ended := range map[string]bool{"tune; done; done": true, "tune; done; tune": false} { // the question has already ended
		var halted *table.Halted
		if err := tuning(t, table.Timing{}).act(1, lines); !errors.As(err, &halted) || halted.Ended != ended {
			t.Errorf("%s: %v", lines, err)
		}
	}
	b := newBench(t, table.Timing{})
	err := b.act(1, "bid 2; tune")
	var halted *table.Halted
	if !errors.As(err, &halted) || halted.Done != 1 || b.names(1) != "" {
		t.Errorf("under seal: %v, asked %q", err, b.names(1))
	}
}

// Nobody else can tell an act of several secret steps from one step, nor how many steps an undo takes back.
func TestActTellsNotHowMany(t *testing.T) {
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}}
	seen := func(lines string) string {
		b := tuning(t, timing)
		var out strings.Builder
		look := func() {
			fmt.Fprintln(&out, b.queues())
			pub, err := b.hall.Public(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&out, gametest.Text(pub))
			for _, s := range []game.Seat{2, 3} {
				p, err := b.hall.Private(ctx, id, s)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintln(&out, gametest.Text(p))
			}
			fmt.Fprintln(&out, b.fire())
		}
		b.queues()
		if err := b.act(1, lines); err != nil {
			t.Fatal(err)
		}
		look()
		b.n++
		if _, err := b.hall.Undo(ctx, fmt.Sprintf("i:%d", b.n), id, 1); err != nil || b.tuned() != 0 {
			t.Fatalf("%s: %v, tuned %d", lines, err, b.tuned())
		}
		look()
		b.must(1, "done")
		look()
		return out.String()
	}
	one := seen("tune")
	for _, lines := range []string{"tune; tune", "tune; tune; tune", "note red; tune; note blue; tune"} {
		if many := seen(lines); many != one {
			t.Errorf("%s shows others\n%s\nand tune alone\n%s", lines, many, one)
		}
	}
	if !strings.HasPrefix(one, "[seat/1]\n") {
		t.Errorf("others are told something:\n%s", one)
	}
}

// A match with acts of several replies passes its audit. A step that is joined to one that cannot be taken back does not.
func TestActIsAudited(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 1)
	b.must(1, "bid 2")
	b.must(2, "bid 3")
	b.must(3, "bid 1")
	for _, lines := range []string{"tune; tune", "note red; quit"} {
		seat := game.Seat(2)
		if b.names(seat) != "tune" {
			t.Fatalf("seat %d is asked %q", seat, b.names(seat))
		}
		if err := b.act(seat, lines); err != nil {
			t.Fatal(err)
		}
	}
	b.must(1, "quit")
	if _, err := b.hall.Audit(ctx, id); err != nil {
		t.Error(err)
	}
	_, events, err := table.ReadCarried(fileOf(t, b.carried()))
	if err != nil {
		t.Fatal(err)
	}
	joined := 0
	for i, e := range events {
		rec, err := game.DecodeRecord(e.Data)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Joined {
			joined++
			continue
		}
		rec.Joined = true
		if events[i].Data, err = rec.Encode(); err != nil {
			t.Fatal(err)
		}
		if _, err := table.Audit(toy.Rules(), events, ""); err == nil && rec.Order != "tune" {
			t.Errorf("event %d, %q, is joined to what cannot be taken back, and passes", e.Seq, rec.Order)
		}
		events[i] = e
	}
	if joined != 1 {
		t.Errorf("%d steps are joined, expected one", joined)
	}
}
