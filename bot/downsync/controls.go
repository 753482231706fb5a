package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// openers labels the select of what to begin with, by question.
var openers = map[string]game.Text{"reveal": "Reveal which contact, as what?", "identify": "Choose the contact and its Unit"}

const (
	most      = menu.MostOptions
	longest   = menu.LongestButton
	maxOption = menu.LongestOption
)

// layout lays out the controls for one question, with Downsync's words and additions.
type layout struct {
	menu.Layout
	p table.Private
	v reading
}

func newLayout(p table.Private, v reading, a table.OpenAsk) *layout {
	c := &layout{p: p, v: v}
	c.Layout = menu.Layout{Game: c, Ask: a, Lang: v.Language}
	return c
}

// controls returns the controls for the draft as it stands.
func controls(c *layout, d draft) []bot.Block {
	if d.None() {
		start(c)
		whyNot(c, d)
	} else {
		carryOn(c, d)
	}
	return c.End()
}

// start offers every way to answer: one select for what needs a choice, buttons for the rest.
func start(c *layout) {
	if c.Ask.Name == "refresh" {
		refreshes(c)
		return
	}
	if only, ok := c.Lone(c.Ask.Menu); ok {
		c.Fill(menu.Begin(only))
	} else {
		c.Select(draft{}, c.v.Text(openers[c.Ask.Name]), openings(c, c.Ask.Menu), 1, 1)
		everyone(c, draft{}, word(isOnward(c.Ask.Menu), "Or send all contacts on…", "Or send all that have not moved…"))
	}
	if c.Ask.Name == "deploy" {
		formation(c)
	}
	c.Plain(c.Ask.Menu)
}

// openings lists the choices with something to pick.
func openings(c *layout, m game.Menu) []bot.Option {
	if out := reveals(c, m); len(out) > 0 && len(out) <= most {
		return out
	}
	return c.Openings(those(m, func(ch order.Choice) bool { return ch.Verb != rules.Everyone }))
}

// reveals lists each contact with each Unit that it could be, so that one choice says both.
func reveals(c *layout, m game.Menu) []bot.Option {
	var out []bot.Option
	for _, ch := range those(m, func(ch order.Choice) bool { return ch.Verb == "reveal" }) {
		for _, unit := range ch.Slots[0].Options {
			d := menu.Begin(ch).With("unit", unit)
			out = append(out, bot.Option{Value: d.String(), Label: bot.Clip(c.v.Say("%s as %s", subject(ch), value(c, unit)), maxOption),
				Note: bot.Clip(valueNote(c, d, unit), maxOption)})
		}
	}
	return out
}

// Apart: what stands for several orders is offered in selects of its own.
func (c *layout) Apart(ch order.Choice) bool {
	return ch.Verb == rules.Everyone || ch.Verb == rules.Onward
}

// Style: one step forward is the primary button, giving something up is plain.
func (c *layout) Style(ch order.Choice) bot.Style {
	switch ch.Verb {
	case "done", "end", "pass", "drop", "hold", "stay", "concede":
		return bot.Secondary
	case "react":
		return bot.Danger
	}
	return bot.Primary
}

// carryOn offers what may come next: to play a whole draft, then what may still be changed.
func carryOn(c *layout, d draft) {
	switch {
	case d.Verb() == rules.Everyone:
		marching(c, d)
		return
	case len(d.Choices()) > 0:
		c.Fill(d)
		return
	case square(d) != "":
		c.points(d.Unplaced().Looking(d.Mark))
		return
	}
	if _, ok := trial(c, d); ok {
		c.Stage(d)
	}
	switch {
	case d.Verb() == "reveal":
		around(c, d)
	case d.Placed():
		c.Type(d.Looking(""), c.v.Text("Type a point"))
		change(c, d)
	}
}

// Played is what a draft is played as, and the button that does it.
func (c *layout) Played(d draft) (string, string) {
	all := orders(c, d)
	label := c.v.Text(confirm(d))
	if !menu.Picks(d.Choice) {
		label = c.label(d.Choice)
	}
	if n := len(all) - 1; n > 0 && all[n] == (rules.End{}).Order() {
		label = c.v.Text(word(d.Verb() == "act overwatch", "Take Overwatch, then end", "Move there, then end"))
	}
	boost := slices.ContainsFunc(d.Given(), func(g order.Given) bool { return g.Slot.IsFlag() })
	if boost {
		label += c.v.Text(", boosted (1 CP)")
	}
	return strings.Join(all, "; "), withChance(c, label, d, boost)
}

