package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/postgres"
	"downsync/storage/postgres/pgtest"
)

// tired is a store that is interrupted after some writes.
type tired struct {
	matchStore
	left int
}

var errTired = errors.New("interrupted")

func (s *tired) PutWhole(ctx context.Context, w storage.Whole, rs ...table.Record) error {
	if s.left--; s.left < 0 {
		return errTired
	}
	return s.matchStore.PutWhole(ctx, w, rs...)
}

func (s *tired) Put(ctx context.Context, rs ...table.Record) error {
	if s.left--; s.left < 0 {
		return errTired
	}
	return s.matchStore.Put(ctx, rs...)
}

// A store goes from a file into a database and back with everything in it, also when it is interrupted anywhere. A half-moved
// store is not served, nothing is moved over something else, and a store that is being served is not moved.
func TestMove(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	address, back := pgtest.URL(t), filepath.Join(t.TempDir(), "back.db")
	before, _ := k.do(0, "check", "-store", k.path)
	from, err := openSource(t.Context(), k.path, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	for left, done := 0, false; !done; left++ {
		to, err := openTarget(t.Context(), address, t.Output())
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = carry(t.Context(), from, &tired{to, left}, k.path)
		if done = err == nil; !done && !errors.Is(err, errTired) {
			t.Fatal(err)
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
		s, err := postgres.Open(t.Context(), address, postgres.Options{})
		if err == nil {
			s.Close()
		}
		if done != (err == nil) || !done && !errors.Is(err, storage.ErrMoving) {
			t.Errorf("after %d writes: served %t, %v", left, err == nil, err)
		}
		if left == 0 {
			other := mustTarget(t, address)
			if _, _, err := carry(t.Context(), from, other, "another"); err == nil || !strings.Contains(err.Error(), "half of a move from") {
				t.Errorf("another source: %v", err)
			}
			if err := other.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := from.Close(); err != nil {
		t.Fatal(err)
	}
	if after, _ := k.do(0, "check", "-store", address); after != before {
		t.Errorf("check says\n%sof the database, and of the file\n%s", after, before)
	}
	if _, errs := k.do(1, "move", k.path, address); !strings.Contains(errs, "not empty") {
		t.Errorf("into what is not empty: %s", errs)
	}
	raw, _ := k.do(0, "export", "-store", k.path, "-referee", string(kept))
	if again, _ := k.do(0, "export", "-store", address, "-referee", string(kept)); again != raw {
		t.Error("the export of the database is not that of the file")
	}
	if err := os.WriteFile(k.file("match.json"), []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	other := pgtest.URL(t)
	for _, command := range []string{"check", "export m"} { // which make no store
		words := strings.Fields(command)
		if _, errs := k.do(1, append([]string{words[0], "-store", other}, words[1:]...)...); !strings.Contains(errs, "there is no store") {
			t.Errorf("%s of no store: %s", command, errs)
		}
	}
	k.do(0, "import", "-store", other, k.file("match.json"))
	if again, _ := k.do(0, "export", "-store", other, "-referee", string(kept)); again != raw {
		t.Error("the export of what was imported is not what was exported")
	}
	if _, errs := k.do(1, "import", "-store", other, k.file("match.json")); !strings.Contains(errs, "here already") {
		t.Errorf("imported again: %s", errs)
	}
	for _, command := range []string{"backup copy.db", "compact"} {
		words := strings.Fields(command)
		if _, errs := k.do(1, append([]string{words[0], "-store", address}, words[1:]...)...); !strings.Contains(errs, "the store is the PostgreSQL database") {
			t.Errorf("%s: %s", command, errs)
		}
	}
	bot, err := postgres.Open(t.Context(), address, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, errs := k.do(1, "move", address, back); !strings.Contains(errs, "is served by a bot") {
		t.Errorf("from what is served: %s", errs)
	}
	third := pgtest.URL(t)
	serving, err := postgres.Open(t.Context(), third, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	k.do(0, "import", "-store", third, k.file("match.json"))
	if ids, err := serving.Matches(); err != nil || len(ids) != 1 || !serving.OnWatch() {
		t.Errorf("the bot that serves has %v after an import, %v", ids, err)
	}
	if err := serving.Close(); err != nil {
		t.Fatal(err)
	}
	if err := bot.Close(); err != nil {
		t.Fatal(err)
	}
	held, err := openSource(t.Context(), address, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	half := mustTarget(t, back)
	if _, _, err := carry(t.Context(), held, &tired{half, 1}, shown(address)); !errors.Is(err, errTired) {
		t.Errorf("interrupted: %v", err)
	}
	if err := errors.Join(held.Close(), half.Close()); err != nil {
		t.Fatal(err)
	}
	if s, err := storage.Open(back, storage.Options{}); !errors.Is(err, storage.ErrMoving) {
		t.Errorf("a file that is half of a move: %v %v", s, err)
	}
	if _, errs := k.do(1, "check", "-store", back); !strings.Contains(errs, "run downsync move again") {
		t.Errorf("check of it: %s", errs)
	}
	k.do(0, "move", address, back)
	if after, _ := k.do(0, "check", "-store", back); after != before {
		t.Errorf("check says\n%sof the file that came back, and of the first\n%s", after, before)
	}
	same(t, k.path, back)
}

func mustTarget(t *testing.T, store string) matchStore {
	t.Helper()
	to, err := openTarget(t.Context(), store, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { to.Close() })
	return to
}

// same fails unless both files hold the same.
func same(t *testing.T, a, b string) {
	t.Helper()
	from, to := mustTarget(t, a), mustTarget(t, b)
	ids, err := from.Matches()
	if err != nil || len(ids) == 0 {
		t.Fatalf("%d matches: %v", len(ids), err)
	}
	for _, id := range ids {
		if err := carryMatch(t.Context(), from, &tired{to, 0}, id); err != nil {
			t.Errorf("match %s differs: %v", id, err)
		}
	}
	if _, err := carryRecords(t.Context(), from, &tired{to, 0}); err != nil {
		t.Errorf("records differ: %v", err)
	}
}
