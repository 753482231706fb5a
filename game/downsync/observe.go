package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Clustered weapons (Q80), Forward Observe (Q79) and Infantry Network (Q81): attacks whose line of sight is not only the firing
// base's own.

// aim holds attacks whose targets were all named before the first was rolled.
type aim struct {
	At      plane.Point
	Targets []Ref
	Boosts  []int // the boosted ones, from 1
	Next    int   // the next one
}

// eyes returns the bodies from which the base's attack is sighted: the observer's for a called attack (Q79), those of every
// base for an Infantry Network (Q81), otherwise its own.
func eyes(s *state, p piece, b base, action cards.Action) []plane.Body {
	if n := len(s.Acts); n > 0 && s.Acts[n-1].Eye != (Ref{}) && s.Acts[n-1].Piece == p.Label {
		q := must(s, s.Acts[n-1].Eye.Label)
		qb, _ := q.base(s.Acts[n-1].Eye.N)
		return []plane.Body{body(s, q, qb)}
	}
	if _, ok := action.Trait("infantry-network"); !ok {
		return []plane.Body{body(s, p, b)}
	}
	var out []plane.Body
	for _, c := range p.Bases {
		out = append(out, body(s, p, c))
	}
	return out
}

// sighted reports whether some eye sees the body, and whether it is concealed from every eye that sees it.
func sighted(s *state, eyes []plane.Body, target plane.Body) (seen, concealed bool) {
	concealed = true
	for _, eye := range eyes {
		if ground(s).Sees(eye, target) {
			seen = true
			concealed = concealed && ground(s).Concealed(eye, target)
		}
	}
	return seen, concealed
}

// spot returns a point as an end of a line of sight. On a roof it is at the roof's height (Q80).
func spot(s *state, at plane.Point) plane.Body {
	b := ground(s).Body(plane.Disc{At: at}, true)
	b.Roof = b.In > 0 && rev(s).pointOnRoof
	return b
}

// isClustered reports whether all targets of the action are named first.
func isClustered(a cards.Action) bool {
	_, ok := a.Trait("clustered")
	return ok
}

// checkClustered says why the attacks cannot be aimed that way.
func checkClustered(s *state, p piece, b base, action cards.Action, eyes []plane.Body, o Act) error {
	if len(o.At) != 1 || len(o.Targets) < 1 || len(o.Targets) > action.ROF || o.Boost || o.Use == "" && (o.Target != (Ref{}) || o.Unstun != nil) {
		return refuse("aim", "%s is aimed at one point and 1 to %d {target|targets}: at x,y targets B1 B1 …, and boost 1,2 for the attacks to boost", action.Name, action.ROF)
	}
	for i, n := range o.Boosts {
		if n > len(o.Targets) || slices.Contains(o.Boosts[:i], n) {
			return refuse("aim", "boost %s: expected numbers of the %d {attack|attacks}, each once", numbers(o.Boosts), len(o.Targets))
		}
	}
	if err := checkAimPoint(s, p, b, action, eyes, o.At[0]); err != nil {
		return err
	}
	for _, r := range o.Targets {
		if err := checkAimed(s, p, b, action, o.At[0], r); err != nil {
			return err
		}
	}
	return nil
}

// checkAimPoint says why the attacks cannot be aimed at the point, whatever stands around it.
func checkAimPoint(s *state, p piece, b base, action cards.Action, eyes []plane.Body, at plane.Point) error {
	point := plane.Disc{At: at}
	if !ground(s).Table.Holds(point) {
		return refuse("off-table", "%s is not on the table", at)
	}
	if err := checkRange(action, p.disc(b), point, at.String()); err != nil {
		return err
	}
	if target := spot(s, at); !slices.ContainsFunc(eyes, func(eye plane.Body) bool { return ground(s).Sees(eye, target) }) {
		return refuse("sight", "%s is out of sight", at)
	}
	return nil
}

// checkAimed says why that target cannot be named around the point.
func checkAimed(s *state, p piece, b base, action cards.Action, at plane.Point, r Ref) error {
	point := plane.Disc{At: at}
	t, _ := action.Trait("clustered")
	e, eb, err := enemy(s, p, r)
	if err != nil {
		return err
	}
	if err := checkKind(action, e, eb); err != nil {
		return err
	}
	if rev(s).clusterNear {
		if err := checkNear(action, p.disc(b), e.disc(eb), r.String()); err != nil {
			return err
		}
	}
	switch {
	case !plane.Within(point, e.disc(eb), plane.In(t.Radius)):
		return refuse("range", "%s is %s\" from the point; the radius is %d\"", r, plane.Gap(point, e.disc(eb)), t.Radius)
	case !ground(s).Sees(spot(s, point.At), body(s, e, eb)):
		return refuse("sight", "%s is out of sight of the point", r)
	}
	return nil
}

