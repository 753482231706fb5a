package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Actions of the card on a target, and attacks: R18, R20, R21, R22, rulings Q42, Q50, Q51.

const (
	shortRange = 6 * 1000  // under it +1 (R21.5)
	longRange  = 16 * 1000 // over it -1 (R21.5)
	counterOn  = 3         // the least that stops an effect, on a countermeasure die (R23.3)
)

// checkUse says why the acting piece cannot use the action so.
func checkUse(s *state, p piece, o Act) error {
	if p.isPing() {
		return refuse("not-a-unit", "a contact may only move")
	}
	action, ok := p.card().Action(o.Action)
	if !ok {
		return refuse("no-action", "the %s has no action %q", p.card().Name, o.Action)
	}
	if err := checkAlone(s, p); err != nil {
		return err
	}
	switch {
	case action.Effect == cards.Special && o.Then != "":
		return refuse("then", "only a check or an attack ends the activation by itself; end it afterwards")
	case action.Effect == cards.Special:
		return checkSpecial(s, p, action, o)
	case isClustered(action):
		b, _, err := payer(s, p, action, o)
		if err != nil {
			return err
		}
		return checkShot(s, p, b, action, o)
	}
	return checkActOn(s, p, action, o)
}

// checkActOn says why the acting piece cannot make one check or attack with that action on that target now.
func checkActOn(s *state, p piece, action cards.Action, o Act) error {
	if len(o.Targets) > 0 && o.At == nil && o.Target == (Ref{}) {
		return checkNamed(s, p, action, o)
	}
	if o.Target == (Ref{}) || o.Use != "" || o.At != nil || o.Targets != nil || o.Boosts != nil || o.Unstun != nil {
		return refuse("aim", "%s is used on one target, like act %s B1", action.Name, action.ID)
	}
	a, _ := acting(s)
	if a.Left == 0 {
		b, _, err := payer(s, p, action, o)
		if err != nil {
			return err
		}
		return checkShot(s, p, b, action, o)
	}
	b, _, err := actorFor(s, p, o.By, func(x actor) bool { return x.N == a.By })
	switch {
	case err != nil:
		return err
	case b.N != a.By:
		return refuse("attacks-left", "base %d has %d left of %s: use or drop them first", a.By, a.Left, action.Name)
	case o.Pay != "":
		return refuse("no-order", "%s is paid for already", action.Name)
	case o.Boost && s.CP.Of(p.seat()) == 0:
		return refuse("no-cp", "a boost costs 1 CP; you have none")
	}
	return checkShot(s, p, b, action, o)
}

// checkNamed says why the acting piece cannot name these targets for the checks or attacks of the action. They follow one after
// another (Q51).
func checkNamed(s *state, p piece, action cards.Action, o Act) error {
	a, _ := acting(s)
	left := action.ROF
	if a.Left > 0 { // later targets can be named with the first one only
		left = 1
	}
	if len(o.Targets) > left || o.Boost || o.Boosts != nil {
		return refuse("aim", "%s has %d left: name at most so many targets, and boost none of them", action.Name, left)
	}
	one := o
	for _, one.Target = range o.Targets {
		one.Targets = nil
		if err := checkActOn(s, p, action, one); err != nil {
			return err
		}
	}
	return nil
}

// shootNamed makes the next check or attack of an action whose targets were named with its first one. If that target is no
// longer legal, it makes none and the player is asked.
func shootNamed(t tx) bool {
	s := t.State()
	a, p := acting(s)
	action, _ := p.card().Action(a.Action)
	next := action.ROF - a.Left
	if next >= len(a.Named) {
		return false
	}
	o := Act{Action: a.Action, By: p.ref(a.By), Target: a.Named[next]}
	if checkActOn(s, p, action, o) != nil {
		return false
	}
	use(t, p, o)
	return true
}

