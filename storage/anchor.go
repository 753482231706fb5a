package storage

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// The anchor is a small file beside the store. It records how many transactions the store has committed. A store with
// fewer transactions than its anchor was set back: somebody put an older copy in its place, or a bad disk lost its
// newest page. The anchor has two slots, written by turns, so that one of them is always whole.

// anchorEvery is the number of transactions between two anchors.
const anchorEvery = 256

// anchorSlot is the size of a slot in bytes: a big-endian transaction count of 8 bytes, and the first 24 bytes of its
// SHA-256.
const anchorSlot = 32

func anchorPath(path string) string { return path + ".anchor" }

// readAnchor returns the highest anchored transaction count, or 0 if there is no anchor.
func readAnchor(path string) (uint64, error) {
	raw, err := os.ReadFile(anchorPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	newest, whole := uint64(0), false
	for len(raw) >= anchorSlot {
		slot := raw[:anchorSlot]
		raw = raw[anchorSlot:]
		n := binary.BigEndian.Uint64(slot)
		if slot2 := anchorOf(n); string(slot) == string(slot2) {
			newest, whole = max(newest, n), true
		}
	}
	if !whole {
		return 0, fmt.Errorf("%w: its anchor %s is not readable; delete it to go on without", ErrSetBack, anchorPath(path))
	}
	return newest, nil
}

func anchorOf(n uint64) []byte {
	b := binary.BigEndian.AppendUint64(nil, n)
	h := sha256.Sum256(b)
	return append(b, h[:anchorSlot-len(b)]...)
}

// writeAnchor records that the store has committed n transactions. It overwrites the slot with the lower count.
func writeAnchor(path string, n uint64) (err error) {
	f, err := os.OpenFile(anchorPath(path), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("anchor: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("anchor: %w", err)
	}
	at := int64(0)
	if info.Size() >= 2*anchorSlot {
		first := make([]byte, 2*anchorSlot)
		if _, err := f.ReadAt(first, 0); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("anchor: %w", err)
		}
		if binary.BigEndian.Uint64(first) >= binary.BigEndian.Uint64(first[anchorSlot:]) {
			at = anchorSlot
		}
	} else if info.Size() >= anchorSlot {
		at = anchorSlot
	}
	if _, err := f.WriteAt(anchorOf(n), at); err != nil {
		return fmt.Errorf("anchor: %w", err)
	}
	return f.Sync()
}
