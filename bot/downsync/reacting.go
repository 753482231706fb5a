package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/order"

	rules "downsync/game/downsync"
)

// The reaction window: to pass, or to react, with whom, and boosted or not, in one press where that is enough.

// mostReactors is how many Units have a button of their own in the reaction window; of more a list is read.
const mostReactors = 3

// reacting offers to pass first, and puts the weight on what promises more. Whoever could react is named on a button or in a list, so
// that it takes no press to say that one reacts and another to say with whom. Only an Ambush is chosen afterwards.
func reacting(c *layout) {
	pass, react := bot.Primary, bot.Secondary
	o, promising := c.pos.Reaction()
	if promising {
		pass, react = react, pass
	}
	switch {
	case c.v.Passing != "": // answered already
		pass = bot.Secondary
	case len(c.Ask.Menu) == 1: // nobody can react, nor could before something of theirs changes
		c.Play(rules.Pass{}.Order()+"; "+rules.StandingPass{Until: "until-change"}.Order(), c.v.Text("Pass until my Units change"), pass)
		pass = bot.Secondary
	}
	c.Play(rules.Pass{}.Order(), c.v.Text(labels["pass"]), pass)
	i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == "react" })
	if i < 0 {
		return
	}
	d, units := menu.Begin(c.Ask.Menu[i]), c.pos.Eligible()
	switch {
	case promising:
		reaction{c}.play(d.With("units", each(o.Units, func(l rules.Label) string { return string(l) })...), react)
	case len(units) == 1:
		reaction{c}.play(d.With("units", string(units[0])), react)
	case len(units) <= mostReactors:
		for _, l := range units {
			with := d.With("units", string(l))
			line := with.Partial.String()
			if (reaction{c}).sealed() {
				line = reaction{c}.unboosted(with)
			}
			c.Play(line, reaction{c}.label([]string{string(l)}, reaction{c}.sealed()), react)
		}
	}
	switch ambush := len(ambushes(c.v, c.Ask.Seat)) > 0; {
	case len(units) == 0:
		c.Play(rules.React{}.Order(), c.v.Text("React: Ambush"), react)
	case ambush:
		c.Play(rules.React{}.Order(), c.v.Text("React, with an Ambush too"), bot.Secondary)
	}
}

// reaction offers to react, with or without boosts.
type reaction struct{ c *layout }

// play offers a reaction with the Units that the draft names: without a boost, and to be asked about boosts next where a CP is left for
// one. Boosts of an open match are named after the other side's, so nothing is said of them before.
func (e reaction) play(d draft, style bot.Style) {
	units := d.Values("units")
	if e.sealed() {
		e.c.Play(e.unboosted(d), e.label(units, true), style)
		style = bot.Secondary
		if !e.c.pos.MayBoost(len(units)) {
			return
		}
	}
	e.c.Play(d.Partial.String(), e.label(units, false), style)
}

// sealed reports whether boosts are chosen unseen, so that one may say before that there are none.
func (e reaction) sealed() bool { return e.c.v.Secrecy != rules.Open && !e.c.guided }

// unboosted is the draft of a reaction played with no boost.
func (e reaction) unboosted(d draft) string {
	if d.Verb() == "react" {
		return d.With("unboosted").String()
	}
	return d.String() + "; " + rules.Boost{}.Order()
}

// label names a reaction of the Units on a button.
func (e reaction) label(units []string, plain bool) string {
	named := strings.Join(units, ", ")
	one, many := game.Text("React with %s, then ask for boosts"), game.Text("React with these %d, then boosts")
	switch {
	case plain:
		one, many = "React with %s, no boost", "React with these %d, no boost"
	case !e.sealed(), !e.c.pos.MayBoost(len(units)):
		one, many = "React with %s", "React with these %d"
	}
	if s := e.c.v.Say(one, named); utf8.RuneCountInString(s) <= oneLine || len(units) == 1 {
		return s
	}
	return e.c.v.Say(many, len(units))
}

// list lists the Units that may react.
func (e reaction) list(react order.Choice) {
	if s := react.Slots[0]; len(s.Options) > 1 && !e.c.guided {
		e.c.List(menu.Begin(react), s)
	}
}

// chosen offers to play a reaction with the Units that were chosen.
func (e reaction) chosen(d draft) { e.play(d, bot.Success) }

// oneLine is a button's label that a phone shows on one line, in characters.
const oneLine = 32

// reactors is the draft of a reaction with the Units that had better react.
func reactors(c *layout) (d draft, ok bool) {
	for _, ch := range c.Ask.Menu {
		if len(ch.Slots) == 0 || ch.Slots[0].Name != "units" || c.v.Engagement == nil {
			continue
		}
		units := c.pos.Declared(each(ch.Slots[0].Options, func(o string) rules.Label { return rules.Label(o) }))
		return menu.Begin(ch).With("units", each(units, func(l rules.Label) string { return string(l) })...), true
	}
	return d, false
}
