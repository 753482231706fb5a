package table_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
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

// dealt is a bench whose match has dice of its own seed.
func dealt(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
	b.cold()
	err := b.hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"u1", "u2", "u3"}, Place: []byte(`{"where":"here"}`),
		Seed: testSeed(9), Entropy: []string{table.Entropy("my own words"), table.Entropy("2"), table.Entropy("3")}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// cold forgets everything in memory.
func (b *bench) cold() {
	b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}})
}

// rounds plays rounds of the toy with every kind of event: sealed answers, undo, time-outs, windows, marks. The match
// is over after three rounds.
func (b *bench) rounds(from, to int) {
	b.t.Helper()
	for round := from; round < to; round++ {
		b.clock.Advance(time.Minute)
		first := game.Seat(round%3 + 1)
		b.must(1, "bid 3")
		b.must(2, "note blue", "bid 4")
		if _, err := b.hall.Lapse(ctx, fmt.Sprint("lapse", round), id, 3, b.owed(3)); err != nil {
			b.t.Fatal(err)
		}
		b.must(first, "tune", "tune")
		if _, err := b.hall.Undo(ctx, fmt.Sprint("undo", round), id, first); err != nil {
			b.t.Fatal(err)
		}
		b.must(first, "done")
		if err := b.hall.Shown(ctx, fmt.Sprint("shown", round), id); err != nil {
			b.t.Fatal(err)
		}
		b.must(2, "claim")
		b.must(first, "peek")
	}
}

// owed returns the seat's open question.
func (b *bench) owed(s game.Seat) string {
	b.t.Helper()
	p, err := b.hall.Private(ctx, id, s)
	if err != nil {
		b.t.Fatal(err)
	}
	return p.Asks[0].ID
}

func (b *bench) carried() table.Carried {
	b.t.Helper()
	c, err := b.hall.Carried(ctx, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

// audit reads the file and audits the match.
func audit(raw []byte) (table.Audited, error) {
	c, events, err := table.ReadCarried(raw)
	if err != nil {
		return table.Audited{}, err
	}
	return c.Audit(toy.Rules(), events)
}

func fileOf(t testing.TB, c table.Carried) []byte {
	t.Helper()
	raw, err := c.Write()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A match that was played passes its audit before and after its end, and reveals its seed with the end.
func TestAudit(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 2)
	if a, err := b.hall.Audit(ctx, id); err != nil || a.Rolls == 0 || a.Result != nil || a.Dice.Seed != "" {
		t.Errorf("under way: %+v, %v", a, err)
	}
	if _, err := b.hall.Carried(ctx, id); !errors.Is(err, table.ErrStillOn) {
		t.Errorf("a match under way is given away: %v", err)
	}
	p, err := b.hall.Public(ctx, id)
	if err != nil || p.Dice.Seed != "" || p.Dice.Commitment != testSeed(9).Commitment() || p.Dice.Entropy[0] != table.Entropy("my own words") {
		t.Errorf("everybody knows of the dice: %+v, %v", p.Dice, err)
	}
	b.cold()
	b.rounds(2, 3)
	if p, err = b.hall.Public(ctx, id); err != nil || p.Result == nil || p.Dice.Seed != testSeed(9).Hex() {
		t.Errorf("at the end: %+v, %v", p.Dice, err)
	}
	if err := b.hall.Shown(ctx, "shown after the end", id); err != nil {
		t.Fatal(err)
	}
	c := b.carried()
	a, err := audit(fileOf(t, c))
	if err != nil || a.Events != len(c.Events) || a.Rolls != 1+3*2 || a.Dice.Seed != testSeed(9).Hex() {
		t.Errorf("over: %+v, %v", a, err)
	}
}

// A changed byte anywhere in the file is detected. If it is in an event, the error names the event.
func TestChangedByte(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 3)
	raw := fileOf(t, b.carried())
	every := 23
	if os.Getenv("SOAK") == "1" {
		every = 1
	}
	for i := 0; i < len(raw)-1; i += every {
		bent := slices.Clone(raw)
		bent[i] ^= 1
		if _, err := audit(bent); !errors.As(err, new(*table.Inconsistency)) {
			t.Fatalf("byte %d, %q in %q: %v", i, raw[i], raw[max(0, i-20):min(len(raw), i+20)], err)
		}
	}
	if _, err := audit(raw[:len(raw)/2]); !errors.As(err, new(*table.Inconsistency)) {
		t.Errorf("half a file: %v", err)
	}
}

// foundLater lists events in which a change may show only in later events: the terms of the dice, and answers under seal.
var foundLater = regexp.MustCompile(`"seed":|"entropy":|"kind":"sealed"`)

// A forger who changes an event and computes all hashes again is detected by the dice or the rules.
func TestForgedEvent(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 3)
	c, events, err := table.ReadCarried(fileOf(t, b.carried()))
	if err != nil {
		t.Fatal(err)
	}
	every := 17
	if os.Getenv("SOAK") == "1" {
		every = 1
	}
	for n := range events {
		for i := n % every; i < len(events[n].Data); i += every {
			bent := slices.Clone(events)
			bent[n].Data = slices.Clone(events[n].Data)
			bent[n].Data[i] ^= 1
			forged, err := table.Carry(c, bent)
			if err != nil {
				t.Fatal(err)
			}
			_, err = audit(fileOf(t, forged))
			var wrong *table.Inconsistency
			if !errors.As(err, &wrong) {
				t.Fatalf("event %d, byte %d of %s: %v", n+1, i, events[n].Data, err)
			}
			if wrong.Event != uint64(n)+1 && !foundLater.Match(events[n].Data) {
				t.Errorf("event %d, byte %d of %s: found at %d: %s", n+1, i, events[n].Data, wrong.Event, wrong.Why)
			}
		}
	}
}

