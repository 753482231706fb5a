package render

import "image/color"

// The theme: every colour of the display in one place. The two sides are told apart by shape as well: side 1 is round
// and solid, side 2 is cut at its corners and dashed, so that nothing is said by colour alone.
var (
	colField   = rgb(0x0b1420)
	colPanel   = rgb(0x101d2e)
	colGrid    = rgb(0x16273a)
	colGridBig = rgb(0x2a4a68)
	colText    = rgb(0xe8f1f8)
	colFaint   = rgb(0x8fa8bf)
	colAlert   = rgb(0xff5fa2)
	colChosen  = rgb(0xffffff)
	colSides   = [3]color.RGBA{rgb(0xb9c6d2), rgb(0x35d0ff), rgb(0xffb02e)}
	colDark    = [3]color.RGBA{rgb(0x3a4754), rgb(0x0c3f57), rgb(0x573a0c)}
	colChips   = map[string]color.RGBA{
		"activated": rgb(0x4fd37a), "stun": rgb(0xff7a3c), "overwatch": rgb(0xb98cff), "stealth": rgb(0x55606b),
		"cm": rgb(0xf2f5f7), "hardened": rgb(0xffd84d), "mark": rgb(0xff5fa2),
	}
	// Terrain is dimmer than any piece: it must never be taken for one.
	colTerrain = map[Texture]terrainColors{
		Canopy:   {fill: rgb(0x0f2f2a), mark: rgb(0x2f8f63), rim: rgb(0x3fae7d)},
		Hatching: {fill: rgb(0x1c2140), mark: rgb(0x4a5596), rim: rgb(0x7d8ad6)},
		Stipple:  {fill: rgb(0x2a231d), mark: rgb(0x8c7558), rim: rgb(0xb0957a)},
		Tufts:    {fill: rgb(0x1f2b14), mark: rgb(0x7f9440), rim: rgb(0x9db356)},
	}
	colRoof = rgb(0x33465c)
	colWall = rgb(0xc4d6e6)
)

// zoneTint is how much of a side's colour its zone has.
const zoneTint = 0.1

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
