package main

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table/tabletest"
)

// copiesMade returns the names of all copies in a folder.
func copiesMade(folder string) ([]string, error) {
	c, err := copiesIn(folder, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))
	return c.until, err
}

// A copy dated after now delays no other, is reported once, is not one of those to keep, and stays.
func TestBackupsDatedAfterNow(t *testing.T) {
	k := newKeeper(t)
	s := k.open()
	defer s.Close()
	clock, folder := tabletest.NewClock(), t.TempDir()
	const ahead = "downsync-22990101-000000.db"
	if err := os.WriteFile(filepath.Join(folder, ahead), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	b := backups{folder: folder, every: time.Hour, keep: 2, store: s, clock: clock, log: slog.New(slog.NewTextHandler(&said, nil))}
	for range 3 {
		if err := b.tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Hour)
	}
	if names, err := copiesMade(folder); err != nil || len(names) != 3 || names[2] != ahead {
		t.Errorf("the copies: %v %v", names, err)
	}
	if text := said.String(); strings.Count(text, "level=WARN") != 1 || !strings.Contains(text, ahead) {
		t.Errorf("the log says %s", text)
	}
	k.write("downsync.toml", fmt.Sprintf("[store]\npath = %q\nbackups = %q\n", k.file("none.db"), folder))
	var out bytes.Buffer
	run(t.Context(), []string{"doctor", "-config", k.file("downsync.toml")}, &out, &out)
	if want := ahead + ": copies dated after now"; !strings.Contains(out.String(), want) {
		t.Errorf("the doctor does not say %q:\n%s", want, &out)
	}
}

func TestBackupsAtIntervals(t *testing.T) {
	k := newKeeper(t)
	s := k.open()
	defer s.Close()
	clock := tabletest.NewClock()
	folder := t.TempDir()
	b := backups{folder: folder, every: time.Hour, keep: 2, store: s, clock: clock}
	for i, want := range []int{1, 1, 2, 2} {
		if err := b.tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		names, err := copiesMade(b.folder)
		if err != nil || len(names) != want {
			t.Errorf("look %d: %v %v, want %d", i, names, err, want)
		}
		clock.Advance(40 * time.Minute)
	}
	clock.Advance(time.Hour)
	if err := b.tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	if names, err := copiesMade(b.folder); err != nil || len(names) != 2 || names[0] != "downsync-21500307-132000.db" {
		t.Errorf("the oldest is to go: %v %v", names, err)
	}
	b.folder = filepath.Join(folder, "none")
	if err := b.tick(t.Context()); err == nil || err.Error() != fmt.Sprintf("store.backups is %q, and there is no such folder: make it, or mount its disk; until then no copies are made", b.folder) {
		t.Errorf("no folder: %v", err)
	}
	b.folder = k.path
	if err := b.tick(t.Context()); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("store.backups is %q: expected a folder", b.folder)) {
		t.Errorf("no folder, but a file: %v", err)
	}
}

// A backup with a damaged match is not put in place, and the same place accepts another one.
func TestRestoreOfADamagedBackup(t *testing.T) {
	k := newKeeperAfter(t, 10)
	for _, name := range []string{"good.db", "bad.db"} {
		k.do(0, "backup", "-store", k.path, k.file(name))
	}
	db, err := bolt.Open(k.file("bad.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, bucket := range []string{"event", "recent"} {
			b := tx.Bucket([]byte(bucket))
			if key, _ := b.Cursor().First(); key != nil {
				if err := b.Delete(key); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	out, errs := k.do(1, "restore", k.file("bad.db"), k.file("back.db"))
	if !strings.Contains(out, "1 match, 1 damaged, 0 astray\n") || !strings.Contains(errs, "nothing was restored") {
		t.Errorf("it says %s and %s", out, errs)
	}
	k.do(0, "restore", k.file("good.db"), k.file("back.db"))
	k.do(0, "check", "-store", k.file("back.db"))
}
