package syndicate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// factRows holds the rows of all kinds of facts.
var factRows = page.Rows(
	page.Says(func(v reading, f rules.Began) string {
		return v.Say("The match begins: A %s against B %s.", v.squadName(f.Squads[0]), v.squadName(f.Squads[1]))
	}, "S3.1"),
	page.Says(func(v reading, f rules.Deployed) string {
		return v.Say("%s deploys at %s.", bot.SideName(f.Seat), strings.Join(page.Each(f.At[:], grid.Space.String), " "))
	}, "S3.2"),
	page.Says(func(v reading, f rules.Drew) string {
		if len(f.Cards) > 0 && v.Viewer.Seat() == f.Seat { // only their owner reads the cards
			return v.Say("(only you see this) You draw %s.", strings.Join(page.Each(f.Cards, v.called), ", "))
		}
		if f.Why == "reload" {
			return "" // each side draws one every round
		}
		return v.Say("%s draws %d {card|cards}.", bot.SideName(f.Seat), f.N)
	}, "S3.3"),
	page.Says(func(v reading, f rules.Mulliganed) string {
		if f.New {
			return v.Say("%s draws a new hand.", bot.SideName(f.Seat))
		}
		return v.Say("%s keeps the hand.", bot.SideName(f.Seat))
	}, "S3.3"),
	page.Says(func(v reading, f rules.Reshuffled) string {
		return v.Say("%s's discards become the deck.", bot.SideName(f.Seat))
	}, "S4.9"),
	page.Says(func(v reading, f rules.PriorityRolled) string {
		return v.Say("🎲 Priority: A %d, B %d: **%s** goes first.", f.Dice[len(f.Dice)-1][0], f.Dice[len(f.Dice)-1][1], bot.SideName(f.First))
	}, "S3.4"),
	page.Says(func(v reading, f rules.RoundBegan) string {
		return v.Say("Round %d: **%s** has Priority.", f.Round, bot.SideName(f.Priority))
	}, "S4.1"),
	page.Says(func(v reading, f rules.Committed) string {
		said := v.Say("Both cards are shown: A **%s**, B **%s**.", v.card(f.Cards[0]), v.card(f.Cards[1]))
		for i, mode := range f.Modes {
			if mode != "" {
				said += " " + v.Say("%s's Hydra: %s.", bot.SideName(game.Seat(i+1)), v.Text(modeWords[mode]))
			}
		}
		return said
	}, "S4.2"),
	page.Says(func(v reading, f rules.Planned) string {
		return v.Say("(only you see this) You ordered ahead: %s.", v.ordered(f.Seat, f.Ahead, false))
	}, "R-P9"),
	page.Says(func(v reading, f rules.Accustomed) string {
		if f.Ask == "" {
			return v.Text("(only you see this) You are asked about every reaction again.")
		}
		return v.Say("(only you see this) From now on, without asking: %s.", v.usual(f.Ask, f.Answer))
	}, "R-P10"),
	page.SaysBy(func(v reading, f rules.CardPlayed) string {
		if f.Fizzled != "" {
			return v.Say("%s's **%s** has no effect: %s.", bot.SideName(f.Seat), v.called(f.Card), v.Text(fizzles[f.Fizzled]))
		}
		return v.Say("%s plays **%s**.", bot.SideName(f.Seat), v.called(f.Card))
	}, func(v reading, f rules.CardPlayed) []string { return ruleOfCard(v, f.Card) }),
	page.SaysBy(func(v reading, f barren) string {
		return v.Say("%s plays **%s**, which has no effect.", bot.SideName(f.Seat), v.called(f.Card))
	}, func(v reading, f barren) []string { return ruleOfCard(v, f.Card) }),
	page.Says(func(v reading, f rules.Chosen) string {
		if f.Unit != "" {
			return v.Say("%s: %s chooses %s.", v.called(f.From), bot.SideName(f.Seat), v.name(f.Unit))
		}
		return v.Say("%s: %s chooses %s.", v.called(f.From), bot.SideName(f.Seat), f.At)
	}, "S4.5"),
	page.Says(reading.moved, "S5.1"),
	page.Says(func(v reading, f rules.StoodFast) string {
		if f.Why == "no-space" {
			return v.Say("%s is not pushed (%s): no space behind it is free.", v.name(f.Unit), v.called(f.By))
		}
		return v.Say("%s is not pushed (%s): %s holds it in its place.", v.name(f.Unit), v.called(f.By), v.called(f.Why))
	}, "S5.7"),
	page.Says(func(v reading, f rules.AttackDeclared) string {
		return v.Say("%s attacks %s.", v.name(f.By), v.name(f.Target))
	}, "S7.1"),
	page.Says(func(v reading, f rules.AttackRolled) string {
		return v.Say("🎲 %s hits with %d or more: %s.", v.name(f.Aim.By), f.Aim.Need, faces(f.Faces))
	}, "S6.5"),
	page.Says(func(v reading, f rules.DieChanged) string {
		if f.Set {
			return v.Say("🎲 %s: %d → %d.", v.called(f.By), f.Was, f.Is)
		}
		return v.Say("🎲 %s: a %d is rolled again: %d.", v.called(f.By), f.Was, f.Is)
	}, "S7.2"),
	page.Says(reading.resolved, "S6.7"),
	page.Says(func(v reading, f rules.HeldFire) string {
		if f.Why == "hold" {
			return v.Say("%s does not attack.", v.name(f.Unit))
		}
		return v.Say("%s has no target.", v.name(f.Unit))
	}, "S6.1"),
	page.Says(func(v reading, f rules.Hurt) string {
		switch {
		case f.Cost:
			return v.Say("%s pays %d HP (%s).", v.name(f.Unit), f.N, v.called(f.By))
		case f.N == 0:
			return v.Say("%s's shield takes it (%s).", v.name(f.Unit), v.called(f.By))
		}
		said := v.Say("💥 **%s loses %d HP** (%s).", v.name(f.Unit), f.N, v.called(f.By))
		if f.Armor > 0 {
			said += " " + v.Say("Armor stops %d.", f.Armor)
		}
		return said
	}, "S8.3"),
	page.Says(func(v reading, f rules.Eliminated) string {
		return v.Say("☠️ **%s is eliminated.**", v.name(f.Unit))
	}, "S6.9"),
	page.Says(func(v reading, f rules.Contested) string {
		said := v.Say("🎲 %s: %s %d + %d against %s %d + %d.", v.called(f.Card), v.name(f.By), f.Dice[0], f.Plus[0], v.name(f.Target), f.Dice[1], f.Plus[1])
		switch d := f.Dice[0] + f.Plus[0] - f.Dice[1] - f.Plus[1]; {
		case d > 0:
			return said + " " + v.Say("**%s** wins.", v.name(f.By))
		case d < 0:
			return said + " " + v.Text("Nothing happens.")
		}
		return said + " " + v.Text("A tie.")
	}, "S8.1"),
	page.Says(func(v reading, f rules.StatusGiven) string {
		return v.Say("%s is **%s** (%s).", v.name(f.Unit), v.called(f.Status), v.called(f.From))
	}, "S9.1"),
	page.Says(func(v reading, f rules.StatusEnded) string {
		return v.Say("%s is no longer %s.", v.name(f.Unit), strings.Join(page.Each(f.Statuses, v.called), ", "))
	}, "S9.2"),
	page.Says(func(v reading, f rules.Changed) string {
		if said := v.changes(f.Change); said != "" {
			return v.Say("%s: %s (%s).", v.name(f.Unit), said, v.called(f.From))
		}
		return ""
	}, "S9.5"),
	page.Says(func(v reading, f rules.AbilityUsed) string {
		return v.Say("%s uses %s.", bot.SideName(f.Seat), v.called(f.Ability))
	}, "S7.5"),
	page.Says(func(v reading, f rules.Placed) string {
		return v.Say("%s puts a %s at %s.", bot.SideName(f.Seat), v.called(f.Object), f.At)
	}, "S10.1"),
	page.Says(func(v reading, f rules.Removed) string {
		return v.Say("%s's %s is gone.", bot.SideName(f.Seat), v.called(f.Object))
	}, "S10.2"),
	page.Says(func(v reading, f rules.Scored) string {
		return v.Say("**%s scores**: %d {point|points} now; %d win.", bot.SideName(f.Seat), f.Points, rules.PointsToWin(f.Mission))
	}, "S11.2"),
	page.Silent[reading, rules.Reloaded]("S4.8"), // the cards drawn and the effects ended are told
	page.Silent[reading, rules.Ended]("S11.1"),   // the head of the card says it
	page.Says(func(v reading, _ rules.DecksOpened) string { return v.Text("The decks lie open.") }, "R-P1"),
	page.Says(func(v reading, f rules.DrawOffered) string { return v.Say("%s offers a draw.", bot.SideName(f.Seat)) }),
	page.Says(func(v reading, f rules.DrawWithdrawn) string {
		return v.Say("%s no longer offers a draw.", bot.SideName(f.Seat))
	}),
	page.Says(func(v reading, f rules.HPRuled) string {
		return v.Say("By a moderator's ruling %s has %d HP.", v.name(f.Unit), f.HP)
	}),
	page.Says(func(v reading, f rules.PlacedByRuling) string {
		return v.Say("By a moderator's ruling %s stands at %s.", v.name(f.Unit), f.At)
	}),
	page.Says(func(v reading, f rules.StatusRuled) string {
		if f.On {
			return v.Say("By a moderator's ruling %s is %s.", v.name(f.Unit), v.called(f.Status))
		}
		return v.Say("By a moderator's ruling %s is no longer %s.", v.name(f.Unit), v.called(f.Status))
	}),
	page.Says(func(v reading, f rules.PointsRuled) string {
		return v.Say("By a moderator's ruling %s has %d {point|points}.", bot.SideName(f.Seat), f.Points)
	}),
)

