package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Revealing: R16, rulings Q20, Q21, Q32 to Q34, S8.

// placeRange is how far from its Ping an infantry base may be placed (R16.5).
const placeRange = 3 * 1000

// revealable returns the Taskforce's Pings that could be revealed now (R7.4).
func revealable(s *state) []piece {
	return members(s, func(p piece) bool { return p.isPing() && len(reserveOf(s, p.seat(), p.Sig)) > 0 })
}

// revealChoice returns the choice of ways to reveal a Ping.
func revealChoice(s *state, p piece) game.Choice {
	units := reserveOf(s, p.seat(), p.Sig)
	c := Offer("reveal", []string{string(p.Label)}, slotAs.Of(units...))
	if slices.ContainsFunc(units, func(slug string) bool { return s.unit(slug).Infantry() }) {
		c.Slots = append(c.Slots, slotAt.Times(0, 4))
	}
	return c
}

func menuReveal(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, p := range revealable(s) {
		m = append(m, revealChoice(s, p))
	}
	return append(m, Offer("done", nil))
}

func checkReveal(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		if o.What == "" {
			return nil
		}
	case Reveal:
		p, err := own(s, seat, o.Ping)
		if err != nil {
			return err
		}
		if !inTaskforce(s, o.Ping) {
			return refuse("not-in-force", "%s is not in the Taskforce", o.Ping)
		}
		return s.checkReveal(p, o)
	}
	return notNow(r, "reveal PING as UNIT, or done")
}

// checkReveal says why the Ping cannot become that Unit there.
func (s *state) checkReveal(p piece, o Reveal) error {
	if !p.isPing() {
		return refuse("not-a-ping", "%s is a Unit already", o.Ping)
	}
	units := reserveOf(s, p.seat(), p.Sig)
	if !slices.Contains(units, o.As) {
		return refuse("not-in-reserve", "your Reserve has no %s of %s signature", o.As, p.Sig)
	}
	if len(o.At) == 0 {
		return nil // the engine chooses the places
	}
	u := s.unit(o.As)
	if !u.Infantry() {
		return refuse("bases", "the %s takes the contact's place; give no points", u.Name)
	}
	return checkPlaces(s, fromPing(p, u), o.At)
}

// fromPing returns how infantry is placed: within 3" of the Ping, whose own space may be used (R16.5).
func fromPing(p piece, u *cards.Unit) placing {
	return placing{by: p.disc(p.Bases[0]), of: p.Label, self: Ref{Label: p.Label}, in: placeRange, card: u, seat: p.seat()}
}

// placesFor returns the places for a Unit revealed at the Ping: the Ping's own for a vehicle (R16.4); for infantry the given
// ones, or else the free ones nearest to the Ping.
func placesFor(s *state, p piece, u *cards.Unit, given []plane.Point) []plane.Point {
	switch {
	case !u.Infantry():
		return []plane.Point{p.Bases[0].At}
	case len(given) > 0:
		return given
	}
	return freePlaces(s, fromPing(p, u), u.Bases())
}

func answerReveal(t tx, _ game.Seat, r game.Reply) {
	switch o := r.(type) {
	case Done:
		t.Emit(PhaseBegan{Refreshing})
	case Reveal:
		reveal(t, o, RevealedByChoice)
	}
}

func reveal(t tx, o Reveal, why string) {
	s := t.State()
	checkRoster(s, o.Ping.Seat())
	t.Bind()
	t.Emit(Revealed{Piece: o.Ping, Unit: o.As, Bases: placesFor(s, must(s, o.Ping), s.unit(o.As), o.At), Why: why})
	stealthy(t, o.Ping)
	if must(t.State(), o.Ping).infantry() { // its bases are placed (V17); a vehicle's is the Ping's
		placedNear(t, o.Ping)
	}
}

// find makes the Pings' owner identify them (R16.2). A Ping with no Unit left in Reserve, as in some labs, stays a Ping.
func find(t tx, pings []Label, why string) {
	s := t.State()
	pings = slices.DeleteFunc(slices.Clone(pings), func(l Label) bool {
		p := must(s, l)
		return len(reserveOf(s, p.seat(), p.Sig)) == 0
	})
	if len(pings) > 0 {
		t.Emit(ContactFound{Pings: pings, Why: why})
	}
}

// contact reveals the enemy Pings within 2" of a Unit that has ended a move (R16.2, Q32, Q34).
func contact(t tx, mover piece, bases []base) {
	if !mover.isPing() {
		find(t, contacts(t.State(), mover, bases), RevealedByContact)
	}
}