// clusteredSlots returns the slots of a Clustered attack: the point, then the targets.
func clusteredSlots(s *state, p piece, action cards.Action) []game.Slot {
	var targets []string
	for _, e := range side(s, other(p.seat()), isUnit) {
		for _, eb := range e.Bases {
			if checkKind(action, e, eb) == nil {
				targets = append(targets, e.ref(eb.N).String())
			}
		}
	}
	if targets == nil {
		return nil
	}
	slots := []game.Slot{slotAt.Times(1, 1), slotTargets.Of(targets...).Times(1, action.ROF)}
	if free := s.CP.Of(p.seat()) - costOf(action, actor{AP: 1}, "").cp; free > 0 {
		slots = append(slots, slotBoosts.Of(choicesOf(countTo(action.ROF), free)...))
	}
	return append(slots, slotThen)
}

func countTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// aimed rolls the next of the attacks named first. An attack on a target that has gone, or that is now under Stealth, is lost.
func aimed(t tx) {
	s := t.State()
	a, p := acting(s)
	action, _ := p.card().Action(a.Action)
	r := a.Aim.Targets[a.Aim.Next]
	b, _ := p.base(a.By)
	e, eb, err := enemy(s, p, r)
	if err != nil || checkKind(action, e, eb) != nil {
		t.Emit(AttackLost{By: p.ref(b.N), Target: r})
		return
	}
	attack(t, newShot(s, p, b, action, e, eb), slices.Contains(a.Aim.Boosts, a.Aim.Next+1))
}

// observable returns the Units that could fire for the observer now: of the same (Reaction) Taskforce, not yet acted, with a
// Fire Support action.
func observable(s *state, p piece) []piece {
	return side(s, p.seat(), func(q piece) bool { return checkObservable(s, p, q) == nil && len(fireSupport(q)) > 0 })
}

func checkObservable(s *state, p, q piece) error {
	switch {
	case q.Label == p.Label:
		return refuse("not-in-force", "another Unit must fire")
	case q.isPing():
		return refuse("not-a-unit", "%s is a contact", q.Label)
	case !together(s, p, q):
		return refuse("not-in-force", "%s is not of the same Taskforce", q.Label)
	case hasActed(s, q):
		return refuse("activated", "%s has acted", q.Label)
	}
	return nil
}

// together reports whether both are of the same Taskforce, or of the Reaction Taskforce (R24.7).
func together(s *state, p, q piece) bool {
	if p.seat() == s.Active {
		return inTaskforce(s, q.Label)
	}
	return s.RE != nil && s.RE.has(q.Label) && s.RE.has(p.Label)
}

// hasActed reports whether the Unit has had its activation this Turn.
func hasActed(s *state, p piece) bool {
	if s.RE != nil && s.RE.has(p.Label) {
		return s.RE.part(p.Label).Acted
	}
	return p.Activated
}

func fireSupport(p piece) []string {
	var out []string
	for _, a := range p.card().Actions {
		if _, ok := a.Trait("fire-support"); ok {
			out = append(out, a.ID)
		}
	}
	return out
}

// gunner returns the base of the called Unit that fires, and the cost of firing.
func gunner(s *state, q piece, weapon cards.Action) (base, cost, error) {
	a := begin(s, q, ActivationBegan{})
	for _, x := range a.Actors {
		c := costOf(weapon, x, "")
		if inTeam(weapon, x.N) && !(x.Limited && x.Spent) && x.AP >= c.ap {
			b, _ := q.base(x.N)
			return b, c, nil
		}
	}
	return base{}, cost{}, refuse("stun-limit", "%s has no action left", q.Label)
}

// checkRid says why the called base could not pay for its Stun Token as well as for firing (edition 4.2, D13); cp is the CP that its
// owner has left then.
func checkRid(s *state, q piece, b base, c cost, cp int) error {
	stunned := slices.Contains(begin(s, q, ActivationBegan{}).Recover, b.N)
	if refreshedWhenCalled(s, q) {
		b.CM = max(b.CM, q.card().CMStat())
	}
	if stunned && c.ap > 0 && b.CM+b.Hardened == 0 && cp <= 0 {
		return refuse("stun-limit", "%s is stunned and has nothing to pay for that but the Action Point it fires with", q.ref(b.N))
	}
	return nil
}

