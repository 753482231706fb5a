package jagged

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
)

// factRows holds the rows of all kinds of facts.
var factRows = page.Rows(
	page.Says(func(v reading, f rules.Began) string {
		return v.Say("The battle begins: %s attack, %s defend.", v.factionName(f.Conf.Attacker), v.factionName(f.Conf.Faction(2)))
	}, "J4.1"),
	page.Says(reading.boardSet, "J4.2"),
	page.Says(func(v reading, f rules.Listed) string {
		return v.Say("%s brings %s (Force Rating %d, Buy Points kept: %d).", bot.SideName(f.Seat), unitList(f.List), f.FR, f.Kept)
	}, "J3.7"),
	page.Says(func(v reading, f rules.ObjectivePlaced) string {
		if f.Seat == 0 {
			return v.Say("An Objective lies at %s.", f.At)
		}
		return v.Say("%s places an Objective at %s.", bot.SideName(f.Seat), f.At)
	}, "J4.4"),
	page.Says(func(v reading, f rules.Deployed) string {
		return v.Say("%s deploys %d {model|models}.", bot.SideName(f.Seat), len(f.At))
	}, "J4.3"),
	page.Says(func(v reading, f rules.Inserted) string {
		if f.Success {
			return v.Say("🎲 Insertion: %d + Force Rating %d = %d, at least the Position's %d: it works.", f.Face, f.FR, f.Face+f.FR, f.PV)
		}
		return v.Say("🎲 Insertion: %d + Force Rating %d = %d, below the Position's %d: **A loses a Flare**.", f.Face, f.FR, f.Face+f.FR, f.PV)
	}, "J4.5"),
	page.Says(func(v reading, f rules.Stole) string {
		if f.Success {
			return v.Say("🎲 Steal: %d. **B has the Initiative.**", f.Face)
		}
		return v.Say("🎲 Steal: %d, below %d. A keeps the Initiative.", f.Face, rules.StealFace)
	}, "J4.6"),
	page.Says(func(v reading, f rules.RoundBegan) string {
		said := v.Say("**Round %d** begins.", f.Round)
		if f.Round == 1 {
			for _, id := range v.Penalties {
				said += " ⚠️ " + v.lostBy(cards.FindPosition(id))
			}
		}
		return said
	}, "J6.1"),
	page.Says(func(v reading, f rules.FlareGained) string {
		return v.Say("%s gains a Flare (%s).", bot.SideName(f.Seat), v.called(f.From))
	}, "J6.5"),
	page.Says(reading.initiative, "J6.2"),
	page.Says(func(v reading, f rules.Held) string {
		return v.Say("%s makes no Rush this Round.", bot.SideName(f.Seat))
	}, "J5.3"),
	page.Says(reading.skipped, "J5.6"),
	page.Says(func(v reading, f rules.Reinforced) string {
		said := v.Say("%s brings **%s** at %s (%d BP and a Flare).", bot.SideName(f.Model.Seat()), string(f.Model)+" "+v.called(f.Unit), roundedAt(f.At), f.BP)
		if lost := v.biting(f.Model.Seat(), cards.FewerReinforcements); lost != "" {
			said += " " + v.Say("No more may come (%s).", lost)
		}
		return said
	}, "J6.3"),
	page.Says(reading.moved, "J8.1"),
	page.Says(func(v reading, f rules.Sprinted) string {
		return v.Say("🎲 %s sprints: a %d, up to %s\".", v.name(f.Unit), f.Face, rounded(f.Max))
	}, "J8.2"),
	page.Says(func(v reading, f rules.TriedToDisengage) string {
		switch {
		case f.Auto:
			return v.Say("%s disengages without a roll.", v.name(f.Unit))
		case f.Success:
			return v.Say("🎲 %s disengages: %d, needing %d%s.", v.name(f.Unit), f.Face, f.Need, added(f.Parts))
		}
		return v.Say("🎲 %s fails to disengage: %d, needing %d%s.", v.name(f.Unit), f.Face, f.Need, added(f.Parts))
	}, "J8.6"),
	page.Says(func(v reading, f rules.Stayed) string { return v.Say("%s stays.", v.name(f.Unit)) }, "J8.1"),
	page.Says(func(v reading, f rules.Pulsed) string {
		return v.Say("%s uses Warp Pulse: the next attack of %s is 10 harder.", v.name(f.By), v.name(f.Target))
	}, "J14.13"),
	page.Says(func(v reading, f rules.Stabilized) string {
		ended := cards.Effect{Is: f.Effect, N: f.N}
		return v.Say("%s spends a Flare on Psionic Stabilize: %s is free of %s (%s).", bot.SideName(f.Unit.Seat()), v.name(f.Unit), v.effectText(&ended), v.called(f.From))
	}, "J14.12"),
	page.Says(reading.rushed, "J10.4"),
	page.Says(func(v reading, f rules.Declined) string {
		return v.Say("%s does not counter-charge.", bot.SideName(f.Seat))
	}, "J14.8"),
	page.Says(func(v reading, f rules.AttackRolled) string {
		if f.Stabilized != "" {
			return v.Say("%s spends a Flare on %s.", bot.SideName(f.Aim.By.Seat()), v.called(f.Stabilized))
		}
		return "" // the line of the result includes the roll
	}, "J2.1"),
	page.Says(func(v reading, f rules.AttackRerolled) string {
		return v.Say("🎲 %s rolls its miss again: %d → %d.", v.name(f.Unit), f.Was, f.Face)
	}, "J14.7"),
	page.Says(func(v reading, f rules.InsightUsed) string {
		return v.Say("%s uses Seer's Insight: the attack needs %d now.", bot.SideName(f.Seat), f.Need)
	}, "J14.10"),
	page.Says(func(v reading, f rules.AttackResolved) string { return v.resolved(f, "") }, "J12.1"),
	page.Says(func(v reading, f rules.EffectGiven) string {
		e := f.Effect.Effect
		e.Who = "" // the name says whose effect it is
		return v.Say("%s: %s (%s).", v.name(f.Unit), v.effectText(&e), v.called(f.Effect.From))
	}, "J12.5"),
	page.Says(reading.scored, "J13.2"),
	page.Silent[reading, rules.Ended]("J13.6"), // the head of the card says it
	page.Says(func(v reading, f rules.DrawOffered) string { return v.Say("%s offers a draw.", bot.SideName(f.Seat)) }),
	page.Says(func(v reading, f rules.DrawWithdrawn) string {
		return v.Say("%s no longer offers a draw.", bot.SideName(f.Seat))
	}),
	page.Says(func(v reading, f rules.WoundsRuled) string {
		return v.Say("By a moderator's ruling %s has %d {Wound|Wounds}.", v.name(f.Unit), f.Wounds)
	}),
	page.Says(func(v reading, f rules.PlacedByRuling) string {
		return v.Say("By a moderator's ruling %s stands at %s.", v.name(f.Unit), f.At)
	}),
	page.Says(func(v reading, f rules.FlaresRuled) string {
		return v.Say("By a moderator's ruling %s has %d {Flare|Flares}.", bot.SideName(f.Seat), f.Flares)
	}),
	page.Says(func(v reading, f rules.PointsRuled) string {
		return v.Say("By a moderator's ruling %s has %d VP.", bot.SideName(f.Seat), f.VP)
	}),
	page.Says(func(v reading, f rules.OwnerRuled) string {
		if f.Seat == 0 {
			return v.Say("By a moderator's ruling Objective %d is nobody's.", f.N)
		}
		return v.Say("By a moderator's ruling Objective %d is %s's.", f.N, bot.SideName(f.Seat))
	}),
	page.Says(func(v reading, f rules.EffectsCleared) string {
		return v.Say("By a moderator's ruling the effects on %s end.", v.name(f.Unit))
	}),
)

