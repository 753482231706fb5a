package render

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// luminance is the relative luminance of WCAG 2.
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

// Every text stands out from its ground by 4.5 to 1.
func TestContrast(t *testing.T) {
	for ground, inks := range map[color.RGBA][]color.RGBA{
		colPanel: {colText, colFaint, colSides[1], colSides[2]},
		colField: {colText, colFaint, colWall, colSides[1], colSides[2]},
		colRoof:  {colText, colWall},
	} {
		for _, ink := range inks {
			if got := contrast(ink, ground); got < 4.5 {
				t.Errorf("%v on %v: %.1f to 1", ink, ground, got)
			}
		}
	}
}

// The colours of the theme survive the palette, and two textures are never the same colours.
func TestPalette(t *testing.T) {
	if len(palette) > 256 {
		t.Errorf("%d colours", len(palette))
	}
	own := []color.RGBA{colField, colPanel, colText, colFaint, colSides[1], colSides[2], colRoof, colWall}
	for _, k := range colTerrain {
		own = append(own, k.fill, k.mark, k.rim)
	}
	seen := map[color.Color]bool{}
	for _, c := range own {
		got := palette[nearest()[bits15(c.R, c.G, c.B)]]
		if fmt.Sprint(got) != fmt.Sprint(c) {
			t.Errorf("%v becomes %v", c, got)
		}
		if seen[got] {
			t.Errorf("%v stands for two colours of the theme", got)
		}
		seen[got] = true
	}
}