func checkObserve(s *state, p piece, b base, o Act) error {
	q, err := own(s, p.seat(), o.Target.Label)
	if err != nil {
		return err
	}
	if err := checkObservable(s, p, q); err != nil {
		return err
	}
	weapon, ok := q.card().Action(o.Use)
	if !ok || !slices.Contains(fireSupport(q), o.Use) {
		return refuse("no-action", "the %s has no Fire Support action %q", q.card().Name, o.Use)
	}
	qb, c, err := gunner(s, q, weapon)
	if err != nil {
		return err
	}
	action, _ := p.card().Action("forward-observe")
	_, own, err := payer(s, p, action, Act{By: o.By, Pay: o.Pay})
	if err != nil {
		return err
	}
	if len(o.Unstun) > 0 && !refreshedWhenCalled(s, q) {
		return refuse("refreshed", "%s is not refreshed now", q.Label)
	}
	if err := checkUnstun(s, q, o.Unstun); err != nil {
		return err
	}
	whole := c.cp + own.cp + len(o.Boosts) + len(o.Unstun)
	if whole > s.CP.Of(p.seat()) {
		return refuse("no-cp", "that costs %d CP in all; you have %d", whole, s.CP.Of(p.seat()))
	}
	if err := checkRid(s, q, qb, c, s.CP.Of(p.seat())-whole); err != nil {
		return err
	}
	if !isClustered(weapon) {
		if o.At != nil || o.Targets != nil || o.Boosts != nil {
			return refuse("aim", "%s takes its targets one by one", weapon.Name)
		}
		return nil
	}
	return checkClustered(s, q, qb, weapon, []plane.Body{body(s, p, b)}, o)
}

// refreshedWhenCalled reports whether the Unit is refreshed before it fires: the Non-Active Player's in an engagement (Q79).
func refreshedWhenCalled(s *state, q piece) bool { return s.RE != nil && needsRefresh(s, q) }

// doObserve lets the other Unit have its Unit Activation now, with that one action (Q79).
func doObserve(t tx, p piece, b base, o Act) {
	s := t.State()
	q := must(s, o.Target.Label)
	if refreshedWhenCalled(s, q) {
		unstun := slices.Clone(o.Unstun)
		slices.Sort(unstun)
		t.Emit(Refreshed{Unit: q.Label, Unstunned: unstun})
	}
	t.Emit(ActivationBegan{Piece: q.Label, Eye: p.ref(b.N)})
	q = must(t.State(), q.Label)
	weapon, _ := q.card().Action(o.Use)
	qb, c, _ := gunner(t.State(), q, weapon)
	beginWeapon(t, q, qb, weapon, c, o)
}

func slotsObserve(s *state, p piece, _ base) []game.Slot {
	var units, weapons []string
	var slots []game.Slot
	for _, q := range observable(s, p) {
		units = append(units, string(q.Label))
		for _, id := range fireSupport(q) {
			weapon, _ := q.card().Action(id)
			qb, c, err := gunner(s, q, weapon)
			if left := s.CP.Of(p.seat()) - c.cp; err != nil || left < 0 || checkRid(s, q, qb, c, left) != nil || slices.Contains(weapons, id) {
				continue
			}
			weapons = append(weapons, id)
			if next := clusteredSlots(s, q, weapon); len(next) > len(slots) || len(slots) > 0 && len(next) > 1 && next[1].Max > slots[1].Max {
				slots = next
			}
		}
	}
	if len(weapons) == 0 || len(slots) == 0 {
		return nil
	}
	slots = append([]game.Slot{slotUnit.Of(units...), slotUse.Of(weapons...).Times(1, 1)}, slots...)
	return append(slots, unstunSlot(s, observable(s, p))...)
}

// unstunSlot offers to pay off Stun Tokens of the one Unit that can be called, if it is refreshed.
func unstunSlot(s *state, units []piece) []game.Slot {
	if len(units) != 1 || !refreshedWhenCalled(s, units[0]) {
		return nil
	}
	options := choicesOf(unstunnable(s, units[0]), s.CP.Of(units[0].seat()))
	if len(options) == 0 {
		return nil
	}
	return []game.Slot{slotUnstun.Of(options...)}
}
