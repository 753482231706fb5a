package render

import (
	"image/color"

	"downsync/render/canvas"
)

// Theme determines the look of a picture. No meaning depends on its colours alone: shapes and letters repeat them.
type Theme string

// Themes: a dark one, a light one, and a dark one whose colours are distinct for readers who see little of red, of green or of blue
// (after Okabe and Ito).
const (
	Display Theme = ""
	Light   Theme = "light"
	Safe    Theme = "safe"
)

// Themes lists all themes that a reader may choose.
var Themes = []Theme{Display, Light, Safe}

// Swapped returns the theme with the colours and shapes of sides 1 and 2 exchanged. A game uses it if they show something other
// than the seat, such as a faction that may have either seat. It works for two sides only.
func (t Theme) Swapped() Theme { return t + "-swapped" }

// scheme holds all colours of a theme.
type scheme struct {
	field, panel, second color.RGBA // the board's ground, the frame around it, every second square
	square               color.RGBA // lines of squares or cells
	text, faint          color.RGBA
	alert, chosen, hit   color.RGBA
	dark, casing         color.RGBA   // shadows; the outline that separates a mark from its ground
	sides, base          []color.RGBA // by side, nobody first: lines and letters; the fill of a base
	roof, tall, wall     color.RGBA   // a low roof and a high one
	inks                 []color.RGBA // by Ink
	terrain              map[Texture]terrainColors
	palette              *canvas.Palette
	inkOnDark, inkOnPale color.RGBA
	swapped              bool    // sides 1 and 2 have exchanged colours and shapes
	many                 *scheme // the same for pictures of more than two sides; nil: there is none
}

// terrainColors holds the colours of a texture: its ground, its marks and its rim.
type terrainColors struct{ fill, mark, rim color.RGBA }

// schemes holds the colours of two sides. Terrain is dimmer than any piece, so that it is not mistaken for one.
var schemes = map[Theme]*scheme{
	Display: {
		field: rgb(0x18222c), panel: rgb(0x0f171f), second: rgb(0x1e2a36), square: rgb(0x33465a),
		text: rgb(0xf2f6fa), faint: rgb(0xa9bac9), alert: rgb(0xffe35c), chosen: rgb(0xffffff), hit: rgb(0xff6f4f),
		sides: hues(0xc9d3dc, 0x52bdfa, 0xffb640, 0x8be36b, 0xc7a2ff, 0xff9080),
		base:  hues(0x2c3742, 0x0c2c40, 0x40290a, 0x1f4a1a, 0x3b2a5e, 0x5a2620),
		roof:  rgb(0x3b4958), tall: rgb(0x5b6c7f), wall: rgb(0x9fb1c2),
		inks: hues(0xf2f6fa, 0xffe35c, 0xff8ac0, 0xc9a2ff, 0x7c8894, 0xff6f4f),
		terrain: map[Texture]terrainColors{
			Canopy:   {fill: rgb(0x17382a), mark: rgb(0x2a6044), rim: rgb(0x3f8a62)},
			Hatching: {fill: rgb(0x313b48), mark: rgb(0x3d4956), rim: rgb(0x6b7d91)},
			Stipple:  {fill: rgb(0x382e24), mark: rgb(0x6b5844), rim: rgb(0x8f775c)},
			Tufts:    {fill: rgb(0x28341f), mark: rgb(0x52683a), rim: rgb(0x74904f)},
			Road:     {fill: rgb(0x2a343e), mark: rgb(0x6c7b88), rim: rgb(0x45525f)},
		},
	},
	Light: {
		field: rgb(0xf4f7fa), panel: rgb(0xe3eaf1), square: rgb(0xb4c4d3),
		text: rgb(0x12202e), faint: rgb(0x4a5d70), alert: rgb(0x9c1f7a), chosen: rgb(0x000000), hit: rgb(0xb83c00),
		sides: hues(0x4d5a66, 0x005a8f, 0x8f4700, 0x1c641c, 0x6a2fa0, 0xa80040),
		base:  hues(0xd5dce3, 0xc4e4f6, 0xffdcae, 0xcdeccb, 0xe5d8f7, 0xf9d4da),
		roof:  rgb(0xb9c6d4), wall: rgb(0x2c3d4f),
		inks: hues(0x1b2733, 0xffcf33, 0xb8005c, 0x6a35b8, 0x55606b, 0xb83c00),
		terrain: map[Texture]terrainColors{
			Canopy:   {fill: rgb(0xd6ecdf), mark: rgb(0x86bf9f), rim: rgb(0x3d8a63)},
			Hatching: {fill: rgb(0xe0e2f5), mark: rgb(0xa9afdd), rim: rgb(0x6670b8)},
			Stipple:  {fill: rgb(0xefe6db), mark: rgb(0xbfa688), rim: rgb(0x957a5a)},
			Tufts:    {fill: rgb(0xe9f0d2), mark: rgb(0xa9ba6a), rim: rgb(0x7c8f35)},
			Road:     {fill: rgb(0xd9dde2), mark: rgb(0x98a4b0), rim: rgb(0xbcc4cc)},
		},
	},
	Safe: {
		field: rgb(0x0a0f16), panel: rgb(0x131a24), square: rgb(0x38495e),
		text: rgb(0xf5f5f5), faint: rgb(0xa3b0bd), alert: rgb(0xf0e442), chosen: rgb(0xffffff), hit: rgb(0xd55e00),
		sides: hues(0xc4c4c4, 0x56b4e9, 0xe69f00, 0x1fc49a, 0xdb93bb, 0xff8a50),
		base:  hues(0x404040, 0x0e3550, 0x4a3300, 0x06402f, 0x4a2338, 0x541f00),
		roof:  rgb(0x3c4654), wall: rgb(0xd8dee6),
		inks: hues(0xffffff, 0xf0e442, 0x009e73, 0xcc79a7, 0x4d4d4d, 0xd55e00),
		terrain: map[Texture]terrainColors{
			Canopy:   {fill: rgb(0x06302a), mark: rgb(0x0f7a60), rim: rgb(0x10a37c)},
			Hatching: {fill: rgb(0x221f40), mark: rgb(0x45548a), rim: rgb(0x7084c4)},
			Stipple:  {fill: rgb(0x2b211a), mark: rgb(0x8a6a4c), rim: rgb(0xb98a63)},
			Tufts:    {fill: rgb(0x2b2a10), mark: rgb(0x8f8a30), rim: rgb(0xb5ad40)},
			Road:     {fill: rgb(0x202c38), mark: rgb(0x66727e), rim: rgb(0x44505c)},
		},
	},
}

