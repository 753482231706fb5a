package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
)

// The session of a host is one connection that it keeps open. An advisory lock with the host's number lives as long as the
// session. Leases name that number, and a host that leases checks which numbers are locked.

// watchLock is the number of the advisory lock of the host on watch. Hosts have lower ones; 0 is the lock of the layout.
const watchLock = 1<<31 - 1

// hold keeps a session. A new session has a new number: deliveries leased under the old one may belong to other hosts by now,
// and its tokens are then refused.
func (s *Store) hold(ctx context.Context, begun chan<- error) {
	for ctx.Err() == nil {
		err := s.session(ctx, begun)
		s.holder.Store(0)
		s.watch.Store(false)
		if s.stands.Swap(false) && ctx.Err() == nil {
			s.lost = true
			s.told(err)
		}
		select {
		case begun <- err:
		default: // it had begun
		}
		pause(ctx, 200*time.Millisecond)
	}
}

// session runs one session to its end.
func (s *Store) session(ctx context.Context, begun chan<- error) error {
	conn, err := pgx.ConnectConfig(ctx, s.conf.ConnConfig.Copy())
	if err != nil {
		return err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if !conn.IsClosed() { // the server gives locks back some time after a connection is closed; a store that is closed has none
			_, _ = conn.Exec(end, "SELECT pg_advisory_unlock_all()")
		}
		_ = conn.Close(end) // the server notices in any case
	}()
	var number int32
	for locked := s.opts.Aside; !locked; {
		number = rand.Int32N(watchLock-1) + 1
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1, $2)", s.class, number).Scan(&locked); err != nil {
			return err
		}
	}
	if number != 0 { // hosts of earlier programs do not have this lock; see Unpacked
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock_shared($1, $2)", s.packs(), formatVersion); err != nil {
			return err
		}
	}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{s.channel()}.Sanitize()); err != nil {
		return err
	}
	s.holder.Store(number)
	s.since.Store(s.opts.Time().UnixNano())
	defer s.since.Store(0)
	for first := true; ; first = false {
		if err := s.look(ctx, conn); err != nil {
			return err
		}
		if first {
			s.stands.Store(true)
			select {
			case begun <- nil:
			default:
			}
			if s.lost {
				s.lost = false
				s.told(nil)
			}
			s.changed() // earlier notifications were missed
		}
		if err := s.listen(ctx, conn, number); err != nil {
			return err
		}
	}
}

// look takes the watch if it is free, and reads the database's clock. A stopped process keeps its connection and with it the
// watch, so the next host that looks ends that session.
func (s *Store) look(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	sent := s.opts.Time()
	var now time.Time
	watch, may := s.watch.Load(), !s.opts.Aside
	var hosts int32
	err := conn.QueryRow(ctx, `SELECT clock_timestamp(), CASE WHEN $3 OR NOT $4 THEN $3 ELSE pg_try_advisory_lock($1, $2) END,
		(SELECT count(*) FROM pg_locks k JOIN pg_database d ON d.oid = k.database WHERE d.datname = current_database() AND k.locktype = 'advisory'
			AND k.classid = $1::int::oid AND k.objid NOT IN (0, $2::int::oid) AND k.granted)`,
		s.class, watchLock, watch, may).Scan(&now, &watch, &hosts)
	if err != nil {
		return err
	}
	s.ahead.Store(int64(now.Sub(sent.Add(s.opts.Time().Sub(sent) / 2))))
	s.hosts.Store(hosts)
	if !watch && may {
		_, err := conn.Exec(ctx, `SELECT pg_terminate_backend(a.pid) FROM pg_locks k JOIN pg_stat_activity a ON a.pid = k.pid
			WHERE k.locktype = 'advisory' AND k.classid::bigint = $1 AND k.objid::bigint = $2 AND k.granted AND a.datname = current_database()
			AND a.state_change < now() - $3::interval`, int64(s.class), int64(watchLock), 10*s.opts.Look)
		if err != nil {
			return err
		}
	}
	if watch != s.watch.Swap(watch) {
		s.changed()
	}
	return nil
}

// listen waits until it is time to look again, and passes on the notifications of other hosts meanwhile.
func (s *Store) listen(ctx context.Context, conn *pgx.Conn, number int32) error {
	wait, cancel := context.WithTimeout(ctx, s.opts.Look)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(wait)
		switch {
		case err == nil && n.Payload != fmt.Sprint(number):
			s.changed()
		case err == nil:
		case wait.Err() != nil && ctx.Err() == nil && !conn.IsClosed():
			return nil
		default:
			return err
		}
	}
}

// OnWatch reports whether this host is the one that does what comes due.
func (s *Store) OnWatch() bool { return s.watch.Load() }

// Reached reports whether this host has a session with the database, as of the last look. Without one it does not know what other hosts do.
func (s *Store) Reached() bool { return s.stands.Load() }

// Hosts returns how many hosts serve this store, as of the last look.
func (s *Store) Hosts() int { return int(s.hosts.Load()) }

// Served reports whether some host is on watch.
func (s *Store) Served(ctx context.Context) (yes bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_locks k JOIN pg_database d ON d.oid = k.database WHERE d.datname = current_database()
		AND k.locktype = 'advisory' AND k.classid::bigint = $1 AND k.objid::bigint = $2 AND k.granted)`, int64(s.class), int64(watchLock)).Scan(&yes)
	return yes, err
}

// Now returns the time of the database's clock, which is the same for all hosts.
func (s *Store) Now() time.Time { return s.opts.Time().Add(time.Duration(s.ahead.Load())) }

// channel is the channel on which hosts tell each other that something has changed.
func (s *Store) channel() string { return "downsync_" + s.opts.Schema }

func (s *Store) told(lost error) {
	if s.opts.Session != nil {
		s.opts.Session(lost)
	}
}

func (s *Store) changed() {
	if s.opts.Changed != nil {
		s.opts.Changed()
	}
}

// tell tells the other hosts of changes, outside of every commit and not often. A host that hears nothing still looks from time
// to time.
func (s *Store) tell(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.dirty:
		}
		call, cancel := s.timed(ctx)
		_, _ = s.pool.Exec(call, "SELECT pg_notify($1, $2)", s.channel(), fmt.Sprint(s.holder.Load()))
		cancel()
		pause(ctx, s.opts.Every)
	}
}

// wrote makes tell tell the other hosts.
func (s *Store) wrote() {
	select {
	case s.dirty <- struct{}{}:
	default:
	}
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
