package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage"
)

// milli returns a time in its stored form; nil is none.
func milli(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	n := t.UnixMilli()
	return &n
}

func fromMilli(n *int64) time.Time {
	if n == nil {
		return time.Time{}
	}
	return time.UnixMilli(*n).UTC()
}

// columns returns records sorted by key, so that no two changes wait for each other. Of several with one key the last counts.
func columns(rs []table.Record) (keys, values [][]byte, ifs []bool, was [][]byte) {
	sorted := slices.Clone(rs)
	slices.SortStableFunc(sorted, func(a, b table.Record) int { return strings.Compare(a.Key, b.Key) })
	for i, r := range sorted {
		if i > 0 && sorted[i-1].Key == r.Key {
			last := len(keys) - 1
			values[last] = r.Value
			if r.If {
				ifs[last], was[last] = true, r.Was
			}
			continue
		}
		keys, values, ifs, was = append(keys, []byte(r.Key)), append(values, r.Value), append(ifs, r.If), append(was, r.Was)
	}
	return keys, values, ifs, was
}

// commitSQL is the call that makes a commit, and commitArgs returns its arguments.
const commitSQL = "SELECT outcome, version, reply FROM commit_match($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15)"

func commitArgs(c table.Commit) []any {
	var queues []string
	var bodies, events [][]byte
	var replaces []bool
	for _, e := range c.Send {
		queues, bodies, replaces = append(queues, e.Queue), append(bodies, e.Body), append(replaces, e.Coalesce)
	}
	for _, e := range c.Events {
		events = append(events, append([]byte{}, e...)) // nil would be null
	}
	keys, values, ifs, was := columns(c.Records)
	return []any{string(c.Match), int64(c.Expect), []byte(c.Cause), c.At.UnixMilli(), events, c.State, milli(c.Wake), queues, bodies, replaces, keys, values, ifs, was, c.Reply}
}

// Commit stores one decision; see table.Store.
func (s *Store) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if err := c.Check(); err != nil {
		return table.Receipt{}, err
	}
	a, err := s.commit(ctx, c)
	if err != nil {
		return table.Receipt{}, err
	}
	switch a.outcome {
	case outcomeConflict:
		return table.Receipt{}, table.ErrConflict
	case outcomeNoMatch:
		return table.Receipt{}, table.ErrNoMatch
	}
	if len(a.reply) == 0 {
		a.reply = nil
	}
	if a.outcome == outcomeStored {
		s.wrote()
	}
	return table.Receipt{Version: uint64(*a.version), Repeat: a.outcome == outcomeRepeat, Reply: a.reply}, nil
}

// answer holds the row that commit_match returns.
type answer struct {
	outcome int
	version *int64
	reply   []byte
}

// The outcomes of commit_match.
const (
	outcomeStored = iota
	outcomeRepeat
	outcomeConflict
	outcomeNoMatch
)

func (a *answer) to() []any { return []any{&a.outcome, &a.version, &a.reply} }

// commit makes a commit: in one statement, or in a transaction of several if its deliveries are due before the time of its events or
// the match is packed.
func (s *Store) commit(ctx context.Context, c table.Commit) (a answer, err error) {
	if len(c.Send) > 0 && c.SendDue().UnixMilli() != c.At.UnixMilli() {
		a, err = s.commitAmong(ctx, c, sendEarly)
	} else {
		err = s.change(ctx, a.to(), commitSQL, commitArgs(c)...)
	}
	if !errors.Is(err, errPacked) {
		return a, err
	}
	return s.commitAmong(ctx, c, func(ctx context.Context, tx pgx.Tx, c table.Commit) (answer, error) {
		if a, decided, err := unpack(ctx, tx, c); decided || err != nil {
			return a, err
		}
		return sendEarly(ctx, tx, c)
	})
}

