package downsync

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/table"
)

const (
	// most is how many options a select holds.
	most = 25
	// mostButtons keeps a console's buttons, with its selects and texts, under Discord's 40 components.
	mostButtons = 20
	// longest is a button's label that a phone shows whole.
	longest = 38
)

// desk lays out the controls for one question, at the point that the draft has reached. Buttons gather in rows of five.
type desk struct {
	p       table.Private
	v       reading
	ask     table.OpenAsk
	blocks  []bot.Block
	row     bot.Row
	buttons int
	cut     bool // something could not be offered
	fine    bool // nudges are small
}

// controls are the buttons and selects for the ask.
func controls(p table.Private, v reading, a table.OpenAsk, draft string) []bot.Block {
	c := &desk{p: p, v: v, ask: a, fine: isFine(draft)}
	rest, square := cutSquare(draft)
	if rest == "" {
		c.start()
		c.whyNot(draft)
	} else if at, ok := read(a.Menu, rest); ok {
		c.carryOn(at, rest, square)
	}
	c.flush()
	if c.cut {
		c.blocks = append(c.blocks, bot.Text(c.v.Text(wordTyped)))
	}
	return c.blocks
}

func (c *desk) flush() {
	if len(c.row) > 0 {
		c.blocks = append(c.blocks, c.row)
		c.row = nil
	}
}

// button adds a button that submits an order, goes on with a draft, or opens the typing form.
func (c *desk) button(kind, draft, label string, style bot.Style) {
	if c.buttons == mostButtons {
		c.cut = true
		return
	}
	if len(c.row) == 5 {
		c.flush()
	}
	c.buttons++
	c.row = append(c.row, bot.Button{Does: bot.Control{Kind: kind, Ask: c.ask.ID, Draft: draft}, Label: bot.Clip(label, longest), Style: style})
}

// selection adds a select.
func (c *desk) selection(draft, placeholder string, options []bot.Option, least, many int) {
	if len(options) == 0 {
		return
	}
	if len(options) > most {
		options, c.cut = options[:most], true
	}
	c.flush()
	c.blocks = append(c.blocks, bot.Select{Does: bot.Control{Kind: bot.ControlChoose, Ask: c.ask.ID, Draft: draft}, Placeholder: c.v.Text(placeholder), Options: options, Min: min(least, len(options)), Max: min(many, len(options))})
}

// start offers every way to answer: what needs a choice in one select, the rest as buttons.
func (c *desk) start() {
	if c.ask.Name == "refresh" {
		c.refreshes()
		return
	}
	if only, ok := lone(c.ask.Menu); ok {
		c.fill(only.Begin(), only.Words, "")
	} else {
		c.selection("", cmp.Or(openers[c.ask.Name], wordWhatDo), c.openings(), 1, 1)
		c.everyone("", c.allHolder(wordAllAtOnce))
	}
	if c.ask.Name == "deploy" {
		c.formation()
	}
	for _, ch := range c.ask.Menu {
		if picks(ch) {
			continue
		}
		if sure(c.v, c.ask, ch.Words) != "" {
			c.button(bot.ControlDraft, ch.Words, c.short(ch.Words), bot.Secondary)
			continue
		}
		if order := orders(c.v, c.ask.Menu, ch.Words); order != ch.Words { // its end with it
			c.play(order, c.v.Text(wordWatchEnd), style(ch.Words))
			continue
		}
		c.play(ch.Words, c.short(ch.Words), style(ch.Words))
		for _, s := range ch.Slots {
			if s.IsFlag() {
				c.play(ch.Words+" "+s.Mark, c.label(ch.Words)+c.v.Text(wordBoosted), bot.Secondary)
			}
		}
	}
}

// play adds a button that submits a whole order.
func (c *desk) play(order, label string, style bot.Style) {
	c.button(bot.ControlSubmit, order, label, style)
}

// openings are the choices that have something to pick.
func (c *desk) openings() []bot.Option { return c.openingsOf(c.ask.Menu) }

func (c *desk) openingsOf(menu game.Menu) []bot.Option {
	if out := c.reveals(menu); len(out) > 0 && len(out) <= most {
		return out
	}
	var out []bot.Option
	for _, ch := range menu {
		if picks(ch) && ch.Words != everyone {
			value := opening(c.ask.Menu, ch)
			out = append(out, bot.Option{Value: value, Label: bot.Clip(c.label(value), maxOption), Note: bot.Clip(c.note(value), maxOption)})
		}
	}
	return out
}

