package syndicate

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/syndicate/grid"

	rules "downsync/game/syndicate"
	draw "downsync/render/syndicate"
)

// ahead marks the draft of a card whose player looks at the orders for the rest of the round (R-P9).
const ahead = "ahead"

// sendings are the slots of orders ahead that name a unit's space, with the unit's number on its side.
var sendings = []struct {
	slot string
	unit string
}{{"to", ""}, {"first", "1"}, {"second", "2"}}

// ordersAhead tells whether the draft gives orders ahead, or its player looks at them.
func ordersAhead(d menu.Draft) bool {
	return d.Mark == ahead || orderedAhead(d) != rules.Ahead{}
}

// orderedAhead are the orders ahead in the draft of a commit.
func orderedAhead(d menu.Draft) rules.Ahead {
	r, err := rules.Parse(d.Partial.String())
	if c, ok := r.(rules.Commit); ok && err == nil {
		return c.Ahead
	}
	return rules.Ahead{}
}

// plan offers the cards of the hand as buttons, and commits the one that is chosen, with orders for the rest of the round or without.
func (c *panel) plan(d menu.Draft) {
	v, k := c.v, c.Ask.Menu[0]
	begin := menu.Begin(k)
	chosen := d.Value("card")
	commit := func(d menu.Draft, more string) {
		c.Play(d.Partial.String(), v.Say("Commit %s", v.card(named(chosen)))+more, bot.Success)
	}
	modes := c.options(menu.Draft{}, "mode")
	switch {
	case chosen == "":
	case len(modes) > 0:
		for _, m := range modes {
			commit(d.With("mode", m), ", "+v.Text(modeWords[m]))
		}
	default:
		commit(d, "")
	}
	if chosen != "" && ordersAhead(d) {
		c.ahead(d)
		return
	}
	if chosen != "" {
		c.GoOn(c.wholeRound(d), v.Text("Plan the round"), bot.Secondary, false)
	}
	c.Flush()
	for _, id := range c.options(menu.Draft{}, "card") {
		c.GoOn(begin.With("card", id), v.card(named(id)), bot.Primary, id == chosen)
	}
}

// wholeRound is the draft with proposals for all questions of the round.
func (c *panel) wholeRound(d menu.Draft) menu.Draft {
	for _, g := range sendings {
		if all := c.goal(d, g.slot, g.unit); len(all) > 0 {
			d = d.With(g.slot, all[0].Value)
		}
	}
	return d.With("attack", rules.Nearest).With("usual").Looking(ahead)
}

// ahead offers the orders for the rest of the round. Each select gives one order; what it gave before is replaced.
func (c *panel) ahead(d menu.Draft) {
	v := c.v
	card := menu.Begin(c.Ask.Menu[0]).With("card", d.Value("card"))
	c.GoOn(card, v.Text("Only the card"), bot.Secondary, false)
	if p := orderedAhead(d); p.Usual {
		c.GoOn(d.Without("usual").Looking(ahead), v.Text("Ask me the rest"), bot.Secondary, false)
	} else {
		c.GoOn(d.With("usual"), v.Text("The rest as usual"), bot.Secondary, false)
		if !p.Never {
			c.GoOn(d.With("never"), v.Text("No reactions"), bot.Secondary, false)
		}
	}
	c.Flush()
	give := func(slot, placeholder string, options []bot.Option) {
		for i := range options {
			if l := c.sent(slot); l != "" {
				options[i].Label = v.name(l) + " · " + options[i].Label
			}
			options[i].Chosen = options[i].Value == d.Value(slot)
			options[i].Value = slot + " " + options[i].Value
		}
		c.Select(d.Without(slot), placeholder, options[:min(len(options), menu.MostOptions)], 1, 1)
	}
	for _, g := range sendings {
		give(g.slot, v.Say("%s to …", v.name(c.own(g.unit))), c.goal(d, g.slot, g.unit))
	}
	on, at := v.Works(c.Ask.Seat, d.Value("card"))
	var use []bot.Option
	for _, l := range on {
		use = append(use, bot.Option{Value: string(l), Label: v.name(l)})
	}
	give("on", v.Text("Use the card on …"), use)
	give("at", v.Text("Use the card at …"), c.at(v.fullest(c.Ask.Seat, at), "at"))
	give("attack", v.Text("Attack …"), each(c.options(menu.Draft{}, "attack"), func(o string) bot.Option {
		if o == rules.Nearest {
			return bot.Option{Value: o, Label: v.Text("Attack the nearest")}
		}
		return bot.Option{Value: o, Label: v.Say("Attack %s", v.name(rules.Label(o)))}
	}))
}