// commitAmong makes a commit by several statements in one transaction.
func (s *Store) commitAmong(ctx context.Context, c table.Commit, do func(context.Context, pgx.Tx, table.Commit) (answer, error)) (a answer, err error) {
	err = s.again(ctx, func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
			a, err = do(ctx, tx, c)
			return err
		})
	})
	return a, err
}

// sendEarly makes a commit whose deliveries may be due before the time of its events.
func sendEarly(ctx context.Context, tx pgx.Tx, c table.Commit) (a answer, err error) {
	if err := tx.QueryRow(ctx, commitSQL, commitArgs(c)...).Scan(a.to()...); err != nil || len(c.Send) == 0 {
		return a, err
	}
	var queues []string
	for _, e := range c.Send {
		queues = append(queues, e.Queue)
	}
	// A queue that was not empty keeps its time, unless that was of such a commit too.
	_, err = tx.Exec(ctx, "UPDATE queue SET due = $1 WHERE match = $2 AND queue = ANY($3) AND due = $4 AND tries = 0", c.SendDue().UnixMilli(), string(c.Match), queues, c.At.UnixMilli())
	return a, err
}

// Head returns the match's head.
func (s *Store) Head(ctx context.Context, id table.ID) (table.Head, error) {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	var version int64
	var hash []byte
	err := s.pool.QueryRow(ctx, "SELECT version, hash FROM match WHERE id = $1", string(id)).Scan(&version, &hash)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return table.Head{}, table.ErrNoMatch
	case err == nil && len(hash) != sha256.Size:
		err = fmt.Errorf("match %s: %w: the hash of its head has %d bytes", id, table.ErrDamaged, len(hash))
	}
	if err != nil {
		return table.Head{}, err
	}
	return table.Head{Version: uint64(version), Hash: [sha256.Size]byte(hash)}, nil
}

// Load returns the newest snapshot and the events before and after it, all as of one moment. It verifies the whole chain;
// ErrDamaged says where the chain breaks.
func (s *Store) Load(ctx context.Context, id table.ID) (table.Loaded, error) {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	out, err := load(ctx, s.pool, id)
	if err != nil {
		return table.Loaded{}, fmt.Errorf("match %s: %w", id, err)
	}
	return out, nil
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// stored is a row of the query in load: the match's head with its snapshot or its archive, or an event.
type stored struct {
	seq, at                  int64
	hash, data, sum, archive []byte
	wake, base               *int64
}

func load(ctx context.Context, q querier, id table.ID) (out table.Loaded, err error) {
	rows, err := q.Query(ctx, `SELECT 0 AS seq, m.version AS at, m.hash, s.data, m.wake, s.version, s.sum, a.data FROM match m
			LEFT JOIN snapshot s ON s.match = m.id LEFT JOIN archive a ON a.match = m.id WHERE m.id = $1
		UNION ALL SELECT seq, at, hash, data, NULL, NULL, NULL, NULL FROM event WHERE match = $1 ORDER BY seq`, string(id))
	if err != nil {
		return out, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (x stored, err error) {
		return x, r.Scan(&x.seq, &x.at, &x.hash, &x.data, &x.wake, &x.base, &x.sum, &x.archive)
	})
	switch {
	case err != nil:
		return out, err
	case len(all) == 0:
		return out, table.ErrNoMatch
	case all[0].seq != 0:
		return out, fmt.Errorf("%w: it has events and no head", table.ErrDamaged)
	}
	head, all := all[0], all[1:]
	if head.archive != nil && len(all) == 0 {
		return fromArchive(id, head)
	}
	out.Version, out.Wake = uint64(head.at), fromMilli(head.wake)
	var hash [sha256.Size]byte
	events := make([]table.Event, len(all))
	for i, x := range all {
		e := table.Event{Seq: uint64(i) + 1, At: time.UnixMilli(x.at).UTC(), Data: x.data}
		if x.seq != int64(e.Seq) {
			return out, fmt.Errorf("%w: event %d is missing", table.ErrDamaged, e.Seq)
		}
		if hash = table.Link(hash, e); !bytes.Equal(hash[:], x.hash) {
			return out, fmt.Errorf("%w: event %d does not fit its hash", table.ErrDamaged, e.Seq)
		}
		if head.base != nil && *head.base == x.seq && bytes.Equal(seal(e.Seq, hash, head.data), head.sum) {
			out.Base, out.Snapshot = e.Seq, head.data
		}
		events[i] = e
	}
	if uint64(len(events)) != out.Version || !bytes.Equal(hash[:], head.hash) {
		return out, fmt.Errorf("%w: it has %d events, its head says %d", table.ErrDamaged, len(events), out.Version)
	}
	out.Before, out.Events = events[:out.Base:out.Base], events[out.Base:]
	return out, nil
}

// seal returns the sum that ties a snapshot to its event, as in commit_match.
func seal(version uint64, hash [sha256.Size]byte, state []byte) []byte {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, version))
	h.Write(hash[:])
	h.Write(state)
	return h.Sum(nil)
}

