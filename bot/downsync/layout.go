package downsync

import (
	"slices"
	"strings"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/order"
	"downsync/game/table"
	"downsync/render"
)

// The layout of a question: its controls, in the order in which a player meets them.

// openers are the labels of the select that begins an answer, by question.
var openers = map[string]game.Text{"reveal": "Reveal which contact, as what?", "identify": "Choose the contact and its Unit"}

// layout lays out the controls for one question, with Downsync's words and additions.
type layout struct {
	menu.Layout
	p   table.Private
	v   wording.Reading
	pos *advice.Position // the question, for weighing moves
	// guided is set in a lesson, which leads through the controls one order at a time.
	guided bool
	plain  bool // without advice
	// The fields below are set while the controls are laid out. Results that take long are computed once.
	proposed *proposed
	going    []advice.Step // the moves of the main button
	watches  bool          // a button offers Overwatch
	bluffs   bool          // a button offers a bluff of Overwatch
	thought  bool
	trials   map[string]trialed
	at       draft          // the draft that the controls continue
	frame    *render.Window // nil until computed
	found    []advice.Way   // the ways of the piece that is moved
	fronts   []rules.Deploy // the main button deploys all contacts there, at the front
	next     *advance       // valid if thought is set
	// news are the recent facts. newest are the lines shown at once. more is the text that the question has no
	// room for.
	news   []game.Fact
	newest []string
	more   string
}

// told returns the news in words.
func (c *layout) told() []string { return wording.TellerOf(c.v).Page().Told(c.news) }

// proposed is a move to propose, with its label.
type proposed struct {
	draft
	label string
}

func newLayout(p table.Private, v wording.Reading, a table.OpenAsk) *layout {
	c := &layout{p: p, v: v}
	c.Layout = menu.Layout{Game: c, Ask: a, Lang: v.Language}
	c.pos = &advice.Position{View: v.View, Seat: a.Seat, Ask: a.Name, Menu: a.Menu, Told: p.Facts}
	return c
}

func controls(c *layout, d draft) []wire.Block {
	c.at, c.frame, c.found = d, nil, nil
	if d.None() {
		start(c)
	} else {
		carryOn(c, d)
	}
	return c.End(d)
}

// start offers every way to answer: the main button first, then a select for everything that needs a choice, then buttons for
// the rest.
func start(c *layout) {
	if c.Ask.Name == "refresh" {
		refreshes(c)
		return
	}
	if !c.guided {
		mainButtons(c)
	}
	if c.Ask.Name == "deploy" {
		formation(c)
	}
	rest := wording.Those(c.Ask.Menu, func(ch order.Choice) bool {
		ends := ch.Verb == "drop" && !c.guided && c.v.DropEnds() // ending the activation does the same
		return !listed(c, ch) && (c.guided || c.Ask.Name != "react") && ch.Words != counterTurn && !ends
	})
	for i := range rest { // buttons of their own offer these slots
		if c.Ask.Name == "react" {
			rest[i].Slots = nil
		}
		rest[i].Slots = wording.Those(rest[i].Slots, func(s game.Slot) bool { return s.Name != "all" })
	}
	c.Plain(rest)
	if c.Ask.Name == "counter" && !c.guided {
		label := labels[counterTurn]
		if defenceless(c.Ask) {
			label = "Let it happen, CM on later hits"
		}
		said := c.v.Text(label)
		c.Play(counterTurn, c.fitting(said+c.stopsThis(), said), wire.Secondary)
	}
	if i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == rules.Several }); i >= 0 && !c.guided && len(c.Ask.Menu[i].Slots[0].Options) <= menu.MostOptions {
		c.List(menu.Begin(c.Ask.Menu[i]), c.Ask.Menu[i].Slots[0])
	} else if only, ok := c.Lone(c.Ask.Menu); ok && c.Ask.Name == "react" {
		reaction{c}.list(only)
	} else if ok {
		c.Fill(menu.Begin(only))
	} else {
		c.Select(draft{}, c.v.Text(openers[c.Ask.Name]), openings(c, c.Ask.Menu), 1, 1)
		everyone(c, draft{}, wording.Either(advice.Sent(c.Ask.Menu), "Or send all contacts on…", "Or send all that have not moved…"))
	}
}

// listed reports whether the choice belongs in a list although nothing remains to be picked for it. A press of a button would
// rarely be meant. An only choice gets a button.
func listed(c *layout, ch order.Choice) bool {
	return !c.guided && len(c.Ask.Menu) > 1 && ch.Verb == "activate" && !menu.Picks(ch)
}

// openings lists the choices that need something picked.
func openings(c *layout, m game.Menu) []wire.Option {
	m = wording.Those(m, func(ch order.Choice) bool {
		return ch.Verb != rules.Everyone && (ch.Verb != rules.Several || !c.guided)
	})
	if i := slices.IndexFunc(m, func(ch order.Choice) bool { return ch.Verb == rules.Several }); i >= 0 {
		if len(m[i].Slots[0].Options) <= menu.MostOptions {
			return nil
		}
		m = slices.Delete(m, i, i+1)
	}
	if out := pairsOf(c, m); len(out) > 0 && len(out) <= menu.MostOptions {
		return out
	}
	var out []wire.Option
	for _, ch := range m {
		if listed(c, ch) {
			out = append(out, wire.Option{Value: ch.Words, Label: wire.Clip(c.label(ch), menu.LongestOption)})
		}
	}
	return append(out, c.Openings(m)...)
}

