package downsync

import (
	"slices"

	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
)

// Actions of the card on a target, and attacks: R18, R20, R21, R22, rulings Q42, Q50, Q51.

const (
	shortRange = 6 * 1000  // under it +1 (R21.5)
	longRange  = 16 * 1000 // over it -1 (R21.5)
	counterOn  = 3         // what a countermeasure die must reach (R23.3)
)

// checkActOn says why the acting piece cannot use that action on that target now.
func (s *state) checkActOn(p piece, o ActOn) error {
	a, _ := s.acting()
	if p.isPing() {
		return refuse("not-a-unit", "a Ping may only move (R15.1)")
	}
	action, ok := p.card().Action(o.Action)
	if !ok {
		return refuse("no-action", "the %s has no action %q", p.card().Name, o.Action)
	}
	if action.Effect == cards.Special || notInPlay(action) {
		return refuse("not-built", "%s is not in play yet", action.Name)
	}
	fits := func(x actor) bool { return x.able() && inTeam(action, x.N) }
	if a.Left > 0 {
		fits = func(x actor) bool { return x.N == a.By }
	}
	b, x, err := s.actorFor(p, o.By, fits)
	if err != nil {
		return err
	}
	if !inTeam(action, b.N) {
		return refuse("team", "%s is not for base %d", action.Name, b.N)
	}
	switch {
	case a.Left == 0:
		err = checkAP(p, x)
	case b.N != a.By:
		err = refuse("attacks-left", "base %d has %d left of %s: use or drop them first", a.By, a.Left, action.Name)
	}
	if err != nil {
		return err
	}
	if o.Boost && s.CP.Of(p.seat()) == 0 {
		return refuse("no-cp", "a boost costs 1 CP; you have none")
	}
	return s.checkTarget(p, b, action, o.Target)
}

// notInPlay tells whether the action hangs on a weapon trait that changes who may be its target and is not built.
func notInPlay(a cards.Action) bool {
	_, clustered := a.Trait("clustered")
	return clustered && cards.Pending("clustered")
}

// inTeam tells whether the base may use the action (R13.5).
func inTeam(a cards.Action, n int) bool { return len(a.Teams) == 0 || slices.Contains(a.Teams, n) }

func (s *state) checkTarget(p piece, b base, action cards.Action, target Ref) error {
	e, ok := s.piece(target.Label)
	if !ok {
		return refuse("no-piece", "there is no %s on the table", target.Label)
	}
	if e.seat() == p.seat() {
		return refuse("own-target", "%s is your own", target.Label)
	}
	eb, ok := e.base(target.N)
	if !ok {
		return s.whichBase(e, target.N)
	}
	if err := checkKind(action, e, eb); err != nil {
		return err
	}
	from, to := p.disc(b), e.disc(eb)
	switch {
	case !action.Unlimited && !plane.Within(from, to, plane.In(action.Range)):
		return refuse("range", "%s is %s\" away; the range of %s is %d\"", target, plane.Gap(from, to), action.Name, action.Range)
	case action.MinRange > 0 && plane.Under(from, to, plane.In(action.MinRange)):
		return refuse("range", "%s is %s\" away; %s needs at least %d\"", target, plane.Gap(from, to), action.Name, action.MinRange)
	case action.Combat() && !s.sees(p, b, e, eb):
		return refuse("sight", "%s is out of sight", target)
	}
	return nil
}

// checkKind says why a piece of that kind is no target: scans find Pings (R20.3), or take Stealth off a Unit (Q52);
// attacks hit Units (R21.1).
func checkKind(action cards.Action, e piece, eb base) error {
	switch {
	case action.Effect == cards.Scan && !e.isPing() && !eb.Stealth:
		return refuse("not-scannable", "%s is a Unit in plain view; scans find Pings", e.Label)
	case action.Effect == cards.Scan:
		return nil
	case e.isPing():
		return refuse("not-a-unit", "%s is a Ping; only Units can be attacked", e.Label)
	case eb.Stealth:
		return refuse("stealth", "%s has a Stealth Token", e.ref(eb.N))
	case action.OnlyVs != "" && action.OnlyVs != e.card().Category():
		return refuse("only-vs", "%s is for targets of %s only", action.Name, action.OnlyVs)
	}
	return nil
}

// useAction makes one check or attack, paying for the action with the first of them.
func useAction(t tx, p piece, o ActOn) {
	s := t.State()
	a, _ := s.acting()
	action, _ := p.card().Action(o.Action)
	if a.Left == 0 {
		b, _, _ := s.actorFor(p, o.By, func(x actor) bool { return x.able() && inTeam(action, x.N) })
		t.Emit(ActionBegan{Unit: p.Label, By: b.N, Action: action.ID, ROF: action.ROF})
		a, _ = t.State().acting()
	}
	b, _ := p.base(a.By)
	e := t.State().must(o.Target.Label)
	eb, _ := e.base(o.Target.N)
	if action.Effect == cards.Scan {
		scan(t, p, b, e, eb, o.Boost)
	} else {
		attack(t, t.State().newShot(p, b, action, e, eb), o.Boost)
	}
}

// attack rolls one attack and, on a hit, puts its effect to the owner's countermeasures (R21.4, R22, R23). What the
// weapon does besides applies first, whatever comes of that (R23.2, Q56).
func attack(t tx, x shot, boost bool) {
	target := x.at.ref(x.to.N)
	f := AttackRolled{By: x.by.ref(x.from.N), Action: x.action.ID, Target: target, Effect: x.effect(), Boost: boost,
		Mods: x.mods(), Against: x.against(), Need: x.at.card().Def, Counter: counterNeed(x.action)}
	for _, m := range f.Against {
		f.Need += m.By
	}
	f.Roll = roll(t, 0, 2, advantage(boost))
	f.Total = total(f.Roll, f.Mods)
	f.Hit = f.Total >= f.Need
	t.Emit(f)
	if !f.Hit {
		return
	}
	if x.has("tagged") && !x.to.Tagged {
		t.Emit(Marked{Target: target, As: "tagged"})
	}
	switch {
	case f.Effect == cards.Stun && x.to.Stun:
		t.Emit(NoEffect{Target: target}) // R22.3, Q57
	case !t.State().counterAsked():
		applyHit(t)
	}
}

// applyHit carries out the effect that countermeasures did not stop (R22).
func applyHit(t tx) {
	h := *t.State().Hit
	if h.Effect == cards.Stun {
		t.Emit(Stunned{Target: h.Target})
		return
	}
	e := t.State().must(h.Target.Label)
	t.Emit(Destroyed{Target: h.Target, Gone: len(e.Bases) == 1})
	wipeOut(t)
}
