package postgres

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// do runs statements on a server, one after another.
func do(t *testing.T, s *pgtest.Server, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, sql := range statements {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

// failover loads two hosts whose server is killed, and whose standby takes over. It returns what the history says.
func failover(t *testing.T, before func(primary, standby *pgtest.Server)) error {
	primary := pgtest.New(t)
	standby := primary.Standby(t)
	either := strings.Replace(primary.URL(), primary.Folder, primary.Folder+","+standby.Folder, 1) + "&target_session_attrs=read-write"
	impatient := func(o *Options) { o.Patience = 2 * time.Second }
	hosts := []*Store{open(t, either, impatient), open(t, either, impatient)}
	before(primary, standby)
	var h storetest.History
	write(t, hosts, &h, "first", 4, 10)
	var wg sync.WaitGroup
	wg.Go(func() { write(t, hosts, &h, "over", 4, 40) })
	for _, n := h.Count(); ; {
		if _, now := h.Count(); now > n+5 {
			break
		}
	}
	primary.Kill()
	do(t, standby, "SELECT pg_promote()")
	wg.Wait()
	write(t, hosts, &h, "last", 4, 10)
	whole := open(t, either)
	sound(t, whole)
	return judge(t, &h, whole)
}

// The server is killed under load, and its synchronous standby takes over: nothing that was answered is lost, and the hosts find it by
// themselves.
func TestStandbyTakesOver(t *testing.T) {
	t.Parallel()
	err := failover(t, func(primary, _ *pgtest.Server) {
		do(t, primary, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
	})
	if err != nil {
		t.Error(err)
	}
}

// The same test finds a standby that does not have everything.
func TestFailoverFindsALaggingStandby(t *testing.T) {
	t.Parallel()
	err := failover(t, func(_, standby *pgtest.Server) {
		do(t, standby, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
	})
	if err == nil || !strings.HasPrefix(err.Error(), "P") {
		t.Errorf("found: %v", err)
	}
}
