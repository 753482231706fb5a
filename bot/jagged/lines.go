package jagged

import (
	"fmt"
	"strings"

	"downsync/bot/page"
	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"

	rules "downsync/game/jagged"
)

// follows are the rules that each kind of fact follows from.
var follows = page.Cites{
	"began": "J4.1", "board-set": "J4.2", "listed": "J3.7", "objective-placed": "J4.4", "deployed": "J4.3", "inserted": "J4.5", "stole": "J4.6", "round-began": "J6.1",
	"flare-gained": "J6.5", "initiative-taken": "J6.2", "held": "J5.3", "question-skipped": "J5.6", "reinforced": "J6.3", "moved": "J8.1", "sprinted": "J8.2", "tried-to-disengage": "J8.6", "stayed": "J8.1",
	"pulsed": "J14.13", "rushed": "J10.4", "declined": "J14.8", "attack-rolled": "J2.1", "attack-rerolled": "J14.7", "insight-used": "J14.10", "attack-resolved": "J12.1",
	"effect-given": "J12.5", "scored": "J13.2", "ended": "J13.6",
}

// teller says facts to the reader of the view. What an attack comes to names the penalties of its roll, which is told before it.
func (v reading) teller() page.Teller {
	var rolled rules.Aim
	seer := "" // Seer's Insight, where it made the attack harder
	line := func(f game.Fact) string {
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
		return v.line(f)
	}
	return page.Teller{Lang: v.Language, Line: line, Cites: follows.Of}
}

// told are the facts that need words.
func (v reading) told(facts []game.Fact) []string { return v.teller().Told(facts) }

// line says a fact in words; "" for what needs none.
func (v reading) line(f game.Fact) string {
	switch f := f.(type) {
	case game.TookBack:
		return v.Text("A step was taken back.")
	case rules.Began:
		return v.Say("The battle begins: %s attack, %s defend.", v.factionName(f.Conf.Attacker), v.factionName(f.Conf.Faction(2)))
	case rules.BoardSet:
		for seat := game.Seat(1); seat <= 2; seat++ {
			if by := v.biting(seat, cards.ChoosesBoard); by != "" {
				return v.Say("The board: **%s**, chosen by %s (%s).", boardName(f.Board), page.Letter(seat), by)
			}
		}
		return v.Say("The board: **%s**.", boardName(f.Board))
	case rules.Listed:
		return v.Say("%s brings %s (Force Rating %d, Build Points kept: %d).", page.Letter(f.Seat), unitList(f.List), f.FR, f.Kept)
	case rules.ObjectivePlaced:
		if f.Seat == 0 {
			return v.Say("An Objective lies at %s.", f.At)
		}
		return v.Say("%s places an Objective at %s.", page.Letter(f.Seat), f.At)
	case rules.Deployed:
		return v.Say("%s deploys %d {model|models}.", page.Letter(f.Seat), len(f.At))
	case rules.Inserted:
		if f.Success {
			return v.Say("🎲 Landing: %d + Force Rating %d = %d, at least the Position's %d: it works.", f.Face, f.FR, f.Face+f.FR, f.PV)
		}
		return v.Say("🎲 Landing: %d + Force Rating %d = %d, below the Position's %d: **A loses a Flare**.", f.Face, f.FR, f.Face+f.FR, f.PV)
	case rules.Stole:
		if f.Success {
			return v.Say("🎲 Steal: %d. **B has the Initiative.**", f.Face)
		}
		return v.Say("🎲 Steal: %d, below %d. A keeps the Initiative.", f.Face, rules.StealFace)
	case rules.RoundBegan:
		said := v.Say("**Round %d** begins.", f.Round)
		if f.Round == 1 {
			for _, id := range v.Penalties {
				said += " ⚠️ " + v.lostBy(cards.FindPosition(id))
			}
		}
		return said
	case rules.FlareGained:
		return v.Say("%s gains a Flare (%s).", page.Letter(f.Seat), v.called(f.From))
	case rules.InitiativeTaken:
		return v.initiative(f)
	case rules.Held:
		return v.Say("%s makes no Rush this Round.", page.Letter(f.Seat))
	case rules.QuestionSkipped:
		return v.skipped(f)
	case rules.Reinforced:
		said := v.Say("%s brings **%s** at %s (%d BP and a Flare).", page.Letter(f.Model.Seat()), string(f.Model)+" "+v.called(f.Unit), roundedAt(f.At), f.BP)
		if lost := v.biting(f.Model.Seat(), cards.FewerReinforcements); lost != "" {
			said += " " + v.Say("No more may come (%s).", lost)
		}
		return said
	case rules.Scored:
		return v.scored(f)
	case rules.DrawOffered:
		return v.Say("%s offers a draw.", page.Letter(f.Seat))
	case rules.DrawWithdrawn:
		return v.Say("%s no longer offers a draw.", page.Letter(f.Seat))
	}
	return v.deed(f)
}

