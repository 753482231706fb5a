package render

import (
	"fmt"
	"math"
	"slices"
)

// Bounds of a scene, so that no view makes a picture that takes all memory: things of a kind, the field's width, entries
// of the legend, cards, and height by width.
const (
	maxThings = 1000
	maxField  = 200
	maxKeys   = 40
	maxCards  = 20
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
	if len(s.Legend) > maxKeys || len(s.Cards) > maxCards {
		return fmt.Errorf("%d entries of the legend and %d cards: expected at most %d and %d", len(s.Legend), len(s.Cards), maxKeys, maxCards)
	}
	if _, err := checkSides(s.Theme, s.allSides()); err != nil {
		return err
	}
	return s.checkThings()
}

func (s Scene) checkField() error {
	sound := func(l float64) bool { return l > 0 && l <= maxField }
	if !sound(s.W) || !sound(s.H) {
		return fmt.Errorf("a field of %g x %g: expected up to %d", s.W, s.H, maxField)
	}
	if s.Grid < Lettered || s.Grid > Track || !(s.Squares.Edge == 0 || s.Squares.Edge >= 1) {
		return fmt.Errorf("grid %d with squares of %g: expected a known one and squares of 1 at least", s.Grid, s.Squares.Edge)
	}
	w := s.frame()
	if !(w.x0 >= 0 && w.y0 >= 0 && w.x1 <= s.W && w.y1 <= s.H && w.x1-w.x0 >= 1 && w.y1 > w.y0) {
		return fmt.Errorf("a window of %g,%g to %g,%g: expected a part of the field, at least 1 wide", w.x0, w.y0, w.x1, w.y1)
	}
	if (w.y1 - w.y0) > maxRatio*(w.x1-w.x0) {
		return fmt.Errorf("%g high and %g wide: expected at most %d times as high as wide", w.y1-w.y0, w.x1-w.x0, maxRatio)
	}
	return nil
}

func (s Scene) checkThings() error {
	sound := func(xs, ys []float64) bool { return len(xs) == len(ys) && len(xs) >= 3 }
	terrain := schemes[Display].terrain
	chips := func(what string, i int, all []Chip) error {
		if at := slices.IndexFunc(all, func(k Chip) bool { return !k.sound() }); at >= 0 {
			return fmt.Errorf("%s %d: chip %s: expected a known ink and shape", what, i, all[at])
		}
		return nil
	}
	for i, a := range s.Areas {
		if _, ok := terrain[a.Texture]; !ok || !sound(a.X, a.Y) {
			return fmt.Errorf("area %d: texture %q, %d and %d coordinates: expected a known texture and three corners at least", i, a.Texture, len(a.X), len(a.Y))
		}
	}
	for i, k := range s.Legend {
		if _, ok := terrain[k.Texture]; !ok && k.Texture != "" {
			return fmt.Errorf("legend %d: texture %q: expected a known one", i, k.Texture)
		}
		if err := chips("legend", i, []Chip{k.Chip}); err != nil {
			return err
		}
	}
	for i, b := range s.Blocks {
		if !sound(b.X, b.Y) || b.Room < 0 {
			return fmt.Errorf("block %d: room %d, %d and %d coordinates: expected no less than none and three corners", i, b.Room, len(b.X), len(b.Y))
		}
	}
	for i, d := range s.Discs {
		if !(d.R > 0 && d.R < maxField) || math.IsNaN(d.X) || math.IsNaN(d.Y) {
			return fmt.Errorf("disc %d: %s: expected a place and a radius", i, d)
		}
		if err := chips("disc", i, d.Chips); err != nil {
			return err
		}
	}
	for i, p := range s.Paths {
		if len(p.X) != len(p.Y) {
			return fmt.Errorf("path %d: %d and %d coordinates", i, len(p.X), len(p.Y))
		}
	}
	return nil
}

// sound reports whether the chip can be drawn.
func (k Chip) sound() bool { return k.Ink >= 0 && k.Ink < inks && k.Shape >= 0 && k.Shape < shapes }

// sides is the highest side in the scene.
func (s Scene) sides() Side { return slices.Max(s.allSides()) }

// allSides lists the sides of everything in the scene; the scores go up to the highest side.
func (s Scene) allSides() []Side {
	return slices.Concat([]Side{s.Active, Side(len(s.Scores))}, each(s.Zones, func(x Zone) Side { return x.Side }),
		each(s.Spots, func(x Spot) Side { return x.Side }), each(s.Discs, func(x Disc) Side { return x.Side }),
		each(s.Paths, func(x Path) Side { return x.Side }), each(s.Fields, func(x Field) Side { return x.Side }),
		each(s.Rings, func(x Ring) Side { return x.Side }), each(s.Cards, func(x Card) Side { return x.Side }),
		each(s.Legend, func(x Key) Side { return x.Disc.side() }))
}

// side is the disc's, also of none.
func (d *Disc) side() Side {
	if d == nil {
		return 0
	}
	return d.Side
}

func each[T any](list []T, side func(T) Side) (out []Side) {
	for _, x := range list {
		out = append(out, side(x))
	}
	return out
}

// checkSides refuses an unknown theme or side, and returns the highest side.
func checkSides(t Theme, all []Side) (Side, error) {
	top := slices.Max(all)
	if schemeOf(t, top) == nil || slices.Min(all) < 0 {
		return 0, fmt.Errorf("theme %q, sides %d to %d: expected one of %q and sides 0 to %d", t, slices.Min(all), top, Themes, MaxSides)
	}
	return top, nil
}
