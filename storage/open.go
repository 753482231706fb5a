// Package storage keeps matches in one bbolt file behind table.Store.
//
// Promises, proved by storage/storetest and the crash tests: (P1) a commit that returned is on disk, whole, at its
// place; (P2) one cause changes a match at most once; (P3) a decision made on version v is applied only at v. Events
// of a match are chained by hash, so that damage is found and freezes that match alone.
package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// format names the layout of the file and its version.
const (
	formatName    = "downsync matches"
	formatVersion = 1
)

// Options of a store.
type Options struct {
	// Wait is how long to wait for another process to let go of the file; 0: half a second.
	Wait time.Duration
	// MapSize is the address space taken at the start, so that readers never stall the writer while the file grows;
	// 0: 1 GiB. It costs no memory.
	MapSize int
}

// Errors of Open, each with its own cure.
var (
	// ErrInUse: another process has the file open.
	ErrInUse = errors.New("in use by another process: stop the other bot, or give this one a file of its own")
	// ErrForeign: the file is not one of ours.
	ErrForeign = errors.New("not a Downsync store: give the path of a store, or of a file that does not exist yet")
	// ErrNewer: a later program wrote it.
	ErrNewer = errors.New("written by a newer version of this program: update it")
	// ErrBroken: the file is ours or bbolt's and cannot be read.
	ErrBroken = errors.New("damaged: restore a backup; the file was left as it is")
)

// bucket names.
var (
	bucketFormat = []byte("format")
	bucketMatch  = []byte("match")  // id -> head
	bucketEvent  = []byte("event")  // id, seq -> event
	bucketCause  = []byte("cause")  // id, cause -> receipt
	bucketState  = []byte("state")  // id -> snapshot
	bucketWake   = []byte("wake")   // time, id
	bucketLane   = []byte("lane")   // id, lane -> table.Lane
	bucketDue    = []byte("due")    // time, id, lane of lanes with unpaid wishes
	bucketRecord = []byte("record") // key -> value
	buckets      = [][]byte{bucketMatch, bucketEvent, bucketCause, bucketState, bucketWake, bucketLane, bucketDue, bucketRecord}
)

// Open opens the store, or makes it. The file is private to its owner (0600). The error says what is wrong with the
// file and what to do; a file that is not ours is never changed.
func Open(path string, o Options) (*Store, error) {
	if o.Wait == 0 {
		o.Wait = 500 * time.Millisecond
	}
	if o.MapSize == 0 {
		o.MapSize = 1 << 30
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, fmt.Errorf("store %s: %w", path, err)
		}
	}
	db, err := openDB(path, o)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, err)
	}
	return start(path, o, db), nil
}

// create makes an empty store beside the path and moves it there, so that a crash leaves no half-made file.
func create(path string) error {
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, ".new-*.db")
	if err != nil {
		return fmt.Errorf("make it: %w", err)
	}
	defer os.Remove(tmp.Name()) // gone after the rename
	if err := tmp.Close(); err != nil {
		return err
	}
	db, err := bolt.Open(tmp.Name(), 0o600, &bolt.Options{})
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range buckets {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		b, err := tx.CreateBucket(bucketFormat)
		if err != nil {
			return err
		}
		return errors.Join(b.Put([]byte("name"), []byte(formatName)), b.Put([]byte("version"), []byte{formatVersion}))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// openDB opens the file, guarding against bbolt's panics on damage, and checks that it is ours.
func openDB(path string, o Options) (db *bolt.DB, err error) {
	if err := checkMagic(path); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			db, err = nil, fmt.Errorf("%w (%v)", ErrBroken, p)
		}
	}()
	db, err = bolt.Open(path, 0o600, &bolt.Options{Timeout: o.Wait, InitialMmapSize: o.MapSize, NoFreelistSync: true,
		FreelistType: bolt.FreelistMapType})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, ErrInUse
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w (%v)", ErrBroken, err)
	case err != nil:
		return nil, err
	}
	if err := checkFormat(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// checkMagic looks at the first pages before bbolt may write to the file: it fills an empty one.
func checkMagic(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 20)
	if n, _ := f.ReadAt(head, 0); n < len(head) {
		return ErrForeign
	}
	const at, magic = 16, "\xed\xda\x0c\xed" // bbolt's, little endian, in the first meta page
	if string(head[at:]) == magic {
		return nil
	}
	// The first meta page may be the damaged one of the two.
	second := make([]byte, 4)
	if _, err := f.ReadAt(second, int64(os.Getpagesize()+at)); err == nil && string(second) == magic {
		return nil
	}
	return ErrForeign
}

func checkFormat(db *bolt.DB) error {
	return db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketFormat)
		if b == nil || string(b.Get([]byte("name"))) != formatName {
			return ErrForeign
		}
		if v := b.Get([]byte("version")); len(v) != 1 || v[0] > formatVersion {
			return ErrNewer
		}
		for _, name := range buckets {
			if tx.Bucket(name) == nil {
				return fmt.Errorf("%w (no bucket %s)", ErrBroken, name)
			}
		}
		return nil
	})
}