func (v reading) initiative(f rules.InitiativeTaken) string {
	if f.Faces == [2]int{} {
		return v.Say("**%s** has the Initiative.", page.Letter(f.Seat))
	}
	said := v.Say("🎲 Initiative: A %s, B %s: **%s** has it.", v.rolledFor(1, f), v.rolledFor(2, f), page.Letter(f.Seat))
	if f.Tied {
		said += " " + v.tie(f.Seat)
	}
	if f.Again != 0 {
		said += " " + v.Say("(%s used Tactical Insight)", page.Letter(f.Again))
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

// deed says a fact of a phase.
func (v reading) deed(f game.Fact) string {
	switch f := f.(type) {
	case rules.Moved:
		return v.moved(f)
	case rules.Sprinted:
		return v.Say("🎲 %s sprints: a %d, up to %s\".", v.name(f.Unit), f.Face, rounded(f.Max))
	case rules.TriedToDisengage:
		switch {
		case f.Auto:
			return v.Say("%s disengages without a roll.", v.name(f.Unit))
		case f.Success:
			return v.Say("🎲 %s disengages: %d, needing %d%s.", v.name(f.Unit), f.Face, f.Need, added(f.Parts))
		}
		return v.Say("🎲 %s fails to disengage: %d, needing %d%s.", v.name(f.Unit), f.Face, f.Need, added(f.Parts))
	case rules.Stayed:
		return v.Say("%s stays.", v.name(f.Unit))
	case rules.Pulsed:
		return v.Say("%s uses Warp Pulse: the next attack of %s is 10 harder.", v.name(f.By), v.name(f.Target))
	case rules.Rushed:
		return v.rushed(f)
	case rules.Declined:
		return v.Say("%s does not counter-charge.", page.Letter(f.Seat))
	case rules.AttackRolled:
		if f.Stabilized != "" {
			return v.Say("%s spends a Flare on %s.", page.Letter(f.Aim.By.Seat()), v.called(f.Stabilized))
		}
		return "" // what comes of it says the roll
	case rules.AttackRerolled:
		return v.Say("🎲 %s rolls its miss again: %d → %d.", v.name(f.Unit), f.Was, f.Face)
	case rules.InsightUsed:
		return v.Say("%s uses Seer's Insight: the attack needs %d now.", page.Letter(f.Seat), f.Need)
	case rules.AttackResolved:
		return v.resolved(f, "")
	case rules.EffectGiven:
		e := f.Effect.Effect
		e.Who = "" // the name says whose it is
		return v.Say("%s: %s (%s).", v.name(f.Unit), v.effectText(&e), v.called(f.Effect.From))
	}
	return v.ruled(f)
}

// ruled says a ruling.
func (v reading) ruled(f game.Fact) string {
	switch f := f.(type) {
	case rules.WoundsRuled:
		return v.Say("By a moderator's ruling %s has %d {Wound|Wounds}.", v.name(f.Unit), f.Wounds)
	case rules.PlacedByRuling:
		return v.Say("By a moderator's ruling %s stands at %s.", v.name(f.Unit), f.At)
	case rules.FlaresRuled:
		return v.Say("By a moderator's ruling %s has %d {Flare|Flares}.", page.Letter(f.Seat), f.Flares)
	case rules.PointsRuled:
		return v.Say("By a moderator's ruling %s has %d VP.", page.Letter(f.Seat), f.VP)
	case rules.OwnerRuled:
		if f.Seat == 0 {
			return v.Say("By a moderator's ruling Objective %d is nobody's.", f.N)
		}
		return v.Say("By a moderator's ruling Objective %d is %s's.", f.N, page.Letter(f.Seat))
	case rules.EffectsCleared:
		return v.Say("By a moderator's ruling the effects on %s end.", v.name(f.Unit))
	}
	return ""
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

// resolved tells what an attack did. added are the penalties in what it needed.
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

// covers are what Cover is called.
var covers = map[boards.Class]game.Text{boards.Light: "Light Cover", boards.Heavy: "Heavy Cover"}

// sum is what a threshold is made of: "SR 60 + Heavy Cover 20 + EV 5 = 85".
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

// aim says how an attack is rolled: the models, the weapon, the sum and the chance.
func (v reading) aim(a rules.Aim) string {
	return v.Say("**%s** at **%s** with %s, %s\": %s, **%d%%**", v.name(a.By), v.name(a.Target), v.called(a.Weapon), rounded(a.Gap), v.sum(a), a.Chance())
}
