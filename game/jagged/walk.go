package jagged

import (
	"downsync/game/plane"
)

// How bases go from place to place: J7.2, J7.3, J8.3, J10.3 to J10.5.

// mover is a model for measuring: it passes friends and not enemies, and ends on nobody.
func (b *board) mover(m *model, most plane.Inch, but ...Label) plane.Mover {
	return plane.Mover{R: radius(m.unit()), Allowance: most, Enemies: discs(b.side(other(m.seat())), but...), Others: discs(b.side(m.seat()), m.Label)}
}

// climbing is what going up costs along a way: the height of each piece, each time that the base comes onto it (J7.3, JQ16). Pieces
// that can be climbed are convex, so a leg comes onto one at most once.
func (e *env) climbing(r plane.Inch, p plane.Path) plane.Inch {
	var cost plane.Inch
	for i, piece := range e.pieces {
		if piece.Climb == 0 {
			continue
		}
		for j := 1; j < len(p); j++ {
			if !piece.Shape.Overlaps(plane.Disc{At: p[j-1], R: r}) && e.sweeps(i, r, p[j-1:j+1]) {
				cost += piece.Climb
			}
		}
	}
	return cost
}

// halfOn tells whether a base would stand partly on top of a piece (J7.3).
func (e *env) halfOn(d plane.Disc) bool {
	return len(e.climbs) > 0 && e.roofs.Stand(plane.Mover{R: d.R, Infantry: true}, d.At) != nil
}

// walk says why a model may not go that way, nil if it may. most is how far it may go in all; length is what it goes, climbing
// included.
func (b *board) walk(m *model, p plane.Path, most plane.Inch) (length plane.Inch, err error) {
	mv := b.mover(m, most)
	up := b.env.climbing(mv.R, p)
	mv.Allowance -= up
	t := b.env.solid.Check(mv, p)
	end := p[len(p)-1]
	switch {
	case t.Stop != nil:
		return t.Length + up, stopped(m.Label, end, t.Stop, t.Length+up, most)
	case b.env.halfOn(plane.Disc{At: end, R: mv.R}):
		return t.Length + up, refuse("half-on", "%s would stand half on top at %s; end wholly on it or wholly off it", m.Label, end.String())
	}
	if b.Terms.WalkIn == "no" {
		at := *m
		at.At = end
		if b.engaged(&at) {
			return t.Length + up, refuse("too-near", "%s would end within 1\" of an enemy; only a Rush may", m.Label)
		}
	}
	return t.Length + up, nil
}

// stopped is the refusal of a way.
func stopped(l Label, to plane.Point, s *plane.Stop, length, most plane.Inch) error {
	switch s.Why {
	case plane.StopFar:
		return refuse("too-far", "%s is %s\" away; %s may move %s\"", to.String(), length.String(), l, most.String())
	case plane.StopTable:
		return refuse("off-table", "%s would leave the table", l)
	case plane.StopEnemy:
		return refuse("enemy", "an enemy stands in the way of %s at %s", l, s.At.String())
	case plane.StopWall:
		return refuse("wall", "terrain bars the way of %s at %s", l, s.At.String())
	}
	return refuse("occupied", "%s would end on another base", l)
}

// way finds a way for a model to a place: straight, else the shortest around what is in the way. The error says why there is none.
func (b *board) way(m *model, to plane.Point, most plane.Inch) (plane.Path, plane.Inch, error) {
	p := plane.Path{m.At, to}
	length, err := b.walk(m, p, most)
	if err == nil || plane.Dist(m.At, to) > most+plane.Thou {
		return p, length, err
	}
	for _, g := range b.wayGrounds(m, to) {
		found, t := g.Way(b.mover(m, most), m.At, to)
		if t.Stop != nil {
			continue
		}
		if l, bad := b.walk(m, found, most); bad == nil {
			return found, l, nil
		}
	}
	return p, length, err
}

// wayGrounds are the grounds to look for a way on: past everything that can be climbed, and over it.
func (b *board) wayGrounds(m *model, to plane.Point) []*plane.Ground {
	e := b.env
	out := []*plane.Ground{e.solid}
	if len(e.climbs) == 0 {
		return out
	}
	r := radius(m.unit())
	from, end := e.roof(plane.Disc{At: m.At, R: r}), e.roof(plane.Disc{At: to, R: r})
	if from > 0 && end > 0 && from != end {
		return out
	}
	return []*plane.Ground{e.avoid[max(from, end)], e.solid}
}

// along is the place l from a toward b.
func along(a, b plane.Point, l plane.Inch) plane.Point {
	n := int64(plane.Dist(a, b))
	if n == 0 || l <= 0 {
		return a
	}
	part := func(from, to plane.Inch) plane.Inch {
		d := (int64(to)-int64(from))*int64(l)*2 + n
		v := d / (2 * n)
		if d < 0 && d%(2*n) != 0 {
			v--
		}
		return from + plane.Inch(v)
	}
	return plane.Point{X: part(a.X, b.X), Y: part(a.Y, b.Y)}
}

