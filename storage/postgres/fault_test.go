package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

var later = time.Date(2151, 1, 1, 0, 0, 0, 0, time.UTC) // when every delivery of a History is due

// cutting is a network that sometimes cuts the line after the server has answered: the commit is made, and nobody is told.
type cutting struct {
	on   atomic.Bool
	cuts atomic.Int64
}

type cutLine struct {
	net.Conn
	c *cutting
}

func (c *cutting) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return cutLine{conn, c}, nil
}

func (x cutLine) Read(b []byte) (int, error) {
	n, err := x.Conn.Read(b)
	if err == nil && x.c.on.Load() && rand.IntN(25) == 0 {
		x.c.cuts.Add(1)
		return 0, errors.Join(errors.New("cut"), x.Conn.Close())
	}
	return n, err
}

// faults is how many faults of a kind a test injects: 10, with SOAK=1 3,000, and with SOAK=n n.
func faults() int { return ordinarily(10) }

// servers is how many servers a test kills: half as many, because each of them and all of its connections are new processes.
func servers() int { return ordinarily(5) }

func ordinarily(few int) int {
	switch n, err := strconv.Atoi(os.Getenv("SOAK")); {
	case n == 1:
		return 3000
	case err == nil:
		return n
	}
	return few
}

// wait leaves the processor to others for a moment: asking the server again and again would take all of it.
func wait() { <-time.After(5 * time.Millisecond) }

// repeat runs a test once for each fault that it injects, several at once, until one fails.
func repeat(t *testing.T, test func(*testing.T) error) {
	all := t
	for range faults() {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if all.Failed() {
				return
			}
			if err := test(t); err != nil {
				t.Error(err)
			}
		})
	}
}

// sender sends a writer's commit.
type sender func(*Store, context.Context, table.Commit) (table.Receipt, error)

// write makes several writers commit to a few matches on the hosts, and make deliveries. Commits with an unknown fate are sent
// again, to any host, as the table does. It reports a delivery that two hosts made at once.
func write(t *testing.T, hosts []*Store, h *storetest.History, name string, writers, each int) {
	t.Helper()
	writeBy(t.Errorf, (*Store).Commit, hosts, h, name, writers, each)
}

// notes receives what writers do: a History, or a Teller of a process of its own.
type notes interface {
	Begin(storetest.Attempt)
	End(cause string, version uint64, err error)
}

func writeBy(wrong func(string, ...any), send sender, hosts []*Store, h notes, name string, writers, each int) {
	var wg sync.WaitGroup
	held := map[table.ID]int{}
	var mu sync.Mutex
	for w := range writers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 7))
			any := func() *Store { return hosts[r.IntN(len(hosts))] }
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			for i := range each {
				id := table.ID(fmt.Sprintf("m-%d", r.IntN(3)))
				head, err := any().Head(ctx, id)
				if err != nil && !errors.Is(err, table.ErrNoMatch) {
					continue // a fault
				}
				a := storetest.Attempt{Match: id, Cause: fmt.Sprintf("%s%d.%d", name, w, i), Expect: head.Version, Events: 1 + r.IntN(3)}
				h.Begin(a)
				var receipt table.Receipt
				for range 3 {
					if receipt, err = send(any(), ctx, a.CommitOf()); !errors.Is(err, table.ErrUnknown) {
						break
					}
				}
				h.End(a.Cause, receipt.Version, err)
				s := any()
				ds, _ := s.Lease(ctx, later, time.Minute, 1)
				for _, d := range ds {
					mu.Lock()
					if held[d.Match]++; held[d.Match] > 1 && name == "calm" {
						wrong("two hosts deliver for %s at once", d.Match)
					}
					mu.Unlock()
					mu.Lock()
					held[d.Match]--
					mu.Unlock()
					_ = any().Done(ctx, d, nil)
				}
			}
		})
	}
	wg.Wait()
}

// judge finds out the fate of every commit and checks the history.
func judge(t *testing.T, h *storetest.History, s *Store) error {
	t.Helper()
	for _, a := range h.Unresolved() {
		r, err := s.Commit(t.Context(), a.CommitOf())
		if err != nil && !errors.Is(err, table.ErrConflict) && !errors.Is(err, table.ErrNoMatch) {
			t.Fatal(err)
		}
		h.End(a.Cause, r.Version, err)
	}
	if all, accepted := h.Count(); accepted == 0 {
		t.Errorf("of %d commits none was accepted", all)
	}
	return h.Check(t.Context(), s)
}

