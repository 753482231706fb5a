package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/order"
)

// The reaction window: to pass or to react, with which Units, and with a boost or without, in one press if possible.

// mostReactors is the largest number of Units that have buttons of their own in the reaction window. More are offered as a
// list.
const mostReactors = 3

// reacting offers to pass first, and makes the more promising answer the main button. A button or a list names each Unit that
// could react, so that one press says both that the seat reacts and with whom. Only an Ambush is chosen afterwards.
func reacting(c *layout) {
	pass, react := wire.Primary, wire.Secondary
	o, promising := c.pos.Reaction()
	if promising {
		pass, react = react, pass
	}
	if c.v.Passing != "" { // a standing order has answered
		pass = wire.Secondary
	}
	c.Play(rules.Pass{}.Order(), c.v.Text(labels["pass"]), pass)
	if c.v.Passing == "" && len(c.Ask.Menu) == 1 { // nobody can react, and nobody will be able to until one of their Units changes
		c.PlayStanding(rules.Pass{}.Order()+"; "+rules.StandingPass{Until: "until-change"}.Order(), c.v.Text("Pass until a Unit of mine changes"))
	}
	i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == "react" })
	if i < 0 {
		return
	}
	d, units := menu.Begin(c.Ask.Menu[i]), c.pos.Eligible()
	switch {
	case promising:
		reaction{c}.play(d.With("units", page.Each(o.Units, func(l rules.Label) string { return string(l) })...), react)
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
		c.Play(rules.React{}.Order(), c.v.Text("React, with an Ambush too"), wire.Secondary)
	}
}

// reaction offers to react, with a boost or without.
type reaction struct{ c *layout }

// play offers a reaction with the Units that the draft names: without a boost, and if a CP is left for a boost, with a
// question about boosts to follow. In an open match boosts are named after the other side's, so there it offers only to
// react.
func (e reaction) play(d draft, style wire.Style) {
	units := d.Values("units")
	if e.sealed() {
		e.c.Play(e.unboosted(d), e.label(units, true), style)
		style = wire.Secondary
		if !e.c.pos.MayBoost(len(units)) {
			return
		}
	}
	e.c.Play(d.Partial.String(), e.label(units, false), style)
}

// sealed reports whether boosts are chosen in secret, so that a player may decline them in advance.
func (e reaction) sealed() bool { return e.c.v.Secrecy != rules.Open && !e.c.guided }

// unboosted returns the orders of a reaction without a boost.
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

// list lists the Units that may react, if there are several.
func (e reaction) list(react order.Choice) {
	if s := react.Slots[0]; len(s.Options) > 1 && !e.c.guided {
		e.c.List(menu.Begin(react), s)
	}
}

// chosen offers to play a reaction with the chosen Units.
func (e reaction) chosen(d draft) { e.play(d, wire.Success) }

// oneLine is the longest label of a button that a phone shows on one line, in characters.
const oneLine = 32

// reactors returns the draft of a reaction with the Units that should react.
func reactors(c *layout) (d draft, ok bool) {
	for _, ch := range c.Ask.Menu {
		if len(ch.Slots) == 0 || ch.Slots[0].Name != "units" || c.v.Engagement == nil {
			continue
		}
		units := c.pos.Declared(page.Each(ch.Slots[0].Options, func(o string) rules.Label { return rules.Label(o) }))
		return menu.Begin(ch).With("units", page.Each(units, func(l rules.Label) string { return string(l) })...), true
	}
	return d, false
}
