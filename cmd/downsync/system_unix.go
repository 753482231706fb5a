//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// lockFolder keeps other processes from using the folder until it is closed.
func lockFolder(dir string) (io.Closer, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("%s is in use by another process: stop it, or give another folder", dir), f.Close())
	}
	return f, nil
}

// hasTerminal reports whether the process has a terminal that it can lose.
func hasTerminal() bool {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// readableByOthers reports whether other users of the machine may read or change the file.
func readableByOthers(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o077 != 0
}

// keepsFiles reports whether others may not remove files of this user from the folder.
func keepsFiles(folder string) bool {
	info, err := os.Stat(folder)
	return err != nil || info.Mode().Perm()&0o002 == 0 || info.Mode()&os.ModeSticky != 0
}

// freeSpace returns how many bytes an ordinary user may still write to the disk of a folder.
func freeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