// rush is a Rush that may be declared.
type rush struct {
	reach  plane.Inch // how far it is until the bases touch
	halved bool       // Heavy Terrain halves the Movement (J10.4)
}

// rushing says why a model cannot Rush that enemy along the straight way, nil if it can (J10.3).
func (b *board) rushing(m, e *model) (rush, error) {
	from, to := m.disc(), e.disc()
	r := rush{reach: max(0, plane.Dist(from.At, to.At)-from.R-to.R)}
	contact := along(from.At, to.At, r.reach)
	way := plane.Path{from.At, contact}
	mv := b.mover(m, plane.MaxInch, e.Label)
	mv.Others = nil
	if t := b.env.around.Check(mv, way); t.Stop != nil {
		if t.Stop.Why == plane.StopEnemy {
			return r, refuse("blocked", "an enemy bars the straight way of %s to %s", m.Label, e.Label)
		}
		return r, refuse("blocked", "terrain bars the straight way of %s to %s", m.Label, e.Label)
	}
	for i, p := range b.env.pieces {
		if p.Class == Heavy && (b.env.sweeps(i, from.R, way) || p.Shape.Overlaps(to)) { // JQ31
			r.halved = true
		}
	}
	return r, nil
}

// rushBase is what the die of a Rush adds to (J10.4).
func (b *board) rushBase(m *model, halved bool) plane.Inch {
	n := b.movement(m)
	if halved {
		n /= 2
	}
	return n
}

// rushEnd is where a Rush of that distance ends (J10.5): along the way until the bases touch or the distance is used, and from there
// back to the last place where it may stand.
func (b *board) rushEnd(m, e *model, r rush, distance plane.Inch) plane.Point {
	mv := b.mover(m, plane.MaxInch)
	mv.Others, mv.Enemies = append(mv.Others, mv.Enemies...), nil
	fits := func(l plane.Inch) bool {
		at := along(m.At, e.At, l)
		if l == 0 {
			return true
		}
		if l+b.env.climbing(mv.R, plane.Path{m.At, at}) > distance+plane.Thou {
			return false
		}
		return b.env.solid.Stand(mv, at) == nil && !b.env.halfOn(plane.Disc{At: at, R: mv.R})
	}
	return along(m.At, e.At, lastFit(min(r.reach, distance), fits))
}

// lastFit is the greatest length up to most that fits; 0 always does. It looks back in steps of a twentieth of an inch and then finds the
// thousandth, so it may miss a place that is narrower.
func lastFit(most plane.Inch, fits func(plane.Inch) bool) plane.Inch {
	const step = 50
	bad := most + 1
	for l := most; ; l = max(0, l-step) {
		if fits(l) {
			for bad-l > 1 {
				if mid := (l + bad) / 2; fits(mid) {
					l = mid
				} else {
					bad = mid
				}
			}
			return l
		}
		bad = l
	}
}

// whyNoRush says why a model may not Rush at all, nil if it may (J10.1).
func (b *board) whyNoRush(m *model) error {
	switch {
	case m.Rushed:
		return refuse("acted", "%s has made its Rush", m.Label)
	case m.Sprinted:
		return refuse("sprinted", "%s has sprinted; it cannot Rush this Round", m.Label)
	case m.Tried:
		return refuse("disengaged", "%s has tried to Disengage; it cannot Rush this Round", m.Label)
	}
	for _, p := range b.penalties(m.seat(), "no-rush") {
		if m.is(p.Tag) {
			return refuse("forbidden", "the loss of a Position forbids %s to Rush in Round 1", m.Label)
		}
	}
	if b.engaged(m) {
		return refuse("engaged", "%s is engaged; it cannot Rush", m.Label)
	}
	return nil
}

// nearest are the visible enemies with the smallest gap (J10.2). With the option rush_target nearest-open, of those whose way is free.
func (b *board) nearest(m *model) []*model {
	var out []*model
	var least plane.Inch
	for _, e := range b.side(other(m.seat())) {
		gap := plane.Gap(m.disc(), e.disc())
		if len(out) > 0 && gap > least || !b.sees(m, e) {
			continue
		}
		if b.Terms.RushTarget == "nearest-open" {
			if _, err := b.rushing(m, e); err != nil {
				continue
			}
		}
		if len(out) == 0 || gap < least {
			out, least = nil, gap
		}
		out = append(out, e)
	}
	return out
}

// rushTargets are the enemies that a model may Rush.
func (b *board) rushTargets(m *model) []*model {
	if b.whyNoRush(m) != nil {
		return nil
	}
	var out []*model
	for _, e := range b.nearest(m) {
		if _, err := b.rushing(m, e); err == nil {
			out = append(out, e)
		}
	}
	return out
}
