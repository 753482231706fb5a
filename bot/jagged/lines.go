package jagged

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"

	rules "downsync/game/jagged"
)

// follows maps each kind of fact to the rule that it follows from.
var follows = page.Cites{
	"began": "J4.1", "board-set": "J4.2", "listed": "J3.7", "objective-placed": "J4.4", "deployed": "J4.3", "inserted": "J4.5", "stole": "J4.6", "round-began": "J6.1",
	"flare-gained": "J6.5", "initiative-taken": "J6.2", "held": "J5.3", "question-skipped": "J5.6", "reinforced": "J6.3", "moved": "J8.1", "sprinted": "J8.2", "tried-to-disengage": "J8.6", "stayed": "J8.1",
	"pulsed": "J14.13", "rushed": "J10.4", "declined": "J14.8", "attack-rolled": "J2.1", "attack-rerolled": "J14.7", "insight-used": "J14.10", "attack-resolved": "J12.1",
	"effect-given": "J12.5", "scored": "J13.2", "ended": "J13.6",
}

// telling describes events to the reader of a view.
type telling struct{ v reading }

// teller returns the Teller for the reader of the view. The line for an attack's result names the penalties of its roll, which is
// told before it.
func (t telling) teller() page.Teller {
	var rolled rules.Aim
	seer := "" // Seer's Insight, if it made the attack harder
	line := func(f game.Fact) string {
		switch f := f.(type) {
		case rules.AttackRolled:
			rolled, seer = f.Aim, ""
		case rules.InsightUsed:
			seer = " (" + t.v.called("seers-insight") + " +10)"
		case rules.AttackResolved:
			if f.By == rolled.By && f.Target == rolled.Target && f.Weapon == rolled.Weapon {
				return t.resolved(f, added(rolled.Parts)+seer)
			}
			return t.resolved(f, seer)
		}
		return t.line(f)
	}
	return page.Teller{Lang: t.v.Language, Line: line, Cites: follows.Of}
}

// Teller returns the Teller for the reader of the view.
func (v reading) Teller() page.Teller { return telling{v}.teller() }

// told returns the words of the facts that need any.
func (t telling) told(facts []game.Fact) []string { return t.teller().Told(facts) }

// line puts a fact into words; "" for facts without words.
func (t telling) line(f game.Fact) string {
	switch f := f.(type) {
	case game.TookBack:
		return page.TookBack(t.v.Language, f)
	case rules.Began:
		return t.v.Say("The battle begins: %s attack, %s defend.", t.v.factionName(f.Conf.Attacker), t.v.factionName(f.Conf.Faction(2)))
	case rules.BoardSet:
		for seat := game.Seat(1); seat <= 2; seat++ {
			if by := t.v.biting(seat, cards.ChoosesBoard); by != "" {
				return t.v.Say("The board: **%s**, chosen by %s (%s).", boardName(f.Board), bot.SideName(seat), by)
			}
		}
		return t.v.Say("The board: **%s**.", boardName(f.Board))
	case rules.Listed:
		return t.v.Say("%s brings %s (Force Rating %d, Buy Points kept: %d).", bot.SideName(f.Seat), unitList(f.List), f.FR, f.Kept)
	case rules.ObjectivePlaced:
		if f.Seat == 0 {
			return t.v.Say("An Objective lies at %s.", f.At)
		}
		return t.v.Say("%s places an Objective at %s.", bot.SideName(f.Seat), f.At)
	case rules.Deployed:
		return t.v.Say("%s deploys %d {model|models}.", bot.SideName(f.Seat), len(f.At))
	case rules.Inserted:
		if f.Success {
			return t.v.Say("🎲 Insertion: %d + Force Rating %d = %d, at least the Position's %d: it works.", f.Face, f.FR, f.Face+f.FR, f.PV)
		}
		return t.v.Say("🎲 Insertion: %d + Force Rating %d = %d, below the Position's %d: **A loses a Flare**.", f.Face, f.FR, f.Face+f.FR, f.PV)
	case rules.Stole:
		if f.Success {
			return t.v.Say("🎲 Steal: %d. **B has the Initiative.**", f.Face)
		}
		return t.v.Say("🎲 Steal: %d, below %d. A keeps the Initiative.", f.Face, rules.StealFace)
	case rules.RoundBegan:
		said := t.v.Say("**Round %d** begins.", f.Round)
		if f.Round == 1 {
			for _, id := range t.v.Penalties {
				said += " ⚠️ " + t.v.lostBy(cards.FindPosition(id))
			}
		}
		return said
	case rules.FlareGained:
		return t.v.Say("%s gains a Flare (%s).", bot.SideName(f.Seat), t.v.called(f.From))
	case rules.InitiativeTaken:
		return t.initiative(f)
	case rules.Held:
		return t.v.Say("%s makes no Rush this Round.", bot.SideName(f.Seat))
	case rules.QuestionSkipped:
		return t.skipped(f)
	case rules.Reinforced:
		said := t.v.Say("%s brings **%s** at %s (%d BP and a Flare).", bot.SideName(f.Model.Seat()), string(f.Model)+" "+t.v.called(f.Unit), roundedAt(f.At), f.BP)
		if lost := t.v.biting(f.Model.Seat(), cards.FewerReinforcements); lost != "" {
			said += " " + t.v.Say("No more may come (%s).", lost)
		}
		return said
	case rules.Scored:
		return t.scored(f)
	case rules.DrawOffered:
		return t.v.Say("%s offers a draw.", bot.SideName(f.Seat))
	case rules.DrawWithdrawn:
		return t.v.Say("%s no longer offers a draw.", bot.SideName(f.Seat))
	}
	return t.deed(f)
}

