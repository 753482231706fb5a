package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// hostVariable makes the test binary a process of its own that writes and dies: "NAME POINT EARLY URL".
const hostVariable = "DOWNSYNC_TEST_HOST"

// dying is the connection of a process that dies before or after something passes over it.
type dying struct {
	net.Conn
	reap *storetest.Reaper
}

func (x dying) Read(b []byte) (int, error) {
	n, err := x.Conn.Read(b)
	x.reap.Point("something was read")
	return n, err
}

func (x dying) Write(b []byte) (int, error) {
	x.reap.Point("before a write")
	n, err := x.Conn.Write(b)
	x.reap.Point("after a write")
	return n, err
}

// host is the child. With early it reports that a commit is accepted before it is sent.
func host(args string) error {
	var name, url string
	var point int
	var early bool
	if _, err := fmt.Sscan(args, &name, &point, &early, &url); err != nil {
		return err
	}
	reap := storetest.NewReaper(point)
	s, err := Open(context.Background(), url, Options{Conns: 8, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return dying{conn, reap}, err
	}})
	if err != nil {
		return err
	}
	var tell storetest.Teller
	send := (*Store).Commit
	if early {
		send = func(s *Store, ctx context.Context, c table.Commit) (table.Receipt, error) {
			tell.End(c.Cause, c.Expect+uint64(len(c.Events)), nil)
			return s.Commit(ctx, c)
		}
	}
	var wrong error
	packed := packing(s)
	writeBy(func(form string, args ...any) { wrong = fmt.Errorf(form, args...) }, send, []*Store{s}, &tell, name, 3, 20)
	return errors.Join(packed(), s.Close(), wrong)
}

// packing packs all matches again and again until the function that it returns is called.
func packing(s *Store) (stop func() error) {
	quit, ended := make(chan struct{}), make(chan error)
	go func() {
		var failed error
		for failed == nil {
			ids, err := s.Matches()
			failed = err
			for _, id := range ids {
				if err := s.Pack(context.Background(), id); !errors.Is(err, table.ErrConflict) && !errors.Is(err, table.ErrUnknown) {
					failed = errors.Join(failed, err)
				}
			}
			select {
			case <-quit:
				ended <- failed
				return
			case <-time.After(time.Millisecond):
			}
		}
		<-quit
		ended <- failed
	}()
	return func() error { close(quit); return <-ended }
}

// killed makes two hosts write, as processes of their own, and kills one of them again and again, that many times. It returns
// what the check of the history says after each kill.
func killed(t *testing.T, r *rand.Rand, times int, early bool) error {
	t.Helper()
	url := pgtest.URL(t)
	whole := open(t, url)
	var h storetest.History
	for round := 0; times > 0; round++ {
		died, _ := h.Children(t, hostVariable, fmt.Sprintf("dies%d- %d %t %s", round, 60+r.IntN(600), early, url), fmt.Sprintf("lives%d- 0 false %s", round, url))
		times -= died
		if err := judge(t, &h, whole); err != nil {
			return err
		}
	}
	sound(t, whole)
	return nil
}

// One of two hosts is killed at any moment, again and again, while the other goes on. Both pack the matches all the time. Every commit that either accepted is
// stored once.
func TestKilledHost(t *testing.T) {
	t.Parallel()
	const lives = 25 // of one database, because all of it is checked each time
	r := rand.New(rand.NewPCG(21, 22))
	for all := 0; all < faults(); all += lives {
		t.Run("", func(t *testing.T) {
			if err := killed(t, r, min(lives, faults()-all), false); err != nil {
				t.Error(err)
			}
		})
	}
}

// The same test finds a host that answers before it has committed.
func TestKilledHostFindsEarlyAnswers(t *testing.T) {
	t.Parallel()
	if err := killed(t, rand.New(rand.NewPCG(23, 24)), 100, true); err == nil || !strings.HasPrefix(err.Error(), "P") {
		t.Errorf("no promise is found to be broken: %v", err)
	}
}
