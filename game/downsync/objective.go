package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
)

// The places of VIPs (R25.3, Q11) and Control Objectives (V22, D9).

const (
	objectiveMM   = 70        // diameter of a Control Objective
	objectiveOff  = 1 * 1000  // its least distance from concealing terrain
	objectiveStep = 500       // the steps in which it is shifted away from that
	objectiveMid  = 10 * 1000 // its least distance from the middle of the table: no Unit reaches both
)

// objectiveBeside lists how far their centres may be from the centre line, the first choice first: they touch it.
var objectiveBeside = []plane.Inch{0, 500, -500, 1000, -1000}

// goals returns the VIPs or the Control Objectives: side 1's and side 2's. Both sides score at both Control Objectives. These
// are on the centre line, a quarter of the table's width from either edge, or at the nearest free places along it, or else
// beside it. The second is always opposite the first, as seen from the middle. The error says that there is no place for them.
func (c Config) goals(on Terrain) ([2]plane.Disc, error) {
	if !editionOf(c.Rules).objectives {
		return [2]plane.Disc{{At: VIPs[0], R: c.vipRadius()}, {At: VIPs[1], R: c.vipRadius()}}, nil
	}
	t, r := c.table().Max, plane.Radius(objectiveMM)
	for _, beside := range objectiveBeside {
		for shift := plane.Inch(0); shift <= t.X/4; shift += objectiveStep {
			for _, off := range [2]plane.Inch{t.X/4 - shift, t.X/4 + shift} {
				out := [2]plane.Disc{{At: plane.Point{X: t.X/2 + off, Y: t.Y/2 + beside}, R: r}, {At: plane.Point{X: t.X/2 - off, Y: t.Y/2 - beside}, R: r}}
				if off >= objectiveMid && on.freeForObjective(c.table(), out[0]) && on.freeForObjective(c.table(), out[1]) {
					return out, nil
				}
			}
		}
	}
	return [2]plane.Disc{}, game.Errorf("there is no place at its centre line for the two Control Objectives, on the table, off buildings and at least 1\" from concealing terrain")
}

// freeForObjective reports whether a Control Objective may be placed there.
func (t Terrain) freeForObjective(table plane.Rect, d plane.Disc) bool {
	wide := plane.Disc{At: d.At, R: d.R + objectiveOff}
	return table.Holds(d) &&
		!slices.ContainsFunc(t.Areas, func(a plane.Area) bool { return a.Kind.Conceals() && a.Shape.Overlaps(wide) }) &&
		!slices.ContainsFunc(t.Buildings, func(b plane.Building) bool { return b.Shape.Overlaps(d) })
}
