package storage

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// recentCommit is a decision of usual size.
func recentCommit(id table.ID, version uint64) table.Commit {
	return table.Commit{Match: id, Expect: version, Cause: fmt.Sprintf("i:%d", version), At: time.Unix(1<<32, 0), Events: [][]byte{make([]byte, 400)},
		Reply: []byte("reply"), Wake: time.Unix(1<<32+int64(version), 0), Send: []table.Effect{{Queue: "public", Coalesce: true}, {Queue: "seat/1", Coalesce: true}}}
}

// held returns how many events and causes are at their places, and how many are among the newest.
func held(t *testing.T, s *Store) (placed, newest int) {
	t.Helper()
	if err := view(s, func(tx *bolt.Tx) error {
		count := func(bucket []byte) (n int) {
			_ = tx.Bucket(bucket).ForEach(func(_, _ []byte) error { n++; return nil })
			return n
		}
		placed, newest = count(bucketEvent)+count(bucketCause), count(bucketRecent)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return placed, newest
}

// Wherever a match's events and causes are, it reads the same, knows what it was sent, and is found sound.
func TestNewestReadAsPlaced(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "m.db")
	s := openOn(t, path, nil)
	defer func() { s.Close() }()
	ids := []table.ID{"a", "a-b", "b"}
	moves, before := 0, 0
	for i := range 3 * (recentGroups + 2) {
		id, version := ids[i%3], uint64(i/3)
		c := recentCommit(id, version)
		if _, err := s.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
		placed, newest := held(t, s)
		if placed+newest != 2*(i+1) || newest > 2*(recentGroups+1) {
			t.Fatalf("after %d commits %d entries are at their places and %d are new", i+1, placed, newest)
		}
		if placed > before {
			moves, before = moves+1, placed
		}
		if r, err := s.Check(ctx); err != nil || !r.Sound() || r.Events != i+1 {
			t.Fatalf("check: %+v %v", r, err)
		}
		for known := range version + 1 {
			c.Cause = fmt.Sprintf("i:%d", known)
			if err := view(s, func(tx *bolt.Tx) error {
				if v, ok := readCause(getEither(tx, kindCause, keyOf(id, c.Cause))); !ok || v != known+1 {
					return fmt.Errorf("cause %s leads to %d", c.Cause, v)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		es, err := s.Events(ctx, id, version/2, 100)
		if err != nil || len(es) != int(version-version/2)+1 || es[0].Seq != version/2+1 {
			t.Fatalf("events after %d of %d: %d, %v", version/2, version+1, len(es), err)
		}
		if i == 17 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = openOn(t, path, nil)
		}
	}
	if moves != 3 {
		t.Errorf("%d moves", moves)
	}
	for _, id := range ids {
		w, err := s.Whole(ctx, id)
		if err != nil || len(w.Causes) != recentGroups+2 || !slices.IsSortedFunc(w.Causes, func(a, b Cause) int { return strings.Compare(a.Cause, b.Cause) }) {
			t.Fatalf("whole: %d causes, %v", len(w.Causes), err)
		}
		if err := s.Pack(ctx, id); err != nil {
			t.Fatal(err)
		}
		packed, err := s.Whole(ctx, id)
		if err != nil || !reflect.DeepEqual(packed, w) {
			t.Errorf("match %s differs when packed: %v", id, err)
		}
		if err := s.PutWhole(ctx, w); err != nil {
			t.Fatal(err)
		}
		if again, err := s.Whole(ctx, id); err != nil || !reflect.DeepEqual(again, w) {
			t.Errorf("match %s differs when stored as a whole: %v", id, err)
		}
	}
	if r, err := s.Check(ctx); err != nil || !r.Sound() {
		t.Errorf("check: %+v %v", r, err)
	}
}

// Entries among the newest that belong nowhere are reported, and hold nobody up.
func TestNewestAstray(t *testing.T) {
	ctx := context.Background()
	s := openOn(t, filepath.Join(t.TempDir(), "m.db"), nil)
	defer s.Close()
	if _, err := s.Commit(ctx, recentCommit("m", 0)); err != nil {
		t.Fatal(err)
	}
	if err := update(s, func(tx *bolt.Tx) error {
		w := writer{tx: tx}
		w.put(bucketRecent, []byte("x"), nil)
		w.put(bucketRecent, recentKey(1, 'd', eventKey("m", 1)), nil)
		w.put(bucketRecent, recentKey(200, kindCause, keyOf("m", "late")), make([]byte, 8))
		w.put(bucketRecent, recentKey(1, kindCause, keyOf("none", "cause")), make([]byte, 8))
		return w.err
	}); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Check(ctx); err != nil || len(r.Astray) != 4 || len(r.Damaged) != 0 {
		t.Errorf("check: %+v %v", r, err)
	}
	for i := range uint64(2 * (recentGroups + 2)) {
		if _, err := s.Commit(ctx, recentCommit("m", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := s.Check(ctx); err != nil || len(r.Astray) != 2 || len(r.Damaged) != 0 {
		t.Errorf("check after they were moved: %+v %v", r, err)
	}
}

// A group of 64 commits to as many matches writes less than a page for each commit, the moves included, where its events and
// causes at their places would be two.
func TestGroupWritesFewPages(t *testing.T) {
	const matches, warm, groups = 64, 2 * (recentGroups + 1), 2 * (recentGroups + 1)
	var d disk
	s := openOn(t, filepath.Join(t.TempDir(), "m.db"), d.into)
	defer s.Close()
	from := 0
	for version := range uint64(warm + groups) {
		if version == warm {
			from = d.writes
		}
		if err := update(s, func(tx *bolt.Tx) error {
			if err := begin(tx); err != nil {
				return err
			}
			for m := range matches {
				if _, err := commit(tx, recentCommit(table.ID(fmt.Sprintf("m-%d", m)), version)); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if a := float64(d.writes-from) / groups; a > matches {
		t.Errorf("a group of %d commits writes %.0f pages", matches, a)
	} else {
		t.Logf("a group of %d commits writes %.0f pages", matches, a)
	}
}
