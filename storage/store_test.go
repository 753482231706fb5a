package storage_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/memory"
	"downsync/storage/storetest"
)

func open(t *testing.T, path string) *storage.Store {
	t.Helper()
	s, err := storage.Open(path, storage.Options{MapSize: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (table.Store, func() table.Store) {
		path := filepath.Join(t.TempDir(), "m.db")
		s := open(t, path)
		return s, func() table.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, path)
		}
	})
}

func TestSameAsMemory(t *testing.T) {
	for seed := range uint64(8) {
		storetest.Compare(t, memory.New(), open(t, filepath.Join(t.TempDir(), "m.db")), seed, 150)
	}
}

func TestFileIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	open(t, path)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".new-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSecondProcessIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	open(t, path)
	_, err := storage.Open(path, storage.Options{Wait: time.Millisecond})
	if !errors.Is(err, storage.ErrInUse) || !strings.Contains(err.Error(), path) {
		t.Errorf("second open: %v", err)
	}
}

// Files that are not a whole store are refused, with the remedy in the error, and stay unchanged.
func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	s := open(t, good)
	if _, err := s.Commit(context.Background(), table.Commit{Match: "m", Cause: "c", At: time.Now(), Events: [][]byte{[]byte("e")}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(dir, "foreign.db")
	db, err := bolt.Open(foreign, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	other, _ := os.ReadFile(foreign)
	newer := filepath.Join(dir, "newer.db")
	if err := os.WriteFile(newer, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err = bolt.Open(newer, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("format")).Put([]byte("version"), []byte{99}) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	later, _ := os.ReadFile(newer)
	zeroed := bytes.Clone(whole)
	clear(zeroed[20:40]) // both the first meta page's figures and its checksum no longer fit
	clear(zeroed[os.Getpagesize()+20 : os.Getpagesize()+80])
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"empty":   {nil, storage.ErrForeign},
		"text":    {[]byte(strings.Repeat("not a store\n", 1000)), storage.ErrForeign},
		"short":   {whole[:100], storage.ErrBroken},
		"foreign": {other, storage.ErrForeign},
		"newer":   {later, storage.ErrNewer},
		"damaged": {zeroed, storage.ErrBroken},
	} {
		path := filepath.Join(dir, name+".test")
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := storage.Open(path, storage.Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
			if err == nil {
				s.Close()
			}
		}
		if now, _ := os.ReadFile(path); !bytes.Equal(now, c.data) {
			t.Errorf("%s: the file was changed", name)
		}
	}
	if _, err := storage.Open(filepath.Join(dir, "none", "m.db"), storage.Options{}); err == nil {
		t.Error("a store in a folder that is not there was opened")
	}
}

// A flipped byte in one match's events freezes that match; the others go on.
func TestDamageIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	s := open(t, path)
	for _, id := range []table.ID{"hurt", "well"} {
		c := table.Commit{Match: id, Cause: "c", At: time.Now(), Events: [][]byte{[]byte("the events of " + id)}}
		if _, err := s.Commit(context.Background(), c); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, _ := os.ReadFile(path)
	flipped := bytes.ReplaceAll(raw, []byte("the events of hurt"), []byte("the evenTs of hurt"))
	if bytes.Equal(raw, flipped) {
		t.Fatal("nothing to flip")
	}
	if err := os.WriteFile(path, flipped, 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	if _, err := s.Load(context.Background(), "hurt"); !errors.Is(err, table.ErrDamaged) || !strings.Contains(fmt.Sprint(err), "event 1") {
		t.Errorf("damaged match: %v", err)
	}
	if _, err := s.Load(context.Background(), "well"); err != nil {
		t.Errorf("the other match: %v", err)
	}
	report, err := s.Check(context.Background())
	if err != nil || report.Matches != 2 || len(report.Damaged) != 1 || report.Damaged[0].Match != "hurt" {
		t.Errorf("check: %+v %v", report, err)
	}
}
