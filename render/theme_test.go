package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"downsync/game"
)

// luminance returns the relative luminance of WCAG 2.
func luminance(c color.RGBA) float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// manySided returns the schemes of two sides and of more.
func manySided() map[string]*scheme {
	out := map[string]*scheme{}
	for theme, l := range schemes {
		if out[string(theme)] = l; l.many != nil {
			out[string(theme)+" of many"] = l.many
		}
	}
	return out
}

// Every text has a contrast of 4.5 to 1 to its ground, in every theme.
func TestContrast(t *testing.T) {
	for theme, l := range manySided() {
		check := func(what string, ground color.RGBA, inks ...color.RGBA) {
			for _, ink := range inks {
				if got := contrast(ink, ground); got < 4.5 {
					t.Errorf("theme %q, %s: %v on %v: %.1f to 1", theme, what, ink, ground, got)
				}
			}
		}
		check("frame", l.panel, l.sides[1:]...)
		check("frame", l.panel, l.text, l.faint)
		check("roof", l.roof, l.text)
		check("high roof", l.tall, l.text)
		check("deck", mix(l.terrain[Canopy].fill, l.terrain[Canopy].mark, 2.0/3), l.text)
		check("news", l.hit, l.ink(l.hit))
		check("news", l.alert, l.ink(l.alert))
		check("caption", l.panel, l.sides[0])
		check("figure", l.field, l.text, l.faint)
		check("die", l.text, l.field)
		for i, base := range l.base {
			check("base", base, l.text)
			check("card", base, l.sides[i])
			check("hollow", base, l.faint)
			check("dim", base, l.sides[i])
			check("solid", l.sides[i], l.ink(l.sides[i]))
			check("plate", l.casing, l.sides[i])
		}
		for i, chip := range l.inks {
			check(fmt.Sprint("ink ", i), chip, l.ink(chip))
		}
		// A plate hides most of what is under it, even the brightest part of a wood.
		under := append([]color.RGBA{l.field, l.wall}, l.sides...)
		for _, k := range l.terrain {
			under = append(under, k.fill, k.mark, k.rim)
		}
		for _, u := range under {
			check("plate", mix(u, l.field, plateCover), append([]color.RGBA{l.text, l.faint, l.wall}, l.sides...)...)
		}
	}
}

// Ground of every tone is as bright as the theme's own, and two tones can be told apart.
func TestTones(t *testing.T) {
	for _, theme := range Themes {
		seen := map[color.RGBA]Tone{}
		for tone := range tints {
			l, own := schemes[theme.On(tone)], schemes[theme]
			if l == own || l == nil {
				t.Fatalf("theme %q has no tone %q", theme, tone)
			}
			if k := contrast(l.field, own.field); k > 1.12 {
				t.Errorf("theme %q on %s: %.2f to 1 to its own ground", theme, tone, k)
			}
			for c, other := range seen {
				if off := max(channelOff(c.R, l.field.R), channelOff(c.G, l.field.G), channelOff(c.B, l.field.B)); off < 4 {
					t.Errorf("theme %q: %s and %s look the same", theme, tone, other)
				}
			}
			seen[l.field] = tone
		}
		if theme.On("") != theme || theme.On("neon") != theme || theme.On(Rust).On(Moss) != theme.On(Rust) {
			t.Errorf("theme %q: tones that do not exist", theme)
		}
	}
}

func channelOff(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// The colours of a theme survive in its palette, which leaves one entry free, and no two textures have the same colours.
func TestPalette(t *testing.T) {
	for theme, l := range manySided() {
		palette := l.palette.Colors()
		if len(palette) > 255 {
			t.Errorf("%d colours", len(palette))
		}
		own := []color.RGBA{l.field, l.panel, l.text, l.faint, l.roof, l.wall}
		own = append(own, l.sides[1:]...)
		for _, k := range l.terrain {
			own = append(own, k.fill, k.mark, k.rim)
		}
		seen := map[color.Color]bool{}
		c := newPicture(image.Pt(1, 1), 1, l)
		for _, want := range own {
			c.Paint(want)
			got := palette[c.Entries()[0]]
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("theme %q: %v becomes %v", theme, want, got)
			}
			if seen[got] {
				t.Errorf("theme %q: %v stands for two colours", theme, got)
			}
			seen[got] = true
		}
	}
}

// In a swapped theme side 1 is drawn as side 2 is in the theme itself, in colour and shape, and vice versa.
func TestSwappedThemes(t *testing.T) {
	picture := func(theme Theme, side Side) []byte {
		s := Scene{Theme: theme, W: 48, H: 48, Zones: []Zone{{X1: 10, Y1: 10, Side: side}}, Spots: []Spot{{X: 24, Y: 24, R: 0.6, Near: 1, Side: side}},
			Discs: []Disc{{X: 8, Y: 8, R: 1.2, Side: side, Glyph: vehicle, Label: "X1"}}, Wrecks: []Wreck{{X: 40, Y: 40, R: 1.2, Side: side}},
			Trails: []Trail{{X: []float64{8, 20}, Y: []float64{30, 30}, R: 1.2, Side: side}}}
		raw, err := draw(s)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for _, theme := range Themes {
		one, two := picture(theme, 1), picture(theme, 2)
		if bytes.Equal(one, two) || !bytes.Equal(picture(theme.Swapped(), 2), one) || !bytes.Equal(picture(theme.Swapped(), 1), two) {
			t.Errorf("theme %q: swapped sides are not those of the theme", theme)
		}
		if _, err := draw(Scene{Theme: theme.Swapped(), W: 48, H: 48, Discs: []Disc{{R: 1, Side: 3}}}); err == nil {
			t.Errorf("theme %q: a swapped theme has a third side", theme)
		}
	}
}

// Readers have the theme that they chose by its name, otherwise the dark one; their pictures come after others if nobody waits for
// them.
func TestNewReader(t *testing.T) {
	for name, want := range map[string]Theme{"dark": Display, "light": Light, "safe": Safe, "": Display, "neon": Display} {
		say := func(f game.Text, args ...any) string { return "so " + f.Format(args...) }
		if r := NewReader(name, say, name == "safe"); r.Theme != want || r.Patient != (name == "safe") || r.Text("it is %d", 3) != "so it is 3" {
			t.Errorf("%q: theme %q, patient %t, it reads %q", name, r.Theme, r.Patient, r.Text("it is %d", 3))
		}
	}
}