func (t telling) initiative(f rules.InitiativeTaken) string {
	if f.Faces == [2]int{} {
		return t.v.Say("**%s** has the Initiative.", bot.SideName(f.Seat))
	}
	said := t.v.Say("🎲 Initiative: A %s, B %s: **%s** has it.", t.rolledFor(1, f), t.rolledFor(2, f), bot.SideName(f.Seat))
	if f.Tied {
		said += " " + t.tie(f.Seat)
	}
	if f.Again != 0 {
		said += " " + t.v.Say("(%s used Tactical Insight)", bot.SideName(f.Again))
	}
	return said
}

func (t telling) scored(f rules.Scored) string {
	var owned [2]int
	for _, o := range f.Owners {
		if o != 0 {
			owned[o-1]++
		}
	}
	if t.v.byPoints() {
		return t.v.Say("Objectives: A holds %d, B %d. VP +%d and +%d.", owned[0], owned[1], f.VP[0], f.VP[1])
	}
	return t.v.Say("Objectives: A holds %d, B %d.", owned[0], owned[1])
}

func (t telling) deed(f game.Fact) string {
	switch f := f.(type) {
	case rules.Moved:
		return t.moved(f)
	case rules.Sprinted:
		return t.v.Say("🎲 %s sprints: a %d, up to %s\".", t.v.name(f.Unit), f.Face, rounded(f.Max))
	case rules.TriedToDisengage:
		switch {
		case f.Auto:
			return t.v.Say("%s disengages without a roll.", t.v.name(f.Unit))
		case f.Success:
			return t.v.Say("🎲 %s disengages: %d, needing %d%s.", t.v.name(f.Unit), f.Face, f.Need, added(f.Parts))
		}
		return t.v.Say("🎲 %s fails to disengage: %d, needing %d%s.", t.v.name(f.Unit), f.Face, f.Need, added(f.Parts))
	case rules.Stayed:
		return t.v.Say("%s stays.", t.v.name(f.Unit))
	case rules.Pulsed:
		return t.v.Say("%s uses Warp Pulse: the next attack of %s is 10 harder.", t.v.name(f.By), t.v.name(f.Target))
	case rules.Rushed:
		return t.rushed(f)
	case rules.Declined:
		return t.v.Say("%s does not counter-charge.", bot.SideName(f.Seat))
	case rules.AttackRolled:
		if f.Stabilized != "" {
			return t.v.Say("%s spends a Flare on %s.", bot.SideName(f.Aim.By.Seat()), t.v.called(f.Stabilized))
		}
		return "" // the line of the result includes the roll
	case rules.AttackRerolled:
		return t.v.Say("🎲 %s rolls its miss again: %d → %d.", t.v.name(f.Unit), f.Was, f.Face)
	case rules.InsightUsed:
		return t.v.Say("%s uses Seer's Insight: the attack needs %d now.", bot.SideName(f.Seat), f.Need)
	case rules.AttackResolved:
		return t.resolved(f, "")
	case rules.EffectGiven:
		e := f.Effect.Effect
		e.Who = "" // the name says whose effect it is
		return t.v.Say("%s: %s (%s).", t.v.name(f.Unit), t.v.effectText(&e), t.v.called(f.Effect.From))
	}
	return t.ruled(f)
}

