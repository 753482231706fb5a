package downsync

import (
	"slices"
	"strconv"

	"downsync/game"
	"downsync/game/plane"
)

// The goals of missions: VIPs (R25.3, Q11) and Control Objectives (V22, D9).

// Goal is a place where Units score.
type Goal struct {
	plane.Disc
	N     int       // its number, from 1; side 1's comes first, and is the nearer to its edge
	Owner game.Seat // the side whose VIP it is, which does not score there; 0: both sides score there
	Solid bool      // no base may end on it
}

// Scores reports whether the side's Units score there.
func (g Goal) Scores(seat game.Seat) bool { return g.Owner != seat }

// Goals returns the places where Units score, in the order of their numbers.
func (v View) Goals() []Goal { return known(v).goals }

// GoalsFrom returns the goals as the seat counts them: the one of the other side's number first, then its own, then the others.
func (v View) GoalsFrom(seat game.Seat) []Goal {
	out := slices.Clone(v.Goals())
	if seat == 1 && len(out) > 1 {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

// GoalWord returns the word in orders for the goal at that place of GoalsFrom.
func GoalWord(i int) string {
	switch i {
	case 0:
		return GoalThere
	case 1:
		return GoalHome
	}
	return "goal" + strconv.Itoa(i+1)
}

// GoalNamed returns the goal that the word means in the seat's orders. ok is false if it means none.
func (v View) GoalNamed(seat game.Seat, word string) (g Goal, ok bool) {
	for i, g := range v.GoalsFrom(seat) {
		if GoalWord(i) == word {
			return g, true
		}
	}
	return g, false
}

// VIP returns the seat's VIP, where only the other side scores. ok is false if the mission has none.
func (v View) VIP(seat game.Seat) (g Goal, ok bool) {
	i := slices.IndexFunc(v.Goals(), func(g Goal) bool { return g.Owner == seat })
	if seat == 0 || i < 0 {
		return g, false
	}
	return v.Goals()[i], true
}

// GoalOf returns the goal of the points.
func (v View) GoalOf(f Scored) Goal {
	if f.Goal > 0 {
		return v.Goals()[f.Goal-1]
	}
	g, _ := v.VIP(other(f.Seat))
	return g
}

// places returns the goals' places.
func (e *env) places() (out []plane.Point) {
	for _, g := range e.goals {
		out = append(out, g.At)
	}
	return out
}

// goals returns the goals of the match. The error says that there is no place for them.
func (c Config) goals(on Terrain) ([]Goal, error) {
	all, err := c.Mission().goals(c, on)
	for i := range all {
		all[i].N = i + 1
	}
	return all, err
}

// vips returns the VIPs, side 1's and side 2's.
func vips(c Config, _ Terrain) ([]Goal, error) {
	return []Goal{{Disc: plane.Disc{At: VIPs[0], R: c.vipRadius()}, Owner: 1}, {Disc: plane.Disc{At: VIPs[1], R: c.vipRadius()}, Owner: 2}}, nil
}

const (
	objectiveMM   = 70        // diameter of a Control Objective
	objectiveOff  = 1 * 1000  // its least distance from concealing terrain
	objectiveStep = 500       // the steps in which it is shifted away from that
	objectiveMid  = 10 * 1000 // its least distance from the middle of the table: no Unit reaches both
)

// objectiveBeside lists how far their centres may be from the centre line, the first choice first: they touch it.
var objectiveBeside = []plane.Inch{0, 500, -500, 1000, -1000}

// controlObjectives returns the two Control Objectives. They are on the centre line, a quarter of the table's width from either
// edge, or at the nearest free places along it, or else beside it. The second is always opposite the first, as seen from the middle.
func controlObjectives(c Config, on Terrain) ([]Goal, error) {
	t, r := c.table().Max, plane.Radius(objectiveMM)
	for _, beside := range objectiveBeside {
		for shift := plane.Inch(0); shift <= t.X/4; shift += objectiveStep {
			for _, off := range [2]plane.Inch{t.X/4 - shift, t.X/4 + shift} {
				out := [2]plane.Disc{{At: plane.Point{X: t.X/2 + off, Y: t.Y/2 + beside}, R: r}, {At: plane.Point{X: t.X/2 - off, Y: t.Y/2 - beside}, R: r}}
				if off >= objectiveMid && on.freeForObjective(c.table(), out[0]) && on.freeForObjective(c.table(), out[1]) {
					return []Goal{{Disc: out[0], Solid: true}, {Disc: out[1], Solid: true}}, nil
				}
			}
		}
	}
	return nil, game.Errorf("there is no place at its centre line for the two Control Objectives, on the table, off buildings and at least 1\" from concealing terrain")
}

// freeForObjective reports whether a Control Objective may be placed there.
func (t Terrain) freeForObjective(table plane.Rect, d plane.Disc) bool {
	wide := plane.Disc{At: d.At, R: d.R + objectiveOff}
	return table.Holds(d) &&
		!slices.ContainsFunc(t.Areas, func(a plane.Area) bool { return a.Kind.Conceals() && a.Shape.Overlaps(wide) }) &&
		!slices.ContainsFunc(t.Buildings, func(b plane.Building) bool { return b.Shape.Overlaps(d) })
}
