package storage

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// A finished match may be packed into an archive. It reads as before. A commit unpacks it first. Up to format 3 only its events
// were packed (bucketPacked): an event after another, each as in bucketEvent and with its length of 4 bytes before it.

// Unpacked lists at most max matches with an id above after that are not packed and have no timer, by id.
func (s *Store) Unpacked(_ context.Context, after table.ID, max int) ([]table.ID, error) {
	var ids []table.ID
	err := view(s, func(tx *bolt.Tx) error {
		packed := tx.Bucket(bucketArchive)
		c := tx.Bucket(bucketMatch).Cursor()
		for k, v := c.Seek(append([]byte(after), 0)); k != nil && len(ids) < max; k, v = c.Next() {
			if h, err := decodeHead(v); err == nil && h.Wake.IsZero() && packed.Get(k) == nil {
				ids = append(ids, table.ID(k))
			}
		}
		return nil
	})
	return ids, err
}

// Pack packs a match unless it is packed already. It reads, verifies and compresses the match beside the commits; only the
// exchange is a transaction. Errors: table.ErrNoMatch; table.ErrDamaged; table.ErrConflict if the match has moved on meanwhile.
func (s *Store) Pack(ctx context.Context, id table.ID) error {
	var h head
	var w Whole
	done := false
	err := view(s, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketMatch).Get([]byte(id))
		if b == nil {
			return table.ErrNoMatch
		}
		if done = tx.Bucket(bucketArchive).Get([]byte(id)) != nil; done {
			return nil
		}
		var err error
		if h, err = decodeHead(b); err != nil {
			return err
		}
		w, err = wholeOf(tx, id, h)
		return err
	})
	if err != nil {
		return fmt.Errorf("match %s: %w", id, err)
	}
	if done {
		return nil
	}
	b, err := w.Archive()
	if err != nil {
		return err
	}
	s.opts.at("pack: compressed")
	return s.writeLate(ctx, func(tx *bolt.Tx) error {
		if tx.Bucket(bucketArchive).Get([]byte(id)) != nil {
			return nil
		}
		if !bytes.Equal(tx.Bucket(bucketMatch).Get([]byte(id)), h.encode()) {
			return refused{fmt.Errorf("match %s: %w", id, table.ErrConflict)}
		}
		return exchange(tx, w, b)
	})
}

// exchange puts the archive of a match in the place of its events, causes and snapshot.
func exchange(tx *bolt.Tx, w Whole, archive []byte) error {
	if anyRecent(tx, w.ID) {
		if err := placeRecent(tx); err != nil {
			return err
		}
	}
	x := writer{tx: tx}
	for _, e := range w.Events {
		x.delete(bucketEvent, eventKey(w.ID, e.Seq))
	}
	for _, c := range w.Causes {
		x.delete(bucketCause, keyOf(w.ID, c.Cause))
	}
	x.delete(bucketPacked, []byte(w.ID))
	x.delete(bucketState, []byte(w.ID))
	x.put(bucketArchive, []byte(w.ID), archive)
	return x.err
}

// archiveOf returns the archive of a match; nil if it has none.
func archiveOf(tx *bolt.Tx, id table.ID) (*Whole, error) {
	b := tx.Bucket(bucketArchive).Get([]byte(id))
	if b == nil {
		return nil, nil
	}
	w, err := ReadArchive(id, b)
	return &w, err
}

// unpacked calls each for every event in b, which the program before format 4 packed.
func unpacked(b []byte, each func(seq uint64, v []byte) error) error {
	z := flate.NewReader(bytes.NewReader(b))
	const longest = table.MaxEvent + 8 + 32
	for seq := uint64(1); ; seq++ {
		var size [4]byte
		_, err := io.ReadFull(z, size[:])
		if errors.Is(err, io.EOF) {
			return nil
		}
		n := binary.BigEndian.Uint32(size[:])
		if err != nil || n > longest {
			return fmt.Errorf("%w: packed event %d is not readable", table.ErrDamaged, seq)
		}
		v := make([]byte, n)
		if _, err := io.ReadFull(z, v); err != nil {
			return fmt.Errorf("%w: packed event %d is not readable", table.ErrDamaged, seq)
		}
		if err := each(seq, v); err != nil {
			return err
		}
	}
}

// unpack stores the parts of a packed match one by one again. The archive comes from archiveOf. It reads all parts before it writes.
func unpack(tx *bolt.Tx, id table.ID, archive *Whole) error {
	x := writer{tx: tx}
	if archive != nil {
		x.parts(*archive)
		x.delete(bucketArchive, []byte(id))
		return x.err
	}
	b := tx.Bucket(bucketPacked).Get([]byte(id))
	if b == nil {
		return nil
	}
	var events [][]byte
	err := unpacked(b, func(_ uint64, v []byte) error {
		events = append(events, v)
		return nil
	})
	if err != nil {
		return refused{err}
	}
	for i, v := range events {
		x.put(bucketEvent, eventKey(id, uint64(i)+1), v)
	}
	x.delete(bucketPacked, []byte(id))
	return x.err
}

// parts stores the events, causes and snapshot of a match, each at its place.
func (w *writer) parts(m Whole) {
	var at [32]byte
	for _, e := range m.Events {
		at = table.Link(at, e)
		w.put(bucketEvent, eventKey(m.ID, e.Seq), encodeEvent(e, at))
		if e.Seq == m.Base {
			w.put(bucketState, []byte(m.ID), sealState(head{Version: e.Seq, Hash: at}, m.State))
		}
	}
	for _, c := range m.Causes {
		w.put(bucketCause, keyOf(m.ID, c.Cause), append(binary.BigEndian.AppendUint64(nil, c.Version), c.Reply...))
	}
}

// eachEvent calls each for a match's stored events after a sequence number, packed or not. seq is taken from the key.
func eachEvent(tx *bolt.Tx, id table.ID, after uint64, each func(seq uint64, v []byte) error) error {
	w, err := archiveOf(tx, id)
	if err != nil {
		return err
	}
	if w != nil {
		var at [32]byte
		for _, e := range w.Events {
			at = table.Link(at, e)
			if e.Seq <= after {
				continue
			}
			if err := each(e.Seq, encodeEvent(e, at)); err != nil {
				return err
			}
		}
		return nil
	}
	if b := tx.Bucket(bucketPacked).Get([]byte(id)); b != nil {
		return unpacked(b, func(seq uint64, v []byte) error {
			if seq <= after {
				return nil
			}
			return each(seq, v)
		})
	}
	return eachEither(tx, kindEvent, id, eventKey(id, after+1), func(rest string, v []byte) error {
		if len(rest) != 8 {
			return fmt.Errorf("%w: an event has a key of %d bytes", table.ErrDamaged, len(id)+1+len(rest))
		}
		return each(binary.BigEndian.Uint64([]byte(rest)), v)
	})
}

// causeOf returns a cause of a match, packed or not; ok is false if the match has not had it. The archive comes from
// archiveOf.
func causeOf(tx *bolt.Tx, id table.ID, archive *Whole, cause string) (c Cause, ok bool, err error) {
	if archive != nil {
		c, ok = archive.Had(cause)
		return c, ok, nil
	}
	b := getEither(tx, kindCause, keyOf(id, cause))
	if b == nil {
		return c, false, nil
	}
	c, err = decodeCause(cause, b)
	return c, err == nil, err
}
