package downsync

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/downsync/plane"
)

// Where a base may stand, and finding such places.

// own finds a seat's own piece.
func (s *state) own(seat game.Seat, l Label) (piece, error) {
	p, ok := s.piece(l)
	switch {
	case l.Seat() != seat:
		return p, refuse("not-yours", "%s is not yours", l)
	case !ok:
		return p, refuse("no-piece", "you have no %s", l)
	}
	return p, nil
}

// checkRoom says why a base may not stand there: over the edge (Q4), or overlapping another (R7.9). The base itself,
// or with N 0 the whole piece, is not in its own way.
func (s *state) checkRoom(d plane.Disc, self Ref) error {
	if !s.ground().Table.Holds(d) {
		return refuse("off-table", "the base would leave the table")
	}
	for _, p := range s.Pieces {
		for _, b := range p.Bases {
			if p.Label == self.Label && (self.N == 0 || self.N == b.N) {
				continue
			}
			if plane.Overlap(d, p.disc(b)) {
				return refuse("occupied", "it would overlap %s", p.ref(b.N))
			}
		}
	}
	return nil
}

// ground is the match's battlefield.
func (s *state) ground() *plane.Ground { return s.Conf.ground() }

// body is the base as an end of a line of sight (R8.1, R11.6).
func (s *state) body(p piece, b base) plane.Body { return s.ground().Body(p.disc(b), p.infantry()) }

// sees tells whether the two bases are in line of sight (R8.2).
func (s *state) sees(p piece, b base, q piece, qb base) bool {
	return s.ground().Sees(s.body(p, b), s.body(q, qb))
}

// concealed tells whether the target's base is concealed from the actor's by terrain (R9).
func (s *state) concealed(actor piece, b base, target piece, tb base) bool {
	return s.ground().Concealed(s.body(actor, b), s.body(target, tb))
}

// offsets are steps of half an inch around a point, nearest first.
var offsets = func() []plane.Point {
	const reach, step = 96, 500
	var out []plane.Point
	for x := -reach; x <= reach; x++ {
		for y := -reach; y <= reach; y++ {
			out = append(out, plane.Point{X: plane.Inch(x * step), Y: plane.Inch(y * step)})
		}
	}
	far := func(p plane.Point) int64 { return int64(p.X)*int64(p.X) + int64(p.Y)*int64(p.Y) }
	slices.SortFunc(out, func(a, b plane.Point) int {
		return cmp.Or(cmp.Compare(far(a), far(b)), cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
	})
	return out
}()

// nearestPlace is the point nearest to want, in half-inch steps over the whole table, for which ok holds.
func nearestPlace(want plane.Point, ok func(plane.Point) bool) (plane.Point, bool) {
	for _, o := range offsets {
		if p := (plane.Point{X: want.X + o.X, Y: want.Y + o.Y}); ok(p) {
			return p, true
		}
	}
	return plane.Point{}, false
}

// compareLabels orders labels by side, then number.
func compareLabels(a, b Label) int {
	return cmp.Or(cmp.Compare(a.Seat(), b.Seat()), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
