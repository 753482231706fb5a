package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// Store is a table.Store in one bbolt file.
type Store struct {
	path string
	opts Options

	mu sync.RWMutex // guards db against being reopened
	db *bolt.DB
	// doubt: a sync has failed, and the file was not written anew since.
	doubt bool

	writes chan *write
	ended  chan struct{}
	stop   sync.Once
	quit   chan struct{}

	anchored  uint64 // the writer's: the count that the anchor has
	counted   uint64 // the writer's: the count of the newest transaction
	anchorErr error  // of the last try, told by Close

	leaseMu sync.Mutex
	leases  table.Leases
}

var (
	// errClosed: the store was closed.
	errClosed = errors.New("the store is closed")
	// errShut: it was closed, or could not be opened again after a fault; the next write tries to.
	errShut = errors.New("the store's file is shut")
)

// write is one change that waits for its turn in a transaction. prepare decides and writes nothing when it refuses;
// an error from it is that write's alone. A write that begins must not fail but by the disk.
type write struct {
	do   func(*bolt.Tx) error
	done chan error
}

// refused wraps an error of the write itself, found before anything was written.
type refused struct{ err error }

func (r refused) Error() string { return r.err.Error() }

// maxGroup bounds how many writes share a transaction.
const maxGroup = 256

func start(path string, o Options, db *bolt.DB) *Store {
	s := &Store{path: path, opts: o, db: db, writes: make(chan *write, maxGroup), ended: make(chan struct{}), quit: make(chan struct{})}
	go s.run()
	return s
}

// Close finishes what waits and closes the file.
func (s *Store) Close() error {
	s.stop.Do(func() { close(s.quit) })
	<-s.ended
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	s.anchor()
	err := errors.Join(s.db.Close(), s.anchorErr)
	s.db = nil
	return err
}

// anchor says beside the file how far it has come. A failure costs only that: it is tried again, and told at the end.
func (s *Store) anchor() {
	if s.counted == s.anchored {
		return
	}
	if s.anchorErr = writeAnchor(s.path, s.counted); s.anchorErr == nil {
		s.anchored = s.counted
	}
}

// run groups what waits into transactions: one fsync for all of them.
func (s *Store) run() {
	defer close(s.ended)
	for {
		select {
		case w := <-s.writes:
			s.flush(s.gather(w))
		case <-s.quit:
			for {
				select {
				case w := <-s.writes:
					s.flush(s.gather(w))
				default:
					return
				}
			}
		}
	}
}

// gather takes everything that waits.
func (s *Store) gather(first *write) []*write {
	group := []*write{first}
	for len(group) < maxGroup {
		select {
		case w := <-s.writes:
			group = append(group, w)
		default:
			return group
		}
	}
	return group
}

// flush writes a group in one transaction. When that fails nobody knows whether it was stored: a failed write of the
// newest meta page may have reached the disk. So all are told "unknown", and the file is opened anew.
func (s *Store) flush(group []*write) {
	errs := make([]error, len(group))
	var n uint64
	err := s.update(func(tx *bolt.Tx) error {
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
	if err != nil {
		err = fmt.Errorf("%w: %w", table.ErrUnknown, errors.Join(err, s.reopen(err)))
	} else if s.counted = n; n >= s.anchored+anchorEvery {
		s.anchor()
	}
	for i, w := range group {
		if err != nil {
			w.done <- err
		} else {
			w.done <- errs[i]
		}
	}
}

func (s *Store) update(f func(*bolt.Tx) error) (err error) {
	if err := s.revive(); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrBroken, p)
		}
	}()
	return s.db.Update(f)
}

// revive opens the file if that failed after an earlier fault. The writer's alone.
func (s *Store) revive() error {
	s.mu.RLock()
	open := s.db != nil
	s.mu.RUnlock()
	if open {
		return nil
	}
	return s.reopen(nil)
}

// reopen closes and opens the file after a failed write. After a failed sync nobody knows which pages are on disk, and the
// system may show those that are not: so the file is written anew as a whole before anything in it is believed.
func (s *Store) reopen(cause error) error {
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
		if err := rewrite(s.path); err != nil {
			return err
		}
		s.doubt = false
	}
	db, err := openDB(s.path, s.opts)
	if err != nil {
		return err
	}
	s.db = db
	return nil
}

// rewrite replaces the file by a copy that is known to be on disk.
func rewrite(path string) error {
	return place(path, func(to *os.File) error {
		from, err := os.Open(path)
		if err != nil {
			return err
		}
		defer from.Close()
		_, err = io.Copy(to, from)
		return err
	})
}

// write hands a change to the writer and waits until it is durable. When the context ends first the change may still
// be made.
func (s *Store) write(ctx context.Context, do func(*bolt.Tx) error) error {
	w := &write{do: do, done: make(chan error, 1)}
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

// view reads in one transaction; bbolt panics on a damaged page are told as damage.
func (s *Store) view(f func(*bolt.Tx) error) (err error) {
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
