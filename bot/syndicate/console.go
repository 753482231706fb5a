package syndicate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/order"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/grid"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/syndicate"
)

// Console returns a seat's private console: its board and hand, its question, and below these the texts of its cards.
func (w play) Console(p table.Private, at bot.Page) (wire.Letter, error) {
	v := w.reads(p.View, p.Meta)
	ask, asked := page.Ask(p, at.Ask)
	c := v.panel(p, ask)
	c.taught = at.Guide != nil
	d, ok := menu.Read(ask.Menu, at.Order)
	if !ok || !asked || !d.None() && !c.Open(d) {
		d = menu.Draft{}
	}
	frame := page.Frame{Seat: p.Seat}
	frame.Say(v.head(p), maxAsk)
	facts := p.Facts[max(0, len(p.Facts)-recentFacts):]
	if at.Guide == nil {
		frame.Say(at.Note, maxNote)
	} else {
		facts = p.Facts[at.Guide.News:]
	}
	newest, earlier := "", ""
	if p.Result != nil { // it first says what decided the match
		newest = v.ending(v.lastRound(p), resultLines, maxNews)
	} else {
		news, most := v.news(p, ask.Name, facts, at.Guide != nil)
		newest, earlier = v.Teller().Folded(news, most, maxNews)
	}
	frame.Say(newest, maxNews)
	pic, err := v.paint().Private(v.View, c.staged(d), draw.Tell(p.Facts))
	if err != nil {
		return wire.Letter{}, err
	}
	frame.Draw(page.FileName(), pic.PNG, v.draw.Alt(v.View))
	switch {
	case at.Guide != nil && asked:
		cs := c.controls(d)
		frame.Say(at.Guide.Tell, maxNote)
		frame.Say(page.Paragraph(c.begun(d), at.Note, c.Lead(d, at.Guide.Order, cs)), maxAsk)
		frame.Add(cs...)
	case asked:
		frame.Say(page.Paragraph("### "+v.question(ask), c.begun(d)), maxAsk)
		frame.Add(c.controls(d)...)
		frame.Say(page.Paragraph(c.StandingNote(), c.takes(d)), maxAsk)
		switch {
		case d.Verb() == "commit" && c.alone:
			frame.Say(w.Text("-# It cannot be taken back; nobody is told. With a card **alone** you are asked about each step."), maxAsk)
		case d.Verb() == "commit":
			frame.Say(w.Text("-# It cannot be taken back; nobody is told."), maxAsk)
		}
		if d.None() && v.Round <= hinted {
			frame.Say(w.Text(hinting(ask)), maxAsk)
		}
		frame.Say(page.Limit(w.Language, ask, func(a table.OpenAsk) string { return w.Text(questions.Named(a.Name).Default) }), maxAsk)
	case p.Result == nil:
		frame.Say(page.Waits(w.Language, p, "syndicate.sealed-in", questions), maxAsk)
	}
	frame.Say(v.figures(p), maxAsk)
	frame.Add(append(page.Foot(w.Language, p, ask, !d.None(), v.early(p.Seat).Button()), v.askAgain(p)...))
	frame.Say(earlier, maxNews)
	if at.Guide == nil && p.Result == nil {
		frame.Say(v.explained(p.Facts), maxNote)
	}
	if ask.Name == "plan" || ask.Name == "mulligan" || !asked && v.Phase == rules.Planning {
		frame.Say(v.handText(p.Seat), maxCards)
	}
	return wire.Letter{Seat: pic.Seat, Message: frame.Message()}, nil
}

// hinted is the number of rounds in which questions come with hints.
const hinted = 2

// hinting returns the hint for a question. If the question offers no spaces, the hint does not mention them.
func hinting(ask table.OpenAsk) game.Text {
	onSpace := func(k order.Choice) bool {
		return slices.ContainsFunc(k.Slots, func(s order.Slot) bool { return s.Name == "at" })
	}
	if ask.Name == "use" && !slices.ContainsFunc(ask.Menu, onSpace) {
		return ""
	}
	return questions.Named(ask.Name).Hint
}

