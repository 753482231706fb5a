package storage

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// old unpacks a stored file of the given format.
func old(t *testing.T, version int) []byte {
	t.Helper()
	f, err := os.Open(fmt.Sprintf("testdata/v%d.db.gz", version))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// asKept reports where the store differs from the content of every file in testdata: three matches of 20 events.
func asKept(s *Store) error {
	ctx := context.Background()
	if r, err := s.Check(ctx); err != nil || !r.Sound() || r.Matches != 3 || r.Events != 60 {
		return fmt.Errorf("check: %+v %w", r, err)
	}
	t0 := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	for m := range 3 {
		id := table.ID(fmt.Sprintf("match-%d", m))
		l, err := s.Load(ctx, id)
		if err != nil {
			return err
		}
		for i, e := range append(l.Before, l.Events...) {
			if string(e.Data) != fmt.Sprintf("event %d of %s", i+1, id) || !e.At.Equal(t0.Add(time.Duration(i)*time.Minute)) {
				return fmt.Errorf("match %s: event %d is %q of %v", id, i+1, e.Data, e.At)
			}
		}
		r, err := s.Commit(ctx, table.Commit{Match: id, Expect: 7, Cause: "i:7", At: t0, Events: [][]byte{[]byte("again")}})
		if err != nil || !r.Repeat || string(r.Reply) != "reply 7" || r.Version != 8 {
			return fmt.Errorf("match %s: a known cause gives %+v %w", id, r, err)
		}
		if v, err := s.Get(ctx, "user/7/"+string(id)); err != nil || string(v) != "seat" {
			return fmt.Errorf("record of %s: %q %w", id, v, err)
		}
	}
	ds, err := s.Lease(ctx, t0.Add(24*time.Hour), time.Minute, 9)
	if err != nil || len(ds) != 6 || string(ds[0].Prior) != "message 5" && string(ds[1].Prior) != "message 5" {
		return fmt.Errorf("%d deliveries, %w", len(ds), err)
	}
	if due, err := s.Due(ctx, t0.Add(90*time.Minute), 9); err != nil || len(due) != 1 || due[0].Match != "match-0" {
		return fmt.Errorf("timers %+v %w", due, err)
	}
	return nil
}

// Every format ever written is converted, and the copy keeps the old bytes.
func TestOldFormats(t *testing.T) {
	for v := 1; v < formatVersion; v++ {
		raw := old(t, v)
		path := filepath.Join(t.TempDir(), "m.db")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time the format is current
			s := openOn(t, path, nil)
			if err := asKept(s); err != nil {
				t.Errorf("from format %d: %v", v, err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		copied, err := os.ReadFile(fmt.Sprintf("%s.v%d", path, v))
		metas := 2 * os.Getpagesize() // rewritten in a copy, which ends with the last page in use
		if err != nil || len(copied) < len(raw)/2 || !bytes.HasPrefix(raw[metas:], copied[metas:]) {
			t.Errorf("the copy of format %d: %d of %d bytes, %v", v, len(copied), len(raw), err)
		}
	}
}

// Power is lost, or the disk fails, at every write of a migration. The file is then whole, in one format or the other.
func TestMigrationIsCut(t *testing.T) {
	raw := old(t, 1)
	dir := t.TempDir()
	path := filepath.Join(dir, "m.db")
	write := func(b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(anchorPath(path)); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	examine := func(what string) {
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		defer s.Close()
		if err := asKept(s); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	write(raw)
	var d disk
	s := openOn(t, path, d.into)
	writes := len(d.ops)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(8, 9))
	for i := range images(t, 40, 2000) {
		k := 1 + i%writes
		write(d.image(raw, k, r, i < writes))
		examine(fmt.Sprintf("power lost at %d of %d", k, writes))
	}
	for n := 1; ; n++ {
		write(raw)
		failing := disk{fail: func(at int, b []byte, _ int64) (int, error) {
			if at >= n {
				return len(b) / 2, os.ErrInvalid
			}
			return 0, nil
		}}
		s, err := Open(path, Options{MapSize: 1 << 20, opened: failing.into})
		if err == nil { // past its last write
			s.Close()
			break
		}
		examine(fmt.Sprintf("write %d failed", n))
	}
}

// Negative control: power lost in a migration without syncs is detected.
func TestMigrationWithoutSyncs(t *testing.T) {
	raw := old(t, 1)
	path := filepath.Join(t.TempDir(), "m.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	var d disk
	s := openOn(t, path, func(db *bolt.DB) { db.NoSync = true; d.into(db) })
	writes := len(d.ops)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(8, 9))
	for range 200 {
		if err := errors.Join(os.WriteFile(path, d.image(raw, 1+r.IntN(writes), r, false), 0o600), os.Remove(anchorPath(path))); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err == nil {
			err = errors.Join(asKept(s), s.Close())
		}
		if err != nil {
			return
		}
	}
	t.Error("power was lost 200 times in a migration without syncs, and nothing was detected")
}
