package table_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// pair is two hosts on one store, whose clocks differ.
type pair struct {
	a, b *bench // b.clock is of its own
}

func newPair(t *testing.T, timing table.Timing) pair {
	t.Helper()
	return newPairAt(t, timing, tabletest.Noon)
}

// newPairAt is newPair at that time.
func newPairAt(t *testing.T, timing table.Timing, at time.Time) pair {
	t.Helper()
	a := newBench(t, timing)
	b := &bench{t: t, clock: tabletest.NewClock(), store: a.store, n: 1000}
	a.clock.Set(at)
	b.clock.Set(at)
	p := pair{a, b}
	for _, x := range []*bench{a, b} {
		x.hall = table.New(x.store, x.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true,
			Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
	}
	return p
}

// A second host reads a host's decision and decides on it, and a question that has lapsed on one is refused as too late on the
// other.
func TestSharedMatch(t *testing.T) {
	p := newPair(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
	for n, line := range []string{"bid 2", "bid 3", "bid 1"} {
		if n%2 == 0 {
			p.a.must(game.Seat(n+1), line)
		} else {
			p.b.must(game.Seat(n+1), line)
		}
	}
	p.b.must(1, "tune")
	if got := p.a.names(1); got != p.b.names(1) || got == "" {
		t.Errorf("asked %q on one host and %q on the other", got, p.b.names(1))
	}
	if err := p.a.hall.Shown(ctx, "s:1", id); err != nil {
		t.Fatal(err)
	}
	private, err := p.b.hall.Private(ctx, id, 1)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := p.b.hall.Parse(ctx, id, "tune")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []*bench{p.a, p.b} {
		x.clock.Advance(2 * time.Hour)
	}
	p.a.fire()
	var ask string
	for _, o := range private.Asks {
		if !o.Standing {
			ask = o.ID
		}
	}
	_, err = p.b.hall.Act(ctx, "i:late", id, 1, ask, reply)
	if no := (*game.Refusal)(nil); !errors.As(err, &no) || no.Code != "late" {
		t.Errorf("an answer to a question that lapsed on the other host: %v", err)
	}
}

// Events never go back in time, however the hosts' clocks differ.
func TestSharedClocks(t *testing.T) {
	p := newPair(t, table.Timing{})
	p.a.clock.Advance(5 * time.Second)
	p.a.must(1, "bid 2")
	p.b.must(2, "bid 3")
	es, err := p.a.store.Events(ctx, id, 0, 99)
	if err != nil {
		t.Fatal(err)
	}
	for n := range es[1:] {
		if es[n+1].At.Before(es[n].At) {
			t.Errorf("event %d is of %v, the one before of %v", n+2, es[n+1].At, es[n].At)
		}
	}
}

// A store that lacks what a host has seen freezes the match there, and says so: also where another host has decided on what was left,
// so that the match is as long as before, or longer.
func TestSharedSetBack(t *testing.T) {
	for name, lines := range map[string][]string{"behind": nil, "as long": {"bid 1"}, "longer": {"bid 1", "bid 2"}} {
		t.Run(name, func(t *testing.T) { setBack(t, lines) })
	}
}

// setBack sets the store of a host back by one event, and has another host decide from there.
func setBack(t *testing.T, lines []string) {
	p := newPair(t, table.Timing{})
	p.a.must(1, "bid 2")
	p.a.must(2, "bid 3")
	now := &struct{ table.Store }{p.a.store}
	shares := table.Options{Games: []game.Game{toy.Rules()}, Shared: true, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }}
	host := table.New(now, p.a.clock, shares)
	if _, err := host.Public(ctx, id); err != nil {
		t.Fatal(err)
	}
	stored, err := p.a.store.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	back := memory.New() // a backup of a moment before, put in the place of the store
	meta, err := p.a.store.Get(ctx, "match/"+string(id))
	if err != nil {
		t.Fatal(err)
	}
	for n, e := range stored.Events[:len(stored.Events)-1] {
		c := table.Commit{Match: id, Expect: uint64(n), Cause: fmt.Sprint(n), At: e.At, Events: [][]byte{e.Data},
			Records: []table.Record{{Key: "match/" + string(id), Value: meta}}}
		if _, err := back.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	now.Store = back
	other := &bench{t: t, clock: p.a.clock, store: back, hall: table.New(back, p.a.clock, shares), n: 2000}
	for n, line := range lines {
		other.must(game.Seat(n+2), line)
	}
	if head, err := back.Head(ctx, id); err != nil || head.Version != stored.Version-1+uint64(len(lines)) {
		t.Fatalf("%+v %v", head, err)
	}
	for range 2 {
		_, err = host.Public(ctx, id)
		if !errors.Is(err, table.ErrSetBack) || !errors.Is(err, table.ErrFrozen) || !strings.Contains(err.Error(), "set back") {
			t.Errorf("read of a match that was set back: %v", err)
		}
	}
}

// unanswered is a store whose next commit has no answer: instead runs in its place.
type unanswered struct {
	table.Store
	instead func(table.Commit)
}

func (u *unanswered) Commit(c context.Context, x table.Commit) (table.Receipt, error) {
	if does := u.instead; does != nil {
		u.instead = nil
		does(x)
		return table.Receipt{}, table.ErrUnknown
	}
	return u.Store.Commit(c, x)
}

// A commit without an answer is sent again. If it was stored, it counts as made. If another host has applied the same
// interaction meanwhile, at a later time, it was not stored, and the other host's decision counts.
func TestSharedUnknown(t *testing.T) {
	for name, byOther := range map[string]bool{"stored": false, "applied by another host": true} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t, table.Timing{})
			p.b.clock.Advance(5 * time.Second)
			store := &unanswered{Store: p.a.store}
			host := table.New(store, p.a.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true,
				Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
			private, err := host.Private(ctx, id, 1)
			if err != nil {
				t.Fatal(err)
			}
			reply, err := host.Parse(ctx, id, "bid 2")
			if err != nil {
				t.Fatal(err)
			}
			ask := private.Asks[slices.IndexFunc(private.Asks, func(a table.OpenAsk) bool { return !a.Standing })].ID
			store.instead = func(c table.Commit) {
				if byOther {
					_, err = p.b.hall.Act(ctx, "i:once", id, 1, ask, reply)
				} else {
					_, err = p.a.store.Commit(ctx, c)
				}
				if err != nil {
					t.Error(err)
				}
			}
			if out, err := host.Act(ctx, "i:once", id, 1, ask, reply); err != nil || out.Repeat != byOther {
				t.Errorf("repeated: %t %v", out.Repeat, err)
			}
			if _, err := host.Private(ctx, id, 1); err != nil {
				t.Error(err)
			}
		})
	}
}

