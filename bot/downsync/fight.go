package downsync

import (
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// fightLine says the facts of engagements, attacks and countermeasures.
func (w teller) fightLine(f game.Fact) string {
	switch f := f.(type) {
	case rules.WindowClosed:
		return w.Text(toldNoReaction)
	case rules.EngagementBegan:
		return w.Text(toldEngagement)
	case rules.Joined:
		if len(f.Units) > 0 {
			return w.Say(toldJoined, list(f.Units))
		}
	case rules.Declared:
		return w.declared(f)
	case rules.Boosted:
		if len(f.Units) > 0 {
			return w.Say(toldBoosts, letter(f.Seat), list(f.Units))
		}
	case rules.PriorityRolled:
		return w.Say(toldPriority, f.Unit, dice(f.Roll), w.mods(f.Mods), f.Die)
	case rules.Held:
		return w.Say(toldHeld, f.Unit, f.Die)
	case rules.EngagementEnded:
		return w.Text(toldEngaged)
	case rules.ScanRolled:
		s := w.check(f.Roll, f.Mods, f.Total, f.Need, f.Against)
		return w.Say(toldScans, f.By, f.Target, w.boosted(f.Boost), s, w.Text(word(f.Hit, toldScanHit, toldScanMiss)))
	case rules.AttackRolled:
		s := w.check(f.Roll, f.Mods, f.Total, f.Need, f.Against)
		return w.Say(toldFires, f.By, f.Target, actionName(w.cards, f.Action), w.boosted(f.Boost), s, w.Text(word(f.Hit, toldHit, toldMiss)))
	case rules.Dropped:
		return w.Say(toldDropped, f.Unit)
	case rules.ActivationEnded:
		if f.Quiet {
			return w.Say(toldHoldsFire, f.Piece)
		}
	case rules.Planned:
		if f.As == "" {
			return w.Say(toldPlanOff, f.Ping)
		}
		return w.Say(toldPlanned, f.Ping, w.unit(f.As))
	case rules.DrawOffered:
		return w.Say(wordDrawOffered, letter(f.Seat))
	case rules.StandingOrdered:
		return w.Say(toldOrdered, w.Text(passingFor[f.Until]))
	case rules.OverwatchTaken:
		return w.Say(toldOverwatch, f.Unit)
	}
	return w.effectLine(f)
}

// effectLine says what became of hits.
func (w teller) effectLine(f game.Fact) string {
	switch f := f.(type) {
	case rules.CounterPaid:
		return w.Say(toldSpends, letter(f.Seat))
	case rules.CounterChecked:
		return inEdition(w.edition, w.countered(f))
	case rules.Stopped:
		return w.Say(toldStopped, f.Target)
	case rules.Stunned:
		return w.Say(toldStunned, f.Target)
	case rules.NoEffect:
		return w.Say(toldStunnedYet, f.Target)
	case rules.Destroyed:
		if f.Gone && f.Target.N > 0 {
			return w.Say(toldLastGone, f.Target)
		}
		with := ""
		for _, slug := range f.Aboard {
			with += w.Say(toldWithAboard, w.unit(slug))
		}
		return w.Say(toldDestroyed, f.Target, with)
	case rules.Marked:
		return w.Say(toldMarked, f.Target)
	case rules.StealthGained:
		return w.Say(toldDark, f.Unit)
	case rules.StealthLost:
		return w.Say(toldStealthLost, f.Base)
	case rules.ActionBegan:
		return w.action(f)
	case rules.ActivationBegan:
		if f.Eye != (rules.Ref{}) {
			return w.Say(toldSeenThrough, f.Piece, f.Eye)
		}
	case rules.AttackLost:
		return w.Say(toldAttackLost, f.By, f.Target)
	case rules.Placed:
		return w.Say(toldPlaced, f.From, w.unit(f.Slug), f.Unit)
	case rules.Sprinted:
		return w.Say(toldSprints, f.Unit, points(f.Bases))
	case rules.Loaded:
		return w.Say(toldAboard, f.Unit, f.In)
	case rules.Recovered:
		return inEdition(w.edition, w.Say(recovered[f.With], f.Base))
	}
	return ""
}

// points lists places.
func points(at []plane.Point) string {
	var out []string
	for _, p := range at {
		out = append(out, tenthsAt(p).String())
	}
	return strings.Join(out, "; ")
}

// action tells of a Special Action, and of what an attack was aimed at and cost.
func (w teller) action(f rules.ActionBegan) string {
	name := actionName(w.cards, f.Action)
	paid := ""
	if f.CP > 0 {
		paid = w.Say(toldForCP, f.CP)
	}
	switch {
	case f.Aim != nil:
		var targets []string
		for _, r := range f.Targets {
			targets = append(targets, r.String())
		}
		return w.Say(toldAims, f.Unit, name, *f.Aim, paid, strings.Join(targets, ", "))
	case f.ROF == 0 || f.CP > 0:
		return w.Say(toldUses, f.Unit, name, paid)
	}
	return ""
}

func (w teller) declared(f rules.Declared) string {
	one := len(f.Units) == 1
	if f.CP > 0 {
		return w.Say(word(one, toldReactsFor, toldReactFor), list(f.Units), f.CP)
	}
	return w.Say(word(one, toldReacts, toldReact), list(f.Units))
}

func (w teller) boosted(on bool) string {
	if on {
		return w.Text(toldBoosted)
	}
	return ""
}

func word(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// dice are the faces, those not kept struck out.
func dice(r rules.Roll) string {
	kept := append([]int{}, r.Kept...)
	var out []string
	for _, face := range r.Faces {
		used := false
		for i, k := range kept {
			if k == face {
				kept[i], used = 0, true
				break
			}
		}
		if used {
			out = append(out, fmt.Sprint(face))
		} else {
			out = append(out, fmt.Sprintf("~~%d~~", face))
		}
	}
	return "🎲 " + strings.Join(out, " ")
}

// mods are modifiers by name, with the rule of those that are not on a card.
func (w teller) mods(ms []rules.Mod) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintf(&b, " %+d %s", m.By, w.Text(m.Why))
		if m.Rule != "" && m.Rule != "R20.4" && m.Rule != "R21.4" { // the card's own figure needs no rule
			fmt.Fprintf(&b, " (%s)", m.Rule)
		}
	}
	return b.String()
}

// check is a roll with its modifiers against what it needed.
func (w teller) check(r rules.Roll, ms []rules.Mod, total, need int, against []rules.Mod) string {
	if len(against) > 0 {
		return w.Say(toldCheckDef, dice(r), w.mods(ms), total, need, w.mods(against))
	}
	return w.Say(toldCheck, dice(r), w.mods(ms), total, need)
}

// countered is for its owner's eyes.
func (w teller) countered(f rules.CounterChecked) string {
	if f.Roll == nil {
		return w.Say(word(f.Stopped, toldHardened, toldHardenedNot), f.Target)
	}
	works := w.Text(word(f.Stopped, toldTokenWorks, toldTokenFails))
	if f.From != "" {
		return w.Say(toldTokenOf, f.From, f.Target, dice(*f.Roll), w.mods(f.Mods), f.Need, works)
	}
	return w.Say(toldToken, f.Target, dice(*f.Roll), w.mods(f.Mods), f.Need, works)
}

// actionName is an action's name on the cards; ids are the same on each.
func actionName(cat *cards.Catalogue, id string) string {
	for _, u := range cat.All() {
		if a, ok := u.Action(id); ok {
			return a.Name
		}
	}
	return id
}
