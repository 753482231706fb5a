package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
	"downsync/storage/storetest"
)

// busy starts writers on a store, which run until they are stopped, and returns the history of what they did.
type busy struct {
	s    *Store
	h    storetest.History
	path string
	wg   sync.WaitGroup
}

func newBusy(t *testing.T) *busy {
	t.Helper()
	b := &busy{path: filepath.Join(t.TempDir(), "m.db")}
	var err error
	if b.s, err = Open(b.path, Options{MapSize: 64 << 20}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.wg.Wait()
		if err := b.s.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// A backup made under load opens, is whole, and holds everything that was accepted before it began. Commits continue
// meanwhile.
func TestHotBackup(t *testing.T) {
	b := newBusy(t)
	load(&b.h, b.s, 9, 5)
	for w := range 3 {
		b.wg.Go(func() { load(&b.h, b.s, w, 30) })
	}
	for i := range 4 {
		before := b.h.Now()
		to := filepath.Join(t.TempDir(), "copy.db")
		if err := b.s.Backup(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		// The copy may or may not hold what began later, so it is compared with what was accepted before and what had
		// begun by then.
		after := b.h.Now()
		s, err := Open(to, Options{MapSize: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.h.Between(before, after).Check(t.Context(), s); err != nil {
			t.Errorf("backup %d: %v", i, err)
		}
		if r, err := s.Check(t.Context()); err != nil || !r.Sound() {
			t.Errorf("backup %d: %+v %v", i, r, err)
		}
		s.Close()
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.s.Backup(ctx, to); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled backup: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) > 0 {
		t.Errorf("a cancelled backup left %v %v", left, err)
	}
}

// Control: an ordinary copy of the file under the same load does not open, or breaks a promise.
func TestPlainCopyIsNoBackup(t *testing.T) {
	b := newBusy(t)
	load(&b.h, b.s, 0, 20)
	first, err := os.ReadFile(b.path)
	if err != nil {
		t.Fatal(err)
	}
	load(&b.h, b.s, 1, 20)
	now := b.h.Now()
	second, err := os.ReadFile(b.path)
	if err != nil {
		t.Fatal(err)
	}
	pages := 3 * os.Getpagesize()
	copy(second[:min(pages, len(first))], first) // what was read before the commits, and after them
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(to, second, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(to, Options{MapSize: 1 << 20})
	if err != nil {
		return
	}
	defer s.Close()
	if b.h.At(now).Check(t.Context(), s) == nil {
		t.Error("a plain copy would have done")
	}
}

func TestRestoreNeedsAnEmptyPlace(t *testing.T) {
	b := newBusy(t)
	load(&b.h, b.s, 0, 3)
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.db"), filepath.Join(dir, "to.db")
	if err := b.s.Backup(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(anchorPath(to), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), from, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("beside an anchor: %v", err)
	}
	if err := os.Remove(anchorPath(to)); err != nil {
		t.Fatal(err)
	}
	if r, err := Restore(t.Context(), from, to); err != nil || !r.Sound() || r.Matches == 0 {
		t.Errorf("%+v %v", r, err)
	}
	if _, err := Restore(t.Context(), from, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a store: %v", err)
	}
	none := filepath.Join(dir, "none")
	if _, err := Restore(t.Context(), from, filepath.Join(none, "to.db")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "expected an existing folder, and there is no "+none) {
		t.Errorf("into a folder that is not there: %v", err)
	}
}

// A restore that is not complete leaves nothing in its place: with damaged matches, or after a stop in between. An older format
// is restored in the current one, without a further copy of it.
func TestRestoreIsWholeOrNothing(t *testing.T) {
	b := newBusy(t)
	load(&b.h, b.s, 0, 3)
	dir := t.TempDir()
	from, into := filepath.Join(dir, "from.db"), filepath.Join(dir, "into")
	if err := errors.Join(b.s.Backup(t.Context(), from), os.Mkdir(into, 0o700)); err != nil {
		t.Fatal(err)
	}
	left := func() (names []string) {
		t.Helper()
		entries, err := os.ReadDir(into)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	to := filepath.Join(into, "to.db")
	if _, err := Restore(stopped, from, to); !errors.Is(err, context.Canceled) || left() != nil {
		t.Errorf("stopped: %v, and left %v", err, left())
	}
	broken := filepath.Join(dir, "broken.db")
	if err := b.s.Backup(t.Context(), broken); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(broken, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error { // a head without its events
		return tx.Bucket(bucketMatch).Put([]byte("nobody"), head{Version: 3}.encode())
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if r, err := Restore(t.Context(), broken, to); !errors.Is(err, errUnsound) || len(r.Damaged) != 1 || r.Damaged[0].Match != "nobody" || left() != nil {
		t.Errorf("damaged: %+v %v, and left %v", r, err, left())
	}
	older := filepath.Join(dir, "older.db")
	if err := os.WriteFile(older, old(t, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := Restore(t.Context(), older, to); err != nil || !r.Sound() || len(left()) != 1 {
		t.Errorf("an older format: %+v %v, and left %v", r, err, left())
	}
	s, err := Open(to, Options{MapSize: 1 << 20, ReadOnly: true}) // it reads only the current format
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if ids, err := s.Matches(); err != nil || len(ids) != 3 {
		t.Errorf("of an older format: %v %v", ids, err)
	}
}

// The remains of copies by killed processes are removed with the next copy into the folder. Nothing else is removed.
func TestLeftoversGo(t *testing.T) {
	b := newBusy(t)
	load(&b.h, b.s, 0, 3)
	dir, long := t.TempDir(), time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := b.s.Backup(t.Context(), filepath.Join(dir, "whole.db")); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "whole.db"))
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{
		".new-1.db": whole, ".new-2.db": nil, ".new-3.db": whole[:len(whole)/2], // left behind
		".new-4.db": []byte("the diary of somebody else"), "new-5.db": whole, ".new-6.txt": whole,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, raw, 0o600), os.Chtimes(path, long, long)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".new-7.db"), whole[:len(whole)/2], 0o600); err != nil { // somebody may be writing it
		t.Fatal(err)
	}
	if err := b.s.Backup(t.Context(), filepath.Join(dir, "again.db")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{".new-4.db", ".new-6.txt", ".new-7.db", "again.db", "new-5.db", "whole.db"}; !slices.Equal(left, want) {
		t.Errorf("left are %v, want %v", left, want)
	}
}

// Control of the failing writes: a host that takes "unknown" for "refused" is detected.
func TestUnknownIsNotNo(t *testing.T) {
	b := newBusy(t)
	var d disk
	b.s.mu.Lock()
	d.into(b.s.db)
	b.s.mu.Unlock()
	d.badSync = "meta"
	a := storetest.Attempt{Match: "m", Cause: "a", Events: 1}
	if err := b.h.Do(b.s, a); !errors.Is(err, table.ErrUnknown) {
		t.Fatalf("%v", err)
	}
	if _, err := b.s.Commit(t.Context(), a.CommitOf()); err != nil {
		t.Fatal(err)
	}
	b.h.End("a", 0, table.ErrConflict)
	if b.h.Check(t.Context(), b.s) == nil {
		t.Error("it was not detected")
	}
}