// inTeam reports whether the base may use the action (R13.5).
func inTeam(a cards.Action, n int) bool { return len(a.Teams) == 0 || slices.Contains(a.Teams, n) }

func checkTeam(a cards.Action, b base) error {
	if !inTeam(a, b.N) {
		return refuse("team", "%s is not for base %d", a.Name, b.N)
	}
	return nil
}

// checkShot says why the base cannot make that check or attack, whoever pays for it. It checks the target, or the point of a
// Clustered attack and the targets around it. Both what-ifs and orders use it.
func checkShot(s *state, p piece, b base, action cards.Action, o Act) error {
	if err := checkTeam(action, b); err != nil {
		return err
	}
	if isClustered(action) {
		return checkClustered(s, p, b, action, eyes(s, p, b, action), o)
	}
	return checkTarget(s, p, b, action, o.Target)
}

// enemy finds the enemy base that is named.
func enemy(s *state, p piece, r Ref) (piece, base, error) {
	e, ok := s.piece(r.Label)
	if !ok {
		return e, base{}, refuse("no-piece", "there is no %s on the table", r.Label)
	}
	if e.seat() == p.seat() {
		return e, base{}, refuse("own-target", "%s is your own", r.Label)
	}
	eb, ok := e.base(r.N)
	if !ok {
		return e, eb, whichBase(s, e, r.N)
	}
	return e, eb, nil
}

func checkTarget(s *state, p piece, b base, action cards.Action, target Ref) error {
	e, eb, err := enemy(s, p, target)
	if err != nil {
		return err
	}
	if err := checkKind(action, e, eb); err != nil {
		return err
	}
	if err := checkRange(action, p.disc(b), e.disc(eb), target.String()); err != nil {
		return err
	}
	if action.Combat() {
		if seen, _ := sighted(s, eyes(s, p, b, action), body(s, e, eb)); !seen {
			return refuse("sight", "%s is out of sight", target)
		}
	}
	return nil
}

// checkRange says why the target is too far or too near for the action (R18.3, Q87).
func checkRange(action cards.Action, from, to plane.Disc, what string) error {
	if !action.Unlimited && !plane.Within(from, to, plane.In(action.Range)) {
		return refuse("range", "%s is %s\" away; the range of %s is %d\"", what, plane.Gap(from, to), action.Name, action.Range)
	}
	return checkNear(action, from, to, what)
}

// checkNear says why the target is too near for the action.
func checkNear(action cards.Action, from, to plane.Disc, what string) error {
	if action.MinRange > 0 && plane.Under(from, to, plane.In(action.MinRange)) {
		return refuse("range", "%s is %s\" away; %s needs at least %d\"", what, plane.Gap(from, to), action.Name, action.MinRange)
	}
	return nil
}

// checkKind says why a piece of that kind is not a legal target: scans find Pings (R20.3) or take Stealth off a Unit (Q52);
// attacks hit Units (R21.1).
func checkKind(action cards.Action, e piece, eb base) error {
	switch {
	case action.Effect == cards.Scan && !e.isPing() && !eb.Stealth:
		return refuse("not-scannable", "%s is a Unit in plain view; scans find contacts", e.Label)
	case action.Effect == cards.Scan:
		return nil
	case e.isPing():
		return refuse("not-a-unit", "%s is a contact; only Units can be attacked", e.Label)
	case eb.Stealth:
		return refuse("stealth", "%s has a Stealth Token", e.ref(eb.N))
	case action.OnlyVs != "" && action.OnlyVs != e.card().Category():
		return refuse("only-vs", "%s is for targets of %s only", action.Name, game.Word(game.Text(action.OnlyVs)))
	}
	return nil
}

