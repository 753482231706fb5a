package render

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
	"image/color"
)

// reelWriter writes an animated GIF picture by picture. All share one palette. Of each picture it writes only the rectangle
// that changed, in which unchanged pixels are transparent. It holds two pictures at most.
type reelWriter struct {
	out  bytes.Buffer
	size image.Point
	last []uint8 // palette entries of the previous picture; nil: none
	next []uint8 // palette entries of the rectangle that is written
}

// unchanged is the transparent palette entry, which shows the previous picture.
const unchanged = maxColors

// newReelWriter begins an animation that runs for ever.
func newReelWriter(size image.Point, palette color.Palette) *reelWriter {
	w := &reelWriter{size: size}
	w.out.WriteString("GIF89a")
	w.short(size.X, size.Y)
	w.out.Write([]byte{0xf7, unchanged, 0}) // a palette of 256 colours
	var table [256 * 3]byte
	for i, c := range palette {
		c := c.(color.RGBA)
		copy(table[i*3:], []byte{c.R, c.G, c.B})
	}
	w.out.Write(table[:])
	w.out.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
	return w
}

func (w *reelWriter) short(vs ...int) {
	for _, v := range vs {
		_ = binary.Write(&w.out, binary.LittleEndian, uint16(v)) // a bytes.Buffer takes everything
	}
}

// add writes the next picture, shown for that many hundredths of a second.
func (w *reelWriter) add(pix []uint8, hundredths int) error {
	r := w.changed(pix)
	w.next = w.next[:0]
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			v := pix[y*w.size.X+x]
			if w.last != nil && w.last[y*w.size.X+x] == v {
				v = unchanged
			}
			w.next = append(w.next, v)
		}
	}
	w.last = append(w.last[:0], pix...)
	w.out.Write([]byte{0x21, 0xf9, 4, 0x05}) // stays until the next one, has a transparent entry
	w.short(hundredths)
	w.out.Write([]byte{unchanged, 0, 0x2c})
	w.short(r.Min.X, r.Min.Y, r.Dx(), r.Dy())
	w.out.Write([]byte{0, 8}) // no palette of its own, 8 bits a pixel
	return w.deflate()
}

// deflate writes the rectangle in blocks of 255 bytes at most.
func (w *reelWriter) deflate() error {
	var packed bytes.Buffer
	z := lzw.NewWriter(&packed, lzw.LSB, 8)
	if _, err := z.Write(w.next); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	for packed.Len() > 0 {
		block := packed.Next(255)
		w.out.WriteByte(byte(len(block)))
		w.out.Write(block)
	}
	return w.out.WriteByte(0)
}

// changed is the rectangle of at least one pixel that holds all changes.
func (w *reelWriter) changed(pix []uint8) image.Rectangle {
	if w.last == nil {
		return image.Rectangle{Max: w.size}
	}
	r := image.Rectangle{}
	for y := range w.size.Y {
		now, before := pix[y*w.size.X:(y+1)*w.size.X], w.last[y*w.size.X:(y+1)*w.size.X]
		if bytes.Equal(now, before) {
			continue
		}
		x0, x1 := 0, w.size.X
		for now[x0] == before[x0] {
			x0++
		}
		for now[x1-1] == before[x1-1] {
			x1--
		}
		r = r.Union(image.Rect(x0, y, x1, y+1))
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}

// end closes the animation and returns it.
func (w *reelWriter) end() []byte {
	w.out.WriteByte(0x3b)
	return w.out.Bytes()
}
