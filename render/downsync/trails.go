package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
	"downsync/render"

	rules "downsync/game/downsync"
)

// wayfarers collects the ways of bases, and their places when they fired or were fired at. If a base has left, the end of its shot
// would be in empty ground: there a trail begins that leads to its present place, with its label.
type wayfarers struct {
	v      rules.View
	told   []game.Fact
	ways   []gone
	stands []gone // from one place
}

// gone is the way of a base from a former place.
type gone struct {
	base  rules.Ref
	path  []plane.Point
	r     float64
	label string // beside its beginning
}

func (w gone) end() plane.Point { return w.path[len(w.path)-1] }

// one names a base by its number, even if it is the only one of its piece.
func one(r rules.Ref) rules.Ref { return rules.Ref{Label: r.Label, N: max(r.N, 1)} }

// move adds a move. Several moves of a base become one way.
func (w *wayfarers) move(f rules.Moved) {
	if len(f.Path) < 2 {
		return
	}
	base := one(f.Base)
	for i := range slices.Backward(w.ways) {
		if last := &w.ways[i]; last.base == base {
			if last.end() == f.Path[0] && !slices.ContainsFunc(w.stands, func(s gone) bool { return s.base == base && s.end() == f.Path[0] }) {
				last.path = append(slices.Clone(last.path), f.Path[1:]...)
				return
			}
			break
		}
	}
	w.ways = append(w.ways, gone{base: base, path: f.Path, r: radius(w.v, w.told, f.Base.Label)})
}

// fight adds the places of both bases at an attack. before holds the facts before it.
func (w *wayfarers) fight(before []game.Fact, f rules.AttackRolled) {
	for _, r := range []rules.Ref{f.By, f.Target} {
		if at, ok := stood(before, r); ok {
			w.stands = append(w.stands, gone{base: one(r), path: []plane.Point{at}, r: radius(w.v, before, r.Label)})
		}
	}
}

// trails returns the ways that a board shows: those that begin at the end of a shown shot, then the newest.
func (w *wayfarers) trails(shots []render.Shot) (out []render.Trail) {
	for _, s := range w.stands {
		if w.left(s) && shows(shots, s.end()) {
			w.tie(s)
		}
	}
	room := maxTrails
	for _, x := range w.ways {
		if x.label != "" {
			room--
		}
	}
	for _, x := range slices.Backward(w.ways) {
		if x.label == "" {
			if room--; room < 0 {
				continue
			}
		}
		t := render.Trail{R: x.r, Side: render.Side(x.base.Label.Seat()), Label: x.label}
		t.X, t.Y = corners(x.path)
		out = append(out, t)
	}
	slices.Reverse(out)
	return out
}

// left reports whether the base has left that place without being destroyed there.
func (w *wayfarers) left(s gone) bool {
	p, _ := w.v.Piece(s.base.Label)
	for _, b := range p.Bases {
		if max(b.N, 1) == s.base.N {
			return b.Point != s.end()
		}
	}
	now, _ := stood(w.told, s.base)
	return now != s.end() || !slices.ContainsFunc(w.told, func(f game.Fact) bool {
		d, is := f.(rules.Destroyed)
		return is && one(d.Target) == s.base
	})
}

// tie labels the way from a base's former place. If no way begins there, it adds one that leads straight to the present place.
func (w *wayfarers) tie(s gone) {
	label := called(w.v, s.base)
	for i, x := range w.ways {
		if x.base == s.base && x.path[0] == s.end() {
			w.ways[i].label = label
			return
		}
	}
	now := s.end()
	if at, ok := stood(w.told, s.base); ok {
		now = at
	}
	w.ways = append(w.ways, gone{base: s.base, path: []plane.Point{s.end(), now}, r: s.r, label: label})
}

// shows reports whether one of the shots has an end there.
func shows(shots []render.Shot, at plane.Point) bool {
	x, y := inches(at.X), inches(at.Y)
	return slices.ContainsFunc(shots, func(s render.Shot) bool { return s.X0 == x && s.Y0 == y || s.X1 == x && s.Y1 == y })
}

// called returns the label of a base at its former place: with its number if others of its piece may be there.
func called(v rules.View, r rules.Ref) string {
	if p, _ := v.Piece(r.Label); len(p.Bases) > 1 || r.N > 1 || len(p.Bases) == 1 && p.Bases[0].N > 1 {
		return one(r).String()
	}
	return string(r.Label)
}
