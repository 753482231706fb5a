package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage"
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

// interruption makes another host act before each time that a host sends something. The host also sends from jobs of its own.
type interruption struct {
	mu sync.Mutex
	do func()
}

func (i *interruption) set(do func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.do = do
}

func (i *interruption) happen() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.do()
}

// interrupted is the connection of a host that is interrupted.
type interrupted struct {
	net.Conn
	by *interruption
}

func (x interrupted) Write(b []byte) (int, error) {
	x.by.happen()
	return x.Conn.Write(b)
}

// interruptible opens a store with one connection on which the host can be interrupted.
func interruptible(t *testing.T, url string) (s *Store, other *interruption) {
	t.Helper()
	other = &interruption{do: func() {}}
	s = open(t, url, func(o *Options) {
		o.Conns = 1
		o.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
			return interrupted{conn, other}, err
		}
	})
	return s, other
}

// commitsTo makes some commits to the match m.
func commitsTo(t *testing.T, s *Store, n int) {
	t.Helper()
	for i := range n {
		if _, err := s.Commit(t.Context(), commitAfter(i)); err != nil {
			t.Fatal(err)
		}
	}
}

// commitAfter returns the commit that follows that many events.
func commitAfter(n int) table.Commit {
	return table.Commit{Match: "m", Expect: uint64(n), Cause: fmt.Sprint("c", n), At: time.Unix(1<<32, 0), Events: [][]byte{fmt.Appendf(nil, "event %d", n)}}
}

// A match has the same events whenever another host packs and unpacks it while they are read.
func TestEventsWhileOthersPack(t *testing.T) {
	url := pgtest.URL(t)
	whole := open(t, url)
	s, other := interruptible(t, url)
	commitsTo(t, s, 5)
	w, err := whole.Whole(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	is := false
	setTo := func(packed bool) {
		if packed == is {
			return
		}
		is = packed
		err := whole.PutWhole(t.Context(), w)
		if packed {
			err = whole.Pack(t.Context(), "m")
		}
		if err != nil {
			t.Error(err)
		}
	}
	const sends = 4
	for pattern := range 1 << sends { // a bit for each time that something is sent: whether the match is packed then
		n := 0
		other.set(func() {
			setTo(pattern>>n&1 == 1)
			n = min(n+1, sends)
		})
		es, err := s.Events(t.Context(), "m", 2, 2)
		if err != nil || len(es) != 2 || es[0].Seq != 3 || string(es[1].Data) != "event 3" {
			t.Errorf("pattern %04b: %v %v", pattern, es, err)
		}
	}
	other.set(func() {})
}

// A commit to a packed match is stored although another host packs the match again whenever it can.
func TestCommitWhileOthersPack(t *testing.T) {
	url := pgtest.URL(t)
	whole := open(t, url)
	s, other := interruptible(t, url)
	commitsTo(t, s, 5)
	packs := 0
	other.set(func() {
		tag, err := whole.pool.Exec(context.Background(), "SELECT FROM match FOR UPDATE SKIP LOCKED")
		if err == nil && tag.RowsAffected() > 0 { // otherwise the commit holds it
			err = whole.Pack(context.Background(), "m")
			packs++
		}
		if err != nil {
			t.Error(err)
		}
	})
	r, err := s.Commit(t.Context(), commitAfter(5))
	other.set(func() {})
	if err != nil || r.Version != 6 || packs == 0 {
		t.Errorf("after %d packs: %+v %v", packs, r, err)
	}
}

// A commit to a match whose archive cannot be read is refused, and its fate is not open: nothing of it was stored.
func TestCommitOnUnreadableArchive(t *testing.T) {
	s := open(t, pgtest.URL(t))
	commitsTo(t, s, 5)
	if err := s.Pack(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	for data, want := range map[string]error{"\x01nonsense": table.ErrDamaged, "\xff": storage.ErrNewer} {
		if _, err := s.pool.Exec(t.Context(), "UPDATE archive SET data = $1", []byte(data)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Commit(t.Context(), commitAfter(5)); !errors.Is(err, want) || errors.Is(err, table.ErrUnknown) {
			t.Errorf("%v, expected %v", err, want)
		}
	}
}

// A commit that is refused leaves a packed match packed, and one that comes again does too.
func TestRefusedCommitLeavesItPacked(t *testing.T) {
	s := open(t, pgtest.URL(t))
	commitsTo(t, s, 5)
	if err := s.Pack(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	changed := commitAfter(5)
	changed.Records = []table.Record{{Key: "k", Value: []byte("v"), If: true, Was: []byte("other")}}
	for want, c := range map[string]table.Commit{"the match has moved on": commitAfter(6), "changed": changed, "<nil>": commitAfter(2)} {
		_, err := s.Commit(t.Context(), c)
		ids, uerr := s.Unpacked(t.Context(), "", 9)
		if !strings.Contains(fmt.Sprint(err), want) || uerr != nil || len(ids) > 0 {
			t.Errorf("%v, expected %s; unpacked %v %v", err, want, ids, uerr)
		}
	}
}
