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
}

// Damage is a match whose stored events do not hold together, and where.
type Damage struct {
	Match table.ID
	Where string
}

// Check walks the chain of every match. It opens a transaction a match, so that it never holds up writers for long.
func (s *Store) Check(ctx context.Context) (Report, error) {
	var r Report
	var ids []table.ID
	err := s.view(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketMatch).ForEach(func(k, _ []byte) error {
			ids = append(ids, table.ID(k))
			return nil
		})
	})
	if err != nil {
		return r, fmt.Errorf("store %s: %w", s.path, err)
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.Matches++
		err := s.view(func(tx *bolt.Tx) error {
			h, err := decodeHead(tx.Bucket(bucketMatch).Get([]byte(id)))
			if err != nil {
				return err
			}
			return verify(tx, id, h, func(table.Event) { r.Events++ })
		})
		if err != nil {
			r.Damaged = append(r.Damaged, Damage{Match: id, Where: err.Error()})
		}
	}
	return r, nil
}
