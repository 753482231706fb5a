package syndicate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"

	rules "downsync/game/syndicate"
)

// cited maps each kind of fact to the rule that it follows from.
var cited = page.Cites{
	"began-told": "S3.1", "deployed": "S3.2", "drew-told": "S3.3", "mulliganed": "S3.3", "reshuffled": "S4.9", "priority-rolled": "S3.4", "round-began": "S4.1",
	"committed": "S4.2", "planned-told": "R-P9", "accustomed-told": "R-P10", "moved": "S5.1", "attack-declared": "S7.1", "attack-rolled": "S6.5", "die-changed": "S7.2", "attack-resolved": "S6.7", "held-fire": "S6.1",
	"hurt": "S8.3", "eliminated": "S6.9", "card-played": "S4.5", "chosen": "S4.5", "contested": "S8.1", "status-given": "S9.1", "status-ended": "S9.2", "changed": "S9.5", "stood-fast": "S5.7",
	"ability-used": "S7.5", "placed": "S10.1", "removed": "S10.2", "scored": "S11.2", "reloaded": "S4.8", "ended": "S11.1", "decks-opened": "R-P1",
}

// cites returns the rules that a fact follows from. A Movement card resolves in another part of the round than other cards.
func (v reading) cites(f game.Fact) []string {
	if p, ok := f.(barren); ok {
		f = p.CardPlayed
	}
	if p, ok := f.(rules.CardPlayed); ok {
		if c, known := v.Catalogue().Card(p.Card); known && c.Type == cards.Movement {
			return []string{"S4.4"}
		}
	}
	return cited.Of(f)
}

// telling describes events to the reader of a view.
type telling struct{ v reading }

// teller returns the Teller for the reader of the view.
func (t telling) teller() page.Teller {
	return page.Teller{Lang: t.v.Language, Line: t.line, Cites: t.v.cites, Prepare: barrens}
}

// Teller returns the Teller for the reader of the view.
func (v reading) Teller() page.Teller { return telling{v}.teller() }

// told returns the words of the facts that need any; for damage it adds the HP left. later holds the facts after them, up to now.
func (t telling) told(facts []game.Fact, later ...game.Fact) []string {
	return t.teller().Told(t.leaving(facts, later))
}

