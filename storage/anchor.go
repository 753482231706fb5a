package storage

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// The anchor is a small file beside the store. It records how many transactions the store has committed. A store with
// fewer transactions than its anchor was set back: somebody put an older copy in its place, or a bad disk lost its
// newest page. A new anchor is written aside and renamed, so that a crash leaves the old one. Earlier versions of this
// program wrote two slots alternately, into the file itself; a crash or a full disk could leave it empty or cut short.

// anchorEvery is the number of transactions between two anchors.
const anchorEvery = 256

// anchorSlot is the size of a slot in bytes: a big-endian transaction count of 8 bytes, and the first 24 bytes of its
// SHA-256.
const anchorSlot = 32

func anchorPath(path string) string { return path + ".anchor" }

// errCut: the anchor is shorter than one slot, as a crash leaves it. It anchors nothing.
var errCut = errors.New("cut short by a crash or a full disk")

// readAnchor returns the highest anchored transaction count, or 0 if there is no anchor.
func readAnchor(path string) (uint64, error) {
	raw, err := os.ReadFile(anchorPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if len(raw) < anchorSlot {
		return 0, errCut
	}
	newest, whole := uint64(0), false
	for len(raw) >= anchorSlot {
		n := binary.BigEndian.Uint64(raw)
		if string(raw[:anchorSlot]) == string(anchorOf(n)) {
			newest, whole = max(newest, n), true
		}
		raw = raw[anchorSlot:]
	}
	if !whole {
		return 0, fmt.Errorf("%w: its anchor %s is not readable; delete it to go on without", errSetBack, anchorPath(path))
	}
	return newest, nil
}

func anchorOf(n uint64) []byte {
	b := binary.BigEndian.AppendUint64(nil, n)
	h := sha256.Sum256(b)
	return append(b, h[:anchorSlot-len(b)]...)
}

// writeAnchor records that the store has committed n transactions. After a fault the old anchor is still there.
func writeAnchor(path string, n uint64, o Options) error {
	if err := replaceAnchor(anchorPath(path), anchorOf(n), o); err != nil {
		return fmt.Errorf("anchor: %w", err)
	}
	return nil
}

// newAnchor opens the file that becomes the next anchor.
func newAnchor(path string) (*os.File, error) {
	return os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
}

// tryAnchor refuses a store whose anchor cannot be written: otherwise it would be served for months without one, and the
// anchor's error would come when the store is closed. A full disk only causes a warning.
func tryAnchor(path string, o Options) error {
	f, err := newAnchor(anchorPath(path))
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		o.warn(fmt.Sprintf("store %s: its anchor cannot be written (%v): free space on its disk", path, err))
		return nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("anchor: %w (%w)", ErrReadOnly, err)
	case err != nil:
		return fmt.Errorf("anchor: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func replaceAnchor(path string, b []byte, o Options) error {
	f, err := newAnchor(path)
	if err != nil {
		return err
	}
	o.at("anchor: created")
	_, err = f.Write(b)
	o.at("anchor: written")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	o.at("anchor: renamed")
	return syncFolder(filepath.Dir(path))
}
