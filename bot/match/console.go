package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/ledger"
	"downsync/bot/pasted"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// errNotShown is the error of a console that cannot be shown. The cause is logged at its origin.
var errNotShown = errors.New("the console is not shown")

const wordStale game.Text = "That question is already answered. This is the current state:"

// view shows the user their own console in a new message, or an onlooker the board.
func view(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	seat, err := c.Seat(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	a := showWith(ctx, c, id, seat, bot.Page{}, withStall)
	a.Fresh = true
	return a
}

// show returns the seat's console as an answer to its user.
func show(ctx context.Context, c *bot.Call, id table.ID, seat game.Seat, page bot.Page) wire.Answer {
	return showWith(ctx, c, id, seat, page)
}

// advise shows the pressed console again, with the order begun in it and with advice below its question: a further message would push the
// board out of sight.
func advise(ctx context.Context, c *bot.Call, id table.ID, seat game.Seat, advice string) wire.Answer {
	if _, _, learning := c.Lesson(c, id); learning || c.Message == "" {
		return c.Answer("%s", advice)
	}
	p, err := c.Hall.Private(ctx, id, seat)
	if err != nil {
		return c.Trouble(id, err)
	}
	page := bot.Page{}
	last, err := c.LastBegun(ctx, id, seat, c.Message)
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case last.In(noteState(p), c.Clock.Now()):
		page = last.Page()
	}
	return showWith(ctx, c, id, seat, page, func(_ *bot.Call, l *wire.Letter, _ table.Private) { belowQuestion(&l.Message, advice) })
}

// belowQuestion inserts a text right below a console's question, which is its last text.
func belowQuestion(m *wire.Message, text string) {
	last := func(bs []wire.Block) []wire.Block {
		at := 0
		for n, b := range bs {
			if _, ok := b.(wire.Text); ok {
				at = n + 1
			}
		}
		return slices.Insert(slices.Clone(bs), at, wire.Block(wire.Text(text)))
	}
	i := slices.IndexFunc(m.Blocks, func(b wire.Block) bool { _, ok := b.(wire.Box); return ok })
	if i < 0 {
		m.Blocks = last(m.Blocks)
		return
	}
	box := m.Blocks[i].(wire.Box)
	box.Blocks = last(box.Blocks)
	m.Blocks[i] = box
}

