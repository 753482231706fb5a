package storage

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
)

// head is the newest state of a match's event chain.
type head struct {
	Version uint64
	Hash    [sha256.Size]byte // of the last event
	Wake    time.Time
}

func (h head) encode() []byte {
	b := binary.BigEndian.AppendUint64(nil, h.Version)
	b = append(b, h.Hash[:]...)
	var wake int64
	if !h.Wake.IsZero() {
		wake = h.Wake.UnixMilli()
	}
	return binary.BigEndian.AppendUint64(b, uint64(wake))
}

func decodeHead(b []byte) (head, error) {
	var h head
	if len(b) != 8+sha256.Size+8 {
		return h, fmt.Errorf("%w: its head has %d bytes", table.ErrDamaged, len(b))
	}
	h.Version = binary.BigEndian.Uint64(b)
	copy(h.Hash[:], b[8:])
	if wake := int64(binary.BigEndian.Uint64(b[8+sha256.Size:])); wake != 0 {
		h.Wake = time.UnixMilli(wake).UTC()
	}
	return h, nil
}

// encodeEvent encodes an event as its time in milliseconds, its chain hash and its data.
func encodeEvent(e table.Event, hash [sha256.Size]byte) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(e.At.UnixMilli()))
	return append(append(b, hash[:]...), e.Data...)
}

// decodeEvent returns the event and its stored hash.
func decodeEvent(seq uint64, b []byte) (table.Event, [sha256.Size]byte, error) {
	const at = 8 + sha256.Size
	if len(b) < at {
		return table.Event{}, [sha256.Size]byte{}, fmt.Errorf("%w: event %d is cut short", table.ErrDamaged, seq)
	}
	e := table.Event{Seq: seq, At: time.UnixMilli(int64(binary.BigEndian.Uint64(b))).UTC(), Data: append([]byte{}, b[at:]...)}
	return e, [sha256.Size]byte(b[8:at]), nil
}

// sealState encodes a snapshot with a hash over its version, its last event's hash and its content. The hash exposes a
// damaged snapshot and one that belongs to other events.
func sealState(h head, state []byte) []byte {
	b := binary.BigEndian.AppendUint64(nil, h.Version)
	sum := stateSum(h.Version, h.Hash, state)
	return append(append(b, sum[:]...), state...)
}

// openState returns the snapshot and its version. ok is false unless the snapshot is whole and hashAt confirms the
// event that it follows.
func openState(b []byte, hashAt func(uint64) ([sha256.Size]byte, bool)) (state []byte, version uint64, ok bool) {
	const at = 8 + sha256.Size
	if len(b) < at {
		return nil, 0, false
	}
	version = binary.BigEndian.Uint64(b)
	hash, ok := hashAt(version)
	if !ok || stateSum(version, hash, b[at:]) != [sha256.Size]byte(b[8:at]) {
		return nil, version, false
	}
	return append([]byte{}, b[at:]...), version, true
}

func stateSum(version uint64, hash [sha256.Size]byte, state []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, version))
	h.Write(hash[:])
	h.Write(state)
	return [sha256.Size]byte(h.Sum(nil))
}

// hashAt returns a function that reads a match's chain hash at a version.
func hashAt(tx *bolt.Tx, id table.ID) func(uint64) ([sha256.Size]byte, bool) {
	return func(version uint64) (hash [sha256.Size]byte, ok bool) {
		if version == 0 {
			return hash, false
		}
		err := eachEvent(tx, id, version-1, func(seq uint64, v []byte) error {
			var err error
			if ok = seq == version; ok {
				_, hash, err = decodeEvent(seq, v)
			}
			return errors.Join(err, errEnough)
		})
		return hash, ok && errors.Is(err, errEnough) && !errors.Is(err, table.ErrDamaged)
	}
}
