package hosts

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// BeforeTable is a store that has something happen right before a challenge is written, once.
type BeforeTable struct {
	table.Store
	Does *func()
}

func (s BeforeTable) Put(ctx context.Context, rs ...table.Record) error {
	if does := *s.Does; does != nil && slices.ContainsFunc(rs, func(r table.Record) bool { return strings.HasPrefix(r.Key, "table/") }) {
		*s.Does = nil
		does()
	}
	return s.Store.Put(ctx, rs...)
}

// Seeds are the seeds of a search: some alone, unless it is to take its time.
func Seeds(seeds ...int) []int {
	if os.Getenv("SOAK") == "1" {
		for seed := range 3000 {
			seeds = append(seeds, 1000+seed)
		}
	}
	return seeds
}

// Interruption makes something happen on another host when one uses the store for the nth time.
type Interruption struct {
	left int
	Do   func()
}

func (b *Interruption) now() {
	if b.left > 0 {
		if b.left--; b.left == 0 {
			b.Do()
		}
	}
}

// Both does the first deed, and the second at the nth use of the store, at once after the first (0), before it (-1) or alone (-2). reached is
// whether the first came to that use.
func (b *Interruption) Both(n int, first, second func() string) (said [2]string, reached bool) {
	done := false
	other := func() { done, said[1] = true, second() }
	if n < 0 {
		if other(); n == -1 {
			said[0] = first()
		}
		return said, false
	}
	b.left, b.Do = n, other
	said[0] = first()
	if reached = done; !done {
		b.left = 0
		other()
	}
	return said, reached
}

// Store returns the interrupted host's store.
func (b *Interruption) Store(x table.Store) table.Store { return interruptedStore{x, b} }

// interruptedStore is a store through which something comes between.
type interruptedStore struct {
	table.Store
	*Interruption
}

func (c interruptedStore) Commit(ctx context.Context, x table.Commit) (table.Receipt, error) {
	c.now()
	return c.Store.Commit(ctx, x)
}

func (c interruptedStore) Put(ctx context.Context, rs ...table.Record) error {
	c.now()
	return c.Store.Put(ctx, rs...)
}

func (c interruptedStore) Get(ctx context.Context, key string) ([]byte, error) {
	c.now()
	return c.Store.Get(ctx, key)
}

func (c interruptedStore) List(ctx context.Context, prefix, after string, most int) ([]table.Record, error) {
	c.now()
	return c.Store.List(ctx, prefix, after, most)
}

func (c interruptedStore) Load(ctx context.Context, id table.ID) (table.Loaded, error) {
	c.now()
	return c.Store.Load(ctx, id)
}

func (c interruptedStore) Head(ctx context.Context, id table.ID) (table.Head, error) {
	c.now()
	return c.Store.Head(ctx, id)
}

func (c interruptedStore) Events(ctx context.Context, id table.ID, after uint64, most int) ([]table.Event, error) {
	c.now()
	return c.Store.Events(ctx, id, after, most)
}

// Deed is one interaction about a match; Ready asks for what it confirms.
type Deed struct {
	Who   wire.UserID
	Verb  string
	More  []bottest.Option
	asked bottest.Message // of a moderator's, whether they are sure
	sure  string
	Span  time.Duration // how much time passes
	Host  bottest.Host  // that does then what is due
}

func (d Deed) String() string { return fmt.Sprint(d.Who, " ", d.Verb, " ", d.More) }

// Ready asks for what a deed of a moderator confirms.
func (d *Deed) Ready(p *party.Party, id table.ID) {
	word, _ := strings.CutPrefix(d.Verb, "mod ")
	if word == d.Verb {
		return
	}
	p.Mod(d.Who, id, word, append(d.More, party.Opt("reason", "because"))...)
	d.asked = p.Newest(d.Who)
	d.sure, _ = bottest.ControlsOf(d.asked.Message).Find("|go")
}

// Do carries the deed out, and returns the answer.
func (d Deed) Do(p *party.Party, id table.ID) string {
	if d.Verb == "time" {
		p.Clock.Advance(d.Span)
		h := d.Host
		_, err := h.Hall.Timers().Fire(context.Background())
		if err == nil {
			_, err = h.Outbox.Send(context.Background())
		}
		if err == nil {
			_, err = h.Bot.Due(context.Background())
		}
		if err != nil {
			p.T.Error(err)
		}
		return ""
	}
	if d.asked.ID != "" {
		if d.sure == "" {
			return "nothing to confirm"
		}
		return party.Text(p.Press(d.Who, d.asked, d.sure))
	}
	return party.Text(p.Slash(d.Who, strings.Fields(d.Verb), append(d.More, party.In(string(id)))...))
}

// Compare checks that two deeds have the outcome of one after the other, wherever the second interrupts the first. The first may have no
// effect if its answer lets the user try again, as refused reports. run does both, as Interruption.Both says; what names them.
func Compare(t *testing.T, seed int, run func(n int) (stands string, said [2]string, what string, reached bool), refused func(said string) bool) {
	t.Helper()
	after, saidAfter, what, _ := run(0)
	before, saidBefore, _, _ := run(-1)
	alone, _, _, _ := run(-2)
	for n := 1; ; n++ {
		got, said, _, reached := run(n)
		if !reached {
			return
		}
		if t.Failed() {
			t.Fatalf("seed %d, use %d: %s", seed, n, what)
		}
		if got != after && got != before && (got != alone || !refused(said[0])) {
			t.Errorf("seed %d, use %d: %s\nsaid %q\nafter: %q\nbefore: %q\n%s\n\nor\n%s", seed, n, what, said, saidAfter, saidBefore, bottest.FirstDifference(after, got), bottest.FirstDifference(before, got))
			return
		}
	}
}
