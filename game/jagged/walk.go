package jagged

import (
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// How bases move from place to place: J7.2, J7.3, J8.3, J10.3 to J10.5.

// mover returns a model for measuring: it may pass friends but not enemies, and ends on no other base.
func (b *board) mover(m *model, most plane.Inch, but ...Label) plane.Mover {
	return plane.Mover{R: radius(m.unit()), Allowance: most, Enemies: b.discs(other(m.seat()), but...), Others: b.discs(m.seat(), m.Label)}
}

// walk returns the reason that a model may not go that way, nil if it may. most is the longest distance that it may go; length is
// the distance that it goes, including climbing.
func (w walker) walk(p plane.Path, most plane.Inch) (length plane.Inch, err error) {
	t := w.b.env.solid.Check(w.b.mover(w.m, most), p)
	end := p[len(p)-1]
	if length = t.Length + t.Climbed; t.Stop != nil {
		return length, stopped(w.m.Label, end, t.Stop, length, most)
	}
	if w.tooNear(end) {
		return length, refuse("too-near", "%s would end within 1\" of an enemy; only a Rush may", w.m.Label)
	}
	return length, nil
}

// stopped returns the refusal of a way.
func stopped(l Label, to plane.Point, s *plane.Stop, length, most plane.Inch) error {
	switch s.Why {
	case plane.StopFar:
		return refuse("too-far", "%s is %s\" away; %s may move %s\"", to.String(), length, l, most)
	case plane.StopTable:
		return refuse("off-table", "%s would leave the table", l)
	case plane.StopEnemy:
		return refuse("enemy", "an enemy stands in the way of %s at %s", l, s.At.String())
	case plane.StopWall:
		return refuse("wall", "terrain bars the way of %s at %s", l, s.At.String())
	case plane.StopRoof:
		return refuse("half-on", "%s would stand half on top at %s; end wholly on it or wholly off it", l, to.String())
	}
	return refuse("occupied", "%s would end on another base", l)
}

// way finds a way for a model to a place: straight, otherwise the shortest around obstacles. The error says why there is none.
func (w walker) way(to plane.Point, most plane.Inch) (plane.Path, plane.Inch, error) {
	p := plane.Path{w.m.At, to}
	length, err := w.walk(p, most)
	if err == nil || plane.Dist(w.m.At, to) > most+plane.Thou {
		return p, length, err
	}
	found, t := w.b.env.solid.Way(w.b.mover(w.m, most), w.m.At, to)
	if t.Stop == nil {
		if l, bad := w.walk(found, most); bad == nil {
			return found, l, nil
		}
	}
	return p, length, err
}

// reaches reports whether a model may move to a place: straight, or around obstacles. It may miss a way that takes all of the distance.
func (w walker) reaches(to plane.Point, most plane.Inch) bool {
	return w.b.env.solid.Short(w.b.mover(w.m, most), w.m.At, to) && !w.tooNear(to)
}

// tooNear reports whether a move would end within 1" of an enemy where the terms forbid that.
func (w walker) tooNear(end plane.Point) bool {
	if w.b.Terms.WalkIn != "no" {
		return false
	}
	there := *w.m
	there.At = end
	return w.b.engaged(&there)
}

// rush is a Rush that may be declared.
type rush struct {
	contact plane.Point // where the bases touch
	halved  bool        // Heavy Terrain halves the Movement (J10.4)
}

// straight returns a Rush at that enemy along the straight way; the error says why there is none (J10.3).
func (by rusher) straight(e *model) (rush, error) {
	from, to := by.m.disc(), e.disc()
	r := rush{contact: plane.Contact(from, to)}
	way := plane.Path{from.At, r.contact}
	mv := by.b.mover(by.m, plane.MaxInch, e.Label)
	mv.Others = nil
	if t := by.b.env.rush.Check(mv, way); t.Stop != nil {
		if t.Stop.Why == plane.StopEnemy {
			return r, refuse("blocked", "an enemy bars the straight way of %s to %s", by.m.Label, e.Label)
		}
		return r, refuse("blocked", "terrain bars the straight way of %s to %s", by.m.Label, e.Label)
	}
	slows := func(r plane.Inch, p plane.Path) bool {
		return by.b.env.heavy.Check(plane.Mover{R: r, Slow: plane.Thou, Allowance: plane.MaxInch}, p).Slowed > 0
	}
	r.halved = slows(from.R, way) || slows(to.R, plane.Path{to.At}) // JQ31
	return r, nil
}

// base returns the distance to which the die of a Rush is added (J10.4).
func (by rusher) base(halved bool) plane.Inch {
	n := by.b.movement(by.m)
	if halved {
		n /= 2
	}
	return n
}

// end returns the end of a Rush of that distance (J10.5): along the way until the bases touch or the distance is used up, and from
// there back to the last place where the model may end.
func (by rusher) end(r rush, distance plane.Inch) plane.Point {
	mv := by.b.mover(by.m, distance)
	mv.Others, mv.Enemies = append(mv.Others, mv.Enemies...), nil
	return by.b.env.solid.Farthest(mv, by.m.At, r.contact)
}

// whyNot returns the reason that a model may not Rush at all, nil if it may (J10.1).
func (by rusher) whyNot() error {
	switch {
	case by.m.Rushed:
		return refuse("acted", "%s has made its Rush", by.m.Label)
	case by.m.Sprinted:
		return refuse("sprinted", "%s has sprinted; it cannot Rush this Round", by.m.Label)
	case by.m.Tried:
		return refuse("disengaged", "%s has tried to Disengage; it cannot Rush this Round", by.m.Label)
	}
	for _, p := range by.b.penalties(by.m.seat(), "no-rush") {
		if by.m.is(p.Tag) {
			return refuse("forbidden", "the loss of %s forbids %s to Rush in Round 1", cards.FindPosition(p.from).Name, by.m.Label)
		}
	}
	if by.b.engaged(by.m) {
		return refuse("engaged", "%s is engaged; it cannot Rush", by.m.Label)
	}
	return nil
}

// nearest returns the visible enemies with the smallest gap (J10.2); with the option rush_target nearest-open, only among those
// whose way is free.
func (by rusher) nearest() []*model {
	var out []*model
	var least plane.Inch
	for _, e := range by.b.side(other(by.m.seat())) {
		gap := plane.Gap(by.m.disc(), e.disc())
		if len(out) > 0 && gap > least || !by.b.sees(by.m, e) {
			continue
		}
		if by.b.Terms.RushTarget == "nearest-open" {
			if _, err := by.straight(e); err != nil {
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

// targets returns the enemies that a model may Rush.
func (by rusher) targets() []*model {
	if by.whyNot() != nil {
		return nil
	}
	var out []*model
	for _, e := range by.nearest() {
		if _, err := by.straight(e); err == nil {
			out = append(out, e)
		}
	}
	return out
}
