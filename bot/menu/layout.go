package menu

import (
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/table"
)

const (
	// MostOptions is the greatest number of options in a select.
	MostOptions = 25
	// mostButtons keeps a console's buttons, with its selects and texts, under Discord's 40 components.
	mostButtons = 20
	// LongestButton is the length of a button's label that a phone shows whole, LongestOption that length for an option and its
	// note, in characters.
	LongestButton, LongestOption = 38, 100
)

// Words provides a game's words for its choices. It also says which choices must not be played with one press.
type Words interface {
	// Label returns a choice in words for a player; short: for a button.
	Label(c order.Choice, short bool) string
	// Value returns a value of the slot in words for a player, with its most important property.
	Value(d Draft, s order.Slot, value string) (label, note string)
	// Sure returns the confirmation question of a choice that hurts in a misclick, "" for others. Staged reports whether a whole
	// order is shown before it is played.
	Sure(c order.Choice) string
	Staged(d Draft) bool
	// Style returns the look of a choice's button.
	Style(c order.Choice) wire.Style
}

// Game provides a game's words and its own controls. Plain is a Game without any controls of its own.
type Game interface {
	Words
	// Note returns the most important property of a choice, or "".
	Note(c order.Choice) string
	// Placeholder returns the text on the closed select of the slot's values, in the reader's language.
	Placeholder(d Draft, s order.Slot) string
	// Played returns the orders that a whole draft plays, with semicolons between them, and the label of the button that plays
	// them.
	Played(d Draft) (orders, label string)
	// Best returns the values of a slot that has more than MostOptions of them, the most worthwhile first.
	Best(d Draft, s order.Slot) []string
	// Apart reports whether the choice has its own control, so that one other choice can be the main button.
	Apart(c order.Choice) bool
	// Offer offers the values of the slot in the game's own way. It returns false if they should be listed, which is impossible for
	// free values.
	Offer(d Draft, s order.Slot) bool
}

// Plain offers everything in lists, labels them with the choice, and plays an order unchanged.
type Plain struct{ Words }

// Note returns "".
func (Plain) Note(order.Choice) string { return "" }

// Placeholder returns the choice.
func (p Plain) Placeholder(d Draft, _ order.Slot) string { return p.Label(d.Choice, false) }

// Played returns the order itself.
func (p Plain) Played(d Draft) (orders, label string) {
	return d.Partial.String(), p.Label(d.Choice, true)
}

// Best returns the values in the menu's order.
func (Plain) Best(_ Draft, s order.Slot) []string { return s.Options }

// Apart returns false.
func (Plain) Apart(order.Choice) bool { return false }

// Offer returns false, so that all values are listed.
func (Plain) Offer(Draft, order.Slot) bool { return false }

// Layout arranges the controls for one question. Buttons are grouped in rows of five.
type Layout struct {
	Game   Game
	Ask    table.OpenAsk
	Lang   lang.Language
	Blocks []wire.Block
	// Cut is set if something could not be offered.
	Cut     bool
	Buttons int
	hidden  []hidden
	// played holds the orders that buttons submit: no other control offers the same.
	played map[string]bool
	// standing holds the labels of the buttons that give standing answers.
	standing []string
	// Aside holds buttons that lead elsewhere, for the last row.
	Aside wire.Row
	row   wire.Row
}

// End closes the last row, says where something is missing, and returns the controls.
func (l *Layout) End(d Draft) []wire.Block {
	l.Flush()
	l.dropPlayed()
	l.hide(d)
	l.Blocks = append(l.Blocks, l.Rest()...)
	if l.Cut {
		l.Blocks = append(l.Blocks, wire.Text(l.Lang.Text("-# Some ways to answer have no button; `/order` takes them all.")))
	}
	return l.Blocks
}

// dropPlayed takes options out of the lists that would submit the same orders as a button.
func (l *Layout) dropPlayed() {
	blocks := l.Blocks[:0:0]
	for _, b := range l.Blocks {
		s, ok := b.(wire.Select)
		if !ok || s.Max > 1 {
			blocks = append(blocks, b)
			continue
		}
		if d, ok := Read(l.Ask.Menu, s.Does.Draft); ok {
			s.Options = slices.DeleteFunc(slices.Clone(s.Options), func(o wire.Option) bool { return l.played[l.Press(d, []string{o.Value}).Order] })
		}
		if len(s.Options) > 0 {
			blocks = append(blocks, s)
		}
	}
	l.Blocks = blocks
}

