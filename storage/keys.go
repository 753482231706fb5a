package storage

import (
	"bytes"
	"encoding/binary"
	"time"

	"downsync/game/table"
)

// Keys begin with the match, whose id holds no zero byte, so that all of a match lies together; indexes begin with
// their time.

func keyOf(id table.ID, rest string) []byte { return append(append([]byte(id), 0), rest...) }

func eventKey(id table.ID, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(keyOf(id, ""), seq)
}

func timeKey(at time.Time, rest []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())), rest...)
}

// readTimeKey splits an index key.
func readTimeKey(k []byte) (time.Time, []byte) {
	return time.UnixMilli(int64(binary.BigEndian.Uint64(k))).UTC(), k[8:]
}

// splitKey splits a key that begins with a match.
func splitKey(k []byte) (table.ID, string) {
	id, rest, _ := bytes.Cut(k, []byte{0})
	return table.ID(id), string(rest)
}
