package render

import (
	"encoding/binary"
	"image/color"
	"slices"
	"sync"
)

// Theme is how a picture looks. No meaning depends on its colours: shapes and letters repeat them.
type Theme string

// Themes: a dark one, a light one, and a dark one whose colours stay apart for readers who see little of red, of green
// or of blue (after Okabe and Ito).
const (
	Display Theme = ""
	Light   Theme = "light"
	Safe    Theme = "safe"
)

// Themes lists all themes.
var Themes = []Theme{Display, Light, Safe}

// scheme holds all colours of a theme.
type scheme struct {
	field, panel         color.RGBA // the board's ground, the frame around it
	grid, square         color.RGBA // lines of single units and of squares or cells
	text, faint          color.RGBA
	alert, chosen        color.RGBA
	sides, base          []color.RGBA // by side, nobody first: lines and letters; the fill of a base
	roof, wall           color.RGBA
	inks                 []color.RGBA // by Ink
	terrain              map[Texture]terrainColors
	palette              color.Palette
	colors               [256]uint32 // of the palette, as they lie in a picture
	nearest              func() *[1 << 15]uint8
	inkOnDark, inkOnPale color.RGBA
	many                 *scheme // the same for pictures of more than two sides
}

// terrainColors are the colours of a texture: its ground, its marks and its rim.
type terrainColors struct{ fill, mark, rim color.RGBA }

// schemes holds the colours of two sides. Terrain is dimmer than any piece, so that nobody takes it for one.
var schemes = map[Theme]*scheme{
	Display: {
		field: rgb(0x0b1420), panel: rgb(0x101d2e), grid: rgb(0x16273a), square: rgb(0x2a4a68),
		text: rgb(0xe8f1f8), faint: rgb(0x8fa8bf), alert: rgb(0xff5fa2), chosen: rgb(0xffffff),
		sides: hues(0xb9c6d2, 0x35d0ff, 0xffb02e, 0x8be36b, 0xc7a2ff, 0xff9080),
		base:  hues(0x3a4754, 0x0c3f57, 0x573a0c, 0x1f4a1a, 0x3b2a5e, 0x5a2620),
		roof:  rgb(0x33465c), wall: rgb(0xc4d6e6),
		inks: hues(0xf2f5f7, 0xffd84d, 0xff5fa2, 0xb98cff, 0x55606b, 0xff7a3c),
		terrain: map[Texture]terrainColors{
			Canopy:   {fill: rgb(0x0f2f2a), mark: rgb(0x2f8f63), rim: rgb(0x3fae7d)},
			Hatching: {fill: rgb(0x1c2140), mark: rgb(0x4a5596), rim: rgb(0x7d8ad6)},
			Stipple:  {fill: rgb(0x2a231d), mark: rgb(0x8c7558), rim: rgb(0xb0957a)},
			Tufts:    {fill: rgb(0x1f2b14), mark: rgb(0x7f9440), rim: rgb(0x9db356)},
		},
	},
	Light: {
		field: rgb(0xf4f7fa), panel: rgb(0xe3eaf1), grid: rgb(0xe2e9ef), square: rgb(0xb4c4d3),
		text: rgb(0x12202e), faint: rgb(0x4a5d70), alert: rgb(0xb8005c), chosen: rgb(0x000000),
		sides: hues(0x4d5a66, 0x005a8f, 0x8f4700, 0x1c641c, 0x6a2fa0, 0xa80040),
		base:  hues(0xd5dce3, 0xc4e4f6, 0xffdcae, 0xcdeccb, 0xe5d8f7, 0xf9d4da),
		roof:  rgb(0xb9c6d4), wall: rgb(0x2c3d4f),
		inks: hues(0x1b2733, 0xffcf33, 0xb8005c, 0x6a35b8, 0x55606b, 0xb83c00),
		terrain: map[Texture]terrainColors{
			Canopy:   {fill: rgb(0xd6ecdf), mark: rgb(0x86bf9f), rim: rgb(0x3d8a63)},
			Hatching: {fill: rgb(0xe0e2f5), mark: rgb(0xa9afdd), rim: rgb(0x6670b8)},
			Stipple:  {fill: rgb(0xefe6db), mark: rgb(0xbfa688), rim: rgb(0x957a5a)},
			Tufts:    {fill: rgb(0xe9f0d2), mark: rgb(0xa9ba6a), rim: rgb(0x7c8f35)},
		},
	},
	Safe: {
		field: rgb(0x0a0f16), panel: rgb(0x131a24), grid: rgb(0x1a2432), square: rgb(0x38495e),
		text: rgb(0xf5f5f5), faint: rgb(0xa3b0bd), alert: rgb(0xf0e442), chosen: rgb(0xffffff),
		sides: hues(0xc4c4c4, 0x56b4e9, 0xe69f00, 0x1fc49a, 0xdb93bb, 0xff8a50),
		base:  hues(0x404040, 0x0e3550, 0x4a3300, 0x06402f, 0x4a2338, 0x541f00),
		roof:  rgb(0x3c4654), wall: rgb(0xd8dee6),
		inks: hues(0xffffff, 0xf0e442, 0x009e73, 0xcc79a7, 0x4d4d4d, 0xd55e00),
		terrain: map[Texture]terrainColors{
			Canopy:   {fill: rgb(0x06302a), mark: rgb(0x0f7a60), rim: rgb(0x10a37c)},
			Hatching: {fill: rgb(0x221f40), mark: rgb(0x45548a), rim: rgb(0x7084c4)},
			Stipple:  {fill: rgb(0x2b211a), mark: rgb(0x8a6a4c), rim: rgb(0xb98a63)},
			Tufts:    {fill: rgb(0x2b2a10), mark: rgb(0x8f8a30), rim: rgb(0xb5ad40)},
		},
	},
}

