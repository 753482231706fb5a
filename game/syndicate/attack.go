package syndicate

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Attacks (S6). An attack goes through the stages below, in the order of S7. Each stage may ask a question.

// attack is an attack under way.
type attack struct {
	By, Target Label
	Mark       bool       // Predictive Mark
	Decoy      int        // the object that takes the attack; 0: none
	At         grid.Space // where the target is, or was
	Stage      int        // index into stages of the next stage
	Ask        string     // the question that the attack waits for; "": none
	Asked      game.Seat
	Helper     Label // the Mercenary that the question is about
	Aim        Aim
	Faces      []int
	Again      []bool // rolled again, by die
	Hits       int
	Blow       Blow
	Reduced    int // by Hold the Line or Ballistic Gel
	Ended      bool
}

// stages lists the stages of an attack. A stage that asks sets Ask; the next stage begins once that is answered.
var stages []func(t tx, a *attack)

func init() {
	stages = []func(tx, *attack){relay, roll, askJam, count, askReduce, strike, askChain, askShift, askSurge, askPress}
}

// attackOrder lists the seats in the order in which they attack (S7.4).
func attackOrder(b *board, left []game.Seat) []game.Seat {
	quick := func(seat game.Seat) bool {
		return b.any(b.unit(operator(seat)), func(c change) bool { return c.First })
	}
	slices.SortStableFunc(left, func(x, y game.Seat) int { return one(quick(y)) - one(quick(x)) })
	return left
}

// shooters returns a side's Mercenaries that may still attack.
func shooters(b *board, seat game.Seat) []*unit {
	return slices.DeleteFunc(b.side(seat), func(m *unit) bool {
		return m.Label.Operator() || planted(b, m) || len(targets(b, m)) == 0
	})
}

// planted reports whether a Mercenary cannot attack because it has moved.
func planted(b *board, m *unit) bool { return b.merc(m.Label).Planted && m.Moved > 0 }

// marks reports whether a side's Operator may use Predictive Mark.
func marks(b *board, seat game.Seat) bool {
	return b.kit(seat).operator.Ability == "predictive-mark" && !b.used(seat, "predictive-mark")
}

func labelsOf(us []*unit) []string {
	out := make([]string, len(us))
	for i, u := range us {
		out[i] = string(u.Label)
	}
	return out
}

func menuAttack(s *state, seat game.Seat) game.Menu {
	b := &s.board
	if s.Phase == Attacking {
		slots := []order.Slot{slotTarget.Of(labelsOf(targets(b, b.unit(operator(seat))))...)}
		if marks(b, seat) {
			slots = append(slots, slotMark)
		}
		return game.Menu{offer("attack", nil, slots...), offer("hold", nil)}
	}
	var m game.Menu
	for _, u := range shooters(b, seat) {
		c := offer("attack", nil, slotTarget.Of(labelsOf(targets(b, u))...))
		m = append(m, c.Also(slotBy, string(u.Label)), offer("hold", []string{string(u.Label)}))
	}
	return append(m, offer("hold", nil))
}

func checkAttack(s *state, seat game.Seat, r game.Reply) error {
	b := &s.board
	by := operator(seat)
	switch o := r.(type) {
	case Hold:
		if o.Unit != "" && s.Phase == MercsAttacking {
			_, err := shooter(b, seat, o.Unit)
			return err
		}
		if o.Unit != "" && o.Unit != by {
			return notNow(r, "attack and a target, or hold")
		}
		return nil
	case Attack:
		if s.Phase == MercsAttacking {
			if o.By == "" {
				return refuse("no-unit", "say which Mercenary attacks: attack %s by %s", o.Target, shooters(b, seat)[0].Label)
			}
			by = o.By
		} else if o.By != "" && o.By != by {
			return notNow(r, "attack and a target, or hold")
		}
		return checkTarget(b, seat, by, o)
	}
	return notNow(r, "attack and a target, or hold")
}

// shooter returns the Mercenary if it may attack, otherwise the reason that it may not.
func shooter(b *board, seat game.Seat, l Label) (*unit, error) {
	u := b.unit(l)
	switch {
	case l.Seat() != seat:
		return nil, refuse("not-yours", "%s is not yours", l)
	case u == nil || l.Operator():
		return nil, refuse("no-unit", "%s is no Mercenary on the board", l)
	case u.Attacked:
		return nil, refuse("attacked", "%s has spent its attack", l)
	case planted(b, u):
		return nil, refuse("planted", "%s does not attack after moving", l)
	}
	return u, nil
}

