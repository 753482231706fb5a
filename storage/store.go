package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Store is a table.Store in one bbolt file. It is safe for concurrent use.
type Store struct {
	path string
	opts Options

	mu   sync.RWMutex // guards db and file while the file is reopened
	db   *bolt.DB
	file os.FileInfo // of the file that db has open
	// doubt: a sync has failed and the file has not been rewritten since.
	doubt bool

	writes chan *write
	ended  chan struct{}
	stop   sync.Once
	quit   chan struct{}

	anchored  uint64 // owned by run: the count in the anchor
	counted   uint64 // owned by run: the count of the newest transaction
	anchorErr error  // of the last attempt; Close returns it, and Options.Warn is told of the first in a row

	leaseMu sync.Mutex
	leases  table.Leases
}

var (
	// errClosed: Close was called.
	errClosed = errors.New("the store is closed")
	// errShut: the file could not be reopened after a fault. The next write tries again.
	errShut = errors.New("the store's file is closed after a fault")
)

// write is one change that waits for a transaction. do returns a refused error before it writes anything; that error concerns
// only this write. Any other error fails the transaction, so do must return one only for a fault of the disk.
type write struct {
	do   func(*bolt.Tx) error
	done chan error
	late bool // it may wait for others; see Options
}

// refused wraps an error that was found before anything was written.
type refused struct{ err error }

func (r refused) Error() string { return r.err.Error() }

// maxGroup is the greatest number of writes in one transaction.
const maxGroup = 256

func start(path string, o Options, db *bolt.DB) *Store {
	s := &Store{path: path, opts: o, writes: make(chan *write, maxGroup), ended: make(chan struct{}), quit: make(chan struct{})}
	take(s, db)
	go run(s)
	return s
}

// take makes the open file the store's.
func take(s *Store, db *bolt.DB) {
	s.db = db
	s.file, _ = os.Stat(s.path) // nil if it is gone already, which the first write reports
}

// Close finishes the waiting writes and closes the file.
func (s *Store) Close() error {
	s.stop.Do(func() { close(s.quit) })
	<-s.ended
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	anchor(s)
	err := errors.Join(s.db.Close(), s.anchorErr)
	s.db = nil
	return err
}

// anchor updates the anchor. A failure affects no commit: the next anchor tries again, and Close returns the error.
func anchor(s *Store) {
	if s.counted == s.anchored {
		return
	}
	if s.anchorErr = writeAnchor(s.path, s.counted, s.opts); s.anchorErr == nil {
		s.anchored = s.counted
	}
}

// run groups the waiting writes into transactions, so that they share one fsync.
func run(s *Store) {
	defer close(s.ended)
	last := 0 // the size of the last group
	next := func(w *write) {
		group := gather(s, w, last)
		last = len(group)
		flush(s, group)
	}
	for {
		select {
		case w := <-s.writes:
			next(w)
		case <-s.quit:
			for {
				select {
				case w := <-s.writes:
					next(w)
				default:
					return
				}
			}
		}
	}
}

// gather collects the writes that wait, up to maxGroup. The writers of the last group have just been answered and may not
// have run since. If they were many, gather lets them run first: the first to write again would have an fsync of its own.
// If all writes so far may be late, gather waits for others.
func gather(s *Store, first *write, last int) []*write {
	const many, turns = 8, 2
	group, late := []*write{first}, first.late
	var over <-chan time.Time // when the first write has waited long enough
	for idle := 0; len(group) < maxGroup; {
		select {
		case w := <-s.writes:
			group, idle, late = append(group, w), 0, late && w.late
		default:
			if late {
				if over == nil {
					over = time.After(s.opts.Late)
				}
				select {
				case w := <-s.writes:
					group, late = append(group, w), w.late
				case <-over:
					late = false
				case <-s.quit:
					late = false
				}
				continue
			}
			if last < many || idle == turns {
				return group
			}
			idle++
			runtime.Gosched()
		}
	}
	return group
}

// flush commits a group in one transaction. A failure leaves the result unknown, because a failed write of the newest
// meta page may have reached the disk. Every write of the group then gets ErrUnknown, and the file is reopened. A file that is no longer
// at its place stays open: it may be the last copy, and a backup can still be made of it.
func flush(s *Store, group []*write) {
	errs := make([]error, len(group))
	var n uint64
	err := update(s, func(tx *bolt.Tx) error {
		if err := begin(tx); err != nil {
			return err
		}
		for i, w := range group {
			errs[i] = nil
			err := w.do(tx)
			var r refused
			if errors.As(err, &r) {
				errs[i] = r.err
			} else if err != nil {
				return err
			}
		}
		n = count(tx) + 1
		return putCount(tx, n)
	})
	if errors.Is(err, errGone) {
		err = fault(err)
	} else if err != nil {
		err = fault(fmt.Errorf("%w: %w", table.ErrUnknown, errors.Join(err, reopen(s, err))))
	} else if s.counted = n; n >= s.anchored+anchorEvery {
		known := s.anchorErr != nil
		if anchor(s); s.anchorErr != nil && !known {
			s.opts.warn(fmt.Sprintf("store %s: %v; until it can be written, a store that is set back goes unnoticed", s.path, s.anchorErr))
		}
	}
	for i, w := range group {
		if err != nil {
			w.done <- err
		} else {
			w.done <- errs[i]
		}
	}
}

func update(s *Store, f func(*bolt.Tx) error) (err error) {
	if err := revive(s); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := inPlace(s.path, s.file); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrBroken, p)
		}
	}()
	return s.db.Update(f)
}

// revive reopens the file if an earlier attempt failed. Only run calls it.
func revive(s *Store) error {
	s.mu.RLock()
	open := s.db != nil
	s.mu.RUnlock()
	if open {
		return nil
	}
	return reopen(s, nil)
}

// reopen closes and opens the file after a failed write. A failed sync leaves it unknown which pages are on disk, and
// the system may return pages that are not. So the file is rewritten as a whole before it is read again.
func reopen(s *Store, cause error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var written *fs.PathError
	s.doubt = s.doubt || cause != nil && !errors.As(cause, &written)
	if s.db != nil {
		if err := s.db.Close(); err != nil {
			return err
		}
		s.db = nil
	}
	if s.doubt {
		if err := copyFile(context.Background(), s.path, s.path); err != nil {
			return err
		}
		s.doubt = false
	}
	db, err := openDB(s.path, s.opts)
	if err != nil {
		return err
	}
	take(s, db)
	return nil
}

// write passes a change to run and waits until it is durable. If the context ends first, the change may still be applied.
func (s *Store) write(ctx context.Context, do func(*bolt.Tx) error) error {
	return s.pass(ctx, &write{do: do, done: make(chan error, 1)})
}

// writeLate is write for a change that may wait for others, no longer than Options.Late.
func (s *Store) writeLate(ctx context.Context, do func(*bolt.Tx) error) error {
	return s.pass(ctx, &write{do: do, done: make(chan error, 1), late: s.opts.Late > 0})
}

func (s *Store) pass(ctx context.Context, w *write) error {
	if s.opts.ReadOnly {
		return fault(ErrReadOnly)
	}
	select {
	case <-s.quit:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	case s.writes <- w:
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", table.ErrUnknown, ctx.Err())
	case <-s.ended:
		select {
		case err := <-w.done:
			return err
		default:
			return errClosed
		}
	}
}

// view runs one read transaction. It returns ErrDamaged when bbolt panics on a damaged page.
func view(s *Store, f func(*bolt.Tx) error) (err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return errShut
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", table.ErrDamaged, p)
		}
	}()
	return s.db.View(f)
}
