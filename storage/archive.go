package storage

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"time"

	"downsync/game/table"
)

// An archive is the form in which a store keeps a packed match: its events, causes and snapshot, compressed together. It leaves out
// the hashes of the events, because their data determines them, and the head of the match confirms the last. The match's queues and
// timer stay outside, where the outbox finds them.
//
// An archive is a byte with the version of its form and a deflate stream of
//
//	the number of events; of each its time in milliseconds, as the difference to the one before, and its size; the data of all
//	the number of causes; of each its name with its length, its version, and its reply with its length
//	the version of the snapshot, 0 if there is none, and its content with its length
//	the SHA-256 of all this
//
// with every number as a varint.

// archiveForm is the version of the form.
const archiveForm = 1

// Archive returns the match's events, causes and snapshot as an archive.
func (w Whole) Archive() ([]byte, error) {
	var b []byte
	number := func(n uint64) { b = binary.AppendUvarint(b, n) }
	text := func(s []byte) {
		number(uint64(len(s)))
		b = append(b, s...)
	}
	number(uint64(len(w.Events)))
	before := int64(0)
	for _, e := range w.Events {
		at := e.At.UnixMilli()
		b = binary.AppendVarint(b, at-before)
		before = at
		number(uint64(len(e.Data)))
	}
	for _, e := range w.Events {
		b = append(b, e.Data...)
	}
	number(uint64(len(w.Causes)))
	for _, c := range w.Causes {
		text([]byte(c.Cause))
		number(c.Version)
		text(c.Reply)
	}
	number(w.Base)
	text(w.State)
	sum := sha256.Sum256(b)
	out := bytes.NewBuffer([]byte{archiveForm})
	z, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(append(b, sum[:]...)); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// ReadArchive returns the match in an archive: its events, causes and snapshot. The caller compares the hash of the last event
// (Whole.Head) with the head of the match. Errors: table.ErrDamaged; ErrNewer if a later version of this program wrote it.
func ReadArchive(id table.ID, b []byte) (Whole, error) {
	w := Whole{ID: id}
	if len(b) == 0 {
		return w, fmt.Errorf("%w: its archive is empty", table.ErrDamaged)
	}
	if b[0] > archiveForm {
		return w, ErrNewer
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(b[1:])))
	at := len(raw) - sha256.Size
	if err != nil || at < 0 || sha256.Sum256(raw[:at]) != [sha256.Size]byte(raw[at:]) {
		return w, fmt.Errorf("%w: its archive is not readable", table.ErrDamaged)
	}
	r := archived{rest: raw[:at]}
	w.Events = make([]table.Event, r.count())
	sizes, when := make([]uint64, len(w.Events)), int64(0)
	for i := range w.Events {
		when += r.signed()
		w.Events[i] = table.Event{Seq: uint64(i) + 1, At: time.UnixMilli(when).UTC()}
		sizes[i] = r.number()
	}
	for i := range w.Events {
		w.Events[i].Data = r.bytes(sizes[i])
	}
	for range r.count() {
		w.Causes = append(w.Causes, Cause{Cause: string(r.bytes(r.number())), Version: r.number(), Reply: nonEmpty(r.bytes(r.number()))})
	}
	w.Base = r.number()
	w.State = nonEmpty(r.bytes(r.number()))
	late := slices.ContainsFunc(w.Causes, func(c Cause) bool { return c.Version > uint64(len(w.Events)) })
	if r.bad || len(r.rest) > 0 || late || w.Base > uint64(len(w.Events)) {
		return Whole{ID: id}, fmt.Errorf("%w: its archive does not add up", table.ErrDamaged)
	}
	return w, nil
}

// archived reads what Archive wrote. bad is set once something does not fit.
type archived struct {
	rest []byte
	bad  bool
}

func (r *archived) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	return taken(r, n, size)
}

func (r *archived) signed() int64 {
	n, size := binary.Varint(r.rest)
	return taken(r, n, size)
}

// taken skips a number of that size.
func taken[N int64 | uint64](r *archived, n N, size int) N {
	if size <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// count returns a number of things. Each takes at least a byte.
func (r *archived) count() uint64 {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.bad = true
		return 0
	}
	return n
}

// bytes returns the next n bytes, which the caller may keep.
func (r *archived) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, nil
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// Loaded returns the match as table.Matches.Load does, after it has compared its events with the head of the match.
func (w Whole) Loaded(head table.Head) (table.Loaded, error) {
	hash, err := w.Head()
	if err != nil {
		return table.Loaded{}, err
	}
	if uint64(len(w.Events)) != head.Version || hash != head.Hash {
		return table.Loaded{}, fmt.Errorf("%w: its archive has %d events, its head says %d", table.ErrDamaged, len(w.Events), head.Version)
	}
	return table.Loaded{Version: head.Version, Snapshot: w.State, Base: w.Base, Before: w.Events[:w.Base:w.Base], Events: w.Events[w.Base:], Wake: w.Wake}, nil
}