// Events returns at most max events with Seq > after, oldest first. One statement reads them, because the match may be packed or
// unpacked meanwhile.
func (s *Store) Events(ctx context.Context, id table.ID, after uint64, max int) ([]table.Event, error) {
	if max <= 0 {
		return nil, nil
	}
	ctx, cancel := s.timed(ctx)
	defer cancel()
	rows, err := s.pool.Query(ctx, `SELECT NULL AS seq, NULL AS at, data FROM archive WHERE match = $1
		UNION ALL (SELECT seq, at, data FROM event WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT $3) ORDER BY seq NULLS FIRST`, string(id), int64(after), max)
	if err != nil {
		return nil, err
	}
	var archived []byte
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (e table.Event, err error) {
		var seq, at *int64
		if err := r.Scan(&seq, &at, &e.Data); err != nil {
			return e, err
		}
		if seq == nil {
			archived = e.Data
			return e, nil
		}
		e.Seq, e.At = uint64(*seq), time.UnixMilli(*at).UTC()
		return e, nil
	})
	if err != nil || archived == nil {
		return out, err
	}
	w, err := storage.ReadArchive(id, archived)
	all := w.Events[min(after, uint64(len(w.Events))):]
	return all[:min(len(all), max)], err
}

// Due lists at most max matches whose Wake is not after now, earliest first.
func (s *Store) Due(ctx context.Context, now time.Time, max int) ([]table.Due, error) {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	rows, err := s.pool.Query(ctx, "SELECT id, wake FROM match WHERE wake <= $1 ORDER BY wake, id LIMIT $2", now.UnixMilli(), max)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (table.Due, error) {
		var id string
		var wake int64
		err := r.Scan(&id, &wake)
		return table.Due{Match: table.ID(id), Wake: time.UnixMilli(wake).UTC()}, err
	})
}

// NextWake returns the earliest Wake of all matches, or the zero time if there is none.
func (s *Store) NextWake(ctx context.Context) (time.Time, error) {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	var wake *int64
	err := s.pool.QueryRow(ctx, "SELECT min(wake) FROM match WHERE wake IS NOT NULL").Scan(&wake)
	return fromMilli(wake), err
}

// errNoSession: the session on which leases depend is being opened again.
var errNoSession = errors.New("PostgreSQL: this host has no session at the moment")

// leaseSQL leases queues, and says of each whether it has a lease that was not settled: the statement sees the queue as it was before.
// This needs no other function in the database, so hosts of earlier programs go on beside it.
const leaseSQL = `SELECT l.*, EXISTS (SELECT FROM queue q WHERE q.match = l.o_match AND q.queue = l.o_queue AND q.token IS NOT NULL)
  FROM lease_queues($1,$2,$3,$4,$5) l`

