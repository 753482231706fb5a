package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// formatName identifies the file. The versions of its format are:
//  1. as the bucket names say; snapshots are not sealed
//  2. adds a transaction count, which the anchor is compared with; snapshots are sealed to their event; finished
//     matches may be packed
//  3. the newest events and causes are in a bucket of their own; see recent.go
//  4. packed matches are archives, with their causes and snapshots; see archive.go
const (
	formatName    = "downsync matches"
	formatVersion = 4
)

// Keys of bucketFormat.
var (
	keyName    = []byte("name")
	keyVersion = []byte("version")
	keyCount   = []byte("count") // transactions so far
)

// Names of buckets, and what each maps from and to.
var (
	bucketFormat  = []byte("format")
	bucketMatch   = []byte("match")   // id -> head
	bucketEvent   = []byte("event")   // id, seq -> event
	bucketPacked  = []byte("packed")  // id -> all events, compressed, of a match that was packed before format 4
	bucketArchive = []byte("archive") // id -> archive of a packed match
	bucketCause   = []byte("cause")   // id, cause -> receipt
	bucketRecent  = []byte("recent")  // transaction, kind, key -> an event or cause that is not at its place yet
	bucketState   = []byte("state")   // id -> snapshot
	bucketWake    = []byte("wake")    // time, id
	bucketQueue   = []byte("lane")    // id, queue -> table.Queue
	bucketDue     = []byte("due")     // time, id, queue of each queue with pending deliveries
	bucketRecord  = []byte("record")  // key -> value
	buckets       = [][]byte{bucketMatch, bucketEvent, bucketPacked, bucketArchive, bucketCause, bucketRecent, bucketState, bucketWake, bucketQueue, bucketDue, bucketRecord}
)

// migrations convert the format version that is their key to the next version. All of them run in one transaction.
var migrations = map[byte]func(*bolt.Tx) error{
	1: func(tx *bolt.Tx) error {
		if err := tx.DeleteBucket(bucketState); err != nil { // snapshots are a cache
			return err
		}
		_, err := tx.CreateBucket(bucketState)
		_, err2 := tx.CreateBucket(bucketPacked)
		return errors.Join(err, err2, putCount(tx, 0))
	},
	2: func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket(bucketRecent)
		return err
	},
	3: func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket(bucketArchive)
		return err
	},
}

// since holds the format versions that brought a bucket; the others have been there from the first.
var since = map[string]byte{string(bucketPacked): 2, string(bucketRecent): 3, string(bucketArchive): 4}

// layout creates the buckets of an empty store.
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

// count returns the number of transactions that the store has committed. A copy of the file continues the count.
func count(tx *bolt.Tx) uint64 {
	b := tx.Bucket(bucketFormat).Get(keyCount)
	if len(b) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// versionOf returns the file's format version: ErrForeign, ErrNewer or ErrBroken if this program cannot read it.
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
			if v < since[string(name)] {
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

// migrate converts the file to the current format in one transaction. It first leaves a copy of the old file beside it, unless there
// is one elsewhere.
func migrate(db *bolt.DB, path string, from byte, o Options) error {
	o.at("migration: begun")
	if !o.copied {
		err := place(fmt.Sprintf("%s.v%d", path, from), func(f *os.File) error {
			return db.View(func(tx *bolt.Tx) error {
				_, err := tx.WriteTo(f)
				return err
			})
		})
		if err != nil {
			return fmt.Errorf("copy before migration: %w", err)
		}
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