// ruleOfCard returns the rule of the part of the round in which a card resolves. Movement cards have a part of their own.
func ruleOfCard(v reading, id string) []string {
	if c, known := v.Catalogue().Card(id); known && c.Type == cards.Movement {
		return []string{"S4.4"}
	}
	return []string{"S4.5"}
}

// Teller returns the Teller for the reader of the view.
func (v reading) Teller() page.Teller {
	t := factRows.Teller(v.Language, v)
	t.Line, t.Prepare = v.line, barrens
	return t
}

// line returns the words for a fact, with the HP left if they are known; "" if it has none.
func (v reading) line(f game.Fact) string {
	hit, ok := f.(leaves)
	if !ok {
		return factRows.Line(v, f)
	}
	said := factRows.Line(v, hit.Fact)
	if hit.hp > 0 {
		said += " " + v.Say("%d HP left.", hit.hp)
	}
	return said
}

// told returns the words of the facts that need any; for damage it adds the HP left. later holds the facts after them, up to now.
func (v reading) told(facts []game.Fact, later ...game.Fact) []string {
	return v.Teller().Told(v.leaving(facts, later))
}

// barren is a card that took effect but changed nothing, for example with nobody in its reach.
type barren struct{ rules.CardPlayed }

// Kind returns a kind that only tellers use.
func (barren) Kind() string { return "barren" }

