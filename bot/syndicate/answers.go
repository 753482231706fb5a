package syndicate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/grid"
)

// Attacks, uses of cards and reactions take one press each. The option that the rules' own ranking rates best comes first and is
// green.

// attacks offers each target with its chance and expected damage, the best attack first, and to hold. It includes Predictive Mark
// where that is allowed.
func (c *panel) attacks(d menu.Draft) {
	v := c.v
	if d.Verb() == "attack" && d.Value("target") != "" {
		c.Play(d.Partial.String(), v.Say("Attack %s", v.name(rules.Label(d.Value("target")))), wire.Success)
	}
	type shot struct {
		order, label string
		worth        float64
	}
	var shots []shot
	for _, k := range c.Ask.Menu {
		by, targets := c.shooter(k)
		for _, t := range targets {
			next := menu.Begin(k).With("target", string(t))
			for _, f := range next.Flags() {
				next = next.With(f.Name)
			}
			a, err := v.Aim(by, t, next.Has("mark"))
			if err != nil || next.Partial.String() == d.Partial.String() {
				continue
			}
			odds := v.Odds(a)
			who := v.name(t)
			if !by.Operator() {
				who = string(by) + " → " + who
			}
			shots = append(shots, shot{next.Partial.String(), v.Say("%s: %d%%, %s damage", who, odds.Chance, v.tenths(odds.Damage)), v.Worth(t, v.Expected(by, t), v.Advisor(c.Ask.Seat))})
		}
	}
	slices.SortStableFunc(shots, func(a, b shot) int { return cmp.Compare(b.worth, a.worth) })
	for i, s := range shots {
		style := first(i)
		if !d.None() {
			style = wire.Primary
		}
		c.Play(s.order, s.label, style)
	}
	c.stay(c.Ask.Menu)
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
	play := func(i int, slot, value, label string) {
		next := begin.With(slot, value)
		switch {
		case c.taught:
			c.GoOn(next, label, wire.Primary, d.Value(slot) == value)
		case d.None():
			c.Play(next.Partial.String(), label, first(i))
		default:
			c.Play(next.Partial.String(), label, wire.Primary)
		}
	}
	switch {
	case k.Verb == "lose":
		for i, o := range c.options(begin, "status") {
			play(i, "status", o, v.called(o))
		}
	case len(c.options(begin, "on")) > 0:
		for i, l := range c.targets(begin) {
			play(i, "on", string(l), v.name(l)+v.odds(c.played(), l))
		}
	default:
		best := c.blasts(begin)
		for i, at := range best {
			play(i, "at", at.String(), c.lettered(i)+v.struck(at))
		}
		c.Flush()
		c.byRow(begin, begin, "at", v.Text("Another space"))
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

// targets returns the units that may be chosen, the one where an attack is worth most first.
func (c *panel) targets(begin menu.Draft) []rules.Label {
	list := page.Each(c.options(begin, "on"), func(o string) rules.Label { return rules.Label(o) })
	own := c.own("")
	worth := func(l rules.Label) float64 { return c.v.Worth(l, 1+c.v.Expected(own, l), c.v.Advisor(c.Ask.Seat)) }
	slices.SortStableFunc(list, func(a, b rules.Label) int { return cmp.Compare(worth(b), worth(a)) })
	return list
}

// mostBlasts is how many places are proposed for a card.
const mostBlasts = 3

// blasts returns the best places for the card or the weapon in question; for a card that hits, only those where it hits somebody.
func (c *panel) blasts(begin menu.Draft) []grid.Space {
	v, object := c.v, c.v.object()
	all := v.Spots(c.Ask.Seat, object, spaces(c.options(begin, "at")))
	out := all[:min(mostBlasts, len(all))]
	if object == "" {
		if hits := slices.DeleteFunc(slices.Clone(out), func(at grid.Space) bool { return len(v.Victims(at)) == 0 }); len(hits) > 0 {
			return hits
		}
	}
	return out
}

// object returns the object that the current card places, "" if it places none.
func (v reading) object() (is string) {
	if v.View.Card == nil {
		return ""
	}
	if x, ok := v.Catalogue().Card(v.View.Card.Card); ok {
		for _, o := range x.Do {
			is = cmp.Or(is, o.Object)
		}
	}
	return is
}

// struck returns the name of a space and the units in or beside it.
func (v reading) struck(at grid.Space) string {
	who := v.Victims(at)
	switch {
	case len(who) == 0 && v.object() == "":
		return at.String() + ": " + v.Text("nobody")
	case len(who) == 0:
		return at.String()
	}
	return at.String() + ": " + strings.Join(page.Each(who, func(l rules.Label) string { return string(l) }), ", ")
}

// reduces offers the ways to lessen the damage, the one that the rules usually use first, and to do so from now on.
func (c *panel) reduces() {
	for _, k := range c.Ask.Menu {
		style := wire.Secondary
		if c.Ask.Default != nil && k.Words == c.Ask.Default.Order() {
			style = wire.Success
		}
		c.Play(k.Words, c.Game.Label(k, true), style)
	}
	c.Flush()
	for _, k := range c.Ask.Menu {
		if c.always(k) {
			c.Play(k.Words+" always", c.v.Say("%s, always", c.Game.Label(k, true)), wire.Secondary)
		}
	}
}

// jams offers the dice that may be rolled again, each face once: those that hit, the highest first.
func (c *panel) jams() {
	v := c.v
	seen := map[int]bool{}
	var dice []int
	for _, o := range c.options(menu.Draft{}, "die") {
		n, err := strconv.Atoi(o)
		if face := v.face(n); err == nil && !seen[face] {
			seen[face] = true
			dice = append(dice, n)
		}
	}
	slices.SortStableFunc(dice, func(a, b int) int { return v.face(b) - v.face(a) })
	for i, n := range dice {
		label := v.Say("Roll die %d again", n)
		if face := v.face(n); face > 0 {
			label = v.Say("Roll a %d again", face)
		}
		c.Play(fmt.Sprintf("jam %d", n), label, first(i))
	}
	c.stay(c.Ask.Menu)
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
		return v.goal(v.Mission, v.ScoresFrom, v.Losses)
	case "plan":
		return c.proposal(menu.Draft{})
	case "move":
		return v.vain(c.Ask.Seat)
	case "mercs":
		p := c.adviceFor("")
		if said := v.ordered(c.Ask.Seat, rules.Ahead{First: p.First, Second: p.Second}, true); said != "" && !c.taught {
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
	p := orderedAhead(whole)
	p.Proposed = false
	return c.v.Say("**Proposed**: %s. %s, or as nearly as can be. Reactions are asked.", c.v.card(named(whole.Value("card"))), c.v.ordered(c.Ask.Seat, p, true))
}
