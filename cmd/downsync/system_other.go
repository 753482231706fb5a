//go:build !unix

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// lockFolder marks the folder as used; this system has no lock that ends with its process.
func lockFolder(dir string) (io.Closer, error) {
	return os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
}

func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }

// hasTerminal reports whether the process has a terminal whose loss is a SIGHUP: this system has none.
func hasTerminal() bool { return false }

// readableByOthers reports whether other users may read or change the file. The modes of this system do not say that.
func readableByOthers(string) bool { return false }

// keepsFiles reports whether others may not remove files of this user from the folder. The modes of this system do not say that.
func keepsFiles(string) bool { return true }
