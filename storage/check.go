package storage

import (
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Report is what Check found.
type Report struct {
	Matches int
	Events  int
	Damaged []Damage
	// Astray is what holds no match up and yet should not be: an index that leads nowhere, a wish that no index leads to, a
	// snapshot that cannot be used.
	Astray []Damage
}

// Damage is a match whose stored parts do not hold together, and where.
type Damage struct {
	Match table.ID
	Where string
}

// Sound tells whether nothing was found.
func (r Report) Sound() bool { return len(r.Damaged)+len(r.Astray) == 0 }

// Matches lists the ids of all stored matches, in order.
func (s *Store) Matches() ([]table.ID, error) {
	var ids []table.ID
	err := s.view(func(tx *bolt.Tx) error {
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

// Check walks the chain of every match, and the indexes both ways. It opens a transaction a match, so that it never holds up
// writers for long. The pages themselves were looked at by Open.
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
		if err := s.view(func(tx *bolt.Tx) error { return r.match(tx, id) }); err != nil {
			r.Damaged = append(r.Damaged, Damage{Match: id, Where: err.Error()})
		}
	}
	if err := s.view(func(tx *bolt.Tx) error { return r.indexes(tx) }); err != nil {
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
	return eachOf(tx, bucketCause, id, func(cause string, v []byte) error {
		if version, ok := readCause(v); !ok || version > h.Version {
			return fmt.Errorf("%w: its cause %q is of no event it has", table.ErrDamaged, cause)
		}
		return nil
	})
}

// indexes checks that the indexes and what they lead to belong together.
func (r *Report) indexes(tx *bolt.Tx) error {
	orphan := func(id table.ID, what string) bool {
		gone := tx.Bucket(bucketMatch).Get([]byte(id)) == nil
		if gone {
			r.astray(id, "%s of a match that is not there", what)
		}
		return gone
	}
	err := tx.Bucket(bucketLane).ForEach(func(k, _ []byte) error {
		id, name := splitKey(k)
		l, err := readLane(tx, k)
		switch {
		case orphan(id, "lane "+name):
		case err != nil:
			r.astray(id, "lane %s does not decode", name)
		case len(l.Wishes) > 0 && tx.Bucket(bucketDue).Get(timeKey(l.Due, k)) == nil:
			r.astray(id, "lane %s has a wish that nobody would deliver", name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = tx.Bucket(bucketDue).ForEach(func(k, _ []byte) error {
		at, key := readTimeKey(k)
		id, name := splitKey(key)
		if l, err := readLane(tx, key); err == nil && (len(l.Wishes) == 0 || !l.Due.Equal(at)) && !orphan(id, "a delivery on lane "+name) {
			r.astray(id, "a delivery on lane %s, which has none", name)
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
