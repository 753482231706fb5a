package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// bbolt trusts its file. A damaged page ends the process, in some cases from a goroutine of bbolt's own where no recover
// helps. So every page in use is checked before bbolt opens the file: what bbolt follows on it, which are its elements and their keys.
// Values are not read, as the chains and decoders judge them, so that the check of a file of large values is quick. The layout follows
// bbolt's file format, version 2.
const (
	pageHeader  = 16
	elementSize = 16
	metaSize    = 64
	bucketSize  = 16

	branchPage = 0x01
	leafPage   = 0x02

	bucketElement = 0x01

	// maxDepth is deeper than any tree of 2^64 pages.
	maxDepth = 40
)

// meta is the state of the file according to one of its two meta pages.
type meta struct {
	pageSize   int
	root, high uint64 // high: the first page never used
	txid       uint64
}

// walker visits the pages of a file.
type walker struct {
	f    io.ReaderAt
	meta meta
	seen []uint64 // a bit for each page
}

// see notes that a page is in use. It reports whether it was known to be.
func (w *walker) see(id uint64) (known bool) {
	bit := uint64(1) << (id % 64)
	known = w.seen[id/64]&bit != 0
	w.seen[id/64] |= bit
	return known
}

func newWalker(f io.ReaderAt, m meta) walker {
	return walker{f: f, meta: m, seen: make([]uint64, m.high/64+1)}
}

// checkStructure checks every page in use. It only reads, always terminates, and says what is wrong and where.
func checkStructure(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	m, err := newestMeta(f)
	if err != nil {
		return err
	}
	if need := int64(m.high) * int64(m.pageSize); need > info.Size() {
		return fmt.Errorf("%w (it has %d bytes of at least %d)", ErrBroken, info.Size(), need)
	}
	w := newWalker(f, m)
	if err := w.page(m.root, nil, nil, 0); err != nil {
		return fmt.Errorf("%w (%w)", ErrBroken, err)
	}
	return nil
}

// newestMeta returns the newer of the two meta pages that is whole.
func newestMeta(f io.ReaderAt) (meta, error) {
	var best meta
	found := false
	sizes := []int64{0, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16}
	for _, at := range sizes { // the second meta page begins after one page, whose size is not known yet
		b := make([]byte, pageHeader+metaSize)
		if _, err := f.ReadAt(b, at); err != nil && !errors.Is(err, io.EOF) {
			return best, err
		}
		m, ok := readMeta(b[pageHeader:])
		if ok && (at == 0 || int64(m.pageSize) == at) && (!found || m.txid > best.txid) {
			best, found = m, true
		}
	}
	if !found {
		return best, fmt.Errorf("%w (neither meta page is whole)", ErrBroken)
	}
	return best, nil
}

func readMeta(b []byte) (meta, bool) {
	le := binary.LittleEndian
	const magic, version, checked = 0xED0CDAED, 2, 56
	h := fnv.New64a()
	h.Write(b[:checked]) // never fails
	if le.Uint32(b) != magic || le.Uint32(b[4:]) != version || le.Uint64(b[checked:]) != h.Sum64() {
		return meta{}, false
	}
	m := meta{pageSize: int(le.Uint32(b[8:])), root: le.Uint64(b[16:]), high: le.Uint64(b[40:]), txid: le.Uint64(b[48:])}
	return m, m.pageSize >= 1<<10 && m.pageSize <= 1<<16 && m.high < 1<<40
}

// page checks a page and the pages below it. Its keys must be at least low and, unless high is nil, below high.
func (w *walker) page(id uint64, low, high []byte, depth int) error {
	switch {
	case id < 2 || id >= w.meta.high:
		return fmt.Errorf("page %d is not in the file", id)
	case depth > maxDepth:
		return fmt.Errorf("page %d is %d deep", id, depth)
	}
	at := int64(id) * int64(w.meta.pageSize)
	b := make([]byte, w.meta.pageSize)
	if _, err := w.f.ReadAt(b, at); err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	more := uint64(binary.LittleEndian.Uint32(b[12:]))
	if binary.LittleEndian.Uint64(b) != id || id+more >= w.meta.high {
		return fmt.Errorf("page %d has the head of another", id)
	}
	for i := id; i <= id+more; i++ {
		if w.see(i) {
			return fmt.Errorf("page %d is used twice", i)
		}
	}
	if err := w.elements(span{b, w.f, at, (more + 1) * uint64(w.meta.pageSize)}, low, high, depth); err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	return nil
}

