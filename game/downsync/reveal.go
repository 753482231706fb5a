package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
)

// Revealing: R16, rulings Q20, Q21, Q32 to Q34, S8.

// placeRange is how far from its Ping an infantry base may be placed (R16.5).
const placeRange = 3 * 1000

// revealable are the Taskforce's Pings that could be revealed now (R7.4).
func (s *state) revealable() []piece {
	return s.members(func(p piece) bool { return p.isPing() && len(s.reserveOf(p.seat(), p.Sig)) > 0 })
}

// revealChoice is how a Ping may be revealed.
func (s *state) revealChoice(p piece) game.Choice {
	units := s.reserveOf(p.seat(), p.Sig)
	c := game.Choice{Words: "reveal " + string(p.Label), Slots: []game.Slot{
		{Name: "unit", Mark: "as", Options: units, Min: 1, Max: 1}}}
	if slices.ContainsFunc(units, func(slug string) bool { return cards.MustFind(slug).Infantry() }) {
		c.Slots = append(c.Slots, pointSlot("at", 0, 4))
	}
	return c
}

func menuReveal(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, p := range s.revealable() {
		m = append(m, s.revealChoice(p))
	}
	return append(m, game.Choice{Words: "done"})
}

func checkReveal(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		if o.What == "" {
			return nil
		}
	case Reveal:
		p, err := s.own(seat, o.Ping)
		if err != nil {
			return err
		}
		if !s.inTaskforce(o.Ping) {
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
	units := s.reserveOf(p.seat(), p.Sig)
	if !slices.Contains(units, o.As) {
		return refuse("not-in-reserve", "your Reserve has no %s of %s signature", o.As, p.Sig)
	}
	if len(o.At) == 0 {
		return nil // the engine places
	}
	u := cards.MustFind(o.As)
	if !u.Infantry() {
		return refuse("bases", "the %s takes the Ping's place; give no points", u.Name)
	}
	if len(o.At) != u.Bases() {
		return refuse("bases", "the %s has %d bases; %d points given", u.Name, u.Bases(), len(o.At))
	}
	return s.checkPlaces(p, plane.Radius(u.BaseMM()), o.At)
}

// checkPlaces says why infantry bases cannot be placed there (R16.5).
func (s *state) checkPlaces(ping piece, r plane.Inch, at []plane.Point) error {
	for i, pt := range at {
		d := plane.Disc{At: pt, R: r}
		if err := s.checkPlace(ping, d); err != nil {
			return err
		}
		if slices.ContainsFunc(at[:i], func(q plane.Point) bool { return plane.Overlap(d, plane.Disc{At: q, R: r}) }) {
			return refuse("occupied", "the bases would overlap each other at %s", pt)
		}
	}
	return nil
}

func (s *state) checkPlace(ping piece, d plane.Disc) error {
	if !plane.Within(d, ping.disc(ping.Bases[0]), placeRange) {
		return refuse("too-far-placed", "%s is more than 3\" from the Ping", d.At)
	}
	return s.checkRoom(d, Ref{Label: ping.Label})
}

// placesFor are the places for a Unit revealed at the Ping: the Ping's own for a vehicle (R16.4), for infantry
// those given, else the free ones nearest to the Ping. Where 3" are not enough the nearest beyond are taken, as a
// Unit cannot fail to appear.
func (s *state) placesFor(ping piece, u *cards.Unit, given []plane.Point) []plane.Point {
	center := ping.Bases[0].At
	if !u.Infantry() {
		return []plane.Point{center}
	}
	if len(given) > 0 {
		return given
	}
	r := plane.Radius(u.BaseMM())
	var out []plane.Point
	for range u.Bases() {
		at, ok := nearestPlace(center, func(pt plane.Point) bool {
			d := plane.Disc{At: pt, R: r}
			return s.checkRoom(d, Ref{Label: ping.Label}) == nil &&
				!slices.ContainsFunc(out, func(q plane.Point) bool { return plane.Overlap(d, plane.Disc{At: q, R: r}) })
		})
		if !ok {
			panic("downsync: a table without room for an infantry base")
		}
		out = append(out, at)
	}
	return out
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
	t.Bind()
	t.Emit(Revealed{Piece: o.Ping, Unit: o.As, Bases: s.placesFor(s.must(o.Ping), cards.MustFind(o.As), o.At), Why: why})
	stealthy(t, o.Ping)
}

// find makes the Pings' owner identify them (R16.2). A Ping with nothing left in Reserve, as a lab may have, stays.
func find(t tx, pings []Label, why string) {
	s := t.State()
	pings = slices.DeleteFunc(slices.Clone(pings), func(l Label) bool {
		p := s.must(l)
		return len(s.reserveOf(p.seat(), p.Sig)) == 0
	})
	if len(pings) > 0 {
		t.Emit(ContactFound{Pings: pings, Why: why})
	}
}

// contact reveals the enemy Pings within 2" of a Unit that has ended a move (R16.2, Q32, Q34).
func contact(t tx, mover piece, bases []base) {
	if mover.isPing() {
		return
	}
	var pings []Label
	for _, p := range t.State().side(other(mover.seat()), piece.isPing) {
		near := func(b base) bool { return plane.Within(mover.disc(b), p.disc(p.Bases[0]), contactRange) }
		if slices.ContainsFunc(bases, near) {
			pings = append(pings, p.Label)
		}
	}
	find(t, pings, RevealedByContact)
}

func menuIdentify(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, l := range s.Found[len(s.Found)-1].Pings {
		m = append(m, s.revealChoice(s.must(l)))
	}
	return m
}

// fallbackIdentify reveals as planned, else as the first of the Reserve in card order (S8).
func fallbackIdentify(s *state, _ game.Seat) game.Reply {
	p := s.must(s.Found[len(s.Found)-1].Pings[0])
	units := s.reserveOf(p.seat(), p.Sig)
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
	p, err := s.own(seat, o.Ping)
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

// identifyAlone identifies a Ping where there is nothing to choose and, in an open match, nothing to hide by asking
// (A3).
func identifyAlone(t tx) bool {
	s := t.State()
	pings := s.Found[len(s.Found)-1].Pings
	p := s.must(pings[0])
	units := s.reserveOf(p.seat(), p.Sig)
	if !s.open() || len(pings) > 1 || len(units) > 1 || cards.MustFind(units[0]).Infantry() {
		return false
	}
	answerIdentify(t, p.seat(), Reveal{Ping: p.Label, As: units[0]})
	return true
}
