package reel

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
	"image/color"

	"downsync/render"
)

// animation makes an animated GIF from strips of one board. Only one goroutine may use it.
type animation struct {
	frames *render.Frames
	gif    *gifWriter
}

// newAnimation begins an animation on the strip's board.
func newAnimation(first render.Strip) (*animation, error) {
	f, err := render.NewFrames(first)
	if err != nil {
		return nil, err
	}
	return &animation{f, newGIFWriter(f.Size(), f.Palette())}, nil
}

// add appends the strip, shown for that many hundredths of a second.
func (a *animation) add(s render.Strip, hundredths int) error {
	pix, err := a.frames.Strip(s)
	if err != nil {
		return err
	}
	return a.gif.add(pix, hundredths)
}

// addResult appends the picture of a match's result, shown for that many hundredths of a second.
func (a *animation) addResult(end render.Result, hundredths int) error {
	pix, err := a.frames.Result(end)
	if err != nil {
		return err
	}
	return a.gif.add(pix, hundredths)
}

// len returns the length of the animation so far, in bytes.
func (a *animation) len() int { return a.gif.out.Len() }

// gifWriter writes an animated GIF picture by picture. All pictures share one palette. For each picture it writes only the changed
// rectangle, in which unchanged pixels are transparent. It holds at most two pictures.
type gifWriter struct {
	out  bytes.Buffer
	size image.Point
	last []uint8 // palette entries of the previous picture; nil: none
	next []uint8 // palette entries of the rectangle being written
}

// unchanged is the transparent palette entry, which shows the previous picture. No colour of a frame has it.
const unchanged = 255

// newGIFWriter begins an animation that repeats for ever.
func newGIFWriter(size image.Point, palette color.Palette) *gifWriter {
	w := &gifWriter{size: size}
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

func (w *gifWriter) short(vs ...int) {
	for _, v := range vs {
		_ = binary.Write(&w.out, binary.LittleEndian, uint16(v)) // a bytes.Buffer never fails
	}
}

// add writes the next picture, shown for that many hundredths of a second.
func (w *gifWriter) add(pix []uint8, hundredths int) error {
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

// deflate writes the rectangle in blocks of at most 255 bytes.
func (w *gifWriter) deflate() error {
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

// changed returns the rectangle of at least one pixel that holds all changes.
func (w *gifWriter) changed(pix []uint8) image.Rectangle {
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
func (w *gifWriter) end() []byte {
	w.out.WriteByte(0x3b)
	return w.out.Bytes()
}
