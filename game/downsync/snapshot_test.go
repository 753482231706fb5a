package downsync

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

func TestSnapshotOfNonsense(t *testing.T) {
	for _, raw := range []string{"", "null", "{}", `{"Conf":{"map":"nowhere"}}`, `{"Pieces":[{"Unit":"no-such"}]}`, `{"Turn":"x"}`} {
		if s, err := ours.Load([]byte(raw)); err == nil && s.env == nil {
			t.Errorf("%q was read as a state without a battlefield", raw)
		}
	}
	if _, err := Rules().Restore([]byte("{}"), nil); err == nil {
		t.Error("an empty snapshot was taken")
	}
}

// longMatch is a random Standard match of some 2,000 records, encoded: each decision is followed by the host's mark that it
// was shown.
func longMatch(t testing.TB) [][]byte {
	t.Helper()
	var records [][]byte
	keep := func(r game.Record) {
		raw, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, raw)
	}
	gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 1, MaxSteps: 9000, Guess: guessPoint, Every: -1, Keep: func(r game.Record) {
		r.Back *= 2
		keep(r)
		keep(game.Record{Kind: "mark", Note: "shown"})
	}, Config: func(uint64) game.Config { return standardGame(7) }})
	return records
}

// A snapshot is a cache: read and written again it is the same, and the match restored from it looks the same to everybody, in
// the middle of every kind of pause.
func TestSnapshotAtAnyMoment(t *testing.T) {
	const apart = 7
	steps, shots := 0, 0
	gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 4, MaxSteps: 6000, Config: randomConfig, Guess: guessPoint, Every: -1,
		Check: func(m game.Match) error {
			if steps++; steps%apart > 0 {
				return nil
			}
			shots++
			return sameRestored(m)
		}})
	t.Logf("%d snapshots", shots)
}

func sameRestored(m game.Match) error {
	shot, err := m.Snapshot()
	if err != nil {
		return err
	}
	again, err := Rules().Restore(shot, make([][]byte, m.Version()))
	if err != nil {
		return err
	}
	twice, err := again.Snapshot()
	if err != nil {
		return err
	}
	if !bytes.Equal(shot, twice) {
		return fmt.Errorf("the snapshot reads back as\n%s\nand was\n%s", twice, shot)
	}
	for _, v := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2), game.Referee()} {
		a, err := json.Marshal([]any{m.View(v), m.Asks(v.Seat()), m.Count(v)})
		if err != nil {
			return err
		}
		b, err := json.Marshal([]any{again.View(v), again.Asks(v.Seat()), again.Count(v)})
		if err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			return fmt.Errorf("restored, %s sees\n%s\nand before\n%s", v, b, a)
		}
	}
	return nil
}

// BenchmarkColdMatch reads a stored match of 1,900 events that is not in memory, as everybody sees it: from disk, with its
// chain verified and everything ever told. The goal is 20 ms.
func BenchmarkColdMatch(b *testing.B) {
	ctx := context.Background()
	store, err := storage.Open(filepath.Join(b.TempDir(), "m.db"), storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	meta, err := json.Marshal(table.Meta{Game: "downsync", Users: []table.User{"1", "2"}})
	if err != nil {
		b.Fatal(err)
	}
	const id, events = "long", 1900 // the match has not ended yet
	c := table.Commit{Match: id, At: tabletest.Noon, Records: []table.Record{{Key: "match/long", Value: meta}}}
	for i, raw := range longMatch(b)[:events] {
		c.Expect, c.Cause, c.Events = uint64(i), fmt.Sprint(i), [][]byte{raw}
		if _, err := store.Commit(ctx, c); err != nil {
			b.Fatal(err)
		}
	}
	hall := func() *table.Hall {
		return table.New(store, tabletest.NewClock(), table.Options{Games: []game.Game{Rules()}})
	}
	cold := func(b *testing.B) {
		for b.Loop() {
			if _, err := hall().Public(ctx, id); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("replay", cold)
	h := hall()
	for seat := game.Seat(1); seat <= 2; seat++ { // one more decision, whose commit has the snapshot
		p, err := h.Private(ctx, id, seat)
		if err != nil {
			b.Fatal(err)
		}
		if p.Asks[0].Standing {
			continue
		}
		if _, err := h.Lapse(ctx, "lapse", id, seat, p.Asks[0].ID); err != nil {
			b.Fatal(err)
		}
		break
	}
	b.Run("snapshot", cold)
}

// BenchmarkOpen opens a match of 2,000 records: by replay, and from a snapshot taken some 60 records before, without and with
// decoding what everybody was told. The goal is 20 ms.
func BenchmarkOpen(b *testing.B) {
	raws := longMatch(b)
	records := func(raws [][]byte) []game.Record {
		var out []game.Record
		for _, raw := range raws {
			r, err := game.DecodeRecord(raw)
			if err != nil {
				b.Fatal(err)
			}
			out = append(out, r)
		}
		return out
	}
	at := len(raws) - 64
	old, err := Rules().Resume(records(raws[:at]))
	if err != nil {
		b.Fatal(err)
	}
	for ; old.CanUndo(1) || old.CanUndo(2); at++ { // the host waits until nothing can be taken back
		if err := old.Replay(records(raws[at : at+1])[0]); err != nil {
			b.Fatal(err)
		}
	}
	shot, err := old.Snapshot()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("replay", func(b *testing.B) {
		for b.Loop() {
			if _, err := Rules().Resume(records(raws)); err != nil {
				b.Fatal(err)
			}
		}
	})
	open := func(b *testing.B) game.Match {
		m, err := Rules().Restore(shot, raws[:at])
		if err != nil {
			b.Fatal(err)
		}
		for _, r := range records(raws[at:]) {
			if err := m.Replay(r); err != nil {
				b.Fatal(err)
			}
		}
		return m
	}
	b.Run("snapshot", func(b *testing.B) {
		for b.Loop() {
			open(b)
		}
		b.ReportMetric(float64(len(shot)), "bytes")
	})
	b.Run("and told", func(b *testing.B) {
		for b.Loop() {
			open(b).Told(game.Onlooker(), 0)
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if _, err := old.Snapshot(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