// reveals are the contacts of the menu with each Unit that they could be, so that one choice says both.
func (c *desk) reveals(menu game.Menu) []bot.Option {
	var out []bot.Option
	for _, ch := range menu {
		label, ok := strings.CutPrefix(ch.Words, "reveal ")
		if !ok || len(ch.Slots) == 0 {
			continue
		}
		for _, unit := range ch.Slots[0].Options {
			order := extend(menu, ch.Words, []string{unit})
			out = append(out, bot.Option{Value: order, Label: bot.Clip(c.v.Say(wordAsWhich, label, c.value(unit)), maxOption), Note: bot.Clip(c.valueNote(order, unit), maxOption)})
		}
	}
	return out
}

// style: one step forward is the primary button, giving something up is plain.
func style(words string) bot.Style {
	switch strings.Fields(words)[0] {
	case "done", "end", "pass", "drop", "hold", "stay", "concede":
		return bot.Secondary
	case "react":
		return bot.Danger
	}
	return bot.Primary
}

// carryOn offers what may come next in the draft: to play it where it is whole, then what may still be changed.
func (c *desk) carryOn(at order.Partial, draft, square string) {
	switch {
	case at.Choice.Words == everyone:
		c.marching(draft)
		return
	case len(open(at)) > 0:
		c.fill(at, draft, square)
		return
	case square != "":
		c.points(cutPoint(draft), square)
		return
	}
	if _, ok := trial(c.v, c.ask.Menu, draft); ok {
		c.playStaged(at, draft)
	}
	switch {
	case strings.HasPrefix(draft, "reveal "):
		c.around(draft)
	case hasPoint(at):
		c.button(bot.ControlType, draft, c.v.Text(wordType), bot.Secondary)
		c.change(draft, c.fine)
	}
}

// playStaged offers to play the whole order.
func (c *desk) playStaged(at order.Partial, draft string) {
	if sure(c.v, c.ask, at.Choice.Words) != "" {
		c.play(draft, c.label(at.Choice.Words), bot.Danger)
		return
	}
	order, label := orders(c.v, c.ask.Menu, draft), c.v.Text(confirm(draft))
	if strings.HasSuffix(order, "; end") {
		label = c.v.Text(wordMoveEnd)
	}
	c.play(order, c.withChance(label, draft, false), bot.Success)
	for _, f := range flags(at) {
		c.play(draft+" "+f, c.withChance(label+c.v.Text(wordBoosted), draft, true), bot.Primary)
	}
}

// fill offers the values of the slots that may come next.
func (c *desk) fill(at order.Partial, draft, square string) {
	for _, s := range open(at) {
		if s.IsFree() {
			c.points(draft, square)
			return
		}
		if a, ok := c.aiming(draft); ok && s.Name == "targets" {
			c.shares(a, draft, s.Max)
			return
		}
		if forced(c.ask, s) {
			c.noChoice(draft, s)
			continue
		}
		var options []bot.Option
		for _, o := range c.inOrder(s.Options, draft) {
			options = append(options, bot.Option{Value: o, Label: bot.Clip(c.value(o), maxOption), Note: bot.Clip(c.valueNote(draft, o), maxOption)})
		}
		c.selection(draft, c.holder(s, draft), options, max(s.Min, 1), s.Max)
	}
	if at.Whole() {
		c.play(draft, c.v.Text(wordWithout), bot.Secondary)
	}
}

// forced tells whether the slot leaves no choice. A target is picked all the same, as its line tells the chances, and so is a
// Unit where nothing need be revealed.
func forced(a table.OpenAsk, s game.Slot) bool {
	return s.Min > 0 && s.Min == len(s.Options) && s.Name != "target" && (s.Name != "unit" || a.Name == "identify")
}

// noChoice is one button for what must be taken whole.
func (c *desk) noChoice(draft string, s game.Slot) {
	label := c.value(s.Options[0])
	switch {
	case s.Name == "pieces":
		label = c.short("activate " + s.Options[0])
	case s.Name == "unit":
		label = c.v.Say(wordAsOnly, label)
	case c.ask.Name == "boost":
		label = c.label("boost") + ": " + label
	case utf8.RuneCountInString(label) > longest:
		label = s.Options[0]
		if unit, ping, ok := strings.Cut(s.Options[0], "@"); ok {
			label = c.v.Say(wordOutOf, c.value(unit), ping)
		}
	}
	if n := len(s.Options); n > 1 {
		label = c.v.Say(wordActivateAll, n)
	}
	order := extend(c.ask.Menu, draft, s.Options)
	if at, ok := read(c.ask.Menu, order); ok && s.Name != "unit" && (len(open(at)) > 0 || isStaged(c.v, c.ask, at)) {
		c.button(bot.ControlDraft, order, label, bot.Primary)
		return
	}
	c.play(order, label, bot.Primary)
}
