package jagged

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
	draw "downsync/render/jagged"
)

// Console returns a seat's private console: its board, its question, and below these the figures for the question.
func (w play) Console(p table.Private, at bot.Page) (wire.Letter, error) {
	v := w.reads(p.View, p.Meta)
	ask, asked := page.Ask(p, at.Ask)
	c := v.panel(p, ask)
	d, ok := menu.Read(ask.Menu, at.Order)
	if !ok || !asked || !d.None() && !c.Open(d) {
		d = menu.Draft{}
	}
	frame := page.Frame{Seat: v.coloured(p.Seat)}
	frame.Say(v.head(p), maxAsk)
	facts := p.Facts[max(0, len(p.Facts)-recentFacts):]
	if at.Guide == nil {
		frame.Say(at.Note, maxNote)
	} else {
		facts = p.Facts[at.Guide.News:]
	}
	newest, earlier := v.Teller().Folded(v.news(facts), recentLines, maxNews)
	frame.Say(newest, maxNews)
	var controls []wire.Block
	if asked {
		controls = c.controls(d)
	}
	b := v.battle()
	if c.marker != nil {
		b.Objectives = append(b.Objectives, draw.Objective{At: *c.marker})
	}
	pic, err := v.paint().Private(b, c.staged, draw.NewsOf(v.Viewer, p.Facts))
	if err != nil {
		return wire.Letter{}, err
	}
	frame.Draw(page.FileName(), pic.PNG, v.draw.Alt(b))
	switch {
	case at.Guide != nil && asked:
		frame.Say(at.Guide.Tell, maxNote)
		frame.Say(page.Paragraph(c.said, at.Note, c.Lead(d, at.Guide.Order, controls)), maxAsk)
		frame.Add(controls...)
	case asked:
		frame.Say(page.Paragraph("### "+v.question(ask), v.bitten(ask.Name), c.said), maxAsk)
		frame.Add(controls...)
		frame.Say(page.Paragraph(append([]string{c.StandingNote()}, c.below...)...), maxRows)
		if d.None() && v.Round <= hinted {
			frame.Say(w.Text(questions.Named(ask.Name).Hint), maxAsk)
		}
		frame.Say(page.Limit(w.Language, ask, func(a table.OpenAsk) string { return w.Text(questions.Named(a.Name).Default) }), maxAsk)
	case p.Result == nil:
		frame.Say(page.Waits(w.Language, p, "jagged.sealed-in", questions), maxAsk)
	}
	frame.Add(append(page.Foot(w.Language, p, ask, !d.None() || d.Mark != "", v.early(p.Seat).Button()), customid.BookButton(rules.Rules().Card().ID, bookRules, theWords, "?")))
	frame.Say(earlier, maxNews)
	return wire.Letter{Seat: pic.Seat, Message: frame.Message()}, nil
}

// hinted is the number of Rounds in which questions come with hints.
const hinted = 1

// head names the reader's side, and what it has.
func (v reading) head(p table.Private) string {
	if p.Result != nil {
		return v.Say("## You are %s: battle over", bot.SideName(p.Seat)) + "\n" + page.Outcome(v.Language, p.Meta, *p.Result, whys)
	}
	side := v.Sides.Of(p.Seat)
	if v.Round == 0 {
		return v.Say("## You are %s: %s", bot.SideName(p.Seat), v.Text(roleNames[p.Seat-1])) + "\n-# " + v.factionName(side.Faction)
	}
	return v.Say("## You are %s · Round %d of %d", bot.SideName(p.Seat), v.Round, rules.Rounds) + "\n" + v.counts()
}

// roleNames names the roles by seat.
var roleNames = [...]game.Text{"the Attacker", "the Defender"}

// panel holds the controls of one question, and the texts around them.
type panel struct {
	*menu.Layout
	v      reading
	p      table.Private
	staged *draw.Staged
	stay   wire.Style   // of the button with which a model does not move
	marker *plane.Point // the proposed place of an Objective; nil: none is being placed
	said   string       // text above the controls: the effect of the draft
	below  []string     // text below them: figures, line by line

	advised *advice.Position // see position; nil until then
}

