package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// most is how many options a select holds.
const most = 25

// controls are the buttons and selects for the ask, at the point that the draft has reached.
func controls(p table.Private, v rules.View, a table.OpenAsk, draft string) []bot.Block {
	c := panel{p: p, v: v, ask: a}
	if draft == "" {
		c.start()
	} else if at, ok := read(a.Menu, draft); ok {
		c.carryOn(at, draft)
	}
	c.flush()
	return c.blocks
}

// panel collects controls: buttons gather in rows of five.
type panel struct {
	p      table.Private
	v      rules.View
	ask    table.OpenAsk
	blocks []bot.Block
	row    bot.Row
}

func (c *panel) flush() {
	if len(c.row) > 0 {
		c.blocks = append(c.blocks, c.row)
		c.row = nil
	}
}

// button adds a button that submits an order, goes on with a draft, or opens the typing form.
func (c *panel) button(kind, draft, label string, style bot.Style) {
	id, ok := bot.CustomID(kind, c.p.ID, c.ask.ID, draft)
	if !ok {
		return // longer than an id may be: it can be typed with /order
	}
	if len(c.row) == 5 {
		c.flush()
	}
	c.row = append(c.row, bot.Button{ID: id, Label: clip(label, 38), Style: style})
}

func (c *panel) selection(draft, placeholder string, options []bot.Option, least, many int) {
	id, ok := bot.CustomID(bot.ControlChoose, c.p.ID, c.ask.ID, draft)
	if !ok || len(options) == 0 {
		return
	}
	c.flush()
	options = options[:min(len(options), most)]
	c.blocks = append(c.blocks, bot.Select{ID: id, Placeholder: placeholder, Options: options, Min: least, Max: min(many, len(options))})
}

// start offers every way to answer: what needs a choice in one select, the rest as buttons.
func (c *panel) start() {
	lone, single := loneChoice(c.ask.Menu)
	var options []bot.Option
	for _, ch := range c.ask.Menu {
		if picks(ch) && !single {
			options = append(options, bot.Option{Value: ch.Words, Label: clip(c.label(ch.Words), 100), Note: clip(c.note(ch.Words), 100)})
		}
	}
	if single {
		at, _ := readSlots(lone, nil)
		c.fill(at, lone.Words)
	} else {
		c.selection("", "What will you do?", options, 1, 1)
	}
	for _, ch := range c.ask.Menu {
		if picks(ch) {
			continue
		}
		c.button(bot.ControlSubmit, ch.Words, c.label(ch.Words), style(ch.Words))
		for _, s := range ch.Slots {
			if s.IsFlag() {
				c.button(bot.ControlSubmit, ch.Words+" "+s.Mark, c.label(ch.Words)+", boosted (1 CP)", bot.Secondary)
			}
		}
	}
}

// style: one step forward is the primary button, giving something up is plain.
func style(words string) bot.Style {
	switch strings.Fields(words)[0] {
	case "done", "end", "pass", "drop", "hold", "stay":
		return bot.Secondary
	case "react":
		return bot.Danger
	}
	return bot.Primary
}

// carryOn offers what may come next in the draft.
func (c *panel) carryOn(at parsed, draft string) {
	if _, more := at.next(); more {
		c.fill(at, draft)
		return
	}
	if at.point {
		c.nudges(draft)
	}
	c.button(bot.ControlSubmit, draft, confirm(draft), bot.Success)
	for _, f := range at.flags() {
		c.button(bot.ControlSubmit, draft+" "+f, confirm(draft)+", boosted (1 CP)", bot.Primary)
	}
}

func confirm(draft string) string {
	switch words := strings.Fields(draft); {
	case words[0] == "move" || len(words) > 1 && words[1] == "move":
		return "Move there"
	case words[0] == "deploy":
		return "Deploy there"
	case words[0] == "act" && words[1] == "scan":
		return "Scan"
	case words[0] == "act":
		return "Attack"
	}
	return "Do it"
}

// fill offers the values of the next slot.
func (c *panel) fill(at parsed, draft string) {
	s, ok := at.next()
	if !ok {
		c.carryOn(at, draft)
		return
	}
	if s.Free == "point" {
		c.points(draft)
		return
	}
	var options []bot.Option
	for _, o := range s.Options {
		options = append(options, bot.Option{Value: o, Label: clip(c.value(o), 100), Note: clip(c.valueNote(draft, o), 100)})
	}
	c.selection(draft, holder(s), options, max(s.Min, 1), s.Max)
	if s.Min == 0 && at.whole() {
		c.button(bot.ControlSubmit, draft, "Without", bot.Secondary)
	}
}

