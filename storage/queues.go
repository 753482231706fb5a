package storage

import (
	"bytes"
	"context"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Lease leases up to max pending deliveries that are due, at most one per queue.
func (s *Store) Lease(_ context.Context, now time.Time, d time.Duration, max int) ([]table.Delivery, error) {
	s.leaseMu.Lock()
	defer s.leaseMu.Unlock()
	var out []table.Delivery
	err := view(s, func(tx *bolt.Tx) error {
		cursor := tx.Bucket(bucketDue).Cursor()
		for k, _ := cursor.First(); k != nil && len(out) < max; k, _ = cursor.Next() {
			at, key := readTimeKey(k)
			if at.After(now) {
				return nil
			}
			if s.leases.Held(string(key), now) {
				continue
			}
			l, err := readQueue(tx, key)
			if err != nil || len(l.Pending) == 0 {
				continue // a damaged queue holds up no other; `check` reports it
			}
			id, name := splitKey(key)
			del := l.First(name)
			del.Match = id
			del.Token, del.Unsettled = s.leases.Take(string(key), now, now.Add(d))
			out = append(out, del)
		}
		return nil
	})
	return out, err
}

// Done removes the delivery from its queue and keeps the result, with the records.
func (s *Store) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	return settle(ctx, s, d, rs, func(l *table.Queue) { l.Done(d.Seq, result) })
}

// Fail postpones the delivery.
func (s *Store) Fail(ctx context.Context, d table.Delivery, retryAt time.Time, result []byte, rs ...table.Record) error {
	return settle(ctx, s, d, rs, func(l *table.Queue) { l.Fail(d.Seq, retryAt.UTC().Truncate(time.Millisecond), result) })
}

// RetryNow makes every delivery due that waits for a time after now, a few hundred queues in each transaction.
func (s *Store) RetryNow(ctx context.Context, now time.Time) error {
	const most = 500
	now = now.UTC().Truncate(time.Millisecond)
	var keys [][]byte
	err := view(s, func(tx *bolt.Tx) error {
		cursor := tx.Bucket(bucketDue).Cursor()
		for k, _ := cursor.Seek(timeKey(now.Add(time.Millisecond), nil)); k != nil; k, _ = cursor.Next() {
			_, key := readTimeKey(k)
			keys = append(keys, bytes.Clone(key))
		}
		return nil
	})
	for some := range slices.Chunk(keys, most) {
		if err == nil {
			err = s.write(ctx, func(tx *bolt.Tx) error { return retryNow(tx, some, now) })
		}
	}
	return err
}

// retryNow makes the queues with those keys due. One that is damaged is left to `check`.
func retryNow(tx *bolt.Tx, keys [][]byte, now time.Time) error {
	w := writer{tx: tx}
	for _, key := range keys {
		id, name := splitKey(key)
		q, err := readQueued(tx, id, name)
		if err != nil {
			continue
		}
		due := q.is
		due.RetryNow(now)
		w.queue(id, q, due)
	}
	return w.err
}

// settle changes a leased queue, writes the records and ends the lease.
func settle(ctx context.Context, s *Store, d table.Delivery, rs []table.Record, change func(*table.Queue)) error {
	if err := table.CheckRecords(rs); err != nil {
		return err
	}
	key := keyOf(d.Match, d.Queue)
	check := func() error {
		s.leaseMu.Lock()
		defer s.leaseMu.Unlock()
		return s.leases.Check(string(key), d.Token)
	}
	if err := check(); err != nil {
		return err
	}
	err := s.writeLate(ctx, func(tx *bolt.Tx) error {
		if err := stand(tx, rs); err != nil {
			return err
		}
		q, err := readQueued(tx, d.Match, d.Queue)
		if err != nil {
			return refused{err}
		}
		w, now := writer{tx: tx}, q.is
		change(&now)
		w.queue(d.Match, q, now)
		w.records(rs)
		return w.err
	})
	if err != nil {
		return err
	}
	s.leaseMu.Lock()
	defer s.leaseMu.Unlock()
	s.leases.Release(string(key), d.Token)
	return nil
}
