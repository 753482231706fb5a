package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
	"downsync/storage/storetest"
)

// openOn opens a store and passes its database to hand, unless hand is nil.
func openOn(t *testing.T, path string, opened func(*bolt.DB)) *Store {
	t.Helper()
	s, err := Open(path, Options{MapSize: 1 << 20, opened: opened})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// While a disk is full, fails, or writes in part, every answer is "unknown". Once the disk works, the store recovers by
// itself and nothing accepted is missing.
func TestWritesFail(t *testing.T) {
	for name, fault := range map[string]error{"full": syscall.ENOSPC, "broken": syscall.EIO} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "m.db")
			var d disk
			var h storetest.History
			s := openOn(t, path, d.into)
			load(&h, s, 0, 4)
			r := rand.New(rand.NewPCG(1, 2))
			unknown := 0
			for round := range images(t, 25, 500) {
				from, worse := d.writes+1+r.IntN(6), r.IntN(3)
				d.mu.Lock()
				d.fail = func(n int, b []byte, _ int64) (int, error) {
					if n < from || worse == 0 && n > from {
						return 0, nil
					}
					return r.IntN(len(b)), &fs.PathError{Op: "write", Path: path, Err: fault}
				}
				d.mu.Unlock()
				for i := range 4 {
					l, err := s.Load(context.Background(), "m")
					if err != nil && !errors.Is(err, table.ErrNoMatch) && !errors.Is(err, errShut) {
						t.Fatalf("round %d: while it fails: %v", round, err)
					}
					err = h.Do(s, storetest.Attempt{Match: "m", Cause: fmt.Sprintf("%d.%d", round, i), Expect: l.Version, Events: 2})
					if errors.Is(err, table.ErrUnknown) {
						unknown++
						if !errors.Is(err, fault) && worse == 0 {
							t.Errorf("the fault is not reported: %v", err)
						}
					} else if err != nil && !errors.Is(err, table.ErrConflict) && !errors.Is(err, table.ErrNoMatch) {
						t.Fatalf("round %d: %v", round, err)
					}
				}
				d.mu.Lock()
				d.fail = nil
				d.mu.Unlock()
				if err := s.Put(context.Background(), table.Record{Key: "k", Value: []byte("v")}); err != nil {
					t.Fatalf("round %d: it does not recover: %v", round, err)
				}
				if err := resolve(&h, s); err != nil {
					t.Fatalf("round %d: %v", round, err)
				}
			}
			if unknown == 0 {
				t.Error("no write failed")
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			sound(t, path, &h)
		})
	}
}

// sound reopens the store and checks it against the history.
func sound(t *testing.T, path string, h *storetest.History) {
	t.Helper()
	s := openOn(t, path, nil)
	defer s.Close()
	if err := h.Check(context.Background(), s); err != nil {
		t.Error(err)
	}
	if r, err := s.Check(context.Background()); err != nil || !r.Sound() {
		t.Errorf("check: %+v %v", r, err)
	}
}

