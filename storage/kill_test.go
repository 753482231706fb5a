package storage

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
	"downsync/storage/storetest"
)

// killVariable makes the test binary a child that works on a store and dies: "PATH|WHAT|ROUND|POINT|EARLY".
const killVariable = "DOWNSYNC_TEST_KILL"

func TestMain(m *testing.M) {
	if v := os.Getenv(killVariable); v != "" {
		w := strings.Split(v, "|")
		if err := work(w[0], w[1], w[2], w[3], w[4] == "true"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := storetest.InMemory(); err != nil {
		panic(err)
	}
	m.Run()
}

// work is the child process: three writers, a deliverer, and backups. It prints what it is about to send, and what it
// was answered. early makes it print "accepted" before the answer: the negative control.
func work(path, what, round, point string, early bool) error {
	n, err := strconv.Atoi(point)
	if err != nil {
		return err
	}
	reap := storetest.NewReaper(n)
	d := disk{fail: func(int, []byte, int64) (int, error) { reap.Point("before a write"); return 0, nil },
		onWrite: func(int) { reap.Point("after a write") }}
	o := Options{MapSize: 1 << 20, Late: time.Millisecond, point: reap.Point, opened: d.into}
	switch what {
	case "migration":
		s, err := Open(path, o)
		if err != nil {
			return err
		}
		return s.Close()
	case "anchor":
		return anchorOnce(path, round, reap)
	case "migration in parts":
		return migrateInParts(path, reap)
	case "backup in place":
		return backupInPlace(path, round, reap)
	case "packing in parts":
		return packInParts(path, reap)
	}
	s, err := Open(path, o)
	if err != nil {
		return err
	}
	if what == "backup" {
		for i := range 20 {
			if err := s.Backup(context.Background(), fmt.Sprintf("%s.backup-%s-%d", path, round, i)); err != nil {
				return err
			}
		}
		return s.Close()
	}
	var wg sync.WaitGroup
	packed := func() error { return nil }
	if what == "packing" {
		packed = packing(s)
	}
	errs := make([]error, 3)
	for w := range errs {
		wg.Go(func() {
			errs[w] = commits(s, reap, fmt.Sprintf("%s.%d", round, w), table.ID(fmt.Sprintf("m-%d", w%2)), early)
		})
	}
	wg.Wait()
	return errors.Join(append(errs, packed(), s.Close())...)
}

// packing packs the matches again and again until the function that it returns is called.
func packing(s *Store) (stop func() error) {
	quit, ended := make(chan struct{}), make(chan error)
	go func() {
		for n := 0; ; n++ {
			err := s.Pack(context.Background(), table.ID(fmt.Sprintf("m-%d", n%2)))
			if err != nil && !errors.Is(err, table.ErrConflict) && !errors.Is(err, table.ErrNoMatch) {
				ended <- err
				return
			}
			select {
			case <-quit:
				ended <- nil
				return
			default:
			}
		}
	}()
	return func() error { close(quit); return <-ended }
}

// commits decides, sends and delivers.
func commits(s *Store, reap *storetest.Reaper, name string, id table.ID, early bool) error {
	ctx := context.Background()
	for i := range 40 {
		version := uint64(0)
		l, err := s.Load(ctx, id)
		if err == nil {
			version = l.Version
		} else if !errors.Is(err, table.ErrNoMatch) {
			return err
		}
		a := storetest.Attempt{Match: id, Cause: fmt.Sprintf("%s.%d", name, i), Expect: version, Events: 1 + i%3}
		tell.Begin(a)
		if early {
			tell.End(a.Cause, a.Expect+uint64(a.Events), nil)
			reap.Point("after an early answer")
		}
		r, err := s.Commit(ctx, a.CommitOf())
		reap.Point("before the answer")
		if err != nil && !errors.Is(err, table.ErrConflict) {
			return err
		}
		tell.End(a.Cause, r.Version, err)
		reap.Point("after the answer")
		ds, err := s.Lease(ctx, time.Date(2151, 1, 1, 0, 0, 0, 0, time.UTC), time.Minute, 1)
		if err != nil {
			return err
		}
		for _, d := range ds {
			tell.Sent(d)
			reap.Point("between sending and marking")
			if err := s.Done(ctx, d, d.Body); err != nil && !errors.Is(err, table.ErrLost) {
				return err
			}
		}
	}
	return nil
}

// tell reports what a child does.
var tell storetest.Teller

// child runs a child process until it ends or dies, and notes what it told.
func child(t *testing.T, h *storetest.History, path, what string, round, point int, early bool) (killed bool, sent int) {
	t.Helper()
	kills, sent := h.Children(t, killVariable, fmt.Sprintf("%s|%s|%d|%d|%t", path, what, round, point, early))
	return kills > 0, sent
}

// The process is killed again and again while it commits, answers and delivers. Every promise holds each time, and the
// next process continues.
func TestKilledAtWork(t *testing.T) { killedAt(t, "work", 7*25, 3000) }

// The same while the matches are packed and unpacked all the time.
func TestKilledPacking(t *testing.T) { killedAt(t, "packing", 25, 3000) }

// killedAt kills children that do that, few of them ordinarily and many with SOAK.
func killedAt(t *testing.T, what string, few, many int) {
	t.Helper()
	const lives = 25 // of one store
	r := rand.New(rand.NewPCG(11, 12))
	kills, sent, all, accepted := 0, 0, 0, 0
	rounds := images(t, few, many)
	for first := 0; first < rounds; first += lives {
		path := filepath.Join(t.TempDir(), "m.db")
		var h storetest.History
		for round := first; round < first+lives; round++ {
			killed, n := child(t, &h, path, what, round, 1+r.IntN(300), false)
			if sent += n; killed {
				kills++
			}
			survived(t, &h, path, round)
		}
		n, yes := h.Count()
		all, accepted = all+n, accepted+yes
	}
	t.Logf("%d kills in %d rounds; %d attempts, %d accepted, %d deliveries", kills, rounds, all, accepted, sent)
	if kills < rounds/2 || accepted == 0 || sent == 0 {
		t.Error("too little happened")
	}
}

// survived checks the store after a kill and resolves the unknown attempts.
func survived(t *testing.T, h *storetest.History, path string, round int) {
	t.Helper()
	s, err := Open(path, Options{MapSize: 1 << 20})
	if err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	if err := h.Check(context.Background(), s); err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	delivered(t, s)
	if err := resolve(h, s); err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	if rep, err := s.Check(context.Background()); err != nil || !rep.Sound() {
		t.Fatalf("round %d: %+v %v", round, rep, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// delivered checks P5: the newest effect of each match is pending or was delivered.
func delivered(t *testing.T, s *Store) {
	t.Helper()
	ids, err := s.Matches()
	if err != nil {
		t.Fatal(err)
	}
	err = view(s, func(tx *bolt.Tx) error {
		for _, id := range ids {
			l, err := readQueue(tx, keyOf(id, "public"))
			if err != nil {
				return err
			}
			last := ""
			if err := eachEvent(tx, id, 0, func(_ uint64, v []byte) error {
				e, _, err := decodeEvent(0, v)
				last = strings.Fields(string(e.Data))[0]
				return err
			}); err != nil {
				return err
			}
			owed := len(l.Pending) > 0 && string(l.Pending[len(l.Pending)-1].Body) == last
			if !owed && string(l.Prior) != last {
				t.Errorf("match %s: what came of %s was neither delivered nor is it owed", id, last)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// packInParts packs without a guard: the parts of the match go in one transaction, and its archive comes in the next.
func packInParts(path string, reap *storetest.Reaper) error {
	s, err := Open(path, Options{MapSize: 1 << 20})
	if err != nil {
		return err
	}
	ctx := context.Background()
	ids, err := s.Matches()
	if err != nil {
		return err
	}
	w, err := s.Whole(ctx, ids[0])
	if err != nil {
		return err
	}
	b, err := w.Archive()
	if err != nil {
		return err
	}
	reap.Point("before the parts go")
	if err := s.write(ctx, func(tx *bolt.Tx) error {
		return errors.Join(exchange(tx, w, b), tx.Bucket(bucketArchive).Delete([]byte(w.ID)))
	}); err != nil {
		return err
	}
	reap.Point("before the archive comes")
	if err := s.write(ctx, func(tx *bolt.Tx) error { return tx.Bucket(bucketArchive).Put([]byte(w.ID), b) }); err != nil {
		return err
	}
	return s.Close()
}

// Negative control: packing in two transactions is detected.
func TestKillFindsPackingInParts(t *testing.T) {
	for point := 1; ; point++ {
		path, h := worked(t)
		killed, _ := child(t, h, path, "packing in parts", 0, point, false)
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(h.Check(context.Background(), s), s.Close())
		switch {
		case err != nil && killed:
			return
		case !killed:
			t.Fatal("killed between the parts of packing, and nothing was detected")
		}
	}
}

// Negative control: a host that answers before the commit is detected.
func TestKillFindsEarlyAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for round := range 20 {
		path := filepath.Join(t.TempDir(), "m.db")
		var h storetest.History
		child(t, &h, path, "work", round, 5+r.IntN(60), true)
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		err = h.Check(context.Background(), s)
		s.Close()
		if err != nil {
			return
		}
	}
	t.Error("twenty kills after early answers, and none was found")
}

// The process is killed at every point of a migration. The next start finds one format or the other, with all of its
// content.
func TestKilledInMigration(t *testing.T) {
	raw := old(t, 1)
	for point := 1; ; point++ {
		path := filepath.Join(t.TempDir(), "m.db")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		killed, _ := child(t, &storetest.History{}, path, "migration", 0, point, false)
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err != nil {
			t.Fatalf("point %d: %v", point, err)
		}
		if err := asKept(s); err != nil {
			t.Errorf("point %d: %v", point, err)
		}
		s.Close()
		if !killed {
			t.Logf("%d kills", point-1)
			if point < 4 {
				t.Error("a migration without points")
			}
			return
		}
	}
}

// migrateInParts is a migration without its guard: it writes the new version first, in a transaction of its own.
func migrateInParts(path string, reap *storetest.Reaper) error {
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		return err
	}
	reap.Point("before the version")
	if err := db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketFormat).Put(keyVersion, []byte{formatVersion}) }); err != nil {
		return err
	}
	reap.Point("after the version")
	if err := db.Update(func(tx *bolt.Tx) error {
		for v := 1; v < formatVersion; v++ {
			if err := migrations[byte(v)](tx); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	reap.Point("after the change")
	return db.Close()
}

// Negative control: a migration in parts is detected.
func TestKillFindsMigrationInParts(t *testing.T) {
	raw := old(t, 1)
	for point := 1; ; point++ {
		path := filepath.Join(t.TempDir(), "m.db")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		killed, _ := child(t, &storetest.History{}, path, "migration in parts", 0, point, false)
		s, err := Open(path, Options{MapSize: 1 << 20})
		if err == nil {
			err = errors.Join(asKept(s), s.Close())
		}
		switch {
		case err != nil && killed:
			return
		case !killed:
			t.Fatal("killed between all parts of a migration, and nothing was detected")
		}
	}
}

// worked returns a closed store with some work done, and its history.
func worked(t *testing.T) (path string, h *storetest.History) {
	t.Helper()
	path, h = filepath.Join(t.TempDir(), "m.db"), &storetest.History{}
	s := openOn(t, path, nil)
	load(h, s, 0, 20)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path, h
}

// The process is killed during a backup. A file with a backup's name is whole, and the store is unchanged.
func TestKilledInBackup(t *testing.T) {
	path, h := worked(t)
	whole := 0
	for round := range images(t, 18, 300) {
		if killed, _ := child(t, h, path, "backup", round, 2+round%30, false); !killed {
			t.Errorf("round %d: it was not killed", round)
		}
		sound(t, path, h)
		copies, err := filepath.Glob(path + ".backup-*[0-9]")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range copies {
			whole++
			sound(t, name, h)
			if err := errors.Join(os.Remove(name), os.Remove(anchorPath(name))); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d whole backups", whole)
}

// backupInPlace is a backup without its guard: the file has its name before it is whole.
func backupInPlace(path, round string, reap *storetest.Reaper) error {
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		return err
	}
	f, err := os.Create(path + ".backup-" + round)
	if err != nil {
		return err
	}
	err = db.View(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(writes(func(b []byte) (int, error) {
			n, err := f.Write(b[:len(b)/2])
			reap.Point("in the copy")
			if err != nil {
				return n, err
			}
			m, err := f.Write(b[len(b)/2:])
			return n + m, err
		}))
		return err
	})
	return errors.Join(err, f.Close(), db.Close())
}

// writes makes a function an io.Writer.
type writes func([]byte) (int, error)

func (w writes) Write(b []byte) (int, error) { return w(b) }

// Negative control: a backup that has its name too early is detected.
func TestKillFindsBackupInPlace(t *testing.T) {
	path, h := worked(t)
	for point := 1; ; point++ {
		killed, _ := child(t, h, path, "backup in place", point, point, false)
		s, err := Open(fmt.Sprintf("%s.backup-%d", path, point), Options{MapSize: 1 << 20})
		if err == nil {
			err = errors.Join(h.Check(context.Background(), s), s.Close())
		}
		switch {
		case err != nil && killed:
			return
		case !killed:
			t.Fatal("killed at every point of a backup in place, and each was whole")
		}
	}
}