// Teller returns the Teller for the reader of the view. The line for an attack's result names the penalties of its roll, which is
// told before it.
func (v reading) Teller() page.Teller {
	t := factRows.Teller(v.Language, v)
	var rolled rules.Aim
	seer := "" // Seer's Insight, if it made the attack harder
	t.Line = func(f game.Fact) string {
		switch f := f.(type) {
		case rules.AttackRolled:
			rolled, seer = f.Aim, ""
		case rules.InsightUsed:
			seer = " (" + v.called("seers-insight") + " +10)"
		case rules.AttackResolved:
			if f.By == rolled.By && f.Target == rolled.Target && f.Weapon == rolled.Weapon {
				return v.resolved(f, added(rolled.Parts)+seer)
			}
			return v.resolved(f, seer)
		}
		return factRows.Line(v, f)
	}
	return t
}

// boardSet names the board, with the Positions that let a side choose it.
func (v reading) boardSet(f rules.BoardSet) string {
	for seat := game.Seat(1); seat <= 2; seat++ {
		if by := v.biting(seat, cards.ChoosesBoard); by != "" {
			return v.Say("The board: **%s**, chosen by %s (%s).", boardName(f.Board), bot.SideName(seat), by)
		}
	}
	return v.Say("The board: **%s**.", boardName(f.Board))
}

