package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage"
)

// A packed match has its events, causes and snapshot in one row of the table archive. A host of an earlier program that still serves the
// store would find no events and call the match damaged. So matches are packed only while every host has the lock that says that it reads
// archives, and this host has had its session for a while: after an outage hosts of an earlier program need a moment to get a session.
// None of them can start after the tables have this version.

var _ table.Packing = (*Store)(nil)

// errPacked: commit_match was called for a packed match.
var errPacked = fmt.Errorf("%w: it is packed", table.ErrConflict)

// packs is the class of the advisory locks of hosts that read archives.
func (s *Store) packs() int32 { return s.class ^ 0x5041434b }

// Unpacked lists at most max matches with an id above after that are not packed and have no timer, by id. It lists none while a host
// of an earlier program serves the store, or may.
func (s *Store) Unpacked(ctx context.Context, after table.ID, max int) ([]table.ID, error) {
	if since := s.since.Load(); since == 0 || s.opts.Time().UnixNano()-since < int64(s.opts.Settled) {
		return nil, nil
	}
	ctx, cancel := s.timed(ctx)
	defer cancel()
	rows, err := s.pool.Query(ctx, `SELECT id FROM match WHERE NOT packed AND wake IS NULL AND id > $1 AND NOT EXISTS (
			SELECT FROM pg_locks k JOIN pg_database d ON d.oid = k.database WHERE d.datname = current_database() AND k.locktype = 'advisory' AND k.granted
			AND k.classid::bigint = $2 AND k.objid::bigint NOT IN (0, $3) AND k.pid NOT IN (
				SELECT j.pid FROM pg_locks j WHERE j.locktype = 'advisory' AND j.granted AND j.classid::bigint = $4))
		ORDER BY id LIMIT $5`, string(after), int64(s.class), int64(watchLock), int64(s.packs()), max)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[table.ID])
}

// Pack packs a match unless it is packed already. Errors: table.ErrNoMatch; table.ErrDamaged; table.ErrConflict if the match has moved
// on meanwhile.
func (s *Store) Pack(ctx context.Context, id table.ID) error {
	w, err := s.Whole(ctx, id)
	if err != nil {
		return err
	}
	hash, err := w.Head()
	if err != nil {
		return err
	}
	b, err := w.Archive()
	if err != nil {
		return err
	}
	var outcome int
	if err := s.change(ctx, []any{&outcome}, "SELECT outcome FROM archive_match($1,$2,$3,$4)", string(id), len(w.Events), hash[:], b); err != nil {
		return err
	}
	switch outcome {
	case outcomeConflict:
		return fmt.Errorf("match %s: %w", id, table.ErrConflict)
	case outcomeNoMatch:
		return fmt.Errorf("match %s: %w", id, table.ErrNoMatch)
	}
	return nil
}

// fromArchive returns a packed match, whose head is that row.
func fromArchive(id table.ID, head stored) (table.Loaded, error) {
	w, err := storage.ReadArchive(id, head.archive)
	if err != nil {
		return table.Loaded{}, err
	}
	if len(head.hash) != len(table.Head{}.Hash) {
		return table.Loaded{}, fmt.Errorf("%w: the hash of its head has %d bytes", table.ErrDamaged, len(head.hash))
	}
	w.Wake = fromMilli(head.wake)
	return w.Loaded(table.Head{Version: uint64(head.at), Hash: [32]byte(head.hash)})
}

// archive reads the archive of a match; ok is false if it has none.
func archive(ctx context.Context, q querier, id table.ID) (w storage.Whole, ok bool, err error) {
	var b []byte
	err = q.QueryRow(ctx, "SELECT data FROM archive WHERE match = $1", string(id)).Scan(&b)
	if errors.Is(err, pgx.ErrNoRows) {
		return w, false, nil
	}
	if err == nil {
		w, err = storage.ReadArchive(id, b)
	}
	return w, err == nil, err
}

// unpack prepares a commit in the same transaction: it stores the parts of a packed match one by one again. If the archive decides the
// commit, ok is true, and the match stays packed: its cause was applied before, or it is for another version. Another host may have
// unpacked the match meanwhile.
func unpack(ctx context.Context, tx pgx.Tx, c table.Commit) (decided answer, ok bool, err error) {
	if _, err := tx.Exec(ctx, "SELECT FROM match WHERE id = $1 FOR UPDATE", string(c.Match)); err != nil {
		return answer{}, false, err
	}
	w, packed, err := archive(ctx, tx, c.Match)
	if err != nil || !packed {
		return answer{}, false, err
	}
	if known, ok := w.Had(c.Cause); ok {
		version := int64(known.Version)
		return answer{outcome: outcomeRepeat, version: &version, reply: known.Reply}, true, nil
	}
	if uint64(len(w.Events)) != c.Expect {
		return answer{outcome: outcomeConflict}, true, nil
	}
	b := &pgx.Batch{}
	b.Queue("UPDATE match SET packed = false WHERE id = $1", string(c.Match))
	b.Queue("DELETE FROM archive WHERE match = $1", string(c.Match))
	parts(b, w)
	return answer{}, false, tx.SendBatch(ctx, b).Close()
}

// parts inserts the events, causes and snapshot of a match.
func parts(b *pgx.Batch, m storage.Whole) {
	var at [32]byte
	for _, e := range m.Events {
		at = table.Link(at, e)
		b.Queue("INSERT INTO event VALUES ($1, $2, $3, $4, $5)", string(m.ID), e.Seq, e.At.UnixMilli(), bytes.Clone(at[:]), append([]byte{}, e.Data...))
		if e.Seq == m.Base {
			b.Queue("INSERT INTO snapshot VALUES ($1, $2, $3, $4)", string(m.ID), e.Seq, seal(e.Seq, at, m.State), append([]byte{}, m.State...))
		}
	}
	for _, c := range m.Causes {
		b.Queue("INSERT INTO cause VALUES ($1, $2, $3, $4)", string(m.ID), []byte(c.Cause), c.Version, c.Reply)
	}
}