func (v reading) panel(p table.Private, a table.OpenAsk) *panel {
	c := &panel{v: v, p: p, staged: &draw.Staged{}, stay: wire.Secondary}
	c.Layout = &menu.Layout{Game: menu.Plain{Words: choices{c}}, Ask: a, Lang: v.Language}
	return c
}

// position returns the question as advice reads it. It is read once, because it keeps what takes long to work out.
func (c *panel) position() *advice.Position {
	if c.advised == nil {
		c.advised = advice.Read(c.v.View, c.Ask.Ask, advice.Usual)
	}
	return c.advised
}

// Presses names the controls to press for the order.
func (w play) Presses(p table.Private, ask, order string) (steps []string, all bool) {
	v := w.reads(p.View, p.Meta)
	a, _ := page.Ask(p, ask)
	return menu.Way(order, func(d menu.Draft) (*menu.Layout, []wire.Block) {
		c := v.panel(p, a)
		return c.Layout, c.controls(d)
	})
}

// Press continues a partial order after a choice in a select or a typed field; without values it asks for one.
func (w play) Press(p table.Private, ask, draft string, values []string) bot.Step {
	a, _ := page.Ask(p, ask)
	d, ok := menu.Read(a.Menu, draft)
	v := w.reads(p.View, p.Meta)
	c := v.panel(p, a)
	switch {
	case len(values) == 0:
		return bot.Step{Form: c.form(d)}
	case !ok:
		return bot.Step{Order: draft}
	}
	if a.Name == "deploy" {
		if next, ok := c.replaced(d, values[0]); ok {
			return bot.Step{Draft: next.String()}
		}
	}
	if next, ok := menu.Read(a.Menu, values[0]); ok && d.None() && !next.None() { // a partial order from a list of them
		if c.Open(next) {
			return bot.Step{Draft: next.String()}
		}
		return bot.Step{Order: values[0]}
	}
	for i := range values {
		values[i] = spaced.Replace(values[i])
		if a.Name == "deploy" { // its places follow one another, while a semicolon would begin another order
			values[i] = strings.ReplaceAll(values[i], ";", " ")
		}
	}
	return c.Press(d, values)
}

// spaced removes the space beside the comma of a typed place.
var spaced = strings.NewReplacer(", ", ",", " ,", ",")

// form asks for a place, or for a list.
func (c *panel) form(d menu.Draft) *wire.Form {
	v := c.v
	if c.Ask.Name == "list" {
		return &wire.Form{Title: v.Text("Your Force"), Fields: []wire.Field{{ID: "1", Label: v.Text("Units with spaces between, your Specialist first"),
			Placeholder: wire.Clip(strings.Join(cards.Starter(c.v.Sides.Of(c.Ask.Seat).Faction, roles[c.Ask.Seat-1]).Units, " "), maxOption), Min: 1, Max: bot.MaxForce, Required: true}}}
	}
	value := ""
	for _, g := range d.Given() {
		if g.Slot.IsFree() {
			value = strings.Join(g.Values, " ")
		}
	}
	label := v.Text("x,y in inches from lower left, or a square")
	if c.Ask.Name == "deploy" {
		label = v.Text("A place for each model, with spaces between")
	}
	return &wire.Form{Title: v.Text("A place on the board"), Fields: []wire.Field{{ID: "1", Label: label, Placeholder: "12.5,30", Value: value, Min: 1, Max: 200, Required: true}}}
}

// replaced returns the draft of a deployment with one model selected for another place ("@A3"), or with the place chosen for it.
func (c *panel) replaced(d menu.Draft, value string) (menu.Draft, bool) {
	if mark, ok := strings.CutPrefix(value, "@"); ok {
		return d.Looking(mark), true
	}
	at, err := plane.ParsePoint(spaced.Replace(value))
	places := d.Values("places")
	i := slices.IndexFunc(advice.Unplaced(c.v.View, c.Ask.Seat), func(m rules.Model) bool { return string(m.Label) == d.Mark })
	if err != nil || i < 0 || i >= len(places) {
		return d, false
	}
	places = slices.Clone(places)
	places[i] = at.String()
	return d.With("places", places...), true
}