func (v reading) initiative(f rules.InitiativeTaken) string {
	if f.Faces == [2]int{} {
		return v.Say("**%s** has the Initiative.", bot.SideName(f.Seat))
	}
	said := v.Say("🎲 Initiative: A %s, B %s: **%s** has it.", v.rolledFor(1, f), v.rolledFor(2, f), bot.SideName(f.Seat))
	if f.Tied {
		said += " " + v.tie(f.Seat)
	}
	if f.Again != 0 {
		said += " " + v.Say("(%s used Tactical Insight)", bot.SideName(f.Again))
	}
	return said
}

func (v reading) scored(f rules.Scored) string {
	var owned [2]int
	for _, o := range f.Owners {
		if o != 0 {
			owned[o-1]++
		}
	}
	if v.byPoints() {
		return v.Say("Objectives: A holds %d, B %d. VP +%d and +%d.", owned[0], owned[1], f.VP[0], f.VP[1])
	}
	return v.Say("Objectives: A holds %d, B %d.", owned[0], owned[1])
}

func (v reading) moved(f rules.Moved) string {
	to := f.Way[len(f.Way)-1]
	said := v.Say("%s moves %s\" to %s.", v.name(f.Unit), rounded(f.Length), roundedAt(to))
	switch f.By {
	case "future-glimpse":
		said = v.Say("Future Glimpse: %s", said)
	case "sprint":
		said = v.Say("%s sprints %s\" to %s.", v.name(f.Unit), rounded(f.Length), roundedAt(to))
	}
	if f.Push {
		said += " " + v.Text("(Coordinated Push)")
	}
	return said
}

func (v reading) rushed(f rules.Rushed) string {
	said := v.Say("🎲 %s rushes %s: a %d, %s\" in all", v.name(f.Unit), v.name(f.Target), f.Face, rounded(f.Max))
	if f.Counter {
		said = v.Say("🎲 %s counter-charges %s: a %d, %s\" in all", v.name(f.Unit), v.name(f.Target), f.Face, rounded(f.Max))
	}
	if f.Halved {
		said += ", " + v.Text("halved by Heavy Terrain")
	}
	if f.Success {
		return said + ": " + v.Text("**it is there.**")
	}
	return said + ": " + v.Text("it falls short.")
}

// resolved describes the effects of an attack. added names the penalties in the number that it needed.
func (v reading) resolved(f rules.AttackResolved, added string) string {
	head := v.Say("🎲 %s at %s with %s: %d, needing %d", v.name(f.By), v.name(f.Target), v.called(f.Weapon), f.Face, f.Need) + added
	switch f.Outcome {
	case rules.CriticalMiss:
		return head + ": " + v.Text("a Critical Failure.")
	case rules.Miss:
		return head + ": " + v.Text("a miss.")
	case rules.CriticalHit:
		head = "💥 " + strings.TrimPrefix(head, "🎲 ") + ": " + v.Text("**a Critical Success**") + v.critless(f.By, f.Weapon)
	default:
		head = "💥 " + strings.TrimPrefix(head, "🎲 ") + ": " + v.Text("**a hit**")
	}
	w := v.loweredW(f.Target, f.W)
	if w != fmt.Sprint(f.W) && !f.Ignores && f.Wound {
		head += v.Say(", DAM %d against W %s", f.DAM, w)
	}
	switch {
	case f.Destroyed:
		return head + v.Say(", and ☠️ **%s is destroyed.**", v.name(f.Target))
	case f.Wound:
		return head + v.Say(", and **%s loses a Wound.**", v.name(f.Target))
	case f.Sum > 0:
		return head + v.Say(", DAM %d; %d of W %s so far.", f.DAM, f.Sum, w)
	}
	return head + v.Say(", but its DAM (%d) is below W %s.", f.DAM, w)
}

// covers names the kinds of Cover.
var covers = map[boards.Class]game.Text{boards.Light: "Light Cover", boards.Heavy: "Heavy Cover"}

// sum returns the parts of a threshold: "SR 60 + Heavy Cover 20 + EV 5 = 85".
func (v reading) sum(a rules.Aim) string {
	said := fmt.Sprintf("SR %d", a.SR)
	for _, p := range a.Parts {
		name := v.called(p.From)
		if p.From == "cover" && a.Cover != "" {
			name = v.Text(covers[a.Cover])
		}
		if p.N < 0 {
			said += fmt.Sprintf(" − %s %d", name, -p.N)
		} else {
			said += fmt.Sprintf(" + %s %d", name, p.N)
		}
	}
	if len(a.Parts) == 0 {
		return said
	}
	return said + fmt.Sprintf(" = %d", a.Need)
}

// aim explains an attack's roll: the models, the weapon, the sum and the chance.
func (v reading) aim(a rules.Aim) string {
	return v.Say("**%s** at **%s** with %s, %s\": %s, **%d%%**", v.name(a.By), v.name(a.Target), v.called(a.Weapon), rounded(a.Gap), v.sum(a), a.Chance())
}
