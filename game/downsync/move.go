package downsync

import (
	"errors"
	"slices"

	"downsync/game"
	"downsync/game/plane"
)

// Movement: R7.8 to R7.11, R10.1, R13.3, R14, rulings Q25 to Q31, Q35, Q44.

const (
	// contactRange: a Unit that ends a move this near reveals a Ping, and a Ping keeps this far away (R14.2, R16.2).
	contactRange = 2 * 1000
	// coherency is the most that two bases of a Unit may be apart (R13.3).
	coherency = 12 * 1000
	// maxVia limits the way points of one move.
	maxVia = 10
)

// movable returns the pieces and bases that may still move in this Move phase.
func movable(s *state) []Ref {
	var out []Ref
	for _, p := range members(s, func(p piece) bool { return !p.Moved }) {
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
	for _, r := range movable(s) {
		m = append(m, Offer("move", []string{r.String()}, slotTo, slotVia.Times(0, maxVia)))
	}
	if s.Mover == nil {
		return append(m, Offer("done", nil))
	}
	if checkCoherent(s, must(s, s.Mover.Label), 0) == nil {
		m = append(m, Offer("done", []string{string(s.Mover.Label)}))
	}
	return append(m, Offer("stay", []string{string(s.Mover.Label)}))
}

// fallbackMove stays: an unfinished move ends where it is, or is taken back if it may not end there.
func fallbackMove(s *state, _ game.Seat) game.Reply {
	switch {
	case s.Mover == nil:
		return Done{}
	case checkCoherent(s, must(s, s.Mover.Label), 0) == nil:
		return Done{s.Mover.Label}
	}
	return stay{s.Mover.Label}
}

// checkCoherent says why the Unit's bases may not be so placed: two of them are more than 12" apart (R13.3), or they do not all
// fit in one circle (Q44). After a Move Action only the distances of the base with that number count; 0: all distances count.
func checkCoherent(s *state, p piece, moved int) error {
	most := ed(s).coherency
	var all []plane.Disc
	for i, a := range p.Bases {
		all = append(all, p.disc(a))
		for _, b := range p.Bases[:i] {
			if (moved == 0 || a.N == moved || b.N == moved) && !plane.Within(p.disc(a), p.disc(b), most) {
				return refuse("coherency", "%s and %s would be more than %s\" apart", p.ref(b.N), p.ref(a.N), most)
			}
		}
	}
	return checkCircle(s, all)
}

// checkCircle refuses places of bases that do not fit in a circle as wide as the edition's coherency distance (R13.3, Q44).
func checkCircle(s *state, bases []plane.Disc) error {
	if most := ed(s).coherency; rev(s).squadCircle && !s.Conf.NoCircle && !plane.FitCircle(bases, most) {
		return refuse("coherency", "the bases would not fit in a circle %s\" across", most)
	}
	return nil
}

// standingAt returns the piece with that base moved to the point.
func (p piece) standingAt(b base, at plane.Point) piece {
	p.Bases = slices.Clone(p.Bases)
	p.Bases[slices.IndexFunc(p.Bases, func(c base) bool { return c.N == b.N })].At = at
	return p
}

func checkMove(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		return checkMoveDone(s, o)
	case stay:
		if s.Mover == nil || s.Mover.Label != o.Unit {
			return refuse("mover", "%s has no move under way", o.Unit)
		}
		return nil
	case Move:
		p, b, err := checkMover(s, seat, o.What)
		if err != nil {
			return err
		}
		if err := checkReach(s, p, b, o.To, o.Via); err != nil {
			return err
		}
		return checkLastBase(s, p, b, o.To)
	}
	return notNow(r, "move PIECE to x,y, or done")
}

func checkMoveDone(s *state, o Done) error {
	switch {
	case o.What == "" && s.Mover == nil:
		return nil
	case s.Mover == nil:
		return refuse("mover", "%s has no move under way", o.What)
	case o.What != s.Mover.Label:
		return refuse("mover", "%s is under way: say done %s, or stay %s to take it back", s.Mover.Label, s.Mover.Label, s.Mover.Label)
	}
	return checkCoherent(s, must(s, s.Mover.Label), 0)
}

