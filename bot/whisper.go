package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/table"
)

// lettered is what a seat's lane remembers: its console in the user's direct messages.
type lettered struct {
	Seq     uint64    `json:"seq,omitempty"` // of the last wish paid
	User    Snowflake `json:"user,omitempty"`
	Channel Snowflake `json:"channel,omitempty"`
	Message Snowflake `json:"message,omitempty"`
	Owed    bool      `json:"owed,omitempty"`   // the console asks for an answer
	Ask     string    `json:"ask,omitempty"`    // the question it was posted for
	Look    string    `json:"look,omitempty"`   // what it shows, in short
	Closed  bool      `json:"closed,omitempty"` // the user takes no direct messages
	Try     int       `json:"try"`              // makes a nonce for a console posted again
	Remind  string    `json:"remind,omitempty"` // the key of its reminder
	Called  string    `json:"called,omitempty"` // the question for which the user was called in the thread

	quiet bool // it comes without a sound
}

func (b *Bot) deliverSeat(ctx context.Context, d table.Delivery, seat game.Seat, at *lettered) error {
	p, err := b.Hall.Private(ctx, d.Match, seat)
	if err != nil {
		return err
	}
	user := Snowflake(p.User())
	if at.User != user { // a seat has one reader: whatever was sent to another stays theirs
		*at = lettered{Seq: at.Seq, User: user}
	}
	if isGone(user) {
		at.Seq = d.Seq
		return nil
	}
	if p.Result != nil {
		if err := b.forgetPages(ctx, p); err != nil {
			return err
		}
	}
	if at.Closed && (owed(p) == "" || owed(p) == at.Ask) { // tried again with the next question only
		at.Seq = d.Seq
		return nil
	}
	who, err := b.Prefs(ctx, user)
	if err != nil {
		return err
	}
	if err := b.schedule(ctx, p, who, at); err != nil {
		return err
	}
	at.quiet = !who.QuietUntil(b.Clock.Now()).IsZero() || inAdvance(p) || who.Calls == CallsThread
	err = b.in(who.voice(who.Discord)).showSeat(ctx, p, at, d.Seq <= at.Seq+1)
	closed := errors.Is(err, ErrClosedDM)
	if closed {
		at.Ask, err = owed(p), nil
	}
	if err == nil && who.Calls == CallsThread {
		err = b.callOnce(ctx, p, at)
	}
	if closed != at.Closed {
		note := ""
		if closed {
			note = noteClosed
		}
		if err := b.putNote(ctx, dmNote(user), note); err != nil {
			return err
		}
		at.Closed = closed
	}
	if err == nil {
		at.Seq = d.Seq
	}
	return err
}

// inAdvance tells whether the seat has ordered the answer to what it owes already, so that it need not be called.
func inAdvance(p table.Private) bool {
	return slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == owed(p) && a.Early })
}

func (b *Bot) showSeat(ctx context.Context, p table.Private, at *lettered, sure bool) error {
	note := b.note(ctx, cardNote(p.ID))
	now := look(p, note)
	if at.Message != "" && at.Look == now {
		return nil // an edit would only take away an order begun there
	}
	b.expect(&p, note)
	l, err := b.Forms.Console(p, Page{Note: note})
	if err != nil {
		return formsFailed("console", err)
	}
	if err := b.bind(ctx, p, &l); err != nil {
		return err
	}
	b.withClocks(&l, p)
	b.withEnd(&l, p)
	if at.Channel == "" {
		if at.Channel, err = b.Wire.DM(ctx, at.User); err != nil {
			return err
		}
	}
	if err := b.whisper(ctx, p, at, l, sure); err != nil {
		at.Look = ""
		return err
	}
	at.Look = now
	b.enter(ctx, p, routeDM)
	return nil
}

// look is in short all that a console shows, but for the times: a view changes only with facts.
func look(p table.Private, note string) string {
	s := fmt.Sprintf("%d %t %t %s %v", len(p.Facts), p.CanUndo, p.Result != nil, note, p.Clocks)
	for _, a := range p.Asks {
		s += " " + a.ID
	}
	for _, a := range p.Asked {
		s += fmt.Sprintf(" %d:%s", a.Seat, a.Name)
	}
	return s
}

// misdirected is the wall once more: a letter goes to nobody but the user in the seat that it was written for, which is that of
// what they see.
func misdirected(l Letter, p table.Private, to Snowflake) error {
	if l.Seat != p.Seat || p.User() != table.User(to) {
		return fmt.Errorf("a letter for seat %d on its way to that of seat %d", l.Seat, p.Seat)
	}
	return nil
}

// whisper sends or renews a seat's console. Only a Letter can get here, and its seat is checked once more against the
// user whose channel it is. A question newly owed comes as a new message, which notifies; everything else is an edit.
func (b *Bot) whisper(ctx context.Context, p table.Private, at *lettered, l Letter, sure bool) error {
	if err := misdirected(l, p, at.User); err != nil {
		return fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	}
	ask := owed(p)
	if at.Message != "" && (at.Owed || ask == "") {
		err := b.Wire.Edit(ctx, at.Channel, at.Message, l.Message)
		if !replaceable(err) {
			if err == nil {
				at.Owed = ask != ""
			}
			return err
		}
		at.Message = ""
		at.Try++
	}
	old := at.Message
	l.Silent = at.quiet
	id, err := b.post(ctx, at.Channel, l.Message, nonceFor(p, old, ask, at.Try), sure)
	if id == "" {
		return err
	}
	at.Message, at.Ask, at.Owed = id, ask, ask != ""
	if old != "" && old != id {
		b.retire(ctx, p.ID, at.Channel, old)
	}
	return err
}

// retire takes away a console that has a newer one below it, so that there is one. Its controls would still answer, so a
// failure is only worth a line in the log.
func (b *Bot) retire(ctx context.Context, id table.ID, channel, message Snowflake) {
	if err := b.Wire.Delete(ctx, channel, message); err != nil && !replaceable(err) {
		b.Log.Info("old console not retired", "match", id, "error", err.Error())
	}
}

// nonceFor names the post of a console for a question that is newly owed after an older console, or of the first
// console whatever it asks; at most 25 characters.
func nonceFor(p table.Private, old Snowflake, ask string, try int) string {
	n := askNumber(ask)
	if old == "" {
		n = "first"
	}
	s := fmt.Sprintf("%s.%d.%s.%d", p.ID, p.Seat, n, try)
	return s[max(0, len(s)-25):]
}
