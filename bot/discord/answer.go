package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
)

const (
	wordTooMuch game.Text = "I have too much to show at once. `/match show` and `/order` still work; the operator has been told."
	wordRefused game.Text = "Discord refused my answer. Everything that you did is saved; `/match show` shows the current state."
)

// Types of responses to an interaction.
const (
	answerMessage, answerDefer, answerDeferUpdate, answerUpdate, answerChoices, answerForm = 4, 5, 6, 7, 8, 9
)

// shortest is the least time that a handler has from receipt, because the age of an interaction depends on two clocks.
const shortest = 500 * time.Millisecond

// handle calls the handler for one interaction and sends its answer. If the handler is slow, it acknowledges the
// interaction in time.
func (c *Client) handle(ctx context.Context, h wire.Handler, x exchange) {
	i := x.i
	result := make(chan wire.Answer, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				c.log.Error("handler panicked", "interaction", i.ID, "panic", fmt.Sprintf("%T", p))
				result <- plain(i, "That did not work just now. The match is safe; please try again in a moment.")
			}
		}()
		result <- h.Handle(ctx, i)
	}()
	patience := c.cfg.Patience
	if !i.At.IsZero() {
		patience = min(patience, max(c.cfg.Latest-c.cfg.Now().Sub(i.At), shortest))
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	var a wire.Answer
	var err error
	select {
	case a = <-result:
		x.number = c.order.next()
		if err = x.direct(ctx, a); malformed(err) {
			err = errors.Join(err, x.sorry(ctx, wordRefused))
		}
	case <-timer.C:
		err = x.acknowledge(ctx)
		x.answered()
		select {
		case a = <-result: // the user's decision is carried out, whether or not Discord still takes an answer
			x.number = c.order.next()
			if err == nil {
				err = x.late(ctx, a)
			}
		case <-ctx.Done():
		}
	}
	x.answered()
	placed(a, false) // unless it was
	if err == nil {
		x.keepUp(ctx, a)
	}
	switch {
	case err == nil || errors.Is(err, errExpired):
	case errors.Is(err, errAcknowledged):
		c.log.Info("another process has answered", "interaction", i.ID)
		if c.cfg.PublicKey == nil {
			c.shared.answered()
		}
	default:
		c.log.Warn("answer not delivered", "interaction", i.ID, "error", err.Error())
	}
}

// plain returns an answer of this package's own, in the user's language.
func plain(i wire.Interaction, text game.Text) wire.Answer {
	return wire.Answer{Fresh: true, Letter: &wire.Message{Blocks: []wire.Block{wire.Text(lang.Of(i.Locale).Text(text))}}}
}

// exchange is one interaction with its token, which is valid for 15 minutes.
type exchange struct {
	c        *Client
	i        wire.Interaction
	token    string
	answered func() // notes that the first answer was sent
	number   uint64 // of the answer, in the order in which handlers gave them; 0: there is none yet
}

// placed reports, if the answer asks for it, whether the answer has replaced the message that was pressed.
func placed(a wire.Answer, is bool) {
	if a.Placed != nil {
		a.Placed(is)
	}
}

// placed reports whether the answer has replaced the message that was pressed, and remembers that.
func (x exchange) placed(a wire.Answer, is bool) {
	if is {
		x.c.order.place(x.i.Message, x.number)
	}
	placed(a, is)
}

// inPlace reports whether the answer replaces the private message that was pressed.
func (x exchange) inPlace(a wire.Answer) bool { return x.i.Private && !a.Fresh && x.i.Message != "" }

// outdated reports whether the message that was pressed shows the answer to another press that was worked out after this one.
func (x exchange) outdated() bool { return x.c.order.last(x.i.Message) > x.number }

// isOutdated returns a function to call before each try to send the answer. It reports whether the message that was pressed shows the answer to
// a later press. Another process may have given that one: before a second try the answer is asked whether there is anything newer.
func (x exchange) isOutdated(ctx context.Context, a wire.Answer) func() bool {
	tries := 0
	return func() bool {
		if tries++; x.outdated() {
			return true
		}
		if tries == 1 || a.Newer == nil || !x.inPlace(a) {
			return false
		}
		newer, err := a.Newer(ctx)
		return err == nil && newer.Letter != nil
	}
}

// callback sends the first response.
func (x exchange) callback(ctx context.Context, kind int, data any, files []wire.File) error {
	return x.callbackUnless(func() bool { return false }, ctx, kind, data, files)
}

// callbackUnless sends the first response unless, or until, it is outdated.
func (x exchange) callbackUnless(outdated func() bool, ctx context.Context, kind int, data any, files []wire.File) error {
	body := map[string]any{"type": kind}
	if data != nil {
		body["data"] = data
	}
	return x.c.rest.sendUnless(outdated, ctx, http.MethodPost, fmt.Sprintf("interactions/%s/%s/callback", x.i.ID, x.token), body, files, nil)
}

