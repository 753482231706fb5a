package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/plane"
)

// Movement on open ground: R7.8 to R7.11, R13.3, R14, rulings Q25, Q26, Q30, Q31, Q44.

const (
	// contactRange: a Unit ending a move this near reveals a Ping, and a Ping keeps away this far (R14.2, R16.2).
	contactRange = 2 * 1000
	// coherency is the most that two bases of a Unit may be apart (R13.3).
	coherency = 12 * 1000
	// maxVia bounds the way points of one move.
	maxVia = 10
)

// movable are the pieces and bases that may still move in this Move phase.
func (s *state) movable() []Ref {
	var out []Ref
	for _, p := range s.members(func(p piece) bool { return !p.Moved }) {
		if s.Mover != nil && s.Mover.Label != p.Label {
			continue
		}
		for _, b := range p.Bases {
			if !b.Moved {
				out = append(out, p.ref(b.N))
			}
		}
	}
	return out
}

func menuMove(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, r := range s.movable() {
		m = append(m, game.Choice{Words: "move " + r.String(), Slots: []game.Slot{pointSlot("to", 1, 1), pointSlot("via", 0, maxVia)}})
	}
	if s.Mover == nil {
		return append(m, game.Choice{Words: "done"})
	}
	if s.coherent(s.must(s.Mover.Label)) {
		m = append(m, game.Choice{Words: "done " + string(s.Mover.Label)})
	}
	return append(m, game.Choice{Words: "stay " + string(s.Mover.Label)})
}

// fallbackMove stays: an unfinished move ends where it is, or is taken back if it may not end there (B7).
func fallbackMove(s *state, _ game.Seat) game.Reply {
	switch {
	case s.Mover == nil:
		return Done{}
	case s.coherent(s.must(s.Mover.Label)):
		return Done{s.Mover.Label}
	}
	return Stay{s.Mover.Label}
}

// coherent tells whether all bases are within 12" of each other (R13.3, Q44).
func (s *state) coherent(p piece) bool {
	for i, a := range p.Bases {
		for _, b := range p.Bases[:i] {
			if !plane.Within(p.disc(a), p.disc(b), coherency) {
				return false
			}
		}
	}
	return true
}

func checkMove(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		return s.checkMoveDone(o)
	case Stay:
		if s.Mover == nil || s.Mover.Label != o.Unit {
			return refuse("mover", "%s has no move under way", o.Unit)
		}
		return nil
	case Move:
		p, b, err := s.checkMover(seat, o.What)
		if err != nil {
			return err
		}
		if err := s.checkWay(p, b, o.To, o.Via); err != nil {
			return err
		}
		return s.checkLastBase(p, b, o.To)
	}
	return notNow(r, "move PIECE to x,y, or done")
}

func (s *state) checkMoveDone(o Done) error {
	switch {
	case o.What == "" && s.Mover == nil:
		return nil
	case s.Mover == nil:
		return refuse("mover", "%s has no move under way", o.What)
	case o.What != s.Mover.Label:
		return refuse("mover", "%s is under way: say done %s, or stay %s to take it back", s.Mover.Label, s.Mover.Label, s.Mover.Label)
	case !s.coherent(s.must(s.Mover.Label)):
		return refuse("coherency", "the bases of %s are more than 12\" apart", s.Mover.Label)
	}
	return nil
}

// checkMover says why that base may not move in this phase.
func (s *state) checkMover(seat game.Seat, what Ref) (piece, base, error) {
	p, err := s.own(seat, what.Label)
	if err != nil {
		return p, base{}, err
	}
	b, ok := p.base(what.N)
	switch {
	case !s.inTaskforce(p.Label):
		err = refuse("not-in-force", "%s is not in the Taskforce", p.Label)
	case !ok:
		err = s.whichBase(p, what.N)
	case p.Moved || b.Moved:
		err = refuse("moved", "%s has moved this phase", what)
	case s.Mover != nil && s.Mover.Label != p.Label:
		err = refuse("mover", "%s is under way: say done %s first", s.Mover.Label, s.Mover.Label)
	}
	return p, b, err
}

