package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
)

// Attacks follow J9, J11 and J12. An attack is declared with its Stabilizer and rolled. Then Seer's Insight may make it harder, or
// Stationary Anchor may roll it again. Once nobody can change it, it is carried out.

// attack is an attack under way. Its values are never written to, only replaced.
type attack struct {
	Aim  Aim
	Face int
	Ask  string // what is asked: "insight", "reroll"
}

// asked returns the seat whose question it is.
func (a *attack) asked() game.Seat {
	switch a.Ask {
	case "insight":
		return a.Aim.Target.Seat()
	case "reroll":
		return a.Aim.By.Seat()
	}
	return 0
}

// AttackRolled: an attack and its die (J9.3, J11.4). Stabilized names the special rule for which a Flare was spent.
type AttackRolled struct {
	Aim        Aim    `json:"aim"`
	Face       int    `json:"face"`
	Stabilized string `json:"stabilized,omitempty"`
}

func (AttackRolled) Kind() string                { return "attack-rolled" }
func (f AttackRolled) For(game.Viewer) game.Fact { return f }

func (f AttackRolled) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public(func(s *state, f AttackRolled) {
	m, w := s.model(f.Aim.By), cards.FindWeapon(f.Aim.Weapon)
	m.Aided = m.Aided || slices.ContainsFunc(f.Aim.Parts, func(p Part) bool { return p.From == "specialist-aura" })
	m.Shot, m.Struck = m.Shot || !w.Melee(), m.Struck || w.Melee()
	m.Thrown = m.Thrown || w.Kind == cards.Thrown
	if f.Stabilized != "" {
		s.Sides[m.seat()-1].Flares--
	}
	if f.Aim.Left != "" {
		m.Effects = kept(m.Effects, func(e effect) bool { return e.Is != cards.Threshold || e.From != f.Aim.Left })
	}
	s.Attack = &attack{Aim: f.Aim, Face: f.Face}
})

// declare makes an attack that has been checked.
func declare(t tx, m, e *model, w *cards.Weapon, aid Aid) {
	b := &t.State().board
	f := AttackRolled{}
	if aid.Stabilize {
		f.Stabilized = b.attacker(m).stabilizer()
	}
	f.Aim = b.attacker(m).aim(e, w, aid.Part, f.Stabilized == "warp-stabilize")
	if f.Face = t.Roll(0, "attack", 100); !t.Failed() {
		t.Emit(f)
	}
}

// attackOn continues an attack: it asks a side that may still change it, or carries it out.
func attackOn(t tx) {
	b := &t.State().board
	a := *b.Attack
	m := b.onTable(a.Aim.By)
	seer := a.Aim.Target.Seat()
	switch hit := hits(a.Aim.Need, a.Face); {
	case hit && a.Face < success && a.Face < a.Aim.Need+10 && b.with(seer, "seers-insight") != nil && !b.player(seer).used("seers-insight"):
		a.Ask = "insight"
	case !hit && a.Face > failure && m.has("stationary-anchor") && !m.Moved && !m.Rerolled:
		a.Ask = "reroll"
	default:
		strike(t, a)
		return
	}
	turn(t, func(c *cursor) { c.Attack = &a })
}

// InsightUsed: Seer's Insight made an attack harder (J14.10), so that it misses.
type InsightUsed struct {
	Seat game.Seat `json:"seat"`
	Need int       `json:"need"`
}

func (InsightUsed) Kind() string                { return "insight-used" }
func (f InsightUsed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f InsightUsed) {
	s.use(f.Seat, "seers-insight")
	a := *s.Attack
	a.Ask, a.Aim.Need, a.Aim.Parts = "", f.Need, append(slices.Clip(a.Aim.Parts), Part{"seers-insight", 10})
	s.Attack = &a
})

// answerSeer carries out the answer, which is final. Its effect shows whether the rest of the attacks follow automatically; a side
// that could take its answer back would learn that before it decides.
func answerSeer(t tx, uses bool) {
	a := *t.State().Attack
	if t.State().Terms.rev().insightStands {
		t.Bind()
	}
	if uses {
		t.Emit(InsightUsed{a.asked(), a.Aim.Need + 10})
		return
	}
	strike(t, a)
}

func menuReroll(*board, game.Seat) game.Menu { return game.Menu{offer("reroll", nil, slotYes)} }

var checkReroll = only[reroll]("reroll yes or reroll no")

// AttackRerolled: a missed attack was rolled again (J14.7).
type AttackRerolled struct {
	Unit Label `json:"unit"`
	Was  int   `json:"was"`
	Face int   `json:"face"`
}

func (AttackRerolled) Kind() string                { return "attack-rerolled" }
func (f AttackRerolled) For(game.Viewer) game.Fact { return f }

func (f AttackRerolled) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public(func(s *state, f AttackRerolled) {
	s.model(f.Unit).Rerolled = true
	a := *s.Attack
	a.Ask, a.Face = "", f.Face
	s.Attack = &a
})

func answerReroll(t tx, _ game.Seat, r game.Reply) {
	a := *t.State().Attack
	if !r.(reroll).Yes {
		strike(t, a)
		return
	}
	if face := t.Roll(0, "attack", 100); !t.Failed() {
		t.Emit(AttackRerolled{a.Aim.By, a.Face, face})
	}
}

// These are the outcomes of attacks.
const (
	CriticalHit  = "critical-hit"
	Hit          = "hit"
	Miss         = "miss"
	CriticalMiss = "critical-miss"
)

