package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/storage"
)

// storeFlags adds to f the flags of a subcommand that works on a store, and returns the function that parses them all. Without
// -store the path comes from the configuration.
func storeFlags(f *flag.FlagSet) (parsed func(ctx context.Context, args []string, words int, out io.Writer) (path string, rest []string, err error)) {
	conf := configFlag(f)
	file := f.String("store", "", "store `file`, instead of the one in the configuration")
	return func(ctx context.Context, args []string, words int, out io.Writer) (string, []string, error) {
		if err := parse(f, args, words, out); err != nil {
			return "", nil, err
		}
		if *file == "" {
			c, err := conf.read(ctx)
			if err != nil {
				return "", nil, err
			}
			*file = c.where()
		}
		return *file, f.Args(), nil
	}
}

// backup writes a copy of the store. If a bot has the store open, backup asks that bot, through its socket, to write the copy.
func backup(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	path, words, err := storeFlags(flags("backup FILE"))(ctx, args, 1, out)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return misuse{errors.New("expected the name of the file to be written")}
	}
	to, err := filepath.Abs(words[0])
	if err != nil {
		return err
	}
	if err := fileOnly(path, "back it up by pg_dump, or by the archive of its write-ahead log"); err != nil {
		return err
	}
	s, err := openFile(path, errs)
	switch {
	case errors.Is(err, storage.ErrInUse):
		answer, err := askOperator(ctx, path, "backup "+to)
		if err != nil {
			return err
		}
		if answer != "done" {
			return errors.New(answer)
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

// backups writes copies of the store into a folder at intervals, and keeps the newest ones.
type backups struct {
	folder string
	every  time.Duration
	keep   int
	store  *storage.Store
	clock  table.Clock
	log    *slog.Logger
	warned string // the copies dated after now that the log has named
}

const backupPrefix, backupForm = "downsync-", "20060102-150405"

// copies holds the file names of the copies in a folder, oldest first. Those dated after now are separate: a wrong clock or
// somebody else made them, and the next copy must not wait for their time.
type copies struct{ until, after []string }

func copiesIn(folder string, now time.Time) (c copies, err error) {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, fmt.Errorf("store.backups is %q, and there is no such folder: make it, or mount its disk; until then no copies are made", folder)
	case err != nil:
		return c, fmt.Errorf("store.backups is %q: expected a folder that this user may read and write: %w", folder, err)
	}
	for _, e := range entries { // by name, and so by date
		switch at, err := time.Parse(backupPrefix+backupForm+".db", e.Name()); {
		case err != nil:
		case at.After(now):
			c.after = append(c.after, e.Name())
		default:
			c.until = append(c.until, e.Name())
		}
	}
	return c, nil
}

// exposedCopies returns the paths of those copies in the folder that other users of the machine may read or change.
func exposedCopies(folder string, names []string) (open []string) {
	for _, name := range names {
		if path := filepath.Join(folder, name); readableByOthers(path) {
			open = append(open, path)
		}
	}
	return open
}

// due reports whether a copy is due. It counts from the newest copy in the folder, so that a restart neither adds nor skips one.
func (b *backups) due(now time.Time) (bool, error) {
	have, err := copiesIn(b.folder, now)
	if err != nil {
		return false, err
	}
	if names := strings.Join(have.after, ", "); names != b.warned {
		if b.warned = names; names != "" {
			b.log.Warn(backupsAhead, "files", names)
		}
	}
	if len(have.until) == 0 {
		return true, nil
	}
	at, err := time.Parse(backupPrefix+backupForm+".db", have.until[len(have.until)-1])
	return !at.Add(b.every).After(now), err
}

const backupsAhead = "copies dated after now are neither counted nor removed: set this machine's clock right, or remove or rename them"

// tick writes a copy if one is due, and removes the oldest beyond those to keep.
func (b *backups) tick(ctx context.Context) error {
	now := b.clock.Now().UTC()
	due, err := b.due(now)
	if err != nil || !due {
		return err
	}
	if err := b.store.Backup(ctx, filepath.Join(b.folder, backupPrefix+now.Format(backupForm)+".db")); err != nil {
		return fmt.Errorf("store.backups: %w", err)
	}
	have, err := copiesIn(b.folder, now)
	for names := have.until; len(names) > b.keep && err == nil; names = names[1:] {
		err = os.Remove(filepath.Join(b.folder, names[0]))
	}
	return err
}

// run looks every minute whether a copy is due, until the context ends.
func (b *backups) run(ctx context.Context) {
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

// restore checks a backup and puts it into an empty place. It does not put a backup with damaged matches there. If something
// beside the matches is astray it does, because the bot works without that, and the exit status is 1.
func restore(ctx context.Context, args []string, out, errs io.Writer) error {
	f := flags("restore FILE INTO")
	if err := parse(f, args, 2, out); err != nil {
		return err
	}
	if f.NArg() < 2 {
		return misuse{errors.New("expected the backup's file and the place to put it")}
	}
	r, err := storage.Restore(ctx, f.Arg(0), f.Arg(1))
	if err != nil && len(r.Damaged) == 0 {
		return err
	}
	faults(r, false, out)
	fmt.Fprintln(out, game.Text("%d {match|matches}, %d damaged, %d astray").Format(r.Matches, len(r.Damaged), len(r.Astray)))
	if err == nil && !r.Sound() {
		fmt.Fprintf(out, "restored to %s all the same\n", f.Arg(1))
		return exit(1)
	}
	return err
}

// compact compresses the finished matches and rewrites the store without unused space. The bot must be stopped.
func compact(ctx context.Context, args []string, out, errs io.Writer) error {
	path, _, err := storeFlags(flags("compact"))(ctx, args, 0, out)
	if err != nil {
		return err
	}
	if err := fileOnly(path, "it frees unused space by itself"); err != nil {
		return err
	}
	if err := present(path); err != nil {
		return err
	}
	packed, err := packFinished(ctx, path, errs)
	if err != nil {
		return err
	}
	before, after, err := storage.Compact(path)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, game.Text("%d {match|matches} packed; %d bytes, were %d").Format(packed, after, before))
	return nil
}

// packFinished compresses the finished matches, and returns how many. It skips damaged matches, which check reports.
func packFinished(ctx context.Context, path string, errs io.Writer) (packed int, err error) {
	s, err := openAlone(path, storage.Options{Warn: warnOn(errs)})
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
