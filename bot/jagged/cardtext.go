package jagged

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/cards"
)

// This file puts the cards of the catalogue into words: every figure and every word of units, weapons, special rules and Positions.

// factionNames holds the printed names of the factions.
var factionNames = map[string]game.Text{cards.Humans: "Human Colonies", cards.Martians: "Martian Order"}

func (w Forms) factionName(faction string) string { return w.Text(factionNames[faction]) }

// tagNames names the tags of units.
var tagNames = map[string]game.Text{cards.Infantry: "Infantry", cards.Heavy: "Heavy", cards.Beast: "Beast", cards.Construct: "Construct", cards.Mechanical: "Mechanical",
	cards.Melee: "Melee", cards.Commander: "Commander", "warp-specialist": "Warp Specialist", "shock-specialist": "Shock Specialist"}

// figures returns a unit's figures in one line.
func (w Forms) figures(u *cards.Unit) string {
	return w.Say("SR %d · W %d · %d {Wound|Wounds} · EV %d · M %d\" · FR %d", u.SR, u.W, u.Wounds, u.EV, u.Move, u.FR)
}

// armed returns the names of a unit's weapons with their range.
func armed(u *cards.Unit) string {
	var out []string
	for _, id := range []string{u.Ranged, u.Melee} {
		if x := cards.FindWeapon(id); x != nil && x.Melee() {
			out = append(out, x.Name)
		} else if x != nil {
			out = append(out, fmt.Sprintf("%s %d\"", x.Name, x.Range))
		}
	}
	return strings.Join(out, ", ")
}

// weaponsOf returns the weapons of a unit: for shooting and for melee, then the grenades.
func weaponsOf(u *cards.Unit) (out []*cards.Weapon) {
	for _, id := range append([]string{u.Ranged, u.Melee}, u.Grenades...) {
		if x := cards.FindWeapon(id); x != nil {
			out = append(out, x)
		}
	}
	return out
}

// rulesOf returns the special rules of a unit, including the one of all Specialists, unless it has that under another name (JQ39).
func rulesOf(u *cards.Unit) (out []*cards.Rule) {
	escapes := u.Specialist == ""
	for _, id := range u.Rules {
		if r := cards.FindRule(id); r != nil {
			out = append(out, r)
			escapes = escapes || r.Number == cards.FindRule("tactical-escape").Number
		}
	}
	if !escapes {
		out = append(out, cards.FindRule("tactical-escape"))
	}
	return out
}

// specialists says which Force a Specialist belongs to (J3.1).
var specialists = map[string]game.Text{"warp": "the Attacker's Specialist, %d in a Force", "shock": "the Defender's Specialist, %d in a Force"}

func (w library) unitText(u *cards.Unit) string {
	lines := []string{"**" + u.Name + "** · " + w.factionName(u.Faction) + " · " + w.cost(u.BP), w.figures(u)}
	var tags []string
	for _, t := range u.Tags {
		if name := tagNames[t]; name != "" {
			t = w.Text(name)
		}
		tags = append(tags, t)
	}
	allowed := w.Text("any number in a Force")
	switch {
	case u.Specialist != "":
		allowed = w.Say(specialists[u.Specialist], u.Limit)
	case u.Limit > 0:
		allowed = w.Say("at most %d in a Force", u.Limit)
	}
	lines = append(lines, "-# "+strings.Join(append(tags, w.Say("base %d mm", u.Base), allowed), " · "))
	for _, id := range []string{u.Ranged, u.Melee} {
		if x := cards.FindWeapon(id); x != nil {
			lines = append(lines, w.weaponLines(x))
		}
	}
	for i, id := range u.Grenades {
		x := cards.FindWeapon(id)
		if x == nil {
			continue
		}
		line := w.weaponLines(x)
		if i == 0 && len(u.Grenades) > 1 {
			line = w.Text("Carries one of these grenades, the first unless another is chosen:") + "\n" + line
		}
		lines = append(lines, line)
	}
	for _, r := range rulesOf(u) {
		lines = append(lines, w.ruleLine(r))
	}
	return strings.Join(append(lines, w.ours(u.Inferred)...), "\n")
}

// ours says which parts of a card are not from the book.
func (w library) ours(fields []string) []string {
	if len(fields) == 0 {
		return nil
	}
	var names []string
	for _, f := range fields {
		name := oursNames[f]
		if name == "" {
			name = game.Text(f)
		}
		if said := w.Text(name); !slices.Contains(names, said) {
			names = append(names, said)
		}
	}
	return []string{w.Say("-# Ours, not the book's: %s.", strings.Join(names, ", "))}
}

// oursNames holds players' words for the fields of cards.
var oursNames = map[string]game.Text{"base": "base", "tags": "tags", "grenades": "grenades", "melee": "the melee weapon", "failure": "what a Critical Failure does",
	"success": "what a Critical Success does", "dam": "DAM", "range": "range", "kind": "kind", "name": "name", "biological": "biological", "crystal": "crystal",
	"faction": "who carries it", "limit": "how often", "when": "when", "roads": "roads"}

