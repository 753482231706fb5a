package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// formatName names the layout of the file. Its versions:
//  1. as bucket names say; snapshots without a seal
//  2. a count of transactions, against which the anchor stands; snapshots are sealed to their event; matches that
//     are over may be packed
const (
	formatName    = "downsync matches"
	formatVersion = 2
)

// keys of bucketFormat.
var (
	keyName    = []byte("name")
	keyVersion = []byte("version")
	keyCount   = []byte("count") // transactions so far
)

// bucket names.
var (
	bucketFormat = []byte("format")
	bucketMatch  = []byte("match")  // id -> head
	bucketEvent  = []byte("event")  // id, seq -> event
	bucketPacked = []byte("packed") // id -> all events, compressed, of a match that is over
	bucketCause  = []byte("cause")  // id, cause -> receipt
	bucketState  = []byte("state")  // id -> snapshot
	bucketWake   = []byte("wake")   // time, id
	bucketLane   = []byte("lane")   // id, lane -> table.Lane
	bucketDue    = []byte("due")    // time, id, lane of lanes with unpaid wishes
	bucketRecord = []byte("record") // key -> value
	buckets      = [][]byte{bucketMatch, bucketEvent, bucketPacked, bucketCause, bucketState, bucketWake, bucketLane, bucketDue, bucketRecord}
)

// migrations lead from the version of their index to the next, each in the one transaction that all run in.
var migrations = map[byte]func(*bolt.Tx) error{
	1: func(tx *bolt.Tx) error {
		if err := tx.DeleteBucket(bucketState); err != nil { // a cache, made anew
			return err
		}
		_, err := tx.CreateBucket(bucketState)
		_, err2 := tx.CreateBucket(bucketPacked)
		return errors.Join(err, err2, putCount(tx, 0))
	},
}

// layout makes the buckets of an empty store.
func layout(tx *bolt.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	b, err := tx.CreateBucket(bucketFormat)
	if err != nil {
		return err
	}
	return errors.Join(b.Put(keyName, []byte(formatName)), b.Put(keyVersion, []byte{formatVersion}), putCount(tx, 0))
}

func putCount(tx *bolt.Tx, n uint64) error {
	return tx.Bucket(bucketFormat).Put(keyCount, binary.BigEndian.AppendUint64(nil, n))
}

// count is how many transactions the store has seen; copies of it count on.
func count(tx *bolt.Tx) uint64 {
	b := tx.Bucket(bucketFormat).Get(keyCount)
	if len(b) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// versionOf is the file's format version; the error says that it is not ours.
func versionOf(db *bolt.DB) (v byte, err error) {
	err = db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketFormat)
		if b == nil || string(b.Get(keyName)) != formatName {
			return ErrForeign
		}
		raw := b.Get(keyVersion)
		if len(raw) != 1 || raw[0] > formatVersion || raw[0] < 1 {
			return ErrNewer
		}
		v = raw[0]
		for _, name := range buckets {
			if v < 2 && string(name) == string(bucketPacked) {
				continue
			}
			if tx.Bucket(name) == nil {
				return fmt.Errorf("%w (no bucket %s)", ErrBroken, name)
			}
		}
		return nil
	})
	return v, err
}

// migrate brings the file to the present format, in one transaction, and leaves a copy of it as it was.
func migrate(db *bolt.DB, path string, from byte, o Options) error {
	o.at("migration: begun")
	if err := copyTo(db, fmt.Sprintf("%s.v%d", path, from), true); err != nil {
		return fmt.Errorf("a copy before the change of format: %w", err)
	}
	o.at("migration: copied")
	return db.Update(func(tx *bolt.Tx) error {
		for v := from; v < formatVersion; v++ {
			if err := migrations[v](tx); err != nil {
				return fmt.Errorf("from format %d: %w", v, err)
			}
		}
		return tx.Bucket(bucketFormat).Put(keyVersion, []byte{formatVersion})
	})
}

// copyTo writes a consistent copy of the file, complete and on disk before it has its name.
func copyTo(db *bolt.DB, path string, replace bool) error {
	if _, err := os.Lstat(path); err == nil && !replace {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	return place(path, func(f *os.File) error {
		return db.View(func(tx *bolt.Tx) error {
			_, err := tx.WriteTo(f)
			return err
		})
	})
}

// place makes a private file beside the path, has it written, brings it to disk and only then gives it its name.
func place(path string, write func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*.db")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // gone after the rename
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
