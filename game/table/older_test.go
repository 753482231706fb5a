package table_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
)

// later lists ways in which a newer program may write something that an older one cannot read.
var later = []struct {
	what   string
	change func(event string) string
}{
	{"a kind of record", func(s string) string { return strings.Replace(s, `"kind":"`, `"kind":"later-`, 1) }},
	{"a kind of fact", func(s string) string { return strings.TrimSuffix(s, "}") + `,"facts":[{"k":"later","d":{}}]}` }},
}

// lenient reads a store like a program that leaves out what it does not know.
type lenient struct{ table.Store }

func (l lenient) Load(ctx context.Context, m table.ID) (table.Loaded, error) {
	all, err := l.Store.Load(ctx, m)
	unknown := func(e table.Event) bool { return bytes.Contains(e.Data, []byte("later")) }
	all.Events = slices.DeleteFunc(slices.Clone(all.Events), unknown)
	return all, err
}

func (l lenient) Events(ctx context.Context, m table.ID, after uint64, most int) ([]table.Event, error) {
	all, err := l.Store.Events(ctx, m, after, most)
	return slices.DeleteFunc(slices.Clone(all), func(e table.Event) bool { return bytes.Contains(e.Data, []byte("later")) }), err
}

// besideNewer plays a match on an older and a newer host, until the newer one stores what the older cannot read. It returns what the
// older one does wrong then, as people press and as time passes.
func besideNewer(t *testing.T, seed uint64, change func(string) string, careless bool) (wrong []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	p := newPair(t, table.Timing{Clocks: map[string]time.Duration{"bid": time.Hour, "turn": time.Hour}})
	if careless {
		p.b.hall = table.New(lenient{p.b.store}, p.b.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true,
			Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
	}
	p.a.must(1, "bid 2")
	for n := range r.IntN(30) {
		if p.a.public().Result != nil {
			break
		}
		host := []*bench{p.a, p.b}[r.IntN(2)]
		host.n = 10_000 + n
		host.random(r, 10_000+n)
	}
	p.b.public() // it has it in memory
	stored, err := p.a.store.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	newest := slices.Concat(stored.Before, stored.Events)
	c := table.Commit{Match: id, Expect: stored.Version, Cause: "i:new", At: p.a.clock.Now(), Events: [][]byte{[]byte(change(string(newest[len(newest)-1].Data)))}}
	if _, err := p.a.store.Commit(ctx, c); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		for s := range game.Seat(3) {
			reply, err := p.b.hall.Parse(ctx, id, "bid 3")
			if err == nil {
				_, err = p.b.hall.Act(ctx, fmt.Sprintf("i:old%d", n), id, s+1, "bid.0", reply)
			}
			if err == nil || errors.Is(err, table.ErrFrozen) || !strings.Contains(err.Error(), "later") {
				wrong = append(wrong, fmt.Sprintf("it answers a press with %v", err))
			}
		}
		p.b.clock.Advance(48 * time.Hour)
		if _, err := p.b.hall.Timers().Fire(ctx); err != nil && !strings.Contains(err.Error(), "later") {
			wrong = append(wrong, fmt.Sprintf("timers: %v", err))
		}
	}
	if _, err := p.a.store.Get(ctx, "broken/"+string(id)); !errors.Is(err, table.ErrNoRecord) {
		wrong = append(wrong, "the match is frozen for all")
	}
	if at, err := p.a.store.Head(ctx, id); err != nil || at.Version != stored.Version+1 {
		wrong = append(wrong, fmt.Sprintf("the match has %d events %v, expected %d", at.Version, err, stored.Version+1))
	}
	return wrong
}

// A host of an older program stays away from a match if a newer one has stored something that it cannot read: it decides
// nothing on that match, neither for people nor as time passes, and does not freeze it for the others, which can read it.
// SOAK=1 tries 3,000.
func TestOldBesideNew(t *testing.T) {
	tries := 10
	if gametest.Soak() {
		tries = 3000
	}
	for n := range tries {
		x := later[n%len(later)]
		if wrong := besideNewer(t, uint64(n), x.change, false); len(wrong) > 0 {
			t.Errorf("seed %d, %s: %s", n, x.what, strings.Join(wrong, "; "))
		}
	}
}

// The same test finds a program that leaves out what it does not know and decides on the rest.
func TestOldBesideNewFindsLenientReaders(t *testing.T) {
	for n, x := range later {
		if wrong := besideNewer(t, uint64(n), x.change, true); len(wrong) == 0 {
			t.Errorf("%s: nothing was found", x.what)
		}
	}
}
