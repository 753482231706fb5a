package postgres

import (
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

// oldestOf returns when the oldest delivery that waits was made.
func oldestOf(t *testing.T, s *Store) time.Time {
	t.Helper()
	b, err := s.Backlog(time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return b.Oldest
}

func TestAges(t *testing.T) {
	s := open(t, pgtest.URL(t))
	storetest.Ages(t, s, func() time.Time { return oldestOf(t, s) })
}

// Tables of version 1 with deliveries that wait are brought to version 2, and the deliveries are made. Those of version 1 count from when they are due.
func TestTablesOfVersion1(t *testing.T) {
	url := pgtest.URL(t)
	conf, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.ConnectConfig(t.Context(), conf)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	tables, err := os.ReadFile("migrations/1.sql")
	if err == nil {
		_, err = conn.Exec(t.Context(), "CREATE SCHEMA "+conf.RuntimeParams["search_path"])
	}
	if err == nil {
		_, err = conn.Exec(t.Context(), string(tables))
	}
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	commit := func(id table.ID, expect uint64, at time.Time, coalesce bool) table.Commit {
		return table.Commit{Match: id, Expect: expect, Cause: at.String(), At: at, Events: [][]byte{[]byte("e")}, Send: []table.Effect{{Queue: "public", Body: []byte("b"), Coalesce: coalesce}}}
	}
	for _, c := range []table.Commit{commit("m", 0, at, true), commit("n", 0, at.Add(time.Minute), false), commit("n", 1, at.Add(2*time.Minute), true)} {
		if _, err := conn.Exec(t.Context(), commitSQL, commitArgs(c)...); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, url)
	if got := oldestOf(t, s); !got.Equal(at) {
		t.Errorf("the oldest is of %v, expected %v", got, at)
	}
	for _, c := range []table.Commit{commit("m", 1, at.Add(3*time.Minute), true), commit("n", 2, at.Add(4*time.Minute), true)} {
		if _, err := s.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := oldestOf(t, s), at.Add(time.Minute); !got.Equal(want) { // the delivery of m is replaced
		t.Errorf("the oldest is of %v, expected %v", got, want)
	}
	w, err := s.Whole(t.Context(), "n")
	if err != nil || len(w.Queues) != 1 || len(w.Queues[0].Pending) != 2 || !w.Queues[0].Pending[0].At.IsZero() || !w.Queues[0].Pending[1].At.Equal(at.Add(4*time.Minute)) {
		t.Errorf("%+v %v", w.Queues, err)
	}
	other := open(t, pgtest.URL(t))
	if err := other.PutWhole(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if again, err := other.Whole(t.Context(), "n"); err != nil || len(again.Queues) != 1 || !again.Queues[0].Pending[0].At.IsZero() || !again.Queues[0].Pending[1].At.Equal(at.Add(4*time.Minute)) {
		t.Errorf("carried: %+v %v", again.Queues, err)
	}
	for made := 0; made < 3; {
		ds, err := s.Lease(t.Context(), at.Add(time.Hour), time.Minute, 9)
		if err != nil || len(ds) == 0 {
			t.Fatalf("leased %v %v", ds, err)
		}
		for _, d := range ds {
			if err := s.Done(t.Context(), d, nil); err != nil || string(d.Body) != "b" {
				t.Errorf("%s: %v", d.Body, err)
			}
			made++
		}
	}
	sound(t, s)
}
