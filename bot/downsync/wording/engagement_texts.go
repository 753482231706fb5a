package wording

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// engagementRows holds the rows of engagements, actions, attacks and their effects.
var engagementRows = []page.Fact[Teller]{
	page.Says(func(w Teller, _ rules.WindowClosed) string {
		return w.Text("The reaction window closes without a reaction.")
	}, "R24.2", "S13"),
	page.Says(func(w Teller, _ rules.EngagementBegan) string { return w.Text("**A Reaction Engagement begins.**") }, "R24.2", "S13"),
	page.Says(func(w Teller, f rules.Joined) string {
		return w.When(len(f.Units) > 0, "Joining from Overwatch: %s.", List(f.Units))
	}, "R24.4"),
	page.Says(func(w Teller, f rules.Declared) string {
		one := len(f.Units) == 1
		if f.CP > 0 {
			return w.Say(Either(one, "%s reacts, for %d CP.", "%s react, for %d CP."), List(f.Units), f.CP)
		}
		return w.Say(Either(one, "%s reacts.", "%s react."), List(f.Units))
	}, "R24.5", "R24.6"),
	page.Says(func(w Teller, f rules.Boosted) string {
		return w.When(len(f.Units) > 0, "%s boosts %s.", bot.SideName(f.Seat), List(f.Units))
	}, "R24.8", "S4"),
	page.Says(func(w Teller, f rules.PriorityRolled) string {
		return w.Say("Priority of %s: %s%s → **%d**.", f.Unit, dice(f.Roll), w.mods(f.Mods), f.Die)
	}, "R24.9", "R24.10"),
	page.Says(func(w Teller, f rules.Held) string { return w.Say("%s holds: %d.", f.Unit, f.Die) }, "R24.13"),
	page.Silent[Teller, rules.Called]("R24.12"), // what the Unit does then is told
	page.Says(func(w Teller, _ rules.EngagementEnded) string { return w.Text("The Reaction Engagement is over.") }, "R24.17"),
	page.Says(func(w Teller, f rules.ActivationBegan) string { // a Unit fires at once, through an observer
		return w.When(f.Eye != rules.Ref{}, "%s fires, seen through %s.", f.Piece, f.Eye)
	}, "R7.13"),
	page.Says(func(w Teller, f rules.ActivationEnded) string {
		return w.When(f.Quiet, "%s ends its activation.", f.Piece)
	}, "R7.14", "S2"),
	page.Says(Teller.action, "R18.1", "R18.4"),
	page.Says(func(w Teller, f rules.Dropped) string { return w.Say("%s gives up the rest of its action.", f.Unit) }, "R18.1", "R18.4"),
	page.Says(func(w Teller, f rules.OverwatchTaken) string { return w.Say("%s is on **Overwatch**.", f.Unit) }, "R19.2"),
	page.Says(func(w Teller, f rules.ScanRolled) string {
		s := w.check(f.Roll, f.Mods, f.Total, f.Need, f.Against)
		return w.Say("%s scans %s%s: %s **%s**.", f.By, f.Target, w.When(f.Boost, ", boosted for 1 CP"), s, w.Text(Either(f.Hit, "found", "nothing")))
	}, "R20.4", "R20.5", "R20.6"),
	page.Says(func(w Teller, f rules.AttackRolled) string {
		s := w.check(f.Roll, f.Mods, f.Total, f.Need, f.Against)
		return w.Say("%s fires at %s, %s%s: %s **%s**.", f.By, f.Target, ActionName(w.cards, f.Action), w.When(f.Boost, ", boosted for 1 CP"), s,
			w.Text(Either(f.Hit, "hit", "miss")))
	}, "R21.4", "R21.5", "R22.1"),
	page.Says(func(w Teller, f rules.AttackLost) string {
		return w.Say("%s's attack on %s is lost: it is gone.", f.By, f.Target)
	}, "Q80", "D12"),
	page.Says(func(w Teller, f rules.CounterPaid) string {
		return w.Say("%s spends %d CP.", bot.SideName(f.Seat), max(1, f.CP))
	}, "R17.2", "S12", "S11"),
	page.SaysBy(func(w Teller, f rules.CounterChecked) string { return InEdition(w.edition, w.countered(f)) }, func(_ Teller, f rules.CounterChecked) []string {
		if f.Roll == nil {
			return []string{"R23.5"}
		}
		return []string{"R23.3", "Q56"}
	}),
	page.Says(func(w Teller, f rules.Stopped) string {
		return w.Say("%s: the effect is **stopped**.", f.Target) + w.paid(f.Target, f.CP)
	}, "R23.1", "S12"),
	page.Says(func(w Teller, f rules.Stunned) string {
		return w.Say("%s is **stunned**.", f.Target) + w.paid(f.Target, f.CP)
	}, "R22.3"),
	page.Says(func(w Teller, f rules.NoEffect) string {
		return w.Say("%s is stunned already: nothing happens.", f.Target)
	}, "R22.3", "Q57"),
	page.Says(Teller.destroyed, "R22.2", "Q42"),
	page.Says(func(w Teller, f rules.Marked) string { return w.Say("%s: DEF lowered by 2 for this Turn.", f.Target) }, "Q84"),
	page.Says(func(w Teller, f rules.StealthGained) string { return w.Say("%s goes dark.", f.Unit) }, "R27.6", "R27.11"),
	page.Says(func(w Teller, f rules.StealthLost) string { return w.Say("%s loses its Stealth.", f.Base) }, "R27.12"),
	page.Says(func(w Teller, f rules.Placed) string {
		return w.Say("%s sets down **%s** as %s.", f.From, w.unit(f.Slug), f.Unit)
	}, "Q75", "Q76"),
	page.Says(func(w Teller, f rules.Loaded) string { return w.Say("%s goes aboard %s.", f.Unit, f.In) }, "Q77"),
	page.Says(func(w Teller, f rules.Sprinted) string { return w.Say("%s sprints: %s.", f.Unit, points(f.Bases)) }, "V24"),
	page.Says(func(w Teller, f rules.Recovered) string {
		return InEdition(w.edition, w.Say(recovered[f.With], f.Base))
	}, "V16"),
}

