package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// connect returns a plain connection to a server.
func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.PgConn().Conn().Close() }) // it may be waiting
	return conn
}

// do runs statements on a server, one after another.
func do(t *testing.T, s *pgtest.Server, statements ...string) {
	t.Helper()
	conn := connect(t, s.URL())
	for _, sql := range statements {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

// failover loads two hosts of a server and its standby. That many times it kills the server under the load, promotes its
// standby, and replaces it by a new one. It returns what the check of the history says after each kill, or what a host can no
// longer do.
func failover(t *testing.T, times int, before func(primary, standby *pgtest.Server)) error {
	primary, standby := pgtest.Pair(t)
	either := strings.Replace(primary.URL(), primary.Folder, primary.Folder+","+standby.Folder, 1) + "&target_session_attrs=read-write"
	hosts := []*Store{open(t, either), open(t, either)}
	before(primary, standby)
	var h storetest.History
	for n := range times {
		load := begin(t, hosts, &h, fmt.Sprint(n))
		err := load.more(20)
		if err == nil {
			primary.Kill()
			do(t, standby, "SELECT pg_promote(false)")
			primary, standby = standby, primary
			err = standby.Replace(primary)
		}
		if err == nil {
			err = load.more(2 * load.writers) // each of them may still have had an answer of the old server
		}
		load.end()
		for i, host := range hosts {
			if err == nil {
				err = decide(t, host, &h, fmt.Sprintf("last%d.%d", n, i))
			}
		}
		if err == nil {
			whole := open(t, either)
			sound(t, whole)
			err = judge(t, &h, whole)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// decide makes one host take a decision that nothing prevents.
func decide(t *testing.T, s *Store, h *storetest.History, cause string) error {
	head, err := s.Head(t.Context(), "m-0")
	if err != nil {
		return err
	}
	return h.Do(s, storetest.Attempt{Match: "m-0", Cause: cause, Expect: head.Version, Events: 1})
}

// workload is a set of writers who go on until they are told to end.
type workload struct {
	writers  int
	accepted chan struct{}
	over     atomic.Bool
	wg       sync.WaitGroup
}

func begin(t *testing.T, hosts []*Store, h *storetest.History, name string) *workload {
	l := &workload{writers: 4, accepted: make(chan struct{}, 100)}
	send := func(s *Store, ctx context.Context, c table.Commit) (table.Receipt, error) {
		r, err := s.Commit(ctx, c)
		if err == nil {
			select {
			case l.accepted <- struct{}{}:
			default: // nobody waits for that many
			}
		}
		return r, err
	}
	l.wg.Go(func() {
		for round := 0; !l.over.Load(); round++ {
			writeBy(t.Errorf, send, hosts, h, fmt.Sprintf("%s-%d-", name, round), l.writers, 5)
		}
	})
	return l
}

// more waits until that many more commits are accepted.
func (l *workload) more(n int) error {
	for len(l.accepted) > 0 {
		<-l.accepted
	}
	late := time.After(30 * time.Second)
	for ; n > 0; n-- {
		select {
		case <-l.accepted:
		case <-late:
			return fmt.Errorf("%d more commits should be accepted", n)
		}
	}
	return nil
}

func (l *workload) end() {
	l.over.Store(true)
	l.wg.Wait()
}

// The server is killed under load, and its synchronous standby takes over, again and again: no answered commit is lost, and the
// hosts find the new server without help.
func TestStandbyTakesOver(t *testing.T) {
	t.Parallel()
	const lives = 10 // of one pair, because all of its history is checked each time
	all := t
	for n := 0; n < servers(); n += lives {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if all.Failed() {
				return
			}
			if err := failover(t, min(lives, servers()-n), func(*pgtest.Server, *pgtest.Server) {}); err != nil {
				t.Error(err)
			}
		})
	}
}

// While the standby is away no commit is accepted, however often it is sent; afterwards it turns out to have been made once.
func TestStandbyAway(t *testing.T) {
	t.Parallel()
	primary, standby := pgtest.Pair(t)
	s := open(t, primary.URL())
	standby.Kill()
	c := storetest.Attempt{Match: "m", Cause: "a", Events: 1}.CommitOf()
	for there := 0; there < 2; { // sent again, finally, when the primary has it
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		r, err := s.Commit(ctx, c)
		cancel()
		if !errors.Is(err, table.ErrUnknown) {
			t.Fatalf("without the standby: %+v %v", r, err)
		}
		if head, err := s.Head(t.Context(), "m"); err == nil && head.Version == 1 {
			there++
		}
	}
	if err := standby.Replace(primary); err != nil {
		t.Fatal(err)
	}
	r, err := s.Commit(t.Context(), c)
	if err != nil || !r.Repeat || r.Version != 1 {
		t.Errorf("with a new standby: %+v %v", r, err)
	}
}

// A killed server leaves nothing behind on the machine, whose kernel has room for only a few thousand shared segments.
func TestKilledServersLeaveNothing(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	raw, err := os.ReadFile(filepath.Join(server.Folder, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	segment := regexp.MustCompile(`(?m)^ *\d+ +(\d+) *$`).FindSubmatch(raw)
	there := func() bool {
		all, err := exec.Command("ipcs", "-m").Output()
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(strings.Fields(string(all)), string(segment[1]))
	}
	if segment == nil || !there() {
		t.Fatalf("it shares nothing: %s", raw)
	}
	server.Kill()
	if there() {
		t.Errorf("segment %s is left", segment[1])
	}
}

// The test of the failover finds a standby that does not have everything.
func TestFailoverFindsALaggingStandby(t *testing.T) {
	t.Parallel()
	err := failover(t, 1, func(primary, standby *pgtest.Server) {
		do(t, primary, "ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()")
		do(t, standby, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
	})
	if err == nil || !strings.HasPrefix(err.Error(), "P") {
		t.Errorf("found: %v", err)
	}
}
