package render

import (
	"image/color"
	"math"
)

// sight holds, by kind of colour-blindness, the matrices of Machado, Oliveira and Fernandes (2009) at full strength, in linear light.
var sight = map[string][9]float64{
	"protan": {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deutan": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritan": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// SeenBy returns a colour as a reader with that kind of colour-blindness sees it.
func SeenBy(kind string, c color.RGBA) color.RGBA {
	m, in := sight[kind], [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	part := func(row int) uint8 {
		v := max(0, min(1, m[3*row]*in[0]+m[3*row+1]*in[1]+m[3*row+2]*in[2]))
		if v <= 0.0031308 {
			return uint8(12.92*v*255 + 0.5)
		}
		return uint8((1.055*math.Pow(v, 1/2.4)-0.055)*255 + 0.5)
	}
	return color.RGBA{part(0), part(1), part(2), 0xff}
}

// lab returns the colour in CIELAB, white D65.
func lab(c color.RGBA) (l, a, b float64) {
	r, g, bl := linear(c.R), linear(c.G), linear(c.B)
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x, y, z := f((0.4124*r+0.3576*g+0.1805*bl)/0.9505), f(0.2126*r+0.7152*g+0.0722*bl), f((0.0193*r+0.1192*g+0.9505*bl)/1.089)
	return 116*y - 16, 500 * (x - y), 200 * (y - z)
}

func distance(a, b color.RGBA) float64 {
	l1, a1, b1 := lab(a)
	l2, a2, b2 := lab(b)
	return math.Sqrt((l1-l2)*(l1-l2) + (a1-a2)*(a1-a2) + (b1-b2)*(b1-b2))
}

// Distance is how different two colours look, and Contrast how legible one is on the other.
var (
	Distance = distance
	Contrast = contrast
)

// Kinds lists the kinds of colour-blindness.
var Kinds = []string{"protan", "deutan", "tritan"}

// ColorsOf returns the colours of a theme by their use, with the fills of those textures.
func ColorsOf(theme Theme, textures ...Texture) (things, grounds map[string]color.RGBA) {
	l := schemes[theme]
	things = map[string]color.RGBA{"A": l.sides[1], "B": l.sides[2], "nobody": l.sides[0], "alert": l.alert, "hit": l.hit, "sees": l.inks[Sees.Ink], "shoots": l.inks[Shoots.Ink],
		"casing": l.casing, "land of A": l.base[1], "land of B": l.base[2], "land of nobody": l.base[0], "panel": l.panel, "ground": l.field, "front": l.text,
		"landmark": mix(l.field, l.text, traced)}
	grounds = map[string]color.RGBA{"ground": l.field, "every second square": l.second, "zone A": mix(l.field, l.sides[1], zoneTint), "zone B": mix(l.field, l.sides[2], zoneTint)}
	for _, t := range textures {
		if k, ok := l.terrain[t.like()]; ok {
			grounds[string(t)] = k.fill
			things[string(t)] = k.rim
		}
	}
	return things, grounds
}
