package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// A file that must be whole or not there at all is written under another name beside its place, synced, and then renamed. A process
// that is killed meanwhile leaves that other name behind, which may be a copy of a whole store.

// placing is the pattern of these other names. leftAlone is how long such a file has not been written to before it counts as left behind: a
// writer that lives writes all the time.
const (
	placing   = ".new-*.db"
	leftAlone = time.Hour
)

// place creates a private file in the folder of path and calls write. It syncs the file before it renames it to path. First it
// removes what killed processes have left in the folder.
func place(path string, write func(*os.File) error) error {
	sweep(filepath.Dir(path))
	f, err := os.CreateTemp(filepath.Dir(path), placing)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("expected an existing folder, and there is no %s: make it first (%w)", filepath.Dir(path), fs.ErrNotExist)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w (%w)", ErrReadOnly, err)
	case err != nil:
		return err
	}
	defer os.Remove(f.Name()) // gone after the rename
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// sweep removes the files that killed processes have left in a folder under the other name. It leaves alone any file that
// somebody may still be writing, and any with such a name that is no beginning of a store.
func sweep(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // the next write there says why
	}
	for _, e := range entries {
		if named, _ := filepath.Match(placing, e.Name()); !named || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, e.Name())
		info, err := e.Info()
		if err != nil || time.Since(info.ModTime()) < leftAlone || info.Size() > 0 && errors.Is(checkMagic(path), ErrForeign) {
			continue
		}
		_ = os.Remove(path) // it takes space and does no other harm
	}
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
