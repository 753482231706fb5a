package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/ledger"
	"downsync/bot/prefs"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// seatMemory is the memory of a seat's queue: the console in the user's direct messages.
type seatMemory struct {
	Seq     uint64         `json:"seq,omitempty"` // of the last delivered update
	User    wire.UserID    `json:"user,omitempty"`
	Channel wire.ChannelID `json:"channel,omitempty"`
	posted
	Owed   bool   `json:"owed,omitempty"`   // the console asks for an answer
	Ask    string `json:"ask,omitempty"`    // the question for which it was posted
	State  string `json:"look,omitempty"`   // the consoleState when it was sent
	Closed bool   `json:"closed,omitempty"` // the user accepts no direct messages
	// Unshared reports, with Closed, whether that is because the bot and the user are on no server together. It is tried
	// again until that passes: nobody presses anything by which the bot could learn of it.
	Unshared bool `json:"unshared,omitempty"`
	// Wanted is what others wanted of the seat when it was last told; see wantedOf.
	Wanted  []string `json:"wanted,omitempty"`
	Remind  string   `json:"remind,omitempty"`  // the key of its reminder
	Reminds string   `json:"reminds,omitempty"` // the question that the reminder is about
	// RemindOf is the public information about the question when the reminder was set.
	RemindOf string `json:"remind_of,omitempty"`
	// Ring is when to notify the player of the question that came without a sound because they were present; zero: it
	// came with a sound.
	Ring time.Time `json:"ring,omitzero"`
	// RingWish is the same for others' new wishes to the seat.
	RingWish time.Time `json:"ring_wish,omitzero"`
	// Asking is the question that the seat owed an answer to at the last update.
	Asking string `json:"asking,omitempty"`
	// Since is table.Asked.Since of the question for which the console was last sent; 0 if that is not known.
	Since int `json:"since,omitempty"`
	// Live reports whether the console was last sent during the match, so that the end is news.
	Live bool `json:"live,omitempty"`
	// Former is the console of the player who left the seat to the program; nil if nobody did.
	Former *formerConsole `json:"former,omitempty"`

	sent    bool         // a message was sent
	quiet   bool         // the message makes no sound
	pressed bot.Presence // zero: the player is not present
	next    bool         // another question has followed the console's question, and the player is away
	again   bool         // an earlier try of this delivery may have sent something that it did not remember

	reminders []table.Record // the delivery's changes to them
	entry     bot.Entry      // the ledger entry for what it showed, if anything
}

// records returns the records to write when the delivery is marked as done.
func (at *seatMemory) records(ctx context.Context) []table.Record {
	if at.entry == nil {
		return at.reminders
	}
	return append(slices.Clip(at.reminders), at.entry(ctx)...)
}

func deliverSeat(ctx context.Context, c *bot.Call, d table.Delivery, seat game.Seat, at *seatMemory) error {
	p, err := c.Hall.Private(ctx, d.Match, seat)
	if err != nil {
		return err
	}
	user, was := p.User(), at.User
	if at.User != user { // a seat has one reader: messages to another user stay theirs
		*at = at.passedOn(p)
	}
	if bot.IsRival(user) || bot.IsRival(was) { // the program learns here that its seat has another player
		if err := c.RivalAsked(ctx, c, d.Match, seat); err != nil {
			return err
		}
	}
	if user == table.StandIn(seat) {
		if err := tellFormer(ctx, c, p.ID, seat, at); err != nil {
			return err
		}
	}
	if !bot.Reachable(user) {
		at.Seq = d.Seq
		return forgetPages(ctx, c, p)
	}
	who, err := c.Prefs(ctx, user)
	if err != nil {
		return err
	}
	attend(ctx, c, p, who, at)
	schedule(c, p, who, at)                                                        // a reminder comes in the thread even if no direct message does
	if at.Closed && !at.Unshared && (bot.Owed(p) == "" || bot.Owed(p) == at.Ask) { // tried again only with the next question
		at.Seq = d.Seq
		return forgetPages(ctx, c, p)
	}
	if d.Again() {
		at.State = ""
	}
	at.again = c.MayRepeat(d)
	at.quiet = !who.QuietUntil(c.Clock.Now()).IsZero() || inAdvance(p) || who.Calls == prefs.CallsThread || !at.pressed.At.IsZero()
	err = showSeat(ctx, c.In(bot.UserVoice(who, who.Discord)), p, at, c.FirstTry(d, at.Seq))
	closed, unshared, refused := errors.Is(err, wire.ErrClosedDM), errors.Is(err, wire.ErrUnshared), err
	if err == nil && at.again && at.Channel != "" {
		retireConsoles(ctx, c, p.ID, at)
	}
	if closed && !unshared {
		at.Ask, err = bot.Owed(p), nil
	}
	if closed != at.Closed || unshared != at.Unshared {
		if err := c.PutNote(ctx, undelivered.DMKey(user), undelivered.Direct(refused)); err != nil {
			return err
		}
		at.Closed, at.Unshared = closed, unshared
	}
	if err != nil {
		return err
	}
	c.Shown.Delivered(p, at.Seq, d.Seq, at.sent)
	at.Seq = d.Seq
	return forgetPages(ctx, c, p)
}

