package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage"
)

// Moving returns where a move into the store comes from; "" if the store is whole.
func (s *Store) Moving(ctx context.Context) (from string, err error) {
	err = s.pool.QueryRow(ctx, "SELECT moving FROM meta").Scan(&from)
	return from, err
}

// SetMoving notes where a move into the store comes from, or with "" that the store is whole.
func (s *Store) SetMoving(ctx context.Context, from string) error {
	_, err := s.pool.Exec(ctx, "UPDATE meta SET moving = $1", from)
	return err
}

// Whole reads everything that is kept of a match, as of one moment. It verifies the whole chain.
func (s *Store) Whole(ctx context.Context, id table.ID) (w storage.Whole, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		l, err := load(ctx, tx, id)
		if err != nil {
			return err
		}
		w = storage.Whole{ID: id, Events: append(l.Before, l.Events...), Wake: l.Wake, Base: l.Base, State: l.Snapshot}
		rows, err := tx.Query(ctx, "SELECT cause, version, reply FROM cause WHERE match = $1 ORDER BY cause", string(id))
		if err != nil {
			return err
		}
		w.Causes, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (c storage.Cause, err error) {
			var cause []byte
			err = r.Scan(&cause, &c.Version, &c.Reply)
			if c.Cause = string(cause); len(c.Reply) == 0 {
				c.Reply = nil
			}
			return c, err
		})
		if err != nil {
			return err
		}
		if len(w.Causes) == 0 {
			packed, ok, err := archive(ctx, tx, id)
			if err != nil {
				return err
			}
			if ok {
				w.Causes = packed.Causes
			}
		}
		rows, err = tx.Query(ctx, `SELECT queue, seq, tries, due, prior, ARRAY(SELECT p.seq FROM unnest(pending) WITH ORDINALITY p(seq, body, replaces, at, n) ORDER BY n),
			ARRAY(SELECT p.body FROM unnest(pending) WITH ORDINALITY p(seq, body, replaces, at, n) ORDER BY n),
			ARRAY(SELECT p.replaces FROM unnest(pending) WITH ORDINALITY p(seq, body, replaces, at, n) ORDER BY n),
			ARRAY(SELECT p.at FROM unnest(pending) WITH ORDINALITY p(seq, body, replaces, at, n) ORDER BY n) FROM queue WHERE match = $1 ORDER BY queue`, string(id))
		if err != nil {
			return err
		}
		w.Queues, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (q storage.WholeQueue, err error) {
			var due int64
			var seqs []uint64
			var bodies [][]byte
			var replaces []bool
			var made []*int64
			err = r.Scan(&q.Name, &q.Seq, &q.Tries, &due, &q.Prior, &seqs, &bodies, &replaces, &made)
			q.Due = time.UnixMilli(due)
			for i := range seqs {
				q.Pending = append(q.Pending, table.Pending{Seq: seqs[i], Body: bodies[i], Coalesce: replaces[i], At: fromMilli(made[i])})
			}
			return q.Plain(), err
		})
		return err
	})
	if len(w.Causes) == 0 {
		w.Causes = nil
	}
	if len(w.Queues) == 0 {
		w.Queues = nil
	}
	if err != nil {
		err = fmt.Errorf("match %s: %w", id, err)
	}
	return w, err
}

// PutWhole stores a match with further records, all of it or nothing, in place of what is kept of it.
func (s *Store) PutWhole(ctx context.Context, m storage.Whole, rs ...table.Record) error {
	hash, err := m.Head()
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		id := string(m.ID)
		for _, of := range []string{"event", "cause", "snapshot", "archive", "queue"} {
			b.Queue("DELETE FROM "+of+" WHERE match = $1", id)
		}
		b.Queue("INSERT INTO match VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET version = excluded.version, hash = excluded.hash, wake = excluded.wake, packed = false",
			id, len(m.Events), hash[:], milli(m.Wake))
		parts(b, m)
		for _, q := range m.Queues {
			var seqs []uint64
			var bodies [][]byte
			var replaces []bool
			var made []*int64
			for _, p := range q.Pending {
				seqs, bodies, replaces = append(seqs, p.Seq), append(bodies, p.Body), append(replaces, p.Coalesce)
				made = append(made, milli(p.At))
			}
			b.Queue(`INSERT INTO queue (match, queue, seq, tries, due, prior, pending) SELECT $1, $2, $3, $4, $5, $6,
				ARRAY(SELECT ROW(u.s, u.b, u.r, u.a)::delivery FROM unnest($7::bigint[], $8::bytea[], $9::boolean[], $10::bigint[]) WITH ORDINALITY u(s, b, r, a, n) ORDER BY n)`,
				id, q.Name, q.Seq, q.Tries, q.Due.UnixMilli(), q.Prior, seqs, bodies, replaces, made)
		}
		keys, values, ifs, was := columns(rs)
		b.Queue("SELECT put_records($1, $2, $3, $4)", keys, values, ifs, was)
		return tx.SendBatch(ctx, b).Close()
	})
	if err != nil {
		return fmt.Errorf("match %s: %w", m.ID, verdict(ctx, err))
	}
	s.wrote()
	return nil
}

// Import stores a match that another host exported, as storage.Store.Import does.
func (s *Store) Import(ctx context.Context, id table.ID, events []table.Event, hash [32]byte, rs []table.Record) error {
	w := storage.Whole{ID: id, Events: events}
	if head, err := w.Head(); err != nil || head != hash {
		return errors.Join(err, fmt.Errorf("import: %w: its events do not fit its hash", table.ErrDamaged))
	}
	if _, err := s.Head(ctx, id); !errors.Is(err, table.ErrNoMatch) {
		return errors.Join(err, fmt.Errorf("import: match %s: %w: it is here already", id, table.ErrConflict))
	}
	w.Wake = events[len(events)-1].At // it is due at once
	return s.PutWhole(ctx, w, rs...)
}
