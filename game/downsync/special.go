package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
)

// The costs of actions (R18.4, R18.5, Q50), and the Special Actions of the cards by their name (Q49). Target Lock and Go Dark
// are short enough to be here; the others are in carry.go, observe.go and sprint.go.

// special is one Special Action.
type special struct {
	check func(s *state, p piece, b base, o Act) error
	do    func(t tx, p piece, b base, o Act)
	slots func(s *state, p piece, b base) []game.Slot // the choices to make; nil: the action cannot be used now
	once  bool                                        // once an activation
	takes parts                                       // the additional parts of the order
}

// parts says what an order for a Special Action may have besides the acting base and its payment.
type parts int

const (
	onTarget parts = 1 << iota // must name a piece
	atPlaces                   // names places
	withFire                   // calls an attack, with all parts of an attack
)

var specials map[string]special

func init() {
	specials = map[string]special{
		"target-lock":     {checkTargetLock, doTargetLock, slotsTargetLock, true, onTarget},
		"go-dark":         {checkGoDark, doGoDark, slotsGoDark, false, 0},
		"deploy-drones":   {checkDrones, doDrones, slotsPlaces, true, atPlaces},
		"unload":          {checkUnload, doUnload, slotsPlaces, true, atPlaces},
		"load":            {checkLoad, doLoad, slotsLoad, true, onTarget},
		"forward-observe": {checkObserve, doObserve, slotsObserve, true, onTarget | withFire},
		"sprint":          {checkSprint, doSprint, slotsSprint, true, atPlaces},
	}
}

// cost is the price of an action: AP of the acting base, CP of its player.
type cost struct{ ap, cp int }

// costOf reads the card's cost. An A/C is paid as the order says, otherwise with an AP if there is one.
func costOf(a cards.Action, x actor, pay string) cost {
	switch a.Cost {
	case "C":
		return cost{cp: 1}
	case "A+C":
		return cost{ap: 1, cp: 1}
	case "FREE":
		return cost{}
	case "A/C":
		if pay == "cp" || pay == "" && x.AP == 0 {
			return cost{cp: 1}
		}
	}
	return cost{ap: 1}
}

// checkCost says why the base or its player cannot pay.
func checkCost(s *state, p piece, x actor, c cost) error {
	switch {
	case x.Limited && x.Spent:
		return refuse("stun-limit", "%s has had its move or its one action", p.ref(x.N))
	case x.AP < c.ap:
		return refuse("no-ap", "%s has no Action Point left", p.ref(x.N))
	case x.Over:
		return refuse("one-at-a-time", "another base has acted since %s did; the bases act one after another", p.ref(x.N))
	case s.CP.Of(p.seat()) < c.cp:
		return refuse("no-cp", "that costs %d CP; you have %d", c.cp, s.CP.Of(p.seat()))
	}
	return nil
}

// payer returns the base that uses the action, and the cost with its boosts.
func payer(s *state, p piece, action cards.Action, o Act) (base, cost, error) {
	b, x, err := actorFor(s, p, o.By, func(x actor) bool {
		return inTeam(action, x.N) && checkCost(s, p, x, costOf(action, x, o.Pay)) == nil
	})
	c := costOf(action, x, o.Pay)
	switch {
	case err != nil:
		return b, c, err
	case checkTeam(action, b) != nil:
		return b, c, checkTeam(action, b)
	case o.Pay != "" && action.Cost != "A/C":
		return b, c, refuse("no-order", "%s has one cost, %s", action.Name, action.Cost)
	}
	whole := c
	whole.cp += len(o.Boosts) + when(o.Boost, 1)
	return b, c, checkCost(s, p, x, whole)
}

// began returns the fact that records the cost of an action.
func (c cost) began(p piece, b base, a cards.Action) ActionBegan {
	return ActionBegan{Unit: p.Label, By: b.N, Action: a.ID, NoAP: c.ap == 0, CP: c.cp}
}

// checkSpecial says why the acting piece cannot use the Special Action with that order.
func checkSpecial(s *state, p piece, action cards.Action, o Act) error {
	a, _ := acting(s)
	sp := specials[action.ID]
	if sp.once && slices.Contains(a.Used, action.ID) {
		return refuse("once", "%s is for once an activation", action.Name)
	}
	b, _, err := payer(s, p, action, o)
	if err != nil {
		return err
	}
	if err := sp.takes.check(action, o); err != nil {
		return err
	}
	return sp.check(s, p, b, o)
}

