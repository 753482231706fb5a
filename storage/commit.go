package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Commit stores one decision; see table.Store.
func (s *Store) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if err := c.Check(); err != nil {
		return table.Receipt{}, err
	}
	c.At = c.At.UTC().Truncate(time.Millisecond)
	var r table.Receipt
	write := s.write
	if c.Late {
		write = s.writeLate
	}
	err := write(ctx, func(tx *bolt.Tx) error {
		var err error
		r, err = commit(tx, c)
		return err
	})
	if err != nil {
		return table.Receipt{}, err
	}
	return r, nil
}

// commit applies c within the transaction. It checks everything before it writes anything.
func commit(tx *bolt.Tx, c table.Commit) (table.Receipt, error) {
	archive, err := archiveOf(tx, c.Match)
	if err != nil {
		return table.Receipt{}, refused{err}
	}
	switch known, ok, err := causeOf(tx, c.Match, archive, c.Cause); {
	case err != nil:
		return table.Receipt{}, refused{err}
	case ok:
		return table.Receipt{Version: known.Version, Repeat: true, Reply: known.Reply}, nil
	}
	var h head
	if b := tx.Bucket(bucketMatch).Get([]byte(c.Match)); b != nil {
		var err error
		if h, err = decodeHead(b); err != nil {
			return table.Receipt{}, refused{err}
		}
		if h.Version != c.Expect {
			return table.Receipt{}, refused{table.ErrConflict}
		}
	} else if c.Expect > 0 {
		return table.Receipt{}, refused{table.ErrNoMatch}
	}
	if err := stand(tx, c.Records); err != nil {
		return table.Receipt{}, err
	}
	queues, err := readQueues(tx, c)
	if err != nil {
		return table.Receipt{}, refused{err}
	}
	if err := unpack(tx, c.Match, archive); err != nil {
		return table.Receipt{}, err
	}
	w := writer{tx: tx}
	w.wake(c.Match, h.Wake, c.Wake)
	h.Wake = c.Wake
	for _, e := range c.Stored() {
		h.Version, h.Hash = e.Seq, table.Link(h.Hash, e)
		w.recent(kindEvent, eventKey(c.Match, e.Seq), encodeEvent(e, h.Hash))
	}
	w.put(bucketMatch, []byte(c.Match), h.encode())
	w.recent(kindCause, keyOf(c.Match, c.Cause), append(binary.BigEndian.AppendUint64(nil, h.Version), c.Reply...))
	if c.State != nil {
		w.put(bucketState, []byte(c.Match), sealState(h, c.State))
	}
	for _, q := range queues {
		now := q.is
		for _, e := range c.Send {
			if e.Queue == q.name {
				now.Add(e, c.SendDue())
			}
		}
		w.queue(c.Match, q, now)
	}
	w.records(c.Records)
	return table.Receipt{Version: h.Version, Reply: nonEmpty(c.Reply)}, w.err
}

// nonEmpty returns a copy of b, which may belong to the transaction, or nil if b is empty.
func nonEmpty(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return append([]byte{}, b...)
}

// queued is a queue as it is stored.
type queued struct {
	name string
	is   table.Queue
	due  []byte // its key in the index; nil: it has nothing pending
}

// readQueues reads the queues that the commit adds deliveries to.
func readQueues(tx *bolt.Tx, c table.Commit) ([]queued, error) {
	var queues []queued
	for _, e := range c.Send {
		if slices.ContainsFunc(queues, func(q queued) bool { return q.name == e.Queue }) {
			continue
		}
		q, err := readQueued(tx, c.Match, e.Queue)
		if err != nil {
			return nil, err
		}
		queues = append(queues, q)
	}
	return queues, nil
}

func readQueued(tx *bolt.Tx, id table.ID, name string) (queued, error) {
	l, err := readQueue(tx, keyOf(id, name))
	return queued{name, l, dueKey(id, name, l)}, err
}

// dueKey returns the queue's key in the index of those with pending deliveries, or nil if it has none.
func dueKey(id table.ID, name string, l table.Queue) []byte {
	if len(l.Pending) == 0 {
		return nil
	}
	return timeKey(l.Due, keyOf(id, name))
}

func readQueue(tx *bolt.Tx, key []byte) (table.Queue, error) {
	var l table.Queue
	b := tx.Bucket(bucketQueue).Get(key)
	if b == nil {
		return l, nil
	}
	if err := json.Unmarshal(b, &l); err != nil {
		return l, fmt.Errorf("%w: a queue does not decode", table.ErrDamaged)
	}
	return l, nil
}

// writer writes keys and keeps the first error, which fails the whole transaction.
type writer struct {
	tx  *bolt.Tx
	err error
}

func (w *writer) put(bucket, key, value []byte) {
	if w.err == nil {
		w.err = w.tx.Bucket(bucket).Put(key, value)
	}
}

func (w *writer) delete(bucket, key []byte) {
	if w.err == nil {
		w.err = w.tx.Bucket(bucket).Delete(key)
	}
}

// wake moves the match within the index of timers.
func (w *writer) wake(id table.ID, from, to time.Time) {
	key := func(at time.Time) []byte {
		if at.IsZero() {
			return nil
		}
		return timeKey(at, []byte(id))
	}
	w.move(bucketWake, key(from), key(to))
}

// move moves a key of an index. nil is none.
func (w *writer) move(index, from, to []byte) {
	if bytes.Equal(from, to) {
		return
	}
	if from != nil {
		w.delete(index, from)
	}
	if to != nil {
		w.put(index, to, []byte{})
	}
}

// queue stores the new state of a queue, and indexes it if it has pending deliveries.
func (w *writer) queue(id table.ID, was queued, now table.Queue) {
	b, err := json.Marshal(now)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.put(bucketQueue, keyOf(id, was.name), b)
	w.move(bucketDue, was.due, dueKey(id, was.name, now))
}

// stand refuses records that do not hold what was read.
func stand(tx *bolt.Tx, rs []table.Record) error {
	for _, r := range rs {
		if v := tx.Bucket(bucketRecord).Get([]byte(r.Key)); !r.Stands(v, v != nil) {
			return refused{fmt.Errorf("record %s: %w", r.Key, table.ErrChanged)}
		}
	}
	return nil
}

func (w *writer) records(rs []table.Record) {
	for _, r := range rs {
		if r.Value == nil {
			w.delete(bucketRecord, []byte(r.Key))
		} else {
			w.put(bucketRecord, []byte(r.Key), r.Value)
		}
	}
}
