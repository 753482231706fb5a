package jagged

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// This file names a campaign's penalties where they change a figure or a roll (J16.5).

// biting names the Positions whose loss causes that kind of change for a side, in Round 1 or in all; "" if there are none.
func (v reading) biting(seat game.Seat, kind string) string {
	var names []string
	for _, id := range v.Penalties {
		p := cards.FindPosition(id)
		if p.Penalty.Is == kind && p.Bites(v.Sides.Of(seat).Faction) {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}

// added names the Positions among the parts of a threshold: " (Defense Armorium +10)".
func added(parts []rules.Part) string {
	var said []string
	for _, part := range parts {
		if p := cards.FindPosition(part.From); p != nil {
			said = append(said, fmt.Sprintf("%s %+d", p.Name, part.N))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return " (" + strings.Join(said, ", ") + ")"
}

// loweredW returns a Wound Threshold, with the Position that lowers it: "1 (Supply Depot)".
func (v reading) loweredW(l rules.Label, w int) string {
	said := fmt.Sprint(w)
	if u := v.unitOf(l); u != nil && w < u.W {
		said += " (" + v.biting(l.Seat(), cards.LowerW) + ")"
	}
	return said
}

// critless says that a Critical Success of a weapon has no effect beyond the hit, and why; "" if it has.
func (v reading) critless(by rules.Label, weapon string) string {
	if w, lost := cards.FindWeapon(weapon), v.biting(by.Seat(), cards.NoCritEffect); w != nil && w.Crystal && lost != "" {
		return " " + v.Say("without an effect (%s)", lost)
	}
	return ""
}

// rolledFor returns the total of an Initiative roll, with the Position that lowers it: "55 (65 − Habitat Sector 10)".
func (v reading) rolledFor(seat game.Seat, f rules.InitiativeTaken) string {
	face, total := f.Faces[seat-1], f.Totals[seat-1]
	if face == total {
		return fmt.Sprint(total)
	}
	return fmt.Sprintf("%d (%d − %s %d)", total, face, v.biting(seat, cards.LowerInitiative), face-total)
}

// tie says what decides a tied Initiative (J6.2, J16.5).
func (v reading) tie(winner game.Seat) string {
	loser := 3 - winner
	switch mine, theirs := v.biting(winner, cards.LosesTies), v.biting(loser, cards.LosesTies); {
	case theirs != "" && mine == "":
		return v.Say("(a tie: %s loses it by %s)", bot.SideName(loser), theirs)
	case v.Sides.Of(winner).FR < v.Sides.Of(loser).FR:
		return v.Text("(a tie: the lower FR)")
	}
	return v.Text("(a tie: the Defender)")
}

// bites maps each question to the kinds of penalties that affect it.
var bites = map[string][]string{
	"board":     {cards.ChoosesBoard},
	"list":      {cards.FewerReinforcements, cards.NoReturn, cards.FlareEachRound, cards.LowerW, cards.HigherThreshold, cards.NoCritEffect, cards.NoRush, cards.LowerInitiative, cards.LosesTies},
	"insight":   {cards.LowerInitiative, cards.LosesTies, cards.HigherThreshold},
	"reinforce": {cards.FewerReinforcements, cards.NoReturn, cards.FlareEachRound},
	"move":      {cards.HigherThreshold, cards.NoRush},
	"shoot":     {cards.HigherThreshold, cards.LowerW, cards.NoCritEffect, cards.NoRush},
	"rush":      {cards.HigherThreshold, cards.LowerW, cards.NoRush},
	"counter":   {cards.HigherThreshold, cards.LowerW},
	"melee":     {cards.HigherThreshold, cards.LowerW, cards.NoCritEffect},
	"reroll":    {cards.HigherThreshold},
}

// bitten describes the penalties that affect a question now, one line each.
func (v reading) bitten(ask string) string {
	var lines []string
	for _, id := range v.Biting() {
		if p := cards.FindPosition(id); slices.Contains(bites[ask], p.Penalty.Is) {
			lines = append(lines, "-# ⚠️ "+v.lostBy(p))
		}
	}
	return strings.Join(lines, "\n")
}

// lostBy names the side that lost a Position, and its penalty.
func (w Forms) lostBy(p *cards.Position) string {
	return w.Say("**%s** lost %s: %s", w.factionName(p.Faction), p.Name, w.Text(game.Text(p.Text)))
}

// Bears describes to a side of a battle its penalties and gains, and the units of a list under construction that they concern. It
// ignores a list of another side.
func (w war) Bears(raw json.RawMessage, seat game.Seat, code string) (lines []string) {
	c, err := settled(raw)
	if err != nil {
		return nil
	}
	f := force{Faction: c.Faction(seat), Role: roles[seat-1]}
	if code != "" {
		if f, err = readCode(code); err != nil || f.Faction != c.Faction(seat) || f.Role != roles[seat-1] {
			return nil
		}
	}
	for _, id := range c.Penalties {
		p := cards.FindPosition(id)
		said := "-# ⚠️ " + w.look("").Lost(p)
		switch {
		case p.Faction == f.Faction: // the other side's gain too
		case p.Bites(f.Faction):
			said = "-# ✔️ " + w.Say("%s taken: %s", p.Name, w.Text(game.Text(p.Text)))
		default:
			continue
		}
		if names := concerned(f, p); names != "" {
			said += " " + w.Say("In this list: %s.", names)
		}
		lines = append(lines, said)
	}
	return lines
}

// concerned names the units of a list that a penalty concerns, "" if it concerns all or no particular ones.
func concerned(f force, p *cards.Position) string {
	var names []string
	for _, u := range f.units() {
		switch crystal := slices.ContainsFunc(weaponsOf(u), func(x *cards.Weapon) bool { return x.Crystal }); {
		case p.Penalty.Tag != "" && u.Is(p.Penalty.Tag), p.Penalty.Is == cards.NoCritEffect && crystal,
			p.Penalty.Attack == cards.Ranged && (u.Ranged != "" || len(u.Grenades) > 0):
			names = append(names, u.Name)
		}
	}
	return strings.Join(names, ", ")
}
