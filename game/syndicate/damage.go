package syndicate

import (
	"downsync/game"
	"downsync/game/ending"
)

// Hurt: a unit lost HP, or a shield took the damage. By names the cause: a card, a weapon, a status, "contest", "hazard", "attack".
type Hurt struct {
	Unit   Label  `json:"unit"`
	N      int    `json:"n"`                // HP lost
	Shield int    `json:"shield,omitempty"` // damage that Shielded prevented; this uses it up
	Armor  int    `json:"armor,omitempty"`  // damage that ARM prevented (R-A8)
	Cost   bool   `json:"cost,omitempty"`   // paid, not suffered (S8.3)
	By     string `json:"by"`
}

func (Hurt) Kind() string                { return "hurt" }
func (f Hurt) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Hurt) { f.apply(s) })

func (f Hurt) apply(s *state) {
	u := s.unit(f.Unit)
	if s.Terms.CountsLosses() {
		s.Lost[f.Unit.Seat()-1] += min(f.N, u.HP)
	}
	u.HP = max(0, u.HP-f.N)
	left := f.Shield
	u.Statuses = kept(u.Statuses, func(x status) bool {
		if x.Is == "shielded" && left > 0 {
			left--
			return false
		}
		return true
	})
}

// shields returns how much damage Shielded can take from a unit (R-T10).
func shields(b *board, u *unit) int {
	if u.has("bleeding") && b.Terms.rev().openWounds {
		return 0
	}
	return u.count("shielded")
}

// hurt does damage that is not from an attack: Shielded lessens it, ARM does not (S8.3).
func hurt(t tx, l Label, n int, by string) { hurtThrough(t, l, n, 0, by) }

// hurtThrough does damage that Shielded lessens, and then that much ARM, which leaves at least 1 of it (R-A8).
func hurtThrough(t tx, l Label, n, arm int, by string) {
	b := &t.State().board
	u := b.unit(l)
	if u == nil || u.HP <= 0 {
		return
	}
	f := Hurt{Unit: l, Shield: min(n, shields(b, u)), By: by}
	f.Armor = max(0, min(n-f.Shield-1, arm))
	f.N = n - f.Shield - f.Armor
	t.Emit(f)
}

// pay takes HP; nothing prevents that (S8.3).
func pay(t tx, l Label, n int, by string) {
	if u := t.State().unit(l); u != nil && u.HP > 0 {
		t.Emit(Hurt{Unit: l, N: n, Cost: true, By: by})
	}
}

// Eliminated: a unit is off the board (S6.9). Its effects end.
type Eliminated struct {
	Unit Label `json:"unit"`
}

func (Eliminated) Kind() string                { return "eliminated" }
func (f Eliminated) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Eliminated) {
	s.Units = kept(s.Units, func(u unit) bool { return u.Label != f.Unit })
	for i := range s.Units {
		u := &s.Units[i]
		u.Changes = kept(u.Changes, func(c change) bool { return c.By != f.Unit })
	}
})

// settle takes every unit without HP off the board, all at once, and ends the match if an Operator is among them (S11.1, R-V1).
func settle(t tx) {
	var down []Label
	for _, u := range t.State().Units {
		if u.HP <= 0 {
			down = append(down, u.Label)
		}
	}
	fallen := [2]bool{}
	for _, l := range down {
		t.Emit(Eliminated{l})
		if l.Operator() {
			fallen[l.Seat()-1] = true
		}
	}
	switch fallen {
	case [2]bool{true, true}:
		end(t, ending.Tied(2, "both-eliminated"))
	case [2]bool{true, false}:
		end(t, ending.Won(2, 2, "eliminated"))
	case [2]bool{false, true}:
		end(t, ending.Won(1, 2, "eliminated"))
	}
}

// Blow shows step by step how much damage an attack does (S6.6, S6.7).
type Blow struct {
	Hits    int   `json:"hits"`
	Bonus   []Mod `json:"bonus,omitempty"`
	Shield  int   `json:"shield,omitempty"`  // taken by Shielded
	ARM     []Mod `json:"arm,omitempty"`     // at least 0 in total
	Plating int   `json:"plating,omitempty"` // taken by Reinforced Plating
	Floor   bool  `json:"floor,omitempty"`   // armor alone would have stopped the damage (R-A2)
	Damage  int   `json:"damage"`            // before Hold the Line and Ballistic Gel
}

// blow computes the damage of that many hits.
func blow(b *board, a Aim, hits int) Blow {
	out := Blow{Hits: hits}
	if hits == 0 {
		return out
	}
	out.Bonus = a.Bonus
	raw := max(0, hits+sum(a.Bonus))
	u := b.unit(a.Target)
	out.Shield = min(raw, shields(b, u))
	raw -= out.Shield
	if raw == 0 {
		return out
	}
	out.ARM = armor(b, u)
	trait, _ := b.weaponTrait(b.unit(a.By))
	if trait.piercing != nil {
		if n := min(trait.piercing(a), max(0, sum(out.ARM))); n > 0 {
			out.ARM = append(out.ARM, Mod{b.kit(a.By.Seat()).weapon.Trait, -n})
		}
	}
	if plated(b, u) && !(trait.corrodes && b.Terms.rev().corrodes) {
		out.Plating = 1
	}
	out.Damage = raw - max(0, sum(out.ARM)) - out.Plating
	if least := b.Terms.floor(); out.Damage < least {
		out.Damage, out.Floor = least, true
	}
	out.Damage = max(0, out.Damage)
	return out
}

// armor returns the ARM of a unit, with the modifiers of it (S6.7).
func armor(b *board, u *unit) mods {
	var out mods
	if u.Label.Operator() {
		out.add("armor", b.kit(u.Label.Seat()).armor.ARM)
	} else {
		out.add("armor", b.merc(u.Label).ARM)
	}
	out.add("guarded", u.count("guarded"))
	b.each(u, func(c change) { out.add(c.From, c.ARM) })
	return out
}

// plated reports whether Reinforced Plating would now lessen an attack at the unit.
func plated(b *board, u *unit) bool {
	return u.Label.Operator() && b.kit(u.Label.Seat()).armor.Trait == "reinforced-plating" && !u.Plated
}

// Mod is one modifier of a figure.
type Mod struct {
	From string `json:"from"` // a card, trait, ability, status; "printed", "cover", "armor"
	N    int    `json:"n"`
}

func sum(list []Mod) int {
	n := 0
	for _, m := range list {
		n += m.N
	}
	return n
}