func checkTarget(b *board, seat game.Seat, by Label, o Attack) error {
	u := b.unit(by)
	if !by.Operator() {
		var err error
		if u, err = shooter(b, seat, by); err != nil {
			return err
		}
	}
	e := b.unit(o.Target)
	switch {
	case o.Target.Seat() == seat:
		return refuseBy("S6.2", "no-target", "%s is yours", o.Target)
	case e == nil:
		return refuse("no-unit", "%s is not on the board", o.Target)
	case o.Mark && (!by.Operator() || !marks(b, seat)):
		return refuse("no-mark", "Predictive Mark is Lens', once a round")
	}
	if err := whyNot(b, u, e); err != nil {
		return err
	}
	if list := targets(b, u); !slices.Contains(list, e) {
		return refuse("closest", "%s attacks the closest enemy: expected %s", by, strings.Join(labelsOf(list), ", "))
	}
	return nil
}

// HeldFire: a unit's attack is spent without an attack (S6.1). Why is "hold" or "no-target".
type HeldFire struct {
	Unit Label  `json:"unit"`
	Why  string `json:"why"`
}

func (HeldFire) Kind() string                { return "held-fire" }
func (f HeldFire) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f HeldFire) { s.unit(f.Unit).Attacked = true })

// forgo spends a unit's attack.
func forgo(t tx, l Label, why string) {
	t.Emit(HeldFire{l, why})
	if l.Operator() {
		takeTerminal(t, l.Seat())
	}
}

func answerAttack(t tx, seat game.Seat, r game.Reply) {
	s := t.State()
	switch o := r.(type) {
	case Attack:
		if o.By == "" {
			o.By = operator(seat)
		}
		declare(t, o)
	case Hold:
		switch {
		case s.Phase == Attacking:
			forgo(t, operator(seat), "hold")
			if t.State().Result == nil {
				next(t)
			}
		case o.Unit != "":
			forgo(t, o.Unit, "hold")
		default:
			for _, u := range shooters(&s.board, seat) {
				forgo(t, u.Label, "hold")
			}
		}
	}
}

// AttackDeclared: a unit attacks another (S7.1).
type AttackDeclared struct {
	By       Label `json:"by"`
	Target   Label `json:"target"`
	Distance int   `json:"distance"`
	Mark     bool  `json:"mark,omitempty"` // with Predictive Mark
}

func (AttackDeclared) Kind() string                { return "attack-declared" }
func (f AttackDeclared) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f AttackDeclared) {
	u := s.unit(f.By)
	u.Attacked, u.Struck, u.Near = true, true, u.Near || f.Distance <= 4
	if f.Target.Operator() {
		s.Sides[f.Target.Seat()-1].Targeted = true
	}
})

func declare(t tx, o Attack) {
	s := t.State()
	u, e := s.unit(o.By), s.unit(o.Target)
	a := &attack{By: o.By, Target: o.Target, Mark: o.Mark, At: e.At}
	if seat := o.Target.Seat(); o.Target.Operator() && !s.Sides[seat-1].Targeted {
		for _, m := range s.side(seat) {
			if s.synergy(m, "ghost-relay") {
				a.Helper = m.Label
			}
		}
	}
	t.Emit(AttackDeclared{o.By, o.Target, distance(u, e), o.Mark})
	if o.Mark {
		use(t, o.By.Seat(), "predictive-mark", false)
	}
	lose(t, o.By, []string{"hidden"}, "attack") // S9.4
	turn(t, func(c *cursor) { c.Attack = a })
}

func distance(u, e *unit) int { return grid.Distance(u.At, e.At) }

// attackOn continues the attack until a question must be asked or the attack ends.
func attackOn(t tx) {
	a := *t.State().Attack
	for a.Stage < len(stages) && a.Ask == "" {
		stage := stages[a.Stage]
		a.Stage++
		if stage(t, &a); t.State().Result != nil || t.Failed() {
			return
		}
	}
	turn(t, func(c *cursor) {
		if c.Attack = &a; a.Ask == "" {
			c.Attack = nil
			if c.Phase == Attacking {
				c.Left = slices.Clone(c.Left[1:])
			}
		}
	})
}

