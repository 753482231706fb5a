package table_test

import (
	"bytes"
	"errors"
	"testing"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// FuzzCarried: an import either is a match as export writes it, or is refused with the place of the fault. What is
// accepted replays or is refused, and never panics.
func FuzzCarried(f *testing.F) {
	b := newBench(f, table.Timing{})
	b.must(1, "bid 1")
	b.must(2, "bid 2")
	meta, err := b.hall.Meta(f.Context(), id)
	if err != nil {
		f.Fatal(err)
	}
	stored, err := b.store.Load(f.Context(), id)
	if err != nil {
		f.Fatal(err)
	}
	c, err := table.Carry(table.Carried{ID: id, Meta: meta}, append(stored.Before, stored.Events...))
	if err != nil {
		f.Fatal(err)
	}
	whole, err := c.Write()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(bytes.Replace(whole, []byte("bid"), []byte("bad"), 1))
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(`{"form":"downsync match 1","id":"x","events":[{"at":"2150-01-01T00:00:00Z","data":"{}"}],"hash":""}`))
	f.Add([]byte(`{"form":"downsync match 1","id":"x","events":[],"hash":"` + string(bytes.Repeat([]byte("0"), 64)) + `"}`))
	hall := table.New(memory.New(), b.clock, table.Options{Games: []game.Game{toy.Rules()}})
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, events, err := table.ReadCarried(raw)
		if err != nil {
			if wrong := (*table.Inconsistency)(nil); !errors.As(err, &wrong) {
				t.Errorf("refused without a place: %v", err)
			}
			return
		}
		if _, err := hall.Arriving(c, events); err != nil && err.Error() == "" {
			t.Error("refused without a word")
		}
	})
}

// FuzzStored: whatever a match's events and records contain, the hall reads or refuses them, and at worst freezes the match.
func FuzzStored(f *testing.F) {
	b := newBench(f, table.Timing{})
	b.must(1, "bid 1")
	meta, err := b.store.Get(f.Context(), "match/"+string(id))
	if err != nil {
		f.Fatal(err)
	}
	stored, err := b.store.Load(f.Context(), id)
	if err != nil {
		f.Fatal(err)
	}
	events := append(stored.Before, stored.Events...)
	f.Add(meta, events[0].Data, events[1].Data, stored.Snapshot)
	f.Add(meta, events[0].Data, []byte(`{"kind":"undo","back":-1}`), []byte(`{}`))
	f.Add([]byte(`{"game":"toy","users":[]}`), events[0].Data, []byte(`{"kind":"answer","seat":9}`), []byte(`?`))
	f.Fuzz(func(t *testing.T, meta, first, second, snapshot []byte) {
		s := memory.New()
		rs := []table.Record{{Key: "match/m", Value: append([]byte{}, meta...)}}
		c := table.Commit{Match: "m", Cause: "c", At: b.clock.Now(), Events: [][]byte{first, second}, State: snapshot, Records: rs}
		if _, err := s.Commit(t.Context(), c); err != nil {
			return
		}
		hall := table.New(s, b.clock, table.Options{Games: []game.Game{toy.Rules()}})
		_, public := hall.Public(t.Context(), "m")
		_, private := hall.Private(t.Context(), "m", 1)
		if public != nil && private == nil {
			t.Errorf("the match is read for a seat but not for everybody: %v", public)
		}
		_, _ = hall.Verify(t.Context(), "m")   // must return, whatever it finds
		_, _ = hall.Timers().Fire(t.Context()) // as above
	})
}
