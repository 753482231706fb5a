package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/order"
)

// The main button of each kind of question: what most players would do.

// mainButtons adds the main button, if the question has one of its own, with other buttons that need one press.
func mainButtons(c *layout) {
	switch c.Ask.Name {
	case "designate":
		designating(c)
	case "reveal":
		unveiling(c)
	case "move":
		c.propose(wire.Primary)
	case "react":
		reacting(c)
	case "counter":
		if offers(c.Ask.Menu, counterAll) {
			c.Play(counterAll, c.v.Text("Use CM until one works")+c.stops(counterAll), wire.Primary)
		}
	case "declare":
		if d, ok := reactors(c); ok {
			reaction{c}.play(d, wire.Primary)
		}
	case "next", "priority":
		activating(c)
		if len(idle(c)) == 0 {
			c.propose(wire.Primary)
		}
	case "act":
		if c.v.Acting != nil {
			if on, ok := c.pos.ActingMoves(); ok {
				c.Play(rules.ActMove{To: on.To}.Order()+"; "+rules.End{}.Order(), c.v.Text("Move on, then end activation"), wire.Primary)
			}
			fire(c, c.pos.Volleys(), wire.Primary, false, func(rules.Label) []string { return nil }, c.Ask.Menu)
		}
	}
}

// propose offers to play the proposal, which the board shows.
func (c *layout) propose(style wire.Style) {
	d, label := proposal(c)
	switch {
	case label == "":
	case d.Verb() == rules.Everyone:
		c.playMarch(d, style)
		c.playEach(d)
	default:
		orders, does := c.Played(d)
		if s := c.pos.Sentry(); s != nil {
			does = guardsSaid(c.v, s)
		}
		c.Play(orders, does, style)
		c.GoOn(d, c.v.Text("Change it"), wire.Secondary, false)
	}
}

// stops returns the chance that the countermeasure stops the hit, for the end of a button's label; "" if there is none.
func (c *layout) stops(orders string) string {
	r, _ := rules.Parse(orders)
	o, _ := r.(rules.Counter)
	odds, _, ok := c.v.Try().Counter(o)
	return c.v.When(ok && odds.High > 0, ": %s", wording.Percent(c.v.Language, odds))
}

// stopsThis is stops for the order that answers every hit of the Turn. The chance is that for the first hit, the one in
// question.
func (c *layout) stopsThis() string {
	chance := strings.TrimPrefix(c.stops(counterTurn), ": ")
	return c.v.When(chance != "", " (this hit: %s)", chance)
}

// proposal returns the move that most players would make next, and its label; "" if there is none.
func proposal(c *layout) (d draft, label string) {
	if c.proposed == nil {
		d, label = propose(c)
		c.proposed = &proposed{d, label}
	}
	return c.proposed.draft, c.proposed.label
}

func propose(c *layout) (d draft, label string) {
	all := rules.Movable(c.Ask.Menu)
	if len(all) == 0 || c.guided || c.Ask.Name == "next" && len(idle(c)) > 0 {
		return d, ""
	}
	if len(all) > 1 {
		p, b, _ := c.v.Base(rules.Ref{Label: all[0]})
		i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == rules.Everyone })
		h := c.pos.Headings(p, b.Point)[0]
		d = menu.Begin(c.Ask.Menu[i]).With("goal", h.Word)
		if m, _ := readMarch(d); len(c.pos.March(m)) > 0 {
			return d, c.headingName(h.Word, p.Seat)
		}
		return d, ""
	}
	if s := c.pos.Sentry(); s != nil {
		if d, ok := sendSentry(c, s); ok {
			return d, guardsSaid(c.v, s)
		}
	}
	for _, ch := range c.Ask.Menu {
		if ch.Verb == rules.Together || ch.Verb == rules.Onward || ch.Verb == "move" && len(rules.MovableBases(c.Ask.Menu, all[0])) == 1 {
			d = menu.Begin(ch)
		}
	}
	if d = filledIn(c, d); d.Placed() {
		return d, c.label(d.Choice)
	}
	return d, ""
}

// noChoice offers one button for a slot that leaves no choice.
func noChoice(c *layout, d draft, s game.Slot) {
	label := value(c, s.Options[0])
	switch {
	case s.Name == "pieces":
		label = c.Label(rules.Offer("activate", s.Options[:1]), true)
	case s.Name == "unit":
		label = c.v.Say("Reveal it as %s", label)
	case c.Ask.Name == "boost":
		label = c.v.Text(labels["boost"]) + ": " + label
	case c.Ask.Name == "join" && !strings.Contains(s.Options[0], "@"):
		label = c.fitting(c.v.Say("Add %s", label), c.v.Say("Add %s", s.Options[0]))
	case utf8.RuneCountInString(label) > menu.LongestButton:
		label = s.Options[0]
		if unit, ping, ok := strings.Cut(s.Options[0], "@"); ok {
			label = c.v.Say("%s out of %s", value(c, unit), ping)
		}
	}
	if n := len(s.Options); n > 1 {
		label = c.v.Say("Activate all %d", n)
	}
	style := wire.Primary
	if c.Buttons > 0 && !c.guided { // another button is the main one
		style = wire.Secondary
	}
	if next := d.With(s.Name, s.Options...); s.Name != "unit" && c.Open(next) {
		c.GoOn(next, label, style, false)
	} else {
		c.Play(next.String(), label, style)
	}
}
