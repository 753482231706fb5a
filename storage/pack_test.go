package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// A packed match reads as before and takes less space. A commit continues it, and damage in it is detected.
func TestPackedMatch(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "m.db")
	s := openOn(t, path, nil)
	defer s.Close()
	next := func(id table.ID, i int) table.Commit {
		return table.Commit{Match: id, Expect: uint64(i), Cause: fmt.Sprint(i), At: time.Unix(1<<32+int64(i), 0), State: []byte(fmt.Sprint("state ", i)),
			Events: [][]byte{[]byte(strings.Repeat(fmt.Sprint("event ", i), 20))}}
	}
	for i := range 50 {
		for _, id := range []table.ID{"over", "on"} {
			if _, err := s.Commit(ctx, next(id, i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	read := func(id table.ID) string {
		l, err := s.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		es, err := s.Events(ctx, id, 30, 10)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(l.Version, l.Base, string(l.Snapshot), joined(l.Before), joined(l.Events), joined(es))
	}
	before := read("over")
	for range 2 {
		if err := s.Pack(ctx, "over"); err != nil {
			t.Fatal(err)
		}
		if got := read("over"); got != before {
			t.Errorf("packed, it reads\n%s", got)
		}
	}
	if err := s.Pack(ctx, "none"); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("no such match: %v", err)
	}
	if r, err := s.Check(ctx); err != nil || !r.Sound() || r.Events != 100 {
		t.Errorf("check: %+v %v", r, err)
	}
	size := 0
	if err := view(s, func(tx *bolt.Tx) error {
		size = len(tx.Bucket(bucketArchive).Get([]byte("over")))
		left := func(string, []byte) error { return errors.New("a part is outside still") }
		return errors.Join(eachOf(tx, bucketEvent, "over", left), eachOf(tx, bucketCause, "over", left))
	}); err != nil || size == 0 || size > 1000 {
		t.Errorf("%d bytes of 10,000: %v", size, err)
	}
	if err := update(s, func(tx *bolt.Tx) error { return tx.Bucket(bucketArchive).Put([]byte("on"), []byte("\x01nonsense")) }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(ctx, next("on", 50)); !errors.Is(err, table.ErrDamaged) || errors.Is(err, table.ErrUnknown) {
		t.Errorf("a commit on damage: %v", err)
	}
	if _, err := s.Load(ctx, "on"); !errors.Is(err, table.ErrDamaged) {
		t.Errorf("damaged: %v", err)
	}
	if _, err := s.Commit(ctx, next("over", 50)); err != nil {
		t.Fatal(err)
	}
	if l, err := s.Load(ctx, "over"); err != nil || l.Version != 51 || len(l.Before)+len(l.Events) != 51 {
		t.Errorf("after another commit: %d %v", l.Version, err)
	}
}

// An archive with a cause of an event that it lacks is damaged.
func TestArchiveOfTooFewEvents(t *testing.T) {
	w := Whole{ID: "m", Events: []table.Event{{Seq: 1, Data: []byte("e")}}}
	for version, damaged := range map[uint64]bool{1: false, 2: true} {
		w.Causes = []Cause{{Cause: "c", Version: version}}
		b, err := w.Archive()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadArchive("m", b); errors.Is(err, table.ErrDamaged) != damaged {
			t.Errorf("a cause of event %d: %v", version, err)
		}
	}
}