// weaponLines describes a weapon in short: its range and effect, then its critical results.
func (w Forms) weaponLines(x *cards.Weapon) string {
	head := "**" + x.Name + "** · "
	switch x.Kind {
	case cards.Thrown:
		head += w.Say("thrown %d\"", x.Range)
	case cards.AtHands:
		head += w.Say("melee %d\"", x.Range)
	default:
		head += w.Say("ranged %d\"", x.Range)
	}
	head += fmt.Sprintf(" · DAM %d", x.DAM)
	if x.Codex > 0 {
		head += w.Say(" (codex: %d)", x.Codex)
	}
	if x.Biological {
		head += " · " + w.Text("biological")
	}
	if x.Crystal {
		head += " · " + w.Text("crystal")
	}
	var results []string
	if x.Hit != nil {
		results = append(results, w.Say("hit: %s", w.effectText(x.Hit)))
	}
	if x.Success != nil {
		results = append(results, w.Say("96–100: %s", w.effectText(x.Success)))
	}
	if x.Failure != nil {
		results = append(results, w.Say("1–5: %s", w.effectText(x.Failure)))
	}
	if len(results) > 0 {
		head += "\n-# " + strings.Join(results, " · ")
	}
	return head
}

func (w library) weaponText(x *cards.Weapon) string {
	lines := []string{w.weaponLines(x)}
	who := w.Text("both factions")
	if x.Faction != "" {
		who = w.factionName(x.Faction)
	}
	var names []string
	for _, e := range w.bearers(func(u *cards.Unit) bool {
		return slices.ContainsFunc(weaponsOf(u), func(o *cards.Weapon) bool { return o.ID == x.ID })
	}) {
		names = append(names, e.name)
	}
	if len(names) == 0 {
		lines = append(lines, w.Say("%s. No unit has it (JQ43).", who))
	} else {
		lines = append(lines, w.Say("%s: %s.", who, strings.Join(names, ", ")))
	}
	if p := cards.FindWeapon(x.Profile); p != nil {
		lines = append(lines, w.Say("The book also calls it %s (JQ42).", p.Name))
	}
	return strings.Join(append(lines, w.ours(x.Inferred)...), "\n")
}

// does describes each effect; the duration follows. For figures with a sign, more is worse for SR and better for the others.
var does = map[string]game.Text{cards.IgnoreW: "1 Wound whatever the Wound Threshold", cards.MoreDamage: "%+d DAM", cards.SetDamage: "DAM %d",
	cards.IgnoreCover: "ignores Cover", cards.IgnoreEvade: "ignores Evade", cards.NoShoot: "no shooting", cards.NoMelee: "no melee attacks", cards.NoAttack: "no attacks",
	cards.Threshold: "SR %+d", cards.Evade: "Evade %+d", cards.Movement: "Movement %+d\""}

var lasts = map[string]game.Text{cards.NextRound: "next Round", cards.EndOfRound: "until this Round ends", cards.NextAttack: "for the next attack"}

// effectText describes the effect of a hit or a critical result.
func (w Forms) effectText(x *cards.Effect) string {
	said := w.Text(does[x.Is])
	if x.N != 0 {
		said = w.Say(does[x.Is], x.N)
	}
	if x.Attack == cards.Ranged {
		said += w.Text(" in ranged attacks")
	}
	if x.Lasts != "" {
		said += ", " + w.Text(lasts[x.Lasts])
	}
	switch {
	case x.Who == "target":
		return w.Say("target %s", said)
	case x.Who == "self" && x.N != 0:
		return w.Say("its own %s", said)
	}
	return said
}

// ruleLine describes a special rule in short.
func (w library) ruleLine(r *cards.Rule) string {
	head := "**" + r.Name + "**"
	if r.Flares > 0 {
		head += " · " + w.Say("%d {Flare|Flares}", r.Flares)
	}
	if r.Within > 0 {
		head += fmt.Sprintf(" · %d\"", r.Within)
	}
	if often := onces[r.Once]; often != "" {
		head += " · " + w.Text(often)
	}
	return head + "\n-# " + w.Text(game.Text(r.Text)) + " " + r.Number
}

var onces = map[string]game.Text{"round": "once a Round", "battle": "once a battle"}

// ruleText returns the whole description of a special rule.
func (w library) ruleText(r *cards.Rule) string {
	return strings.Join(append([]string{w.ruleLine(r)}, w.ours(r.Inferred)...), "\n")
}

func (w library) worth(p *cards.Position) string {
	out := fmt.Sprintf("PV %d", p.PV)
	if p.HQ {
		out += " · " + w.Text("headquarters")
	}
	return out
}

func (w library) positionText(p *cards.Position) string {
	whose := w.Text("In the next battle, for who lost it:") + " "
	switch { // the text says whose figures change
	case p.HQ:
		whose = ""
	case p.Penalty.Taker:
		whose = w.Text("In the next battle:") + " "
	}
	var roads []string
	for i := range cards.Positions() {
		if o := &cards.Positions()[i]; slices.Contains(p.Roads, o.ID) || slices.Contains(o.Roads, p.ID) {
			roads = append(roads, o.Name)
		}
	}
	lines := []string{"**" + p.Name + "** · " + w.factionName(p.Faction) + " · " + w.worth(p) + w.Say(" (by tiers: %d)", p.Tier), whose + w.Text(game.Text(p.Text)),
		w.Say("Roads to %s.", strings.Join(roads, ", "))}
	return strings.Join(append(lines, w.ours(p.Inferred)...), "\n")
}
