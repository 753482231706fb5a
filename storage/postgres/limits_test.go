package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// counting counts the errors of a kind that the server reports. A careless one takes them for success: the control.
type counting struct {
	code     string // of the errors
	careless bool
	n        atomic.Int64
}

func (c *counting) send(s *Store, ctx context.Context, x table.Commit) (table.Receipt, error) {
	r, err := s.Commit(ctx, x)
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == c.code {
		if c.n.Add(1); c.careless {
			return table.Receipt{Version: x.Expect + uint64(len(x.Events)), Reply: x.Reply}, nil
		}
	}
	return r, err
}

// enough is how many errors a test needs: one is enough for a control.
func (c *counting) enough() int {
	if c.careless {
		return 1
	}
	return faults()
}

// until writes until the server has reported that many errors.
func (c *counting) until(t *testing.T, n int, hosts []*Store, h *storetest.History) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	for round := 0; c.n.Load() < int64(n); round++ {
		if ctx.Err() != nil {
			t.Fatalf("%d errors %s, expected %d", c.n.Load(), c.code, n)
		}
		writeBy(t.Errorf, c.send, hosts, h, fmt.Sprintf("%s-%d-", c.code, round), 8, 10)
	}
}

// fill loads two hosts while their server's disk is full, and once there is room again.
func fill(t *testing.T, careless bool) error {
	server, ok := pgtest.Small(t)
	if !ok {
		t.Log("no small disk can be mounted here: the server refuses as if it were full")
		return failing(t, careless, "53100", "RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'", "")
	}
	hosts := []*Store{open(t, server.URL()), open(t, server.URL())}
	var h storetest.History
	write(t, hosts, &h, "before", 4, 5)
	c := &counting{code: "53100", careless: careless}
	server.Fill()
	c.until(t, c.enough(), hosts, &h)
	server.Free()
	write(t, hosts, &h, "after", 4, 5)
	whole := open(t, server.URL())
	sound(t, whole)
	return judge(t, &h, whole)
}

// The database's disk is full: commits that cannot be stored are refused, nothing is lost or stored in part, and everything
// goes on when there is room. If no small disk can be mounted, the server is made to refuse now and then.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if err := fill(t, false); err != nil {
		t.Error(err)
	}
}

// The same test finds a host that takes the refusal for success.
func TestFullDiskFindsCarelessHosts(t *testing.T) {
	t.Parallel()
	if err := fill(t, true); err == nil {
		t.Error("nothing was found")
	}
}

// failing loads two hosts of a server that does this at one commit in ten, which ends in an error with the code.
func failing(t *testing.T, careless bool, code, does, options string) error {
	url := pgtest.URL(t)
	whole := open(t, url)
	_, err := whole.pool.Exec(t.Context(), `CREATE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS
		$$BEGIN IF random() < 0.1 THEN `+does+`; END IF; RETURN NEW; END$$;
		CREATE TRIGGER failing BEFORE INSERT ON cause FOR EACH ROW EXECUTE FUNCTION failing()`)
	if err != nil {
		t.Fatal(err)
	}
	hosts := []*Store{open(t, url+options), open(t, url+options)}
	var h storetest.History
	c := &counting{code: code, careless: careless}
	c.until(t, c.enough(), hosts, &h)
	if _, err := whole.pool.Exec(t.Context(), "DROP FUNCTION failing CASCADE"); err != nil {
		t.Fatal(err)
	}
	sound(t, whole)
	return judge(t, &h, whole)
}

// linger loads two hosts whose statements take too long, now and then.
func linger(t *testing.T, careless bool) error {
	return failing(t, careless, "57014", "PERFORM pg_sleep(60)", "&statement_timeout=500")
}

// Statements that take too long are cancelled by the server: such a commit was not made, and its sender knows.
func TestStatementTimeouts(t *testing.T) {
	t.Parallel()
	if err := linger(t, false); err != nil {
		t.Error(err)
	}
}

// The same test finds a host that takes the cancellation for success.
func TestStatementTimeoutsFindCarelessHosts(t *testing.T) {
	t.Parallel()
	if err := linger(t, true); err == nil {
		t.Error("nothing was found")
	}
}

// The test of killed servers finds one that was told, behind the hosts' backs, to answer before anything is on its disk: it
// loses transactions.
func TestKilledFindsLostTransactions(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t, "-c", "wal_writer_delay=10s")
	host := open(t, server.URL())
	var h storetest.History
	write(t, []*Store{host}, &h, "before", 2, 5)
	do(t, server, "ALTER SYSTEM SET synchronous_commit = off", "SELECT pg_reload_conf()")
	for round := range 5 { // one of them does not end just as the server writes
		write(t, []*Store{host}, &h, fmt.Sprintf("early%d-", round), 2, 20)
		server.Kill()
		if err := server.Run(); err != nil {
			t.Fatal(err)
		}
		if judge(t, &h, host) != nil {
			return
		}
	}
	t.Error("nothing was found")
}

// apart leases on one host whose machine's clock is 5 s fast, and asks on another whose clock is 5 s slow, at the times that
// now returns. It returns how many deliveries both leased at once.
func apart(t *testing.T, now func(*Store) time.Time) (twice int) {
	url := pgtest.URL(t)
	off := func(d time.Duration) func(*Options) {
		return func(o *Options) { o.Time = func() time.Time { return time.Now().Add(d) } }
	}
	slow, fast := open(t, url, off(-5*time.Second)), open(t, url, off(5*time.Second))
	const lease = 4 * time.Second // less than the clocks are apart, more than a busy machine takes for the rest
	for n := range faults() {
		c := storetest.Attempt{Match: table.ID(fmt.Sprint(n)), Cause: "a", Events: 1}.CommitOf()
		c.At = time.Now().Add(-time.Minute)
		if _, err := slow.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		held, err := slow.Lease(t.Context(), now(slow), lease, 1)
		if err != nil {
			t.Fatal(err)
		}
		again, err := fast.Lease(t.Context(), now(fast), lease, 1)
		if err != nil || len(held) == 0 {
			t.Fatal(held, err)
		}
		twice += len(again)
		for _, d := range append(held, again...) {
			s := slow
			if len(again) > 0 {
				s = fast
			}
			if err := s.Done(t.Context(), d, nil); err != nil && !errors.Is(err, table.ErrLost) {
				t.Fatal(err)
			}
		}
	}
	return twice
}

// Hosts whose machines' clocks are 10 s apart agree on the database's time: no lease ends early for the other.
func TestClocksApart(t *testing.T) {
	t.Parallel()
	if n := apart(t, (*Store).Now); n > 0 {
		t.Errorf("%d deliveries were in two hands", n)
	}
	if n := apart(t, func(s *Store) time.Time { return s.opts.Time() }); n == 0 {
		t.Error("by their own clocks none was in two hands either")
	}
}
