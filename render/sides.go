package render

import (
	"fmt"
	"iter"
	"slices"
)

// sides returns the highest side in the scene.
func (s Scene) sides() (top Side) {
	for side := range s.allSides() {
		top = max(top, side)
	}
	return top
}

// allSides yields the sides of everything in the scene; the scores count up to the highest side.
func (s Scene) allSides() iter.Seq[Side] {
	return func(yield func(Side) bool) {
		_ = yield(s.Active) && yield(Side(len(s.Scores))) && yield(Side(len(s.Tallies))) &&
			each(s.Zones, func(x *Zone) bool { return yield(x.Side) }) && each(s.Spots, func(x *Spot) bool { return yield(x.Side) }) &&
			each(s.Discs, func(x *Disc) bool { return yield(x.Side) }) && each(s.Paths, func(x *Path) bool { return yield(x.Side) }) &&
			each(s.Fields, func(x *Field) bool { return yield(x.Side) }) && each(s.Rings, func(x *Ring) bool { return yield(x.Side) }) &&
			each(s.Cards, func(x *Card) bool { return yield(x.Side) }) && each(s.Trails, func(x *Trail) bool { return yield(x.Side) }) &&
			each(s.Shots, func(x *Shot) bool { return yield(x.Side) }) && each(s.Wrecks, func(x *Wreck) bool { return yield(x.Side) }) &&
			each(s.Flashes, func(x *Flash) bool { return yield(x.Side) }) && each(s.Legend, func(x *Key) bool { return yield(x.Disc.side()) })
	}
}

// each calls do for the elements of a list while it returns true, and reports whether it always did.
func each[T any](list []T, do func(*T) bool) bool {
	for i := range list {
		if !do(&list[i]) {
			return false
		}
	}
	return true
}

func (d *Disc) side() Side {
	if d == nil {
		return 0
	}
	return d.Side
}

// checkSides refuses an unknown theme or side, and returns the highest side.
func checkSides(t Theme, all []Side) (Side, error) {
	top := slices.Max(all)
	if schemeOf(t, top) == nil || slices.Min(all) < 0 {
		return 0, fmt.Errorf("theme %q, sides %d to %d: expected one of %q and sides 0 to %d", t, slices.Min(all), top, Themes, MaxSides)
	}
	return top, nil
}