// whichBase refuses a base that is not named, or not there.
func (s *state) whichBase(p piece, n int) error {
	if n == 0 {
		return refuse("base", "say which base of %s, like %s", p.Label, p.ref(p.Bases[0].N))
	}
	return refuse("base", "%s has no base %d", p.Label, n)
}

// checkLastBase refuses a move that ends a Unit's move with its bases too far apart.
func (s *state) checkLastBase(p piece, b base, to plane.Point) error {
	for i := range p.Bases {
		if p.Bases[i].N != b.N && !p.Bases[i].Moved {
			return nil
		}
	}
	p.Bases = slices.Clone(p.Bases)
	for i := range p.Bases {
		if p.Bases[i].N == b.N {
			p.Bases[i].At = to
		}
	}
	if !s.coherent(p) {
		return refuse("coherency", "the bases of %s would be more than 12\" apart", p.Label)
	}
	return nil
}

// way is the path of a move.
func way(b base, to plane.Point, via []plane.Point) plane.Path {
	return append(append(plane.Path{b.At}, via...), to)
}

// checkWay says why a base may not go that way: length (Q25), table (Q4), enemies and the end (Q26), and a Ping's
// distance from enemies (Q30, Q31).
func (s *state) checkWay(p piece, b base, to plane.Point, via []plane.Point) error {
	if len(via) > maxVia {
		return refuse("no-order", "a move has at most %d way points", maxVia)
	}
	path := way(b, to, via)
	table := s.ground().Table
	for _, pt := range path {
		if !table.Holds(plane.Disc{At: pt, R: p.radius()}) {
			return refuse("off-table", "at %s the base would leave the table", pt)
		}
	}
	if l := path.Length(); l > p.spd()+plane.Thou {
		return refuse("too-far", "the way is %s\" long; %s may move %s\"", l, p.Label, p.spd())
	}
	for _, e := range s.side(other(p.seat()), piece.onTable) {
		for _, eb := range e.Bases {
			if err := s.checkPass(p, e, eb, path); err != nil {
				return err
			}
		}
	}
	return s.checkRoom(plane.Disc{At: to, R: p.radius()}, Ref{p.Label, b.N})
}

// checkPass says why the way may not lead past that enemy base.
func (s *state) checkPass(p, e piece, eb base, path plane.Path) error {
	d := e.disc(eb)
	if path.Crosses(p.radius(), d, 0) {
		return refuse("blocked", "%s is in the way", e.ref(eb.N))
	}
	if !p.isPing() || !path.ComesWithin(p.radius(), d, contactRange) {
		return nil
	}
	start, end := plane.Disc{At: path[0], R: p.radius()}, plane.Disc{At: path[len(path)-1], R: p.radius()}
	inside := plane.Within(start, d, contactRange)
	if inside && (path.Length() == 0 || path.NeverNears(d.At) && !plane.Within(end, d, contactRange)) {
		return nil
	}
	return refuse("ping-zone", "a Ping may not come within 2\" of %s", e.ref(eb.N))
}

func answerMove(t tx, _ game.Seat, r game.Reply) {
	s := t.State()
	switch o := r.(type) {
	case Stay:
		t.Emit(MoveTaken{Unit: o.Unit, Bases: s.Mover.Start})
	case Done:
		if o.What == "" {
			t.Emit(PhaseBegan{Reacting})
		} else {
			endMove(t, o.What)
		}
	case Move:
		p := s.must(o.What.Label)
		b, _ := p.base(o.What.N)
		t.Emit(Moved{Base: p.ref(b.N), Path: way(b, o.To, o.Via)})
		p = t.State().must(p.Label)
		if !slices.ContainsFunc(p.Bases, func(b base) bool { return !b.Moved }) {
			endMove(t, p.Label)
		}
	}
}

// endMove ends a piece's move, and reveals what it has come near to before anything else moves (Q32).
func endMove(t tx, l Label) {
	t.Emit(MoveDone{Piece: l})
	loseStealth(t, l)
	p := t.State().must(l)
	contact(t, p, p.Bases)
}
