package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"downsync/game/table"
	"downsync/storage/storetest"
)

func TestAnchorIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	for n := range uint64(5) {
		if err := writeAnchor(path, n+1, Options{}); err != nil {
			t.Fatal(err)
		}
		if got, err := readAnchor(path); err != nil || got != n+1 {
			t.Errorf("anchored %d, read %d %v", n+1, got, err)
		}
	}
	if raw, err := os.ReadFile(anchorPath(path)); err != nil || !bytes.Equal(raw, anchorOf(5)) {
		t.Errorf("the anchor is %x %v", raw, err)
	}
}

// An anchor of the earlier form has two slots, and either may be torn. A crash or a full disk may leave one that is too
// short for a slot: the store opens, and a warning says so. Any other anchor that cannot be read is refused.
func TestAnchorIsTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	if err := openOn(t, path, nil).Close(); err != nil {
		t.Fatal(err)
	}
	two := append(anchorOf(0), anchorOf(0)...)
	torn := func(at ...int) []byte {
		b := bytes.Clone(two)
		for _, i := range at {
			b[i] ^= 1
		}
		return b
	}
	for _, c := range []struct {
		what  string
		raw   []byte
		warns bool
		err   error
	}{
		{"whole", two, false, nil},
		{"first slot torn", torn(3), false, nil},
		{"second slot torn", torn(anchorSlot + 3), false, nil},
		{"second slot cut short", two[:anchorSlot+7], false, nil},
		{"empty", nil, true, nil},
		{"cut short", two[:anchorSlot-1], true, nil},
		{"both slots torn", torn(3, anchorSlot+3), false, errSetBack},
		{"ahead of the store", anchorOf(9), false, errSetBack},
	} {
		if err := os.WriteFile(anchorPath(path), c.raw, 0o600); err != nil {
			t.Fatal(err)
		}
		var warned []string
		s, err := Open(path, Options{MapSize: 1 << 20, Warn: func(text string) { warned = append(warned, text) }})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.what, err)
		}
		if err == nil {
			s.Close()
		}
		if c.warns != (len(warned) == 1 && strings.Contains(warned[0], anchorPath(path)) && strings.Contains(warned[0], "cut short by a crash")) {
			t.Errorf("%s: it says %q", c.what, warned)
		}
	}
}

