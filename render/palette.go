package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"sync"
)

// maxColors leaves one of 256 for pixels that an animation does not change.
const maxColors = 255

// colors returns the palette: the theme's colours and their shades towards the field and each other. An indexed PNG takes a
// tenth of the work of a full-colour one. Shades beyond maxColors are left out.
func (l *scheme) colors() color.Palette {
	var p color.Palette
	seen := map[color.RGBA]bool{}
	add := func(cs ...color.RGBA) {
		for _, c := range cs {
			if !seen[c] && len(p) < maxColors {
				seen[c] = true
				p = append(p, c)
			}
		}
	}
	shades := func(base color.RGBA, n int, inks ...color.RGBA) {
		for _, c := range inks {
			for i := 1; i <= n; i++ {
				add(mix(base, c, float64(i)/float64(n+1)))
			}
		}
	}
	bright := append([]color.RGBA{l.text, l.faint, l.alert, l.chosen}, l.sides...)
	add(l.field, l.panel, l.grid, l.square, l.roof, l.wall, l.inkOnDark, l.inkOnPale)
	add(bright...)
	add(l.inks...)
	add(l.base...)
	textures := []Texture{Canopy, Hatching, Stipple, Tufts}
	for _, t := range textures {
		add(l.terrain[t].fill, l.terrain[t].mark, l.terrain[t].rim)
	}
	for _, side := range l.sides {
		add(mix(l.field, side, zoneTint), mix(l.field, side, fieldTint), mix(l.field, side, dimmed))
	}
	shades(l.field, 4, bright...)
	shades(l.panel, 3, bright...)
	shades(l.field, 2, l.inks...)
	for i, base := range l.base {
		shades(base, 4, l.sides[i], l.text)
	}
	for _, chip := range l.inks {
		shades(chip, 2, l.ink(chip))
	}
	shades(l.roof, 3, l.text)
	shades(l.roof, 2, l.wall)
	for _, t := range textures {
		k := l.terrain[t]
		shades(k.fill, 3, k.mark)
		shades(k.fill, 2, k.rim)
		shades(l.field, 1, k.rim)
		shades(k.fill, 1, append(slices.Clone(l.sides[1:]), l.square)...)
		for _, side := range l.sides[1:] {
			add(mix(k.fill, side, fieldTint))
		}
	}
	return p
}

func mix(a, b color.RGBA, t float64) color.RGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return color.RGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 0xff}
}

// nearestOf maps 15-bit colours to entries of the palette. A colour of the palette maps to its own entry. Where two of them
// share 15 bits, the first one wins, which is the theme's own.
func nearestOf(palette color.Palette) []uint8 {
	table := make([]uint8, 1<<15)
	for i := range table {
		c := color.RGBA{uint8(i>>10) << 3, uint8(i>>5&31) << 3, uint8(i&31) << 3, 0xff}
		table[i] = uint8(palette.Index(color.RGBA{c.R | c.R>>5, c.G | c.G>>5, c.B | c.B>>5, 0xff}))
	}
	for i := len(palette) - 1; i >= 0; i-- {
		c := palette[i].(color.RGBA)
		table[bits15(c.R, c.G, c.B)] = uint8(i)
	}
	return table
}

func bits15(r, g, b uint8) int { return int(r>>3)<<10 | int(g>>3)<<5 | int(b>>3) }

var frames = sync.Pool{New: func() any { return new(image.Paletted) }}

type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	x, _ := b.pool.Get().(*png.EncoderBuffer)
	return x
}
func (b *buffers) Put(x *png.EncoderBuffer) { b.pool.Put(x) }

var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers{}}

// encode writes the picture as an indexed PNG.
func encode(c *canvas) ([]byte, error) {
	frame := frames.Get().(*image.Paletted)
	defer frames.Put(frame)
	indexed(c, frame)
	var out bytes.Buffer
	if err := encoder.Encode(&out, frame); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// indexed turns the picture into palette entries. It copies the pixels of the static layer from that layer's index.
func indexed(c *canvas, frame *image.Paletted) {
	img := c.img
	w, n := img.Rect.Dx(), img.Rect.Dx()*img.Rect.Dy()
	if cap(frame.Pix) < n {
		frame.Pix = make([]uint8, n)
	}
	frame.Pix, frame.Stride, frame.Rect, frame.Palette = frame.Pix[:n], w, img.Rect, c.scheme.palette
	table := c.scheme.nearest()
	fixed := 0
	if c.static != nil {
		fixed = min(n, len(c.static.index))
	}
	const block = 40 // pixels compared at once
	for at := 0; at < n; at += block {
		to := min(at+block, n)
		if to <= fixed && bytes.Equal(img.Pix[at*4:to*4], c.static.img.Pix[at*4:to*4]) {
			copy(frame.Pix[at:to], c.static.index[at:to])
		} else {
			index(frame.Pix[at:to], img.Pix[at*4:to*4], table)
		}
	}
}

// index finds each pixel's palette entry.
func index(to, rgba, table []uint8) {
	for i := range to {
		p := rgba[i*4 : i*4+3 : i*4+3]
		to[i] = table[bits15(p[0], p[1], p[2])]
	}
}
