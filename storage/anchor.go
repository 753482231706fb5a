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

// The anchor is a small file beside the store that says how far the store had come. A store that has not come as far was set
// back: a copy of an older day put in its place, or a newest page lost to a bad disk. It is written now and then and at the
// end, in two places by turns, so that one is whole at all times.

// anchorEvery is how many transactions lie between two anchors.
const anchorEvery = 256

// anchorSlot is a number and the beginning of its hash.
const anchorSlot = 32

func anchorPath(path string) string { return path + ".anchor" }

// readAnchor gives the newest number anchored, 0 if there is no anchor.
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

// writeAnchor says that the store has come to n.
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
	if info.Size() >= 2*anchorSlot { // over the older one
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