// pairsOf lists each contact with each Unit that it could become, so that one choice decides both.
func pairsOf(c *layout, m game.Menu) []wire.Option {
	var out []wire.Option
	for _, ch := range wording.Those(m, func(ch order.Choice) bool { return ch.Verb == "reveal" }) {
		for _, unit := range ch.Slots[0].Options {
			d := menu.Begin(ch).With("unit", unit)
			out = append(out, wire.Option{Value: d.String(), Label: wire.Clip(c.v.Say("%s as %s", subject(ch), value(c, unit)), menu.LongestOption),
				Note: wire.Clip(valueNote(c, d, unit), menu.LongestOption)})
		}
	}
	return out
}

// Best returns the values in the menu's order.
func (c *layout) Best(_ draft, s order.Slot) []string { return s.Options }

// Apart reports whether the choice stands for several orders. Such choices have selects of their own.
func (c *layout) Apart(ch order.Choice) bool {
	return ch.Verb == rules.Everyone || ch.Verb == rules.Onward || ch.Verb == rules.Farther || ch.Verb == rules.Several
}

// Style returns Primary for a step forward and Secondary for giving something up.
func (c *layout) Style(ch order.Choice) wire.Style {
	switch ch.Verb {
	case "done", "end":
		if onlyEnd(c, ch) {
			return wire.Primary
		}
		return wire.Secondary
	case "act overwatch": // if a shot or a move is the main button
		if _, moves := c.pos.ActingMoves(); moves || !c.guided && c.v.Acting != nil && len(c.pos.Volleys()) > 0 {
			return wire.Secondary
		}
	case "recover": // the Action Point is the default and stays Primary
		if c.Ask.Menu[0].Words != ch.Words {
			return wire.Secondary
		}
	case "second", "mount", "deploy rest": // another button is the main one
		return wire.Secondary
	case "pass", "drop", "hold", "stay", "concede":
		return wire.Secondary
	case "activate", "act": // if shots or Overwatch have buttons
		if c.Buttons > 0 && !c.guided {
			return wire.Secondary
		}
	case "counter": // the main button spends on this hit only
		first := slices.IndexFunc(c.Ask.Menu, func(x order.Choice) bool { return !menu.Picks(x) && x.Words != counterTurn })
		if c.Ask.Menu[first].Words != ch.Words || offers(c.Ask.Menu, counterAll) && !c.guided {
			return wire.Secondary
		}
	}
	return wire.Primary
}

// onlyEnd reports whether nothing is left to do except to end, as the choice does.
func onlyEnd(c *layout, ch order.Choice) bool {
	switch c.Ask.Name {
	case "move":
		_, label := proposal(c)
		return label == "" && subject(ch) == ""
	case "next":
		_, label := proposal(c)
		return len(idle(c)) == 0 && label == ""
	case "deploy":
		return !slices.ContainsFunc(c.v.Pieces, func(p rules.Piece) bool { return p.Seat == c.Ask.Seat && len(p.Bases) == 0 })
	case "act":
		return len(c.pos.Volleys()) == 0 && !slices.ContainsFunc(c.Ask.Menu, func(x order.Choice) bool {
			return x.Verb == "act overwatch" || x.Verb == "act move" && actor(c.v).Unit == "" || x.Verb == "act" && !menu.Picks(x)
		})
	}
	return c.Ask.Name == "join" || c.Ask.Name == "refresh"
}

// carryOn offers the next steps of a draft: to play it if it is whole, then to change it.
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
	if d.Verb() == "react" {
		reaction{c}.chosen(d)
		return
	}
	clashes := clash(c, reveals(d)) != ""
	if _, ok := trial(c, d); ok && !clashes {
		c.Stage(d)
		all := orders(c, d)
		if d.Verb() == "act move" && len(all) == 1 && !c.guided { // actions may remain that cost no Action Point
			c.Play(all[0]+"; "+rules.End{}.Order(), c.v.Text("Move there, then end activation"), wire.Secondary)
		}
		if len(all) > len(reveals(d)) && len(reveals(d)) > 0 {
			c.Play(strings.Join(all[:len(all)-1], "; "), c.v.Text("Only these now, then ask me again"), wire.Secondary)
		}
	}
	switch {
	case clashes && d.Verb() == rules.Several:
		c.List(menu.Begin(d.Choice), d.Choice.Slots[0])
	case d.Verb() == "reveal":
		around(c, d)
	case d.Placed():
		change(c, d)
	}
}

// Played returns the orders that the draft plays, and the label of the button that plays them.
func (c *layout) Played(d draft) (string, string) {
	all := orders(c, d)
	label := c.v.Text(confirm(d))
	if hidden := reveals(d); len(all) > len(hidden) && len(hidden) > 0 {
		label = c.v.Say("%s, and no more", label)
	}
	if !menu.Picks(d.Choice) {
		label = c.label(d.Choice)
	}
	if n := len(all) - 1; n > 0 && all[n] == (rules.End{}).Order() {
		label = c.v.Text(wording.Either(d.Verb() == "act overwatch", "Take Overwatch, then end activation", "Move there, then end activation"))
	}
	boost := slices.ContainsFunc(d.Given(), func(g order.Given) bool { return g.Slot.IsFlag() })
	label += c.v.When(boost, ", boosted (1 CP)")
	if c.Ask.Name == "counter" {
		return strings.Join(all, "; "), label + c.stops(d.Partial.String())
	}
	if chance, _ := chance(c, d, boost); chance != "" {
		label = c.v.Say("%s: %s", label, chance)
	}
	return strings.Join(all, "; "), label
}

// Offer offers places, ways to share out attacks, forced choices, and contacts to deploy, each in its own way.
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