func sound(t *testing.T, s *Store) {
	t.Helper()
	if r, err := s.Check(t.Context()); err != nil || !r.Sound() || r.Matches == 0 {
		t.Errorf("check: %+v %v", r, err)
	}
}

// Two hosts on one database: every version is assigned once, no two hosts hold one delivery, and the history holds.
func TestTwoHosts(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	hosts := []*Store{open(t, url), open(t, url)}
	var h storetest.History
	write(t, hosts, &h, "calm", 8, 20)
	if err := judge(t, &h, hosts[0]); err != nil {
		t.Error(err)
	}
	sound(t, hosts[0])
}

// packingAmidFaults makes a host pack all matches again and again until the function that it returns is called. Faults may hinder it,
// but it must pack some.
func packingAmidFaults(t *testing.T, s *Store) (stop func()) {
	var packs atomic.Int64
	end := packing(s, func(ctx context.Context, id table.ID) error {
		err := s.Pack(ctx, id)
		if err == nil {
			packs.Add(1)
		}
		return err
	})
	return func() {
		if err := end(); packs.Load() == 0 {
			t.Errorf("nothing was packed: %v", err)
		}
	}
}

// cut loads two hosts, which pack the matches too, over lines that are cut between a commit and its answer.
func cut(t *testing.T, url string) error {
	var network cutting
	through := func(o *Options) { o.Dial = network.dial }
	hosts := []*Store{open(t, url, through), open(t, url, through)}
	var h storetest.History
	packed := packingAmidFaults(t, hosts[0])
	network.on.Store(true)
	for n := 0; n == 0 || network.cuts.Load() < int64(faults()); n++ {
		write(t, hosts, &h, fmt.Sprintf("cut%d-", n), 8, 30)
	}
	network.on.Store(false)
	packed()
	if least := int64(faults()); network.cuts.Load() < least {
		t.Errorf("%d cuts, expected %d", network.cuts.Load(), least)
	}
	whole := open(t, url)
	err := judge(t, &h, whole)
	sound(t, whole)
	return err
}

// The line is cut between a commit and its answer, again and again: the repeated commit is recognized.
func TestCutBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	if err := cut(t, pgtest.URL(t)); err != nil {
		t.Error(err)
	}
}

// The same test finds a database that forgets causes: the same decision is then applied twice, or refused although it was made.
func TestCutFindsForgottenCauses(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s := open(t, url)
	_, err := s.pool.Exec(t.Context(), `CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
		CREATE TRIGGER forget BEFORE INSERT ON cause FOR EACH ROW EXECUTE FUNCTION forget()`)
	if err != nil {
		t.Fatal(err)
	}
	if err := cut(t, url); err == nil {
		t.Error("nothing was found")
	}
}

// PostgreSQL is killed and started again while two hosts write and pack: every accepted commit is stored once.
func TestKilledPostgres(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	hosts := []*Store{open(t, server.URL()), open(t, server.URL())}
	var h storetest.History
	packed := packingAmidFaults(t, hosts[1])
	for round := range servers() {
		var wg sync.WaitGroup
		_, before := h.Count()
		wg.Go(func() { write(t, hosts, &h, fmt.Sprintf("r%d-", round), 8, 10) })
		for now := before; now < before+5; _, now = h.Count() {
			wait()
		}
		server.Kill()
		if err := server.Run(); err != nil {
			t.Fatal(err)
		}
		wg.Wait()
	}
	packed()
	whole := open(t, server.URL())
	if err := judge(t, &h, whole); err != nil {
		t.Error(err)
	}
	sound(t, whole)
}

// A running host keeps its leases. When a host's session ends, its leases are free at once, its tokens are refused, and another
// host goes on watch.
func TestLeasesEndWithTheirHost(t *testing.T) {
	t.Parallel()
	repeat(t, func(t *testing.T) error { return leasesEnd(t, 20*time.Second, func(*Store) {}) })
}