// After a failed sync the file is rewritten, because the data that the system returns may not be on disk.
func TestSyncFails(t *testing.T) {
	for _, kind := range []string{"data", "meta"} {
		path := filepath.Join(t.TempDir(), "m.db")
		var d disk
		var h storetest.History
		s := openOn(t, path, d.into)
		if err := h.Do(s, storetest.Attempt{Match: "m", Cause: "a", Events: 2}); err != nil {
			t.Fatal(err)
		}
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		d.mu.Lock()
		d.badSync = kind
		d.mu.Unlock()
		if err := h.Do(s, storetest.Attempt{Match: "m", Cause: "b", Expect: 2, Events: 2}); !errors.Is(err, table.ErrUnknown) {
			t.Errorf("%s: %v", kind, err)
		}
		if err := resolve(&h, s); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if after, err := os.Stat(path); err != nil || os.SameFile(before, after) {
			t.Errorf("%s: the file was trusted after its sync failed: %v", kind, err)
		}
		if all, accepted := h.Count(); accepted != all {
			t.Errorf("%s: %d of %d accepted", kind, accepted, all)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		sound(t, path, &h)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	if err := create(path); err != nil {
		t.Fatal(err)
	}
	_, err := boltOpen(path, &bolt.Options{OpenFile: func(string, int, os.FileMode) (*os.File, error) {
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.EACCES}
	}})
	if !errors.Is(err, ErrReadOnly) {
		t.Errorf("no right to write: %v", err)
	}
}

// stored returns the file of a closed store with some matches, large and small, half of them packed.
func stored(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.db")
	var h storetest.History
	s := openOn(t, path, nil)
	for w := range 5 {
		load(&h, s, w, 12)
	}
	ids, err := s.Matches()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids[:len(ids)/2] {
		if err := s.Pack(context.Background(), id); err != nil {
			t.Fatal(err)
		}
	}
	raw, m := closed(t, s, path)
	return raw[:int(m.high)*m.pageSize]
}

// closed closes the store, and returns its file and the newer of its two meta pages.
func closed(t *testing.T, s *Store, path string) ([]byte, meta) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newestMeta(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return raw, m
}

// Bits flip anywhere in the file. Open refuses it as damaged, or the damage is reported and limited to its match, or
// the flipped bits were unused. No match ever reads as anything but what it was, and nothing panics.
func TestFlippedBits(t *testing.T) {
	raw := stored(t)
	want := logs(t, raw)
	path := filepath.Join(t.TempDir(), "m.db")
	r := rand.New(rand.NewPCG(3, 4))
	refused, frozen, harmless, misread := 0, 0, 0, 0
	for i := range images(t, 150, 5000) {
		img := bytes.Clone(raw)
		for range 1 + r.IntN(3) {
			img[r.IntN(len(img))] ^= 1 << r.IntN(8)
		}
		if err := os.WriteFile(path, img, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err != nil {
			refused++
			if !errors.Is(err, ErrBroken) && !errors.Is(err, ErrForeign) && !errors.Is(err, ErrNewer) {
				t.Errorf("image %d is refused by %v", i, err)
			}
			continue
		}
		hurt := 0
		for id, events := range want {
			l, err := s.Load(context.Background(), id)
			switch {
			case err != nil && !errors.Is(err, table.ErrDamaged) && !errors.Is(err, table.ErrNoMatch):
				t.Errorf("image %d: match %s: %v", i, id, err)
			case err != nil:
				hurt++
				if es, err := s.Events(context.Background(), id, 0, 1000); err == nil && joined(es) != events {
					misread++ // without the chain it would have been accepted
				}
			case joined(append(l.Before, l.Events...)) != events && !steppedBack(l, events):
				t.Errorf("image %d: match %s reads differently without an error", i, id)
			}
		}
		rep, err := s.Check(context.Background())
		if err != nil {
			t.Errorf("image %d: check: %v", i, err)
		}
		if hurt > 0 {
			frozen++
		} else if rep.Sound() {
			harmless++
		}
		_ = s.Close() // its anchor may fail
		if err := os.Remove(anchorPath(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	t.Logf("%d refused, %d with a frozen match, %d harmless", refused, frozen, harmless)
	if refused == 0 || frozen == 0 || misread == 0 {
		t.Error("some kind of damage never happened")
	}
}

// steppedBack reports whether the match is as it was one transaction ago. Detecting that is the anchor's task.
func steppedBack(l table.Loaded, events string) bool {
	return strings.HasPrefix(events, joined(append(l.Before, l.Events...)))
}

func logs(t *testing.T, raw []byte) map[table.ID]string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	s := openOn(t, path, nil)
	defer s.Close()
	ids, err := s.Matches()
	if err != nil {
		t.Fatal(err)
	}
	out := map[table.ID]string{}
	for _, id := range ids {
		l, err := s.Load(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		out[id] = joined(append(l.Before, l.Events...))
	}
	return out
}

func joined(es []table.Event) string {
	var b strings.Builder
	for _, e := range es {
		fmt.Fprintf(&b, "%d %d %s\n", e.Seq, e.At.UnixMilli(), e.Data)
	}
	return b.String()
}

// A truncated file is refused, wherever it ends.
func TestCutShort(t *testing.T) {
	raw := stored(t)
	path := filepath.Join(t.TempDir(), "m.db")
	r := rand.New(rand.NewPCG(5, 6))
	for range images(t, 60, 2000) {
		n := r.IntN(len(raw))
		if err := os.WriteFile(path, raw[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, ErrBroken) && !errors.Is(err, ErrForeign) {
			t.Errorf("cut to %d of %d bytes: %v", n, len(raw), err)
		}
		if now, err := os.ReadFile(path); err != nil || len(now) != n {
			t.Errorf("cut to %d, and now it has %d: %v", n, len(now), err)
		}
	}
}

// Negative control: without the check of the pages, bbolt opens truncated files and reads beyond their end.
func TestCutShortUnguarded(t *testing.T) {
	raw := stored(t)
	want := logs(t, raw)
	path := filepath.Join(t.TempDir(), "m.db")
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		if err := os.WriteFile(path, raw[:r.IntN(len(raw))], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := readUnguarded(path, want); err != nil && !errors.Is(err, errNotOpened) {
			return
		}
	}
	t.Error("truncated sixty times, and bbolt alone detected each")
}

var errNotOpened = errors.New("bbolt does not open it")

// readUnguarded reads all events with bbolt alone. Reading past the end of a truncated file faults in its memory mapping.
func readUnguarded(path string, want map[table.ID]string) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("read what is not there: %v", p)
		}
	}()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		return errors.Join(errNotOpened, err)
	}
	defer db.Close()
	return db.View(func(tx *bolt.Tx) error {
		found := map[table.ID]string{}
		read := func(k, v []byte) error {
			id, _ := splitKey(k)
			e, _, err := decodeEvent(0, v)
			found[id] += string(e.Data)
			return err
		}
		if err := tx.Bucket(bucketEvent).ForEach(read); err != nil {
			return err
		}
		if err := tx.Bucket(bucketRecent).ForEach(func(k, v []byte) error {
			if kind, key, ok := splitRecent(k); ok && kind == kindEvent {
				return read(key, v)
			}
			return nil
		}); err != nil {
			return err
		}
		if len(found) != len(want) {
			return fmt.Errorf("%d matches of %d", len(found), len(want))
		}
		return nil
	})
}

// The newest meta page is lost after a clean end. Without the anchor, bbolt would silently go on from the older page.
func TestLostMetaPageIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	var h storetest.History
	s := openOn(t, path, nil)
	load(&h, s, 0, 3)
	if err := h.Do(s, storetest.Attempt{Match: "last", Cause: "last", Events: 1}); err != nil {
		t.Fatal(err)
	}
	raw, m := closed(t, s, path)
	raw[int(m.txid%2)*m.pageSize+pageHeader+40] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{MapSize: 1 << 20}); !errors.Is(err, errSetBack) {
		t.Errorf("the last decisions were lost: %v", err)
	}
	if err := os.Remove(anchorPath(path)); err != nil { // the guard taken out
		t.Fatal(err)
	}
	s = openOn(t, path, nil)
	defer s.Close()
	if h.Check(context.Background(), s) == nil {
		t.Error("nothing was lost")
	}
}