// awayAfter is how long after their last press in the match a player is notified of something that came without a sound
// because they had just pressed something.
const awayAfter = 10 * time.Minute

// attend notes whether the player is present, and when to notify them of new questions and wishes: later, if those come
// without a sound now. In the thread nothing may depend on their presses.
func attend(ctx context.Context, c *bot.Call, p table.Private, who prefs.User, at *seatMemory) {
	if last := c.Present(ctx, p.ID, p.Seat); last.Recent(c.Clock.Now()) {
		at.pressed = last
	}
	ask, present := bot.Owed(p), !at.pressed.At.IsZero() && who.Calls != prefs.CallsThread
	at.next = ask != "" && at.Owed && at.pressed.At.IsZero() && at.Since != 0 && askedSince(p) != at.Since
	switch {
	case ask == "", at.next:
		at.Ring = time.Time{}
	case ask == at.Asking || at.Owed && !present:
	case present:
		at.Ring = at.pressed.At.Add(awayAfter)
	default:
		at.Ring = time.Time{}
	}
	at.Asking = ask
	switch {
	case len(wantedOf(c, p)) == 0:
		at.RingWish = time.Time{}
	case len(at.newlyWanted(wantedOf(c, p))) == 0:
	case present:
		at.RingWish = at.pressed.At.Add(awayAfter)
	case who.Calls == prefs.CallsThread:
		at.RingWish = time.Time{}
	default:
		at.RingWish = who.QuietUntil(c.Clock.Now()) // zero if it comes with a sound
	}
}

// askedSince returns table.Asked.Since of the seat's question; 0 if it has none. It is public, so a sealed answer does
// not change it.
func askedSince(p table.Private) int {
	for _, a := range p.Asked {
		if a.Seat == p.Seat {
			return a.Since
		}
	}
	return 0
}

// forgetPages deletes the pages of a finished match, once no console offers anything on them.
func forgetPages(ctx context.Context, c *bot.Call, p table.Private) error {
	if p.Result == nil {
		return nil
	}
	return c.ForgetPages(ctx, p)
}

// inAdvance reports whether the seat has already ordered its answer, so that it needs no notification.
func inAdvance(p table.Private) bool {
	a, _ := bot.OwedAsk(p)
	return a.Early
}

func showSeat(ctx context.Context, c *bot.Call, p table.Private, at *seatMemory, sure bool) error {
	note := c.Note(ctx, undelivered.CardKey(p.ID))
	now := consoleState(p, note) + voiceState(c.Voice)
	if at.Message != "" && at.State == now {
		return nil // an edit would only discard an order begun there
	}
	expect(c, &p, note)
	pressNote := at.pressed.NoteOn(at.Message, noteState(p), c.Clock.Now())
	page, err := begunAt(ctx, c, p, at)
	if err != nil {
		return err
	}
	kept := pressNote != "" || page.Order != ""
	page.Note = strings.TrimSpace(pressNote + "\n" + note)
	l, answer, err := c.Shown.Delivering(ctx, p, at.Seq, consoleOf(c, p, note), kept, func() (wire.Letter, error) { return c.Of(p.Meta).Console(p, page) })
	if err != nil {
		return bot.FormsFailed("console", err)
	}
	if at.State == "" {
		answer = bot.Placed{} // something older may have replaced it since
	}
	if err := c.Bind(ctx, p, &l); err != nil {
		return err
	}
	withClocks(c, &l, p)
	withHint(c, &l, p)
	withEnd(c, &l, p)
	withSeries(ctx, c, &l, p)
	withName(ctx, c, &l, p, at.Message == "" && !at.Live)
	wanted := wantedOf(c, p)
	withWanted(c, &l, at.newlyWanted(wanted))
	l.More = c.Text(bot.WordMore)
	if at.Channel == "" {
		if at.Channel, err = c.Wire.DM(ctx, at.User); err != nil {
			return err
		}
	}
	if err := sendConsole(ctx, c, p, at, l, wanted, answer, sure); err != nil {
		at.State = ""
		return err
	}
	at.State = now
	at.entry = c.Entry(p, ledger.RouteDM)
	return nil
}

