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
