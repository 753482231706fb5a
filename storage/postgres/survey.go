package postgres

import (
	"context"
	"time"
)

// Survey describes the server of a store, with what an operator may have to fix.
type Survey struct {
	Version     string        // of PostgreSQL
	Bytes       int64         // of the tables with their indexes
	Hosts       int           // that serve the store
	Remote      bool          // on another machine
	Encrypted   bool          // the connection is
	Superuser   bool          // the role is
	Synchronous string        // synchronous_standby_names: who must have a decision before it is answered
	Free        int           // connections that the server has left
	Ahead       time.Duration // how far the server's clock is ahead of this machine's
}

// Most is how many connections a host takes at most, with the usual options.
const Most = usualConns + 1

// Survey looks at the server.
func (s *Store) Survey(ctx context.Context) (v Survey, err error) {
	ctx, cancel := s.timed(ctx)
	defer cancel()
	sent := s.opts.Time()
	var now time.Time
	err = s.pool.QueryRow(ctx, `SELECT clock_timestamp(), current_setting('server_version'),
		(SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r'),
		(SELECT count(*) FROM pg_locks k JOIN pg_database d ON d.oid = k.database WHERE d.datname = current_database() AND k.locktype = 'advisory'
			AND k.classid::bigint = $2 AND k.objid::bigint NOT IN (0, $3) AND k.granted),
		coalesce(NOT inet_server_addr() <<= '127.0.0.0/8' AND inet_server_addr() <> '::1', false),
		coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
		(SELECT rolsuper FROM pg_roles WHERE rolname = current_user), current_setting('synchronous_standby_names'),
		current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
			- (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int`,
		s.opts.Schema, int64(s.class), int64(watchLock)).
		Scan(&now, &v.Version, &v.Bytes, &v.Hosts, &v.Remote, &v.Encrypted, &v.Superuser, &v.Synchronous, &v.Free)
	v.Ahead = now.Sub(sent.Add(s.opts.Time().Sub(sent) / 2))
	return v, err
}
