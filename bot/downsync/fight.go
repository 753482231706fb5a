package downsync

import (
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"

	rules "downsync/game/downsync"
)

// fightLine says the facts of engagements, attacks and countermeasures.
func (w teller) fightLine(f game.Fact) string {
	switch f := f.(type) {
	case rules.WindowClosed:
		return "The reaction window closes without a reaction."
	case rules.EngagementBegan:
		return "**A Reaction Engagement begins.**"
	case rules.Joined:
		if len(f.Units) > 0 {
			return list(f.Units) + " join from Overwatch."
		}
	case rules.Declared:
		return declared(f)
	case rules.Boosted:
		if len(f.Units) > 0 {
			return fmt.Sprintf("%s boosts %s.", letter(f.Seat), list(f.Units))
		}
	case rules.PriorityRolled:
		return fmt.Sprintf("Priority of %s: %s%s → **%d**.", f.Unit, dice(f.Roll), mods(f.Mods), f.Die)
	case rules.Held:
		return fmt.Sprintf("%s holds: %d.", f.Unit, f.Die)
	case rules.EngagementEnded:
		return "The Reaction Engagement is over."
	case rules.ScanRolled:
		s := check(f.Roll, f.Mods, f.Total, f.Need, f.Against)
		return fmt.Sprintf("%s scans %s%s: %s **%s**.", f.By, f.Target, boosted(f.Boost), s, word(f.Hit, "found", "nothing"))
	case rules.AttackRolled:
		s := check(f.Roll, f.Mods, f.Total, f.Need, f.Against)
		return fmt.Sprintf("%s fires at %s, %s%s: %s **%s**.", f.By, f.Target, actionName(w.cards, f.Action), boosted(f.Boost), s, word(f.Hit, "hit", "miss"))
	case rules.Dropped:
		return fmt.Sprintf("%s gives up the rest of its action.", f.Unit)
	case rules.ActivationEnded:
		if f.Quiet {
			return fmt.Sprintf("%s holds its fire.", f.Piece)
		}
	case rules.Planned:
		if f.As == "" {
			return fmt.Sprintf("(yours) Your plan for %s is off.", f.Ping)
		}
		return fmt.Sprintf("(yours) You plan %s to be the %s.", f.Ping, w.unit(f.As))
	case rules.DrawOffered:
		return fmt.Sprintf(wordDrawOffered, letter(f.Seat))
	case rules.StandingOrdered:
		return "(yours) " + passingFor[f.Until]
	case rules.OverwatchTaken:
		return fmt.Sprintf("%s is on **Overwatch**.", f.Unit)
	}
	return w.effectLine(f)
}

// effectLine says what became of hits.
func (w teller) effectLine(f game.Fact) string {
	switch f := f.(type) {
	case rules.CounterPaid:
		return fmt.Sprintf("%s spends 1 CP.", letter(f.Seat))
	case rules.CounterChecked:
		return inEdition(w.edition, countered(f))
	case rules.Stopped:
		return fmt.Sprintf("%s: the effect is **stopped**.", f.Target)
	case rules.Stunned:
		return fmt.Sprintf("%s is **stunned**.", f.Target)
	case rules.NoEffect:
		return fmt.Sprintf("%s is stunned already: nothing happens.", f.Target)
	case rules.Destroyed:
		if f.Gone && f.Target.N > 0 {
			return fmt.Sprintf("%s is **destroyed**, the last of its Unit.", f.Target)
		}
		s := fmt.Sprintf("%s is **destroyed**", f.Target)
		for _, slug := range f.Aboard {
			s += fmt.Sprintf(", and with it the **%s** aboard", w.unit(slug))
		}
		return s + "."
	case rules.Marked:
		return fmt.Sprintf("%s: DEF lowered by 2 for this Turn.", f.Target)
	case rules.StealthGained:
		return fmt.Sprintf("%s goes dark.", f.Unit)
	case rules.StealthLost:
		return fmt.Sprintf("%s loses its Stealth.", f.Base)
	case rules.ActionBegan:
		return w.action(f)
	case rules.ActivationBegan:
		if f.Eye != (rules.Ref{}) {
			return fmt.Sprintf("%s fires, seen through %s.", f.Piece, f.Eye)
		}
	case rules.AttackLost:
		return fmt.Sprintf("%s's attack on %s is lost: it is gone.", f.By, f.Target)
	case rules.Placed:
		return fmt.Sprintf("%s sets down **%s** as %s.", f.From, w.unit(f.Slug), f.Unit)
	case rules.Sprinted:
		return fmt.Sprintf("%s sprints: %s.", f.Unit, points(f.Bases))
	case rules.Loaded:
		return fmt.Sprintf("%s goes aboard %s.", f.Unit, f.In)
	case rules.Recovered:
		return fmt.Sprintf("%s shakes off its stun%s.", f.Base, inEdition(w.edition, recoveredWith[f.With]))
	}
	return ""
}

