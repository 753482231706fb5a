package syndicate

import (
	"cmp"
	"strconv"
	"strings"

	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/grid"
)

// Attacks, uses of cards and reactions take one press each. The best answer comes first and is green.

// attacks offers each target with its chance and expected damage, the best attack first, and to hold. It includes Predictive Mark
// where that is allowed.
func (c *panel) attacks(d menu.Draft) {
	v := c.v
	chosen, _ := rules.Parse(d.Partial.String())
	if d.Verb() == "attack" && d.Value("target") != "" {
		c.Play(d.Partial.String(), v.Say("Attack %s", v.name(rules.Label(d.Value("target")))), wire.Success)
	}
	for _, o := range c.position().Options() {
		x, attacks := o.Reply.(rules.Attack)
		if !attacks {
			continue
		}
		a, err := v.Aim(cmp.Or(x.By, c.own(0)), x.Target, x.Mark)
		if err != nil || chosen == o.Reply {
			continue
		}
		odds, who := v.Odds(a), v.name(x.Target)
		if x.By != "" {
			who = string(x.By) + " → " + who
		}
		order, _ := menu.Read(c.Ask.Menu, x.Order())
		c.Play(order.Partial.String(), v.Say("%s: %d%%, %s damage", who, odds.Chance, v.tenths(odds.Damage)), c.style(d, x.Order(), wire.Primary))
	}
	c.stay(d, c.Ask.Menu)
}

// uses offers the units or spaces for a card or a weapon: the best places, which the board shows by their letters, with the units
// hit there.
func (c *panel) uses(d menu.Draft) {
	v, k := c.v, c.Ask.Menu[0]
	begin := menu.Begin(k)
	if !d.None() && d.Whole() {
		c.Play(d.Partial.String(), v.Say("Use it: %s", v.chosen(d)), wire.Success)
		c.Flush()
	}
	play := func(slot, value, label string) {
		next := begin.With(slot, value)
		if c.taught {
			c.GoOn(next, label, wire.Primary, d.Value(slot) == value)
		} else {
			c.Play(next.Partial.String(), label, c.style(d, next.Partial.String(), wire.Primary))
		}
	}
	if k.Verb == "lose" {
		for _, o := range c.options(begin, "status") {
			play("status", o, v.called(o))
		}
		return
	}
	if len(c.options(begin, "on")) == 0 {
		for i, at := range c.blasts() {
			play("at", at.String(), c.lettered(i)+c.struck(at))
		}
		c.Flush()
		c.byRow(begin, begin, "at", v.Text("Another space"))
		return
	}
	for _, o := range c.position().Options() {
		if x, uses := o.Reply.(rules.Use); uses {
			play("on", string(x.On), v.name(x.On)+v.odds(c.played(), x.On))
		}
	}
}

// played returns the card in question; "" for a weapon.
func (c *panel) played() string {
	if x := c.v.View.Card; x != nil && c.v.Attack == nil {
		return x.Card
	}
	return ""
}

// odds returns the chances of the contest that a card begins with a unit, to follow its name; "" if it begins none.
func (v reading) odds(card string, l rules.Label) string {
	f, ok := v.Contest(3-l.Seat(), card, l)
	if !ok {
		return ""
	}
	return v.Say(": wins %d%%, tie %d%%", percent(f.Win), percent(f.Tie))
}

// fights returns the chances of the contests that a card in the hand could begin with units where they are; "" if there are none.
func (v reading) fights(seat game.Seat, card string) string {
	on, _ := v.Works(seat, card)
	var said []string
	for _, l := range on {
		if odds := v.odds(card, l); odds != "" {
			said = append(said, v.name(l)+odds)
		}
	}
	return strings.Join(said, "; ")
}

func percent(p float64) int { return int(100*p + 0.5) }

// mostBlasts is how many places are proposed for a card.
const mostBlasts = 3

// blasts returns the best places for the card or the weapon in question; for a card that hits, only those where it hits more than it
// harms, if there are any.
func (c *panel) blasts() (out []grid.Space) {
	list := c.position().Options()
	for _, o := range list[:min(mostBlasts, len(list))] {
		if x, uses := o.Reply.(rules.Use); uses && (len(out) == 0 || o.Value > 0 || list[0].Value <= 0) {
			out = append(out, x.At)
		}
	}
	return out
}

// struck returns the name of a space for the card in question, and the units in or beside it.
func (c *panel) struck(at grid.Space) string {
	who := c.v.Victims(at)
	switch {
	case len(who) == 0 && c.position().Object(c.played()) == "":
		return at.String() + ": " + c.v.Text("nobody")
	case len(who) == 0:
		return at.String()
	}
	return at.String() + ": " + strings.Join(page.Each(who, func(l rules.Label) string { return string(l) }), ", ")
}

