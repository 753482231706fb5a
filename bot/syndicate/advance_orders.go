package syndicate

import (
	"slices"
	"strings"

	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/grid"
	draw "downsync/render/syndicate"
)

// ahead marks the draft of a card while its player looks at the orders for the rest of the round (R-P9).
const ahead = "ahead"

// sendings lists the slots of orders ahead that name a unit's space, in the order of rules.Labels.
var sendings = [...]string{"to", "first", "second"}

// ordersAhead reports whether the draft contains orders ahead, or its player looks at them.
func ordersAhead(d menu.Draft) bool {
	return d.Mark == ahead || orderedAhead(d) != rules.Ahead{}
}

// orderedAhead returns the orders ahead in a commit's draft.
func orderedAhead(d menu.Draft) rules.Ahead {
	r, err := rules.Parse(d.Partial.String())
	if c, ok := r.(rules.Commit); ok && err == nil {
		return c.Ahead
	}
	return rules.Ahead{}
}

// early offers the orders ahead: for the rest of the round, given with its card.
type early struct{ c *panel }

// plan offers the whole round as the program would play it, and the cards of the hand as buttons. Once a card is chosen it offers
// the same with that card, or the card alone. In a lesson it proposes nothing.
func (c *panel) plan(d menu.Draft) {
	v := c.v
	whole, ok := c.proposed(d)
	commit := func(d menu.Draft, label string, style wire.Style) {
		modes := c.options(menu.Draft{}, "mode")
		for i, m := range modes {
			if i > 0 && style == wire.Success {
				style = wire.Primary
			}
			c.Play(d.With("mode", m).Partial.String(), label+", "+v.Text(modeWords[m]), style)
		}
		if len(modes) == 0 {
			c.Play(d.Partial.String(), label, style)
		}
	}
	chosen := d.Value("card")
	switch {
	case ok:
		to := orderedAhead(whole).To
		commit(whole, v.playing(whole.Value("card"), to, v.stands(c.own(0), to), len(c.options(menu.Draft{}, "mode")) > 0), wire.Success)
		c.GoOn(whole.Looking(ahead), v.Text("Change the orders"), wire.Secondary, false)
		if c.alone = chosen != ""; c.alone {
			commit(d, v.Say("%s alone", v.card(named(chosen))), wire.Secondary)
		}
	case chosen != "":
		commit(d, v.Say("Commit %s", v.card(named(chosen))), wire.Success)
	}
	if chosen != "" && ordersAhead(d) {
		early{c}.page(d)
		return
	}
	c.Flush()
	begin := menu.Begin(c.Ask.Menu[0])
	for _, id := range c.options(menu.Draft{}, "card") {
		c.GoOn(begin.With("card", id), v.card(named(id)), wire.Primary, id == chosen)
	}
}

// playing returns the label of the button that plays a card as proposed: the card, and its Operator's destination. It is short
// enough for a phone, with a weapon's mode after it if moded.
func (v reading) playing(card string, to grid.Space, stays, moded bool) string {
	switch name := v.card(named(card)); {
	case moded && to.On() && !stays:
		return name + " → " + to.String()
	case moded:
		return name
	case stays:
		return v.Say("Play %s and stay", name)
	case to.On():
		return v.Say("Play %s to %s", name, to)
	default:
		return v.Say("Play %s", name)
	}
}

// proposed returns the best round with the card of the draft or with the best one; ok is false in a lesson, and if the player gives
// orders.
func (c *panel) proposed(d menu.Draft) (whole menu.Draft, ok bool) {
	if c.taught || c.Ask.Name != "plan" || ordersAhead(d) {
		return d, false
	}
	o, _ := c.position().Best().(rules.Commit)
	if card := d.Value("card"); card != "" {
		o.Card, o.Ahead = named(card), c.position().Plan(named(card))
	}
	o.Mode = "" // each has its button
	return menu.Read(c.Ask.Menu, o.Order())
}

