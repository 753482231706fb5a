package syndicate

import (
	"slices"

	"downsync/game"
)

// Mercenary Movement (S4.6) moves each Mercenary once, in any order that its owner chooses.

// mercJourney returns the movement of a Mercenary.
func mercJourney(b *board, m *unit) journey {
	return journey{unit: m.Label, most: slowed(b, m, b.merc(m.Label).Move())}
}

// movable returns a side's Mercenaries that have not moved yet and can.
func movable(b *board, seat game.Seat) []*unit {
	return slices.DeleteFunc(b.side(seat), func(m *unit) bool {
		return m.Label.Operator() || m.Acted || stuck(b, m) || !goes(b, mercJourney(b, m))
	})
}

func menuMercs(s *state, seat game.Seat) game.Menu {
	var m game.Menu
	for _, u := range movable(&s.board, seat) {
		to := destinations(ways(&s.board, mercJourney(&s.board, u)))
		l := []string{string(u.Label)}
		m = append(m, offer("move", l, slotTo.Of(to...), slotVia), offer("stay", l))
	}
	return append(m, offer("done", nil))
}

func checkMercs(s *state, seat game.Seat, r game.Reply) error {
	b := &s.board
	switch o := r.(type) {
	case done:
		return nil
	case Stay:
		_, err := mover(b, seat, o.Unit)
		return err
	case Move:
		u, err := mover(b, seat, o.Unit)
		if err == nil {
			_, err = find(b, mercJourney(b, u), o)
		}
		return err
	}
	return notNow(r, "move and a Mercenary, stay or done")
}

// mover returns the Mercenary if it may move, otherwise the reason that it may not.
func mover(b *board, seat game.Seat, l Label) (*unit, error) {
	u := b.unit(l)
	switch {
	case l == "":
		return nil, refuse("no-unit", "say which Mercenary: expected one like %s", labels[seat-1][1])
	case l.Seat() != seat:
		return nil, refuse("not-yours", "%s is not yours", l)
	case u == nil || l.Operator():
		return nil, refuse("no-unit", "%s is no Mercenary on the board", l)
	case u.Acted:
		return nil, refuse("moved", "%s has moved this round", l)
	case stuck(b, u):
		return nil, refuse("immobilized", "%s cannot move now", l)
	}
	return u, nil
}

// stayed: a Mercenary's movement ended without a move. Nobody is told, because nothing happened.
type stayed struct {
	Units []Label `json:"units"`
}

func (stayed) Kind() string              { return "stayed" }
func (stayed) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f stayed) {
	for _, l := range f.Units {
		s.unit(l).Acted = true
	}
})

func answerMercs(t tx, seat game.Seat, r game.Reply) {
	b := &t.State().board
	switch o := r.(type) {
	case Move:
		w, _ := along(b, mercJourney(b, b.unit(o.Unit)), o.To, o.Via) // Check has found the way
		walk(t, o.Unit, w, "mercs")
	case Stay:
		t.Emit(stayed{[]Label{o.Unit}})
	case done:
		var all []Label
		for _, u := range movable(b, seat) {
			all = append(all, u.Label)
		}
		t.Emit(stayed{all})
	}
}
