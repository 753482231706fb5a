package table_test

import (
	"errors"
	"fmt"
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
	a := newBench(t, timing)
	b := &bench{t: t, clock: tabletest.NewClock(), store: a.store, n: 1000}
	p := pair{a, b}
	for _, x := range []*bench{a, b} {
		x.hall = table.New(x.store, x.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true,
			Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
	}
	return p
}

// What one host decides, another reads and decides on, and a question that has lapsed on one is refused as too late on the other.
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

// A store that is behind what a host has seen freezes the match there, and says so.
func TestSharedSetBack(t *testing.T) {
	p := newPair(t, table.Timing{})
	p.a.must(1, "bid 2")
	p.a.must(2, "bid 3")
	now := &struct{ table.Store }{p.a.store}
	host := table.New(now, p.a.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true})
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
	for range 2 {
		_, err = host.Public(ctx, id)
		if !errors.Is(err, table.ErrSetBack) || !errors.Is(err, table.ErrFrozen) || !strings.Contains(err.Error(), "set back") {
			t.Errorf("read of a match that was set back: %v", err)
		}
	}
}

// A match that met a fault on one host is frozen on all, until a host starts that may have mended it.
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

// The delays of a match that began before seeds existed do not hang on the host.
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

// A host of an older program stands aside where a newer one has stored what it cannot read: it decides nothing on that match, and
// does not freeze it for the others, which can.
func TestOldBesideNew(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"a kind of record": func(s string) string { return strings.Replace(s, `"kind":"`, `"kind":"later-`, 1) },
		"a kind of fact":   func(s string) string { return strings.TrimSuffix(s, "}") + `,"facts":[{"k":"later","d":{}}]}` },
	} {
		p := newPair(t, table.Timing{})
		p.a.must(1, "bid 2")
		if _, err := p.b.hall.Public(ctx, id); err != nil { // the older one has it in memory
			t.Fatal(err)
		}
		stored, err := p.a.store.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		all := append(stored.Before, stored.Events...)
		c := table.Commit{Match: id, Expect: stored.Version, Cause: "i:new", At: p.a.clock.Now(), Events: [][]byte{[]byte(change(string(all[len(all)-1].Data)))}}
		if _, err := p.a.store.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
		reply, err := p.b.hall.Parse(ctx, id, "bid 3")
		for range 2 {
			if err == nil {
				_, err = p.b.hall.Act(ctx, "i:old", id, 2, "bid.0", reply)
			}
			if err == nil || errors.Is(err, table.ErrFrozen) || !strings.Contains(err.Error(), "later") {
				t.Errorf("%s: the older host decides, or freezes the match: %v", name, err)
			}
		}
		if _, err := p.a.store.Get(ctx, "broken/"+string(id)); !errors.Is(err, table.ErrNoRecord) {
			t.Errorf("%s: frozen for all: %v", name, err)
		}
		if n, err := p.a.store.Version(ctx, id); err != nil || n != stored.Version+1 {
			t.Errorf("%s: the match has %d events %v, expected %d", name, n, err, stored.Version+1)
		}
	}
}