// hidden is a select that a button opens, because a phone's screen has no room for it.
type hidden struct {
	wire.Select
	at Draft // the draft with which the console shows the select alone
}

// listOf begins the mark of a draft that shows one select alone; its number follows.
const listOf = "list."

// furtherButtons is about how many buttons every console has besides: back, undo, plans, a hint, the clocks.
const furtherButtons = 6

// hide leaves what a phone has room for: selects whose options fit in one list with the buttons, and one more. Each other select opens
// with a button. A draft marked with listOf shows the select of that number alone.
func (l *Layout) hide(d Draft) {
	var shown []wire.Block
	n, options, whole := 0, 0, false
	buttons := len(l.Aside) - 1 - wire.MostBeside // with those that open selects, at most
	for _, b := range l.Blocks {
		switch b := b.(type) {
		case wire.Select:
			buttons++
		case wire.Row:
			if !b[0].Stays {
				buttons += len(b)
			}
		}
	}
	room := min(wire.MostInList, MostOptions-furtherButtons-max(0, buttons))
	for _, b := range l.Blocks {
		s, ok := b.(wire.Select)
		if !ok {
			shown = append(shown, b)
			continue
		}
		n++
		at := d.Looking(listOf + strconv.Itoa(n))
		switch {
		case d.Mark == at.Mark:
			l.Blocks, l.hidden, l.Aside = []wire.Block{s}, nil, nil
			l.PutAside(d.Looking(""), l.Lang.Text("Other choices"))
			return
		case s.Max <= 1 && options+len(s.Options) <= room:
			options += len(s.Options)
			shown = append(shown, s)
		case !whole:
			whole = true
			shown = append(shown, s)
		default:
			l.PutAside(at, facing(s))
			l.hidden = append(l.hidden, hidden{s, at})
		}
	}
	l.Blocks = shown
}

// Flush begins a new row.
func (l *Layout) Flush() {
	if len(l.row) > 0 {
		l.Blocks = append(l.Blocks, l.row)
		l.row = nil
	}
}

// Rest returns the rows of the buttons aside.
func (l *Layout) Rest(more ...wire.Button) (rows []wire.Block) {
	for row := range slices.Chunk(append(l.Aside, more...), wire.MostInRow) {
		rows = append(rows, row)
	}
	l.Aside = nil
	return rows
}

// button adds a button that submits an order, continues a draft, or opens the form for typing.
func (l *Layout) button(b wire.Button, kind, text string) {
	if b, ok := l.made(b, kind, text); ok {
		if len(l.row) == wire.MostInRow {
			l.Flush()
		}
		l.row = append(l.row, b)
	}
}

// PutAside adds to the buttons aside one that works like GoOn's.
func (l *Layout) PutAside(d Draft, label string) {
	if b, ok := l.made(wire.Button{Label: label, Style: wire.Secondary}, wire.ControlDraft, d.String()); ok {
		l.Aside = append(l.Aside, b)
	}
}

// made returns the button with its effect; ok is false if there are too many.
func (l *Layout) made(b wire.Button, kind, text string) (_ wire.Button, ok bool) {
	if l.Buttons == mostButtons {
		l.Cut = true
		return b, false
	}
	l.Buttons++
	b.Does, b.Label = wire.Control{Kind: kind, Ask: l.Ask.ID, Draft: text}, wire.Clip(b.Label, LongestButton)
	return b, true
}

// Play adds a button that submits whole orders, with semicolons between them. If a button submits them already, that one is enough.
func (l *Layout) Play(orders, label string, style wire.Style) {
	if l.played[orders] {
		return
	}
	if l.played == nil {
		l.played = map[string]bool{}
	}
	l.played[orders] = true
	l.button(wire.Button{Label: label, Style: style}, wire.ControlSubmit, orders)
}

