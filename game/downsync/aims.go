package downsync

import (
	"slices"

	"downsync/game/plane"
)

// Aim is a point that a Clustered action can be aimed at, with the enemy bases that it reaches (Q80).
type Aim struct {
	At      plane.Point
	Targets []Ref
}

// maxAims bounds the points that are offered.
const maxAims = 24

// Aims are good points for a Clustered action of that base: on enemy bases and between two of them, those that reach the
// most first. Eye is the observer's base where Forward Observe calls for the fire, else zero.
func (v View) Aims(by Ref, action string, eye Ref) []Aim {
	s := v.board()
	var out []Aim
	for _, at := range aimPoints(s, by.Label) {
		if a := (Aim{at, v.AimTargets(by, action, eye, at)}); len(a.Targets) > 0 && !slices.ContainsFunc(out, func(b Aim) bool { return slices.Equal(a.Targets, b.Targets) }) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Aim) int { return len(b.Targets) - len(a.Targets) })
	return out[:min(len(out), maxAims)]
}

// AimTargets are the enemy bases that the action, aimed at the point, may name.
func (v View) AimTargets(by Ref, action string, eye Ref, at plane.Point) []Ref {
	s := v.board()
	p, ok := s.piece(by.Label)
	if !ok || p.isPing() {
		return nil
	}
	weapon, ok := p.card().Action(action)
	if !ok || !isClustered(weapon) {
		return nil
	}
	b, ok := p.base(by.N)
	if !ok {
		b = p.Bases[0]
	}
	if eye != (Ref{}) {
		s.Acts = []activation{{Piece: p.Label, Eye: eye}}
	}
	var out []Ref
	for _, e := range side(s, other(p.seat()), isUnit) {
		for _, eb := range e.Bases {
			if checkShot(s, p, b, weapon, Act{At: []plane.Point{at}, Targets: []Ref{e.ref(eb.N)}}) == nil {
				out = append(out, e.ref(eb.N))
			}
		}
	}
	return out
}

// aimPoints are the enemy bases' centres and the middles between two of them.
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
