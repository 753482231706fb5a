package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"downsync/game/table"
	"downsync/storage"
)

// storeFlags are the flags of a subcommand that works on a store.
func storeFlags(name string) (parsed func(args []string, words int, out io.Writer) (path string, rest []string, err error)) {
	f := flags(name)
	conf := configFlag(f)
	file := f.String("store", "", "the store's `file` itself")
	return func(args []string, words int, out io.Writer) (string, []string, error) {
		if err := parse(f, args, words, out); err != nil {
			return "", nil, err
		}
		if *file == "" {
			c, err := conf.read()
			if err != nil {
				return "", nil, err
			}
			*file = c.Store.Path
		}
		return *file, f.Args(), nil
	}
}

// present refuses a store that is not there: a subcommand that reads one must not make it.
func present(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store %s: there is no such file", path)
	}
	return nil
}

// backup writes a copy of the store. When a bot has it open, that bot is asked to, through its socket.
func backup(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	path, words, err := storeFlags("backup FILE")(args, 1, out)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return misuse{errors.New("expected the name of the file to be written")}
	}
	if err := present(path); err != nil {
		return err
	}
	to, err := filepath.Abs(words[0])
	if err != nil {
		return err
	}
	s, err := storage.Open(path, storage.Options{})
	switch {
	case errors.Is(err, storage.ErrInUse):
		if err := askBackup(ctx, path, to); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		if err := closeAfter(s, s.Backup(ctx, to)); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%s\n", to)
	return nil
}

// socketPath is where a running bot listens for its operator; only the store's owner may connect.
func socketPath(store string) string { return store + ".sock" }

// askBackup has the bot that serves the store write the backup.
func askBackup(ctx context.Context, store, to string) error {
	var d net.Dialer
	c, err := d.DialContext(ctx, "unix", socketPath(store))
	if err != nil {
		return fmt.Errorf("store %s: in use by a process that takes no requests: %w", store, err)
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() }) // ends the wait for the answer
	defer stop()
	if _, err := fmt.Fprintf(c, "backup %s\n", to); err != nil {
		return err
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	switch line = strings.TrimSpace(line); {
	case line == "done":
		return nil
	case line != "":
		return errors.New(line)
	}
	return fmt.Errorf("store %s: the bot did not answer: %w", store, err)
}

// serveOperator answers the operator's requests until the context ends.
func serveOperator(ctx context.Context, store string, s *storage.Store, log *slog.Logger) error {
	path := socketPath(store)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a process that was killed: the store is ours
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
		wg.Go(func() { answerOperator(ctx, c, s, log) })
	}
}

// listenPrivate makes the socket in a folder of its own, where nobody else can reach it before its mode is set.
func listenPrivate(path string) (net.Listener, error) {
	dir, err := os.MkdirTemp(filepath.Dir(path), ".sock-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	inner := filepath.Join(dir, "s")
	l, err := net.Listen("unix", inner)
	if err != nil {
		return nil, err
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(inner, 0o600), os.Rename(inner, path)); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// answerOperator does one request: a line that names a file.
func answerOperator(ctx context.Context, c net.Conn, s *storage.Store, log *slog.Logger) {
	defer c.Close()
	const patience, longest = 10 * time.Second, 5000
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return // it has gone
	}
	line, err := bufio.NewReader(io.LimitReader(c, longest)).ReadString('\n')
	if err != nil {
		return // it has gone, or says nothing
	}
	answer := "done"
	to, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "backup ")
	if !ok || !filepath.IsAbs(to) {
		answer = "expected: backup /the/file"
	} else if err := s.Backup(ctx, to); err != nil {
		log.Error("backup", "error", err.Error())
		answer = strings.ReplaceAll(err.Error(), "\n", "; ")
	} else {
		log.Info("backup", "file", to)
	}
	fmt.Fprintln(c, answer) // who does not wait for the answer goes without
}

// backups writes copies into a folder at intervals, and keeps the newest.
type backups struct {
	folder string
	every  time.Duration
	keep   int
	store  *storage.Store
	clock  table.Clock
	log    *slog.Logger
}

const backupPrefix, backupForm = "downsync-", "20060102-150405"

// due is when the next copy is: by the newest there, so that restarts make none more and none less.
func (b backups) due() (time.Time, error) {
	names, err := b.list()
	if err != nil || len(names) == 0 {
		return time.Time{}, err
	}
	at, err := time.Parse(backupPrefix+backupForm+".db", names[len(names)-1])
	return at.Add(b.every), err
}

// list names the copies, oldest first.
func (b backups) list() ([]string, error) {
	entries, err := os.ReadDir(b.folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if _, err := time.Parse(backupPrefix+backupForm+".db", e.Name()); err == nil {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// tick writes a copy if one is due, and removes those that are too many.
func (b backups) tick(ctx context.Context) error {
	at, err := b.due()
	now := b.clock.Now().UTC()
	if err != nil || at.After(now) {
		return err
	}
	if err := b.store.Backup(ctx, filepath.Join(b.folder, backupPrefix+now.Format(backupForm)+".db")); err != nil {
		return err
	}
	names, err := b.list()
	for len(names) > b.keep && err == nil {
		err = os.Remove(filepath.Join(b.folder, names[0]))
		names = names[1:]
	}
	return err
}

// run ticks until the context ends.
func (b backups) run(ctx context.Context) {
	const look = time.Minute
	for {
		if err := b.tick(ctx); err != nil && ctx.Err() == nil {
			b.log.Error("backup", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(look):
		}
	}
}

// restore puts a backup into an empty place.
func restore(ctx context.Context, args []string, out, errs io.Writer) error {
	f := flags("restore FILE INTO")
	if err := parse(f, args, 2, out); err != nil {
		return err
	}
	if f.NArg() < 2 {
		return misuse{errors.New("expected the backup's file and the place to put it")}
	}
	r, err := storage.Restore(ctx, f.Arg(0), f.Arg(1))
	if err != nil {
		return err
	}
	return report(r, out)
}

// compact packs the matches that are over, and writes the stopped store anew without unused room.
func compact(ctx context.Context, args []string, out, errs io.Writer) error {
	path, _, err := storeFlags("compact")(args, 0, out)
	if err != nil {
		return err
	}
	if err := present(path); err != nil {
		return err
	}
	packed, err := packFinished(ctx, path)
	if err != nil {
		return err
	}
	before, after, err := storage.Compact(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d matches packed; %d bytes, were %d\n", packed, after, before)
	return nil
}

// packFinished packs what is over and not damaged; `check` tells of damage.
func packFinished(ctx context.Context, path string) (packed int, err error) {
	s, err := storage.Open(path, storage.Options{})
	if err != nil {
		return 0, err
	}
	defer func() { err = closeAfter(s, err) }()
	ids, err := s.Matches()
	if err != nil {
		return 0, err
	}
	hall := offline(s)
	for _, id := range ids {
		over, err := hall.Over(ctx, id)
		if err != nil && !errors.Is(err, table.ErrNoMatch) {
			return packed, err
		}
		if !over {
			continue
		}
		switch err := s.Pack(ctx, id); {
		case err == nil:
			packed++
		case !errors.Is(err, table.ErrDamaged):
			return packed, err
		}
	}
	return packed, nil
}
