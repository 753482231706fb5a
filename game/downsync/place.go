package downsync

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Legal places for a base, and the search for them.

// own finds a seat's own piece.
func own(s *state, seat game.Seat, l Label) (piece, error) {
	p, ok := s.piece(l)
	switch {
	case l.Seat() != seat:
		return p, refuse("not-yours", "%s is not yours", l)
	case !ok:
		return p, refuse("no-piece", "you have no %s", l)
	}
	return p, nil
}

// checkRoom says why a base may not be placed there: over the edge (Q4), overlapping another (R7.9), against the limits of a
// building (Q35), or on a Control Objective (V22). The base itself, or with N 0 the whole piece, does not block itself;
// placed holds bases of its Unit that are put down at the same time.
func checkRoom(s *state, d plane.Disc, self Ref, infantry bool, placed ...plane.Disc) error {
	m := plane.Mover{R: d.R, Infantry: infantry}
	for _, o := range placed {
		if plane.Overlap(d, o) {
			return refuse("occupied", "the bases would overlap each other at %s", d.At)
		}
	}
	roof := ground(s).Body(d, infantry).In - 1
	inside := 0 // other bases on the same roof
	for _, o := range placed {
		inside += when(roof >= 0 && ground(s).Body(o, infantry).In-1 == roof, 1)
	}
	for _, p := range s.Pieces {
		r := p.radius()
		for _, b := range p.Bases {
			if p.Label == self.Label && (self.N == 0 || self.N == b.N) {
				continue
			}
			if plane.Overlap(d, plane.Disc{At: b.At, R: r}) {
				return refuse("occupied", "it would overlap %s", p.ref(b.N))
			}
			inside += when(roof >= 0 && body(s, *p, b).In-1 == roof, 1)
		}
	}
	if roof >= 0 {
		m.Inside = make([]int, roof+1)
		m.Inside[roof] = inside
	}
	if stop := ground(s).Stand(m, d.At); stop != nil {
		return s.stopped(piece{Label: self.Label}, *stop, plane.Trip{})
	}
	return checkGoals(s, d)
}

// checkGoals refuses a place on a Control Objective (V22).
func checkGoals(s *state, d plane.Disc) error {
	for _, g := range goals(s) {
		if g.Solid && plane.Overlap(d, g.Disc) {
			return refuse("occupied", "it would overlap a Control Objective")
		}
	}
	return nil
}

// placing says how a Unit comes onto the table beside another piece. This is no move, so it neither slows nor reveals (Q29,
// Q33).
type placing struct {
	by   plane.Disc // the place beside which it is placed
	of   Label      // the piece at that place
	self Ref        // the piece or base that does not block it
	in   plane.Inch // the greatest distance from there
	card *cards.Unit
	seat game.Seat
}

// checkPlaces says why bases cannot be placed there (R16.5, Q75, Q76).
func checkPlaces(s *state, w placing, at []plane.Point) error {
	r := plane.Radius(w.card.BaseMM())
	if len(at) != w.card.Bases() && w.in == placeRange {
		return refuse("bases", "the %s has %d {base|bases}; %d {point|points} given", w.card.Name, w.card.Bases(), len(at))
	}
	var placed []plane.Disc
	for _, pt := range at {
		d := plane.Disc{At: pt, R: r}
		if err := checkPlace(s, w, d, placed); err != nil {
			return err
		}
		placed = append(placed, d)
	}
	if !ed(s).placing {
		return nil
	}
	return checkPlacedTogether(s, placed)
}

// checkPlacedTogether refuses places for a Unit's bases that are out of coherency (R13.3, Q44).
func checkPlacedTogether(s *state, bases []plane.Disc) error {
	most := ed(s).coherency
	for i, a := range bases {
		for _, b := range bases[:i] {
			if !plane.Within(a, b, most) {
				return refuse("coherency", "bases at %s and %s would be more than %s\" apart", b.At, a.At, most)
			}
		}
	}
	return checkCircle(s, bases)
}

// checkPlace says why a base cannot be placed there beside the bases of its Unit that are already placed.
func checkPlace(s *state, w placing, d plane.Disc, placed []plane.Disc) error {
	if !plane.Within(d, w.by, w.in) {
		return refuse("too-far-placed", "%s is more than %s\" from %s", d.At, w.in, w.of)
	}
	if ed(s).placing {
		for _, p := range side(s, other(w.seat), piece.isPing) {
			if p.onTable() && plane.Within(d, p.disc(p.Bases[0]), contactRange) {
				return refuse("ping-zone", "%s is within 2\" of %s", d.At, p.Label)
			}
		}
	}
	return checkRoom(s, d, w.self, w.card.Infantry(), placed...)
}

// freePlaces returns the free places nearest to where n bases are placed. If there is no room within the range, it takes the
// nearest beyond it, because a Unit cannot fail to appear (D1).
func freePlaces(s *state, w placing, n int) []plane.Point {
	r := plane.Radius(w.card.BaseMM())
	w.in = plane.MaxInch / 2
	var out []plane.Point
	var placed []plane.Disc
	for range n {
		at, ok := nearestPlace(w.by.At, func(pt plane.Point) bool {
			return checkPlace(s, w, plane.Disc{At: pt, R: r}, placed) == nil
		})
		if !ok {
			panic("downsync: a table without room for a base")
		}
		out, placed = append(out, at), append(placed, plane.Disc{At: at, R: r})
	}
	return out
}

// body returns the base as an end of a line of sight (R8.1, R11.6).
func body(s *state, p piece, b base) plane.Body { return ground(s).Body(p.disc(b), p.infantry()) }

// sees reports whether the two bases are in line of sight (R8.2).
func sees(s *state, p piece, b base, q piece, qb base) bool {
	return ground(s).Sees(body(s, p, b), body(s, q, qb))
}

// concealed reports whether terrain conceals the target's base from the actor's (R9).
func concealed(s *state, actor piece, b base, target piece, tb base) bool {
	return ground(s).Concealed(body(s, actor, b), body(s, target, tb))
}

// offsets holds the points around the origin in steps of half an inch, nearest first.
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

// nearestPlace returns the point nearest to want, in half-inch steps over the whole table, for which ok holds.
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
