package render

import (
	"fmt"
	"testing"
)

// Landmarks are quiet in every theme and on every ground: hardly brighter than their ground, and less than the rim of any terrain.
func TestLandmarksAreQuiet(t *testing.T) {
	for theme, l := range schemes {
		line := mix(l.field, l.text, traced)
		got := contrast(line, l.field)
		if got < 1.25 || got > 2 {
			t.Errorf("theme %q: the lines of landmarks have a contrast of %.2f to 1 to their ground", theme, got)
		}
		for texture, k := range l.terrain {
			if rim := contrast(k.rim, l.field); texture != Road && rim < 1.2*got {
				t.Errorf("theme %q: %s has a contrast of %.2f to 1 to the ground, landmarks %.2f", theme, texture, rim, got)
			}
		}
	}
}

// Every kind of landmark has its own look, and one that cannot be drawn is refused.
func TestLandmarkKindsDiffer(t *testing.T) {
	seen := map[string]LandmarkKind{}
	for kind, along := range LandmarkKinds() {
		m := At(kind, 24, 24, 6, 0)
		if along {
			m = Along(kind, 1, 18, 24, 30, 24)
		}
		raw, err := draw(Scene{W: 48, H: 48, Landmarks: []Landmark{m}})
		if err != nil {
			t.Fatal(err)
		}
		if other := seen[string(raw)]; other != "" {
			t.Errorf("%s looks like %s", kind, other)
		}
		seen[string(raw)] = kind
	}
	for _, m := range []Landmark{At("castle", 1, 1, 1, 0), At(Pad, 1, 1, 0, 0), At(Rails, 1, 1, 1, 0), Along(Pad, 1, 1, 1, 2, 2), {Kind: Pad, R: 1}, {Kind: Rails, R: 1, X: []float64{1, 2}, Y: []float64{1}}} {
		if _, err := Draw(Scene{W: 48, H: 48, Landmarks: []Landmark{m}}); err == nil {
			t.Errorf("drawn: %s", fmt.Sprint(m))
		}
	}
}
