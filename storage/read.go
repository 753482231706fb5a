package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Load returns the newest snapshot and the events before and after it. It verifies the whole chain; ErrDamaged says
// where the chain breaks.
func (s *Store) Load(_ context.Context, id table.ID) (table.Loaded, error) {
	var out table.Loaded
	err := view(s, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketMatch).Get([]byte(id))
		if b == nil {
			return table.ErrNoMatch
		}
		h, err := decodeHead(b)
		if err != nil {
			return err
		}
		w, err := archiveOf(tx, id)
		if err != nil {
			return err
		}
		if w != nil {
			w.Wake = h.Wake
			out, err = w.Loaded(table.Head{Version: h.Version, Hash: h.Hash})
			return err
		}
		out = table.Loaded{Version: h.Version, Wake: h.Wake}
		if state, version, ok := openState(tx.Bucket(bucketState).Get([]byte(id)), hashAt(tx, id)); ok {
			out.Base, out.Snapshot = version, state
		}
		return verify(tx, id, h, func(e table.Event) {
			if e.Seq > out.Base {
				out.Events = append(out.Events, e)
			} else {
				out.Before = append(out.Before, e)
			}
		})
	})
	if err != nil {
		return table.Loaded{}, fmt.Errorf("match %s: %w", id, err)
	}
	return out, nil
}

// verify calls each for a match's events in order and checks their chain up to the head.
func verify(tx *bolt.Tx, id table.ID, h head, each func(table.Event)) error {
	var hash [32]byte
	seq := uint64(0)
	err := eachEvent(tx, id, 0, func(key uint64, v []byte) error {
		if seq++; key != seq {
			return fmt.Errorf("%w: event %d is missing", table.ErrDamaged, seq)
		}
		e, stored, err := decodeEvent(seq, v)
		if err != nil {
			return err
		}
		if hash = table.Link(hash, e); hash != stored {
			return fmt.Errorf("%w: event %d does not fit its hash", table.ErrDamaged, seq)
		}
		each(e)
		return nil
	})
	if err != nil {
		return err
	}
	if seq != h.Version || hash != h.Hash {
		return fmt.Errorf("%w: it has %d events, its head says %d", table.ErrDamaged, seq, h.Version)
	}
	return nil
}

// Head returns how far the match is.
func (s *Store) Head(_ context.Context, id table.ID) (out table.Head, err error) {
	err = view(s, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketMatch).Get([]byte(id))
		if b == nil {
			return table.ErrNoMatch
		}
		h, err := decodeHead(b)
		out = table.Head{Version: h.Version, Hash: h.Hash}
		return err
	})
	return out, err
}

// errEnough ends an iteration early.
var errEnough = errors.New("enough")

// Events returns at most max events with Seq > after, oldest first.
func (s *Store) Events(_ context.Context, id table.ID, after uint64, max int) ([]table.Event, error) {
	var out []table.Event
	err := view(s, func(tx *bolt.Tx) error {
		if tx.Bucket(bucketMatch).Get([]byte(id)) == nil {
			return table.ErrNoMatch
		}
		err := eachEvent(tx, id, after, func(seq uint64, v []byte) error {
			if len(out) == max {
				return errEnough
			}
			e, _, err := decodeEvent(seq, v)
			out = append(out, e)
			return err
		})
		if errors.Is(err, errEnough) {
			return nil
		}
		return err
	})
	return out, err
}

// Due lists at most max matches whose Wake is not after now, earliest first.
func (s *Store) Due(_ context.Context, now time.Time, max int) ([]table.Due, error) {
	var out []table.Due
	err := view(s, func(tx *bolt.Tx) error {
		cursor := tx.Bucket(bucketWake).Cursor()
		for k, _ := cursor.First(); k != nil && len(out) < max; k, _ = cursor.Next() {
			at, id := readTimeKey(k)
			if at.After(now) {
				return nil
			}
			out = append(out, table.Due{Match: table.ID(id), Wake: at})
		}
		return nil
	})
	return out, err
}

// NextWake returns the earliest Wake, or the zero time if there is none.
func (s *Store) NextWake(context.Context) (time.Time, error) {
	var at time.Time
	err := view(s, func(tx *bolt.Tx) error {
		if k, _ := tx.Bucket(bucketWake).Cursor().First(); k != nil {
			at, _ = readTimeKey(k)
		}
		return nil
	})
	return at, err
}

// Backlog counts the work that waits in the store.
type Backlog struct {
	Timers  int       // matches with a running clock
	Overdue int       // of these, those whose time is up
	Queues  int       // queues with deliveries that wait
	Due     int       // of these, those that may be made now: the others were tried and put off
	Oldest  time.Time // when the oldest delivery that waits was made; zero: none waits
}

// Backlog counts the work that waits at the moment now.
func (s *Store) Backlog(now time.Time) (Backlog, error) {
	var b Backlog
	err := view(s, func(tx *bolt.Tx) error {
		cursor := tx.Bucket(bucketWake).Cursor()
		for k, _ := cursor.First(); k != nil; k, _ = cursor.Next() {
			b.Timers++
			if at, _ := readTimeKey(k); !at.After(now) {
				b.Overdue++
			}
		}
		cursor = tx.Bucket(bucketDue).Cursor()
		for k, _ := cursor.First(); k != nil; k, _ = cursor.Next() {
			at, key := readTimeKey(k)
			if !at.After(now) {
				b.Due++
			}
			b.Queues++
			q, err := readQueue(tx, key)
			if err != nil {
				continue // `check` reports it
			}
			if since := q.Since(); b.Oldest.IsZero() || !since.IsZero() && since.Before(b.Oldest) {
				b.Oldest = since
			}
		}
		return nil
	})
	return b, err
}

// Get returns the value of one record, or ErrNoRecord.
func (s *Store) Get(_ context.Context, key string) ([]byte, error) {
	var out []byte
	err := view(s, func(tx *bolt.Tx) error {
		v := tx.Bucket(bucketRecord).Get([]byte(key))
		if v == nil {
			return fmt.Errorf("record %s: %w", key, table.ErrNoRecord)
		}
		out = append([]byte{}, v...)
		return nil
	})
	return out, err
}

// List returns at most max records with the prefix and Key > after, in key order.
func (s *Store) List(_ context.Context, prefix, after string, max int) ([]table.Record, error) {
	var out []table.Record
	err := view(s, func(tx *bolt.Tx) error {
		from := []byte(prefix)
		if after >= prefix {
			from = append([]byte(after), 0)
		}
		cursor := tx.Bucket(bucketRecord).Cursor()
		for k, v := cursor.Seek(from); k != nil && bytes.HasPrefix(k, []byte(prefix)) && len(out) < max; k, v = cursor.Next() {
			out = append(out, table.Record{Key: string(k), Value: append([]byte{}, v...)})
		}
		return nil
	})
	return out, err
}

// Put writes records, all or none.
func (s *Store) Put(ctx context.Context, rs ...table.Record) error {
	if err := table.CheckRecords(rs); err != nil {
		return err
	}
	return s.write(ctx, func(tx *bolt.Tx) error {
		if err := stand(tx, rs); err != nil {
			return err
		}
		w := writer{tx: tx}
		w.records(rs)
		return w.err
	})
}
