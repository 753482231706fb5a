package postgres

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
)

// While a host of an earlier program serves the store, no match is offered for packing: it has the lock of a host, and not the one
// that says that it reads archives.
func TestPackingWaitsForOlderHosts(t *testing.T) {
	url := pgtest.URL(t)
	s := open(t, url)
	open(t, url) // another of this program
	if _, err := s.Commit(t.Context(), table.Commit{Match: "m", Cause: "a", At: time.Unix(1<<32, 0), Events: [][]byte{[]byte("e")}}); err != nil {
		t.Fatal(err)
	}
	offered := func(what string, want int) {
		t.Helper()
		if ids, err := s.Unpacked(t.Context(), "", 9); err != nil || len(ids) != want {
			t.Errorf("%s: %v %v", what, ids, err)
		}
	}
	offered("with two hosts of this program", 1)
	older, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer older.Close(t.Context())
	lock := func(sql string) {
		t.Helper()
		if _, err := older.Exec(t.Context(), "SELECT "+sql+"($1, 7)", s.class); err != nil {
			t.Fatal(err)
		}
	}
	lock("pg_advisory_lock")
	offered("beside a host of an earlier program", 0)
	if err := s.Pack(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	// An earlier program takes any row for an answer, and a packed match must not look as if it had stored the commit.
	var outcome int
	err = older.QueryRow(t.Context(), "SELECT outcome FROM commit_match($1, 1, 'b', 0, ARRAY['e'::bytea], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)", "m").Scan(&outcome)
	if pg := reported(err); pg == nil || pg.Code != "DS002" {
		t.Errorf("its commit: %d %v", outcome, err)
	}
	lock("pg_advisory_unlock")
	if _, err := s.Commit(t.Context(), table.Commit{Match: "m", Expect: 1, Cause: "c", At: time.Unix(1<<32, 0), Events: [][]byte{[]byte("e")}}); err != nil {
		t.Fatal(err)
	}
	offered("after it", 1)
}

// After an outage a host of an earlier program may not have its session again yet. So no match is offered for packing until this host has
// had its own for a while.
func TestPackingWaitsAfterAnOutage(t *testing.T) {
	now := atomic.Int64{}
	now.Store(1 << 60)
	s := open(t, pgtest.URL(t), func(o *Options) {
		o.Settled, o.Time = 0, func() time.Time { return time.Unix(0, now.Load()) }
	})
	if _, err := s.Commit(t.Context(), table.Commit{Match: "m", Cause: "a", At: time.Unix(1<<32, 0), Events: [][]byte{[]byte("e")}}); err != nil {
		t.Fatal(err)
	}
	for after, want := range map[time.Duration]int{0: 0, usualSettled - time.Second: 0, usualSettled: 1} {
		now.Store(1<<60 + int64(after))
		if ids, err := s.Unpacked(t.Context(), "", 9); err != nil || len(ids) != want {
			t.Errorf("%s after the session began: %v %v", after, ids, err)
		}
	}
}
