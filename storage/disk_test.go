package storage

import (
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"
	"unsafe"

	bolt "go.etcd.io/bbolt"
)

// disk comes between bbolt and its file. It records every write and fails on demand. bbolt v1.5.0 writes every page
// through a function that it keeps for its own tests. It syncs after the data pages and after the meta page, so the
// order of the writes shows where the syncs are.
type disk struct {
	mu   sync.Mutex
	page int64
	ops  []operation
	// fail, if set, is called before each write. It returns how many bytes to write, and the error to report.
	fail func(n int, b []byte, off int64) (int, error)
	// badSync makes the sync after the next write of that kind fail, once.
	badSync string
	writes  int
	onWrite func(ops int)
	db      *bolt.DB
}

// operation is a write, or a sync if data is nil.
type operation struct {
	off  int64
	data []byte
}

type writeAt = func(b []byte, off int64) (int, error)

// into installs the disk under the database.
func (d *disk) into(db *bolt.DB) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.db, d.page = db, int64(os.Getpagesize())
	p := field[writeAt](reflect.ValueOf(db).Elem().FieldByName("ops").FieldByName("writeAt"))
	next := *p
	*p = func(b []byte, off int64) (int, error) { return d.write(next, b, off) }
}

// field returns an unexported field.
func field[T any](v reflect.Value) *T { return (*T)(unsafe.Pointer(v.UnsafeAddr())) }

func (d *disk) write(next writeAt, b []byte, off int64) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	isMeta := off < 2*d.page
	d.writes++
	if d.fail != nil {
		if n, err := d.fail(d.writes, b, off); err != nil {
			if n > 0 {
				_, _ = next(b[:n], off) // what got through before the error
			}
			return n, err
		}
	}
	if isMeta && !d.db.NoSync {
		d.ops = append(d.ops, operation{})
	}
	d.ops = append(d.ops, operation{off, append([]byte{}, b...)})
	if isMeta && !d.db.NoSync {
		d.ops = append(d.ops, operation{})
	}
	n, err := next(b, off)
	if d.onWrite != nil {
		d.onWrite(len(d.ops))
	}
	if kind := map[bool]string{true: "meta", false: "data"}[isMeta]; kind == d.badSync {
		d.badSync = ""
		d.breakSync()
	}
	return n, err
}

// breakSync replaces the file that bbolt syncs by a pipe, which cannot be synced.
func (d *disk) breakSync() {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	r.Close()
	file := field[*os.File](reflect.ValueOf(d.db).Elem().FieldByName("file"))
	(*file).Close() // its lock goes with it; the database is closed next
	*file = w
}

// image returns the file after power was lost at the k-th operation. It holds everything before the last sync, and some
// of the later writes, possibly in part and in any order.
func (d *disk) image(base []byte, k int, r *rand.Rand, all bool) []byte {
	synced := 0
	for i, op := range d.ops[:k] {
		if op.data == nil {
			synced = i
		}
	}
	img := append([]byte{}, base...)
	put := func(off int64, b []byte) {
		if need := int(off) + len(b); need > len(img) {
			img = append(img, make([]byte, need-len(img))...)
		}
		copy(img[off:], b)
	}
	for _, op := range d.ops[:synced] {
		put(op.off, op.data)
	}
	loose := append([]operation{}, d.ops[synced:k]...)
	if !all {
		r.Shuffle(len(loose), func(i, j int) { loose[i], loose[j] = loose[j], loose[i] })
	}
	const sector = 512
	for _, op := range loose {
		switch fate := r.IntN(3); {
		case all || fate == 0:
			put(op.off, op.data)
		case fate == 1: // torn: some sectors
			for at := 0; at < len(op.data); at += sector {
				if r.IntN(2) == 0 {
					put(op.off+int64(at), op.data[at:min(at+sector, len(op.data))])
				}
			}
		}
	}
	// The file's length reached the disk before any page beyond the old length was written.
	if high := d.high(k); high > len(img) {
		img = append(img, make([]byte, high-len(img))...)
	}
	return img
}

// high returns the end of the file after k operations.
func (d *disk) high(k int) int {
	end := 0
	for _, op := range d.ops[:k] {
		end = max(end, int(op.off)+len(op.data))
	}
	return end
}

// images returns how many images of the file, or rounds, a test runs: the large count under SOAK=1.
func images(t *testing.T, ordinary, soak int) int {
	t.Helper()
	if os.Getenv("SOAK") == "1" {
		return soak
	}
	return ordinary
}
