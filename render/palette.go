package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"sync"
)

// palette holds the theme's colours and their shades towards the field and each other: pictures need no more, and an
// indexed PNG is a tenth of the work of a full-colour one.
var palette = func() color.Palette {
	var p color.Palette
	seen := map[color.RGBA]bool{}
	add := func(c color.RGBA) {
		if !seen[c] && len(p) < 256 {
			seen[c] = true
			p = append(p, c)
		}
	}
	main := []color.RGBA{colField, colPanel, colGrid, colGridBig, colText, colFaint, colAlert, colSides[0], colSides[1], colSides[2],
		colDark[0], colDark[1], colDark[2]}
	for _, name := range []string{"activated", "stun", "overwatch", "stealth", "cm", "hardened"} {
		main = append(main, colChips[name])
	}
	main = append(main, colRoof, colWall)
	for _, t := range []Texture{Canopy, Hatching, Stipple, Tufts} {
		main = append(main, colTerrain[t].fill, colTerrain[t].mark, colTerrain[t].rim)
	}
	for _, c := range main {
		add(c)
	}
	shades := func(base color.RGBA, n int, inks ...color.RGBA) {
		for _, c := range inks {
			for i := 1; i <= n; i++ {
				add(mix(base, c, float64(i)/float64(n+1)))
			}
		}
	}
	for _, side := range colSides {
		add(mix(colField, side, zoneTint))
	}
	shades(colField, 4, main[4:19]...)
	shades(colPanel, 3, main[4:19]...)
	for _, dark := range colDark {
		shades(dark, 3, colText, colSides[1], colSides[2])
	}
	shades(colRoof, 4, colText)
	shades(colRoof, 2, colWall)
	shades(colField, 2, colWall)
	for _, t := range []Texture{Canopy, Hatching, Stipple, Tufts} {
		k := colTerrain[t]
		shades(k.fill, 3, k.mark)
		shades(k.fill, 2, k.rim)
		shades(k.fill, 1, colGridBig, colWall, colText)
		shades(colField, 2, k.rim)
	}
	return p
}()

func mix(a, b color.RGBA, t float64) color.RGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return color.RGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 0xff}
}

// nearest maps 15-bit colours to the palette; made once. A colour of the palette itself always stands for its own
// entry; where two share 15 bits, for the one that comes first, the theme's own.
var nearest = sync.OnceValue(func() []uint8 {
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
})

func bits15(r, g, b uint8) int { return int(r>>3)<<10 | int(g>>3)<<5 | int(b>>3) }

var frames = sync.Pool{New: func() any { return new(image.Paletted) }}

type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	x, _ := b.pool.Get().(*png.EncoderBuffer)
	return x
}
func (b *buffers) Put(x *png.EncoderBuffer) { b.pool.Put(x) }

var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers{}}

// encode writes the picture as an indexed PNG. Rows that are the static layer's are copied from its index.
func encode(img *image.RGBA, static *layer) ([]byte, error) {
	frame := frames.Get().(*image.Paletted)
	defer frames.Put(frame)
	n := img.Rect.Dx() * img.Rect.Dy()
	if cap(frame.Pix) < n {
		frame.Pix = make([]uint8, n)
	}
	frame.Pix, frame.Stride, frame.Rect, frame.Palette = frame.Pix[:n], img.Rect.Dx(), img.Rect, palette
	w := frame.Stride
	const block = 40 // pixels compared at once
	for at := 0; at < n; at += block {
		to := min(at+block, n, (at/w+1)*w)
		if bytes.Equal(img.Pix[at*4:to*4], static.img.Pix[at*4:to*4]) {
			copy(frame.Pix[at:to], static.index[at:to])
		} else {
			index(frame.Pix[at:to], img.Pix[at*4:to*4])
		}
	}
	var out bytes.Buffer
	if err := encoder.Encode(&out, frame); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// index finds each pixel's palette entry.
func index(to, rgba []uint8) {
	table := nearest()
	for i := range to {
		p := rgba[i*4 : i*4+3 : i*4+3]
		to[i] = table[bits15(p[0], p[1], p[2])]
	}
}