// use carries out one use of an action, paying for it with its first check or attack.
func use(t tx, p piece, o Act) {
	s := t.State()
	a, _ := acting(s)
	action, _ := p.card().Action(o.Action)
	if action.Effect == cards.Special {
		useSpecial(t, p, action, o)
		return
	}
	if a.Left == 0 {
		b, c, _ := payer(s, p, action, o)
		beginWeapon(t, p, b, action, c, o)
		if isClustered(action) {
			return // the attacks follow one by one
		}
		s = t.State()
		a, _ = acting(s)
	}
	b, _ := must(s, p.Label).base(a.By)
	if o.Target == (Ref{}) {
		o.Target = o.Targets[0]
	}
	e, eb, _ := enemy(s, p, o.Target)
	if action.Effect == cards.Scan {
		scan(t, p, b, e, eb, o.Boost)
	} else {
		attack(t, newShot(s, p, b, action, e, eb), o.Boost)
	}
}

// beginWeapon pays for an action that makes checks or attacks, and names the targets of a Clustered one.
func beginWeapon(t tx, p piece, b base, action cards.Action, c cost, o Act) {
	f := c.began(p, b, action)
	f.ROF = action.ROF
	if isClustered(action) {
		f.ROF, f.Aim, f.Targets, f.Boosts = len(o.Targets), &o.At[0], o.Targets, o.Boosts
	} else if len(o.Targets) > 1 {
		f.Targets = o.Targets
	}
	t.Emit(f)
}

// attack rolls one attack and, on a hit, offers the target's owner countermeasures against its effect (R21.4, R22, R23). The
// weapon's side effects apply before that, and countermeasures do not stop them (R23.2, Q56).
func attack(t tx, x shot, boost bool) {
	target := x.at.ref(x.to.N)
	f := AttackRolled{By: x.by.ref(x.from.N), Action: x.action.ID, Target: target, Effect: x.effect(), Boost: boost,
		Mods: x.mods(), Against: x.against(), Need: x.at.card().Def, Counter: counterNeed(x.action)}
	for _, m := range f.Against {
		f.Need += m.By
	}
	f.Roll = roll(t, 0, forAttack, 2, advantage(boost))
	f.Total = total(f.Roll, f.Mods)
	f.Hit = f.Total >= f.Need
	t.Emit(f)
	if !f.Hit {
		return
	}
	if x.has("tagged") && !x.to.Tagged {
		t.Emit(Marked{Target: target, As: "tagged"})
	}
	if why := x.void(); why != nil {
		t.Emit(why)
	} else if !counterAsked(t.State()) {
		applyHit(t)
	}
}

// applyHit carries out the effect that countermeasures did not stop (R22).
func applyHit(t tx) {
	h := *t.State().Hit
	if h.Effect == cards.Stun {
		t.Emit(Stunned{Target: h.Target, CP: h.Paid})
		return
	}
	e := must(t.State(), h.Target.Label)
	f := Destroyed{Target: h.Target, Gone: len(e.Bases) == 1, CP: h.Paid}
	if f.Gone {
		bailOut(t, e)
		f.Aboard = lostAboard(t.State(), e.Label)
	}
	t.Emit(f)
	wipeOut(t)
}

// AttackRolled: one attack (R21.4).
type AttackRolled struct {
	By     Ref          `json:"by"`
	Action string       `json:"action"`
	Target Ref          `json:"target"`
	Effect cards.Effect `json:"effect"`
	Roll   Roll         `json:"roll"`
	Mods   []Mod        `json:"mods"`
	Total  int          `json:"total"`
	Need   int          `json:"need"`
	Hit    bool         `json:"hit"`
	Boost  bool         `json:"boost,omitempty"`
	// Against holds changes of the target's DEF, already in Need.
	Against []Mod `json:"against,omitempty"`
	// Counter is the least that an ordinary countermeasure die must show (R23.3, Q56).
	Counter int `json:"counter"`
}

func (AttackRolled) Kind() string                { return "attack" }
func (f AttackRolled) For(game.Viewer) game.Fact { return f }

func (f AttackRolled) DiceTold() (stream game.Seat, faces []int) { return 0, f.Roll.Faces }

