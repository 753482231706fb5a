package render

import (
	"image/color"
	"sync"
)

// Theme is how a picture looks. What a picture says does not depend on it: everything that a colour says, a shape or a
// letter says too. Side 1 is round, side 2 is cut at its corners.
type Theme string

// Themes: the dark display, one for a light background, and a dark one whose colours stay apart for readers who see
// little of red, of green or of blue (after Okabe and Ito).
const (
	Display Theme = ""
	Light   Theme = "light"
	Safe    Theme = "safe"
)

// Themes lists them.
var Themes = []Theme{Display, Light, Safe}

// look is every colour of a theme.
type look struct {
	field, panel         color.RGBA // the board's ground, the frame around it
	grid, square         color.RGBA // lines of 1" and of 6"
	text, faint          color.RGBA
	alert, chosen        color.RGBA
	sides, base          [3]color.RGBA // nobody's, side 1's, side 2's: lines and letters; what a base is filled with
	roof, wall           color.RGBA
	chips                map[string]color.RGBA
	terrain              map[Texture]terrainColors
	palette              color.Palette
	nearest              func() []uint8
	inkOnDark, inkOnPale color.RGBA
}

// terrainColors are the colours of a texture: its ground, its marks and its rim.
type terrainColors struct{ fill, mark, rim color.RGBA }

// looks are the themes. Terrain is dimmer than any piece: it must never be taken for one.
var looks = map[Theme]*look{
	Display: {
		field: rgb(0x0b1420), panel: rgb(0x101d2e), grid: rgb(0x16273a), square: rgb(0x2a4a68),
		text: rgb(0xe8f1f8), faint: rgb(0x8fa8bf), alert: rgb(0xff5fa2), chosen: rgb(0xffffff),
		sides: [3]color.RGBA{rgb(0xb9c6d2), rgb(0x35d0ff), rgb(0xffb02e)},
		base:  [3]color.RGBA{rgb(0x3a4754), rgb(0x0c3f57), rgb(0x573a0c)},
		roof:  rgb(0x33465c), wall: rgb(0xc4d6e6),
		chips: map[string]color.RGBA{"stun": rgb(0xff7a3c), "overwatch": rgb(0xb98cff), "stealth": rgb(0x55606b),
			"cm": rgb(0xf2f5f7), "hardened": rgb(0xffd84d), "mark": rgb(0xff5fa2)},
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
		sides: [3]color.RGBA{rgb(0x4d5a66), rgb(0x005a8f), rgb(0x8f4700)},
		base:  [3]color.RGBA{rgb(0xd5dce3), rgb(0xc4e4f6), rgb(0xffdcae)},
		roof:  rgb(0xb9c6d4), wall: rgb(0x2c3d4f),
		chips: map[string]color.RGBA{"stun": rgb(0xb83c00), "overwatch": rgb(0x6a35b8), "stealth": rgb(0x55606b),
			"cm": rgb(0x1b2733), "hardened": rgb(0xffcf33), "mark": rgb(0xb8005c)},
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
		sides: [3]color.RGBA{rgb(0xc4c4c4), rgb(0x56b4e9), rgb(0xe69f00)},
		base:  [3]color.RGBA{rgb(0x404040), rgb(0x0e3550), rgb(0x4a3300)},
		roof:  rgb(0x3c4654), wall: rgb(0xd8dee6),
		chips: map[string]color.RGBA{"stun": rgb(0xd55e00), "overwatch": rgb(0xcc79a7), "stealth": rgb(0x4d4d4d),
			"cm": rgb(0xffffff), "hardened": rgb(0xf0e442), "mark": rgb(0x009e73)},
		terrain: map[Texture]terrainColors{
			Canopy:   {fill: rgb(0x06302a), mark: rgb(0x0f7a60), rim: rgb(0x10a37c)},
			Hatching: {fill: rgb(0x221f40), mark: rgb(0x45548a), rim: rgb(0x7084c4)},
			Stipple:  {fill: rgb(0x2b211a), mark: rgb(0x8a6a4c), rim: rgb(0xb98a63)},
			Tufts:    {fill: rgb(0x2b2a10), mark: rgb(0x8f8a30), rim: rgb(0xb5ad40)},
		},
	},
}

func init() {
	for _, l := range looks {
		l.inkOnDark, l.inkOnPale = rgb(0xffffff), rgb(0x0b1420)
		l.palette = l.colors()
		l.nearest = sync.OnceValue(func() []uint8 { return nearestOf(l.palette) })
	}
}

// ink is what stands out most from the ground, of white and of near black.
func (l *look) ink(ground color.RGBA) color.RGBA {
	if 3*int(ground.R)+6*int(ground.G)+int(ground.B) > 1000 {
		return l.inkOnPale
	}
	return l.inkOnDark
}

// Shares of one colour in another.
const (
	zoneTint    = 0.1  // of a side's colour in its zone
	dimmed      = 0.6  // of its colour that an activated piece keeps
	plateCover  = 0.85 // of what is under a label that its plate hides
	fieldTint   = 0.22 // of an area that a piece can reach
	contactFill = 0.6  // of a contact's base
)

// Sizes in pixels of the 1200 px picture. Words are at least 40 px high, which leaves 12 px of them where a phone shows
// the picture 360 px wide.
const (
	width  = 1200
	margin = 56
	header = 118
	words  = 40
	row    = 54 // of the legend
)

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}