// AttackResolved: an attack ended (J12.1). DAM and W are the two figures that a hit compared; Sum is the total of this Round's
// hits, where they add up (JQ53).
type AttackResolved struct {
	By        Label  `json:"by"`
	Target    Label  `json:"target"`
	Weapon    string `json:"weapon"`
	Face      int    `json:"face"`
	Need      int    `json:"need"`
	Outcome   string `json:"outcome"`
	DAM       int    `json:"dam,omitempty"`
	W         int    `json:"w,omitempty"`
	Ignores   bool   `json:"ignores,omitempty"` // it ignores the Wound Threshold
	Sum       int    `json:"sum,omitempty"`
	Wound     bool   `json:"wound,omitempty"`
	Destroyed bool   `json:"destroyed,omitempty"`
}

func (AttackResolved) Kind() string                { return "attack-resolved" }
func (f AttackResolved) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f AttackResolved) {
	s.Attack = nil
	by, e, melee := s.model(f.By), s.model(f.Target), cards.FindWeapon(f.Weapon).Melee()
	by.Effects = kept(by.Effects, func(x effect) bool { // its next attack has been made
		return x.Lasts != cards.NextAttack || x.Attack == cards.Ranged && melee
	})
	if e.Sum = f.Sum; f.Wound {
		e.Sum = 0
		e.Wounds--
	}
	if f.Destroyed {
		side := &s.Sides[e.seat()-1]
		side.Lost, side.LostFR = append(slices.Clip(side.Lost), e.Unit), side.LostFR+e.unit().FR
		s.Models = kept(s.Models, func(m model) bool { return m.Label != f.Target })
	}
})

// EffectGiven: a model got a lasting effect from a critical result or a hit (J12.5).
type EffectGiven struct {
	Unit   Label  `json:"unit"`
	Effect effect `json:"effect"`
}

func (EffectGiven) Kind() string                { return "effect-given" }
func (f EffectGiven) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f EffectGiven) { s.give(f.Unit, f.Effect) })

// damage returns a weapon's DAM (JQ42).
func (t Terms) damage(w *cards.Weapon) int {
	if t.Cannon == "codex" && w.Codex > 0 {
		return w.Codex
	}
	return w.DAM
}

// strike carries out an attack: the effect of its band, the hit, then the lasting effects (J12.1 to J12.3).
func strike(t tx, a attack) {
	b := &t.State().board
	w, e := cards.FindWeapon(a.Aim.Weapon), b.onTable(a.Aim.Target)
	f, effects := b.outcome(a, w, e)
	t.Emit(f)
	for _, x := range effects {
		lasting(t, &f, w, x)
	}
}

// outcome returns the result of an attack, with its effects.
func (b *board) outcome(a attack, w *cards.Weapon, e *model) (f AttackResolved, effects []*cards.Effect) {
	f = AttackResolved{By: a.Aim.By, Target: a.Aim.Target, Weapon: w.ID, Face: a.Face, Need: a.Aim.Need, Sum: e.Sum}
	switch {
	case a.Face <= failure:
		f.Outcome, effects = CriticalMiss, []*cards.Effect{w.Failure}
	case !hits(a.Aim.Need, a.Face):
		f.Outcome = Miss
	default:
		f.Outcome, f.DAM, f.W = Hit, b.Terms.damage(w), b.woundThreshold(e)
		effects = []*cards.Effect{w.Hit}
		if a.Face >= success {
			f.Outcome = CriticalHit
			if !w.Crystal || len(b.penalties(a.Aim.By.Seat(), cards.NoCritEffect)) == 0 {
				effects = append(effects, w.Success)
				b.Terms.sharpen(&f, w.Success)
			}
		}
		b.Terms.wound(&f, e)
	}
	return f, effects
}

// sharpen applies what a Critical Success changes in its own attack (J12.4).
func (t Terms) sharpen(f *AttackResolved, x *cards.Effect) {
	if x == nil {
		return
	}
	switch x.Is {
	case cards.IgnoreW:
		f.Ignores = true
	case cards.MoreDamage:
		f.DAM += x.N
	case cards.SetDamage:
		f.DAM = x.N
	case cards.IgnoreCover, cards.IgnoreEvade:
		if t.EmptyCrits == "plus-one" { // JQ12
			f.DAM++
		}
	}
}

// wound determines whether a hit takes a Wound (J12.1, JQ53).
func (t Terms) wound(f *AttackResolved, e *model) {
	f.Wound = f.Ignores || f.DAM >= f.W
	if t.Wounds == "combined" && !f.Wound {
		f.Sum += f.DAM
		f.Wound = f.Sum >= f.W
	}
	if f.Wound {
		f.Sum = 0
		f.Destroyed = e.Wounds == 1
	}
}

// lasting gives a lasting effect to the model that bears it. Effects of biological weapons do nothing to a Mechanical model
// (J14.4).
func lasting(t tx, f *AttackResolved, w *cards.Weapon, x *cards.Effect) {
	if x == nil || x.Lasts == "" {
		return
	}
	b := &t.State().board
	l := f.By
	if x.Who == "target" {
		l = f.Target
	}
	m := b.onTable(l)
	if m == nil || x.Who == "target" && w.Biological && m.has("mechanical") {
		return
	}
	e := effect{Effect: *x, From: w.ID, Since: b.Round, Until: b.Round}
	switch x.Lasts {
	case cards.NextRound:
		e.Since, e.Until = b.Round+1, b.Round+1
	case cards.NextAttack:
		e.Until = b.Round + 1
	}
	t.Emit(EffectGiven{l, e})
}