// paid says what the target's owner has paid for countermeasures. Until then only the owner knew.
func (w Teller) paid(target rules.Ref, cp int) string {
	return strings.TrimRight(" "+w.When(cp > 0, "%s spends %d CP.", bot.SideName(target.Label.Seat()), cp), " ")
}

func (w Teller) destroyed(f rules.Destroyed) string {
	if f.Gone && f.Target.N > 0 {
		return w.Say("%s is **destroyed**, the last of its Unit.", f.Target) + w.paid(f.Target, f.CP)
	}
	with := ""
	for _, slug := range f.Aboard {
		with += w.Say(", and with it the **%s** aboard", w.unit(slug))
	}
	return w.Say("%s is **destroyed**%s.", f.Target, with) + w.paid(f.Target, f.CP)
}

// times names each target of several attacks once, with the number of attacks on it.
func times(targets []rules.Ref) string {
	return strings.Join(page.Each(WithNew(nil, targets...), func(r rules.Ref) string {
		if n := len(Those(targets, func(x rules.Ref) bool { return x == r })); n > 1 {
			return fmt.Sprintf("%s ×%d", r, n)
		}
		return r.String()
	}), ", ")
}

func points(at []plane.Point) string {
	return strings.Join(page.Each(at, func(p plane.Point) string { return TenthsAt(p).String() }), "; ")
}

// action words a Special Action, or the aim and the cost of an attack.
func (w Teller) action(f rules.ActionBegan) string {
	name, paid := ActionName(w.cards, f.Action), w.When(f.CP > 0, " for %d CP", f.CP)
	if f.Aim != nil {
		return w.Say("%s aims its %s at %s%s: %s.", f.Unit, name, *f.Aim, paid, times(f.Targets))
	}
	return w.When(f.ROF == 0 || f.CP > 0, "%s uses %s%s.", f.Unit, name, paid)
}

// dice lists the faces and strikes out the ones that were not kept.
func dice(r rules.Roll) string {
	kept := slices.Clone(r.Kept)
	return "🎲 " + strings.Join(page.Each(r.Faces, func(face int) string {
		i := slices.Index(kept, face)
		if i < 0 {
			return fmt.Sprintf("~~%d~~", face)
		}
		kept = slices.Delete(kept, i, i+1)
		return fmt.Sprint(face)
	}), " ")
}

// mods lists modifiers: each with its amount and its reason.
func (w Teller) mods(ms []rules.Mod) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintf(&b, " %+d %s", m.By, w.Text(m.Why))
	}
	return b.String()
}

// check words a roll against the number it needed.
func (w Teller) check(r rules.Roll, ms []rules.Mod, total, need int, against []rules.Mod) string {
	if len(against) > 0 {
		return w.Say("%s%s = %d against %d (DEF%s):", dice(r), w.mods(ms), total, need, w.mods(against))
	}
	return w.Say("%s%s = %d against %d:", dice(r), w.mods(ms), total, need)
}

// countered words a countermeasure for its owner, the only one who may read it.
func (w Teller) countered(f rules.CounterChecked) string {
	if f.Roll == nil {
		return w.Say(Either(f.Stopped, "(only you see this) The hardened countermeasure of %s works.", "(only you see this) The hardened countermeasure of %s fails."), f.Target)
	}
	works := w.Text(Either(f.Stopped, "works", "fails")) + w.When(f.CP > 0, ", boosted for 1 CP")
	if f.From != "" {
		return w.Say("(only you see this) A CM token of %s for %s: %s%s, needs %d: %s.", f.From, f.Target, dice(*f.Roll), w.mods(f.Mods), f.Need, works)
	}
	return w.Say("(only you see this) A CM token for %s: %s%s, needs %d: %s.", f.Target, dice(*f.Roll), w.mods(f.Mods), f.Need, works)
}