// contacts returns the enemy Pings within 2" of those bases of the Unit.
func contacts(s *state, p piece, bases []base) []Label {
	var pings []Label
	for _, e := range side(s, other(p.seat()), piece.isPing) {
		if e.onTable() && p.nearAny(bases, e.disc(e.Bases[0])) {
			pings = append(pings, e.Label)
		}
	}
	return pings
}

func menuIdentify(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, l := range s.Found[len(s.Found)-1].Pings {
		m = append(m, revealChoice(s, must(s, l)))
	}
	return m
}

// fallbackIdentify reveals the planned Unit, or else the first of the Reserve in card order (S8).
func fallbackIdentify(s *state, _ game.Seat) game.Reply {
	p := must(s, s.Found[len(s.Found)-1].Pings[0])
	units := reserveOf(s, p.seat(), p.Sig)
	if slices.Contains(units, p.Plan) {
		return Reveal{Ping: p.Label, As: p.Plan}
	}
	return Reveal{Ping: p.Label, As: units[0]}
}

func checkIdentify(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Reveal)
	if !ok {
		return notNow(r, "reveal PING as UNIT: the enemy has found it")
	}
	p, err := own(s, seat, o.Ping)
	if err != nil {
		return err
	}
	if pings := s.Found[len(s.Found)-1].Pings; !slices.Contains(pings, o.Ping) {
		return refuse("not-now", "%s was not found; reveal %s", o.Ping, pings[0])
	}
	return s.checkReveal(p, o)
}

func answerIdentify(t tx, _ game.Seat, r game.Reply) {
	reveal(t, r.(Reveal), t.State().Found[len(t.State().Found)-1].Why)
}

// identifyAlone identifies a Ping without asking, if there is nothing to choose. It does so in an open match only: in a veiled
// match the question is always asked, because leaving it out would show that there was no choice (S14).
func identifyAlone(t tx) bool {
	s := t.State()
	pings := s.Found[len(s.Found)-1].Pings
	p := must(s, pings[0])
	units := reserveOf(s, p.seat(), p.Sig)
	if !open(s) || len(pings) > 1 || len(units) > 1 || s.unit(units[0]).Infantry() {
		return false
	}
	answerIdentify(t, p.seat(), Reveal{Ping: p.Label, As: units[0]})
	return true
}

// Ways a Ping came to be revealed (R16.2).
const (
	RevealedByChoice  = "choice"
	RevealedByContact = "contact"
	RevealedByScan    = "scan"
)

// Revealed: a Ping became a Unit; Bases are the places of its bases 1, 2, ….
type Revealed struct {
	Piece Label         `json:"piece"`
	Unit  string        `json:"unit"`
	Bases []plane.Point `json:"bases"`
	Why   string        `json:"why"`
}

func (Revealed) Kind() string                { return "revealed" }
func (f Revealed) For(game.Viewer) game.Fact { return f }

var _ = public((*state).reveal)

// ContactFound: these Pings must be identified by their owner (R16.2).
type ContactFound struct {
	Pings []Label `json:"pings"`
	Why   string  `json:"why"`
}

func (ContactFound) Kind() string                { return "contact" }
func (f ContactFound) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f ContactFound) { s.Found = append(s.Found, found{f.Pings, f.Why}) })

// reveal turns the Ping into the Unit, with the tokens of a fresh card (R16.4, R16.5, Q21). An Activated Token stays (Q17).
func (s *state) reveal(f Revealed) {
	p := s.at(f.Piece)
	u := s.unit(f.Unit)
	was := p.Bases[0]
	p.become(u, f.Bases)
	for i := range p.Bases {
		p.Bases[i].Moved, p.Bases[i].Slowed = was.Moved, was.Slowed
	}
	if f.Why == RevealedByAmbush {
		p.Activated = false // Q74
	}
	board(s, f.Piece, u)
	seat := f.Piece.Seat()
	i := slices.Index(s.Reserve[seat-1], f.Unit)
	s.Reserve[seat-1] = slices.Delete(slices.Clone(s.Reserve[seat-1]), i, i+1)
	if n := len(s.Found); n > 0 {
		top := &s.Found[n-1]
		top.Pings = slices.DeleteFunc(slices.Clone(top.Pings), func(l Label) bool { return l == f.Piece })
		if len(top.Pings) == 0 {
			s.Found = s.Found[:n-1]
		}
	}
}