// asking makes the attack wait for an answer.
func (a *attack) asking(name string, seat game.Seat) { a.Ask, a.Asked = name, seat }

// AttackRolled holds the dice of an attack (S6.5). Decoy: a Decoy takes it.
type AttackRolled struct {
	Aim   Aim   `json:"aim"`
	Faces []int `json:"faces"`
	Decoy int   `json:"decoy,omitempty"`
}

func (AttackRolled) Kind() string                { return "attack-rolled" }
func (f AttackRolled) For(game.Viewer) game.Fact { return f }

func (f AttackRolled) DiceTold() (stream game.Seat, faces []int) { return 0, f.Faces }

var _ = public(func(s *state, f AttackRolled) { s.unit(f.Aim.By).Fired = true })

// DieChanged: a die of the attack was rolled again, or counts as another face. By names the cause.
type DieChanged struct {
	Die int    `json:"die"` // from 1
	Was int    `json:"was"`
	Is  int    `json:"is"`
	By  string `json:"by"`
	Set bool   `json:"set,omitempty"` // not rolled
}

func (DieChanged) Kind() string                { return "die-changed" }
func (f DieChanged) For(game.Viewer) game.Fact { return f }

func (f DieChanged) DiceTold() (stream game.Seat, faces []int) {
	if f.Set {
		return 0, nil
	}
	return 0, []int{f.Is}
}

var _ = public[DieChanged](nil)

// roll rolls the attack's dice, with the attacker's own rerolls (S7.2).
func roll(t tx, a *attack) {
	s := t.State()
	u, e := s.unit(a.By), s.unit(a.Target)
	a.At, a.Aim = e.At, aim(&s.board, u, e, a.Mark)
	if o, there := s.decoyOf(a.Target.Seat()); there && a.Target.Operator() {
		a.Decoy = o.ID
	}
	a.Faces, a.Again = make([]int, a.Aim.Rolls), make([]bool, a.Aim.Rolls)
	for i := range a.Faces {
		a.Faces[i] = t.Roll(0, "attack", 6)
	}
	if t.Failed() {
		return
	}
	t.Emit(AttackRolled{a.Aim, slices.Clone(a.Faces), a.Decoy})
	if trait, ok := s.weaponTrait(u); ok && trait.again != nil {
		for _, i := range trait.again(&s.board, u, a) {
			a.reroll(t, i, s.kit(a.By.Seat()).weapon.Trait)
		}
	}
	relayData(t, a)
	s.each(u, func(c change) {
		for range c.Rerolls {
			for _, i := range a.misses(1) {
				a.reroll(t, i, c.From)
			}
		}
	})
	s.each(u, func(c change) {
		if i := a.highest(); c.Highest && i >= 0 {
			a.reroll(t, i, c.From)
		}
	})
}

func (a *attack) hit(face int) bool { return face >= a.Aim.Need || face == 6 }

// misses returns up to n dice that miss and have not been rolled again.
func (a *attack) misses(n int) []int {
	var out []int
	for i, f := range a.Faces {
		if len(out) < n && !a.hit(f) && !a.Again[i] {
			out = append(out, i)
		}
	}
	return out
}

// highest returns the highest die that has not been rolled again, -1 if there is none (R-A7).
func (a *attack) highest() int {
	best := -1
	for i, f := range a.Faces {
		if !a.Again[i] && (best < 0 || f > a.Faces[best]) {
			best = i
		}
	}
	return best
}

func (a *attack) reroll(t tx, i int, by string) {
	is := t.Roll(0, "reroll", 6)
	if t.Failed() {
		return
	}
	t.Emit(DieChanged{Die: i + 1, Was: a.Faces[i], Is: is, By: by})
	a.Faces[i], a.Again[i] = is, true
}

// relayed is the face that Data Relay gives to a die.
const relayed = 4

// relays reports whether Glyph's Data Relay would make a die of its attack hit (R-P7).
func (b *board) relays(u *unit, need int) bool {
	seat := u.Label.Seat()
	return !u.Label.Operator() && b.synergy(u, "data-relay") && b.unit(operator(seat)).Struck && !b.used(seat, "data-relay") && need <= relayed
}