// reduces offers the ways to lessen the damage, and to do so from now on.
func (c *panel) reduces(d menu.Draft) {
	for _, k := range c.Ask.Menu {
		c.Play(k.Words, c.Game.Label(k, true), c.style(d, k.Words, wire.Secondary))
	}
	c.Flush()
	for _, k := range c.Ask.Menu {
		if c.always(k) {
			c.PlayStanding(k.Words+" always", c.v.Say("%s, always", c.Game.Label(k, true)))
		}
	}
}

// jams offers the dice that may be rolled again, each face once, the best first.
func (c *panel) jams(d menu.Draft) {
	v := c.v
	for _, o := range c.position().Options() {
		r, _ := menu.Read(c.Ask.Menu, o.Reply.Order())
		if n, err := strconv.Atoi(r.Value("die")); err == nil {
			label := v.Say("Roll die %d again", n)
			if face := v.face(n); face > 0 {
				label = v.Say("Roll a %d again", face)
			}
			c.Play(o.Reply.Order(), label, c.style(d, o.Reply.Order(), wire.Primary))
		}
	}
	c.stay(d, c.Ask.Menu)
}

// face returns the face of a die of the attack under way, 0 for none.
func (v reading) face(n int) int {
	if a := v.Attack; a != nil && n >= 1 && n <= len(a.Faces) {
		return a.Faces[n-1]
	}
	return 0
}

// chosen puts the choice in a draft of using a card into words.
func (v reading) chosen(d menu.Draft) string {
	switch {
	case d.Value("on") != "":
		return v.name(rules.Label(d.Value("on")))
	case d.Value("status") != "":
		return v.called(d.Value("status"))
	}
	return d.Value("at")
}

// weighed describes what matters about a question before anything is chosen: the proposal, and the reasons for the chances.
func (c *panel) weighed() string {
	v := c.v
	switch c.Ask.Name {
	case "deploy":
		if v.HoldsFire() {
			return v.Text(goalOfHoldingFire)
		}
		return v.goal(v.Mission, v.ScoresFrom, v.Losses)
	case "plan":
		return c.proposal(menu.Draft{})
	case "move":
		return v.vain(c.Ask.Seat)
	case "mercs":
		if said := v.ordered(c.Ask.Seat, c.position().Mercs(), true); said != "" && !c.taught {
			return page.Paragraph(v.vain(c.Ask.Seat), v.Say("**Proposed**: %s.", said))
		}
	case "attack":
		if c.taught {
			return ""
		}
		var lines []string
		for _, k := range c.Ask.Menu {
			by, targets := c.shooter(k)
			for _, t := range targets {
				if a, err := v.Aim(by, t, k.Verb == "attack" && len(menu.Begin(k).Flags()) > 0); err == nil {
					lines = append(lines, v.Say("-# **%s** at **%s**: %s, %d+ on %d {die|dice}, %d {space|spaces} away", v.name(by), v.name(t), v.weaponName(by), a.Need, a.Rolls, a.Distance))
				}
			}
		}
		return strings.Join(lines[:min(len(lines), mostAims)], "\n")
	case "reduce":
		if a := v.Attack; a != nil && a.Blow != nil {
			if u, ok := v.Unit(a.Target); ok {
				return v.Say("%s would lose %d of %d HP.", v.name(a.Target), a.Blow.Damage, u.HP)
			}
		}
	}
	return ""
}

// mostAims is how many attacks are explained below their question.
const mostAims = 4

// weaponName returns the name of a unit's weapon.
func (v reading) weaponName(l rules.Label) string {
	side := v.Sides.Of(l.Seat())
	if x, ok := v.Catalogue().Weapon(side.Weapon); ok && l.Operator() {
		return x.Name
	}
	if u, ok := v.Unit(l); ok {
		if m, ok := v.Catalogue().Mercenary(u.ID); ok {
			return m.Weapon
		}
	}
	return ""
}

// proposal describes the program's proposal for the round with the card of the draft, or with the best one.
func (c *panel) proposal(d menu.Draft) string {
	whole, ok := c.proposed(d)
	if !ok {
		return ""
	}
	p, card := orderedAhead(whole), c.v.card(named(whole.Value("card")))
	if !p.Proposed {
		return c.v.Say("**Proposed**: %s. At the enemy's terminal, holding fire scores: you are asked.", card)
	}
	p.Proposed = false
	return c.v.Say("**Proposed**: %s. %s, or as nearly as can be. Reactions are asked.", card, c.v.ordered(c.Ask.Seat, p, true))
}