func init() {
	for _, l := range schemes {
		l.inkOnDark, l.inkOnPale = rgb(0xffffff), rgb(0x0b1420)
		l.dark = mix(l.panel, rgb(0), 0.45)
		if l.casing = l.dark; l.field.R > 128 {
			l.casing = rgb(0xffffff)
		}
		if l.second.A == 0 {
			l.second, l.tall = mix(l.field, l.square, 0.22), mix(l.roof, l.wall, 0.25)
		}
		many := *l
		l.many, l.sides, l.base = &many, l.sides[:3], l.base[:3]
		for _, l := range []*scheme{l, l.many} {
			l.palette = paletteOf(l)
		}
	}
	for _, t := range Themes {
		l := *schemes[t]
		l.swapped, l.many = true, nil
		l.sides, l.base = []color.RGBA{l.sides[0], l.sides[2], l.sides[1]}, []color.RGBA{l.base[0], l.base[2], l.base[1]}
		schemes[t.Swapped()] = &l
	}
	addTones()
}

func paletteOf(l *scheme) *canvas.Palette { return canvas.NewPalette(l.shades()) }

// shape returns the side whose shape a side has.
func (l *scheme) shape(side Side) Side {
	if l.swapped && side > 0 {
		return 3 - side
	}
	return side
}

// schemeOf returns the colours for a picture of that many sides, nil for an unknown theme. Two sides have a palette with more
// shades.
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

// of returns the side's colour, or the ink for things that belong to nobody.
func (l *scheme) of(side Side, nobody color.RGBA) color.RGBA {
	if side > 0 {
		return l.sides[side]
	}
	return nobody
}

// ink returns white or near black, whichever contrasts more with the ground.
func (l *scheme) ink(ground color.RGBA) color.RGBA {
	if 3*int(ground.R)+6*int(ground.G)+int(ground.B) > 1000 {
		return l.inkOnPale
	}
	return l.inkOnDark
}