// barrens returns the facts and marks the cards that changed nothing: cards after which the next fact has another cause. For the
// newest fact this is unknown, because a question may follow it.
func barrens(facts []game.Fact) []game.Fact {
	out := slices.Clone(facts)
	for i, f := range facts[:max(0, len(facts)-1)] {
		c, ok := f.(rules.CardPlayed)
		if !ok || c.Fizzled != "" {
			continue
		}
		switch next := facts[i+1].(type) {
		case rules.CardPlayed, rules.AttackDeclared, rules.HeldFire, rules.Scored, rules.Reloaded, rules.RoundBegan:
			out[i] = barren{c}
		case rules.Moved:
			if next.By == "mercs" {
				out[i] = barren{c}
			}
		}
	}
	return out
}

// leaves is a fact of lost HP, with the HP left.
type leaves struct {
	game.Fact
	hp int
}

// leaving returns the facts, adding to lost HP the HP left. It counts back from the present, so that it works for facts stored at
// any time; before a ruling, the figure is unknown.
func (v reading) leaving(facts, later []game.Fact) []game.Fact {
	hp := map[rules.Label]int{}
	for _, u := range v.Units {
		hp[u.Label] = u.HP
	}
	out := barrens(facts)
	all := slices.Concat(facts, later)
	for i, f := range slices.Backward(all) {
		var unit rules.Label
		n := 0
		switch f := f.(type) {
		case rules.AttackResolved:
			unit, n = f.Target, f.Damage
		case rules.Hurt:
			unit, n = f.Unit, f.N
		case rules.HPRuled:
			return out
		}
		if n > 0 && i < len(facts) {
			out[i] = leaves{f, hp[unit]}
		}
		hp[unit] += n
	}
	return out
}

// usual describes a seat's constant answer to a reaction.
func (v reading) usual(ask, answer string) string {
	said := v.Text(labels[answer])
	if answer == "reduce" { // this name includes the ability
		return said
	}
	return v.called(rules.AbilityOf(ask)) + ": " + said
}

// fizzles explains why a card has no effect.
var fizzles = map[string]game.Text{"suppressed": "Suppressed", "disoriented": "Disoriented", "jammed": "Jammed", "requirement": "its requirement is not met"}

// card returns a committed card's name.
func (v reading) card(id string) string {
	if id == "" {
		return v.Text("no card")
	}
	return v.called(id)
}

var modeWords = map[string]game.Text{"acc": "+1 ACC", "rof": "+1 die"}