func (t telling) ruled(f game.Fact) string {
	switch f := f.(type) {
	case rules.WoundsRuled:
		return t.v.Say("By a moderator's ruling %s has %d {Wound|Wounds}.", t.v.name(f.Unit), f.Wounds)
	case rules.PlacedByRuling:
		return t.v.Say("By a moderator's ruling %s stands at %s.", t.v.name(f.Unit), f.At)
	case rules.FlaresRuled:
		return t.v.Say("By a moderator's ruling %s has %d {Flare|Flares}.", bot.SideName(f.Seat), f.Flares)
	case rules.PointsRuled:
		return t.v.Say("By a moderator's ruling %s has %d VP.", bot.SideName(f.Seat), f.VP)
	case rules.OwnerRuled:
		if f.Seat == 0 {
			return t.v.Say("By a moderator's ruling Objective %d is nobody's.", f.N)
		}
		return t.v.Say("By a moderator's ruling Objective %d is %s's.", f.N, bot.SideName(f.Seat))
	case rules.EffectsCleared:
		return t.v.Say("By a moderator's ruling the effects on %s end.", t.v.name(f.Unit))
	}
	return ""
}

func (t telling) moved(f rules.Moved) string {
	to := f.Way[len(f.Way)-1]
	said := t.v.Say("%s moves %s\" to %s.", t.v.name(f.Unit), rounded(f.Length), roundedAt(to))
	switch f.By {
	case "future-glimpse":
		said = t.v.Say("Future Glimpse: %s", said)
	case "sprint":
		said = t.v.Say("%s sprints %s\" to %s.", t.v.name(f.Unit), rounded(f.Length), roundedAt(to))
	}
	if f.Push {
		said += " " + t.v.Text("(Coordinated Push)")
	}
	return said
}

func (t telling) rushed(f rules.Rushed) string {
	said := t.v.Say("🎲 %s rushes %s: a %d, %s\" in all", t.v.name(f.Unit), t.v.name(f.Target), f.Face, rounded(f.Max))
	if f.Counter {
		said = t.v.Say("🎲 %s counter-charges %s: a %d, %s\" in all", t.v.name(f.Unit), t.v.name(f.Target), f.Face, rounded(f.Max))
	}
	if f.Halved {
		said += ", " + t.v.Text("halved by Heavy Terrain")
	}
	if f.Success {
		return said + ": " + t.v.Text("**it is there.**")
	}
	return said + ": " + t.v.Text("it falls short.")
}

// resolved describes the effects of an attack. added names the penalties in the number that it needed.
func (t telling) resolved(f rules.AttackResolved, added string) string {
	head := t.v.Say("🎲 %s at %s with %s: %d, needing %d", t.v.name(f.By), t.v.name(f.Target), t.v.called(f.Weapon), f.Face, f.Need) + added
	switch f.Outcome {
	case rules.CriticalMiss:
		return head + ": " + t.v.Text("a Critical Failure.")
	case rules.Miss:
		return head + ": " + t.v.Text("a miss.")
	case rules.CriticalHit:
		head = "💥 " + strings.TrimPrefix(head, "🎲 ") + ": " + t.v.Text("**a Critical Success**") + t.critless(f.By, f.Weapon)
	default:
		head = "💥 " + strings.TrimPrefix(head, "🎲 ") + ": " + t.v.Text("**a hit**")
	}
	w := t.v.loweredW(f.Target, f.W)
	if w != fmt.Sprint(f.W) && !f.Ignores && f.Wound {
		head += t.v.Say(", DAM %d against W %s", f.DAM, w)
	}
	switch {
	case f.Destroyed:
		return head + t.v.Say(", and ☠️ **%s is destroyed.**", t.v.name(f.Target))
	case f.Wound:
		return head + t.v.Say(", and **%s loses a Wound.**", t.v.name(f.Target))
	case f.Sum > 0:
		return head + t.v.Say(", DAM %d; %d of W %s so far.", f.DAM, f.Sum, w)
	}
	return head + t.v.Say(", but its DAM (%d) is below W %s.", f.DAM, w)
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