func init() {
	for _, l := range schemes {
		l.inkOnDark, l.inkOnPale = rgb(0xffffff), rgb(0x0b1420)
		many := *l
		l.many, l.sides, l.base = &many, l.sides[:3], l.base[:3]
		for _, l := range []*scheme{l, l.many} {
			l.palette = l.shades()
			taken := map[uint32]bool{} // shades so alike that an earlier one stands for both keep no colour
			for i, c := range l.palette {
				c := c.(color.RGBA)
				v := binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A})
				if of := bits15(v); !taken[of] {
					taken[of], l.colors[i] = true, v
				}
			}
			l.nearest = sync.OnceValue(func() *[1 << 15]uint8 { return nearestOf(l.palette) })
		}
	}
}

// schemeOf returns the colours for a picture of so many sides, nil for unknown ones. Two sides have a palette with more shades.
func schemeOf(t Theme, sides Side) *scheme {
	switch l := schemes[t]; {
	case l == nil || sides > MaxSides:
		return nil
	case sides > 2:
		return l.many
	default:
		return l
	}
}

// of returns the side's colour, or the ink of what belongs to nobody.
func (l *scheme) of(side Side, nobody color.RGBA) color.RGBA {
	if side > 0 {
		return l.sides[side]
	}
	return nobody
}

// ink returns white or near black, whichever stands out more from the ground.
func (l *scheme) ink(ground color.RGBA) color.RGBA {
	if 3*int(ground.R)+6*int(ground.G)+int(ground.B) > 1000 {
		return l.inkOnPale
	}
	return l.inkOnDark
}

// Shares of one colour in another.
const (
	zoneTint   = 0.1  // of a side's colour in its zone
	dimmed     = 0.6  // of its colour that a dim disc keeps
	plateCover = 0.85 // of the ground that a label's plate hides
	fieldTint  = 0.22 // of a side's colour in its fields
	hollowFill = 0.6  // of the fill of a hollow glyph's base
)

// Sizes in pixels of the 1200 px picture. Words are at least 40 px high, which leaves 12 px where a phone shows the
// picture 360 px wide.
const (
	width     = 1200
	margin    = 56
	header    = 118
	textSize  = 40
	legendRow = 54 // of the legend
)

func hues(vs ...uint32) (out []color.RGBA) {
	for _, v := range vs {
		out = append(out, rgb(v))
	}
	return out
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// maxColors leaves one of 256 for pixels that an animation does not change.
const maxColors = 255

// shades returns the theme's colours and their shades, at most maxColors. An indexed PNG takes a tenth of a full-colour one's
// work.
func (l *scheme) shades() color.Palette {
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

// nearestOf maps 15-bit colours to palette entries, palette colours to themselves, and shared ones to the theme's own.
func nearestOf(palette color.Palette) *[1 << 15]uint8 {
	table := new([1 << 15]uint8)
	for i := range uint32(len(table)) {
		c := color.RGBA{uint8(i) << 3, uint8(i>>5) << 3, uint8(i>>10) << 3, 0xff}
		table[i] = uint8(palette.Index(color.RGBA{c.R | c.R>>5, c.G | c.G>>5, c.B | c.B>>5, 0xff}))
	}
	for i := len(palette) - 1; i >= 0; i-- {
		c := palette[i].(color.RGBA)
		table[bits15(binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A}))] = uint8(i)
	}
	return table
}

// bits15 are the highest five bits of red, green and blue of a pixel as it lies in a picture.
func bits15(v uint32) uint32 { return v>>3&31 | v>>6&(31<<5) | v>>9&(31<<10) }
