package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// hostVariable makes the test binary a process of its own that writes and dies: "NAME POINT HOW URL".
const hostVariable = "DOWNSYNC_TEST_HOST"

// The ways in which a host writes and dies.
const (
	howAnytime        = "anytime"          // it dies at any point
	howEarly          = "early"            // the same, and it reports that a commit is accepted before it is sent
	howPacking        = "packing"          // it dies only while it packs a match
	howPackingInParts = "packing-in-parts" // it does nothing but pack: the parts of a match go in one transaction, the archive comes in the next
)

// dying is the connection of a process that dies before or after something passes over it, as long as mortal holds.
type dying struct {
	net.Conn
	reap   *storetest.Reaper
	mortal func() bool
}

func (x dying) point(name string) {
	if x.mortal() {
		x.reap.Point(name)
	}
}

func (x dying) Read(b []byte) (int, error) {
	n, err := x.Conn.Read(b)
	x.point("something was read")
	return n, err
}

func (x dying) Write(b []byte) (int, error) {
	x.point("before a write")
	n, err := x.Conn.Write(b)
	x.point("after a write")
	return n, err
}

// host is the child.
func host(args string) error {
	var name, how, url string
	var point int
	if _, err := fmt.Sscan(args, &name, &point, &how, &url); err != nil {
		return err
	}
	var packs atomic.Bool
	x := dying{reap: storetest.NewReaper(point), mortal: func() bool { return true }}
	if how == howPacking || how == howPackingInParts {
		x.mortal = packs.Load
	}
	s, err := Open(context.Background(), url, Options{Conns: 8, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return dying{conn, x.reap, x.mortal}, err
	}})
	if err != nil {
		return err
	}
	if how == howPackingInParts {
		return errors.Join(packInParts(s, func() { packs.Store(true) }), s.Close())
	}
	var tell storetest.Teller
	send := (*Store).Commit
	if how == howEarly {
		send = func(s *Store, ctx context.Context, c table.Commit) (table.Receipt, error) {
			tell.End(c.Cause, c.Expect+uint64(len(c.Events)), nil)
			return s.Commit(ctx, c)
		}
	}
	var wrong error
	packed := packing(s, func(ctx context.Context, id table.ID) error {
		packs.Store(true)
		defer packs.Store(false)
		return s.Pack(ctx, id)
	})
	writeBy(func(form string, args ...any) { wrong = fmt.Errorf(form, args...) }, send, []*Store{s}, &tell, name, 3, 20)
	return errors.Join(packed(), s.Close(), wrong)
}

// packInParts packs all matches without a guard. It calls begin before its first write.
func packInParts(s *Store, begin func()) error {
	ctx := context.Background()
	ids, err := s.Matches()
	if err != nil {
		return err
	}
	for _, id := range ids {
		w, err := s.Whole(ctx, id)
		if err != nil {
			return err
		}
		b, err := w.Archive()
		if err != nil {
			return err
		}
		begin()
		for _, sql := range []string{"UPDATE match SET packed = true WHERE id = $1", "DELETE FROM event WHERE match = $1"} {
			if _, err := s.pool.Exec(ctx, sql, string(id)); err != nil {
				return err
			}
		}
		if _, err := s.pool.Exec(ctx, "INSERT INTO archive VALUES ($1, $2)", string(id), b); err != nil {
			return err
		}
	}
	return nil
}

// packing packs all matches again and again until the function that it returns is called.
func packing(s *Store, pack func(context.Context, table.ID) error) (stop func() error) {
	quit, ended := make(chan struct{}), make(chan error)
	go func() {
		var failed error
		for {
			ids, err := s.Matches()
			for _, id := range ids {
				if packed := pack(context.Background(), id); !errors.Is(packed, table.ErrConflict) && !errors.Is(packed, table.ErrUnknown) {
					err = errors.Join(err, packed)
				}
			}
			if failed == nil && err != nil {
				failed = err
			}
			select {
			case <-quit:
				ended <- failed
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() error { close(quit); return <-ended }
}

// killed makes two hosts write and pack, as processes of their own, and kills one of them again and again, that many times. It returns
// what the check of the history says after each kill.
func killed(t *testing.T, r *rand.Rand, times int, how string) error {
	t.Helper()
	url := pgtest.URL(t)
	whole := open(t, url)
	var h storetest.History
	first, points := 60, 600 // it opens the store before
	if how == howPacking {
		first, points = 1, 150
	}
	for round := 0; times > 0; round++ {
		died, _ := h.Children(t, hostVariable, fmt.Sprintf("dies%d- %d %s %s", round, first+r.IntN(points), how, url), fmt.Sprintf("lives%d- 0 %s %s", round, howAnytime, url))
		times -= died
		if err := judge(t, &h, whole); err != nil {
			return err
		}
	}
	sound(t, whole)
	return nil
}

// killedOften kills that many hosts, a few on each database, because all of it is checked each time.
func killedOften(t *testing.T, r *rand.Rand, times int, how string) {
	t.Parallel()
	const lives = 25
	for all := 0; all < times; all += lives {
		t.Run("", func(t *testing.T) {
			if err := killed(t, r, min(lives, times-all), how); err != nil {
				t.Error(err)
			}
		})
	}
}

// One of two hosts is killed at any moment, again and again, while the other goes on. Both pack the matches all the time. Every commit that either accepted is
// stored once.
func TestKilledHost(t *testing.T) {
	killedOften(t, rand.New(rand.NewPCG(21, 22)), faults(), howAnytime)
}

// The same test finds a host that answers before it has committed.
func TestKilledHostFindsEarlyAnswers(t *testing.T) {
	t.Parallel()
	if err := killed(t, rand.New(rand.NewPCG(23, 24)), 100, howEarly); err == nil || !strings.HasPrefix(err.Error(), "P") {
		t.Errorf("no promise is found to be broken: %v", err)
	}
}

// One of two hosts is killed again and again while it packs a match, and the other goes on.
func TestKilledHostPacking(t *testing.T) {
	killedOften(t, rand.New(rand.NewPCG(25, 26)), ordinarily(20), howPacking)
}

// A host that packs a match in several transactions, and dies between them, leaves a match that a check finds.
func TestKilledHostPackingFindsParts(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	whole := open(t, url)
	commitsTo(t, whole, 5)
	w, err := whole.Whole(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	var h storetest.History
	for point := 1; ; point++ {
		died, _ := h.Children(t, hostVariable, fmt.Sprintf("dies- %d %s %s&application_name=parts", point, howPackingInParts, url))
		for left := 1; left > 0; wait() { // the server may carry out what was sent last
			if err := whole.pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'parts'").Scan(&left); err != nil {
				t.Fatal(err)
			}
		}
		switch r, err := whole.Check(t.Context()); {
		case err != nil:
			t.Fatal(err)
		case died == 0:
			t.Fatal("killed at every point, and no damage was found")
		case !r.Sound():
			return
		}
		if err := whole.PutWhole(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
}