// A store whose anchor cannot be written is refused at once. When that fails later, a warning says so once, and again after it was written.
func TestAnchorCannotBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	aside := anchorPath(path) + ".new"
	if err := openOn(t, path, nil).Close(); err != nil {
		t.Fatal(err)
	}
	obstruct := func() {
		t.Helper()
		if err := os.Mkdir(aside, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	obstruct()
	if s, err := Open(path, Options{MapSize: 1 << 20}); err == nil || !strings.Contains(err.Error(), "anchor: open "+aside) {
		t.Errorf("refused with %v", err)
		if err == nil {
			s.Close()
		}
	}
	if s, err := Open(path, Options{MapSize: 1 << 20, ReadOnly: true}); err != nil {
		t.Errorf("to read alone: %v", err)
	} else if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := os.Remove(aside); err != nil {
		t.Fatal(err)
	}
	var warned []string
	s, err := Open(path, Options{MapSize: 1 << 20, Warn: func(text string) { warned = append(warned, text) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(n int) {
		t.Helper()
		for range n {
			if err := s.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for row := range 2 {
		obstruct()
		put(anchorEvery + 3)
		if len(warned) != row+1 || !strings.Contains(warned[row], "anchor: open "+aside) {
			t.Errorf("row %d: warned %q", row, warned)
		}
		if err := os.Remove(aside); err != nil {
			t.Fatal(err)
		}
		put(1)
		if n, err := readAnchor(path); err != nil || n == 0 {
			t.Errorf("row %d: afterwards the anchor is %d %v", row, n, err)
		}
	}
}

// anchorOnce is a child that commits once and writes the anchor as it closes the store. If full is not negative, no
// file can grow beyond that many bytes while the anchor is written, as on a full disk.
func anchorOnce(path, full string, reap *storetest.Reaper) error {
	limit, err := strconv.Atoi(full)
	if err != nil {
		return err
	}
	s, err := Open(path, Options{MapSize: 1 << 20, point: func(name string) {
		if reap.Point(name); name == "anchor: created" && limit >= 0 {
			signal.Ignore(syscall.SIGXFSZ) // the write fails instead
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(limit), Max: 1 << 40}); err != nil {
				panic(err)
			}
		}
	}})
	if err != nil {
		return err
	}
	a := storetest.Attempt{Match: "m", Events: 1}
	if l, err := s.Load(context.Background(), a.Match); err == nil {
		a.Expect = l.Version
	} else if !errors.Is(err, table.ErrNoMatch) {
		return err
	}
	a.Cause = fmt.Sprintf("from-%d", a.Expect)
	tell.Begin(a)
	r, err := s.Commit(context.Background(), a.CommitOf())
	if err != nil {
		return err
	}
	tell.End(a.Cause, r.Version, nil)
	if err := s.Close(); limit < 0 || err == nil || !errors.Is(err, syscall.EFBIG) {
		return err
	}
	return nil
}

// The process is killed at every point of the anchor's writing, the first and later ones. Each time the store opens
// again, and nothing accepted is missing.
func TestKilledAtTheAnchor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	var h storetest.History
	kills := 0
	for first := true; ; first = false {
		for point := 1; ; point++ {
			if first {
				if err := os.RemoveAll(anchorPath(path)); err != nil {
					t.Fatal(err)
				}
			}
			killed, _ := child(t, &h, path, "anchor", -1, point, false)
			survived(t, &h, path, point)
			if !killed {
				break
			}
			kills++
		}
		if !first {
			break
		}
	}
	if kills != 8 {
		t.Errorf("%d kills, want one at the opening and at each of three points, for the first anchor and a later one", kills)
	}
}

// The disk is full while the first anchor is written, and while a later one is. The store opens again without a word.
func TestAnchorOnAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	var h storetest.History
	for i, full := range []int{0, 10, 0, 10} {
		if i == 2 {
			if err := writeAnchor(path, 1, Options{}); err != nil {
				t.Fatal(err)
			}
		}
		if killed, _ := child(t, &h, path, "anchor", full, 1000+i, false); killed {
			t.Fatal("it was killed")
		}
		s, err := Open(path, Options{MapSize: 1 << 20, Warn: func(text string) { t.Error(text) }})
		if err != nil {
			t.Fatalf("anchor %d, %d bytes: %v", i, full, err)
		}
		if err := errors.Join(h.Check(context.Background(), s), s.Close()); err != nil {
			t.Errorf("anchor %d: %v", i, err)
		}
	}
}

// A store that is opened only for reading accepts no writes, and its folder stays as it is. Several processes may read it at a
// time. A missing store is not made, and one of an older format is not converted.
func TestReadOnlyStore(t *testing.T) {
	path, h := worked(t)
	before, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{MapSize: 1 << 20, ReadOnly: true}
	for range 2 {
		s, err := Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := h.Check(t.Context(), s); err != nil {
			t.Error(err)
		}
		if r, err := s.Check(t.Context()); err != nil || !r.Sound() {
			t.Errorf("%+v %v", r, err)
		}
		if err := s.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}); !errors.Is(err, ErrReadOnly) {
			t.Errorf("a write: %v", err)
		}
	}
	if after, err := os.ReadDir(filepath.Dir(path)); err != nil || len(after) != len(before) {
		t.Errorf("the folder had %v, has %v %v", before, after, err)
	}
	if _, err := Open(path+".none", o); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing store: %v", err)
	}
	older := filepath.Join(t.TempDir(), "m.db")
	raw := old(t, 1)
	if err := os.WriteFile(older, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(older, o); !errors.Is(err, ErrOlder) {
		t.Errorf("an older store: %v", err)
	}
	if is, err := os.ReadFile(older); err != nil || !bytes.Equal(is, raw) {
		t.Errorf("the older store was changed: %v", err)
	}
}
