package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Traits that change a number when a rule reads it, each once, by name. Traits with a procedure of their own have a file each:
// stealth.go, aura.go, defend.go, ambush.go, carry.go, observe.go.

// shot is one attack, or a scan check of a Unit, as its modifiers see it.
type shot struct {
	s         *state
	by        piece
	from      base
	action    cards.Action
	at        piece
	to        base
	concealed bool
	gap       func(plane.Inch) bool // reports whether the gap is strictly less than the length
}

// rollTraits holds the abilities of the attacking Unit or of its weapon that add to attack rolls.
var rollTraits = map[string]func(shot, cards.Trait) int{
	// Close and Personal adds to the short-range +1 (Q87).
	"close-and-personal": func(x shot, t cards.Trait) int { return when(x.gap(shortRange), t.Value) },
	// Finisher counts the target's own tokens only (Q86); its roll is how a player learns the hidden count (S5).
	"finisher":    func(x shot, t cards.Trait) int { return when(x.to.CM+x.to.Hardened == 0, t.Value) },
	"predator":    func(x shot, t cards.Trait) int { return when(x.to.Stun, t.Value) },
	"specialized": func(x shot, t cards.Trait) int { return when(x.at.card().Category() == t.Vs, t.Value) },
}

// counterTraits lists the traits of weapons that make countermeasure dice harder: the trait's value is the number to reach
// (Q56).
var counterTraits = []string{"advanced", "smart", "overkill"}

func when(holds bool, n int) int {
	if holds {
		return n
	}
	return 0
}

// newShot returns the attack or check by p's base b on e's base eb.
func newShot(s *state, p piece, b base, action cards.Action, e piece, eb base) shot {
	from, to := p.disc(b), e.disc(eb)
	return shot{s: s, by: p, from: b, action: action, at: e, to: eb,
		concealed: hidden(s, p, b, action, e, eb) || shrouded(s, e, eb),
		gap:       func(l plane.Inch) bool { return plane.Under(from, to, l) }}
}

// hidden reports whether terrain conceals the target. It looks from the point of a Clustered attack (Q80), otherwise from the
// best of the eyes that see the target (Q39, Q81).
func hidden(s *state, p piece, b base, action cards.Action, e piece, eb base) bool {
	if n := len(s.Acts); n > 0 && s.Acts[n-1].Aim != nil && s.Acts[n-1].Piece == p.Label {
		return ground(s).Concealed(spot(s, s.Acts[n-1].Aim.At), body(s, e, eb))
	}
	_, concealed := sighted(s, eyes(s, p, b, action), body(s, e, eb))
	return concealed
}

// has reports whether the weapon has the trait.
func (x shot) has(id string) bool {
	_, ok := x.action.Trait(id)
	return ok
}

// mods returns the modifiers of an attack roll (R21.4 to R21.6), including the cards' own. Close Combat ignores both short
// range and concealment (Q82), Extreme Range both short and long range (Q87).
func (x shot) mods() []Mod {
	from, to := x.by.disc(x.from), x.at.disc(x.to)
	mods := []Mod{{Why: "TARG", By: x.by.card().Targ, Rule: "R21.4"}}
	noShort := x.has("close-combat") || x.has("extreme-range") || !x.action.Unlimited && x.action.Range <= 6
	switch {
	case x.gap(shortRange) && !noShort:
		mods = append(mods, Mod{Why: "short range", By: 1, Rule: "R21.5"})
	case plane.Over(from, to, longRange) && !x.has("extreme-range"):
		mods = append(mods, Mod{Why: "long range", By: -1, Rule: "R21.5"})
	}
	if x.hidden() {
		mods = append(mods, Mod{Why: "concealed", By: -1, Rule: "R21.5"})
	}
	return append(mods, x.fromTraits(slices.Concat(x.by.card().Traits, x.action.Traits), rollTraits)...)
}

// hidden reports whether the target benefits from concealment against this attack.
func (x shot) hidden() bool { return x.concealed && !x.has("close-combat") }

// fromTraits returns the modifiers of the traits, each name once (R26.1).
func (x shot) fromTraits(ts []cards.Trait, table map[string]func(shot, cards.Trait) int) []Mod {
	var mods []Mod
	used := map[string]bool{}
	for _, t := range ts {
		if f := table[t.ID]; f != nil && !used[t.ID] {
			if n := f(x, t); n != 0 {
				mods = append(mods, Mod{Why: game.Text(traitName(t.ID)), By: n})
				used[t.ID] = true
			}
		}
	}
	return mods
}

func traitName(id string) string {
	m, _ := cards.Means(id)
	return m.Name
}

// against returns the changes to the number to reach: Adaptive Camo while concealment counts (Q82), Tagged and Target Lock once
// each (Q84).
func (x shot) against() []Mod {
	var mods []Mod
	if t, ok := x.at.card().Trait("adaptive-camo"); ok && x.hidden() {
		mods = append(mods, Mod{Why: game.Text(traitName("adaptive-camo")), By: t.Value})
	}
	if x.to.Tagged {
		mods = append(mods, Mod{Why: game.Text(traitName("tagged")), By: -2})
	}
	if x.to.Locked {
		mods = append(mods, Mod{Why: game.Text(traitName("target-lock")), By: -2})
	}
	return mods
}

// effect returns the effect of a hit: Deadly and Double Tap make it KILL.
func (x shot) effect() cards.Effect {
	if t, ok := x.action.Trait("deadly"); ok && x.at.card().Category() == t.Vs {
		return cards.Kill
	}
	if x.has("double-tap") && x.to.Stun {
		return cards.Kill
	}
	return x.action.Effect
}

// voids holds the reasons for which a hit does nothing, so that no countermeasure is asked for. Each function returns the fact
// that says so and settles the hit, or nil if it does not apply.
var voids = []func(shot) game.Fact{alreadyStunned}

// alreadyStunned: a second STUN changes nothing (R22.3, Q57).
func alreadyStunned(x shot) game.Fact {
	if x.effect() == cards.Stun && x.to.Stun {
		return NoEffect{Target: x.at.ref(x.to.N)}
	}
	return nil
}

// void returns the fact that says why a hit does nothing; nil if it has an effect.
func (x shot) void() game.Fact {
	for _, why := range voids {
		if f := why(x); f != nil {
			return f
		}
	}
	return nil
}

// counterNeed returns the least that stops the weapon's effect, on an ordinary countermeasure die (R23.3, Q56).
func counterNeed(a cards.Action) int {
	for _, id := range counterTraits {
		if t, ok := a.Trait(id); ok {
			return t.Value
		}
	}
	return counterOn
}

// sentry returns the Unit's bonus to its Reaction Priority. It is added after dice are kept; the value may reach 7 (Q87).
func sentry(p piece) []Mod {
	if t, ok := p.card().Trait("sentry"); ok {
		return []Mod{{Why: game.Text(traitName("sentry")), By: t.Value}}
	}
	return nil
}
