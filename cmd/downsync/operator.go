package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"downsync/storage"
)

// A running bot takes its operator's requests on a Unix socket beside its store. A request is one line, "backup FILE" with
// an absolute path or "state". Its answer is one line too: "done", a JSON object, or an error. Only the store's owner may connect.

func socketPath(store string) string { return store + ".sock" }

// longestSocket is the greatest length of a socket's path in bytes; Linux allows 107, other systems 103.
const longestSocket = 103

// socketAddress returns an address by which the system reaches the socket at path, and a function to call when it is no longer
// needed. Linux also reaches a path that is too long, through the open folder.
func socketAddress(path string) (addr string, done func(), err error) {
	if len(path) <= longestSocket {
		return path, func() {}, nil
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	addr = fmt.Sprintf("/proc/self/fd/%d", dir.Fd())
	if _, err := os.Stat(addr); err == nil && len(addr)+len("/")+len(filepath.Base(path)) <= longestSocket {
		return addr + "/" + filepath.Base(path), func() { dir.Close() }, nil
	}
	return "", nil, errors.Join(fmt.Errorf("%s has %d bytes, and this system allows a socket %d: give store.path a shorter path", path, len(path), longestSocket), dir.Close())
}

// askOperator sends one request to the bot that serves the store, and waits for its answer.
func askOperator(ctx context.Context, store, request string) (answer string, err error) {
	addr, done, err := socketAddress(socketPath(store))
	if err != nil {
		return "", fmt.Errorf("store %s: in use by a process that takes no requests: %w", store, err)
	}
	defer done()
	var d net.Dialer
	c, err := d.DialContext(ctx, "unix", addr)
	if err != nil {
		return "", fmt.Errorf("store %s: in use by a process that takes no requests: %w", store, err)
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() }) // ends the wait for the answer
	defer stop()
	if _, err := fmt.Fprintln(c, request); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if line = strings.TrimSpace(line); line == "" {
		return "", fmt.Errorf("store %s: the bot did not answer: %w", store, err)
	}
	return line, nil
}

// operator answers the operator's requests.
type operator struct {
	path  string // of the store
	store *storage.Store
	state func(context.Context) (any, error)
	log   *slog.Logger
}

// serve answers requests until the context ends.
func (o operator) serve(ctx context.Context) error {
	path := socketPath(o.path)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by a killed process: the store is ours now
		return fmt.Errorf("operator's socket: %w", err)
	}
	l, err := listenPrivate(path)
	if err != nil {
		return fmt.Errorf("operator's socket: %w", err)
	}
	defer os.Remove(path)
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		c, err := l.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("operator's socket: %w", err)
		}
		wg.Go(func() { o.hear(ctx, c) })
	}
}

// listenPrivate creates the socket in a temporary private folder, sets its mode, and moves it into place. So nobody else can
// connect before the mode is set.
func listenPrivate(path string) (net.Listener, error) {
	dir, err := os.MkdirTemp(filepath.Dir(path), ".sock-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	inner := filepath.Join(dir, "s")
	addr, done, err := socketAddress(inner)
	if err != nil {
		return nil, err
	}
	defer done()
	l, err := net.Listen("unix", addr)
	if err != nil {
		return nil, err
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(inner, 0o600), os.Rename(inner, path)); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// hear serves one connection, with one request.
func (o operator) hear(ctx context.Context, c net.Conn) {
	defer c.Close()
	const patience, longest = 10 * time.Second, 5000
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return // the client is gone
	}
	line, err := bufio.NewReader(io.LimitReader(c, longest)).ReadString('\n')
	if err != nil {
		return // the client is gone or sends nothing
	}
	answer, err := o.answer(ctx, strings.TrimSuffix(line, "\n"))
	if err != nil {
		answer = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	fmt.Fprintln(c, answer) // the client may be gone
}

func (o operator) answer(ctx context.Context, request string) (string, error) {
	if request == "state" {
		state, err := o.state(ctx)
		if err != nil {
			return "", err
		}
		raw, err := json.Marshal(state)
		return string(raw), err
	}
	to, ok := strings.CutPrefix(request, "backup ")
	if !ok || !filepath.IsAbs(to) {
		return "", errors.New("expected: backup /the/file, or state")
	}
	if err := o.store.Backup(ctx, to); err != nil {
		o.log.Error("backup", "error", err.Error())
		return "", err
	}
	o.log.Info("backup", "file", to)
	return "done", nil
}
