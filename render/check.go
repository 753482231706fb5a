package render

import (
	"fmt"
	"math"
)

// Bounds of a scene, so that no view makes a picture that eats the host: how many of each thing, how wide a field, and how
// many times higher than wide.
const (
	maxThings = 1000
	maxInches = 200
	maxKeys   = 40
	maxRatio  = 2
)

// check says what cannot be drawn.
func (s Scene) check() error {
	if err := s.checkField(); err != nil {
		return err
	}
	for what, n := range map[string]int{"areas": len(s.Areas), "blocks": len(s.Blocks), "zones": len(s.Zones), "spots": len(s.Spots),
		"discs": len(s.Discs), "paths": len(s.Paths), "fields": len(s.Fields), "rings": len(s.Rings)} {
		if n > maxThings {
			return fmt.Errorf("%d %s: expected at most %d", n, what, maxThings)
		}
	}
	if len(s.Legend) > maxKeys {
		return fmt.Errorf("%d entries of the legend: expected at most %d", len(s.Legend), maxKeys)
	}
	return s.checkThings()
}

func (s Scene) checkField() error {
	if looks[s.Theme] == nil {
		return fmt.Errorf("theme %q: expected one of %q", s.Theme, Themes)
	}
	sound := func(l float64) bool { return l > 0 && l <= maxInches }
	if !sound(s.W) || !sound(s.H) {
		return fmt.Errorf("a field of %g x %g inches: expected up to %d", s.W, s.H, maxInches)
	}
	w := s.frame()
	if !(w.x0 >= 0 && w.y0 >= 0 && w.x1 <= s.W && w.y1 <= s.H && w.x1-w.x0 >= 1 && w.y1 > w.y0) {
		return fmt.Errorf("a window of %g,%g to %g,%g: expected a part of the field, at least an inch wide", w.x0, w.y0, w.x1, w.y1)
	}
	if (w.y1 - w.y0) > maxRatio*(w.x1-w.x0) {
		return fmt.Errorf("%g inches high and %g wide: expected at most %d times as high as wide", w.y1-w.y0, w.x1-w.x0, maxRatio)
	}
	return nil
}

func (s Scene) checkThings() error {
	sound := func(xs, ys []float64) bool { return len(xs) == len(ys) && len(xs) >= 3 }
	terrain := looks[Display].terrain
	for i, a := range s.Areas {
		if _, ok := terrain[a.Texture]; !ok || !sound(a.X, a.Y) {
			return fmt.Errorf("area %d: texture %q, %d and %d coordinates: expected a known texture and three corners at least", i, a.Texture, len(a.X), len(a.Y))
		}
	}
	for i, k := range s.Legend {
		if _, ok := terrain[k.Texture]; !ok && k.Texture != "" {
			return fmt.Errorf("legend %d: texture %q: expected a known one", i, k.Texture)
		}
	}
	for i, b := range s.Blocks {
		if !sound(b.X, b.Y) || b.Room < 0 {
			return fmt.Errorf("block %d: room %d, %d and %d coordinates: expected no less than none and three corners", i, b.Room, len(b.X), len(b.Y))
		}
	}
	for i, d := range s.Discs {
		if !(d.R > 0 && d.R < maxInches) || math.IsNaN(d.X) || math.IsNaN(d.Y) || d.Side < 0 || d.Side > 2 {
			return fmt.Errorf("disc %d: %s: expected a place, a radius and side 0 to 2", i, d)
		}
	}
	for i, p := range s.Paths {
		if len(p.X) != len(p.Y) {
			return fmt.Errorf("path %d: %d and %d coordinates", i, len(p.X), len(p.Y))
		}
	}
	return nil
}
