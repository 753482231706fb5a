package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"hash/maphash"
	"image/color"
	"io"
	"sync"

	"downsync/render/lru"

	"github.com/klauspost/compress/flate"
)

// A picture is an indexed PNG whose rows are deflated in bands. Each band is a chunk of its own and shares no chunk with another.
// So a band that an earlier picture had is copied, without even being drawn; on a board on which one base moved, that holds for
// most bands.

// bandHigh is the number of rows in a band: a row of tiles.
const bandHigh = tile

// band is a deflated band as a chunk of a PNG, with the checksum of its rows and their length.
type band struct {
	chunk []byte
	sum   uint32
	raw   int
}

// bandKey holds everything that a band depends on: the layer and all operations drawn on it.
type bandKey struct {
	row, wide, high int
	palette         *Palette
	unit            float64
	sum, under      uint64 // unpredictable sums
}

// bandKey returns the key of a band, once the content of its tiles is known.
func (c *Canvas) bandKey(row int) bandKey {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, sum := range c.sums[row*c.across : (row+1)*c.across] {
		maphash.WriteComparable(&h, sum)
	}
	size := c.img.Rect.Size()
	return bandKey{row, size.X, min(bandHigh, size.Y-row*bandHigh), c.palette, c.unit, h.Sum64(), c.under.sum}
}

// bands keeps the bands used last.
var bands = lru.Cache[bandKey, band]{Most: 8 << 20, Size: func(b band) int { return len(b.chunk) }}

// deflater compresses bands, one at a time.
type deflater struct {
	out  bytes.Buffer
	rows []byte // rows of a band, each after the number of its filter
	w    *flate.Writer
}

var deflaters = sync.Pool{New: func() any {
	d := &deflater{}
	d.w, _ = flate.NewWriter(&d.out, flate.BestSpeed) // the level is valid
	return d
}}

// deflate compresses rows of that width.
func (d *deflater) deflate(pix []uint8, wide int) (band, error) {
	d.rows = d.rows[:0]
	for ; len(pix) > 0; pix = pix[wide:] {
		d.rows = append(append(d.rows, 0), pix[:wide]...)
	}
	d.out.Reset()
	d.w.Reset(&d.out)
	if _, err := d.w.Write(d.rows); err != nil {
		return band{}, err
	}
	if err := d.w.Flush(); err != nil {
		return band{}, err
	}
	return band{chunk(nil, "IDAT", d.out.Bytes()), adler(d.rows), len(d.rows)}, nil
}

// PNG draws what is listed, and returns the picture as an indexed PNG. Equal pictures have equal bytes.
func (c *Canvas) PNG() ([]byte, error) {
	if !c.listing {
		c.Begin(c.Layer())
	}
	d := deflaters.Get().(*deflater)
	defer deflaters.Put(d)
	size, palette := c.img.Rect.Size(), c.palette.colors
	all := make([]band, (size.Y+bandHigh-1)/bandHigh)
	keys, has := make([]bandKey, len(all)), make([]bool, len(all))
	pix := c.indexed(func(row int) bool {
		keys[row] = c.bandKey(row)
		all[row], has[row] = bands.Get(keys[row])
		return has[row]
	})
	sum, length := uint32(1), 0
	for i := range all {
		if !has[i] {
			b, err := d.deflate(pix[i*bandHigh*size.X:min((i+1)*bandHigh, size.Y)*size.X], size.X)
			if err != nil {
				return nil, err
			}
			all[i] = bands.Put(keys[i], b)
		}
		sum, length = joined(sum, all[i].sum, all[i].raw), length+len(all[i].chunk)
	}
	out := make([]byte, 0, length+4*len(palette)+100)
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(size.X)), uint32(size.Y))
	out = chunk(out, "IHDR", append(head, 8, 3, 0, 0, 0)) // 8 bits, of a palette
	var colors []byte
	for _, c := range palette {
		c := c.(color.RGBA)
		colors = append(colors, c.R, c.G, c.B)
	}
	out = chunk(out, "PLTE", colors)
	out = chunk(out, "IDAT", []byte{0x78, 1}) // zlib's head
	if len(out)+length <= mostBytes {
		for _, b := range all {
			out = append(out, b.chunk...)
		}
	} else {
		packed, err := packed(all)
		if err != nil {
			return nil, err
		}
		out = chunk(out, "IDAT", packed)
	}
	out = chunk(out, "IDAT", binary.BigEndian.AppendUint32([]byte{1, 0, 0, 0xff, 0xff}, sum)) // an empty last block
	return chunk(out, "IEND", nil), nil
}

// mostBytes is the size limit of a picture at the fastest compression. The few larger ones are deflated once more, as a whole and
// with more effort, because players fetch them over a phone's network.
const mostBytes = 200<<10 - 200

// packed deflates bands as a whole.
func packed(all []band) ([]byte, error) {
	const level = 5 // brings the fullest boards from 243,000 to 200,000 bytes
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, level)
	if err != nil {
		return nil, err
	}
	for _, b := range all {
		rows := io.LimitReader(flate.NewReader(bytes.NewReader(b.chunk[8:len(b.chunk)-4])), int64(b.raw))
		if _, err := io.Copy(w, rows); err != nil {
			return nil, err
		}
	}
	err = w.Flush()
	return out.Bytes(), err
}

// chunk appends a chunk of a PNG.
func chunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	at := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[at:]))
}

// adler returns the Adler-32 checksum, eight bytes at a time: hash/adler32 takes them one by one and needs three times as long.
func adler(text []byte) uint32 {
	const base, block = 65521, 16 * 8         // bytes, after which no lane of 16 bits is full
	const even uint64 = 0x00ff_00ff_00ff_00ff // selects every second byte of a word
	lanes := func(v uint64, w0, w1, w2, w3 uint64) uint64 {
		return v&0xffff*w0 + v>>16&0xffff*w1 + v>>32&0xffff*w2 + v>>48*w3
	}
	a, b := uint64(1), uint64(0)
	for ; len(text) >= block; text = text[block:] {
		var low, high, before uint64 // bytes with even and odd places in their words, and all before each word
		for words := text[:block]; len(words) >= 8; words = words[8:] {
			v := binary.LittleEndian.Uint64(words)
			before += low + high
			low, high = low+(v&even), high+(v>>8&even)
		}
		b += block*a + 8*lanes(before, 1, 1, 1, 1) + lanes(low, 8, 6, 4, 2) + lanes(high, 7, 5, 3, 1)
		a += lanes(low+high, 1, 1, 1, 1)
		a, b = a%base, b%base
	}
	for _, x := range text {
		a += uint64(x)
		b += a
	}
	return uint32(b%base<<16 | a%base)
}

// joined returns the Adler-32 checksum of two texts in a row, from their sums and the length of the second.
func joined(first, second uint32, length int) uint32 {
	const base = 65521
	n, a1, b1, a2, b2 := uint32(length%base), first&0xffff, first>>16, second&0xffff, second>>16
	a := (a1 + a2 + base - 1) % base
	b := (b1 + b2 + uint32(uint64(n)*uint64(a1+base-1)%base)) % base
	return b<<16 | a
}