// head names the reader's side, and what it has.
func (v reading) head(p table.Private) string {
	if p.Result != nil {
		return page.Paragraph(v.Say("## You are %s: match over", bot.SideName(p.Seat)), page.Outcome(v.Language, p.Meta, *p.Result, whys), v.standing(), v.counts())
	}
	if v.Round == 0 {
		return v.Say("## You are %s", bot.SideName(p.Seat)) + "\n-# " + v.squadName(squadIn(v.Sides.Of(p.Seat)))
	}
	return page.Paragraph(v.Say("## You are %s · %s", bot.SideName(p.Seat), v.round(v.Round)), v.standing(), v.counts())
}

// figures returns the figures of the seat's weapon, and its constant answers.
func (v reading) figures(p table.Private) string {
	if p.Result != nil || v.Round == 0 {
		return ""
	}
	var lines []string
	if x, ok := v.Catalogue().Weapon(v.Sides.Of(p.Seat).Weapon); ok {
		lines = append(lines, "-# "+x.Name+": "+v.weaponFigures(x))
	}
	if habits := v.Sides.Of(p.Seat).Habits; len(habits) > 0 {
		answers := page.Each(slices.Sorted(maps.Keys(habits)), func(ask string) string { return v.usual(ask, habits[ask]) })
		lines = append(lines, "-# "+v.Say("Without asking: %s.", strings.Join(answers, ", ")))
	}
	return page.Paragraph(lines...)
}

// askAgain returns the button that cancels all answers given with always; none if there are none.
func (v reading) askAgain(p table.Private) (row wire.Row) {
	if p.Result != nil || len(v.Sides.Of(p.Seat).Habits) == 0 {
		return nil
	}
	for _, a := range p.Asks {
		if a.Standing {
			row = append(row, wire.Button{Does: wire.Control{Kind: wire.ControlSubmit, Ask: a.ID, Draft: "ask"}, Label: v.Text(labels["ask"]), Style: wire.Secondary})
		}
	}
	return row
}

// handText describes the cards of the seat's hand, without duplicates.
func (v reading) handText(seat game.Seat) string {
	var hand []string
	for _, id := range v.Sides.Of(seat).Hand {
		if !slices.Contains(hand, id) {
			hand = append(hand, id)
		}
	}
	return page.Paragraph(page.Each(hand, func(id string) string {
		line := "-# " + v.cardLine(id)
		if now, printed := v.Spaces(seat, id); now < printed {
			line += " " + v.Say("With your armor: %d.", now)
		}
		if odds := v.fights(seat, id); odds != "" {
			line += "\n-# **" + odds + "**"
		}
		return line
	})...)
}

// Press continues a partial order.
func (w play) Press(p table.Private, ask, draft string, values []string) bot.Step {
	a, _ := page.Ask(p, ask)
	d, ok := menu.Read(a.Menu, draft)
	if !ok {
		return bot.Step{Order: draft}
	}
	return w.reads(p.View, p.Meta).panel(p, a).Press(d, values)
}

// Presses names the controls to press for the order.
func (w play) Presses(p table.Private, ask, order string) (steps []string, all bool) {
	v := w.reads(p.View, p.Meta)
	a, _ := page.Ask(p, ask)
	if d, ok := menu.Read(a.Menu, order); ok {
		order = d.String() // as its control plays it
	}
	return menu.Way(order, func(d menu.Draft) (*menu.Layout, []wire.Block) {
		c := v.panel(p, a)
		return c.Layout, c.controls(d)
	})
}

// panel holds the controls of one question.
type panel struct {
	*menu.Layout
	v reading
	p table.Private
	// taught is set in a lesson: each step is pressed separately, and nothing is proposed.
	taught  bool
	alone   bool             // a card is offered without orders for its steps
	advised *advice.Position // see position; nil until then
}

// position returns the question with the weights of proposals to players.
func (c *panel) position() *advice.Position {
	if c.advised == nil {
		c.advised = advice.Read(c.v.View, c.Ask.Ask, c.v.Advisor(c.Ask.Seat))
	}
	return c.advised
}