// checkMover says why that base may not move in this phase.
func checkMover(s *state, seat game.Seat, what Ref) (piece, base, error) {
	p, err := own(s, seat, what.Label)
	if err != nil {
		return p, base{}, err
	}
	b, ok := p.base(what.N)
	switch {
	case !inTaskforce(s, p.Label):
		err = refuse("not-in-force", "%s is not in the Taskforce", p.Label)
	case !ok:
		err = whichBase(s, p, what.N)
	case p.Moved || b.Moved:
		err = refuse("moved", "%s has moved this phase", what)
	case s.Mover != nil && s.Mover.Label != p.Label:
		err = refuse("mover", "%s is under way: say done %s first", s.Mover.Label, s.Mover.Label)
	}
	return p, b, err
}

// whichBase refuses a base that is not named, or not there.
func whichBase(s *state, p piece, n int) error {
	if n == 0 {
		return refuse("base", "say which base of %s, like %s", p.Label, p.ref(p.Bases[0].N))
	}
	return refuse("base", "%s has no base %d", p.Label, n)
}

// checkLastBase refuses a move that ends a Unit's move with its bases too far apart.
func checkLastBase(s *state, p piece, b base, to plane.Point) error {
	for i := range p.Bases {
		if p.Bases[i].N != b.N && !p.Bases[i].Moved {
			return nil
		}
	}
	return checkCoherent(s, p.standingAt(b, to), 0)
}

// slowing is the movement lost by going through Forest or Rough Ground (R10.1).
const slowing = 2 * 1000

// moverOf returns the base as a mover, with everything that limits it: its allowance (R7.8, R14.4), slowing terrain (Q27),
// enemies (Q26), bases it may not end on, and what a Ping keeps away from (Q30).
func moverOf(s *state, p piece, b base) plane.Mover {
	m := plane.Mover{R: p.radius(), Infantry: p.infantry(), Allowance: p.spd()}
	if m.Infantry {
		m.Inside = make([]int, len(ground(s).Buildings))
	}
	most := len(s.Pieces) + 8
	m.Others, m.Enemies = make([]plane.Disc, 0, most), make([]plane.Disc, 0, most)
	if !p.allTerrain() && (!b.Slowed || ed(s).slowEveryMove) {
		m.Slow = slowing
	}
	for _, g := range goals(s) {
		if g.Solid {
			m.Others = append(m.Others, g.Disc)
		}
	}
	apart := keepsOff(s, p)
	for _, q := range s.Pieces {
		for _, qb := range q.Bases {
			if q.Label == p.Label && qb.N == b.N {
				continue
			}
			body := plane.Body{Disc: q.disc(qb)}
			if q.infantry() {
				body = ground(s).Body(body.Disc, true)
			}
			if q.seat() == p.seat() {
				m.Others = append(m.Others, body.Disc)
			} else {
				m.Enemies = append(m.Enemies, body.Disc)
			}
			if body.In > 0 && m.Infantry {
				m.Inside[body.In-1]++
			}
			if q.seat() != p.seat() && apart(*q) {
				m.Zones = append(m.Zones, plane.Zone{Body: body, Gap: contactRange, Sight: q.isPing() && !ed(s).pingsApart})
			}
		}
	}
	return m
}

// keepsOff returns a function that reports whether the mover keeps more than 2" away from an enemy. A Ping keeps away from all
// (R14.2, R14.3); in edition 4.2 a Unit just unloaded keeps away from Pings (V24).
func keepsOff(s *state, p piece) func(piece) bool {
	switch n := len(s.Acts); {
	case p.isPing():
		return anyPiece
	case n > 0 && s.Acts[n-1].One && s.Acts[n-1].Piece == p.Label && ed(s).unloadApart:
		return piece.isPing
	}
	return func(piece) bool { return false }
}

// allTerrain reports whether the piece is not slowed by Forest and Rough Ground.
func (p piece) allTerrain() bool {
	if p.isPing() {
		return false
	}
	_, ok := p.card().Trait("all-terrain")
	return ok
}

// route is the way of a move: along the way points if any are given, straight if that is allowed, else the shortest way
// round (Q25).
func route(s *state, p piece, b base, to plane.Point, via []plane.Point) (plane.Path, plane.Trip) {
	m := moverOf(s, p, b)
	path := slices.Concat(plane.Path{b.At}, via, plane.Path{to})
	trip := ground(s).Check(m, path)
	if trip.Stop == nil || len(via) > 0 {
		return path, trip
	}
	return ground(s).Way(m, b.At, to)
}

