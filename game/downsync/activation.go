package downsync

import (
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
)

// Unit Activation and the actions every Unit has: R7.12 to R7.14, R15, R18, R19, rulings Q46, Q50, Q58, Q59.

func menuNext(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, p := range s.members(unactivated) {
		m = append(m, game.Choice{Words: "activate " + string(p.Label)})
	}
	return append(m, game.Choice{Words: "done"})
}

func checkNext(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		if o.What == "" {
			return nil
		}
	case Activate:
		p, err := s.own(seat, o.Piece)
		switch {
		case err != nil:
			return err
		case !s.inTaskforce(o.Piece):
			return refuse("not-in-force", "%s is not in the Taskforce", o.Piece)
		case p.Activated:
			return refuse("activated", "%s has been activated this Round", o.Piece)
		}
		return nil
	}
	return notNow(r, "activate PIECE, or done")
}

func answerNext(t tx, _ game.Seat, r game.Reply) {
	if o, ok := r.(Activate); ok {
		t.Emit(ActivationBegan{Piece: o.Piece})
		return
	}
	for _, p := range t.State().members(unactivated) {
		t.Emit(ActivationBegan{Piece: p.Label})
		endActivation(t)
	}
}

// acting is the running activation and its piece.
func (s *state) acting() (activation, piece) {
	a := s.Acts[len(s.Acts)-1]
	return a, s.must(a.Piece)
}

// able tells whether a base can still take an action that costs an AP (R7.13, Q58).
func (a actor) able() bool { return a.AP > 0 && !(a.Limited && a.Spent) }

func (a activation) actor(n int) (actor, bool) {
	i := slices.IndexFunc(a.Actors, func(x actor) bool { return x.N == n })
	if i < 0 {
		return actor{}, false
	}
	return a.Actors[i], true
}

func menuAct(s *state, seat game.Seat) game.Menu {
	a, p := s.acting()
	var m game.Menu
	if a.Left > 0 {
		action, _ := p.card().Action(a.Action)
		if c, ok := s.actionChoice(p, action, a.By); ok {
			m = append(m, c)
		}
		return append(m, game.Choice{Words: "drop"}, game.Choice{Words: "end"})
	}
	for _, x := range a.Actors {
		if !x.able() {
			continue
		}
		if !p.isPing() {
			for _, action := range p.card().Actions {
				if c, ok := s.actionChoice(p, action, x.N); ok {
					m = append(m, c)
				}
			}
		}
		m = append(m, game.Choice{Words: "act move" + byBase(p, x.N), Slots: []game.Slot{pointSlot("to", 1, 1), pointSlot("via", 0, maxVia)}})
	}
	if s.checkOverwatch() == nil {
		m = append(m, game.Choice{Words: "act overwatch"})
	}
	return append(m, game.Choice{Words: "end"})
}

// byBase names the acting base where there are several.
func byBase(p piece, n int) string {
	if len(p.Bases) == 1 {
		return ""
	}
	return by(p.ref(n))
}

// actionChoice offers a check or attack on every target that is legal now.
func (s *state) actionChoice(p piece, action cards.Action, n int) (game.Choice, bool) {
	var targets []string
	for _, e := range s.side(other(p.seat()), piece.onTable) {
		for _, b := range e.Bases {
			o := ActOn{Action: action.ID, Target: e.ref(b.N), By: p.ref(n)}
			if s.checkActOn(p, o) == nil {
				targets = append(targets, o.Target.String())
			}
		}
	}
	if len(targets) == 0 {
		return game.Choice{}, false
	}
	c := game.Choice{Words: "act " + action.ID + byBase(p, n), Slots: []game.Slot{{Name: "target", Options: targets, Min: 1, Max: 1}}}
	if s.CP.Of(p.seat()) > 0 {
		c.Slots = append(c.Slots, game.Flag("boost"))
	}
	return c, true
}

func fallbackAct(*state, game.Seat) game.Reply { return End{} }

func checkAct(s *state, seat game.Seat, r game.Reply) error {
	a, p := s.acting()
	switch o := r.(type) {
	case End:
		return nil
	case Drop:
		if a.Left == 0 {
			return refuse("no-attacks", "%s has no checks or attacks left to give up", p.Label)
		}
		return nil
	case ActMove, ActOverwatch:
		if a.Left > 0 {
			return refuse("attacks-left", "%s has %d left of %s: use or drop them first", p.Label, a.Left, a.Action)
		}
		if m, ok := o.(ActMove); ok {
			return s.checkActMove(p, m)
		}
		return s.checkOverwatch()
	case ActOn:
		if a.Left > 0 && o.Action != a.Action {
			return refuse("attacks-left", "%s has %d left of %s: use or drop them first", p.Label, a.Left, a.Action)
		}
		return s.checkActOn(p, o)
	}
	return notNow(r, "act, or end")
}