// showWith is show, with further content below, except in a lesson.
func showWith(ctx context.Context, c *bot.Call, id table.ID, seat game.Seat, page bot.Page, below ...func(*bot.Call, *wire.Letter, table.Private)) wire.Answer {
	p, err := c.Hall.Private(ctx, id, seat)
	if err != nil {
		return c.Trouble(id, err)
	}
	var lesson wire.Row
	_, lead, learning := c.Lesson(c, id)
	if learning {
		if page, lesson, err = lead(ctx, page); err != nil {
			return c.Trouble(id, err)
		}
	}
	pressNote, begun := page.Note, bot.Page{Ask: page.Ask, Order: page.Order}
	if pressNote != "" && !learning {
		c.Noted(pressNote, noteState(p))
	}
	card := c.Note(ctx, undelivered.CardKey(id))
	expect(c, &p, card)
	page.Note = strings.TrimSpace(strings.Join([]string{page.Note, card, c.Note(ctx, undelivered.DMKey(c.User))}, "\n"))
	work := func() (wire.Letter, error) { return c.Of(p.Meta).Console(p, page) }
	var l wire.Letter
	if !learning && page == (bot.Page{Note: card}) { // the direct message shows the same console
		l, err = c.Answering(p, consoleOf(c, p, card), work)
	} else {
		if !learning {
			c.AnsweringMore(p, consoleOf(c, p, card))
		}
		l, err = work()
	}
	if err != nil {
		return c.Trouble(id, bot.FormsFailed("console", err))
	}
	if learning {
		l.Blocks = append(l.Blocks, lesson)
	} else {
		withEnd(c, &l, p)
		withSeries(ctx, c, &l, p)
	}
	if err := misdirected(l, p, c.User); err != nil {
		return c.Trouble(id, err)
	}
	bind := func() error { return c.BindEntered(ctx, p, &l, c.BegunNow(begun, noteState(p)), ledger.RouteAnswer) }
	if learning {
		bind = func() error { return c.Bind(ctx, p, &l) }
	}
	if err := bind(); err != nil {
		return c.Trouble(id, err)
	}
	withClocks(c, &l, p)
	withHint(c, &l, p)
	if !learning {
		for _, add := range below {
			add(c, &l, p)
		}
		withName(ctx, c, &l, p, false)
	}
	l.More = c.Text(bot.WordMore)
	return wire.Answer{Letter: &l.Message, Newer: func(ctx context.Context) (wire.Answer, error) {
		now, err := c.Hall.Private(ctx, id, seat)
		if err != nil {
			return wire.Answer{}, err
		}
		note := ""
		if last := c.Present(ctx, id, seat); last.Press.After(c.ID) {
			note = last.NoteOn(c.Message, noteState(now), c.Clock.Now())
		}
		var last bot.Begun // by a later press on the same message, perhaps at another host
		if !learning {
			if last, err = c.LastBegun(ctx, id, seat, c.Message); err != nil {
				return wire.Answer{}, err
			}
		}
		later := last.In(noteState(now), c.Clock.Now()) && last.Press.After(c.ID)
		now.Clocks = p.Clocks // a clock that begins to run must not discard an order begun here
		next, same := bot.Page{}, consoleState(now, "") == consoleState(p, "")
		if same {
			next = begun
		}
		if later {
			next = last.Page()
		}
		if now.User() != p.User() || same && next == begun && (note == "" || note == pressNote) {
			return wire.Answer{}, nil // nothing new, or another user has the seat now
		}
		next.Note = note
		a := show(ctx, c, id, seat, next)
		if a.Newer == nil {
			return wire.Answer{}, errNotShown
		}
		return a, nil
	}}
}