// relayData applies Glyph's Data Relay: a die counts as a 4 if that makes it hit.
func relayData(t tx, a *attack) {
	s := t.State()
	if !s.relays(s.unit(a.By), a.Aim.Need) {
		return
	}
	for _, i := range a.misses(1) {
		use(t, a.By.Seat(), "data-relay", false)
		t.Emit(DieChanged{Die: i + 1, Was: a.Faces[i], Is: relayed, By: "data-relay", Set: true})
		a.Faces[i] = relayed
	}
}

// count works out the damage (S6.6, S6.7).
func count(t tx, a *attack) {
	for _, f := range a.Faces {
		a.Hits += one(a.hit(f))
	}
	s := t.State()
	if a.Decoy != 0 { // S10.3
		t.Emit(Removed{a.Decoy, a.Target.Seat(), "decoy", "used"})
		return
	}
	if trait, ok := s.weaponTrait(s.unit(a.By)); ok && trait.breaks && a.Hits > 0 {
		alter(t, a.Target, change{Change: cards.Change{ARM: -a.Hits}, From: s.kit(a.By.Seat()).weapon.Trait, By: a.By, Since: s.Round, Until: s.Round})
	}
	a.Blow = blow(&t.State().board, a.Aim, a.Hits)
}

// AttackResolved: an attack is finished except for what it triggers. Damage is the HP that the target lost.
type AttackResolved struct {
	By      Label `json:"by"`
	Target  Label `json:"target"`
	Faces   []int `json:"faces"`
	Need    int   `json:"need"`
	Decoy   bool  `json:"decoy,omitempty"`
	Blow    Blow  `json:"blow"`
	Reduced int   `json:"reduced,omitempty"` // by Hold the Line or Ballistic Gel
	Damage  int   `json:"damage"`
}

func (AttackResolved) Kind() string                { return "attack-resolved" }
func (f AttackResolved) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f AttackResolved) {
	by := s.unit(f.By)
	by.Changes = kept(by.Changes, func(c change) bool { return !c.Next || c.Since > s.Round })
	by.Statuses = kept(by.Statuses, func(x status) bool { return x.Is != "focused" })
	if f.Decoy {
		return
	}
	Hurt{Unit: f.Target, N: f.Damage, Shield: f.Blow.Shield}.apply(s)
	s.unit(f.Target).Plated = true
})

// strike does the damage and applies the effects of the hit or miss (S6.8).
func strike(t tx, a *attack) {
	s := t.State()
	var next []change // the changes of this attack
	s.each(s.unit(a.By), func(c change) {
		if c.Next && (a.Decoy != 0 || applies(&s.board, c, s.unit(a.By), s.unit(a.Target))) {
			next = append(next, c)
		}
	})
	t.Emit(AttackResolved{By: a.By, Target: a.Target, Faces: a.Faces, Need: a.Aim.Need, Decoy: a.Decoy != 0, Blow: a.Blow, Reduced: a.Reduced, Damage: a.Blow.Damage - a.Reduced})
	settle(t)
	if t.State().Result != nil {
		return
	}
	if a.Decoy == 0 && t.State().unit(a.Target) != nil {
		onTarget(t, a, next)
	}
	for _, c := range next {
		if c.SelfDamage > 0 {
			hurt(t, a.By, c.SelfDamage, c.From)
		}
	}
	settle(t)
	if a.Decoy != 0 {
		a.Hits = 0 // nobody was hit
	}
}

// onTarget applies the effects of an attack to a target that is still on the board.
func onTarget(t tx, a *attack, next []change) {
	s := t.State()
	for _, c := range next {
		is := c.OnMiss
		if a.Hits > 0 {
			is = c.OnHit
		}
		if is != "" {
			give(t, a.Target, is, s.Round, c.From)
		}
	}
	if a.Hits == 0 {
		return
	}
	if trait, ok := s.weaponTrait(s.unit(a.By)); ok && trait.onHit != nil {
		trait.onHit(t, a)
	}
	u, o := s.unit(a.By), s.unit(operator(a.By.Seat()))
	if s.synergy(u, "suppression-link") && o.Moved == 0 {
		alter(t, a.Target, change{Change: cards.Change{ACC: -1, Next: true}, From: "suppression-link", By: a.By, Since: s.Round, Until: s.Round + 1})
	}
}