// PlayStanding adds a button that gives an answer from now on. It is grey, because it does more than the next step, and StandingNote
// explains it.
func (l *Layout) PlayStanding(orders, label string) {
	before := len(l.row)
	if l.Play(orders, label, wire.Secondary); len(l.row) != before {
		l.standing = append(l.standing, "**"+l.row[len(l.row)-1].Label+"**")
	}
}

// StandingNote says which of the buttons give standing answers; "" if none does.
func (l *Layout) StandingNote() string {
	if len(l.standing) == 0 {
		return ""
	}
	return l.Lang.Say(WordStanding, strings.Join(l.standing, ", "))
}

// WordStanding explains standing answers, by the labels of their buttons.
const WordStanding game.Text = "-# A standing answer, until you take it back: %s"

// GoOn adds a button that continues the draft. A disabled one keeps its place.
func (l *Layout) GoOn(d Draft, label string, style wire.Style, disabled bool) {
	l.button(wire.Button{Label: label, Style: style, Disabled: disabled}, wire.ControlDraft, d.String())
}

// Nudge adds a button for a small change, in a row that stays beside the board. Impossible changes are disabled, so that the others keep
// their places.
func (l *Layout) Nudge(d Draft, label string, disabled bool) {
	l.button(wire.Button{Label: label, Style: wire.Secondary, Disabled: disabled, Stays: true}, wire.ControlDraft, d.String())
}

// Type adds a button that opens the form for typing what the draft needs.
func (l *Layout) Type(d Draft, label string) {
	l.button(wire.Button{Label: label, Style: wire.Secondary}, wire.ControlType, d.String())
}

// Select adds a select whose values continue the draft. Without a placeholder it asks what to do. It shows a part of a
// list with more than MostOptions, with an option that leads to the next part; several values are then chosen from one
// part.
func (l *Layout) Select(d Draft, placeholder string, options []wire.Option, least, many int) {
	if len(options) == 0 {
		return
	}
	if len(options) > MostOptions {
		options, least, l.Cut = l.part(d, options), 1, l.Cut || many > 1
	}
	if placeholder == "" {
		placeholder = l.Lang.Text("What will you do?")
	}
	l.Flush()
	l.Blocks = append(l.Blocks,
		wire.Select{Does: wire.Control{Kind: wire.ControlChoose, Ask: l.Ask.ID, Draft: d.String()},
			Placeholder: placeholder, Options: options, Min: min(least, len(options)),
			Max: min(many, len(options))})
}

// part returns the number of the part of a long list that the draft looks at, 0 for the first. The option that leads to it marks the draft.
func (d Draft) part() int {
	n, _ := bot.PartOf([]string{"@" + d.Mark})
	return n
}

// part returns the options in the part of a long list that the draft looks at, and the options that lead to the next
// part and back to the first.
func (l *Layout) part(d Draft, options []wire.Option) []wire.Option {
	return bot.Part(l.Lang, options, d.part(), MostOptions)
}

// Lone returns the menu's only choice with something to pick, if there is exactly one; it needs no step of its own.
func (l *Layout) Lone(m game.Menu) (order.Choice, bool) {
	var found []order.Choice
	for _, c := range m {
		if Picks(c) && !l.Game.Apart(c) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return order.Choice{}, false
	}
	return found[0], true
}

// Openings returns the menu's choices with something to pick.
func (l *Layout) Openings(m game.Menu) []wire.Option {
	var out []wire.Option
	for _, c := range m {
		if Picks(c) {
			out = append(out, wire.Option{Value: Opening(l.Ask.Menu, c), Label: wire.Clip(l.Game.Label(c, false), LongestOption), Note: wire.Clip(l.Game.Note(c), LongestOption)})
		}
	}
	return out
}

// Plain adds a button for each choice of the menu with nothing to pick, and for each of its flags.
func (l *Layout) Plain(m game.Menu) {
	for _, c := range m {
		if Picks(c) {
			continue
		}
		d := Begin(c)
		if l.Game.Sure(c) != "" {
			l.GoOn(d, l.Game.Label(c, true), wire.Secondary, false)
			continue
		}
		if orders, label := l.Game.Played(d); orders != c.Words { // the game adds other orders
			l.Play(orders, label, l.Game.Style(c))
			continue
		}
		l.Play(c.Words, l.Game.Label(c, true), l.Game.Style(c))
		for _, f := range d.Flags() {
			orders, label := l.Game.Played(d.With(f.Name))
			l.Play(orders, label, wire.Secondary)
		}
	}
}

