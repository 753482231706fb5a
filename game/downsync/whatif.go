package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
)

// What-ifs: answers computed from a viewer's view alone, so that they can tell no more than the viewer knows.

// setting is what a view shows, rebuilt as a board. Nobody writes to it.
type setting struct {
	s      *state
	pieces []Piece // of the view that it was built of
	acting *Acting
}

// board is that of the view, or another where the view was changed since it was made.
func (v View) board() *state {
	b := v.set
	if b == nil || b.s.env != known(v) || !sameList(b.pieces, v.Pieces) || !sameList(b.s.Taskforce, v.Taskforce) || b.acting != v.Acting || b.s.Phase != v.Phase || b.s.Active != v.Active || b.s.CP != v.CP {
		b = v.rebuilt()
	}
	return b.s
}

// sameList tells whether two lists lie in the same place.
func sameList[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// rebuilt builds the board of what the view shows. There are no tokens but those that the view tells of.
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

// Trial answers what an order would come to, as far as a view tells.
type Trial struct{ v View }

// Try is for what-ifs.
func (v View) Try() Trial { return Trial{v} }

// Move tells what a move of that base along the way points would leave of its allowance, or why it is not
// possible.
func (tr Trial) Move(r Ref, to plane.Point, via []plane.Point) (left plane.Inch, err error) {
	_, left, err = tr.move(r, to, via)
	return left, err
}

// move also gives the way that the move takes.
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

// Way is the way that a move of that base takes, round what is in it where that is allowed (Q25), from where it stands to its
// end; nil where the move is not possible as far as the view tells. left is what it leaves of the allowance.
func (tr Trial) Way(r Ref, to plane.Point, via []plane.Point) (way []plane.Point, left plane.Inch) {
	way, left, _ = tr.move(r, to, via)
	return way, left
}

// Nearest is where a move of that base gets nearest to the place, as far as the view tells; ok is false if it gets no nearer
// than where it stands.
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

// Together tells why that base may not end a move there as far as the Unit's other bases go (R13.3, Q44): with a Move
// Action, or as the last of the Unit in the Move phase.
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

// Around are places for the bases of an infantry Unit revealed at that Ping (R16.5), as far towards the goal as the view shows them
// to be free; ok is false if there are not enough.
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

// Sprint tells why the Unit's bases cannot be placed so with Sprint, if so.
func (tr Trial) Sprint(l Label, at []plane.Point) error {
	s := tr.v.board()
	p, ok := s.piece(l)
	if !ok || p.isPing() {
		return refuse("no-piece", "there is no Unit %s on the table", l)
	}
	return checkSprint(s, p, base{}, Act{Action: "sprint", At: at})
}

// Deploy tells why the Ping cannot be deployed there, if so.
func (tr Trial) Deploy(l Label, at plane.Point) error {
	s := tr.v.board()
	return checkDeploy(s, l.Seat(), Deploy{Ping: l, At: at})
}

// Spd is how far the piece moves.
func (v View) Spd(p Piece) plane.Inch { return pieceOf(v, p).spd() }

// Radius is the radius of each of the piece's bases.
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
