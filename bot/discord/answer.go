package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"downsync/bot"
	"downsync/bot/lang"
)

// Types of answers to an interaction.
const (
	answerMessage, answerDefer, answerDeferUpdate, answerUpdate, answerChoices, answerForm = 4, 5, 6, 7, 8, 9
)

// latest is how long after an interaction was made its first answer may leave; Discord's limit is 3 s.
const latest = 2500 * time.Millisecond

// handle lets the handler answer one interaction and brings the answer out in time.
func (c *Client) handle(ctx context.Context, h bot.Handler, i bot.Interaction, token string) {
	result := make(chan bot.Answer, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				c.log.Error("handler panicked", "interaction", i.ID, "panic", fmt.Sprintf("%T", p))
				result <- plain(i, wordFault)
			}
		}()
		result <- h.Handle(ctx, i)
	}()
	x := exchange{c: c, i: i, token: token}
	patience := c.cfg.Patience
	if !i.At.IsZero() {
		patience = min(patience, latest-c.cfg.Now().Sub(i.At))
	}
	timer := time.NewTimer(max(patience, 0))
	defer timer.Stop()
	var err error
	select {
	case a := <-result:
		err = x.direct(ctx, a)
	case <-timer.C:
		if err = x.acknowledge(ctx); err == nil {
			select {
			case a := <-result:
				err = x.late(ctx, a)
			case <-ctx.Done():
			}
		}
	}
	switch {
	case err == nil || hasCode(err, codeUnknownInteraction):
	case hasCode(err, codeAcknowledged):
		c.log.Warn("answered by somebody else: is another bot running with this token?", "interaction", i.ID)
	default:
		c.log.Warn("answer not delivered", "interaction", i.ID, "error", err.Error())
	}
}

// plain is an answer of the wire's own.
func plain(i bot.Interaction, text string) bot.Answer {
	return bot.Answer{Fresh: true, Letter: &bot.Message{Blocks: []bot.Block{bot.Text(lang.Of(i.Locale).Text(text))}}}
}

// exchange is one interaction with its token, which is good for 15 minutes.
type exchange struct {
	c     *Client
	i     bot.Interaction
	token string
}

// inPlace tells whether the answer replaces the private message that was pressed.
func (x exchange) inPlace(a bot.Answer) bool { return x.i.Private && !a.Fresh && x.i.Message != "" }

// callback sends the first answer.
func (x exchange) callback(ctx context.Context, kind int, data any, files []bot.File) error {
	body := map[string]any{"type": kind}
	if data != nil {
		body["data"] = data
	}
	return x.c.send(ctx, http.MethodPost, fmt.Sprintf("interactions/%s/%s/callback", x.i.ID, x.token), body, files, nil)
}

// direct answers in time.
func (x exchange) direct(ctx context.Context, a bot.Answer) error {
	switch {
	case x.i.Kind == bot.Complete:
		return x.callback(ctx, answerChoices, choices(a.Choices), nil)
	case a.Form != nil && x.i.Kind != bot.Submit:
		return x.callback(ctx, answerForm, form(*a.Form), nil)
	case a.Letter == nil && (x.i.Kind == bot.Press || x.i.Kind == bot.Submit && x.i.Message != ""):
		return x.callback(ctx, answerDeferUpdate, nil, nil)
	case a.Letter == nil:
		a = plain(x.i, wordDone)
	}
	p, err := payloadOf(*a.Letter)
	if err != nil {
		return errors.Join(err, x.sorry(ctx))
	}
	if x.inPlace(a) {
		return x.callback(ctx, answerUpdate, p, a.Letter.Files)
	}
	p.Flags |= flagEphemeral
	return x.callback(ctx, answerMessage, p, a.Letter.Files)
}

// sorry answers where the real answer cannot be sent.
func (x exchange) sorry(ctx context.Context) error {
	p, err := payloadOf(*plain(x.i, wordTooMuch).Letter)
	if err != nil {
		return err
	}
	p.Flags |= flagEphemeral
	return x.callback(ctx, answerMessage, p, nil)
}

// acknowledge buys time. What is deferred stays private: Discord fixes that now.
func (x exchange) acknowledge(ctx context.Context) error {
	switch {
	case x.i.Kind == bot.Complete:
		return x.callback(ctx, answerChoices, choices(nil), nil)
	case x.i.Private:
		return x.callback(ctx, answerDeferUpdate, nil, nil)
	}
	return x.callback(ctx, answerDefer, map[string]any{"flags": flagEphemeral}, nil)
}

// late brings an answer after acknowledge.
func (x exchange) late(ctx context.Context, a bot.Answer) error {
	if x.i.Kind == bot.Complete {
		return nil
	}
	if a.Form != nil {
		a = plain(x.i, wordSlow)
	}
	if a.Letter == nil {
		if x.i.Private {
			return nil
		}
		a = plain(x.i, wordDone)
	}
	p, err := payloadOf(*a.Letter)
	if err != nil { // what was acknowledged is answered, whatever it was to be
		x.c.log.Error("answer too large", "interaction", x.i.ID, "error", err.Error())
		a = plain(x.i, wordTooMuch)
		if p, err = payloadOf(*a.Letter); err != nil {
			return err
		}
	}
	base := fmt.Sprintf("webhooks/%s/%s", x.c.app, x.token)
	if x.i.Private && a.Fresh {
		p.Flags |= flagEphemeral
		return x.c.send(ctx, http.MethodPost, base, p, a.Letter.Files, nil)
	}
	return x.c.send(ctx, http.MethodPatch, base+"/messages/@original", p, a.Letter.Files, nil)
}

func choices(cs []bot.Choice) map[string]any {
	list := []map[string]string{}
	for _, c := range cs[:min(len(cs), maxOptions)] {
		list = append(list, map[string]string{"name": c.Name, "value": c.Value})
	}
	return map[string]any{"choices": list}
}
