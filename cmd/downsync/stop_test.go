package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"downsync/bot/local"
)

// waiter is a log that calls then when it receives a word.
type waiter struct {
	syncBuffer
	word string
	then func()
}

func (w *waiter) Write(p []byte) (int, error) {
	n, err := w.syncBuffer.Write(p)
	if strings.Contains(w.String(), w.word) {
		w.then()
	}
	return n, err
}

// serve and discord say in one line that they have stopped.
func TestStopIsSaid(t *testing.T) {
	stopped := func(word string, args ...string) string {
		t.Helper()
		ctx, stop := context.WithTimeout(t.Context(), limit)
		defer stop()
		w := &waiter{word: word, then: stop}
		if status := run(ctx, args, w, w); status != 0 {
			t.Errorf("%v: status %d", args, status)
		}
		return w.String()
	}
	s := bareStage(t, local.Real())
	t.Setenv(tokenVariable, s.srv.Token())
	path := filepath.Join(t.TempDir(), "downsync.toml")
	config := fmt.Sprintf("[watch]\nlisten = \"\"\n[store]\npath = %q\n[discord]\napi = %q\n", s.conf.Store.Path, s.srv.URL())
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := stopped("gateway ready", "serve", "-config", path); strings.Count(said, "stopped") != 1 || !strings.HasSuffix(said, "\ndownsync has stopped; its next start goes on with every match\n") {
		t.Errorf("serve says\n%s", said)
	}
	if said := stopped("Stop with Ctrl-C", "discord", "-listen", "127.0.0.1:0", "-data", t.TempDir()); !strings.HasSuffix(said, "\nThe local Discord has stopped.\n") {
		t.Errorf("discord says\n%s", said)
	}
}

// serve names the key whose port is in use, and says what to do.
func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv(tokenVariable, "t")
	path := filepath.Join(t.TempDir(), "downsync.toml")
	config := fmt.Sprintf("[watch]\nlisten = %q\n[store]\npath = %q\n[discord]\napi = %q\n", l.Addr(), filepath.Join(t.TempDir(), "m.db"), "http://"+l.Addr().String())
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var errs strings.Builder
	if status := run(ctx, []string{"serve", "-config", path}, io.Discard, &errs); status != 1 || !strings.Contains(errs.String(), "watch.listen is "+l.Addr().String()+": ") || !strings.Contains(errs.String(), "give a free address, or \"\" for none") {
		t.Errorf("%d %s", status, &errs)
	}
}