func (v reading) moved(f rules.Moved) string {
	to := f.Way[len(f.Way)-1]
	out := v.Say("%s moves from %s to %s.", v.name(f.Unit), f.From, to)
	switch {
	case f.By == "push":
		out = v.Say("%s is pushed from %s to %s.", v.name(f.Unit), f.From, to)
	case !f.Own:
		out = v.Say("%s is put from %s to %s (%s).", v.name(f.Unit), f.From, to, v.called(f.By))
	}
	if f.Door {
		out += " " + v.Text("It breaks through a door.")
	}
	return out
}

// resolved describes the effects of an attack, step by step.
func (v reading) resolved(f rules.AttackResolved) string {
	switch {
	case f.Decoy:
		return v.Text("A Decoy takes the attack and is gone.")
	case f.Blow.Hits == 0:
		return v.Say("**MISS**: %s at %s.", v.name(f.By), v.name(f.Target))
	}
	parts := []string{v.Say("%d {hit|hits}", f.Blow.Hits)}
	for _, m := range f.Blow.Bonus {
		parts = append(parts, fmt.Sprintf("%+d %s", m.N, v.called(m.From)))
	}
	if f.Blow.Shield > 0 {
		parts = append(parts, fmt.Sprintf("−%d %s", f.Blow.Shield, v.called("shielded")))
	}
	if n := sum(f.Blow.ARM); n > 0 {
		parts = append(parts, fmt.Sprintf("−%d ARM", n))
	}
	if f.Blow.Plating > 0 {
		parts = append(parts, fmt.Sprintf("−%d %s", f.Blow.Plating, v.called("reinforced-plating")))
	}
	if f.Blow.Floor {
		parts = append(parts, v.Text("at least 1"))
	}
	if f.Reduced > 0 {
		parts = append(parts, v.Say("−%d prevented", f.Reduced))
	}
	said := v.Say("💥 **HIT**: %s at %s, who loses **%d HP**", v.name(f.By), v.name(f.Target), f.Damage)
	if f.Damage == 0 {
		said = v.Say("**HIT**, no damage: %s at %s", v.name(f.By), v.name(f.Target))
	}
	return said + " (" + strings.Join(parts, ", ") + ")."
}

func (w Forms) changes(c cards.Change) string {
	var out []string
	for _, x := range []struct {
		n    int
		said string
	}{{c.ACC, "ACC"}, {c.DOD, "DOD"}, {c.ARM, "ARM"}} {
		if x.n != 0 {
			out = append(out, fmt.Sprintf("%+d %s", x.n, x.said))
		}
	}
	for _, x := range []struct {
		is   bool
		said string
	}{{c.Dice != 0, w.Say("%+d {die|dice}", c.Dice)}, {c.Damage != 0, w.Say("%+d damage", c.Damage)}, {c.Move != 0, w.Say("%+d {space|spaces}", c.Move)},
		{c.AttackedACC != 0, w.Say("%+d ACC against it", c.AttackedACC)}, {c.First, w.Text("attacks first")}, {c.Fixed, w.Text("nothing displaces it")},
		{c.Held, w.Text("is held")}, {c.Half, w.Text("half its dice")}, {c.Rerolls > 0, w.Text("one miss is rolled again")}} {
		if x.is {
			out = append(out, x.said)
		}
	}
	return strings.Join(out, ", ")
}

func faces(list []int) string { return strings.Join(page.Each(list, strconv.Itoa), ", ") }

func sum(list []rules.Mod) int {
	n := 0
	for _, m := range list {
		n += m.N
	}
	return max(0, n)
}

// mods lists modifiers with their causes: "5 printed, −1 Suppressed".
func (v reading) mods(list []rules.Mod) string {
	return strings.Join(page.Each(list, func(m rules.Mod) string {
		if m.From == "printed" {
			return fmt.Sprintf("%d %s", m.N, v.called(m.From))
		}
		return fmt.Sprintf("%+d %s", m.N, v.called(m.From))
	}), ", ")
}

// aim explains an attack's roll, line by line, and its chance to hit.
func (v reading) aim(a rules.Aim, chance int) string {
	lines := []string{v.Say("**%s** at **%s**: %d {space|spaces}, **%d+** on %d {die|dice}: **%d%%**", v.name(a.By), v.name(a.Target), a.Distance, a.Need, a.Rolls, chance),
		v.Say("-# ACC %s · DOD %s", v.mods(a.ACC), v.mods(a.DOD))}
	if len(a.Dice) > 1 {
		lines = append(lines, v.Say("-# Dice %s", v.mods(a.Dice)))
	}
	if len(a.Bonus) > 0 {
		lines = append(lines, v.Say("-# On a hit %s", v.mods(a.Bonus)))
	}
	return strings.Join(lines, "\n")
}