// checkWay says why a base may not move along that path.
func checkWay(s *state, p piece, b base, to plane.Point, via []plane.Point) error {
	_, _, err := checkedWay(s, p, b, to, via)
	return err
}

// checkedWay is route, and also says why a base may not move along the path.
func checkedWay(s *state, p piece, b base, to plane.Point, via []plane.Point) (plane.Path, plane.Trip, error) {
	if len(via) > maxVia {
		return nil, plane.Trip{}, refuse("no-order", "a move has at most %d way points", maxVia)
	}
	path, trip := route(s, p, b, to, via)
	if trip.Stop != nil {
		return nil, trip, s.stopped(p, *straight(s, p, b, to, via, trip), trip)
	}
	return path, trip, nil
}

// straight explains an impossible move: if the straight line would be short enough, it returns what blocks that line.
func straight(s *state, p piece, b base, to plane.Point, via []plane.Point, round plane.Trip) *plane.Stop {
	if len(via) == 0 && round.Stop.Why == plane.StopFar {
		if direct := ground(s).Check(moverOf(s, p, b), plane.Path{b.At, to}); direct.Stop.Why != plane.StopFar {
			return direct.Stop
		}
	}
	return round.Stop
}

// checkReach is checkWay, and offers the nearest point that can be reached instead.
func checkReach(s *state, p piece, b base, to plane.Point, via []plane.Point) error {
	err := checkWay(s, p, b, to, via)
	var no *game.Refusal
	if len(via) > 0 || !errors.As(err, &no) || !slices.Contains(outOfReach, no.Code) {
		return err
	}
	return &game.Refusal{Code: no.Code, Rule: no.Rule, Say: func() (game.Text, []any) {
		path, ok := ground(s).Nearest(moverOf(s, p, b), b.At, to)
		if end := len(path) - 1; ok && path[end] != b.At {
			return "%s; it can get as near as %s", []any{no, path[end]}
		}
		return no.Said()
	}}
}

// outOfReach lists the refusals of a path for which a nearer end is offered.
var outOfReach = []string{"too-far", "blocked", "occupied", "ping-zone", "wall", "roof", "room", "off-table"}

// stopped returns the refusal of a path or a place.
func (s *state) stopped(p piece, stop plane.Stop, trip plane.Trip) error {
	switch stop.Why {
	case plane.StopTable:
		return refuse("off-table", "at %s the base would leave the table", stop.At)
	case plane.StopFar:
		slowed := game.Word("")
		if trip.Slowed > 0 {
			slowed = game.Word(" through terrain that slows")
		}
		return refuse("too-far", "the way is %s\" long; %s may move %s\"%s: %s\" too far", trip.Length, p.Label, trip.Length+trip.Left, slowed, stop.By)
	case plane.StopEnemy:
		return refuse("blocked", "%s is in the way%s", nth(s, other(p.seat()), p, stop.Index, anyPiece), round(trip))
	case plane.StopOccupied:
		if err := checkGoals(s, plane.Disc{At: stop.At, R: p.radius()}); err != nil {
			return err
		}
		return refuse("occupied", "it would overlap %s", s.standing(p, stop.At))
	case plane.StopZone:
		who := game.Word("a contact")
		if !p.isPing() {
			who = game.Word("a Unit just unloaded")
		}
		return refuse("ping-zone", "%s may not come within 2\" of %s%s", who, nth(s, other(p.seat()), p, stop.Index, keepsOff(s, p)), round(trip))
	case plane.StopWall:
		return refuse("wall", "a building is in the way; only infantry may enter it%s", round(trip))
	case plane.StopRoof:
		return refuse("roof", "the base would stand on a building's edge; it must be wholly inside or outside")
	case plane.StopFull:
		return refuse("room", "the building holds no more than %d {base|bases}", ground(s).Buildings[stop.Index].Room)
	}
	return refuse("blocked", "no way leads there")
}

// round says how long the way round is, if there is one.
func round(t plane.Trip) game.Phrase {
	if t.Stop == nil || t.Stop.Why != plane.StopFar {
		return game.Word("")
	}
	return game.Phrasef("; the way round is %s\" too long", t.Stop.By)
}

// nth returns the i-th base among a mover's enemies or zones, those for which keep holds.
func nth(s *state, seat game.Seat, p piece, i int, keep func(piece) bool) Ref {
	for _, q := range side(s, seat, keep) {
		if i < len(q.Bases) {
			return q.ref(q.Bases[i].N)
		}
		i -= len(q.Bases)
	}
	return Ref{Label: p.Label}
}