// A match that met a fault on one host is frozen on all, until a host starts that may have repaired it.
func TestSharedFreeze(t *testing.T) {
	p := newPair(t, table.Timing{})
	broken := true
	faulty := table.New(p.a.store, p.a.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true, Dice: func(table.ID) game.Dice {
		if broken {
			panic("a fault")
		}
		return gametest.NewDice(5)
	}})
	if _, err := p.b.hall.Public(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, err := faulty.Public(ctx, id); !errors.Is(err, table.ErrFrozen) {
		t.Fatalf("a fault: %v", err)
	}
	if err := p.b.say(1, "bid 2"); !errors.Is(err, table.ErrFrozen) {
		t.Errorf("it is decided on by a host that had it in memory: %v", err)
	}
	if _, err := p.a.hall.Public(ctx, id); !errors.Is(err, table.ErrFrozen) {
		t.Errorf("it is loaded by another: %v", err)
	}
	broken = false
	if err := p.b.hall.Thaw(ctx); err != nil {
		t.Fatal(err)
	}
	p.b.must(1, "bid 2")
	for _, h := range []*table.Hall{p.a.hall, faulty} {
		if _, err := h.Public(ctx, id); err != nil {
			t.Errorf("after it was thawed: %v", err)
		}
	}
}

// The delays of a match that began before seeds existed do not depend on the host.
func TestSharedDelays(t *testing.T) {
	p := newPair(t, table.Timing{})
	a, err := table.DelaySecret(p.a.hall)
	b, berr := table.DelaySecret(p.b.hall)
	if err != nil || berr != nil || a != b || a == (table.Seed{}) {
		t.Errorf("the hosts' secrets are the same: %t; %v %v", a == b, err, berr)
	}
	alone, err := table.DelaySecret(table.New(p.a.store, p.a.clock, table.Options{}))
	if err != nil || alone == a {
		t.Errorf("a host that shares nothing has the others' secret: %t, %v", alone == a, err)
	}
}
