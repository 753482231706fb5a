package render_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/render"
	draw "downsync/render/downsync"
)

// unit is a glyph without strokes.
var unit = &render.Glyph{Name: "unit"}

// forces returns the bases of two full Standard forces, each base at a place returned by at.
func forces(at func(side render.Side) (x, y float64)) []render.Disc {
	var out []render.Disc
	for side := render.Side(1); side <= 2; side++ {
		for i := range 11 {
			d := render.Disc{R: []float64{1.181, 1.378, 1.575}[i%3], Side: side, Glyph: unit, Label: fmt.Sprintf("%c%d", '@'+rune(side), i+1),
				Note: "Destroyer", Chips: []render.Chip{{Mark: "2"}, {Mark: "S"}}}
			d.X, d.Y = at(side)
			out = append(out, d)
		}
	}
	return out
}

// before returns the board of a match before it begins.
func before(t *testing.T, slug string) rules.View {
	t.Helper()
	c := rules.Defaults()
	c.Map = slug
	v, err := c.Before()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// No two labels overlap, on any board, with full forces deployed and in mid-game; and most things have a label.
func TestLabels(t *testing.T) {
	lots := rand.New(rand.NewPCG(1, 2))
	between := func(lo, hi float64) float64 { return lo + lots.Float64()*(hi-lo) }
	places := map[string]func(render.Side) (float64, float64){
		"deployed": func(side render.Side) (float64, float64) {
			return between(2, 46), between(2, 8) + 38*float64(side-1)
		},
		"mid-game": func(render.Side) (float64, float64) { return between(8, 40), between(12, 36) },
	}
	for _, m := range maps.All() {
		for when, at := range places {
			s := draw.Look{}.Battlefield(before(t, m.Slug))
			s.Discs = forces(at)
			labels, png, err := render.Labels(s)
			if err != nil || len(png) > 200<<10 {
				t.Errorf("%s, %s: %d bytes, at most 200 KiB: %v", m.Slug, when, len(png), err)
			}
			if want := len(s.Discs)*2/3 + len(s.Spots); len(labels) < want {
				t.Errorf("%s, %s: %d labels, expected %d at least", m.Slug, when, len(labels), want)
			}
			for i, a := range labels {
				for _, b := range labels[:i] {
					if a.Overlaps(b) {
						t.Errorf("%s, %s: the labels in %v and %v overlap", m.Slug, when, a, b)
					}
				}
			}
		}
	}
}

// Both zones have their letters on open ground, on every map, before the match and when all pieces are deployed.
func TestBothZonesHaveTheirLetters(t *testing.T) {
	lots := rand.New(rand.NewPCG(9, 1))
	for _, slug := range append(slugs(), "random:1", "random:2", "random:3", "random:4") {
		s := draw.Look{}.Scene(before(t, slug), nil)
		if len(s.Zones) != 2 {
			t.Fatalf("%s has %d zones", slug, len(s.Zones))
		}
		if buried := render.BuriedLetters(s); len(buried) > 0 {
			t.Errorf("%s: the letters %q lie under terrain", slug, buried)
		}
		s.Discs = forces(func(side render.Side) (float64, float64) {
			return 2 + lots.Float64()*44, 2 + lots.Float64()*6 + 38*float64(side-1)
		})
		if buried := render.BuriedLetters(s); len(buried) > 0 {
			t.Errorf("%s: the letters %q lie under pieces", slug, buried)
		}
	}
}

// slugs returns the slugs of all maps.
func slugs() (out []string) {
	for _, m := range maps.All() {
		out = append(out, m.Slug)
	}
	return out
}