// console handles a control of a private console.
func console(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	old := c.Answer(bot.OldButton)
	c, _, learning := c.Lesson(c, id)
	if c == nil {
		return old
	}
	p, err := c.OwnView(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	ctl, err := c.Control(ctx, id, p.Seat, c.CustomID)
	switch {
	case errors.Is(err, table.ErrNoRecord):
		return show(ctx, c, id, p.Seat, bot.Page{Note: c.Text("Those buttons are too old to work. This is the current state:")})
	case err != nil:
		return c.Trouble(id, err)
	case ctl.Kind == wire.ControlOpen && ctl.Ask == "":
		return show(ctx, c, id, p.Seat, bot.Page{})
	case ctl.Kind == wire.ControlUndo:
		return undo(ctx, c, p, ctl.Draft)
	case !asked(p, ctl.Ask) && (learning || ctl.Kind != wire.ControlSubmit): // for an order, the hall says what became of its question
		return show(ctx, c, id, p.Seat, bot.Page{Note: c.Text(wordStale)})
	}
	return do(ctx, c, p, ctl)
}

// do handles a control of an open question.
func do(ctx context.Context, c *bot.Call, p table.Private, ctl wire.Control) wire.Answer {
	at := bot.Page{Ask: ctl.Ask, Order: ctl.Draft}
	switch ctl.Kind {
	case wire.ControlSubmit:
		return submit(ctx, c, p, at, ctl.Draft)
	case wire.ControlOpen, wire.ControlDraft:
		return show(ctx, c, p.ID, p.Seat, at)
	}
	step := c.Of(p.Meta).Press(p, ctl.Ask, ctl.Draft, values(c.Interaction))
	switch {
	case step.Form != nil && c.Kind == wire.Submit: // a made-up form without fields: Discord accepts no form in answer to a form
		return show(ctx, c, p.ID, p.Seat, at)
	case step.Form != nil:
		step.Form.ID = c.CustomID // its fields return to the same control
		return wire.Answer{Form: step.Form}
	case step.Order != "":
		return submit(ctx, c, p, at, step.Order)
	}
	return show(ctx, c, p.ID, p.Seat, bot.Page{Ask: ctl.Ask, Order: step.Draft})
}

// values returns a select's values, or a form's fields in the order of their ids.
func values(i wire.Interaction) []string {
	if i.Kind != wire.Submit {
		return i.Values
	}
	var out []string
	for _, k := range slices.Sorted(maps.Keys(i.Fields)) {
		out = append(out, pasted.Order(i.Fields[k]))
	}
	return out
}

func asked(p table.Private, ask string) bool {
	return slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
}

// submit plays an order in answer to the page's ask. If it is refused, the console stays at the page.
func submit(ctx context.Context, c *bot.Call, p table.Private, at bot.Page, order string) wire.Answer {
	return after(ctx, c, p, at, "", play(ctx, c, p, at.Ask, order))
}

// after shows the console after an act, with the outcome. If the act was refused, the console stays at back.
func after(ctx context.Context, c *bot.Call, p table.Private, back bot.Page, done string, err error) wire.Answer {
	var no *game.Refusal
	var some *table.Halted
	page := bot.Page{Note: done}
	switch {
	case err == nil:
	case errors.As(err, &some) && some.Ended: // there is nothing left to do
	case errors.As(err, &some):
		page.Note = halted(c, some)
	case errors.As(err, &no) && no.Code == "stale":
		page.Note = c.Text(wordStale)
	case errors.As(err, &no) && no.Code == "seat":
		return c.Cannot(err)
	case errors.As(err, &no) && no.Code == "late":
		page.Note = "⚠️ " + bot.RefusalText(c.Language, no)
	case errors.As(err, &no):
		page = back
		page.Note = "⚠️ " + bot.RefusalText(c.Language, no)
	default:
		return c.Trouble(p.ID, err)
	}
	return show(ctx, c, p.ID, p.Seat, page)
}

// halted says which of several orders were not played, and why.
func halted(c *bot.Call, h *table.Halted) string {
	order, why := wire.Clip(strings.ReplaceAll(h.Order, "`", ""), 200), bot.RefusalText(c.Language, h.Why)
	switch {
	case h.Done == 0:
		return c.Say("⚠️ Nothing was done. Of the %d {order|orders}, `%s` was refused: %s", h.All, order, why)
	case h.Why.Code == notNow || h.Why.Code == "stale":
		return c.Say("Done: %d of %d {move|moves}. Something must be settled first; the rest has not moved yet.", h.Done, h.All)
	}
	return c.Say("⚠️ Done: %d of %d {order|orders}. `%s` was refused: %s", h.Done, h.All, order, why)
}

// withEnd adds to the console of a finished match what may follow: a rematch, the film, the check of dice and forces.
func withEnd(c *bot.Call, l *wire.Letter, p table.Private) {
	if p.Result == nil {
		return
	}
	if places := places(c, p.Meta, p.Facts, *p.Result); places != "" {
		l.Blocks = append(l.Blocks, wire.Text(places))
	}
	var row wire.Row
	if place, err := bot.PlaceOf(p.Meta); err != nil || place.Series == nil { // a series goes on from its own page
		row = append(row, customid.RematchButton(p.ID, c.Language))
	}
	if c.Of(p.Meta).Endings != nil {
		row = append(row, customid.HighlightsButton(p.ID, c.Language))
	}
	if c.Of(p.Meta).Films != nil {
		row = append(row, customid.ReplayButton(p.ID, c.Language))
	}
	l.Blocks = append(l.Blocks, append(row, customid.SealButton(p.ID, "", c.Language)))
}

// withSeries names a match's series above its console, and says at its end what the match changed in the series.
func withSeries(ctx context.Context, c *bot.Call, l *wire.Letter, p table.Private) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return
	}
	in := c.InSeries(ctx, p.Meta.Game, place)
	if in == "" {
		return
	}
	l.Blocks = append([]wire.Block{wire.Text("-# " + in)}, l.Blocks...)
	if p.Result != nil {
		if told, page, ok := c.SeriesTold(ctx, c, place, p.ID); ok {
			l.Blocks = append(l.Blocks, wire.Text(told), wire.Row{page})
		}
	}
}

