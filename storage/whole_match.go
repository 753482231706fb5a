package storage

import (
	"context"
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

// Had returns a cause that was applied; ok is false if it was not.
func (w Whole) Had(cause string) (c Cause, ok bool) {
	n := slices.IndexFunc(w.Causes, func(c Cause) bool { return c.Cause == cause })
	if n < 0 {
		return Cause{}, false
	}
	return w.Causes[n], true
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
	var w Whole
	err := view(s, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketMatch).Get([]byte(id))
		if b == nil {
			return table.ErrNoMatch
		}
		h, err := decodeHead(b)
		if err != nil {
			return err
		}
		if w, err = wholeOf(tx, id, h); err != nil {
			return err
		}
		return eachOf(tx, bucketQueue, id, func(name string, _ []byte) error {
			q, err := readQueue(tx, keyOf(id, name))
			w.Queues = append(w.Queues, WholeQueue{name, q}.Plain())
			return err
		})
	})
	if err != nil {
		return Whole{}, fmt.Errorf("match %s: %w", id, err)
	}
	return w, nil
}

// wholeOf reads all that is kept of a match but its queues. It verifies the whole chain.
func wholeOf(tx *bolt.Tx, id table.ID, h head) (w Whole, err error) {
	archive, err := archiveOf(tx, id)
	if err != nil {
		return w, err
	}
	if archive != nil {
		w = *archive
		w.Wake = h.Wake
		_, err = w.Loaded(table.Head{Version: h.Version, Hash: h.Hash})
		return w, err
	}
	w = Whole{ID: id, Wake: h.Wake}
	if err := verify(tx, id, h, func(e table.Event) { w.Events = append(w.Events, e) }); err != nil {
		return w, err
	}
	if state, version, ok := openState(tx.Bucket(bucketState).Get([]byte(id)), hashAt(tx, id)); ok {
		w.Base, w.State = version, nonEmpty(state)
	}
	w.Causes, err = causesOf(tx, id)
	return w, err
}

// causesOf returns the causes of a match, packed or not, in ascending order.
func causesOf(tx *bolt.Tx, id table.ID) ([]Cause, error) {
	archive, err := archiveOf(tx, id)
	if err != nil {
		return nil, err
	}
	if archive != nil {
		return archive.Causes, nil
	}
	var causes []Cause
	err = eachEither(tx, kindCause, id, keyOf(id, ""), func(cause string, v []byte) error {
		c, err := decodeCause(cause, v)
		causes = append(causes, c)
		return err
	})
	slices.SortFunc(causes, func(a, b Cause) int { return strings.Compare(a.Cause, b.Cause) })
	return causes, err
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
		w.parts(m)
		w.put(bucketMatch, []byte(m.ID), h.encode())
		w.wake(m.ID, time.Time{}, m.Wake)
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
	for _, bucket := range [][]byte{bucketMatch, bucketPacked, bucketArchive, bucketState} {
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