// A cheat might change a face, omit a roll, take an illegal step, invent an outcome, or invent a result. Each is detected.
func TestForgeries(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 3)
	c, events, err := table.ReadCarried(fileOf(t, b.carried()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct{ old, new, why string }{
		{`"for":"claim"}`, `"for":"peek"}`, "the seed and the rules give"},
		{`"for":"card"}`, `"for":"peek"}`, "of the dice that nobody sees"},
		{`"order":"bid 3"`, `"order":"bid 9"`, "against the rules"},
		{`"order":"bid 4"`, `"order":"bid 1"`, `fact 2, "bid", is not what the rules make of`},
		{`"what":"note","seat":2`, `"what":"note","seat":1`, "is not what the rules make of"},
		{`"kind":"undo","seat":1,"back"`, `"kind":"undo","seat":2,"back"`, "against the rules"},
		{`"note":"shown"`, `"note":"showm"`, "a mark that no host makes"},
		{`"kind":"start"`, `"kind": "start"`, "not written as a host writes it"},
	} {
		n := slices.IndexFunc(events, func(e table.Event) bool { return strings.Contains(string(e.Data), f.old) })
		if n < 0 {
			t.Fatalf("no event holds %s", f.old)
		}
		bent := slices.Clone(events)
		bent[n].Data = []byte(strings.Replace(string(events[n].Data), f.old, f.new, 1))
		forged, err := table.Carry(c, bent)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = audit(fileOf(t, forged)); err == nil || !strings.Contains(err.Error(), f.why) {
			t.Errorf("%s for %s: %v", f.new, f.old, err)
		}
	}
	for what, bent := range map[string][]table.Event{"the end": events[:len(events)-1], "the middle": slices.Delete(slices.Clone(events), 7, 8)} {
		for i := range bent {
			bent[i].Seq = uint64(i) + 1
		}
		if _, err := table.Audit(toy.Rules(), bent, ""); err == nil {
			t.Errorf("without %s all fits", what)
		}
	}
}

// contested is a store in which another host always commits first at the first attempt.
type contested struct {
	table.Store
	tried map[string]bool
}

func (c contested) Commit(x context.Context, m table.Commit) (table.Receipt, error) {
	if !c.tried[m.Cause] && m.Cause != "open" && !strings.HasPrefix(m.Cause, "shown") && !strings.HasSuffix(m.Cause, "/close") {
		c.tried[m.Cause] = true
		return table.Receipt{}, table.ErrConflict
	}
	return c.Store.Commit(x, m)
}

// A step that was decided but not stored is decided again with the same dice.
func TestDiceStandStill(t *testing.T) {
	faces := func(through func(table.Store) table.Store) (out []string) {
		b := dealt(t)
		b.hall = table.New(through(b.store), b.clock, table.Options{Games: []game.Game{toy.Rules()}})
		b.rounds(0, 3)
		_, events, err := table.ReadCarried(fileOf(t, b.carried()))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			rec, err := game.DecodeRecord(e.Data)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rec.Rolls {
				out = append(out, fmt.Sprintf("%d/%d:%d", r.Stream, r.Number, r.Face))
			}
		}
		return out
	}
	calm := faces(func(s table.Store) table.Store { return s })
	if stormy := faces(func(s table.Store) table.Store { return contested{s, map[string]bool{}} }); !slices.Equal(calm, stormy) || len(calm) != 7 {
		t.Errorf("%v and %v", calm, stormy)
	}
}

// Without its seed, or with a wrong one, a match stops. It never rolls other dice.
func TestSeedLost(t *testing.T) {
	for what, value := range map[string][]byte{"no": nil, "another": []byte(testSeed(1).Hex()), "a bent": []byte("seed")} {
		b := dealt(t)
		b.rounds(0, 1)
		if err := b.store.Put(ctx, table.Record{Key: "dice/" + string(id), Value: value}); err != nil {
			t.Fatal(err)
		}
		b.cold()
		if _, err := b.hall.Public(ctx, id); !errors.Is(err, table.ErrSeed) || !errors.Is(err, table.ErrFrozen) {
			t.Errorf("with %s seed: %v", what, err)
		}
	}
}

// An event that is too long for a store is refused before anything is made of it.
func TestLongEvent(t *testing.T) {
	b := dealt(t)
	c, events := b.whole()
	events[0].Data = bytes.Repeat([]byte(" "), table.MaxEvent+1)
	long, err := table.Carry(c, events)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := table.ReadCarried(fileOf(t, long)); err == nil || !strings.Contains(err.Error(), "event 1: 1048577 bytes") {
		t.Errorf("it is read: %v", err)
	}
}

// A time that the hashes do not cover whole, or that is written in another zone, is refused: the store would not keep it.
func TestForgedTimes(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 3)
	for what, bend := range map[string]func(time.Time) time.Time{
		"a zone":       func(at time.Time) time.Time { return at.In(time.FixedZone("", 3600)) },
		"microseconds": func(at time.Time) time.Time { return at.Add(time.Microsecond) },
	} {
		c := b.carried()
		c.Events[3].At, c.Digest = bend(c.Events[3].At), ""
		c.Digest = hash(fileOf(t, c))
		if _, err := audit(fileOf(t, c)); err == nil || !strings.Contains(err.Error(), "event 4: its time is not in whole milliseconds of UTC") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
