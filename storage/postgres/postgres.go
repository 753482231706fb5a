// Package postgres keeps matches in a PostgreSQL database behind table.Store, for several hosts at once. It makes the promises of
// package storage.
//
// A commit is one call of one function of the database, and so one transaction and one round trip. An error that the server
// reports means that nothing of it was stored. After any other error, such as a cut connection, it is unknown whether it was
// (table.ErrUnknown), and sending the same commit again finds out.
//
// Each host keeps one session of its own (session.go). The leases of its deliveries end with that session, so that another host
// takes over as soon as the database notices that the first is gone. One of the hosts is on watch: only it does what comes due.
// That saves work and has no other effect. NOTIFY wakes other hosts and is never part of a commit, because it holds a lock of
// the whole database while its transaction is flushed.
package postgres

import (
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"downsync/game/table"
	"downsync/storage"
)

// Options of a store.
type Options struct {
	// Schema holds the tables; "": the address's search_path, or else "downsync".
	Schema string
	Conns  int32         // the most connections; 0: 16. One more is the host's own session.
	Every  time.Duration // other hosts are told of changes at most this often; 0: 50 ms
	// Patience is how long one call may take; 0: 10 s.
	Patience time.Duration
	// Aside is for a tool beside the hosts: it is no host, never goes on watch, and refuses a schema without tables.
	Aside bool
	// Making makes the tables for a tool beside the hosts as well, if there are none.
	Making bool
	// Moving opens a store that a move has not filled yet.
	Moving bool
	// Changed, if set, is called when another host has changed something, so that deliveries or timers may be due.
	Changed func()
	// Session, if set, is called with the reason when the session of this host has ended, and with nil when it has a new one.
	// Without a session this host does not reach the database.
	Session func(error)
	// Look is how often a host checks whether the watch is free; 0: 1 s. A host on watch that has not looked for ten times as
	// long loses its session, because its process seems to be stopped.
	Look time.Duration
	// Settled is the least age of this host's session at which matches are packed: after an outage, hosts of an earlier program have a
	// session again by then. 0: 10 min.
	Settled time.Duration
	Dial    pgconn.DialFunc  // tests: a network with faults
	Time    func() time.Time // tests: this machine's clock; nil: time.Now
}

// Defaults for what the address leaves out: the schema, the name of the connections on the server, and their number.
const (
	usualSchema, usualName = "downsync", "downsync"
	usualConns             = 16
	usualPatience          = 10 * time.Second
	usualSettled           = 10 * time.Minute
)

// Store is a table.Store in a PostgreSQL database. It is safe for concurrent use.
type Store struct {
	pool   *pgxpool.Pool
	conf   *pgxpool.Config
	opts   Options
	class  int32        // of the advisory locks of this schema
	holder atomic.Int32 // the number of this host while it has a session, otherwise 0
	stands atomic.Bool  // this host has a session, and has looked whether the watch is free
	lost   bool         // owned by hold: Options.Session was told of the loss, and of no new session yet
	watch  atomic.Bool  // this host is on watch
	since  atomic.Int64 // when this host's session began, in nanoseconds since 1970; 0: it has none
	hosts  atomic.Int32 // that have a session, this one among them
	ahead  atomic.Int64 // how far the database's clock is ahead of this machine's, in nanoseconds
	stop   context.CancelFunc
	wg     sync.WaitGroup
	dirty  chan struct{} // holds a token while the others have not been told
}

var _ table.Store = (*Store)(nil)

// ErrEmpty: the database holds no store yet.
var ErrEmpty = errors.New("there is no store")

//go:embed migrations/*.sql
var migrations embed.FS

// formatVersion is the newest version of the tables; migrations/N.sql makes version N from the previous one.
const formatVersion = 3