// span is a page with those that continue it. b is the first.
type span struct {
	b    []byte
	f    io.ReaderAt
	at   int64  // in f
	size uint64 // in bytes
}

// part returns n bytes of the span, which has them.
func (s span) part(from, n uint64) ([]byte, error) {
	if from+n <= uint64(len(s.b)) {
		return s.b[from : from+n], nil
	}
	b := make([]byte, n)
	_, err := s.f.ReadAt(b, s.at+int64(from))
	return b, err
}

// elements checks the elements of a page.
func (w *walker) elements(s span, low, high []byte, depth int) error {
	le, b := binary.LittleEndian, s.b
	flags, n := le.Uint16(b[8:]), int(le.Uint16(b[10:]))
	if flags != branchPage && flags != leafPage || flags == branchPage && n == 0 {
		return fmt.Errorf("it is neither branch nor leaf (%#x, %d)", flags, n)
	}
	if end := uint64(pageHeader + n*elementSize); end > s.size {
		return fmt.Errorf("%d elements do not fit", n)
	} else if end > uint64(len(b)) {
		var err error
		if b, err = s.part(0, end); err != nil {
			return err
		}
	}
	keys := make([][]byte, n)
	for i := range n {
		at := pageHeader + i*elementSize
		e := b[at : at+elementSize]
		pos, size, value := uint64(le.Uint32(e)), uint64(le.Uint32(e[4:])), uint64(0)
		if flags == leafPage {
			pos, size, value = uint64(le.Uint32(e[4:])), uint64(le.Uint32(e[8:])), uint64(le.Uint32(e[12:]))
		}
		from := uint64(at) + pos
		if pos < uint64((n-i)*elementSize) || from+size+value > s.size {
			return fmt.Errorf("element %d is not on it", i)
		}
		var err error
		if keys[i], err = s.part(from, size); err != nil {
			return err
		}
		if i > 0 && bytes.Compare(keys[i-1], keys[i]) >= 0 || bytes.Compare(keys[i], low) < 0 || high != nil && bytes.Compare(keys[i], high) >= 0 {
			return fmt.Errorf("element %d is out of order", i)
		}
		if kind := le.Uint32(e); flags == leafPage && kind&bucketElement != 0 {
			inner, err := s.part(from+size, value)
			if err == nil {
				err = w.bucket(inner, depth)
			}
			if err != nil {
				return fmt.Errorf("bucket %q: %w", keys[i], err)
			}
		} else if flags == leafPage && kind != 0 {
			return fmt.Errorf("element %d is of no kind", i)
		}
	}
	if flags == leafPage {
		return nil
	}
	for i, key := range keys {
		above := high
		if i+1 < n {
			above = keys[i+1]
		}
		if err := w.page(le.Uint64(b[pageHeader+i*elementSize+8:]), key, above, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// bucket checks a bucket, which has a page of its own or, if small, lies within its parent's page.
func (w *walker) bucket(b []byte, depth int) error {
	if len(b) < bucketSize {
		return errors.New("it is cut short")
	}
	if root := binary.LittleEndian.Uint64(b); root != 0 {
		return w.page(root, nil, nil, depth+1)
	}
	if len(b) < bucketSize+pageHeader || binary.LittleEndian.Uint16(b[bucketSize+8:]) != leafPage {
		return errors.New("it is no bucket")
	}
	b = b[bucketSize:]
	return w.elements(span{b: b, size: uint64(len(b))}, nil, nil, depth+1)
}