// standing returns the base that one of the piece's bases would overlap at the place: one of another piece, or else one of its
// own.
func (s *state) standing(p piece, at plane.Point) Ref {
	d, own := plane.Disc{At: at, R: p.radius()}, Ref{Label: p.Label}
	for _, q := range s.Pieces {
		for _, b := range q.Bases {
			switch over := plane.Overlap(d, q.disc(b)); {
			case over && q.Label != p.Label:
				return q.ref(b.N)
			case over && b.At != at:
				own = q.ref(b.N)
			}
		}
	}
	return own
}

// moved returns the move as recorded.
func moved(s *state, p piece, b base, to plane.Point, via []plane.Point, action bool) Moved {
	path, trip := route(s, p, b, to, via)
	return Moved{Base: p.ref(b.N), Path: path, Action: action, Slowed: trip.Slowed > 0}
}

func answerMove(t tx, _ game.Seat, r game.Reply) {
	s := t.State()
	switch o := r.(type) {
	case stay:
		t.Emit(MoveTaken{Unit: o.Unit, Bases: s.Mover.Start})
	case Done:
		if o.What == "" {
			t.Emit(PhaseBegan{Reacting})
		} else {
			endMove(t, o.What)
		}
	case Move:
		p := must(s, o.What.Label)
		b, _ := p.base(o.What.N)
		t.Emit(moved(s, p, b, o.To, o.Via, false))
		p = must(t.State(), p.Label)
		if !slices.ContainsFunc(p.Bases, func(b base) bool { return !b.Moved }) {
			endMove(t, p.Label)
		}
	}
}

// endMove ends a piece's move, and reveals the Pings that it has come near to before anything else moves (Q32).
func endMove(t tx, l Label) {
	t.Emit(MoveDone{Piece: l})
	p := must(t.State(), l)
	counts := p.Bases
	if !rev(t.State()).wholeUnit {
		counts = slices.DeleteFunc(slices.Clone(p.Bases), func(b base) bool { return !b.Moved })
	}
	loseStealth(t, l, counts)
	contact(t, p, p.Bases)
}

// Moved: a base moved along Path, which begins where the base was. Action: with a Move Action.
type Moved struct {
	Base   Ref           `json:"base"`
	Path   []plane.Point `json:"path"`
	Action bool          `json:"action,omitempty"`
	// Slowed: it went through Forest or Rough Ground and had 2" less (R10.1, Q27).
	Slowed bool `json:"slowed,omitempty"`
}

func (Moved) Kind() string                { return "moved" }
func (f Moved) For(game.Viewer) game.Fact { return f }

var _ = public(move)

// MoveDone: a piece has ended its move of the Move phase.
type MoveDone struct {
	Piece Label `json:"piece"`
}

func (MoveDone) Kind() string                { return "move-done" }
func (f MoveDone) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f MoveDone) { s.at(f.Piece).Moved, s.Mover = true, nil })

// MoveTaken: a Multi-Base Unit's unfinished move was taken back; its bases are where they began.
type MoveTaken struct {
	Unit  Label    `json:"unit"`
	Bases []BaseAt `json:"bases"`
}

func (MoveTaken) Kind() string                { return "move-taken" }
func (f MoveTaken) For(game.Viewer) game.Fact { return f }

var _ = public(takeBack)

func takeBack(s *state, f MoveTaken) {
	s.Mover = nil
	for _, b := range f.Bases {
		x := baseAt(s, Ref{f.Unit, b.N})
		x.At, x.Moved, x.Slowed = b.At, false, false // no slowing before the Move phase
	}
}

// BaseAt is a base's number and place.
type BaseAt struct {
	N  int         `json:"n"`
	At plane.Point `json:"at"`
}

func move(s *state, f Moved) {
	p, b := s.at(f.Base.Label), baseAt(s, f.Base)
	to := f.Path[len(f.Path)-1]
	b.Slowed = b.Slowed || f.Slowed
	if f.Action {
		pay(s, b.N, 1)
		b.At = to
		return
	}
	if len(p.Bases) > 1 && s.Mover == nil {
		s.Mover = &mover{Label: p.Label}
	}
	if s.Mover != nil {
		s.Mover.Start = append(slices.Clone(s.Mover.Start), BaseAt{b.N, b.At})
	}
	b.At, b.Moved = to, true
}