// Lease leases up to max deliveries that are due, at most one per queue.
func (s *Store) Lease(ctx context.Context, now time.Time, d time.Duration, max int) ([]table.Delivery, error) {
	if max <= 0 {
		return nil, nil
	}
	holder := s.holder.Load()
	if holder == 0 {
		return nil, &table.Fault{Reason: table.FaultUnreachable, Err: errNoSession}
	}
	bound, cancel := s.timed(ctx)
	defer cancel()
	rows, err := s.pool.Query(bound, leaseSQL, now.UnixMilli(), now.Add(d).UnixMilli(), max, s.class, holder)
	if err != nil {
		return nil, faulty(reasonOf(ctx, err), err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (table.Delivery, error) {
		var x table.Delivery
		var id string
		var seq, token, due int64
		err := r.Scan(&id, &x.Queue, &seq, &token, &x.Body, &x.Prior, &x.Tries, &due, &x.Unsettled)
		x.Match, x.Seq, x.Token, x.Due = table.ID(id), uint64(seq), uint64(token), time.UnixMilli(due).UTC()
		return x, err
	})
	return out, faulty(reasonOf(ctx, err), err)
}

// Done removes the delivery from its queue and keeps the result, with the records.
func (s *Store) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	return s.settle(ctx, d, nil, result, rs)
}

// Fail postpones the delivery.
func (s *Store) Fail(ctx context.Context, d table.Delivery, retryAt time.Time, result []byte, rs ...table.Record) error {
	return s.settle(ctx, d, milli(retryAt), result, rs)
}

// RetryNow makes every delivery due that waits for a time after now.
func (s *Store) RetryNow(ctx context.Context, now time.Time) error {
	var n int
	return s.change(ctx, []any{&n}, "WITH late AS (UPDATE queue SET due = $1 WHERE cardinality(pending) > 0 AND due > $1 RETURNING 1) SELECT count(*) FROM late", now.UnixMilli())
}

func (s *Store) settle(ctx context.Context, d table.Delivery, retry *int64, result []byte, rs []table.Record) error {
	if err := table.CheckRecords(rs); err != nil {
		return err
	}
	sql, args := "SELECT settle($1,$2,$3,$4,$5,$6)", []any{string(d.Match), d.Queue, int64(d.Token), int64(d.Seq), retry, result}
	if len(rs) > 0 { // one statement, so that a changed record takes all of it back; put_records returns nothing
		keys, values, ifs, was := columns(rs)
		sql = "SELECT CASE WHEN settle($1,$2,$3,$4,$5,$6) THEN coalesce(put_records($7,$8,$9,$10)::text, '') = '' ELSE false END"
		args = append(args, keys, values, ifs, was)
	}
	var ours bool
	err := s.change(ctx, []any{&ours}, sql, args...)
	if err == nil && !ours {
		return table.ErrLost
	}
	return err
}

// Get returns the value of one record, or ErrNoRecord.
func (s *Store) Get(ctx context.Context, key string) ([]byte, error) {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	var v []byte
	err := s.pool.QueryRow(ctx, "SELECT value FROM record WHERE key = $1", []byte(key)).Scan(&v)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("record %s: %w", key, table.ErrNoRecord)
	}
	return v, err
}

// List returns at most max records with the prefix and Key > after, in key order.
func (s *Store) List(ctx context.Context, prefix, after string, max int) ([]table.Record, error) {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	rows, err := s.pool.Query(ctx, "SELECT key, value FROM record WHERE key >= $1 AND key > $2 AND ($3::bytea IS NULL OR key < $3) ORDER BY key LIMIT $4",
		[]byte(prefix), []byte(after), beyond(prefix), max)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (table.Record, error) {
		var k []byte
		var x table.Record
		err := r.Scan(&k, &x.Value)
		x.Key = string(k)
		return x, err
	})
}

// beyond returns the first key after all with the prefix; nil: there is none.
func beyond(prefix string) []byte {
	b := []byte(prefix)
	for len(b) > 0 {
		if b[len(b)-1]++; b[len(b)-1] != 0 {
			return b
		}
		b = b[:len(b)-1]
	}
	return nil
}