// page offers the orders for the rest of the round. Each select gives one order and replaces its earlier one.
func (a early) page(d menu.Draft) {
	v := a.c.v
	card := menu.Begin(a.c.Ask.Menu[0]).With("card", d.Value("card"))
	a.c.GoOn(card, v.Text("Back to the proposal"), wire.Secondary, false)
	if p := orderedAhead(d); p.Usual {
		a.c.GoOn(d.Without("usual").Looking(ahead), v.Text("Ask me the rest"), wire.Secondary, false)
	} else {
		a.c.GoOn(d.With("usual"), v.Text("Ask me nothing more"), wire.Secondary, false)
		if !p.Never {
			a.c.GoOn(d.With("never"), v.Text("No reactions"), wire.Secondary, false)
		}
		if p.Proposed {
			a.c.GoOn(d.Without("proposed").Looking(ahead), v.Text("Ask me if an order fails"), wire.Secondary, false)
		} else {
			a.c.GoOn(d.With("proposed"), v.Text("The rest as proposed"), wire.Secondary, false)
		}
	}
	a.c.Flush()
	give := func(slot, placeholder string, options []wire.Option) {
		for i := range options {
			if l := a.sent(slot); l != "" {
				options[i].Label = v.name(l) + " · " + options[i].Label
			}
			options[i].Chosen = options[i].Value == d.Value(slot)
			options[i].Value = slot + " " + options[i].Value
		}
		for page := range slices.Chunk(options, menu.MostOptions) {
			a.c.Select(d.Without(slot), placeholder, page, 1, 1)
			placeholder = v.Say("%s more", placeholder)
		}
	}
	for i, slot := range sendings {
		give(slot, v.Say("%s to …", v.name(a.c.own(i))), a.goal(d, i))
	}
	on, at := v.Works(a.c.Ask.Seat, d.Value("card"))
	give("on", v.Text("Use the card on …"), page.Each(on, func(l rules.Label) wire.Option {
		return wire.Option{Value: string(l), Label: v.name(l)}
	}))
	give("at", v.Text("Use the card at …"), a.at(a.c.position().Spots(d.Value("card"), at), "at"))
	give("attack", v.Text("Attack …"), page.Each(a.c.options(menu.Draft{}, "attack"), func(o string) wire.Option {
		switch o {
		case rules.Nearest:
			return wire.Option{Value: o, Label: v.Text("Attack the nearest")}
		case rules.Best:
			return wire.Option{Value: o, Label: v.Text("Attack where it does most")}
		}
		return wire.Option{Value: o, Label: v.Say("Attack %s", v.name(rules.Label(o))), Note: v.chance(a.c.Ask.Seat, d.Value("card"), orderedAhead(d), rules.Label(o))}
	}))
}

// sent returns the unit that a slot sends somewhere, "" for other slots.
func (a early) sent(slot string) rules.Label {
	if i := slices.Index(sendings[:], slot); i >= 0 {
		return a.c.own(i)
	}
	return ""
}

// own returns a unit of the asked seat: 0 is its Operator, 1 or 2 a Mercenary.
func (c *panel) own(i int) rules.Label { return rules.Labels(c.Ask.Seat)[i] }

// goal returns the spaces to which a unit could be sent: those worth a button, its own space, those that count for the mission,
// then the nearest.
func (a early) goal(d menu.Draft, i int) []wire.Option {
	v, l, slot := a.c.v, a.c.own(i), sendings[i]
	all := grid.All(a.c.options(menu.Draft{}, slot))
	u, ok := v.Unit(l)
	if !ok {
		return nil
	}
	if l.Operator() {
		if all = v.Goes(a.c.Ask.Seat, d.Value("card")); len(all) > 0 {
			all = append(all, u.At)
		}
	}
	taken := []string{}
	for _, other := range sendings {
		if other != slot {
			taken = append(taken, d.Value(other))
		}
	}
	all = slices.DeleteFunc(all, func(at grid.Space) bool { return slices.Contains(taken, at.String()) })
	all = slices.DeleteFunc(all, func(at grid.Space) bool { who := a.friend(l, at); return who != "" && !a.leaves(d, who) })
	order := func(at grid.Space) int {
		switch far := grid.Distance(at, u.At); {
		case far > 0 && v.Counts(at):
			return far - grid.MaxEdge
		default:
			return far
		}
	}
	slices.SortStableFunc(all, func(a, b grid.Space) int { return order(a) - order(b) })
	var out []wire.Option
	add := func(at grid.Space, said string) {
		if slices.ContainsFunc(out, func(o wire.Option) bool { return o.Value == at.String() }) {
			return
		}
		where := at.String()
		if u.At == at {
			where = v.Text("Stay")
		}
		o := a.option(at, slot, said+where)
		if who := a.friend(l, at); who != "" {
			o.Note = wire.Clip(strings.TrimSuffix(v.Say("%s will have left", v.name(who))+", "+o.Note, ", "), maxOption)
		}
		out = append(out, o)
	}
	if p := sentTo(a.c.position().Plan(named(d.Value("card"))))[i]; slices.Contains(all, p) {
		add(p, v.Text("Proposed")+" · ")
	}
	for _, p := range advice.Places(v.View, l, all) {
		add(p.At, v.Text(purposes[p.For])+" · ")
	}
	if slices.Contains(all, u.At) {
		add(u.At, "")
	}
	for _, at := range all {
		add(at, "")
	}
	return out
}

