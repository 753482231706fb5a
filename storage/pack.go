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

// A finished match may be packed: its events, under an unchanged chain, are compressed into one value. It reads as
// before. A commit unpacks it first.

// Pack packs a match unless it is packed already. It verifies the match's chain first.
func (s *Store) Pack(ctx context.Context, id table.ID) error {
	return s.write(ctx, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketMatch).Get([]byte(id))
		if b == nil {
			return refused{fmt.Errorf("match %s: %w", id, table.ErrNoMatch)}
		}
		if tx.Bucket(bucketPacked).Get([]byte(id)) != nil {
			return nil
		}
		h, err := decodeHead(b)
		if err == nil {
			err = verify(tx, id, h, func(table.Event) {})
		}
		if err != nil {
			return refused{fmt.Errorf("match %s: %w", id, err)}
		}
		packed, err := packed(tx, id)
		if err != nil {
			return refused{fmt.Errorf("match %s: %w", id, err)}
		}
		if err := placeRecent(tx); err != nil {
			return err
		}
		w := writer{tx: tx}
		for seq := uint64(1); seq <= h.Version; seq++ {
			w.delete(bucketEvent, eventKey(id, seq))
		}
		w.put(bucketPacked, []byte(id), packed)
		return w.err
	})
}

// packed compresses the match's events. A length of 4 bytes, big-endian, precedes each event.
func packed(tx *bolt.Tx, id table.ID) ([]byte, error) {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	err = eachEvent(tx, id, 0, func(_ uint64, v []byte) error {
		if _, err := z.Write(binary.BigEndian.AppendUint32(nil, uint32(len(v)))); err != nil {
			return err
		}
		_, err := z.Write(v)
		return err
	})
	err = errors.Join(err, z.Close())
	return out.Bytes(), err
}

// unpacked calls each for every event in b, which packed wrote.
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

// unpack stores the events of a packed match one by one again. It reads all of them before it writes.
func unpack(tx *bolt.Tx, id table.ID) error {
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
	w := writer{tx: tx}
	for i, v := range events {
		w.put(bucketEvent, eventKey(id, uint64(i)+1), v)
	}
	w.delete(bucketPacked, []byte(id))
	return w.err
}

// eachEvent calls each for a match's stored events after a sequence number, packed or not. seq is taken from the key.
func eachEvent(tx *bolt.Tx, id table.ID, after uint64, each func(seq uint64, v []byte) error) error {
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