// direct sends an answer that is ready in time.
func (x exchange) direct(ctx context.Context, a wire.Answer) error {
	switch {
	case x.i.Kind == wire.Complete:
		return x.callback(ctx, answerChoices, choices(a.Choices), nil)
	case a.Form != nil && x.i.Kind != wire.Submit:
		return x.callback(ctx, answerForm, form(*a.Form), nil)
	case a.Letter == nil && (x.i.Kind == wire.Press || x.i.Kind == wire.Submit && x.i.Message != ""):
		return x.callback(ctx, answerDeferUpdate, nil, nil)
	case a.Letter == nil:
		a = plain(x.i, "Done.")
	}
	p, err := payloadOf(*a.Letter)
	if err != nil {
		return errors.Join(err, x.sorry(ctx, wordTooMuch))
	}
	if x.inPlace(a) {
		err = x.callbackUnless(x.isOutdated(ctx, a), ctx, answerUpdate, p, a.Letter.Files)
		if errors.Is(err, errOutdated) { // the first try failed, and the user has pressed again; keepUp shows what is newer
			if err = x.callback(ctx, answerDeferUpdate, nil, nil); errors.Is(err, errAcknowledged) {
				err = nil // the first try was taken, and its receipt was lost
			}
			return err
		}
		if !unplaced(err) {
			x.placed(a, err == nil)
			return err
		}
	}
	p.Flags |= flagEphemeral
	return x.callback(ctx, answerMessage, p, a.Letter.Files)
}

// unplaced reports whether an answer could not take the place of the message that was pressed: the message is gone, or
// Discord refuses the edit. A new message may still do.
func unplaced(err error) bool { return malformed(err) || errors.Is(err, wire.ErrGone) }

// sorry sends an apology where the real answer cannot be sent.
func (x exchange) sorry(ctx context.Context, text game.Text) error {
	if x.i.Kind == wire.Complete {
		return x.callback(ctx, answerChoices, choices(nil), nil)
	}
	p, err := payloadOf(*plain(x.i, text).Letter)
	if err != nil {
		return err
	}
	p.Flags |= flagEphemeral
	return x.callback(ctx, answerMessage, p, nil)
}

// acknowledge gains time. It defers an ephemeral answer, because Discord fixes the visibility now.
func (x exchange) acknowledge(ctx context.Context) error {
	switch {
	case x.i.Kind == wire.Complete:
		return x.callback(ctx, answerChoices, choices(nil), nil)
	case x.i.Private:
		return x.callback(ctx, answerDeferUpdate, nil, nil)
	}
	return x.callback(ctx, answerDefer, map[string]any{"flags": flagEphemeral}, nil)
}

// late sends an answer after acknowledge.
func (x exchange) late(ctx context.Context, a wire.Answer) error {
	if x.i.Kind == wire.Complete {
		return nil
	}
	if a.Form != nil {
		a = plain(x.i, "That took too long; please press once more.")
	}
	if a.Letter == nil {
		if x.i.Private {
			return nil
		}
		a = plain(x.i, "Done.")
	}
	p, err := payloadOf(*a.Letter)
	if err != nil { // an acknowledged interaction needs some answer
		x.c.log.Error("answer too large", "interaction", x.i.ID, "error", err.Error())
		a = plain(x.i, wordTooMuch)
		if p, err = payloadOf(*a.Letter); err != nil {
			return err
		}
	}
	err = x.followUp(ctx, p, a)
	x.placed(a, x.inPlace(a) && err == nil)
	if x.inPlace(a) && unplaced(err) {
		a.Fresh = true
		err = x.followUp(ctx, p, a)
	}
	if malformed(err) {
		sorry := plain(x.i, wordRefused)
		p, perr := payloadOf(*sorry.Letter)
		if perr != nil {
			return errors.Join(err, perr)
		}
		err = errors.Join(err, x.followUp(ctx, p, sorry))
	}
	return err
}

// followUp sends an answer, whose payload is p, after acknowledge: in place of what the acknowledgement showed or, if it is fresh, as a message
// of its own where the acknowledgement showed nothing. It does not overwrite the answer to a later press.
func (x exchange) followUp(ctx context.Context, p payload, a wire.Answer) error {
	base := fmt.Sprintf("webhooks/%s/%s", x.c.app, x.token)
	if x.i.Private && a.Fresh {
		p.Flags |= flagEphemeral
		return x.c.rest.send(ctx, http.MethodPost, base, p, a.Letter.Files, nil)
	}
	err := x.c.rest.sendUnless(x.isOutdated(ctx, a), ctx, http.MethodPatch, base+"/messages/@original", p, a.Letter.Files, nil)
	if errors.Is(err, errOutdated) {
		return nil
	}
	return err
}

// keepUp shows anything newer than the answer that replaced a message, as often as it changes during sending. If the newer state
// cannot be determined or sent, it tries again, for a quarter of a minute.
func (x exchange) keepUp(ctx context.Context, a wire.Answer) {
	const tries = 4
	for failed := 0; a.Letter != nil && a.Newer != nil && x.inPlace(a) && !x.outdated(); {
		newer, err := a.Newer(ctx)
		if err == nil && newer.Letter != nil {
			var p payload
			if p, err = payloadOf(*newer.Letter); err == nil {
				err = x.followUp(ctx, p, newer)
			}
		}
		switch {
		case err == nil:
			a = newer
		case errors.Is(err, wire.ErrGone): // a new message has taken its place
			return
		case failed == tries || !sleep(ctx, x.c.cfg.Pause<<failed):
			x.c.log.Warn("newer answer not delivered", "interaction", x.i.ID, "error", err.Error())
			return
		default:
			failed++
		}
	}
}

func choices(cs []wire.Choice) map[string]any {
	list := []map[string]string{}
	for _, c := range cs[:min(len(cs), maxOptions)] {
		list = append(list, map[string]string{"name": c.Name, "value": c.Value})
	}
	return map[string]any{"choices": list}
}
