package syndicate

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
)

// This file describes the cost of orders: whose attack they give up, and the chances of the remaining attacks.

// idle names the units of the seat that would attack nobody from where they are sent, as the enemies are now: a Mercenary that does
// not attack after it has moved, and a unit that has a target now, or is the Operator; "" if all attack.
func (v reading) idle(seat game.Seat, p rules.Ahead) string {
	if v.Round == 0 {
		return ""
	}
	then := v.Following(seat, p)
	var said []string
	for i, at := range sentTo(p) {
		l := rules.Labels(seat)[i]
		u, ok := v.Unit(l)
		now := v.Targets(l)
		switch {
		case !ok || !u.At.On() || u.Attacked || len(then.Targets(l)) > 0:
		case at.On() && at != u.At && v.Planted(l):
			said = append(said, v.Say("%s does not attack after it has moved.", v.name(l)))
		case len(now) > 0:
			said = append(said, v.Say("As the enemies are now, %s loses its attack by this: from its present space it could attack %s.", v.name(l), v.name(now[0])))
		case l.Operator():
			said = append(said, v.Say("As the enemies stand now, %s has nobody to attack.", v.name(l)))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return "-# " + page.Paragraph(said...)
}

// takes says whose attack the proposal or the orders of a draft give up; it is below the buttons, so that these stay on the screen.
func (c *panel) takes(d menu.Draft) string {
	switch {
	case c.Ask.Name == "mercs" && d.None():
		return c.v.idle(c.Ask.Seat, c.position().Mercs())
	case c.Ask.Name != "plan":
		return ""
	}
	whole, _ := c.proposed(d)
	return c.v.idle(c.Ask.Seat, orderedAhead(whole))
}

// exact reports whether a card leaves the chances of an attack from its Operator's destination unchanged.
func exact(c *cards.Card) bool {
	for _, o := range c.Do {
		switch o.Op {
		case "move", "appear", "draw":
		default:
			return false
		}
	}
	return true
}

// chance describes an attack on the enemy under the orders of a commit, as the enemies are now; "" if it cannot be made, or if the
// card changes the chances in a way that only its effect shows.
func (v reading) chance(seat game.Seat, card string, p rules.Ahead, target rules.Label) string {
	x, ok := v.Catalogue().Card(card)
	if !ok || !exact(x) {
		return ""
	}
	by := rules.Label(bot.SideName(seat))
	then := v.Following(seat, p)
	o, _ := v.Catalogue().Operator(v.Sides.Of(seat).Operator)
	a, err := then.Aim(by, target, o != nil && o.Ability == "predictive-mark") // an ordered attack uses it
	if err != nil {
		return ""
	}
	odds := then.Odds(a)
	return v.Say("as all stand now: %d%%, %s damage", odds.Chance, v.tenths(odds.Damage))
}

// tenths returns a figure with one decimal in the style of the reader's language.
func (v reading) tenths(x float64) string {
	whole, tenth, _ := strings.Cut(fmt.Sprintf("%.1f", x), ".")
	return v.Say("%s.%s", whole, tenth)
}