// check refuses parts that the action does not use, and a missing target, so that no part of an order is ignored.
func (ps parts) check(action cards.Action, o Act) error {
	fire := o.Use != "" || o.Targets != nil || o.Boosts != nil || o.Unstun != nil
	switch {
	case o.Target == (Ref{}) && ps&onTarget != 0:
		return refuse("aim", "say what %s is used on, like act %s and the piece", action.Name, action.ID)
	case o.Target != (Ref{}) && ps&onTarget == 0:
		return refuse("aim", "%s is used on nothing", action.Name)
	case o.At != nil && ps&(atPlaces|withFire) == 0:
		return refuse("aim", "%s needs no places", action.Name)
	case o.Boost, fire && ps&withFire == 0:
		return refuse("aim", "%s rolls no dice and has no other targets", action.Name)
	}
	return nil
}

// useSpecial pays for the Special Action and carries it out.
func useSpecial(t tx, p piece, action cards.Action, o Act) {
	b, c, _ := payer(t.State(), p, action, o)
	t.Emit(c.began(p, b, action))
	specials[action.ID].do(t, must(t.State(), p.Label), b, o)
}

// specialChoice offers a Special Action to the base, if it can be used now.
func specialChoice(s *state, p piece, action cards.Action, x actor) (game.Choice, bool) {
	a, _ := acting(s)
	sp := specials[action.ID]
	b, _ := p.base(x.N)
	if sp.once && slices.Contains(a.Used, action.ID) || !inTeam(action, x.N) || checkCost(s, p, x, costOf(action, x, "")) != nil {
		return game.Choice{}, false
	}
	slots := sp.slots(s, p, b)
	if slots == nil {
		return game.Choice{}, false
	}
	return offerAct(action, p, x.N, append(slots, paySlot(s, p, action, x)...)...), true
}

// paySlot lets the player choose between AP and CP if either is possible.
func paySlot(s *state, p piece, a cards.Action, x actor) []game.Slot {
	if a.Cost != "A/C" || x.AP == 0 || s.CP.Of(p.seat()) == 0 {
		return nil
	}
	return []game.Slot{slotPay}
}

// lockable says why Target Lock cannot be used on the base. The target must be an enemy Unit in sight at any distance, without
// Stealth (Q54) and not locked yet (Q84).
func lockable(s *state, p piece, b base, target Ref) error {
	e, ok := s.piece(target.Label)
	if !ok {
		return refuse("no-piece", "there is no %s on the table", target.Label)
	}
	eb, ok := e.base(target.N)
	switch {
	case e.seat() == p.seat():
		return refuse("own-target", "%s is your own", target.Label)
	case e.isPing():
		return refuse("not-a-unit", "%s is a contact", e.Label)
	case !ok:
		return whichBase(s, e, target.N)
	case eb.Stealth:
		return refuse("stealth", "%s has a Stealth Token", target)
	case eb.Locked:
		return refuse("twice", "%s is locked already", target)
	case !sees(s, p, b, e, eb):
		return refuse("sight", "%s is out of sight", target)
	}
	return nil
}

func checkTargetLock(s *state, p piece, b base, o Act) error { return lockable(s, p, b, o.Target) }

func doTargetLock(t tx, _ piece, _ base, o Act) {
	e := must(t.State(), o.Target.Label)
	b, _ := e.base(o.Target.N)
	t.Emit(Marked{Target: e.ref(b.N), As: "target-lock"})
}

func slotsTargetLock(s *state, p piece, b base) []game.Slot {
	var targets []string
	for _, e := range side(s, other(p.seat()), isUnit) {
		for _, eb := range e.Bases {
			if lockable(s, p, b, e.ref(eb.N)) == nil {
				targets = append(targets, e.ref(eb.N).String())
			}
		}
	}
	if targets == nil {
		return nil
	}
	return []game.Slot{slotTarget.Of(targets...).Times(1, 1)}
}

// checkGoDark refuses only if no base would receive a token, which everybody can see.
func checkGoDark(s *state, p piece, _ base, _ Act) error {
	if len(darkable(s, p)) == 0 {
		return refuse("stealth", "every base has a token or an enemy Unit within 2\"")
	}
	return nil
}

func doGoDark(t tx, p piece, _ base, _ Act) { goDark(t, p.Label) }

func slotsGoDark(s *state, p piece, _ base) []game.Slot {
	if len(darkable(s, p)) == 0 {
		return nil
	}
	return []game.Slot{}
}
