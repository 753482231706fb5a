package downsync

import (
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// Unit Activation and the Move Action: R7.12 to R7.14, R13.4, R15, R18, R19.1, rulings Q50, Q58, Q59.

func menuNext(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, p := range members(s, unactivated) {
		m = append(m, Offer("activate", []string{string(p.Label)}))
	}
	return append(m, Offer("done", nil))
}

func checkNext(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		if o.What == "" {
			return nil
		}
	case Activate:
		p, err := own(s, seat, o.Piece)
		switch {
		case err != nil:
			return err
		case !inTaskforce(s, o.Piece):
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
	for _, p := range members(t.State(), unactivated) {
		t.Emit(ActivationBegan{Piece: p.Label})
		endActivation(t)
	}
}

// acting is the running activation and its piece.
func acting(s *state) (activation, piece) {
	a := s.Acts[len(s.Acts)-1]
	return a, must(s, a.Piece)
}

// able reports whether a base can still take an action that costs an AP (R7.13, R13.4, Q58).
func (a actor) able() bool { return a.AP > 0 && !(a.Limited && a.Spent) && !a.Over }

func (a activation) actor(n int) (actor, bool) {
	i := slices.IndexFunc(a.Actors, func(x actor) bool { return x.N == n })
	if i < 0 {
		return actor{}, false
	}
	return a.Actors[i], true
}

func menuAct(s *state, seat game.Seat) game.Menu {
	a, p := acting(s)
	var m game.Menu
	if a.Left > 0 {
		action, _ := p.card().Action(a.Action)
		x, _ := a.actor(a.By)
		if c, ok := actionChoice(s, p, action, x); ok {
			m = append(m, c)
		}
		return append(m, Offer("drop", nil), Offer("end", nil))
	}
	if checkAlone(s, p) != nil {
		return game.Menu{Offer("end", nil)}
	}
	for _, x := range a.Actors {
		if !p.isPing() {
			for _, action := range p.card().Actions {
				if c, ok := actionChoice(s, p, action, x); ok {
					m = append(m, c)
				}
			}
		}
		if checkStep(s, p, x) == nil {
			m = append(m, byBase(Offer("act move", nil, slotTo, slotVia.Times(0, maxVia)), p, x.N))
		}
	}
	if checkOverwatch(s) == nil {
		m = append(m, Offer("act overwatch", nil))
	}
	return append(m, Offer("end", nil))
}

// byBase adds the acting base to a choice if the piece has several.
func byBase(c game.Choice, p piece, n int) game.Choice {
	if len(p.Bases) > 1 {
		return c.Also(slotBy, p.ref(n).String())
	}
	return c
}

// offerAct offers an action of the card to the base.
func offerAct(action cards.Action, p piece, n int, slots ...game.Slot) game.Choice {
	return byBase(Offer("act", []string{action.ID}, slots...), p, n)
}

// actionChoice offers an action of the card to the base: a check or attack on every legal target, the point and targets of a
// Clustered action, or the slots of a Special Action.
func actionChoice(s *state, p piece, action cards.Action, x actor) (game.Choice, bool) {
	a, _ := acting(s)
	switch {
	case action.Effect == cards.Special:
		return specialChoice(s, p, action, x)
	case isClustered(action):
		slots := clusteredSlots(s, p, action)
		ok := slots != nil && inTeam(action, x.N) && checkCost(s, p, x, costOf(action, x, "")) == nil
		return offerAct(action, p, x.N, slots...), ok
	}
	var targets []string
	for _, e := range side(s, other(p.seat()), piece.onTable) {
		for _, b := range e.Bases {
			if checkActOn(s, p, action, Act{Action: action.ID, Target: e.ref(b.N), By: p.ref(x.N)}) == nil {
				targets = append(targets, e.ref(b.N).String())
			}
		}
	}
	if len(targets) == 0 {
		return game.Choice{}, false
	}
	c := offerAct(action, p, x.N, slotTarget.Of(targets...).Times(1, 1))
	free := s.CP.Of(p.seat())
	if a.Left == 0 {
		free -= costOf(action, x, "").cp
	}
	if free > 0 {
		c.Slots = append(c.Slots, order.Flag("boost"))
	}
	c.Slots = append(c.Slots, slotThen)
	return c, true
}

// spent reports whether the running activation can only end, as everybody can see, so that nobody needs to be asked: every base
// has openly spent its AP, and no legal target is left for what it has begun or could pay for with CP. spent returns false
// where the menu depends on a secret, because an automatic end would reveal it: an AP spent out of sight, as on an Overwatch
// Action (S12), or a Unit aboard that could be set down.
func spent(s *state, menu func() game.Menu) bool {
	a, p := acting(s)
	if slices.ContainsFunc(a.Actors, func(x actor) bool { return !x.Shown }) {
		return false
	}
	if !p.isPing() && slices.ContainsFunc(p.card().Actions, func(c cards.Action) bool { return slices.Contains(carrying, c.ID) }) {
		return false
	}
	return !slices.ContainsFunc(menu(), func(c game.Choice) bool { return c.Words != "end" && c.Words != "drop" })
}

// carrying lists the actions that depend on who is aboard. The passengers are secret until they are set down (S15).
var carrying = []string{"load", "unload", "deploy-drones"}

func checkAct(s *state, seat game.Seat, r game.Reply) error {
	a, p := acting(s)
	switch o := r.(type) {
	case End:
		return nil
	case drop:
		if a.Left == 0 {
			return refuse("no-attacks", "%s has no checks or attacks left to give up", p.Label)
		}
		return nil
	case ActMove, ActOverwatch:
		if a.Left > 0 {
			return refuse("attacks-left", "%s has %d left of %s: use or drop them first", p.Label, a.Left, a.Action)
		}
		if m, ok := o.(ActMove); ok {
			return checkActMove(s, p, m)
		}
		return checkOverwatch(s)
	case Act:
		if a.Left > 0 && o.Action != a.Action {
			return refuse("attacks-left", "%s has %d left of %s: use or drop them first", p.Label, a.Left, a.Action)
		}
		return checkUse(s, p, o)
	}
	return notNow(r, "act, or end")
}

// actorFor finds the base that is to act: the one named, or the only one that fits.
func actorFor(s *state, p piece, by Ref, fits func(actor) bool) (base, actor, error) {
	a, _ := acting(s)
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

// checkStep says why a base cannot pay an action that every piece has, of cost A.
func checkStep(s *state, p piece, x actor) error {
	if err := checkAlone(s, p); err != nil {
		return err
	}
	return checkCost(s, p, x, cost{ap: 1})
}

func checkActMove(s *state, p piece, o ActMove) error {
	b, x, err := actorFor(s, p, o.By, actor.able)
	if err != nil {
		return err
	}
	if err := checkStep(s, p, x); err != nil {
		return err
	}
	if err := checkReach(s, p, b, o.To, o.Via); err != nil {
		return err
	}
	return checkCoherent(s, p.standingAt(b, o.To), b.N) // after each base's own Move Action (Q44)
}

func answerAct(t tx, _ game.Seat, r game.Reply) {
	s := t.State()
	_, p := acting(s)
	switch o := r.(type) {
	case End:
		endActivation(t)
	case drop:
		t.Emit(Dropped{Unit: p.Label})
	case ActOverwatch:
		t.Emit(overwatchTaken{Unit: p.Label, Open: open(s)})
	case ActMove:
		b, _, _ := actorFor(s, p, o.By, actor.able)
		t.Emit(moved(s, p, b, o.To, o.Via, true))
		p = must(t.State(), p.Label)
		b, _ = p.base(b.N)
		counts := []base{b}
		if rev(t.State()).wholeUnit {
			counts = p.Bases
		}
		loseStealth(t, p.Label, counts)
		contact(t, p, counts)
	case Act:
		if a, _ := acting(s); o.Then != a.Then {
			t.Emit(endPlanned{Unit: p.Label, Then: o.Then})
		}
		use(t, p, o)
	}
}

// endActivation ends the running activation. A base that suffered from its Stun Token loses the token (Q59). The Activated
// Token comes now or, in an engagement, when the engagement ends (Q69).
func endActivation(t tx) {
	if a, _ := acting(t.State()); a.Left > 0 {
		t.Emit(Dropped{Unit: a.Piece}) // the rest of the action is given up (Q51)
	}
	firedOpen(t)
	for _, n := range act(t.State()).Recover {
		recoverWith(t, n, "ap")
	}
	s := t.State()
	a, p := acting(s)
	f := ActivationEnded{Piece: p.Label, Activated: s.RE == nil || !s.RE.has(p.Label), Quiet: !p.isPing()}
	for _, x := range a.Actors {
		if x.Stunned {
			f.Unstunned = append(f.Unstunned, x.N)
		}
		f.Quiet = f.Quiet && !x.Shown
		f.Watch = f.Watch || !x.Shown
	}
	alone := ed(s).watchAlone && s.RE != nil // in a reaction, an action that was seen excludes Overwatch (V21)
	f.Watch = f.Watch && !f.Quiet && !p.isPing() && rev(s).watchSome && !alone
	t.Emit(f)
}

// begin returns a new activation of the piece (R7.13, R13.4). A stunned base has one action, and none if it moved in the Move
// phase (Q58); in edition 4.2 it pays first instead.
func begin(s *state, p piece, f ActivationBegan) activation {
	a := activation{Piece: p.Label, Eye: f.Eye, One: f.One}
	for _, b := range p.Bases {
		x := actor{N: b.N, AP: 1, Limited: f.One}
		switch stunned := b.Stun && !b.Fresh; {
		case stunned && ed(s).recovering:
			a.Recover = append(a.Recover, b.N)
		case stunned:
			x.Limited, x.Stunned = true, true
			x.Spent, x.Shown = b.Moved, b.Moved
		}
		a.Actors = append(a.Actors, x)
	}
	return a
}

// String is for test output.
func (a actor) String() string { return fmt.Sprintf("base %d AP %d", a.N, a.AP) }

// stepActivation takes the next step of the running activation that needs no answer.
func stepActivation(t tx) bool {
	a, _ := acting(t.State())
	switch {
	case len(a.Recover) > 0:
		return false
	case a.Aim != nil:
		aimed(t)
		return true
	case a.Left > 0 && len(a.Named) > 0 && shootNamed(t):
		return true
	case firedOpen(t):
		return true
	case a.Eye != (Ref{}) && a.Left == 0: // its one action is done (Q79)
		endActivation(t)
		return true
	case a.Then != "" && a.Left == 0:
		if a.Then == ThenOverwatch {
			if checkOverwatch(t.State()) != nil {
				t.Emit(endPlanned{Unit: a.Piece})
				return false
			}
			t.Emit(overwatchTaken{Unit: a.Piece, Open: open(t.State())})
		}
		endActivation(t)
		return true
	}
	return false
}

// ActivationBegan: a piece begins its activation (R7.13).
type ActivationBegan struct {
	Piece Label `json:"piece"`
	// One: each base may take one move or action only, as after an Unload (Q76).
	One bool `json:"one,omitempty"`
	// Eye: it fires at once, seen through that observer's base (Q79).
	Eye Ref `json:"eye,omitzero"`
}

func (ActivationBegan) Kind() string                { return "activation" }
func (f ActivationBegan) For(game.Viewer) game.Fact { return f }

var _ = public(beginActivation)

// ActionBegan: a base pays for an action of its card and begins it.
type ActionBegan struct {
	Unit   Label  `json:"unit"`
	By     int    `json:"by"`
	Action string `json:"action"`
	ROF    int    `json:"rof"`             // how many checks or attacks follow; 0: none
	NoAP   bool   `json:"no_ap,omitempty"` // it takes no Action Point
	CP     int    `json:"cp,omitempty"`    // Command Points that it takes
	// Aim: the point of a Clustered attack; Targets are all named first, and Boosts lists the boosted rolls (Q80). Without an
	// Aim, Targets are those named with the first check or attack; the later ones follow automatically (Q51).
	Aim     *plane.Point `json:"aim,omitempty"`
	Targets []Ref        `json:"targets,omitempty"`
	Boosts  []int        `json:"boosts,omitempty"`
}

func (ActionBegan) Kind() string                { return "action" }
func (f ActionBegan) For(game.Viewer) game.Fact { return f }

var _ = public(beginAction)

// Dropped: the rest of an action's checks or attacks was given up.
type Dropped struct {
	Unit Label `json:"unit"`
}

func (Dropped) Kind() string                { return "dropped" }
func (f Dropped) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, _ Dropped) { act(s).Left, act(s).Aim, act(s).Named = 0, nil, nil })

// ActivationEnded: a piece has ended its activation. Unstunned bases suffered from their Stun Token and lost it
// (Q59).
type ActivationEnded struct {
	Piece     Label `json:"piece"`
	Unstunned []int `json:"unstunned,omitempty"`
	// Activated: it receives its Activated Token now; in an engagement that comes at the end (Q69).
	Activated bool `json:"activated,omitempty"`
	// Quiet: nobody saw it use its AP, so it may have taken Overwatch (S2).
	Quiet bool `json:"quiet,omitempty"`
	// Watch: nobody saw some of its bases use their AP, so they may have (Q46).
	Watch bool `json:"watch,omitempty"`
}

func (ActivationEnded) Kind() string                { return "activation-end" }
func (f ActivationEnded) For(game.Viewer) game.Fact { return f }

var _ = public((*state).endActivation)

func beginActivation(s *state, f ActivationBegan) {
	p := s.at(f.Piece)
	if s.RE != nil {
		p.stopWatching() // R24.15
		if s.RE.Called == f.Piece {
			s.RE.Called = ""
		}
	}
	s.Acts = append(s.Acts, begin(s, *p, f))
}

// beginAction pays for an action and sets up the checks or attacks that follow.
func beginAction(s *state, f ActionBegan) {
	a := act(s)
	pay(s, f.By, when(!f.NoAP, 1))
	s.CP[f.Unit.Seat()-1] -= f.CP
	if f.ROF == 0 {
		a.Used = append(a.Used, f.Action)
		return
	}
	a.Action, a.By, a.Left = f.Action, f.By, f.ROF
	if f.Aim != nil {
		a.Aim = &aim{At: *f.Aim, Targets: f.Targets, Boosts: f.Boosts}
	} else {
		a.Named = f.Targets
	}
}

// pay spends the base's action and its AP. Everybody sees an AP being spent.
func pay(s *state, n, ap int) {
	a := act(s)
	if rev(s).oneAtATime {
		for j := range a.Actors {
			a.Actors[j].Over = a.Actors[j].Over || a.Now != n && a.Actors[j].N == a.Now
		}
		a.Now = n
	}
	x := &a.Actors[slices.IndexFunc(a.Actors, func(x actor) bool { return x.N == n })]
	x.AP -= ap
	x.Spent, x.Shown = true, x.Shown || ap > 0
}

// check uses one check or attack of the running action.
func check(s *state, boost bool) {
	a := act(s)
	if a.Aim != nil {
		a.Aim.Next++
	}
	if a.Left--; a.Left == 0 {
		a.Action, a.By, a.Aim, a.Named = "", 0, nil, nil
	}
	if boost {
		s.CP[a.Piece.Seat()-1]--
	}
}

func (s *state) endActivation(f ActivationEnded) {
	s.Acts = s.Acts[:len(s.Acts)-1]
	p := s.at(f.Piece)
	p.Activated = p.Activated || f.Activated
	p.MayWatch = p.MayWatch || f.Quiet || f.Watch
	for _, n := range f.Unstunned {
		if i := slices.IndexFunc(p.Bases, func(b base) bool { return b.N == n }); i >= 0 {
			p.Bases[i].Stun = false
		}
	}
	if s.RE != nil && s.RE.has(f.Piece) {
		s.RE.part(f.Piece).Acted = true
	}
}
