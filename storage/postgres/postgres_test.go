package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/memory"
	"downsync/storage/postgres/pgtest"
	"downsync/storage/storetest"
)

func TestMain(m *testing.M) {
	if v := os.Getenv(hostVariable); v != "" {
		if err := host(v); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := gametest.AtOnce(2); err != nil { // they wait for servers that start, fail and come back
		panic(err)
	}
	pgtest.Main(m)
}

func open(t testing.TB, url string, change ...func(*Options)) *Store {
	t.Helper()
	o := Options{Conns: 8, Settled: time.Nanosecond}
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

// The rights that docs/scale/rights.sql grants are enough for two hosts, and allow nothing else.
func TestLeastRights(t *testing.T) {
	admin := open(t, pgtest.URL(t))
	script, err := os.ReadFile("../../docs/scale/rights.sql")
	if err != nil {
		t.Fatal(err)
	}
	name := pgtest.Schema() // of the role, its database and its schema
	if _, err := admin.pool.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	conf := admin.conf.ConnConfig.Copy()
	conf.Database = name
	conn, err := pgx.ConnectConfig(t.Context(), conf)
	if err == nil {
		_, err = conn.Exec(t.Context(), strings.ReplaceAll(string(script), "downsync", name))
	}
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	url := fmt.Sprintf("postgres://%s@/%s?sslmode=disable&host=%s&search_path=%s", name, name, conf.Host, name)
	hosts := []*Store{open(t, url), open(t, url)}
	var h storetest.History
	write(t, hosts, &h, "calm", 4, 5)
	if err := judge(t, &h, hosts[0]); err != nil {
		t.Error(err)
	}
	sound(t, hosts[1])
	if v, err := hosts[0].Survey(t.Context()); err != nil || v.Superuser || v.Hosts != 2 || v.Bytes == 0 || v.Remote || v.Free < Most {
		t.Errorf("survey: %+v %v", v, err)
	}
	for _, sql := range []string{"CREATE TABLE public.x ()", "CREATE SCHEMA x", "CREATE DATABASE x", "SELECT * FROM pg_authid", "CREATE ROLE x"} {
		if _, err := hosts[0].pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s is allowed", sql)
		}
	}
}

// The address says how the connection is secured: encrypted to a server that proves its name, or not at all.
func TestTLS(t *testing.T) {
	t.Parallel()
	address, certificate := pgtest.TLS(t)
	s := open(t, address+"?sslmode=verify-full&sslrootcert="+certificate)
	if v, err := s.Survey(t.Context()); err != nil || !v.Encrypted {
		t.Errorf("survey: %+v %v", v, err)
	}
	for name, how := range map[string]string{
		"another authority": address + "?sslmode=verify-full", // the machine's own list
		"another name":      strings.Replace(address, "localhost", "127.0.0.1", 1) + "?sslmode=verify-full&sslrootcert=" + certificate,
	} {
		if _, err := Open(t.Context(), how, Options{}); err == nil || !strings.Contains(err.Error(), "x509") {
			t.Errorf("%s: %v", name, err)
		}
	}
	plain := open(t, address+"?sslmode=disable")
	if v, err := plain.Survey(t.Context()); err != nil || v.Encrypted {
		t.Errorf("in the open: %+v %v", v, err)
	}
}
