package downsync

import (
	"slices"

	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Aim is a point that a Clustered action can be aimed at, with the enemy bases that it reaches (Q80).
type Aim struct {
	At      plane.Point
	Targets []Ref
}

// maxAims limits how many points are offered.
const maxAims = 24

// Aims returns good points for a Clustered action of that base: on enemy bases and between two of them, those that reach the
// most bases first. Eye is the observer's base if Forward Observe calls for the fire; otherwise it is zero.
func (v View) Aims(by Ref, action string, eye Ref) []Aim {
	g, ok := v.gun(by, action, eye)
	if !ok {
		return nil
	}
	var out []Aim
	for _, at := range aimPoints(g.s, by.Label) {
		if a := (Aim{at, g.targets(at)}); len(a.Targets) > 0 && !slices.ContainsFunc(out, func(b Aim) bool { return slices.Equal(a.Targets, b.Targets) }) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Aim) int { return len(b.Targets) - len(a.Targets) })
	return out[:min(len(out), maxAims)]
}

// AimTargets returns the enemy bases that the action may name when aimed at the point.
func (v View) AimTargets(by Ref, action string, eye Ref, at plane.Point) []Ref {
	g, ok := v.gun(by, action, eye)
	if !ok {
		return nil
	}
	return g.targets(at)
}

// gun is a base with a Clustered action to aim, as the viewer knows it.
type gun struct {
	s      *state
	p      piece
	b      base
	weapon cards.Action
	eyes   []plane.Body
}

// gun returns the base's action, seen through the observer's base unless that is zero. ok is false if the base has no Clustered
// action of that name.
func (v View) gun(by Ref, action string, eye Ref) (g gun, ok bool) {
	g.s = v.board()
	g.p, ok = g.s.piece(by.Label)
	if !ok || g.p.isPing() {
		return g, false
	}
	g.weapon, ok = g.p.card().Action(action)
	if !ok || !isClustered(g.weapon) {
		return g, false
	}
	g.b, ok = g.p.base(by.N)
	if !ok {
		g.b = g.p.Bases[0]
	}
	if eye != (Ref{}) {
		s := *g.s
		g.s = &s
		g.s.Acts = []activation{{Piece: g.p.Label, Eye: eye}}
	}
	g.eyes = eyes(g.s, g.p, g.b, g.weapon)
	return g, checkTeam(g.weapon, g.b) == nil
}

// targets returns the enemy bases that can be named around the point.
func (g *gun) targets(at plane.Point) []Ref {
	if checkAimPoint(g.s, g.p, g.b, g.weapon, g.eyes, at) != nil {
		return nil
	}
	var out []Ref
	for _, e := range side(g.s, other(g.p.seat()), isUnit) {
		for _, eb := range e.Bases {
			if checkAimed(g.s, g.p, g.b, g.weapon, at, e.ref(eb.N)) == nil {
				out = append(out, e.ref(eb.N))
			}
		}
	}
	return out
}

// aimPoints returns the centres of the enemy bases and the points halfway between two of them.
func aimPoints(s *state, by Label) []plane.Point {
	var at []plane.Point
	for _, e := range side(s, other(by.Seat()), isUnit) {
		for _, eb := range e.Bases {
			at = append(at, eb.At)
		}
	}
	for i, a := range at {
		for _, b := range at[:i] {
			if plane.Dist(a, b) < plane.In(16) {
				at = append(at, plane.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
			}
		}
	}
	return at
}