// begunAt returns the page with the order that the player has just begun on the console in their direct messages, and that an edit must not discard.
func begunAt(ctx context.Context, c *bot.Call, p table.Private, at *seatMemory) (page bot.Page, err error) {
	if at.Message == "" || at.pressed.Message != at.Message {
		return page, nil
	}
	last, err := c.LastBegun(ctx, p.ID, p.Seat, at.Message)
	if err == nil && last.In(noteState(p), c.Clock.Now()) {
		page = last.Page()
	}
	return page, err
}

// voiceState sums up how a console is written and drawn; "" for English in the match's own theme with advice.
func voiceState(v bot.Voice) string {
	s := ""
	if v.Language != lang.English {
		s += " " + v.Language.String()
	}
	if v.Theme != "" {
		s += " " + v.Theme
	}
	if v.Plain {
		s += " plain"
	}
	return s
}

// consoleState sums up everything that a console shows except times. A view changes only with facts.
func consoleState(p table.Private, note string) string {
	s := fmt.Sprintf("%d %t %t %s %s", len(p.Facts), p.CanUndo, p.Result != nil, note, p.Clocks.Text())
	for _, a := range p.Asks {
		s += " " + a.ID
	}
	for _, a := range p.Asked {
		s += fmt.Sprintf(" %d:%s", a.Seat, a.Name)
	}
	return s
}

// noteState sums up the state in which a note about a press stays: everything that a console shows except times, clocks
// and notes.
func noteState(p table.Private) string {
	p.Clocks = table.Private{}.Clocks
	return consoleState(p, "")
}

// consoleOf sums up everything that determines a console with that note and no draft: its contents, its form, its
// reader, and its deadlines.
func consoleOf(c *bot.Call, p table.Private, note string) string {
	s := fmt.Sprintf("%s %s %s %s", p.User(), consoleState(p, note), voiceState(c.Voice), p.Meta.Place)
	if n := len(p.Facts); n > 0 {
		s += fmt.Sprintf(" %+v", p.Facts[n-1])
	}
	for _, a := range p.Asks {
		s += fmt.Sprint(" ", a.By.Unix(), a.Left, a.Early)
	}
	for _, a := range p.Asked {
		s += fmt.Sprint(" ", a.By.Unix(), a.Left, a.Grid.From.Unix(), a.Grid.FineUntil.Unix())
	}
	return s + fmt.Sprint(" ", p.Closes.Unix())
}

// wish is something that another seat wants and that needs the seat's consent. Its name identifies it for ever; its
// text asks for the consent.
type wish struct {
	name string
	text game.Text
	args []any
}

// wantedOf returns the other seats' wishes that still wait for the seat's consent: their proposals about the clocks,
// and their offers of a draw. They are public. A seat that has gone out has nothing to consent to.
func wantedOf(c *bot.Call, p table.Private) (all []wish) {
	if p.Result != nil || slices.Contains(p.Out, p.Seat) {
		return nil
	}
	for _, o := range p.Clocks.Motions(c.Clock.Now()) {
		if !o.Wants(p.Seat) {
			all = append(all, wish{fmt.Sprintf("%d %s %s %d", o.Seat, o.What, o.For, o.Until.Unix()),
				"🤝 **%s proposes: %s.** Do you agree?", []any{bot.NameOf(p.Meta, o.Seat), c.Proposal(o.Offer)}})
		}
	}
	offering := game.Offering(p.View)
	for _, seat := range offering {
		if !slices.Contains(offering, p.Seat) {
			all = append(all, wish{fmt.Sprintf("%d draw", seat), "🤝 **%s offers a draw.** Do you accept it?", []any{bot.NameOf(p.Meta, seat)}})
		}
	}
	return all
}

// newlyWanted returns the wishes that the seat has not been told yet.
func (at *seatMemory) newlyWanted(all []wish) []wish {
	return slices.DeleteFunc(slices.Clone(all), func(w wish) bool { return slices.Contains(at.Wanted, w.name) })
}

// withWanted heads a console with the new wishes of others, because the message notifies the seat of them.
func withWanted(c *bot.Call, l *wire.Letter, wanted []wish) {
	var lines []string
	for _, w := range wanted {
		lines = append(lines, c.Say(w.text, w.args...))
	}
	if len(lines) > 0 {
		l.Blocks = onTop(wire.Text(strings.Join(lines, "\n")), l.Blocks)
	}
}

