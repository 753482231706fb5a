package storage

import (
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Report is the result of Check.
type Report struct {
	Matches int
	Events  int
	Damaged []Damage
	// Astray lists faults that stop no match: an index entry that leads nowhere, a pending delivery that no index leads
	// to, or a snapshot that cannot be used.
	Astray []Damage
	// Newer lists matches that a newer program wrote, which this one cannot judge.
	Newer []table.ID
}

// Damage names a match whose stored parts contradict each other, and says where.
type Damage struct {
	Match table.ID
	Where string
}

// Sound reports whether the check found no fault.
func (r Report) Sound() bool { return len(r.Damaged)+len(r.Astray) == 0 }

// Matches lists the ids of all stored matches in ascending order.
func (s *Store) Matches() ([]table.ID, error) {
	var ids []table.ID
	err := view(s, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketMatch).ForEach(func(k, _ []byte) error {
			ids = append(ids, table.ID(k))
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", s.path, err)
	}
	return ids, nil
}

// Check verifies the chain of every match, and the indexes in both directions. Each match has a read transaction of its
// own, so that no transaction stays open for long. Open has already checked the pages.
func (s *Store) Check(ctx context.Context) (Report, error) {
	var r Report
	ids, err := s.Matches()
	if err != nil {
		return r, err
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.Matches++
		switch err := view(s, func(tx *bolt.Tx) error { return r.match(tx, id) }); {
		case errors.Is(err, ErrNewer):
			r.Newer = append(r.Newer, id)
		case err != nil:
			r.Damaged = append(r.Damaged, Damage{Match: id, Where: err.Error()})
		}
	}
	if err := view(s, func(tx *bolt.Tx) error { return r.indexes(tx) }); err != nil {
		return r, fmt.Errorf("store %s: %w", s.path, err)
	}
	return r, nil
}

func (r *Report) astray(id table.ID, form string, args ...any) {
	r.Astray = append(r.Astray, Damage{Match: id, Where: fmt.Sprintf(form, args...)})
}

// match checks the parts of one match.
func (r *Report) match(tx *bolt.Tx, id table.ID) error {
	h, err := decodeHead(tx.Bucket(bucketMatch).Get([]byte(id)))
	if err != nil {
		return err
	}
	if err := verify(tx, id, h, func(table.Event) { r.Events++ }); err != nil {
		return err
	}
	if !h.Wake.IsZero() && tx.Bucket(bucketWake).Get(timeKey(h.Wake, []byte(id))) == nil {
		r.astray(id, "its timer is in no index")
	}
	if b := tx.Bucket(bucketState).Get([]byte(id)); b != nil {
		if _, version, ok := openState(b, hashAt(tx, id)); !ok {
			r.astray(id, "its snapshot at version %d is damaged; its events are used instead", version)
		}
	}
	causes, err := causesOf(tx, id)
	for _, c := range causes {
		if c.Version > h.Version {
			return fmt.Errorf("%w: its cause %q is of no event it has", table.ErrDamaged, c.Cause)
		}
	}
	return err
}

// indexes checks that every index entry has its match or queue, and the reverse.
func (r *Report) indexes(tx *bolt.Tx) error {
	if err := r.recent(tx); err != nil {
		return err
	}
	orphan := func(id table.ID, what string) bool {
		gone := tx.Bucket(bucketMatch).Get([]byte(id)) == nil
		if gone {
			r.astray(id, "%s of a match that is not there", what)
		}
		return gone
	}
	err := tx.Bucket(bucketQueue).ForEach(func(k, _ []byte) error {
		id, name := splitKey(k)
		l, err := readQueue(tx, k)
		switch {
		case orphan(id, "queue "+name):
		case err != nil:
			r.astray(id, "queue %s does not decode", name)
		case len(l.Pending) > 0 && tx.Bucket(bucketDue).Get(timeKey(l.Due, k)) == nil:
			r.astray(id, "queue %s has a delivery that no index leads to", name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = tx.Bucket(bucketDue).ForEach(func(k, _ []byte) error {
		at, key := readTimeKey(k)
		id, name := splitKey(key)
		if l, err := readQueue(tx, key); err == nil && (len(l.Pending) == 0 || !l.Due.Equal(at)) && !orphan(id, "a delivery in queue "+name) {
			r.astray(id, "an index entry for queue %s, which is empty or due at another time", name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return tx.Bucket(bucketWake).ForEach(func(k, _ []byte) error {
		at, id := readTimeKey(k)
		if orphan(table.ID(id), "a timer") {
			return nil
		}
		if h, err := decodeHead(tx.Bucket(bucketMatch).Get(id)); err == nil && !h.Wake.Equal(at) {
			r.astray(table.ID(id), "a timer for a moment when it is not due")
		}
		return nil
	})
}