// Open opens the store at the address, such as postgres://user@host/database, and makes its tables if there are none. The address
// says how the connection is secured (sslmode). The error never holds the password.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	conf, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the address of the store is not that of a PostgreSQL database: expected one like postgres://user@host/database?sslmode=verify-full")
	}
	params := conf.ConnConfig.RuntimeParams
	o.Schema = cmp.Or(o.Schema, params["search_path"], usualSchema)
	o.Look, o.Settled = cmp.Or(o.Look, time.Second), cmp.Or(o.Settled, usualSettled)
	o.Every, o.Patience = cmp.Or(o.Every, 50*time.Millisecond), cmp.Or(o.Patience, usualPatience)
	conf.MaxConns = cmp.Or(o.Conns, usualConns)
	for key, value := range map[string]string{"search_path": pgx.Identifier{o.Schema}.Sanitize(),
		"default_transaction_isolation": "read committed", // the functions are written for it
		"lock_timeout":                  "5s", "idle_in_transaction_session_timeout": "10s",
		"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"} { // otherwise a dead host holds its leases for hours
		params[key] = value
	}
	params["application_name"] = cmp.Or(params["application_name"], usualName)
	if o.Time == nil {
		o.Time = time.Now
	}
	if o.Dial != nil {
		conf.ConnConfig.DialFunc = o.Dial
	}
	pool, err := pgxpool.NewWithConfig(ctx, conf)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL: %w", err)
	}
	sum := sha256.Sum256([]byte(o.Schema))
	s := &Store{pool: pool, conf: conf, opts: o, dirty: make(chan struct{}, 1), class: int32(binary.BigEndian.Uint32(sum[:]) >> 1)}
	first, cancel := context.WithTimeout(ctx, o.Patience)
	defer cancel()
	if err := s.layout(first); err != nil {
		pool.Close()
		return nil, fmt.Errorf("PostgreSQL: %w", err)
	}
	lasting, stop := context.WithCancel(context.Background())
	s.stop = stop
	begun := make(chan error, 1)
	s.wg.Go(func() { s.hold(lasting, begun) })
	s.wg.Go(func() { s.tell(lasting) })
	select {
	case err = <-begun:
	case <-first.Done():
		err = first.Err()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("PostgreSQL: %w", err), s.Close())
	}
	return s, nil
}

// layout makes the tables, once, however many hosts start at the same time. It refuses a server that does not keep P1.
func (s *Store) layout(ctx context.Context) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var standby bool
		var commits, fsync string
		err := tx.QueryRow(ctx, "SELECT pg_is_in_recovery(), current_setting('synchronous_commit'), current_setting('fsync')").Scan(&standby, &commits, &fsync)
		switch {
		case err != nil:
			return err
		case standby:
			return errors.New("this server is a standby, which takes no decisions: name the primary, or add target_session_attrs=read-write to the address")
		case commits == "off":
			return errors.New("synchronous_commit is off, so that a crash would lose decisions that were answered: set it to on")
		case fsync == "off":
			return errors.New("fsync is off, so that a power cut would lose the store: set it to on")
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1, 0)", s.class); err != nil {
			return err
		}
		schema := pgx.Identifier{s.opts.Schema}.Sanitize()
		var there, made bool
		if err := tx.QueryRow(ctx, "SELECT to_regnamespace($1) IS NOT NULL, to_regclass($2) IS NOT NULL", schema, schema+".meta").Scan(&there, &made); err != nil {
			return err
		}
		if !made && s.opts.Aside && !s.opts.Making {
			return fmt.Errorf("%w in the schema %s", ErrEmpty, s.opts.Schema)
		}
		if !there {
			if _, err := tx.Exec(ctx, "CREATE SCHEMA "+schema); err != nil {
				return err
			}
		}
		version, moving := 0, ""
		if made {
			if err := tx.QueryRow(ctx, "SELECT version, moving FROM meta").Scan(&version, &moving); err != nil {
				return err
			}
		}
		switch {
		case version > formatVersion:
			return fmt.Errorf("%w: its tables have version %d, this program knows %d", storage.ErrNewer, version, formatVersion)
		case moving != "" && !s.opts.Moving:
			return storage.ErrMoving
		}
		for ; version < formatVersion; version++ {
			step, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", version+1))
			if err == nil {
				_, err = tx.Exec(ctx, string(step))
			}
			if err == nil {
				_, err = tx.Exec(ctx, "UPDATE meta SET version = $1", version+1)
			}
			if err != nil {
				return fmt.Errorf("version %d of the tables: %w", version+1, err)
			}
		}
		return nil
	})
}

// Close ends this host's session and its connections.
func (s *Store) Close() error {
	s.stop()
	s.wg.Wait()
	s.pool.Close()
	return nil
}

// timed limits a call to Options.Patience.
func (s *Store) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.opts.Patience)
}