// style returns the style of a button that plays the order: green if the order is the best answer and nothing is begun, otherwise the
// given one.
func (c *panel) style(d menu.Draft, order string, otherwise wire.Style) wire.Style {
	if d.None() && !c.taught && order == c.position().Best().Order() {
		return wire.Success
	}
	return otherwise
}

func (v reading) panel(p table.Private, a table.OpenAsk) *panel {
	c := &panel{v: v, p: p}
	c.Layout = &menu.Layout{Game: mulligans{menu.Plain{Words: choices{c}}}, Ask: a, Lang: v.Language}
	return c
}

// mover returns the unit that the question or the draft concerns; "" for none.
func (c *panel) mover(d menu.Draft) rules.Label {
	switch c.Ask.Name {
	case "move", "surge", "relay", "press":
		return c.v.Mover(c.Ask.Name, c.Ask.Seat)
	case "mercs":
		return rules.Label(fixed(d))
	}
	return ""
}

// fixed returns the unit in the words of a choice: "move A1".
func fixed(d menu.Draft) string {
	words := strings.Fields(d.Choice.Words)
	if len(words) < 2 {
		return ""
	}
	return words[1]
}

func (c *panel) staged(d menu.Draft) *draw.Staged {
	v, st := c.v, &draw.Staged{}
	st.Chosen = c.mover(d)
	switch c.Ask.Name {
	case "deploy":
		if whole, ok := c.formed(2); ok && d.None() && !c.taught {
			d = whole
		}
		for i, slot := range placing {
			if at, err := grid.Parse(d.Value(slot)); err == nil {
				st.Placed = append(st.Placed, draw.Piece{Label: c.own(i), At: at})
			}
		}
	case "plan":
		st.Card = d.Value("card")
		if !ordersAhead(d) {
			st.Reach = v.Goes(c.Ask.Seat, st.Card)
		}
		if whole, ok := c.proposed(d); ok {
			d, st.Card = whole, whole.Value("card")
		}
		early{c}.staged(st, orderedAhead(d))
	case "move", "surge", "relay", "press", "mercs":
		st.Reach = grid.All(c.options(d, "to"))
		if u, ok := v.Unit(st.Chosen); ok {
			st.From = u.At
		}
		st.To, _ = grid.Parse(d.Value("to"))
		c.stagedMoves(st, d)
	case "use":
		st.Reach = grid.All(c.options(d, "at"))
		st.Blast, _ = grid.Parse(d.Value("at"))
		if len(st.Reach) > 0 && d.None() && !c.taught {
			st.Marks = c.blasts()
		}
	case "push":
		st.Reach = grid.All(c.options(d, "to"))
	case "attack":
		for _, k := range c.Ask.Menu {
			by, targets := c.shooter(k)
			for _, t := range targets {
				if a, err := v.Aim(by, t, false); err == nil && (d.None() || d.Value("target") == string(t) && (d.Value("by") == "" || d.Value("by") == string(by))) {
					st.Aims = append(st.Aims, a)
				}
			}
		}
	}
	c.watch(st)
	return st
}

// watch stages the enemies that would see or could attack the units at the ends of the staged ways, or else at the first proposed
// place.
func (c *panel) watch(st *draw.Staged) {
	v := c.v.View
	var moved []rules.Label
	put := func(l rules.Label, at grid.Space) { v, moved = v.Moved(l, at), append(moved, l) }
	for _, w := range st.Ways {
		for _, u := range c.v.Units {
			if u.At == w[0] && u.Seat == c.Ask.Seat {
				put(u.Label, w[1])
			}
		}
	}
	switch {
	case st.Chosen == "":
	case st.To.On():
		put(st.Chosen, st.To)
	case len(moved) == 0 && len(st.Marks) > 0:
		put(st.Chosen, st.Marks[0])
	}
	if len(moved) == 0 {
		return
	}
	st.Watchers = page.Each(v.Watchers(moved), func(w rules.Watcher) render.Watcher {
		return render.Watcher{Label: string(w.By), Shoots: w.Attacks}
	})
}

