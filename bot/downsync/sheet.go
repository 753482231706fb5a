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
		fmt.Fprintf(&b, "\n• %s", actionText(t, a))
	}
	var traits []string
	for _, x := range u.Traits {
		traits = append(traits, traitText(x))
	}
	if len(traits) > 0 {
		fmt.Fprintf(&b, "\n-# %s", strings.Join(traits, ", "))
	}
	return b.String()
}

func traitText(t cards.Trait) string {
	m, _ := cards.Means(t.ID)
	return m.Name
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
func actionText(t lang.Language, a cards.Action) string {
	if a.Effect == cards.Special {
		return fmt.Sprintf("%s (%s)", a.Name, a.Cost)
	}
	reach := fmt.Sprintf("%d\"", a.Range)
	if a.Unlimited {
		reach = t.Text("any range")
	}
	s := fmt.Sprintf("%s (%s): %s, %s, ROF %d", a.Name, a.Cost, strings.ToUpper(string(a.Effect)), reach, a.ROF)
	if a.OnlyVs != "" {
		s += t.Say(", against %s", t.Text(targetKinds[a.OnlyVs]))
	}
	for _, x := range a.Traits {
		s += ", " + traitText(x)
	}
	return s
}