// sendConsole sends or updates a seat's console. It accepts only a Letter, and checks its seat once more against the
// user of the channel.
//
// A new question, a new wish and the end of the match come as a new message, which notifies. Everything else is an
// edit, unless the answer to a press there already shows it. A player who has just pressed that console is looking at
// it, so it is edited; one who has just pressed elsewhere gets the new message without a sound. A question that
// directly follows another notifies a player who is away. A console that replaces a lost one and asks nothing makes no
// sound.
func sendConsole(ctx context.Context, c *bot.Call, p table.Private, at *seatMemory, l wire.Letter, all []wish, answer bot.Placed, sure bool) error {
	if err := misdirected(l, p, at.User); err != nil {
		return fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	}
	ends := at.Live && p.Result != nil
	ask, called := bot.Owed(p), ends || len(at.newlyWanted(all)) > 0
	var wanted []string
	for _, w := range all {
		wanted = append(wanted, w.name)
	}
	before := at.pressed.Message == at.Message // "" if nobody is present
	if at.Message != "" && (before || !called && !at.next && (at.Owed || ask == "")) {
		var err error
		if !answer.Shows(at.Message, l.Message) {
			at.sent = true
			err = c.Wire.Edit(ctx, at.Channel, at.Message, l.Message)
		}
		if errors.Is(err, wire.ErrDenied) { // the channel belongs to another bot
			if at.Channel, err = c.DirectAgain(ctx, at.User); err != nil {
				return err
			}
			err = wire.ErrGone
		}
		if !bot.Replaceable(err) {
			if err == nil {
				at.Owed, at.Since, at.Wanted, at.Live = ask != "", askedSince(p), wanted, p.Result == nil
			}
			return err
		}
		at.lose(err)
	} else if called {
		at.Try++ // it may have the same question as the last message
	}
	old := at.Message
	at.sent, l.Silent = true, at.quiet || at.Live && !called && ask == ""
	id, err := c.Post(ctx, at.Channel, l.Message, nonceFor(p, old, ask, at.Try), sure)
	if id == "" {
		if errors.Is(err, wire.ErrGone) || errors.Is(err, wire.ErrDenied) {
			at.Channel = "" // the next update opens the direct channel again
		}
		return err
	}
	at.Message, at.Ask, at.Owed, at.Since, at.Wanted, at.Live = id, ask, ask != "", askedSince(p), wanted, p.Result == nil
	c.Discard(ctx, at.Channel, old, id)
	c.Discard(ctx, at.Channel, at.Stale, id)
	at.Stale = ""
	return err
}

// retireConsoles deletes the other messages in the direct channel that look like a console of the match. A host that
// was killed between a post and its note of it leaves such a message, with working buttons.
func retireConsoles(ctx context.Context, c *bot.Call, id table.ID, at *seatMemory) {
	all, err := c.Wire.Latest(ctx, at.Channel)
	if err != nil {
		c.Log.Info("old consoles not looked for", "match", id, "error", err.Error())
		return
	}
	for _, m := range all {
		if isConsole(m, id) {
			c.Discard(ctx, at.Channel, m.ID, at.Message)
		}
	}
}

// isConsole reports whether a message has controls of the match and of no other match, or is the console of its end.
func isConsole(m wire.Posted, id table.ID) (found bool) {
	for _, control := range m.Controls {
		kind, rest, _ := strings.Cut(control, "|")
		match, _, _ := strings.Cut(rest, "|")
		switch {
		case kind == customid.Seal && rest == string(id): // every console of a finished match has it
			found = true
		case !slices.Contains([]string{wire.ControlSubmit, wire.ControlDraft, wire.ControlChoose, wire.ControlType, wire.ControlUndo, wire.ControlOpen}, kind):
		case match != string(id):
			return false
		case kind != wire.ControlOpen: // an inbox has it too
			found = true
		}
	}
	return found
}

// nonceFor names the post of a console with a new question after an older console, or the post of the first console. It
// has at most 25 characters.
func nonceFor(p table.Private, old wire.MessageID, ask string, try int) string {
	n := bot.AskNumber(ask)
	if old == "" {
		n = "first"
	}
	return nonceOf(fmt.Sprintf("%s.%d.%s.%d", p.ID, p.Seat, n, try))
}

// misdirected returns an error if the user does not hold the seat that a private message was written for. Senders of
// private messages check it although no correct path fails it.
func misdirected(l wire.Letter, p table.Private, to wire.UserID) error {
	if l.Seat != p.Seat || p.User() != to {
		return fmt.Errorf("a private message for seat %d on its way to seat %d's player", l.Seat, p.Seat)
	}
	return nil
}

// stale returns the message if it still exists but cannot be edited: it must be deleted once a new one is posted.
func stale(err error, message wire.MessageID) wire.MessageID {
	if errors.Is(err, wire.ErrUneditable) {
		return message
	}
	return ""
}