// These are shares of one colour in another.
const (
	zoneTint   = 0.1  // of a side's colour in its zone
	dimmed     = 0.6  // of a side's colour in lines that recede
	faded      = 0.8  // of its colour that the rim of a dim disc keeps
	plateCover = 0.85 // of the ground that a label's plate hides
	fieldTint  = 0.22 // of a side's colour in its fields
	shadeCover = 0.5  // of the ground that a shadow hides
)

// Sizes in pixels of the 1200 px picture. Labels and coordinates are 11 px high on a phone that shows it 271 px wide, other words 9
// px: those are 12 px high on a phone that shows the picture 360 px wide.
const (
	width     = 1200
	margin    = 56
	edge      = 20 // the margin beside a board that has its coordinates inside
	header    = 132
	textSize  = 40
	noteSize  = 44
	labelSize = 49
	legendRow = 58 // of the legend
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

// maxColors leaves one of 256 entries for pixels that an animation does not change.
const maxColors = 255

// shades returns the theme's colours and their shades, at most maxColors. An indexed PNG takes a tenth of the work of a full-colour
// one.
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
	textures := []Texture{Canopy, Hatching, Stipple, Tufts, Road}
	add(l.field, l.panel, l.second, l.square, l.roof, l.tall, l.wall, l.inkOnDark, l.inkOnPale, l.dark, l.casing)
	add(l.text, l.faint, l.alert, l.chosen, l.hit)
	add(l.sides...)
	add(l.inks...)
	add(l.base...)
	grounds := []color.RGBA{l.field, l.second}
	for _, t := range textures {
		k := l.terrain[t]
		add(k.fill, k.mark, k.rim)
		grounds = append(grounds, k.fill)
	}
	// Each mix that covers a wide area has an entry of its own; otherwise its hue would change.
	for _, g := range grounds {
		shade := mix(g, l.dark, shadeCover)
		add(shade)
		for _, side := range l.sides[1:] {
			add(mix(g, side, laidTint), mix(shade, side, laidTint))
		}
	}
	if len(l.sides) <= 3 {
		for _, g := range grounds[:2] {
			for _, g := range []color.RGBA{g, mix(g, l.sides[1], zoneTint), mix(g, l.sides[2], zoneTint)} {
				add(mix(g, l.text, traced), mix(g, l.text, worn))
			}
		}
	}
	for h := range 6 {
		roof := l.roofOf(float64(h + 1))
		add(roof, mix(roof, l.text, 0.12), mix(roof, l.text, 0.4))
	}
	for _, side := range l.sides[1:] {
		add(mix(l.field, side, zoneTint), mix(l.second, side, zoneTint), mix(l.field, side, dimmed), mix(l.field, side, faded), mix(l.field, side, letterShare), mix(l.casing, side, 0.35))
		for i := 1; i <= 3; i++ {
			add(mix(side, l.ink(side), float64(i)/4))
		}
	}
	shades(l.panel, 3, l.text, l.faint)
	shades(l.field, 4, l.text, l.faint, l.alert, l.hit)
	shades(l.field, 3, l.sides[1:]...)
	shades(l.panel, 2, l.sides[1:]...)
	shades(l.casing, 2, l.text, l.alert, l.hit)
	shades(l.field, 2, l.inks...)
	for i, base := range l.base {
		shades(base, 2, l.sides[i], l.text)
	}
	for _, chip := range l.inks {
		shades(chip, 2, l.ink(chip))
	}
	shades(l.roof, 2, l.text)
	shades(l.tall, 2, l.text)
	add(mix(l.terrain[Canopy].mark, l.terrain[Canopy].rim, 0.5))
	for _, t := range textures {
		k := l.terrain[t]
		shades(k.fill, 2, k.mark)
		shades(k.fill, 1, k.rim, l.square, l.text)
		for _, side := range l.sides[1:] {
			add(mix(k.fill, side, 0.5), mix(k.mark, side, laidTint))
		}
	}
	return p
}

// traced is the share of the ink in the lines of landmarks, worn that in their surfaces, in whole 255ths.
const traced, worn = 43.0 / 255, 16.0 / 255

// laidTint is fieldTint in whole 255ths, its actual value when it is laid over something.
const laidTint = 56.0 / 255

// roofOf returns the colour of a roof of that height, in the field's unit.
func (l *scheme) roofOf(high float64) color.RGBA {
	return mix(l.roof, l.tall, max(0, min(1, (high-1)/5)))
}

func mix(a, b color.RGBA, t float64) color.RGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return color.RGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 0xff}
}
