package storage

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// A key begins with its match's id and a zero byte, which no id contains, so that all keys of a match are adjacent. A
// key of an index begins with a time.

func keyOf(id table.ID, rest string) []byte { return append(append([]byte(id), 0), rest...) }

func eventKey(id table.ID, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(keyOf(id, ""), seq)
}

func timeKey(at time.Time, rest []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())), rest...)
}

// readTimeKey splits an index key. It returns zero values for a key that is too short.
func readTimeKey(k []byte) (time.Time, []byte) {
	if len(k) < 8 {
		return time.Time{}, nil
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(k))).UTC(), k[8:]
}

// splitKey splits a key into the match's id and the rest.
func splitKey(k []byte) (table.ID, string) {
	id, rest, _ := bytes.Cut(k, []byte{0})
	return table.ID(id), string(rest)
}

// eachOf calls f for each entry of the match in the bucket.
func eachOf(tx *bolt.Tx, bucket []byte, id table.ID, f func(rest string, v []byte) error) error {
	prefix := keyOf(id, "")
	cursor := tx.Bucket(bucket).Cursor()
	for k, v := cursor.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = cursor.Next() {
		if err := f(string(k[len(prefix):]), v); err != nil {
			return err
		}
	}
	return nil
}

// decodeCause returns a stored cause.
func decodeCause(cause string, b []byte) (Cause, error) {
	version, ok := readCause(b)
	if !ok {
		return Cause{}, fmt.Errorf("%w: a cause is cut short", table.ErrDamaged)
	}
	return Cause{cause, version, nonEmpty(b[8:])}, nil
}

// readCause returns the version that a cause led to.
func readCause(b []byte) (uint64, bool) {
	if len(b) < 8 {
		return 0, false
	}
	return binary.BigEndian.Uint64(b), true
}