var _ = public(func(s *state, f AttackRolled) {
	if b := baseAt(s, f.By); b.Stealth && !silent(s, f.By.Label, f.Action) {
		act(s).Fired = b.N
	}
	check(s, f.Boost)
	if f.Hit {
		s.Hit = &hit{By: f.By, Action: f.Action, Target: f.Target, Effect: f.Effect, Need: f.Counter}
	}
})

// AttackLost: an attack named first has no target any more (Q80).
type AttackLost struct {
	By     Ref `json:"by"`
	Target Ref `json:"target"`
}

func (AttackLost) Kind() string                { return "attack-lost" }
func (f AttackLost) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, _ AttackLost) { check(s, false) })

// Stunned: the base received a Stun Token (R22.3).
type Stunned struct {
	Target Ref `json:"target"`
	CP     int `json:"cp,omitempty"` // as in Stopped
}

func (Stunned) Kind() string                { return "stunned" }
func (f Stunned) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Stunned) {
	b := baseAt(s, f.Target)
	b.Stun, b.Fresh = true, s.RE != nil
	s.settle(f.Target, f.CP)
})

// NoEffect: a STUN hit on a stunned base does nothing (Q57).
type NoEffect struct {
	Target Ref `json:"target"`
}

func (NoEffect) Kind() string                { return "no-effect" }
func (f NoEffect) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, _ NoEffect) { s.Hit = nil })

// Destroyed: the base left the game; Gone: it was the Unit's last (R22.2, Q42).
type Destroyed struct {
	Target Ref  `json:"target"`
	Gone   bool `json:"gone,omitempty"`
	// Aboard lists the Units lost with it (Q75, Q78).
	Aboard []string `json:"aboard,omitempty"`
	CP     int      `json:"cp,omitempty"` // as in Stopped
}

func (Destroyed) Kind() string                { return "destroyed" }
func (f Destroyed) For(game.Viewer) game.Fact { return f }

var _ = public(destroy)

// Marked: until the Taskforce Activation ends the base's DEF is 2 lower; As is "tagged" or "target-lock" (Q84).
type Marked struct {
	Target Ref    `json:"target"`
	As     string `json:"as"`
}

func (Marked) Kind() string                { return "marked" }
func (f Marked) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Marked) {
	b := baseAt(s, f.Target)
	b.Tagged, b.Locked = b.Tagged || f.As == "tagged", b.Locked || f.As == "target-lock"
})

// silent reports whether the weapon leaves its user's Stealth Token in place.
func silent(s *state, l Label, action string) bool {
	a, _ := must(s, l).card().Action(action)
	_, ok := a.Trait("silent")
	return ok
}

// destroy takes a base away, and with its last the Unit (R22.2, Q42, Q67).
func destroy(s *state, f Destroyed) {
	s.settle(f.Target, f.CP)
	p := s.at(f.Target.Label)
	p.Bases = slices.DeleteFunc(p.Bases, func(b base) bool { return f.Target.N == 0 || b.N == f.Target.N })
	if len(p.Bases) > 0 {
		return
	}
	if p.AuraCP {
		s.CP[p.seat()-1]++ // Q24
	}
	s.Lost = append(slices.Clip(s.Lost), Lost{Seat: p.seat(), Label: p.Label, Unit: p.Unit})
	for _, r := range s.Riders { // on a server's own card, a Carrier may also be the transport of a squad
		if r.In == p.Label {
			s.Lost = append(slices.Clip(s.Lost), Lost{Seat: r.Seat, Label: r.Piece.Label, Unit: r.Piece.Unit}) // Q75, Q78
			s.CP[r.Seat-1] += when(rev(s).marksAboard && r.Piece.AuraCP, 1)                                    // Q24, D17
		}
	}
	s.Riders = slices.DeleteFunc(slices.Clone(s.Riders), func(r rider) bool { return r.In == f.Target.Label })
	leave(s, f.Target.Label)
}
