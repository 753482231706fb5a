package canvas

import (
	"encoding/binary"
	"image/color"
	"math"
	"slices"
	"sync"
)

// Palette holds the colours of a picture. An indexed PNG takes a tenth of the work of a full-colour one.
type Palette struct {
	colors  color.Palette
	shown   [256]uint32 // the colours in the format of a picture; 0: no colour maps to the entry
	nearest func() *[1 << 15]uint8
}

// NewPalette makes a palette of at most 256 opaque colours, which must be of the type color.RGBA. Any other colour becomes the nearest
// of them. Of colours that differ in the lowest three bits of their channels alone, the first serves for all.
func NewPalette(colors color.Palette) *Palette {
	p := &Palette{colors: colors}
	taken := map[uint32]bool{} // the earlier of two nearly equal shades serves for both
	for i, c := range colors {
		c := c.(color.RGBA)
		v := binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A})
		if of := bits15(v); !taken[of] {
			taken[of], p.shown[i] = true, v
		}
	}
	p.nearest = sync.OnceValue(func() *[1 << 15]uint8 { return nearestOf(colors) })
	return p
}

// Colors returns the colours, by entry.
func (p *Palette) Colors() color.Palette { return p.colors }

// nearestOf maps 15-bit colours to palette entries, palette colours to themselves, and shared ones to the theme's own.
func nearestOf(palette color.Palette) *[1 << 15]uint8 {
	table := indexOf(palette)
	for i := len(palette) - 1; i >= 0; i-- {
		c := palette[i].(color.RGBA)
		table[bits15(binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A}))] = uint8(i)
	}
	for i, entry := range table { // for nearly equal shades that share 15 bits, the one that serves for all
		c := palette[entry].(color.RGBA)
		table[i] = table[bits15(binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A}))]
	}
	return table
}

// indexOf returns the result of the palette's Index for all 15-bit colours, in an eighth of the time: for some reds with the same
// green and blue it tries only the entries that may be nearest to one of them.
func indexOf(palette color.Palette) *[1 << 15]uint8 {
	const steps, few = 32, 8 // steps of a channel
	type channel struct {
		far         [steps]uint32 // the distance of an entry, as Index computes it
		least, most [steps / few]uint32
	}
	entries := make([][3]channel, len(palette))
	for i, c := range palette {
		c := c.(color.RGBA)
		for k, to := range []uint8{c.R, c.G, c.B} {
			x := &entries[i][k]
			for v := range uint32(steps) {
				d := ((v<<3 | v>>2) - uint32(to)) * 0x101
				x.far[v] = d * d >> 2
			}
			for j := range x.least {
				x.least[j], x.most[j] = slices.Min(x.far[j*few:][:few]), slices.Max(x.far[j*few:][:few])
			}
		}
	}
	table, rest, near := new([1 << 15]uint8), make([]uint32, len(entries)), make([]int, 0, len(entries))
	for at := 0; at < len(table); at += few {
		r, g, b := at%steps/few, at/steps%steps, at/steps/steps
		bound := uint32(math.MaxUint32) // the nearest entry is at most that far from each of the reds
		for i := range entries {
			rest[i] = entries[i][1].far[g] + entries[i][2].far[b]
			bound = min(bound, rest[i]+entries[i][0].most[r])
		}
		near = near[:0]
		for i, far := range rest {
			if far+entries[i][0].least[r] <= bound {
				near = append(near, i)
			}
		}
		for j := range few {
			least := uint32(math.MaxUint32)
			for _, i := range near {
				if far := rest[i] + entries[i][0].far[r*few+j]; far < least {
					least, table[at+j] = far, uint8(i)
				}
			}
		}
	}
	return table
}

// bits15 returns the highest five bits of red, green and blue of a pixel in the format of a picture.
func bits15(v uint32) uint32 { return v>>3&31 | v>>6&(31<<5) | v>>9&(31<<10) }