// sentTo returns the destinations that orders set for a side's units.
func sentTo(p rules.Ahead) [3]grid.Space { return [...]grid.Space{p.To, p.First, p.Second} }

// friend returns another unit of the same side in a space; "" if there is none.
func (a early) friend(l rules.Label, at grid.Space) rules.Label {
	for _, u := range a.c.v.Units {
		if u.At == at && u.Seat == a.c.Ask.Seat && u.Label != l {
			return u.Label
		}
	}
	return ""
}

// leaves reports whether the draft orders the unit to another space than its own.
func (a early) leaves(d menu.Draft, l rules.Label) bool {
	labels := rules.Labels(a.c.Ask.Seat)
	to, err := grid.Parse(d.Value(sendings[slices.Index(labels[:], l)]))
	return err == nil && !a.c.v.stands(l, to)
}

// at returns spaces as options.
func (a early) at(list []grid.Space, slot string) []wire.Option {
	return page.Each(list, func(at grid.Space) wire.Option { return a.option(at, slot, at.String()) })
}

func (a early) option(at grid.Space, slot, label string) wire.Option {
	return wire.Option{Value: at.String(), Label: label, Note: wire.Clip(a.c.note(menu.Draft{}, slot, at.String()), maxOption)}
}

// staged draws the ways that are ordered.
func (a early) staged(st *draw.Staged, p rules.Ahead) {
	for i, to := range sentTo(p) {
		if u, ok := a.c.v.Unit(a.c.own(i)); ok && to.On() && u.At != to {
			st.Ways = append(st.Ways, [2]grid.Space{u.At, to})
		}
	}
}

// ordered describes a seat's orders ahead. With now it compares them with the present places: a unit sent to its own space stays.
func (v reading) ordered(seat game.Seat, p rules.Ahead, now bool) string {
	var parts []string
	for i, at := range sentTo(p) {
		l := rules.Labels(seat)[i]
		switch {
		case !at.On():
		case now && v.stands(l, at):
			parts = append(parts, v.Say("%s stays", v.name(l)))
		default:
			parts = append(parts, v.Say("%s to %s", v.name(l), at))
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
	case p.Attack == rules.Best:
		parts = append(parts, v.Text("attack where it does most"))
	case p.Attack != "":
		parts = append(parts, v.Say("attack %s", v.name(rules.Label(p.Attack))))
	}
	switch {
	case p.Proposed && p.Usual:
		parts = append(parts, v.Text("what fails as proposed"))
	case p.Proposed:
		parts = append(parts, v.Text("the rest as proposed"))
	}
	if p.Never {
		parts = append(parts, v.Text("no reactions"))
	}
	if p.Usual {
		parts = append(parts, v.Text("the rest as when time runs out"))
	}
	return strings.Join(parts, ", ")
}

func (v reading) stands(l rules.Label, at grid.Space) bool {
	u, ok := v.Unit(l)
	return ok && u.At == at
}

// vain says which of the round's orders could not be carried out, and why; "" if there are none.
func (v reading) vain(seat game.Seat) string {
	p := v.Sides.Of(seat).Ahead
	if p == nil {
		return ""
	}
	goals := []grid.Space{p.To, p.First, p.Second}
	if v.Phase == rules.MercsMoving {
		goals[0] = grid.Space{}
	} else {
		goals = goals[:1]
	}
	var said []string
	for i, at := range goals {
		l := rules.Labels(seat)[i]
		u, ok := v.Unit(l)
		if !at.On() || !ok || u.At == at || u.Moved > 0 {
			continue
		}
		why := v.Text("out of reach")
		for _, x := range v.Units {
			if x.At == at {
				why = v.Say("taken by %s", v.name(x.Label))
			}
		}
		said = append(said, v.Say("You ordered %s to %s: %s.", v.name(l), at, why))
	}
	return strings.Join(said, " ")
}
