package render_test

import (
	"bytes"
	"image"
	"image/png"
	"maps"
	"math"
	"slices"
	"testing"

	"downsync/game"
	"downsync/render"
)

// Every named board has two landmarks, of kinds that no other board of its game has. They are clear of objectives, and terrain
// leaves the greater part of each to be seen.
func TestNamedBoardsHaveLandmarks(t *testing.T) {
	seen := map[[2]string]string{}
	for _, b := range namedBoards(render.Display) {
		name := b.game + " " + b.Title + string(b.Theme)
		if len(b.Landmarks) != 2 {
			t.Errorf("%s: %d landmarks", name, len(b.Landmarks))
		}
		for _, m := range b.Landmarks {
			key := [2]string{b.game, string(m.Kind)}
			if other := seen[key]; other != "" {
				t.Errorf("%s and %s both have a landmark %q", name, other, m.Kind)
			}
			seen[key] = name
			for _, p := range b.goals {
				for _, at := range m.Points() {
					if math.Hypot(at[0]-p.X, at[1]-p.Y) < max(p.R+p.Near, b.W/40) {
						t.Errorf("%s: landmark %q reaches the objective at %g, %g", name, m.Kind, p.X, p.Y)
					}
				}
			}
			if share := shown(t, b.Scene, m); share < 0.4 {
				t.Errorf("%s: %.0f %% of landmark %q are visible", name, 100*share, m.Kind)
			}
		}
	}
}

// shown returns the visible share of a landmark.
func shown(t *testing.T, s render.Scene, m render.Landmark) float64 {
	t.Helper()
	marks := func(s render.Scene) (n int) {
		s.Landmarks = nil
		without := pictureOf(t, s)
		s.Landmarks = []render.Landmark{m}
		return differing(without, pictureOf(t, s))
	}
	bare := s
	bare.Areas, bare.Decor, bare.Blocks, bare.Spots, bare.Names = nil, nil, nil, nil, nil
	return float64(marks(s)) / float64(marks(bare))
}

// pictureOf draws something as everybody sees it.
func pictureOf(t *testing.T, d render.Drawing) image.Image {
	t.Helper()
	p, err := render.DrawPublic(game.Onlooker(), d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// differing counts the pixels in which two pictures of one size differ.
func differing(a, b image.Image) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

// Landmarks are below pieces, terrain and objectives: none of them looks different on a landmark.
func TestLandmarksAreBelowEverything(t *testing.T) {
	xs, ys := []float64{14, 34, 34, 14}, []float64{14, 14, 34, 34}
	for _, over := range []render.Scene{{Areas: []render.Area{{Texture: render.Canopy, X: xs, Y: ys}}}, {Blocks: []render.Block{{X: xs, Y: ys, Rise: 2, Height: `2"`}}},
		{Discs: []render.Disc{{X: 24, Y: 24, R: 12, Side: 1}}}, {Spots: []render.Spot{{X: 24, Y: 24, R: 12, Side: 2}}}} {
		over.W, over.H = 48, 48
		plain := pictureOf(t, over)
		for _, kind := range slices.Sorted(maps.Keys(render.LandmarkKinds())) {
			m := render.At(kind, 24, 24, 6, 0)
			if render.LandmarkKinds()[kind] {
				m = render.Along(kind, 1, 18, 24, 30, 24)
			}
			over.Landmarks = []render.Landmark{m}
			if n := differing(plain, pictureOf(t, over)); n > 0 {
				t.Errorf("%q shows through: %d pixels", kind, n)
			}
		}
	}
}
