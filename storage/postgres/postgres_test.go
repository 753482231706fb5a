package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"

	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/memory"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func open(t testing.TB, url string, change ...func(*Options)) *Store {
	t.Helper()
	o := Options{Conns: 8}
	for _, f := range change {
		f(&o)
	}
	s, err := Open(context.Background(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (table.Store, func() table.Store) {
		url := pgtest.URL(t)
		s := open(t, url)
		return s, func() table.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, url)
		}
	})
}

func TestSameAsMemory(t *testing.T) {
	for seed := range uint64(4) {
		storetest.Compare(t, memory.New(), open(t, pgtest.URL(t)), seed, 150)
	}
}

// Addresses and servers that cannot keep the promises are refused, with what is expected and without the password.
func TestRefused(t *testing.T) {
	url := pgtest.URL(t)
	s := open(t, url)
	refused := func(url, expected string) {
		t.Helper()
		_, err := Open(t.Context(), url, Options{})
		if err == nil || !strings.Contains(err.Error(), expected) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%v; expected %q in it", err, expected)
		}
	}
	refused("postgres://a:hunter2@[", "expected one like postgres://")
	refused(url+"&synchronous_commit=off", "set it to on")
	refused(pgtest.New(t, "-c", "fsync=off").URL(), "fsync is off")
	if _, err := s.pool.Exec(t.Context(), "UPDATE meta SET moving = 'x'"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), url, Options{}); !errors.Is(err, storage.ErrMoving) {
		t.Errorf("half a move: %v", err)
	}
	if _, err := s.pool.Exec(t.Context(), "UPDATE meta SET moving = '', version = 99"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), url, Options{}); !errors.Is(err, storage.ErrNewer) {
		t.Errorf("tables of a later program: %v", err)
	}
}
