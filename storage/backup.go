package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Backup writes a consistent copy of the store to a file that does not exist yet. The store goes on serving: commits
// continue, and bbolt keeps the pages that the copy still needs. The copy gets its name only when it is complete and on
// disk.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("backup %s: %w", path, fs.ErrExist)
	}
	err := place(path, func(f *os.File) error {
		return view(s, func(tx *bolt.Tx) error {
			s.opts.at("backup: begun")
			_, err := tx.WriteTo(stoppable{ctx, f})
			s.opts.at("backup: written")
			return err
		})
	})
	if ctx.Err() != nil && err != nil {
		err = ctx.Err() // bbolt reports it only as text
	}
	if err != nil {
		return fmt.Errorf("backup %s: %w", path, err)
	}
	return nil
}

// stoppable is a writer that fails once the context ends.
type stoppable struct {
	ctx context.Context
	w   io.Writer
}

func (s stoppable) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(b)
}

// errUnsound: a backup holds damaged matches.
var errUnsound = errors.New("damaged matches: nothing was restored. Restore another backup, or copy this one by cp to go on with its other matches")

// Restore copies a backup to a path where neither a store nor an anchor exists. It checks the backup first and never
// changes it. If it finds damage, or is interrupted, it leaves nothing there.
func Restore(ctx context.Context, backup, path string) (r Report, err error) {
	for _, p := range []string{path, anchorPath(path)} {
		if _, err := os.Lstat(p); err == nil {
			return r, fmt.Errorf("restore: %s: %w: expected an empty place, so that nothing is lost", p, fs.ErrExist)
		}
	}
	if err := checkMagic(backup); err != nil {
		return r, fmt.Errorf("restore: %s: %w", backup, err)
	}
	if err := checkStructure(backup); err != nil {
		return r, fmt.Errorf("restore: %s: %w", backup, err)
	}
	err = place(path, func(to *os.File) (err error) {
		if err := copyInto(ctx, backup, to); err != nil {
			return err
		}
		r, err = checkPlaced(ctx, to.Name())
		if err == nil && len(r.Damaged) > 0 {
			err = errUnsound
		}
		if err != nil {
			return fmt.Errorf("%s: %w", backup, err)
		}
		return nil
	})
	if err != nil {
		return r, fmt.Errorf("restore: %w", err)
	}
	return r, nil
}

// checkPlaced checks a store that has not got its name yet. It brings an older format to the current one.
func checkPlaced(ctx context.Context, path string) (r Report, err error) {
	o := Options{Wait: defaultWait, MapSize: defaultMap, copied: true}
	db, err := openDB(path, o)
	if err != nil {
		return r, err
	}
	s := start(path, o, db)
	r, err = s.Check(ctx)
	return r, errors.Join(err, s.Close())
}

// copyFile replaces the file at path by a copy of the file from that is known to be on disk.
func copyFile(ctx context.Context, from, path string) error {
	return place(path, func(to *os.File) error { return copyInto(ctx, from, to) })
}

func copyInto(ctx context.Context, from string, to *os.File) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(stoppable{ctx, to}, f)
	return err
}

// Compact rewrites a stopped store without its unused pages. It returns the file's size in bytes before and after.
func Compact(path string) (before, after int64, err error) {
	db, err := openDB(path, Options{Wait: defaultWait, MapSize: defaultMap})
	if err != nil {
		return 0, 0, fmt.Errorf("store %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if before, err = sizeOf(path); err != nil {
		return 0, 0, err
	}
	err = place(path, func(f *os.File) error {
		const txBytes = 8 << 20
		to, err := bolt.Open(f.Name(), 0o600, &bolt.Options{FreelistType: bolt.FreelistMapType})
		if err != nil {
			return err
		}
		return errors.Join(bolt.Compact(to, db, txBytes), to.Close())
	})
	if err != nil {
		return before, 0, fmt.Errorf("store %s: %w", path, err)
	}
	after, err = sizeOf(path)
	return before, after, err
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Import stores a match that another host exported, with its records: all of it or nothing. The hash chain of the
// events must end in the given hash. ErrConflict means that the store already has the match. The imported match is due
// at once, so that its host can apply what its clocks demand.
func (s *Store) Import(ctx context.Context, id table.ID, events []table.Event, hash [32]byte, rs []table.Record) error {
	if err := id.Check(); err != nil {
		return err
	}
	var h head
	for i, e := range events {
		if e.Seq != uint64(i)+1 || len(e.Data) > table.MaxEvent {
			return fmt.Errorf("import: event %d is out of order or above %d bytes", i+1, table.MaxEvent)
		}
		h.Version, h.Hash, h.Wake = e.Seq, table.Link(h.Hash, e), e.At
	}
	if len(events) == 0 || h.Hash != hash {
		return fmt.Errorf("import: %w: its events do not fit its hash", table.ErrDamaged)
	}
	for _, r := range rs {
		if err := r.Check(); err != nil {
			return err
		}
	}
	return s.write(ctx, func(tx *bolt.Tx) error {
		if tx.Bucket(bucketMatch).Get([]byte(id)) != nil {
			return refused{fmt.Errorf("import: match %s: %w: it is here already", id, table.ErrConflict)}
		}
		w := writer{tx: tx}
		w.parts(Whole{ID: id, Events: events})
		w.put(bucketMatch, []byte(id), h.encode())
		w.wake(id, time.Time{}, h.Wake)
		w.records(rs)
		return w.err
	})
}
