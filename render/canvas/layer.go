package canvas

import (
	"encoding/binary"
	"hash/maphash"
	"image"
	"image/color"
	"slices"

	"downsync/render/label"
)

// Layer is the static part of a picture, drawn once and kept as palette entries. It does not change, and several canvases may use it.
type Layer struct {
	size   image.Point
	index  []uint8
	colors *[256]uint32 // colours of the entries, in the format of a picture
	sum    uint64       // a hash of the entries
}

// Layer makes a layer of what was painted.
func (c *Canvas) Layer() *Layer {
	index := slices.Clone(c.indexed(nil))
	return &Layer{c.img.Rect.Max, index, &c.palette.shown, maphash.Bytes(seed, index)}
}

// Bytes returns roughly how much memory the layer takes.
func (l *Layer) Bytes() int { return len(l.index) }

// row returns a row of the layer. Below the layer its last row repeats.
func (l *Layer) row(y int) []uint8 {
	at := min(y, l.size.Y-1) * l.size.X
	return l.index[at : at+l.size.X]
}

// colored writes palette entries as colours, two at a time.
func colored(to []uint8, from []uint8, colors *[256]uint32) {
	for ; len(from) > 1; from, to = from[2:], to[8:] {
		binary.LittleEndian.PutUint64(to, uint64(colors[from[0]])|uint64(colors[from[1]])<<32)
	}
	if len(from) > 0 {
		binary.LittleEndian.PutUint32(to, colors[from[0]])
	}
}

// entries writes colours as palette entries, four at a time, or eight if they repeat those before them.
func entries(to []uint8, from []uint8, table *[1 << 15]uint8) {
	const fourfold = 1<<48 | 1<<32 | 1<<16 | 1 // of a pair of entries
	var last uint64
	pair := uint16(table[0]) | uint16(table[0])<<8
	for len(to) > 3 && len(from) > 15 {
		v, w := binary.LittleEndian.Uint64(from), binary.LittleEndian.Uint64(from[8:])
		if v == last && w == last && len(to) > 7 && len(from) > 31 && binary.LittleEndian.Uint64(from[16:]) == v &&
			binary.LittleEndian.Uint64(from[24:]) == v {
			binary.LittleEndian.PutUint64(to, uint64(pair)*fourfold)
			from, to = from[32:], to[8:]
			continue
		}
		first := pair
		if v != last {
			first = uint16(table[bits15(uint32(v))]) | uint16(table[bits15(uint32(v>>32))])<<8
		}
		if last, pair = w, first; w != v {
			pair = uint16(table[bits15(uint32(w))]) | uint16(table[bits15(uint32(w>>32))])<<8
		}
		binary.LittleEndian.PutUint32(to, uint32(first)|uint32(pair)<<16)
		from, to = from[16:], to[4:]
	}
	for ; len(to) > 0; from, to = from[4:], to[1:] {
		to[0] = table[bits15(binary.LittleEndian.Uint32(from))]
	}
}

// Begin begins to list a picture on a layer, which repeats its last row if the picture is higher. Both must be equally wide.
func (c *Canvas) Begin(on *Layer) { c.under, c.listing, c.ops = on, true, c.ops[:0] }

// BeginPlain begins to list a picture on a plain colour.
func (c *Canvas) BeginPlain(col color.RGBA) {
	row := make([]uint8, c.img.Rect.Dx())
	entry := c.palette.nearest()[bits15(binary.LittleEndian.Uint32([]byte{col.R, col.G, col.B, 255}))]
	for i := range row {
		row[i] = entry
	}
	c.Begin(&Layer{image.Pt(len(row), 1), row, &c.palette.shown, maphash.Bytes(seed, row)})
}

// underlay copies the layer to a row of tiles, as palette entries.
func (c *Canvas) underlay(row int) {
	wide := c.img.Rect.Dx()
	for y := row * tile; y < min((row+1)*tile, c.img.Rect.Dy()); y++ {
		copy(c.index[y*wide:], c.under.row(y))
	}
}

// uncover copies the layer to a part of the picture, as pixels.
func (c *Canvas) uncover(r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		colored(c.img.Pix[c.img.PixOffset(r.Min.X, y):], c.under.row(y)[r.Min.X:r.Max.X], c.under.colors)
	}
}

// convert converts the pixels of a part of the picture to palette entries.
func (c *Canvas) convert(r image.Rectangle) {
	table, wide := c.palette.nearest(), c.img.Rect.Dx()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		entries(c.index[y*wide+r.Min.X:y*wide+r.Max.X], c.img.Pix[c.img.PixOffset(r.Min.X, y):], table)
	}
}

// Reframe uncovers the layer outside a box again, wherever something listed so far overlaps the edge of the box.
func (c *Canvas) Reframe(f label.Box) {
	all := c.img.Rect
	px := func(units float64) int { return int(units * c.unit) }
	left, right, top, bottom := px(f.X0), px(f.X1), px(f.Y0), px(f.Y1)
	frame := [...]image.Rectangle{{all.Min, image.Pt(all.Max.X, top)}, {image.Pt(0, bottom+1), all.Max},
		image.Rect(0, top, left, bottom+1), image.Rect(right, top, all.Max.X, bottom+1)}
	clear := image.Rect((left+tile-1)/tile, (top+tile-1)/tile, right/tile, (bottom+1)/tile) // of the frame: tiles, by column and row
	ground := image.Rectangle{clear.Min.Mul(tile), clear.Max.Mul(tile)}
	c.reached = sized(c.reached, c.across*((all.Max.Y+tile-1)/tile))
	var tiles []int // tiles that are overlapped
	for _, o := range c.ops {
		if o.at.In(ground) {
			continue
		}
		c.on(o, func(i int) {
			if image.Pt(i%c.across, i/c.across).In(clear) {
				return
			}
			if c.reached[i].Empty() {
				tiles = append(tiles, i)
			}
			c.reached[i] = c.reached[i].Union(o.at)
		})
	}
	for _, i := range tiles {
		for _, edge := range frame {
			if part := c.part(i, edge); part.Overlaps(c.reached[i]) {
				add(&c.brush, part, false, part, func() { c.uncover(part) })
			}
		}
		c.reached[i] = image.Rectangle{}
	}
}
