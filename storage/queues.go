package storage

import (
	"context"
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
			del.Match, del.Token = id, s.leases.Take(string(key), now, now.Add(d))
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
