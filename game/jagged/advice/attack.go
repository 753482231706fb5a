package advice

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// This file compares attacks and Rushes for proposals to players.

// Attack is a possible attack, with its order.
type Attack struct {
	jagged.Aim
	Order string
}

// Attacks returns the attacks that the question offers, best first; best holds the best of each attacker, as "shoot best" and "strike
// best" choose it (JQ60).
func (p *Position) Attacks() (all []Attack, best []Attack) {
	worthier := func(a, b Attack) int { // among equally harmful or harmless attacks, the likelier first
		return cmp.Or(cmp.Compare(p.Harm(b.Aim).Faces, p.Harm(a.Aim).Faces), cmp.Compare(b.Chance(), a.Chance()), p.Worthier(a.Aim, b.Aim))
	}
	for _, k := range p.Menu {
		first := len(all)
		all = append(all, p.attacks(k)...)
		if mine := all[first:]; len(mine) > 0 {
			slices.SortStableFunc(mine, func(a, b Attack) int { return p.Worthier(a.Aim, b.Aim) })
			best = append(best, mine[0])
		}
	}
	slices.SortStableFunc(all, worthier)
	slices.SortStableFunc(best, worthier)
	return all, best
}

// Pays reports whether an attack is worth making. In the last Round any chance of harm is enough, because the attack costs nothing. Before
// that a plain hit must do harm: a Critical Failure may cost as much as a Critical Success gains.
func (p *Position) Pays(a jagged.Aim) bool {
	h := p.Harm(a)
	return h.Plain || p.Round == jagged.Rounds && h.Faces > 0
}

// attacks returns the attacks of one choice of the menu.
func (p *Position) attacks(k order.Choice) (out []Attack) {
	by := jagged.Label(k.Value("unit"))
	for _, t := range k.Options("target") {
		target := jagged.Label(t)
		add := func(weapon string, r game.Reply) {
			if a, err := p.Aim(by, target, weapon, jagged.Aid{}); err == nil {
				out = append(out, Attack{a, r.Order()})
			}
		}
		switch k.Verb {
		case "strike":
			add("", jagged.Strike{Unit: by, Target: target})
		case "shoot":
			for _, w := range k.Options("with") {
				add(w, jagged.Shoot{Unit: by, Target: target, With: w})
			}
		}
	}
	return out
}

// Stabilizer is a Stabilizer that makes an attack likelier to hit, with the attack's new chance.
type Stabilizer struct {
	Part   string // the part that it leaves out; "": it lowers the whole threshold
	Chance int
}

// Stabilizers returns the Stabilizers that a choice offers for an attack, and that help, the best first.
func Stabilizers(v jagged.View, k order.Choice, weapon string, a jagged.Aim) (out []Stabilizer) {
	i := slices.IndexFunc(k.Slots, func(s order.Slot) bool { return s.Name == "stabilize" })
	if i < 0 {
		return nil
	}
	parts := k.Slots[i].Options
	if k.Slots[i].IsFlag() {
		parts = []string{""}
	}
	for _, part := range parts {
		b, err := v.Aim(a.By, a.Target, weapon, jagged.Aid{Stabilize: true, Part: part})
		if err == nil && b.Left == part && b.Chance() > a.Chance() {
			out = append(out, Stabilizer{part, b.Chance()})
		}
	}
	slices.SortStableFunc(out, func(a, b Stabilizer) int { return cmp.Compare(b.Chance, a.Chance) })
	return out
}

// RushesNow returns the Rushes to propose together, one a model, and the models that should rush after these, because these may get
// in their way.
func (p *Position) RushesNow() (now []jagged.RushAim, later []jagged.Label) {
	for _, k := range p.Menu {
		var list []Option
		for _, o := range p.rushesBy(k) {
			if o.Value > 0 {
				list = append(list, o)
			}
		}
		if len(list) == 0 {
			continue
		}
		o := best(list).Reply.(jagged.Rush)
		if r, err := p.Rush(o.Unit, o.Target); err == nil && keeps(p.View, now, r) {
			now = append(now, r)
		} else {
			later = append(later, o.Unit)
		}
	}
	return now, later
}

// keeps reports whether a Rush keeps its chance after the Rushes before it, whatever they roll: a model that has rushed may block
// the next one.
func keeps(v jagged.View, before []jagged.RushAim, r jagged.RushAim) bool {
	return !slices.ContainsFunc(before, func(b jagged.RushAim) bool {
		for face := 1; face <= 6; face++ {
			then, err := v.Standing(b.By, v.RushEnd(b, face)).Rush(r.By, r.Target)
			if err != nil || then.Need != r.Need {
				return true
			}
		}
		return false
	})
}

// StrikeAfter returns the melee attack that follows a Rush, from where the bases touch (J11.4).
func StrikeAfter(v jagged.View, r jagged.RushAim) jagged.Aim {
	m, _ := v.Model(r.By)
	e, _ := v.Model(r.Target)
	if far := plane.Dist(*m.At, *e.At); far > m.Radius+e.Radius {
		v = v.Standing(r.By, onWay(*m.At, *e.At, far-m.Radius-e.Radius, far))
	}
	a, _ := v.Aim(r.By, r.Target, cards.FindUnit(m.Unit).Melee, jagged.Aid{}) // it does not matter that the target is still out of reach
	return a
}

// onWay returns the point after step on a way of length far. It rounds towards the start.
func onWay(from, to plane.Point, step, far plane.Inch) plane.Point {
	scaled := func(d plane.Inch) plane.Inch { return plane.Inch(int64(d) * int64(step) / int64(far)) }
	return plane.Point{X: from.X + scaled(to.X-from.X), Y: from.Y + scaled(to.Y-from.Y)}
}

// rushed is more than a Rush can bridge besides the Movement: a die, and the inch at which models are engaged.
const rushed = plane.Inch(7000) + inexact

// AnyRush reports whether any model of the seat could reach an enemy by a Rush.
func AnyRush(v jagged.View, seat game.Seat) bool {
	for _, m := range v.Models {
		if m.Seat != seat {
			continue
		}
		for _, e := range v.Models {
			if e.Seat == seat || m.At == nil || e.At == nil || plane.Gap(disc(m), disc(e)) > m.Movement+rushed {
				continue
			}
			if r, err := v.Rush(m.Label, e.Label); err == nil && r.Need <= 6 {
				return true
			}
		}
	}
	return false
}