// barren is a card that took effect but changed nothing, for example with nobody in its reach.
type barren struct{ rules.CardPlayed }

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
func (t telling) leaving(facts, later []game.Fact) []game.Fact {
	hp := map[rules.Label]int{}
	for _, u := range t.v.Units {
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

// line puts a fact into words; "" if it needs none.
func (t telling) line(f game.Fact) string {
	switch f := f.(type) {
	case leaves:
		if f.hp > 0 {
			return t.line(f.Fact) + " " + t.v.Say("%d HP left.", f.hp)
		}
		return t.line(f.Fact)
	case game.TookBack:
		return page.TookBack(t.v.Language, f)
	case rules.Began:
		return t.began(f)
	case rules.Deployed:
		return t.v.Say("%s deploys at %s.", bot.SideName(f.Seat), strings.Join(page.Each(f.At[:], grid.Space.String), " "))
	case rules.Drew:
		return t.drew(f)
	case rules.Reshuffled:
		return t.v.Say("%s's discards become the deck.", bot.SideName(f.Seat))
	case rules.Mulliganed:
		if f.New {
			return t.v.Say("%s draws a new hand.", bot.SideName(f.Seat))
		}
		return t.v.Say("%s keeps the hand.", bot.SideName(f.Seat))
	case rules.PriorityRolled:
		return t.v.Say("🎲 Priority: A %d, B %d: **%s** goes first.", f.Dice[len(f.Dice)-1][0], f.Dice[len(f.Dice)-1][1], bot.SideName(f.First))
	case rules.RoundBegan:
		return t.v.Say("Round %d: **%s** has Priority.", f.Round, bot.SideName(f.Priority))
	case rules.Committed:
		return t.v.Say("Both cards are shown: A **%s**, B **%s**.", t.card(f.Cards[0]), t.card(f.Cards[1])) + t.hydra(f.Modes)
	case rules.Planned:
		return t.v.Say("(yours) You ordered ahead: %s.", t.v.ordered(f.Seat, f.Ahead, false))
	case rules.Accustomed:
		if f.Ask == "" {
			return t.v.Text("(yours) You are asked about every reaction again.")
		}
		return t.v.Say("(yours) From now on, without asking: %s.", t.usual(f.Ask, f.Answer))
	case rules.Scored:
		return t.v.Say("**%s scores**: %d {point|points} now; %d win.", bot.SideName(f.Seat), f.Points, rules.PointsToWin(f.Mission))
	case rules.Ended:
		return "" // the head of the card says it
	case rules.DecksOpened:
		return t.v.Text("The decks lie open.")
	case rules.DrawOffered:
		return t.v.Say("%s offers a draw.", bot.SideName(f.Seat))
	case rules.DrawWithdrawn:
		return t.v.Say("%s no longer offers a draw.", bot.SideName(f.Seat))
	case rules.HPRuled:
		return t.v.Say("By a moderator's ruling %s has %d HP.", t.v.name(f.Unit), f.HP)
	case rules.PlacedByRuling:
		return t.v.Say("By a moderator's ruling %s stands at %s.", t.v.name(f.Unit), f.At)
	case rules.StatusRuled:
		if f.On {
			return t.v.Say("By a moderator's ruling %s is %s.", t.v.name(f.Unit), t.v.called(f.Status))
		}
		return t.v.Say("By a moderator's ruling %s is no longer %s.", t.v.name(f.Unit), t.v.called(f.Status))
	case rules.PointsRuled:
		return t.v.Say("By a moderator's ruling %s has %d {point|points}.", bot.SideName(f.Seat), f.Points)
	}
	return t.deed(f)
}

// usual describes a seat's constant answer to a reaction.
func (t telling) usual(ask, answer string) string {
	said := t.v.Text(labels[answer])
	if answer == "reduce" { // this name includes the ability
		return said
	}
	return t.v.called(rules.AbilityOf(ask)) + ": " + said
}

func (t telling) deed(f game.Fact) string {
	switch f := f.(type) {
	case barren:
		return t.v.Say("%s plays **%s**, and nothing comes of it.", bot.SideName(f.Seat), t.v.called(f.Card))
	case rules.CardPlayed:
		if f.Fizzled != "" {
			return t.v.Say("%s's **%s** comes to nothing: %s.", bot.SideName(f.Seat), t.v.called(f.Card), t.v.Text(fizzles[f.Fizzled]))
		}
		return t.v.Say("%s plays **%s**.", bot.SideName(f.Seat), t.v.called(f.Card))
	case rules.Chosen:
		if f.Unit != "" {
			return t.v.Say("%s: %s chooses %s.", t.v.called(f.From), bot.SideName(f.Seat), t.v.name(f.Unit))
		}
		return t.v.Say("%s: %s chooses %s.", t.v.called(f.From), bot.SideName(f.Seat), f.At)
	case rules.Moved:
		return t.moved(f)
	case rules.StoodFast:
		return t.stoodFast(f)
	case rules.AttackDeclared:
		return t.v.Say("%s attacks %s.", t.v.name(f.By), t.v.name(f.Target))
	case rules.AttackRolled:
		return t.v.Say("🎲 %s hits with %d or more: %s.", t.v.name(f.Aim.By), f.Aim.Need, faces(f.Faces))
	case rules.DieChanged:
		if f.Set {
			return t.v.Say("🎲 %s: %d → %d.", t.v.called(f.By), f.Was, f.Is)
		}
		return t.v.Say("🎲 %s: a %d is rolled again: %d.", t.v.called(f.By), f.Was, f.Is)
	case rules.AttackResolved:
		return t.resolved(f)
	case rules.HeldFire:
		if f.Why == "hold" {
			return t.v.Say("%s does not attack.", t.v.name(f.Unit))
		}
		return t.v.Say("%s has no target.", t.v.name(f.Unit))
	case rules.Hurt:
		return t.hurt(f)
	case rules.Eliminated:
		return t.v.Say("☠️ **%s is eliminated.**", t.v.name(f.Unit))
	case rules.Contested:
		return t.v.Say("🎲 %s: %s %d + %d against %s %d + %d.", t.v.called(f.Card), t.v.name(f.By), f.Dice[0], f.Plus[0], t.v.name(f.Target), f.Dice[1], f.Plus[1]) + " " + t.won(f)
	case rules.StatusGiven:
		return t.v.Say("%s is **%s** (%s).", t.v.name(f.Unit), t.v.called(f.Status), t.v.called(f.From))
	case rules.StatusEnded:
		return t.v.Say("%s is no longer %s.", t.v.name(f.Unit), strings.Join(page.Each(f.Statuses, t.v.called), ", "))
	case rules.Changed:
		if said := t.v.changes(f.Change); said != "" {
			return t.v.Say("%s: %s (%s).", t.v.name(f.Unit), said, t.v.called(f.From))
		}
	case rules.AbilityUsed:
		return t.v.Say("%s uses %s.", bot.SideName(f.Seat), t.v.called(f.Ability))
	case rules.Placed:
		return t.v.Say("%s puts a %s at %s.", bot.SideName(f.Seat), t.v.called(f.Object), f.At)
	case rules.Removed:
		return t.v.Say("%s's %s is gone.", bot.SideName(f.Seat), t.v.called(f.Object))
	}
	return ""
}

// fizzles explains why a card has no effect.
var fizzles = map[string]game.Text{"suppressed": "Suppressed", "disoriented": "Disoriented", "jammed": "Jammed", "requirement": "its requirement is not met"}

func (t telling) began(f rules.Began) string {
	return t.v.Say("The match begins: A %s against B %s.", t.v.squadName(f.Squads[0]), t.v.squadName(f.Squads[1]))
}

// drew describes a draw; only its owner reads the cards.
func (t telling) drew(f rules.Drew) string {
	if len(f.Cards) > 0 && t.v.Viewer.Seat() == f.Seat {
		return t.v.Say("(yours) You draw %s.", strings.Join(page.Each(f.Cards, t.v.called), ", "))
	}
	if f.Why == "reload" {
		return "" // each side draws one every round
	}
	return t.v.Say("%s draws %d {card|cards}.", bot.SideName(f.Seat), f.N)
}

// card returns a committed card's name.
func (t telling) card(id string) string {
	if id == "" {
		return t.v.Text("no card")
	}
	return t.v.called(id)
}

// hydra describes the modes of the sides with a Hydra.
func (t telling) hydra(modes [2]string) string {
	out := ""
	for i, m := range modes {
		if m != "" {
			out += " " + t.v.Say("%s's Hydra: %s.", bot.SideName(game.Seat(i+1)), t.v.Text(modeWords[m]))
		}
	}
	return out
}

var modeWords = map[string]game.Text{"acc": "+1 ACC", "rof": "+1 die"}

func (t telling) moved(f rules.Moved) string {
	to := f.Way[len(f.Way)-1]
	out := t.v.Say("%s moves from %s to %s.", t.v.name(f.Unit), f.From, to)
	switch {
	case f.By == "push":
		out = t.v.Say("%s is pushed from %s to %s.", t.v.name(f.Unit), f.From, to)
	case !f.Own:
		out = t.v.Say("%s is put from %s to %s (%s).", t.v.name(f.Unit), f.From, to, t.v.called(f.By))
	}
	if f.Door {
		out += " " + t.v.Text("It breaks through a door.")
	}
	return out
}

// stoodFast explains why a unit was not pushed, or moved elsewhere.
func (t telling) stoodFast(f rules.StoodFast) string {
	if f.Why == "no-space" {
		return t.v.Say("%s is not pushed (%s): no space behind it is free.", t.v.name(f.Unit), t.v.called(f.By))
	}
	return t.v.Say("%s is not pushed (%s): %s holds it in its place.", t.v.name(f.Unit), t.v.called(f.By), t.v.called(f.Why))
}

// resolved describes the effects of an attack, step by step.
func (t telling) resolved(f rules.AttackResolved) string {
	switch {
	case f.Decoy:
		return t.v.Text("A Decoy takes the attack and is gone.")
	case f.Blow.Hits == 0:
		return t.v.Say("**MISS**: %s at %s.", t.v.name(f.By), t.v.name(f.Target))
	}
	parts := []string{t.v.Say("%d {hit|hits}", f.Blow.Hits)}
	for _, m := range f.Blow.Bonus {
		parts = append(parts, fmt.Sprintf("%+d %s", m.N, t.v.called(m.From)))
	}
	if f.Blow.Shield > 0 {
		parts = append(parts, fmt.Sprintf("−%d %s", f.Blow.Shield, t.v.called("shielded")))
	}
	if n := sum(f.Blow.ARM); n > 0 {
		parts = append(parts, fmt.Sprintf("−%d ARM", n))
	}
	if f.Blow.Plating > 0 {
		parts = append(parts, fmt.Sprintf("−%d %s", f.Blow.Plating, t.v.called("reinforced-plating")))
	}
	if f.Blow.Floor {
		parts = append(parts, t.v.Text("at least 1"))
	}
	if f.Reduced > 0 {
		parts = append(parts, t.v.Say("−%d prevented", f.Reduced))
	}
	said := t.v.Say("💥 **HIT**: %s at %s, who loses **%d HP**", t.v.name(f.By), t.v.name(f.Target), f.Damage)
	if f.Damage == 0 {
		said = t.v.Say("**HIT**, no damage: %s at %s", t.v.name(f.By), t.v.name(f.Target))
	}
	return said + " (" + strings.Join(parts, ", ") + ")."
}

// won describes the result of a contest (S8.1).
func (t telling) won(f rules.Contested) string {
	switch d := f.Dice[0] + f.Plus[0] - f.Dice[1] - f.Plus[1]; {
	case d > 0:
		return t.v.Say("**%s** wins.", t.v.name(f.By))
	case d < 0:
		return t.v.Text("Nothing happens.")
	}
	return t.v.Text("A tie.")
}

func (t telling) hurt(f rules.Hurt) string {
	switch {
	case f.Cost:
		return t.v.Say("%s pays %d HP (%s).", t.v.name(f.Unit), f.N, t.v.called(f.By))
	case f.N == 0:
		return t.v.Say("%s's shield takes it (%s).", t.v.name(f.Unit), t.v.called(f.By))
	}
	return t.v.Say("💥 **%s loses %d HP** (%s).", t.v.name(f.Unit), f.N, t.v.called(f.By))
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
