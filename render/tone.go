package render

import (
	"image/color"
	"strings"
)

// Tone is the tint of a board's ground. Boards of a game have different tones, so that a picture shows at a glance where it is.
type Tone string

// Tones. The zero value is the theme's own ground.
const (
	Slate   Tone = ""
	Rust    Tone = "rust"
	Ochre   Tone = "ochre"
	Moss    Tone = "moss"
	Pine    Tone = "pine"
	Marsh   Tone = "marsh"
	Cobalt  Tone = "cobalt"
	Dusk    Tone = "dusk"
	Heather Tone = "heather"
	Ash     Tone = "ash"
)

// tints maps tones to the colour that tints the ground.
var tints = map[Tone]color.RGBA{Rust: rgb(0xc8502a), Ochre: rgb(0xb98a20), Moss: rgb(0x7d9a28), Pine: rgb(0x2f9a55), Marsh: rgb(0x1f9a92), Cobalt: rgb(0x3060e0),
	Dusk: rgb(0x7a50d8), Heather: rgb(0xb84898), Ash: rgb(0x8a8a84)}

// tinge is the share of a tint in the ground.
const tinge = 0.2

// On returns the theme on ground of that tone. An unknown tone means the theme's own ground.
func (t Theme) On(tone Tone) Theme {
	if _, ok := tints[tone]; !ok || schemes[t] == nil || strings.Contains(string(t), onGround) {
		return t
	}
	return t + onGround + Theme(tone)
}

// plain returns the theme on its own ground.
func (t Theme) plain() Theme {
	own, _, _ := strings.Cut(string(t), onGround)
	return Theme(own)
}

// onGround separates a theme's name from its tone.
const onGround = " on "

// addTones adds the schemes of all themes on ground of every tone.
func addTones() {
	plain := make(map[Theme]*scheme, len(schemes))
	for t, l := range schemes {
		plain[t] = l
	}
	for t, l := range plain {
		for tone, tint := range tints {
			toned := l.toned(tint)
			if l.many != nil {
				toned.many = l.many.toned(tint)
			}
			schemes[t+onGround+Theme(tone)] = toned
		}
	}
}

// toned returns the scheme with tinted ground. The ground keeps its brightness, and so its contrast to everything on it.
func (l *scheme) toned(tint color.RGBA) *scheme {
	k := *l
	for _, ground := range []*color.RGBA{&k.field, &k.second, &k.square} {
		*ground = asBright(mix(*ground, tint, tinge), *ground)
	}
	k.palette = paletteOf(&k)
	return &k
}

// asBright returns the first colour, as bright as the second.
func asBright(c, as color.RGBA) color.RGBA {
	bright := func(c color.RGBA) float64 { return 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B) }
	k := bright(as) / bright(c)
	part := func(v uint8) uint8 { return uint8(min(255, float64(v)*k+0.5)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), 0xff}
}