// withHint offers advice to a seat with a question, in a match that allows it.
func withHint(c *bot.Call, l *wire.Letter, p table.Private) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || !place.Casual() || bot.Owed(p) == "" || c.Games.RivalOf(p.Meta.Game) == nil {
		return
	}
	l.Blocks = append(l.Blocks, wire.Row{{ID: customid.Hint + "|" + string(p.ID), Label: c.Text("Hint")}})
}

// withName heads a console with the question or the ending, the opponent's name and a link to the match, so that a
// player of several matches can tell them apart. The question comes first, because a phone's notification shows the
// first words, and everything is one short line. In the match's own thread it adds nothing. The first console of a
// match without a question begins with the news of the match.
func withName(ctx context.Context, c *bot.Call, l *wire.Letter, p table.Private, first bool) {
	place, err := bot.PlaceOf(p.Meta)
	room, rerr := c.Records.Get(ctx, keys.Room(p.ID))
	if bot.NotFound(rerr) != nil || err != nil || c.Channel != "" && string(c.Channel) == string(room) && c.Channel != place.Channel {
		return
	}
	if len(room) == 0 {
		room = []byte(place.Message) // the thread is on its way, and will have its message's id
	}
	var others []string
	for n, name := range place.NamesIn(c.Language) {
		if game.Seat(n+1) != p.Seat {
			others = append(others, wire.Plain(wire.Clip(name, bot.LongestName)))
		}
	}
	line := "-# "
	head := headline(ctx, c, p)
	switch {
	case head != "" || !first:
	case isBack(p):
		head = c.Text("You play in this match again.")
	default:
		head = c.Text("Your match is on.")
	}
	if head != "" {
		line += "**" + head + "** "
	}
	line += c.Say(word(len(others) == 1, "Against %s", "With %s"), strings.Join(others, ", "))
	if !place.Direct {
		line += c.Say(" · <#%s>", string(room))
	}
	if place.Direct || string(room) == string(place.Channel) {
		line += fmt.Sprintf(" · `%s`", p.ID)
	}
	l.Blocks = onTop(wire.Text(line), l.Blocks)
}

// headline returns the seat's question in a sentence, or how the match ended; "" if the seat owes no answer.
func headline(ctx context.Context, c *bot.Call, p table.Private) string {
	if p.Result != nil {
		pub, err := c.Hall.Public(ctx, p.ID)
		if err != nil || pub.Result == nil {
			return ""
		}
		return c.Of(pub.Meta).Outcome(pub) + "."
	}
	a, owed := bot.OwedAsk(p)
	if !owed {
		return ""
	}
	return sentence(c.Of(p.Meta).Question(p, a))
}

// longestQuestion bounds the question at the head of a message, in characters: about as much as a notification shows.
const longestQuestion = 100

// sentence returns the first sentence of a question, shortened if it is long.
func sentence(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if end := strings.IndexAny(text, ".?!"); end >= 0 && end+1 < len(text) && text[end+1] == ' ' {
		text = text[:end+1]
	}
	return wire.Clip(text, longestQuestion)
}

// onTop puts a line above the first text of the blocks, or of the box that they begin with.
func onTop(line wire.Text, blocks []wire.Block) []wire.Block {
	if len(blocks) > 0 {
		switch first := blocks[0].(type) {
		case wire.Box:
			first.Blocks = onTop(line, first.Blocks)
			return append([]wire.Block{first}, blocks[1:]...)
		case wire.Text:
			return append([]wire.Block{line + "\n" + first}, blocks[1:]...)
		}
	}
	return append([]wire.Block{line}, blocks...)
}
