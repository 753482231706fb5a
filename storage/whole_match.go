package storage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Whole is everything that a store keeps of one match, for moving it from one store to another. Compare two with
// reflect.DeepEqual.
type Whole struct {
	ID     table.ID
	Events []table.Event
	Wake   time.Time
	Base   uint64 // version of the snapshot State; 0: none
	State  []byte
	Causes []Cause      // in ascending order
	Queues []WholeQueue // by name
}

// Cause is a cause that was applied.
type Cause struct {
	Cause   string
	Version uint64 // after the decision
	Reply   []byte
}

// WholeQueue is a queue with its name.
type WholeQueue struct {
	Name string
	table.Queue
}

// Plain returns the queue in a form that can be compared: empty values are nil, and times are in UTC and milliseconds.
func (q WholeQueue) Plain() WholeQueue {
	q.Due, q.Prior = time.UnixMilli(q.Due.UnixMilli()).UTC(), nonEmpty(q.Prior)
	pending := q.Pending
	q.Pending = nil
	for _, p := range pending {
		p.Body = nonEmpty(p.Body)
		if !p.At.IsZero() {
			p.At = time.UnixMilli(p.At.UnixMilli()).UTC()
		}
		q.Pending = append(q.Pending, p)
	}
	return q
}

// Head checks that the events follow one another, and returns the hash of the last.
func (w Whole) Head() (hash [32]byte, err error) {
	for i, e := range w.Events {
		if e.Seq != uint64(i)+1 || len(e.Data) > table.MaxEvent {
			return hash, fmt.Errorf("match %s: %w: event %d is out of order or above %d bytes", w.ID, table.ErrDamaged, i+1, table.MaxEvent)
		}
		hash = table.Link(hash, e)
	}
	if len(w.Events) == 0 {
		return hash, fmt.Errorf("match %s: %w: it has no events", w.ID, table.ErrDamaged)
	}
	return hash, w.ID.Check()
}

// ErrMoving: a move into the store has begun and is not finished.
var ErrMoving = errors.New("a move into this store is not finished: run downsync move again")

// keyMoving, in bucketFormat, says where a move into the store comes from, until the store is whole.
var keyMoving = []byte("moving")

// Moving returns where a move into the store comes from; "" if the store is whole.
func (s *Store) Moving(context.Context) (from string, err error) {
	err = view(s, func(tx *bolt.Tx) error {
		from = string(tx.Bucket(bucketFormat).Get(keyMoving))
		return nil
	})
	return from, err
}

// SetMoving notes where a move into the store comes from, or with "" that the store is whole.
func (s *Store) SetMoving(ctx context.Context, from string) error {
	return s.write(ctx, func(tx *bolt.Tx) error {
		if from == "" {
			return tx.Bucket(bucketFormat).Delete(keyMoving)
		}
		return tx.Bucket(bucketFormat).Put(keyMoving, []byte(from))
	})
}

// Whole reads all that is kept of a match. It verifies the whole chain.
func (s *Store) Whole(ctx context.Context, id table.ID) (Whole, error) {
	l, err := s.Load(ctx, id)
	if err != nil {
		return Whole{}, err
	}
	w := Whole{ID: id, Events: append(l.Before, l.Events...), Wake: l.Wake, Base: l.Base, State: nonEmpty(l.Snapshot)}
	return w, view(s, func(tx *bolt.Tx) error {
		err := eachEither(tx, kindCause, id, keyOf(id, ""), func(cause string, v []byte) error {
			version, ok := readCause(v)
			if !ok {
				return fmt.Errorf("match %s: %w: a cause is cut short", id, table.ErrDamaged)
			}
			w.Causes = append(w.Causes, Cause{cause, version, nonEmpty(v[8:])})
			return nil
		})
		if err != nil {
			return err
		}
		slices.SortFunc(w.Causes, func(a, b Cause) int { return strings.Compare(a.Cause, b.Cause) })
		return eachOf(tx, bucketQueue, id, func(name string, _ []byte) error {
			q, err := readQueue(tx, keyOf(id, name))
			w.Queues = append(w.Queues, WholeQueue{name, q}.Plain())
			return err
		})
	})
}

// PutWhole stores a match with further records, all of it or nothing, in the place of what is kept of it.
func (s *Store) PutWhole(ctx context.Context, m Whole, rs ...table.Record) error {
	hash, err := m.Head()
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *bolt.Tx) error {
		w := writer{tx: tx}
		if err := w.clear(m.ID); err != nil {
			return err
		}
		h := head{Version: uint64(len(m.Events)), Hash: hash, Wake: m.Wake}
		var at [32]byte
		for _, e := range m.Events {
			at = table.Link(at, e)
			w.put(bucketEvent, eventKey(m.ID, e.Seq), encodeEvent(e, at))
			if e.Seq == m.Base {
				w.put(bucketState, []byte(m.ID), sealState(head{Version: e.Seq, Hash: at}, m.State))
			}
		}
		w.put(bucketMatch, []byte(m.ID), h.encode())
		w.wake(m.ID, time.Time{}, m.Wake)
		for _, c := range m.Causes {
			w.put(bucketCause, keyOf(m.ID, c.Cause), append(binary.BigEndian.AppendUint64(nil, c.Version), c.Reply...))
		}
		for _, q := range m.Queues {
			w.queue(m.ID, queued{name: q.Name}, q.Queue)
		}
		w.records(rs)
		return w.err
	})
}

// clear removes all that is kept of a match.
func (w *writer) clear(id table.ID) error {
	if b := w.tx.Bucket(bucketMatch).Get([]byte(id)); b != nil {
		h, err := decodeHead(b)
		if err != nil {
			return refused{err}
		}
		w.wake(id, h.Wake, time.Time{})
	}
	if err := placeRecent(w.tx); err != nil {
		return err
	}
	for _, bucket := range [][]byte{bucketMatch, bucketPacked, bucketState} {
		w.delete(bucket, []byte(id))
	}
	for _, bucket := range [][]byte{bucketQueue, bucketEvent, bucketCause} {
		var keys []string
		err := eachOf(w.tx, bucket, id, func(rest string, _ []byte) error { keys = append(keys, rest); return nil })
		if err != nil {
			return err
		}
		for _, rest := range keys {
			if string(bucket) == string(bucketQueue) {
				if q, err := readQueued(w.tx, id, rest); err == nil {
					w.move(bucketDue, q.due, nil)
				}
			}
			w.delete(bucket, keyOf(id, rest))
		}
	}
	return w.err
}