// actorFor finds the base that is to act: the one named, or the only one that fits.
func (s *state) actorFor(p piece, by Ref, fits func(actor) bool) (base, actor, error) {
	a, _ := s.acting()
	if by != (Ref{}) && by.Label != p.Label {
		return base{}, actor{}, refuse("not-its-turn", "%s is acting, not %s", p.Label, by.Label)
	}
	n := by.N
	if n == 0 {
		var able []int
		for _, x := range a.Actors {
			if fits(x) {
				able = append(able, x.N)
			}
		}
		if len(able) > 1 {
			return base{}, actor{}, refuse("base", "say which base acts, like by %s", p.ref(able[0]))
		}
		n = a.Actors[0].N
		if len(able) == 1 {
			n = able[0]
		}
	}
	b, ok := p.base(n)
	x, acts := a.actor(n)
	if !ok || !acts {
		return base{}, actor{}, refuse("base", "%s has no base %d", p.Label, n)
	}
	return b, x, nil
}

// checkAP says why a base cannot pay an action of cost A.
func checkAP(p piece, x actor) error {
	switch {
	case x.Limited && x.Spent:
		return refuse("stun-limit", "%s is stunned: it has had its move or its one action", p.ref(x.N))
	case x.AP == 0:
		return refuse("no-ap", "%s has no Action Point left", p.ref(x.N))
	}
	return nil
}

func (s *state) checkActMove(p piece, o ActMove) error {
	b, x, err := s.actorFor(p, o.By, actor.able)
	if err != nil {
		return err
	}
	if err := checkAP(p, x); err != nil {
		return err
	}
	if err := s.checkWay(p, b, o.To, o.Via); err != nil {
		return err
	}
	for _, c := range p.Bases { // after each base's own Move Action (Q44)
		moved := plane.Disc{At: o.To, R: p.radius()}
		if c.N != b.N && !plane.Within(moved, p.disc(c), coherency) {
			return refuse("coherency", "it would be more than 12\" from base %d", c.N)
		}
	}
	return nil
}

// checkOverwatch says why the acting piece cannot take Overwatch: every base pays its AP (Q46).
func (s *state) checkOverwatch() error {
	a, p := s.acting()
	if p.isPing() {
		return refuse("not-a-unit", "a Ping may only move (R15.1)")
	}
	for _, x := range a.Actors {
		if err := checkAP(p, x); err != nil {
			return err
		}
	}
	return nil
}

func answerAct(t tx, _ game.Seat, r game.Reply) {
	s := t.State()
	_, p := s.acting()
	switch o := r.(type) {
	case End:
		endActivation(t)
	case Drop:
		t.Emit(Dropped{Unit: p.Label})
	case ActOverwatch:
		t.Emit(overwatchTaken{Unit: p.Label, Open: s.open()})
	case ActMove:
		b, _, _ := s.actorFor(p, o.By, actor.able)
		t.Emit(Moved{Base: p.ref(b.N), Path: way(b, o.To, o.Via), Action: true})
		loseStealth(t, p.Label)
		p = t.State().must(p.Label)
		b, _ = p.base(b.N)
		contact(t, p, []base{b})
	case ActOn:
		useAction(t, p, o)
	}
}

// endActivation ends the running activation: a base that suffered from its Stun Token loses it (Q59), and the
// Activated Token comes now or, in an engagement, at its end (Q69).
func endActivation(t tx) {
	if a, _ := t.State().acting(); a.Left > 0 {
		t.Emit(Dropped{Unit: a.Piece}) // what is left of an action is given up (Q51)
		stepActivation(t)
	}
	s := t.State()
	a, p := s.acting()
	f := ActivationEnded{Piece: p.Label, Activated: s.RE == nil, Quiet: !p.isPing()}
	for _, x := range a.Actors {
		if x.Limited {
			f.Unstunned = append(f.Unstunned, x.N)
		}
		f.Quiet = f.Quiet && !x.Shown
	}
	t.Emit(f)
}

// begin makes the activation of a piece (R7.13, R13.4). A stunned base that moved in the Move phase has no action
// left (Q58).
func begin(p piece) activation {
	a := activation{Piece: p.Label}
	for _, b := range p.Bases {
		x := actor{N: b.N, AP: 1, Limited: b.Stun && !b.Fresh}
		if x.Limited && b.Moved {
			x.Spent, x.Shown = true, true
		}
		a.Actors = append(a.Actors, x)
	}
	return a
}

// String is for test output.
func (a actor) String() string { return fmt.Sprintf("base %d AP %d", a.N, a.AP) }