// Stage adds the buttons that play a whole draft, with its flags and without.
func (l *Layout) Stage(d Draft) {
	if c := d.Choice; l.Game.Sure(c) != "" {
		l.Play(d.Partial.String(), l.Game.Label(c, false), wire.Danger)
		return
	}
	orders, label := l.Game.Played(d)
	l.Play(orders, label, wire.Success)
	for _, f := range d.Flags() {
		orders, label := l.Game.Played(d.With(f.Name))
		l.Play(orders, label, wire.Primary)
	}
}

// Fill offers the values of the slots that may come next.
func (l *Layout) Fill(d Draft) {
	for _, s := range d.Choices() {
		if !l.Game.Offer(d, s) {
			l.List(d, s)
		}
	}
	if d.Whole() {
		l.Play(d.Partial.String(), l.Lang.Text("As it is"), wire.Secondary)
	}
}

// List adds a select of the slot's values.
func (l *Layout) List(d Draft, s order.Slot) {
	var options []wire.Option
	values := s.Options
	if len(values) > MostOptions {
		values = l.Game.Best(d, s)
	}
	for _, o := range values {
		label, note := l.Game.Value(d, s, o)
		options = append(options, wire.Option{Value: o, Label: wire.Clip(label, LongestOption), Note: wire.Clip(note, LongestOption)})
	}
	l.Select(d, l.Game.Placeholder(d, s), options, max(s.Min, 1), s.Max)
}

// Controls returns the controls for the draft, for games that add nothing of their own.
func (l *Layout) Controls(d Draft) []wire.Block {
	only, lone := l.Lone(l.Ask.Menu)
	switch {
	case d.None() && lone:
		l.Fill(Begin(only))
		l.Plain(l.Ask.Menu)
	case d.None():
		l.Select(Draft{Mark: d.Mark}, "", l.Openings(l.Ask.Menu), 1, 1)
		l.Plain(l.Ask.Menu)
	case len(d.Choices()) > 0:
		l.Fill(d)
	default:
		l.Stage(d)
	}
	return l.End(d)
}

// Press returns the result of adding the values of a select or a form to the draft: an order to play, or a draft to continue.
func (l *Layout) Press(d Draft, values []string) bot.Step {
	line := l.Extend(d, values)
	next, ok := Read(l.Ask.Menu, line)
	if ok && l.Open(next) {
		return bot.Step{Draft: next.String()}
	}
	return bot.Step{Order: line} // the rules then say what is wrong with an order that the menu does not contain
}

// Open reports whether there is something to choose or to consider before the draft is played.
func (l *Layout) Open(d Draft) bool {
	return d.Mark != "" || len(d.Choices()) > 0 || l.Game.Staged(d)
}

// Extend writes the draft with the values added to the slot that they fill. Free values replace those in the slot. Values that fit
// nowhere are added unchanged. Without values, which may be missing from a forged press, the draft stays the same.
func (l *Layout) Extend(d Draft, values []string) string {
	if len(values) == 0 {
		return d.String()
	}
	text := strings.TrimSpace(strings.Join(values, " "))
	if d.None() {
		if slices.ContainsFunc(l.Ask.Menu, func(c order.Choice) bool { return Opening(l.Ask.Menu, c) == text }) {
			return text
		}
		if c, ok := l.Lone(l.Ask.Menu); ok {
			d = Begin(c)
		}
	}
	if i := slices.IndexFunc(values, func(v string) bool { return strings.HasPrefix(v, "@") }); i >= 0 {
		return d.Unplaced().Looking(values[i][1:]).String()
	}
	if d.Placed() && len(d.Choices()) == 0 {
		d = d.Unplaced()
	}
	for _, s := range d.Choices() {
		if !s.IsFree() && !s.Takes(strings.Fields(strings.ToLower(values[0]))) {
			continue
		}
		if s.Mark != "" && !d.Marked() {
			text = s.Mark + " " + text
		}
		break
	}
	return strings.TrimSpace(d.Partial.String() + " " + text)
}
