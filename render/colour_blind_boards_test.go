package render_test

import (
	"image/color"
	"testing"

	"downsync/render"
)

// told lists colours that readers must tell apart, with the least distance between them. Some colours are nearer, such as side B's
// and the hit's in the light theme. Shapes and words tell them apart, which TestShapesWithoutColour tests.
var told = []struct {
	what, other string
	least       float64
}{
	{"A", "B", 35},                 // pieces, objectives, rings and portraits
	{"A", "nobody", 15},            // objectives
	{"B", "nobody", 15},            // objectives
	{"sees", "shoots", 50},         // threats
	{"land of A", "land of B", 30}, // the regions of the planet
}

// read lists what must be legible on what, with its least contrast. A casing surrounds pieces, shots and signs of threats.
var read = []struct {
	what, on string
	least    float64
}{
	{"A", "casing", 3.9}, {"B", "casing", 3.9}, {"nobody", "casing", 3.9}, {"alert", "casing", 3.9}, {"hit", "casing", 3.9}, {"shoots", "casing", 3.9}, {"sees", "casing", 3.9},
	{"A", "land of A", 4.5}, {"B", "land of B", 4.5}, {"nobody", "land of nobody", 4.5}, {"A", "panel", 4.5}, {"B", "panel", 4.5}, // portraits
	{"front", "land of A", 4.5}, {"front", "land of B", 4.5},
}

// On every named board of each game, in each theme, readers with each kind of colour-blindness tell sides, objectives and threats apart and
// from their ground, read portraits and the planet, and see landmarks that are quieter than any terrain.
func TestBoardsForTheColourBlind(t *testing.T) {
	for _, theme := range render.Themes {
		for _, b := range namedBoards(theme) {
			var textures []render.Texture
			for _, a := range b.Areas {
				textures = append(textures, a.Texture)
			}
			for _, kind := range render.Kinds {
				name := b.game + " " + string(b.Theme) + ", " + kind
				things, grounds := render.ColorsOf(b.Theme, textures...)
				see := func(c color.RGBA) color.RGBA { return render.SeenBy(kind, c) }
				for _, x := range told {
					if far := render.Distance(see(things[x.what]), see(things[x.other])); far < x.least {
						t.Errorf("%s: %s and %s are only %.0f apart, expected %.0f", name, x.what, x.other, far, x.least)
					}
				}
				for _, x := range read {
					if k := render.Contrast(see(things[x.what]), see(things[x.on])); k < x.least {
						t.Errorf("%s: %s on %s: %.1f to 1, expected %.1f", name, x.what, x.on, k, x.least)
					}
				}
				for where, ground := range grounds {
					for _, what := range []string{"A", "B", "nobody", "sees"} {
						if k := render.Contrast(see(things[what]), see(ground)); k < 4.5 {
							t.Errorf("%s: %s on %s: %.1f to 1", name, what, where, k)
						}
					}
				}
				quiet := render.Contrast(see(things["landmark"]), see(things["ground"]))
				if quiet < 1.25 || quiet > 1.8 {
					t.Errorf("%s: landmarks have a contrast of %.2f to 1", name, quiet)
				}
				for _, texture := range textures {
					if rim, ok := things[string(texture)]; ok && render.Contrast(see(rim), see(things["ground"])) < 1.5*quiet {
						t.Errorf("%s: the rim of %s is hardly louder than landmarks", name, texture)
					}
				}
			}
		}
	}
}

// Without any colour, the pieces and objectives of the sides, a hit and a miss, and both kinds of threats differ in their shapes.
func TestShapesWithoutColour(t *testing.T) {
	bright := func(s render.Scene) map[int]bool {
		s.W, s.H = 48, 48
		m := pictureOf(t, s)
		out := map[int]bool{}
		for y := range m.Bounds().Dy() {
			for x := range m.Bounds().Dx() {
				if color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y > 100 {
					out[y*m.Bounds().Dx()+x] = true
				}
			}
		}
		return out
	}
	one := func(d render.Disc) render.Scene { return render.Scene{Discs: []render.Disc{d}} }
	shot := render.Shot{X0: 10, Y0: 24, X1: 38, Y1: 24, R0: 1, R1: 1, Side: 1}
	hit := shot
	hit.Hit = true
	for what, pair := range map[string][2]render.Scene{
		"pieces":     {one(render.Disc{X: 24, Y: 24, R: 2, Side: 1}), one(render.Disc{X: 24, Y: 24, R: 2, Side: 2})},
		"threats":    {one(render.Disc{X: 24, Y: 24, R: 2, Side: 1, Chips: []render.Chip{{Token: render.Sees}}}), one(render.Disc{X: 24, Y: 24, R: 2, Side: 1, Chips: []render.Chip{{Token: render.Shoots}}})},
		"objectives": {{Spots: []render.Spot{{X: 24, Y: 24, Side: 1, Label: "VIP A"}}}, {Spots: []render.Spot{{X: 24, Y: 24, Side: 2, Label: "VIP B"}}}},
		"shots":      {{Shots: []render.Shot{hit}}, {Shots: []render.Shot{shot}}},
	} {
		a, b := bright(pair[0]), bright(pair[1])
		n := 0
		for at := range a {
			if !b[at] {
				n++
			}
		}
		for at := range b {
			if !a[at] {
				n++
			}
		}
		if n < 100 {
			t.Errorf("%s differ in %d pixels of their shapes", what, n)
		}
	}
}
