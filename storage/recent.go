package storage

import (
	"bytes"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// The events and causes of one match are adjacent in their buckets, so that a match is read with one seek. A group of 64
// commits to 64 matches would therefore write a page of events and one of causes for each match. So commits put them into
// bucketRecent, in the order of the transactions, where the entries of a group fill a few pages. Each recentGroups
// transactions, all move to their places, in the transaction that begins the next group. Readers look in both places: an
// entry is in exactly one of them, and the events of a match in bucketRecent follow those in bucketEvent.
//
// A key of bucketRecent is the number of the transaction since the last move, the kind of the entry, and the key that the
// entry has at its place. The bucket's sequence is the number of the newest transaction.

// recentGroups is the greatest number of transactions whose entries are in bucketRecent; at most 254.
const recentGroups = 8

// kind says where an entry of bucketRecent belongs.
type kind byte

const (
	kindCause kind = 'c'
	kindEvent kind = 'e'
)

// place returns the bucket that an entry of this kind belongs to, or nil.
func (k kind) place() []byte {
	switch k {
	case kindCause:
		return bucketCause
	case kindEvent:
		return bucketEvent
	}
	return nil
}

func recentKey(group uint64, k kind, key []byte) []byte {
	return append([]byte{byte(group), byte(k)}, key...)
}

// splitRecent returns the kind of an entry and its key at its place. ok is false if the entry belongs nowhere.
func splitRecent(recent []byte) (k kind, key []byte, ok bool) {
	if len(recent) < 3 {
		return 0, nil, false
	}
	k = kind(recent[1])
	return k, recent[2:], k.place() != nil
}

// begin numbers a transaction that commits a group. It first makes room in bucketRecent, if necessary.
func begin(tx *bolt.Tx) error {
	n, err := tx.Bucket(bucketRecent).NextSequence()
	if err == nil && n > recentGroups {
		return placeRecent(tx)
	}
	return err
}

// placeRecent moves the entries of bucketRecent to their places. An entry that belongs nowhere is damage, which `check` reports
// and the chain of its match misses; it stays.
func placeRecent(tx *bolt.Tx) error {
	old := tx.Bucket(bucketRecent)
	type entry struct{ k, v []byte }
	var astray []entry
	w := writer{tx: tx}
	err := old.ForEach(func(k, v []byte) error {
		v = bytes.Clone(v)
		if kind, key, ok := splitRecent(k); ok {
			w.put(kind.place(), key, v)
		} else {
			astray = append(astray, entry{bytes.Clone(k), v})
		}
		return w.err
	})
	if err != nil {
		return err
	}
	if err := tx.DeleteBucket(bucketRecent); err != nil {
		return err
	}
	if _, err := tx.CreateBucket(bucketRecent); err != nil {
		return err
	}
	for _, e := range astray {
		w.put(bucketRecent, e.k, e.v)
	}
	return w.err
}

// recent puts an entry among the newest.
func (w *writer) recent(k kind, key, value []byte) {
	if w.err != nil {
		return
	}
	b := w.tx.Bucket(bucketRecent)
	b.FillPercent = 1 // entries are appended
	w.err = b.Put(recentKey(b.Sequence(), k, key), value)
}

// getEither returns an entry from where it is, or nil.
func getEither(tx *bolt.Tx, k kind, key []byte) []byte {
	if v := tx.Bucket(k.place()).Get(key); v != nil {
		return v
	}
	b := tx.Bucket(bucketRecent)
	at := recentKey(0, k, key)
	for n := range groups(b) {
		at[0] = byte(n)
		if v := b.Get(at); v != nil {
			return v
		}
	}
	return nil
}

// anyRecent reports whether an event or a cause of the match is among the newest.
func anyRecent(tx *bolt.Tx, id table.ID) bool {
	b := tx.Bucket(bucketRecent)
	c := b.Cursor()
	for n := range groups(b) {
		for _, kind := range []kind{kindEvent, kindCause} {
			prefix := recentKey(n, kind, keyOf(id, ""))
			if k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix) {
				return true
			}
		}
	}
	return false
}

// groups returns the number of transaction numbers in bucketRecent. They start at 0, the number of entries that follow a move
// in the same transaction.
func groups(b *bolt.Bucket) uint64 { return min(b.Sequence(), recentGroups) + 1 }

// eachEither calls f for each entry of the match with a key of at least from, which begins with the match's prefix: the entries
// at their places first, then the newer ones by age.
func eachEither(tx *bolt.Tx, k kind, id table.ID, from []byte, f func(rest string, v []byte) error) error {
	prefix := keyOf(id, "")
	scan := func(c *bolt.Cursor, before []byte) error {
		prefix := append(bytes.Clone(before), prefix...)
		for k, v := c.Seek(append(bytes.Clone(before), from...)); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
			if err := f(string(k[len(prefix):]), v); err != nil {
				return err
			}
		}
		return nil
	}
	if err := scan(tx.Bucket(k.place()).Cursor(), nil); err != nil {
		return err
	}
	b := tx.Bucket(bucketRecent)
	c := b.Cursor()
	for n := range groups(b) {
		if err := scan(c, recentKey(n, k, nil)); err != nil {
			return err
		}
	}
	return nil
}

// recent checks that every entry of bucketRecent has a place, a match, and a transaction that is there.
func (r *Report) recent(tx *bolt.Tx) error {
	b := tx.Bucket(bucketRecent)
	return b.ForEach(func(k, _ []byte) error {
		_, key, ok := splitRecent(k)
		id, _ := splitKey(key)
		switch {
		case !ok:
			r.astray("", "an entry %q among the newest that belongs nowhere", k)
		case uint64(k[0]) >= groups(b):
			r.astray(id, "an entry among the newest of a transaction that is not there")
		case tx.Bucket(bucketMatch).Get([]byte(id)) == nil:
			r.astray(id, "an entry among the newest of a match that is not there")
		}
		return nil
	})
}
