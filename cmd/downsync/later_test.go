package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"downsync/bot/local"
	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/postgres"
	"downsync/storage/postgres/pgtest"
)

// serving is a running serve command.
type serving struct {
	said   *heard
	watch  string // the address of its pages
	stop   context.CancelFunc
	status chan int
}

// serveStore runs serve on a store, as its Discord a local one.
func serveStore(t *testing.T, store string) *serving {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	s := &serving{said: &heard{more: make(chan struct{}, 1)}, watch: l.Addr().String(), status: make(chan int, 1)}
	l.Close()
	srv, err := local.New(local.Config{Users: 2})
	if err == nil {
		err = srv.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	path := filepath.Join(t.TempDir(), "downsync.toml")
	config := fmt.Sprintf("[watch]\nlisten = %q\n[store]\n%s\n[discord]\napi = %q\ntoken = %q\n", s.watch, store, srv.URL(), srv.Token())
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), limit)
	s.stop = stop
	t.Cleanup(stop)
	go func() { s.status <- run(ctx, []string{"serve", "-config", path}, s.said, s.said) }()
	return s
}

// refused waits until the serve command has ended without being told to, and returns its status. One that becomes ready is
// stopped.
func (s *serving) refused() int {
	for {
		select {
		case status := <-s.status:
			return status
		case <-s.said.more:
			if strings.Contains(s.said.String(), "gateway ready") {
				s.stop()
			}
		}
	}
}

// asks reads a page of the watch.
func (s *serving) asks(t *testing.T, page string) (text string, status int) {
	t.Helper()
	text, status, err := get(t.Context(), "http://"+s.watch+page)
	if err != nil {
		t.Fatal(err)
	}
	return text, status
}

// A bot that starts before its database waits for it, says so once in the log and in its pages, and then serves.
func TestStartWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	url := fmt.Sprintf("url = %q", server.URL())
	server.Kill()
	const waits = "the database is not reached: the bot starts once it is"
	stopped := serveStore(t, url)
	stopped.said.until(t, waits)
	stopped.stop()
	if status := <-stopped.status; status != 0 || !strings.Contains(stopped.said.String(), "downsync has stopped") {
		t.Errorf("stopped while it waits: %d %s", status, stopped.said.String())
	}
	s := serveStore(t, url)
	s.said.until(t, waits)
	if text, status := s.asks(t, "/readyz"); status != 503 || !strings.Contains(text, "the database is not reached") {
		t.Errorf("while it waits: %d %s", status, text)
	}
	if text, status := s.asks(t, "/metrics"); status != 200 || !strings.Contains(text, "downsync_store_up 0\n") || !strings.Contains(text, "downsync_gateway_ready 0\n") {
		t.Errorf("while it waits: %d %s", status, text)
	}
	if err := server.Run(); err != nil {
		t.Fatal(err)
	}
	s.said.until(t, "gateway ready")
	if text, status := s.asks(t, "/readyz"); status != 200 {
		t.Errorf("on its database: %d %s", status, text)
	}
	s.stop()
	if status, said := <-s.status, s.said.String(); status != 0 || strings.Count(said, waits) != 1 || !strings.Contains(said, "the database is reached") {
		t.Errorf("%d %s", status, said)
	}
}

// A database that does not fit the address ends a start at once: a wrong role, a missing database, tables that the program
// cannot use, a certificate that is not trusted.
func TestStartEndsForAWrongDatabase(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	newer := server.URL() + "&search_path=" + pgtest.Schema()
	store, err := postgres.Open(t.Context(), newer, postgres.Options{})
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	server.Exec(t, "UPDATE "+newer[strings.LastIndex(newer, "=")+1:]+".meta SET version = 99")
	secured, _ := pgtest.TLS(t)
	for name, c := range map[string]struct{ url, says string }{
		"role":        {strings.Replace(server.URL(), "downsync@", "nobody@", 1), `role "nobody" does not exist`},
		"database":    {strings.Replace(server.URL(), "/postgres?", "/nothing?", 1), `database "nothing" does not exist`},
		"tables":      {newer, "written by a newer version"},
		"certificate": {secured + "?sslmode=verify-full", "x509"},
	} {
		s := serveStore(t, fmt.Sprintf("url = %q", c.url))
		if status := s.refused(); status != 1 || !strings.Contains(s.said.String(), c.says) || strings.Contains(s.said.String(), "starts once it is") {
			t.Errorf("%s: %d %s", name, status, s.said.String())
		}
	}
}

// A store or an anchor that others may read or change is not served, and the doctor says what to do.
func TestExposedStore(t *testing.T) {
	t.Setenv(tokenVariable, "")
	for _, suffix := range []string{"", ".anchor"} {
		for _, mode := range []os.FileMode{0o666, 0o640, 0o604, 0o602} {
			store := filepath.Join(t.TempDir(), "m.db")
			s, err := storage.Open(store, storage.Options{})
			if err == nil {
				err = errors.Join(s.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}), s.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			path := store + suffix
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			remedy := "chmod 600 " + path
			served := serveStore(t, fmt.Sprintf("path = %q", store))
			if status := served.refused(); status != 1 || !strings.Contains(served.said.String(), remedy) {
				t.Errorf("%s of mode %o: %d %s", path, mode, status, served.said.String())
			}
			var said strings.Builder
			e := &examination{out: &said, free: freeSpace}
			if e.examine(t.Context(), &configFile{}, ofStore(store)); !e.hurt || !strings.Contains(said.String(), remedy) {
				t.Errorf("the doctor of %s of mode %o: %s", path, mode, &said)
			}
		}
	}
}

// ofStore returns a configuration with a store in a file.
func ofStore(path string) config {
	c := defaults()
	c.Store.Path, c.Watch.Listen = path, ""
	return c
}

// The doctor warns of a folder where others may replace files, and of copies that others may read.
func TestExposedFolder(t *testing.T) {
	folder, backups := t.TempDir(), t.TempDir()
	c := ofStore(filepath.Join(folder, "m.db"))
	c.Store.Backups = backups
	s, err := storage.Open(c.Store.Path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(backups, backupPrefix+backupForm+".db")
	if err := errors.Join(s.Backup(t.Context(), copied), s.Close()); err != nil {
		t.Fatal(err)
	}
	says := func() string {
		var said strings.Builder
		(&examination{out: &said, free: freeSpace}).examine(t.Context(), &configFile{}, c)
		return said.String()
	}
	if said := says(); strings.Contains(said, "chmod") {
		t.Errorf("what only its owner may read is called exposed: %s", said)
	}
	if err := errors.Join(os.Chmod(folder, 0o777), os.Chmod(copied, 0o644)); err != nil {
		t.Fatal(err)
	}
	if said := says(); !strings.Contains(said, "chmod go-w "+folder) || !strings.Contains(said, "chmod 600 "+copied) {
		t.Errorf("exposed: %s", said)
	}
	if err := os.Chmod(folder, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	if said := says(); strings.Contains(said, "chmod go-w") {
		t.Errorf("a folder where nobody removes the files of others is called exposed: %s", said)
	}
}
