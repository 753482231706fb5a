package downsync

import (
	"fmt"
	"strings"

	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/downsync/cards"
)

// targetKinds are the kinds of Units that some weapons are for.
var targetKinds = map[string]game.Text{"infantry": "infantry", "vehicle": "vehicles"}

// cardText is a Unit card in a few lines.
func cardText(t lang.Language, cat *cards.Catalogue, slug string) string {
	u, ok := cat.Find(slug)
	if !ok {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s) · %s", u.Name, t.Text(game.Text(u.Type)), stats(t, u))
	for _, a := range u.Actions {
		fmt.Fprintf(&b, "\n• %s", actionText(t, cat, a))
	}
	var traits []string
	for _, x := range u.Traits {
		traits = append(traits, traitText(t, cat, x))
	}
	if len(traits) > 0 {
		fmt.Fprintf(&b, "\n-# %s", strings.Join(traits, ", "))
	}
	return b.String()
}

// traitText is a trait with all that its card prints besides the name: figures, what it works against, the other Unit.
func traitText(t lang.Language, cat *cards.Catalogue, x cards.Trait) string {
	m, _ := cards.Means(x.ID)
	s := m.Name + x.Figures()
	if x.Vs != "" {
		s += " (" + t.Text(targetKinds[x.Vs]) + ")"
	}
	if u, ok := cat.Find(x.Unit); ok {
		s += " (" + u.Name + ")"
	}
	return s
}

// stats is the line of a card's figures.
func stats(t lang.Language, u *cards.Unit) string {
	s := fmt.Sprintf("SPD %d", u.Spd)
	if u.Scan != nil {
		s += fmt.Sprintf(" SCAN %d", *u.Scan)
	}
	s += fmt.Sprintf(" TARG %d DEF %d CM ", u.Targ, u.Def)
	if u.CM == nil {
		s += "-"
	} else {
		s += fmt.Sprint(*u.CM)
	}
	if u.Hardened > 0 {
		s += fmt.Sprintf("+%d", u.Hardened)
	}
	switch {
	case u.InfantryBases == 1:
		s += t.Text(", infantry, 1 base")
	case u.Infantry():
		s += t.Say(", infantry, %d {base|bases}", u.InfantryBases)
	}
	return s
}

// actionText is an action of a card in one line.
func actionText(t lang.Language, cat *cards.Catalogue, a cards.Action) string {
	var facts []string
	if a.Effect != cards.Special {
		facts = append(facts, strings.ToUpper(string(a.Effect)))
	}
	switch {
	case a.Unlimited:
		facts = append(facts, t.Text("any range"))
	case a.Range > 0:
		facts = append(facts, fmt.Sprintf("%d\"", a.Range))
	}
	if a.MinRange > 0 {
		facts = append(facts, t.Say("from %d\"", a.MinRange))
	}
	if a.ROF > 0 {
		facts = append(facts, fmt.Sprintf("ROF %d", a.ROF))
	}
	if a.OnlyVs != "" {
		facts = append(facts, t.Say("against %s", t.Text(targetKinds[a.OnlyVs])))
	}
	if n := a.Numbers(); n != "" {
		facts = append(facts, t.Say("base %s only", n))
	}
	for _, x := range a.Traits {
		facts = append(facts, traitText(t, cat, x))
	}
	s := fmt.Sprintf("%s (%s)", a.Name, a.Cost)
	if len(facts) > 0 {
		s += ": " + strings.Join(facts, ", ")
	}
	return s
}
