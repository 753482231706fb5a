package storage

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"downsync/game/table"
)

// FuzzRecords: no stored value makes a decoder panic, and whatever decodes encodes to the same bytes.
func FuzzRecords(f *testing.F) {
	h := head{Version: 7, Wake: time.UnixMilli(1 << 40).UTC()}
	e := table.Event{Seq: 7, At: time.UnixMilli(1 << 40).UTC(), Data: []byte("event")}
	for _, b := range [][]byte{nil, h.encode(), encodeEvent(e, table.Link(h.Hash, e)), sealState(h, []byte("state")), timeKey(h.Wake, keyOf("m", "public")),
		[]byte(`{"seq":1}`), bytes.Repeat([]byte{0xff}, 60)} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if h, err := decodeHead(b); err == nil && !bytes.Equal(h.encode(), b) {
			t.Errorf("the head %x is written as %x", b, h.encode())
		}
		if e, hash, err := decodeEvent(7, b); err == nil && !bytes.Equal(encodeEvent(e, hash), b) {
			t.Errorf("the event %x is written as %x", b, encodeEvent(e, hash))
		}
		openState(b, func(uint64) (hash [32]byte, ok bool) { return hash, true })
		readCause(b)
		_, key := readTimeKey(b)
		splitKey(key)
		if err := unpacked(b, func(uint64, []byte) error { return nil }); err != nil && !errors.Is(err, table.ErrDamaged) {
			t.Errorf("packed nonsense: %v", err)
		}
		if w, err := ReadArchive("m", b); err == nil {
			if out, err := w.Archive(); err != nil || !bytes.Equal(out, b) && !sameArchive(out, w) {
				t.Errorf("the archive %x is written as %x", b, out)
			}
		} else if !errors.Is(err, table.ErrDamaged) && !errors.Is(err, ErrNewer) {
			t.Errorf("archived nonsense: %v", err)
		}
	})
}

// sameArchive reports whether b is an archive of the match.
func sameArchive(b []byte, w Whole) bool {
	again, err := ReadArchive(w.ID, b)
	return err == nil && reflect.DeepEqual(again, w)
}

// FuzzStructure: no file makes the check of its pages panic or run for ever.
func FuzzStructure(f *testing.F) {
	f.Add([]byte{}, uint16(1), uint16(0))
	f.Add(bytes.Repeat([]byte{1, 0, 0, 0}, 40), uint16(leafPage), uint16(3))
	f.Add(bytes.Repeat([]byte{0, 2, 0, 0}, 400), uint16(branchPage), uint16(30))
	f.Fuzz(func(t *testing.T, body []byte, flags, n uint16) {
		const page, pages = 1024, 4
		file := make([]byte, page*pages)
		for id := 2; id < pages; id++ {
			at := file[id*page : (id+1)*page]
			at[0], at[8], at[10], at[11] = byte(id), byte(flags), byte(n), byte(n>>8)
			copy(at[pageHeader:], body[min(len(body), (id-2)*page/2):])
		}
		w := newWalker(bytes.NewReader(file), meta{pageSize: page, root: 2, high: pages})
		_ = fmt.Sprint(w.page(2, nil, nil, 0)) // an error can be printed
	})
}