// stagedMoves draws the proposed places.
func (c *panel) stagedMoves(st *draw.Staged, d menu.Draft) {
	if c.taught || st.To.On() {
		return
	}
	if c.Ask.Name == "mercs" && d.None() {
		early{c}.staged(st, c.position().Mercs())
		return
	}
	for _, k := range c.Ask.Menu {
		if k.Verb == "move" && (d.None() || d.Choice.Words == k.Words) {
			for _, p := range c.places(menu.Begin(k)) {
				st.Marks = append(st.Marks, p.At)
			}
			return
		}
	}
}

// options returns the options of the slot of that name: from the draft's choice, otherwise from the first choice that has it.
func (c *panel) options(d menu.Draft, name string) []string {
	menu := c.Ask.Menu
	if !d.None() {
		menu = order.Menu{d.Choice}
	}
	for _, k := range menu {
		if o := k.Options(name); o != nil {
			return o
		}
	}
	return nil
}

// shooter returns the attacker of a choice, and its targets.
func (c *panel) shooter(k order.Choice) (by rules.Label, targets []rules.Label) {
	return cmp.Or(rules.Label(k.Value("by")), c.own(0)), page.Each(k.Options("target"), func(o string) rules.Label { return rules.Label(o) })
}

func (c *panel) begun(d menu.Draft) string {
	v := c.v
	switch {
	case d.None() && c.Ask.Standing:
		return v.early(c.Ask.Seat).Note()
	case d.None():
		return c.weighed()
	case c.Sure(d.Choice) != "":
		return c.Sure(d.Choice)
	case d.Verb() == "commit" && d.Value("card") != "":
		if p := orderedAhead(d); p != (rules.Ahead{}) {
			then := game.Text("Then: %s. You are asked about everything else.")
			switch {
			case p.Usual:
				then = "Then: %s. You are asked nothing more this round."
			case p.Proposed:
				then = "Then: %s. Reactions are asked."
			}
			return v.Say(then, v.ordered(c.Ask.Seat, p, true))
		}
		return page.Paragraph("-# "+v.cardLine(d.Value("card")), c.proposal(d))
	case d.Verb() == "attack" && d.Value("target") != "":
		if a, err := v.Aim(cmp.Or(rules.Label(d.Value("by")), c.own(0)), rules.Label(d.Value("target")), false); err == nil {
			return v.aim(a, v.Odds(a).Chance)
		}
	case d.Verb() == "move" && d.Value("to") != "":
		return v.where(c.mover(d), d.Value("to"))
	case d.Verb() == "use" && d.Value("at") != "":
		return v.hit(d.Value("at"))
	}
	return ""
}

// Sure returns the confirmation question of a choice that hurts in a misclick.
func (c *panel) Sure(k order.Choice) string { return c.Game.Sure(k) }

// where describes a unit's situation in a space: cover, and the nearest enemy.
func (v reading) where(l rules.Label, word string) string {
	at, err := grid.Parse(word)
	if err != nil || !v.Terrain().Holds(at) {
		return ""
	}
	said := v.Say("**%s** to **%s**", v.name(l), word)
	if t, ok := terrains[v.Terrain().At(at)]; ok {
		said += ", " + v.Text(t)
	}
	if near, d := advice.Nearest(v.View, l.Seat(), at); near != "" {
		said += ", " + v.Say("%d from %s", d, v.name(near))
	}
	return said
}

// hit names the units in and around a space.
func (v reading) hit(word string) string {
	at, err := grid.Parse(word)
	if err != nil {
		return ""
	}
	who := v.around(at)
	if who == "" {
		return v.Say("**%s**: nobody stands there or beside it.", word)
	}
	return v.Say("**%s**: there and beside it %s.", word, who)
}

// around names the units in and beside a space.
func (v reading) around(at grid.Space) string {
	return strings.Join(page.Each(v.Victims(at), v.name), ", ")
}

func (v reading) cardLine(id string) string {
	x, ok := v.Catalogue().Card(id)
	if !ok {
		return ""
	}
	return fmt.Sprintf("**%s** (%s): %s", x.Name, draw.Type(x.Type), v.cardText(x))
}
