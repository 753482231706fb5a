package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"downsync/game/table"
)

// Options configure a store. The zero value is ready to use.
type Options struct {
	// Wait is how long Open waits for another process to release the file; 0 means half a second.
	Wait time.Duration
	// MapSize is the address space in bytes reserved at the start, so that readers never stall the writer while the
	// file grows; 0 means 1 GiB. It costs no memory.
	MapSize int
	// ReadOnly opens an existing store only for reading, as on a disk that cannot be written. Others may read it at the same
	// time. Writes fail with ErrReadOnly.
	ReadOnly bool
	// Moving opens a store that a move has not filled yet.
	Moving bool
	// Late is how long the mark of a delivery and a late commit may wait for other writes, to share their transaction; 0: not
	// at all. They still return only when they are durable. Any other write ends the wait. A delivery whose mark is lost is
	// made again.
	Late time.Duration
	// Warn, if set, receives one sentence that an operator should know although the store is sound.
	Warn func(string)

	copied bool              // the file is a copy, so that a migration makes no other copy
	opened func(*bolt.DB)    // tests: called each time the file is opened for writing
	point  func(name string) // tests: called between two steps
}

const (
	defaultWait = 500 * time.Millisecond
	defaultMap  = 1 << 30
)

// at reports a named point to the test.
func (o Options) at(name string) {
	if o.point != nil {
		o.point(name)
	}
}

// warn passes a sentence to Warn.
func (o Options) warn(text string) {
	if o.Warn != nil {
		o.Warn(text)
	}
}

// Errors of Open. Each text names its remedy.
var (
	// ErrInUse: another process has the file open. The remedy is the caller's to name.
	ErrInUse = errors.New("in use by another process")
	// ErrForeign: the file is not a store of this program.
	ErrForeign = errors.New("not a Downsync store: give the path of a store, or of a file that does not exist yet")
	// ErrNewer: a later version of this program wrote the file.
	ErrNewer = table.ErrNewer
	// ErrBroken: the file is a store but cannot be read.
	ErrBroken = errors.New("damaged: restore a backup; the file was left as it is")
	// errSetBack: the file is older than its anchor.
	errSetBack = errors.New("set back: decisions that players were told of are missing")
	// ErrOlder: an earlier version of this program wrote the file, and it may not be converted.
	ErrOlder = errors.New("of an older format, which cannot be read without converting it: give a copy in a folder that may be written")
	// ErrReadOnly: the file or its folder is not writable.
	ErrReadOnly = errors.New("not writable: give this user the right to write the file and its folder")
)

// Open opens the store at path, or creates it. The file is private to its owner (mode 0600). An error says what is
// wrong with the file and what to do. Open never changes a file that is not a store. It converts an older format to the
// current one and leaves a copy of the old file beside it, with the version in its name.
func Open(path string, o Options) (*Store, error) {
	if o.Wait == 0 {
		o.Wait = defaultWait
	}
	if o.MapSize == 0 {
		o.MapSize = defaultMap
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !o.ReadOnly {
		if err := create(path); err != nil {
			return nil, fmt.Errorf("store %s: %w", path, err)
		}
	}
	db, err := openDB(path, o)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, err)
	}
	if !o.ReadOnly {
		if err := tryAnchor(path, o); err != nil {
			return nil, errors.Join(fmt.Errorf("store %s: %w", path, err), db.Close())
		}
	}
	return start(path, o, db), nil
}

// create makes an empty store under another name and renames it to path, so that a crash leaves no partial file.
func create(path string) error {
	return place(path, func(f *os.File) error {
		db, err := bolt.Open(f.Name(), 0o600, &bolt.Options{})
		if err != nil {
			return err
		}
		return errors.Join(db.Update(layout), db.Close())
	})
}

// openDB opens the file, after it has checked that the file is a whole store.
func openDB(path string, o Options) (*bolt.DB, error) {
	if err := checkMagic(path); err != nil {
		return nil, err
	}
	if err := inspect(path, o); err != nil {
		return nil, err
	}
	o.at("open: inspected")
	db, err := boltOpen(path, &bolt.Options{Timeout: o.Wait, ReadOnly: o.ReadOnly, InitialMmapSize: o.MapSize, NoFreelistSync: true, FreelistType: bolt.FreelistMapType})
	if err != nil {
		return nil, err
	}
	if o.opened != nil {
		o.opened(db)
	}
	v, err := versionOf(db)
	switch {
	case err == nil && v < formatVersion && o.ReadOnly:
		err = ErrOlder
	case err == nil && v < formatVersion:
		err = migrate(db, path, v, o)
	}
	if err == nil {
		err = checkAnchor(db, path, o)
	}
	if err == nil && !o.Moving {
		err = db.View(func(tx *bolt.Tx) error {
			if tx.Bucket(bucketFormat).Get(keyMoving) != nil {
				return ErrMoving
			}
			return nil
		})
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// inspect checks the file under a shared lock.
func inspect(path string, o Options) error {
	db, err := boltOpen(path, &bolt.Options{Timeout: o.Wait, ReadOnly: true})
	if err != nil {
		return err
	}
	err = checkStructure(path)
	if err == nil {
		_, err = versionOf(db)
	}
	return errors.Join(err, db.Close())
}

// boltOpen opens the file with bbolt. It translates bbolt's errors and panics on damage.
func boltOpen(path string, o *bolt.Options) (db *bolt.DB, err error) {
	defer func() {
		if p := recover(); p != nil {
			db, err = nil, fmt.Errorf("%w (%v)", ErrBroken, p)
		}
	}()
	db, err = bolt.Open(path, 0o600, o)
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, ErrInUse
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%w (%w)", ErrReadOnly, err)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w (%w)", ErrBroken, err)
	}
	return db, err
}

// checkAnchor compares the file's transaction count with its anchor. An anchor that a crash cut short proves nothing.
func checkAnchor(db *bolt.DB, path string, o Options) error {
	anchored, err := readAnchor(path)
	if errors.Is(err, errCut) {
		o.warn(fmt.Sprintf("store %s: its anchor %s was %v; the store is read without it, and the next anchor replaces it", path, anchorPath(path), err))
		return nil
	}
	if err != nil {
		return err
	}
	return db.View(func(tx *bolt.Tx) error {
		if n := count(tx); n < anchored {
			return fmt.Errorf("%w (it has %d transactions, %s says %d): put the right file back, or delete that anchor to go on with what is there",
				errSetBack, n, anchorPath(path), anchored)
		}
		return nil
	})
}

// checkMagic checks the first pages before bbolt opens the file, because bbolt fills an empty file.
func checkMagic(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe would be waited for
		return ErrForeign
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w (%w)", ErrReadOnly, err)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 20)
	if n, _ := f.ReadAt(head, 0); n < len(head) {
		return ErrForeign
	}
	const at, magic = 16, "\xed\xda\x0c\xed" // bbolt's, little endian, in the first meta page
	if string(head[at:]) == magic {
		if info, err := f.Stat(); err != nil || info.Size() < int64(2*os.Getpagesize()) {
			return errors.Join(ErrBroken, err)
		}
		return nil
	}
	// The first meta page may be the damaged one; try the second.
	second := make([]byte, 4)
	if _, err := f.ReadAt(second, int64(os.Getpagesize()+at)); err == nil && string(second) == magic {
		return nil
	}
	return ErrForeign
}