// sent is the unit that a slot sends somewhere, "" of other slots.
func (c *panel) sent(slot string) rules.Label {
	for _, g := range sendings {
		if g.slot == slot {
			return c.own(g.unit)
		}
	}
	return ""
}

// own is a unit of the seat that is asked: "" its Operator, "1" or "2" a Mercenary.
func (c *panel) own(unit string) rules.Label { return rules.Label(letter(c.Ask.Seat) + unit) }

// goal are the spaces where a unit could be sent, those worth a button first.
func (c *panel) goal(d menu.Draft, slot, unit string) []bot.Option {
	v, l := c.v, c.own(unit)
	all := spaces(c.options(menu.Draft{}, slot))
	if unit == "" {
		all = v.Goes(c.Ask.Seat, d.Value("card"))
	}
	taken := []string{}
	for _, g := range sendings {
		if g.slot != slot {
			taken = append(taken, d.Value(g.slot))
		}
	}
	all = slices.DeleteFunc(all, func(at grid.Space) bool { return slices.Contains(taken, at.String()) })
	var out []bot.Option
	has := func(at grid.Space) bool {
		return slices.ContainsFunc(out, func(o bot.Option) bool { return o.Value == at.String() })
	}
	for _, p := range v.proposals(l, all) {
		if !has(p.at) {
			out = append(out, c.option(p.at, "to", v.Text(p.said)+" · "+p.at.String()))
		}
	}
	for _, at := range all {
		if u, ok := v.Unit(l); ok && u.At == at {
			out = append(out, bot.Option{Value: at.String(), Label: v.Text("Stay")})
		} else if !has(at) {
			out = append(out, c.option(at, "to", at.String()))
		}
	}
	return out
}

// at are spaces as options.
func (c *panel) at(list []grid.Space, slot string) []bot.Option {
	return each(list, func(at grid.Space) bot.Option { return c.option(at, slot, at.String()) })
}

func (c *panel) option(at grid.Space, slot, label string) bot.Option {
	return bot.Option{Value: at.String(), Label: label, Note: bot.Clip(c.note(menu.Draft{}, slot, at.String()), maxOption)}
}

// stagedAhead draws the ways that the draft orders.
func (c *panel) stagedAhead(st *draw.Staged, d menu.Draft) {
	for _, g := range sendings {
		to, err := grid.Parse(d.Value(g.slot))
		if u, ok := c.v.Unit(c.own(g.unit)); ok && err == nil && u.At != to {
			st.Ways = append(st.Ways, [2]grid.Space{u.At, to})
		}
	}
}

// ordered says what a seat ordered ahead.
func (v reading) ordered(seat game.Seat, p rules.Ahead) string {
	var parts []string
	for i, at := range []grid.Space{p.To, p.First, p.Second} {
		if at.On() {
			parts = append(parts, v.Say("%s to %s", v.name(rules.Label(letter(seat)+sendings[i].unit)), at))
		}
	}
	switch {
	case p.On != "":
		parts = append(parts, v.Say("the card on %s", v.name(p.On)))
	case p.At.On():
		parts = append(parts, v.Say("the card at %s", p.At))
	}
	switch {
	case p.Attack == rules.Nearest:
		parts = append(parts, v.Text("attack the nearest"))
	case p.Attack != "":
		parts = append(parts, v.Say("attack %s", v.name(rules.Label(p.Attack))))
	}
	if p.Never {
		parts = append(parts, v.Text("no reactions"))
	}
	if p.Usual {
		parts = append(parts, v.Text("the rest as when time runs out"))
	}
	return strings.Join(parts, ", ")
}
