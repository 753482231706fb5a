package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
)

// What-ifs: answers computed from a viewer's view alone, so that they reveal nothing that the viewer does not know.

// setting is the content of a view, rebuilt as a board. Nobody writes to it.
type setting struct {
	s      *state
	pieces []Piece // of the view from which it was built
	acting *Acting
}

// board returns the view's board, or a new one if the view was changed since its board was built.
func (v View) board() *state {
	b := v.set
	if b == nil || b.s.env != known(v) || !sameList(b.pieces, v.Pieces) || !sameList(b.s.Taskforce, v.Taskforce) || b.acting != v.Acting || b.s.Phase != v.Phase || b.s.Active != v.Active || b.s.CP != v.CP {
		b = v.rebuilt()
	}
	return b.s
}

// sameList reports whether two lists are the same memory.
func sameList[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// rebuilt builds the board from the view. It has only the tokens that the view shows.
func (v View) rebuilt() *setting {
	s := &state{Conf: known(v).conf, env: known(v), Phase: v.Phase, Active: v.Active, CP: v.CP, Taskforce: v.Taskforce}
	n := 0
	for i := range v.Pieces {
		n += len(v.Pieces[i].Bases)
	}
	pieces := make([]piece, len(v.Pieces))
	bases := make([]base, 0, n)
	for i := range v.Pieces {
		pieces[i], bases = rebuilt(s, &v.Pieces[i], bases)
	}
	s.Pieces = pointers(pieces)
	if v.Acting != nil {
		s.Acts = []activation{{Piece: v.Acting.Label, One: v.Acting.Unloaded, Eye: v.Acting.Eye}}
	}
	return &setting{s, v.Pieces, v.Acting}
}

// Trial computes the result of an order, as the viewer knows the board.
type Trial struct{ v View }

// Try returns the view's what-ifs.
func (v View) Try() Trial { return Trial{v} }

// Move returns how much of its allowance a move of that base along the way points would leave, or why the move is not possible.
func (tr Trial) Move(r Ref, to plane.Point, via []plane.Point) (left plane.Inch, err error) {
	_, left, err = tr.move(r, to, via)
	return left, err
}

// move is Move, and also returns the path of the move.
func (tr Trial) move(r Ref, to plane.Point, via []plane.Point) (way []plane.Point, left plane.Inch, err error) {
	s := tr.v.board()
	p, ok := s.piece(r.Label)
	if !ok {
		return nil, 0, refuse("no-piece", "there is no %s on the table", r.Label)
	}
	b, ok := p.base(r.N)
	if !ok {
		return nil, 0, whichBase(s, p, r.N)
	}
	way, trip, err := checkedWay(s, p, b, to, via)
	if err != nil {
		return nil, 0, err
	}
	return way, max(0, trip.Left), nil
}

// Way returns the path that a move of that base takes, around obstacles if that is allowed (Q25), from its place to its end. It
// is nil if the move is not possible as the viewer knows the board. left is the rest of the allowance.
func (tr Trial) Way(r Ref, to plane.Point, via []plane.Point) (way []plane.Point, left plane.Inch) {
	way, left, _ = tr.move(r, to, via)
	return way, left
}

// Nearest returns the point at which a move of that base gets nearest to the place, as the viewer knows the board; ok is false
// if no move gets nearer.
func (tr Trial) Nearest(r Ref, to plane.Point) (at plane.Point, ok bool) {
	s := tr.v.board()
	p, _ := s.piece(r.Label)
	b, ok := p.base(r.N)
	if !ok {
		return at, false
	}
	way, ok := ground(s).Nearest(moverOf(s, p, b), b.At, to)
	if !ok {
		return at, false
	}
	return way[len(way)-1], true
}

// Together says why the distances to the Unit's other bases forbid that base to end a move there (R13.3, Q44): with a Move
// Action, or as the Unit's last base in the Move phase.
func (tr Trial) Together(r Ref, at plane.Point) error {
	s := tr.v.board()
	p, ok := s.piece(r.Label)
	if !ok {
		return refuse("no-piece", "there is no %s on the table", r.Label)
	}
	b, ok := p.base(r.N)
	if !ok {
		return whichBase(s, p, r.N)
	}
	p.Bases = slices.Clone(p.Bases)
	for i := range p.Bases {
		p.Bases[i].Moved = true
	}
	return checkLastBase(s, p, b, at)
}

// Around returns places for the bases of an infantry Unit revealed at that Ping (R16.5): the free ones nearest to the goal, as
// the viewer knows the board. ok is false if there are not enough.
func (tr Trial) Around(l Label, unit string, goal plane.Point) (at []plane.Point, ok bool) {
	s := tr.v.board()
	p, ok := s.piece(l)
	if !ok || !p.isPing() || !p.onTable() {
		return nil, false
	}
	w := fromPing(p, s.unit(unit))
	from, far := p.Bases[0].At, plane.Dist(p.Bases[0].At, goal)
	if far == 0 {
		return nil, false
	}
	off := int64(placeRange)
	want := plane.Point{X: from.X + plane.Inch(int64(goal.X-from.X)*off/int64(far)), Y: from.Y + plane.Inch(int64(goal.Y-from.Y)*off/int64(far))}
	var placed []plane.Disc
	for range w.card.Bases() {
		spot, ok := nearestPlace(want, func(pt plane.Point) bool {
			return plane.Dist(pt, from) <= 2*placeRange && checkPlace(s, w, plane.Disc{At: pt, R: plane.Radius(w.card.BaseMM())}, placed) == nil
		})
		if !ok {
			return nil, false
		}
		at, placed = append(at, spot), append(placed, plane.Disc{At: spot, R: plane.Radius(w.card.BaseMM())})
	}
	return at, checkPlaces(s, w, at) == nil
}

// Sprint says why the Unit's bases cannot be placed there with Sprint, if so.
func (tr Trial) Sprint(l Label, at []plane.Point) error {
	s := tr.v.board()
	p, ok := s.piece(l)
	if !ok || p.isPing() {
		return refuse("no-piece", "there is no Unit %s on the table", l)
	}
	return checkSprint(s, p, base{}, Act{Action: "sprint", At: at})
}

// Deploy says why the Ping cannot be deployed there, if so.
func (tr Trial) Deploy(l Label, at plane.Point) error {
	s := tr.v.board()
	return checkDeploy(s, l.Seat(), Deploy{Ping: l, At: at})
}

// Spd returns how far the piece can move.
func (v View) Spd(p Piece) plane.Inch { return pieceOf(v, p).spd() }

// Radius returns the radius of each of the piece's bases.
func (v View) Radius(p Piece) plane.Inch { return pieceOf(v, p).radius() }

func pieceOf(v View, p Piece) piece {
	q := piece{Label: p.Label, Sig: p.Sig, Unit: p.Unit}
	if p.Unit != "" {
		q.unit = known(v).cards.Must(p.Unit)
	}
	return q
}

// ParseRef reads a label with or without a base number.
func ParseRef(s string) (Ref, error) { return parseRef(s) }

var _ game.View = View{}