// The same test finds a host whose lock outlives its session, such as one behind a pooler.
func TestLeasesFindLocksThatStay(t *testing.T) {
	t.Parallel()
	err := leasesEnd(t, 300*time.Millisecond, func(a *Store) {
		stays := connect(t, a.pool.Config().ConnString())
		go func() { // it waits for the lock, and keeps it from then on
			_, _ = stays.Exec(context.WithoutCancel(t.Context()), "SELECT pg_advisory_lock($1, $2)", a.class, a.holder.Load())
		}()
		for waits := false; !waits; {
			err := a.pool.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = $1 AND NOT granted)", int64(a.class)).Scan(&waits)
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	if !errors.Is(err, errNotTaken) {
		t.Errorf("not found: %v", err)
	}
}

// errNotTaken: no other host took over a host's lease and watch.
var errNotTaken = errors.New("not taken over in time")

// leasesEnd ends the session of a host that has a lease and the watch, after before. Within the time another must have both.
func leasesEnd(t *testing.T, within time.Duration, before func(*Store)) error {
	url := pgtest.URL(t)
	a, b := open(t, url), open(t, url)
	if !a.OnWatch() || b.OnWatch() {
		t.Fatalf("on watch: %t and %t", a.OnWatch(), b.OnWatch())
	}
	commit := storetest.Attempt{Match: "m", Cause: "a", Events: 1}.CommitOf()
	if _, err := a.Commit(t.Context(), commit); err != nil {
		t.Fatal(err)
	}
	ds, err := a.Lease(t.Context(), later, time.Minute, 1)
	if err != nil || len(ds) != 1 {
		t.Fatal(ds, err)
	}
	if again, err := b.Lease(t.Context(), later, time.Minute, 1); err != nil || len(again) > 0 {
		t.Errorf("leased twice: %v %v", again, err)
	}
	before(a)
	cutOff := "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = $1 AND objid::bigint = $2 AND granted"
	if _, err := b.pool.Exec(t.Context(), cutOff, int64(a.class), int64(a.holder.Load())); err != nil {
		t.Fatal(err)
	}
	var taken []table.Delivery
	for end := time.Now().Add(within); len(taken) == 0 || !b.OnWatch() && !a.OnWatch(); {
		if time.Now().After(end) {
			return fmt.Errorf("%w: leases %v, on watch: %t", errNotTaken, taken, b.OnWatch())
		}
		wait()
		more, err := b.Lease(t.Context(), later, time.Minute, 1)
		if err != nil {
			return err
		}
		taken = append(taken, more...)
	}
	if err := a.Done(t.Context(), ds[0], nil); !errors.Is(err, table.ErrLost) {
		return fmt.Errorf("done of a lost lease: %v", err)
	}
	if ds[0].Unsettled || !taken[0].Unsettled {
		t.Errorf("first leased as unsettled: %t, then %t", ds[0].Unsettled, taken[0].Unsettled)
	}
	return b.Done(t.Context(), taken[0], nil)
}

// still is a network on which nothing moves while the process that has it is stopped: its connections stay open.
type still struct {
	net.Conn
	stopped, goesOn chan struct{}
}

func (x still) wait() {
	select {
	case <-x.stopped:
		<-x.goesOn
	default:
	}
}

func (x still) Read(b []byte) (int, error) {
	n, err := x.Conn.Read(b)
	x.wait()
	return n, err
}

func (x still) Write(b []byte) (int, error) {
	x.wait()
	return x.Conn.Write(b)
}

// stoppable is a host on watch that has a lease, and another beside it that checks that often whether the watch is free.
type stoppable struct {
	a, b            *Store
	held            table.Delivery
	stopped, goesOn chan struct{}
}

// newStoppable returns false if the first had no time to look on a busy machine, so that the other took it for stopped.
func newStoppable(t *testing.T, look time.Duration) (x stoppable, ok bool) {
	x = stoppable{stopped: make(chan struct{}), goesOn: make(chan struct{})}
	url := pgtest.URL(t)
	x.a = open(t, url, func(o *Options) {
		o.Look = 20 * time.Millisecond
		o.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
			return still{conn, x.stopped, x.goesOn}, err
		}
	})
	x.b = open(t, url, func(o *Options) { o.Look = look })
	if _, err := x.a.Commit(t.Context(), storetest.Attempt{Match: "m", Cause: "a", Events: 1}.CommitOf()); err != nil {
		t.Fatal(err)
	}
	ds, err := x.a.Lease(t.Context(), later, time.Hour, 1)
	if err != nil || len(ds) != 1 || !x.a.OnWatch() || x.b.OnWatch() {
		return x, false
	}
	x.held = ds[0]
	return x, true
}

// stoppedHost stops the host on watch. Within the time the other must have its watch and its lease, and the first must have
// neither when it continues.
func stoppedHost(t *testing.T, within, look time.Duration) error {
	x, ok := newStoppable(t, look)
	for ; !ok; x, ok = newStoppable(t, look) {
		if t.Context().Err() != nil {
			t.Fatal("none had the watch")
		}
	}
	a, b := x.a, x.b
	resume := sync.OnceFunc(func() { close(x.goesOn) })
	t.Cleanup(resume) // before it is closed
	close(x.stopped)
	var taken []table.Delivery
	for end := time.Now().Add(within); len(taken) == 0 || !b.OnWatch(); {
		if time.Now().After(end) {
			return fmt.Errorf("%w: leases %v, on watch: %t", errNotTaken, taken, b.OnWatch())
		}
		wait()
		more, err := b.Lease(t.Context(), later, time.Hour, 1)
		if err != nil {
			return err
		}
		taken = append(taken, more...)
	}
	resume()
	err := a.Done(t.Context(), x.held, nil)
	for err != nil && !errors.Is(err, table.ErrLost) { // its connections were ended
		err = a.Done(t.Context(), x.held, nil)
	}
	if !errors.Is(err, table.ErrLost) {
		return fmt.Errorf("done of a lost lease: %v", err)
	}
	for end := time.Now().Add(within); a.OnWatch(); wait() {
		if time.Now().After(end) {
			return errors.New("two hosts are on watch")
		}
	}
	return b.Done(t.Context(), taken[0], nil)
}

// A host on watch whose process is stopped loses the watch to another, and its leases. When it continues it notices.
func TestStoppedHost(t *testing.T) {
	t.Parallel()
	repeat(t, func(t *testing.T) error { return stoppedHost(t, 30*time.Second, 50*time.Millisecond) })
}

// The same test finds a host that leaves the watch to a stopped one.
func TestStoppedHostFindsOneThatWaits(t *testing.T) {
	t.Parallel()
	if err := stoppedHost(t, 300*time.Millisecond, time.Hour); !errors.Is(err, errNotTaken) {
		t.Errorf("not found: %v", err)
	}
}

// A host's write wakes the other.
func TestChanged(t *testing.T) {
	url := pgtest.URL(t)
	told := make(chan struct{}, 100)
	a := open(t, url)
	open(t, url, func(o *Options) {
		o.Changed = func() {
			select {
			case told <- struct{}{}:
			default:
			}
		}
	})
	<-told // its session begins
	for len(told) > 0 {
		<-told
	}
	if _, err := a.Commit(t.Context(), storetest.Attempt{Match: "m", Cause: "a", Events: 1}.CommitOf()); err != nil {
		t.Fatal(err)
	}
	select {
	case <-told:
	case <-time.After(20 * time.Second):
		t.Error("not told")
	}
}

// Every change of the tables behind the program's back is noticed.
func TestDamage(t *testing.T) {
	t.Parallel()
	for change, where := range map[string]string{
		"UPDATE event SET data = 'x' WHERE seq = 2":                 "event 2 does not fit its hash",
		"UPDATE event SET at = at + 1 WHERE seq = 1":                "event 1 does not fit its hash",
		"DELETE FROM event WHERE seq = 2":                           "event 2 is missing",
		"DELETE FROM event WHERE seq = 3":                           "has 2 events, its head says 3",
		"UPDATE match SET hash = sha256('x')":                       "has 3 events, its head says 3",
		"UPDATE cause SET version = 9 WHERE cause = 'a'":            "its cause a is of no event",
		"UPDATE snapshot SET data = 'x'":                            "its snapshot at version 3",
		"UPDATE match SET packed = true":                            "it is packed and has no archive",
		"UPDATE queue SET match = 'other'":                          "queue public of a match that is not there",
		"INSERT INTO event VALUES ('other', 1, 1, sha256(''), 'x')": "events of a match that is not there",
	} {
		s := open(t, pgtest.URL(t))
		for n, cause := range []string{"a", "b", "c"} {
			a := storetest.Attempt{Match: "m", Cause: cause, Expect: uint64(n), Events: 1}
			if _, err := s.Commit(t.Context(), a.CommitOf()); err != nil {
				t.Fatal(err)
			}
		}
		sound(t, s)
		if _, err := s.pool.Exec(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		r, err := s.Check(t.Context())
		if found := fmt.Sprint(r.Damaged, r.Astray); err != nil || !strings.Contains(found, where) {
			t.Errorf("%s: found %s %v; expected %q", change, found, err, where)
		}
	}
}