// Offer offers places, ways to share attacks out, what leaves no choice, and contacts to deploy, each in its own way.
func (c *layout) Offer(d draft, s order.Slot) bool {
	if s.IsFree() {
		c.points(d)
		return true
	}
	if a, ok := c.aiming(d); ok && s.Name == "targets" {
		shares(c, a, d, s.Max)
		return true
	}
	switch {
	case forced(c, s):
		noChoice(c, d, s)
	case d.Verb() == "deploy":
		c.List(d, s.Of(inOrder(c, s.Options)...))
	default:
		return false
	}
	return true
}

// forced reports whether the slot leaves no choice. Targets, and Units that need not be revealed, are picked all the same.
func forced(c *layout, s game.Slot) bool {
	return s.Min > 0 && s.Min == len(s.Options) && s.Name != "target" && (s.Name != "unit" || c.Ask.Name == "identify")
}

// noChoice offers one button for what must be taken whole.
func noChoice(c *layout, d draft, s game.Slot) {
	label := value(c, s.Options[0])
	switch {
	case s.Name == "pieces":
		label = c.Label(rules.Offer("activate", s.Options[:1]), true)
	case s.Name == "unit":
		label = c.v.Say("Reveal it as %s", label)
	case c.Ask.Name == "boost":
		label = c.v.Text(labels["boost"]) + ": " + label
	case utf8.RuneCountInString(label) > longest:
		label = s.Options[0]
		if unit, ping, ok := strings.Cut(s.Options[0], "@"); ok {
			label = c.v.Say("%s out of %s", value(c, unit), ping)
		}
	}
	if n := len(s.Options); n > 1 {
		label = c.v.Say("Activate all %d", n)
	}
	if next := d.With(s.Name, s.Options...); s.Name != "unit" && c.Open(next) {
		c.GoOn(next, label, bot.Primary, false)
	} else {
		c.Play(next.String(), label, bot.Primary)
	}
}

// The refresh of the Taskforce: whom a Command Point frees from stun, or gives an aura. Who has no such choice is refreshed with
// the rest and is not spoken of.

func refreshAsk(v reading, a table.OpenAsk) string {
	c := newLayout(table.Private{}, v, table.OpenAsk{})
	stunned := those(a.Menu, func(ch game.Choice) bool { return has(ch, "unstun") })
	if len(stunned) == 0 {
		return v.Text(asks["refresh"])
	}
	return v.Say("Stunned: **%s**. A stunned Unit may either move or take one action. Free it for 1 CP each?",
		and(v.Language, each(stunned, func(ch game.Choice) string { return pieceName(c, subject(ch)) })))
}

func has(c game.Choice, slot string) bool {
	return slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return s.Name == slot })
}

// refreshes offers a button for each Unit with one thing to pay for, and a select for the others.
func refreshes(c *layout) {
	var others game.Menu
	for _, ch := range c.Ask.Menu {
		if len(ch.Slots) == 1 && has(ch, "unstun") && len(ch.Slots[0].Options) == 1 {
			c.Play(menu.Begin(ch).With("unstun", ch.Slots[0].Options...).String(), c.v.Say("Free %s (1 CP)", pieceName(c, subject(ch))), bot.Primary)
		} else {
			others = append(others, ch)
		}
	}
	if only, ok := c.Lone(others); ok && c.Buttons == 0 {
		c.Fill(menu.Begin(only))
	} else {
		c.Select(draft{}, "", openings(c, others), 1, 1)
	}
	c.Play("done", c.label(rules.Offer("done", nil)), bot.Secondary)
}

// options collects the options of a select.
type options []bot.Option

// add adds an option with its texts clipped, unless its value is there or the select is full.
func (o *options) add(x bot.Option) {
	if len(*o) < most && !slices.ContainsFunc(*o, func(y bot.Option) bool { return y.Value == x.Value }) {
		x.Label, x.Note = bot.Clip(x.Label, maxOption), bot.Clip(x.Note, maxOption)
		*o = append(*o, x)
	}
}