// Put writes records, all or none.
func (s *Store) Put(ctx context.Context, rs ...table.Record) error {
	if err := table.CheckRecords(rs); err != nil {
		return err
	}
	keys, values, ifs, was := columns(rs)
	var nothing any
	return s.change(ctx, []any{&nothing}, "SELECT put_records($1, $2, $3, $4)", keys, values, ifs, was)
}

// Backlog counts the work that waits at the moment now.
func (s *Store) Backlog(now time.Time) (storage.Backlog, error) {
	ctx, cancel := s.timed(context.Background())
	defer cancel()
	var b storage.Backlog
	var oldest *int64
	err := s.pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM match WHERE wake IS NOT NULL), (SELECT count(*) FROM match WHERE wake <= $1),
		(SELECT count(*) FROM queue WHERE cardinality(pending) > 0), (SELECT count(*) FROM queue WHERE cardinality(pending) > 0 AND due <= $1),
		(SELECT min(coalesce(p.at, q.due)) FROM queue q, unnest(q.pending) p WHERE cardinality(q.pending) > 0)`,
		now.UnixMilli()).Scan(&b.Timers, &b.Overdue, &b.Queues, &b.Due, &oldest)
	b.Oldest = fromMilli(oldest)
	return b, err
}

// Matches lists the ids of all stored matches in ascending order.
func (s *Store) Matches() ([]table.ID, error) {
	ctx, cancel := s.timed(context.Background())
	defer cancel()
	rows, err := s.pool.Query(ctx, "SELECT id FROM match ORDER BY id")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[table.ID])
}

// Check verifies the chain of every match, its snapshot, and that nothing belongs to a match that is not there.
func (s *Store) Check(ctx context.Context) (storage.Report, error) {
	var r storage.Report
	ids, err := s.Matches()
	if err != nil {
		return r, err
	}
	for _, id := range ids {
		r.Matches++
		l, err := s.Load(ctx, id)
		switch {
		case ctx.Err() != nil:
			return r, ctx.Err()
		case errors.Is(err, storage.ErrNewer):
			r.Newer = append(r.Newer, id)
			continue
		case err != nil:
			r.Damaged = append(r.Damaged, storage.Damage{Match: id, Where: err.Error()})
			continue
		}
		r.Events += len(l.Before) + len(l.Events)
	}
	rows, err := s.pool.Query(ctx, `SELECT c.match, 'its cause ' || encode(c.cause, 'escape') || ' is of no event it has', true
			FROM cause c JOIN match m ON m.id = c.match WHERE c.version > m.version OR c.version < 1
		UNION ALL SELECT m.id, 'it is packed and has no archive', true FROM match m LEFT JOIN archive a ON a.match = m.id WHERE m.packed AND a.match IS NULL
		UNION ALL SELECT s.match, 'its snapshot at version ' || s.version || ' is of no event it has', false
			FROM snapshot s LEFT JOIN event e ON e.match = s.match AND e.seq = s.version WHERE e.seq IS NULL OR s.sum <> sha256(int8send(s.version) || e.hash || s.data)
		UNION ALL SELECT a.match, 'an archive of a match that is not packed', false FROM archive a LEFT JOIN match m ON m.id = a.match WHERE m.id IS NULL OR NOT m.packed
		UNION ALL SELECT q.match, 'queue ' || q.queue || ' of a match that is not there', false FROM queue q LEFT JOIN match m ON m.id = q.match WHERE m.id IS NULL
		UNION ALL SELECT DISTINCT e.match, 'events of a match that is not there', false FROM event e LEFT JOIN match m ON m.id = e.match WHERE m.id IS NULL`)
	if err != nil {
		return r, err
	}
	var id, where string
	var damage bool
	_, err = pgx.ForEachRow(rows, []any{&id, &where, &damage}, func() error {
		to := &r.Astray
		if damage {
			to = &r.Damaged
		}
		*to = append(*to, storage.Damage{Match: table.ID(id), Where: where})
		return nil
	})
	return r, err
}