var recoveredWith = map[string]string{"cp": " for 1 CP", "ap": " with its Action Point", "cm": " with a CM token", "hardened": " with a hardened token"}

// points lists places.
func points(at []plane.Point) string {
	var out []string
	for _, p := range at {
		out = append(out, p.String())
	}
	return strings.Join(out, "; ")
}

// action tells of a Special Action, and of what an attack was aimed at and cost.
func (w teller) action(f rules.ActionBegan) string {
	name := actionName(w.cards, f.Action)
	paid := ""
	if f.CP > 0 {
		paid = fmt.Sprintf(" for %d CP", f.CP)
	}
	switch {
	case f.Aim != nil:
		var targets []string
		for _, r := range f.Targets {
			targets = append(targets, r.String())
		}
		return fmt.Sprintf("%s aims its %s at %s%s: %s.", f.Unit, name, *f.Aim, paid, strings.Join(targets, ", "))
	case f.ROF == 0 || f.CP > 0:
		return fmt.Sprintf("%s uses %s%s.", f.Unit, name, paid)
	}
	return ""
}

var passingFor = map[string]string{
	"":             "You are asked about reactions again.",
	"turn":         "You pass the reaction window of this Turn.",
	"round":        "You pass all reaction windows of this Round.",
	"until-change": "You pass reaction windows until your Units change.",
}

func declared(f rules.Declared) string {
	verb := "react"
	if len(f.Units) == 1 {
		verb = "reacts"
	}
	s := fmt.Sprintf("%s %s", list(f.Units), verb)
	if f.CP > 0 {
		s += fmt.Sprintf(", for %d CP (R24.6)", f.CP)
	}
	return s + "."
}

func boosted(on bool) string {
	if on {
		return ", boosted for 1 CP"
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
func mods(ms []rules.Mod) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintf(&b, " %+d %s", m.By, m.Why)
		if m.Rule != "" && m.Rule != "R20.4" && m.Rule != "R21.4" { // the card's own figure needs no rule
			fmt.Fprintf(&b, " (%s)", m.Rule)
		}
	}
	return b.String()
}

// check is a roll with its modifiers against what it needed.
func check(r rules.Roll, ms []rules.Mod, total, need int, against []rules.Mod) string {
	s := fmt.Sprintf("%s%s = %d against %d", dice(r), mods(ms), total, need)
	if len(against) > 0 {
		s += fmt.Sprintf(" (DEF%s)", mods(against))
	}
	return s + ":"
}

// countered is for its owner's eyes.
func countered(f rules.CounterChecked) string {
	works := word(f.Stopped, "works", "fails")
	if f.Roll == nil {
		return fmt.Sprintf("(yours) The hardened countermeasure of %s %s.", f.Target, works)
	}
	from := ""
	if f.From != "" {
		from = " of " + string(f.From)
	}
	return fmt.Sprintf("(yours) A CM token%s for %s: %s%s, needs %d: %s.", from, f.Target, dice(*f.Roll), mods(f.Mods), f.Need, works)
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