func holder(s game.Slot) string {
	if s.Max > 1 && s.Min == s.Max {
		return fmt.Sprintf("Choose all %d", s.Max)
	}
	if s.Max > 1 {
		return fmt.Sprintf("Choose %d to %d", max(1, s.Min), s.Max)
	}
	return "Choose " + map[string]string{"unit": "the Unit", "target": "the target", "ping": "the contact", "lender": "who lends the token"}[s.Name]
}

// label is a choice's words as a player reads them.
func (c *panel) label(words string) string {
	f := strings.Fields(words)
	if len(f) > 1 {
		switch f[0] {
		case "act":
			with := ""
			if len(f) == 4 && f[2] == "by" {
				with = " with base " + f[3]
			}
			if name, ok := c.actionName(f[1]); ok {
				return name + with
			}
			if l, ok := labels[f[0]+" "+f[1]]; ok {
				return l + with
			}
		case "move", "reveal", "activate", "hold", "refresh", "plan", "stay", "done":
			return verbs[f[0]] + " " + c.pieceName(f[1])
		}
	}
	if l, ok := labels[words]; ok {
		return l
	}
	if l, ok := doneLabels[c.ask.Name]; ok && words == "done" {
		return l
	}
	return words
}

// actionName is the card's name of an action of the acting Unit.
func (c *panel) actionName(id string) (string, bool) {
	if c.v.Acting == nil {
		return "", false
	}
	p, _ := c.v.Piece(c.v.Acting.Label)
	u, ok := cards.Find(p.Unit)
	if !ok {
		return "", false
	}
	a, ok := u.Action(id)
	return a.Name, ok
}

func (c *panel) note(words string) string {
	f := strings.Fields(words)
	if len(f) > 1 && f[0] == "act" && c.v.Acting != nil {
		p, _ := c.v.Piece(c.v.Acting.Label)
		if u, ok := cards.Find(p.Unit); ok {
			if a, ok := u.Action(f[1]); ok {
				return actionText(a)
			}
		}
	}
	return ""
}

// pieceName is a label with what stands behind it.
func (c *panel) pieceName(ref string) string {
	r, err := rules.ParseRef(ref)
	if err != nil {
		return ref
	}
	p, ok := c.v.Piece(r.Label)
	switch {
	case !ok:
		return ref
	case !p.IsPing():
		return ref + " " + cards.MustFind(p.Unit).Name
	case p.Plan != "":
		return ref + " (" + string(p.Sig) + " contact, plan: " + cards.MustFind(p.Plan).Name + ")"
	}
	return ref + " (" + string(p.Sig) + " contact)"
}

// value is an option's value as a player reads it.
func (c *panel) value(o string) string {
	if u, ok := cards.Find(o); ok {
		return u.Name
	}
	return c.pieceName(o)
}

// valueNote tells what matters about a value: a card's figures, a target's distance and the chance against it.
func (c *panel) valueNote(draft, o string) string {
	if u, ok := cards.Find(o); ok {
		return stats(u)
	}
	f := strings.Fields(draft)
	r, err := rules.ParseRef(o)
	if err != nil || len(f) < 2 || f[0] != "act" || c.v.Acting == nil {
		return ""
	}
	me, _ := c.v.Piece(c.v.Acting.Label)
	it, ok := c.v.Piece(r.Label)
	if !ok {
		return ""
	}
	mine, _ := me.Base(actingBase(c.v, f))
	its, _ := it.Base(r.N)
	s := fmt.Sprintf("%s\" away", plane.Gap(mine.Disc(), its.Disc()))
	if odds, ok := c.v.TryAct(rules.Ref{Label: me.Label, N: mine.N}, f[1], r, false); ok {
		s += fmt.Sprintf(", needs %d on 2d6: %s", odds.Need, percent(odds))
	}
	return s
}

// actingBase is the number of the base that the draft acts with, or that is in the middle of an action.
func actingBase(v rules.View, words []string) int {
	if len(words) == 4 && words[2] == "by" {
		if r, err := rules.ParseRef(words[3]); err == nil {
			return r.N
		}
	}
	return v.Acting.By
}

func percent(o rules.Odds) string {
	if o.Low == o.High {
		return fmt.Sprintf("%d%%", o.Low)
	}
	return fmt.Sprintf("%d to %d%%", o.Low, o.High)
}
