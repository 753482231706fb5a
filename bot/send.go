package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/table"
)

// Remembering delivers with what the queue remembers. It is kept even beside an error: what was posted stays posted.
func Remembering[T any](d table.Delivery, deliver func(*T) error) (table.Kept, error) {
	var at T
	if d.Prior != nil {
		if err := json.Unmarshal(d.Prior, &at); err != nil {
			return table.Kept{}, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
		}
	}
	err := deliver(&at)
	result, jerr := json.Marshal(at)
	if jerr != nil {
		return table.Kept{}, jerr
	}
	return table.Kept{Prior: result}, verdict(err)
}

// verdict turns an error of the wire into one that the outbox understands.
func verdict(err error) error {
	var w *WireError
	switch {
	case errors.Is(err, ErrGone):
		return fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	case errors.As(err, &w) && w.RetryAfter > 0:
		return &table.Later{After: w.RetryAfter, Err: err}
	}
	return err
}

// Replaceable tells whether a message that could not be edited is to be posted anew.
func Replaceable(err error) bool { return errors.Is(err, ErrGone) || errors.Is(err, ErrUneditable) }

// Stale returns the message if it stands but could not be edited, so that it is to be deleted once a new one is posted.
func Stale(err error, message MessageID) MessageID {
	if errors.Is(err, ErrUneditable) {
		return message
	}
	return ""
}

// MayRepeat tells whether an earlier try of the delivery may have sent something: it failed, or it waits since before this
// program started.
func (a *App) MayRepeat(d table.Delivery) bool { return d.Tries > 0 || d.Due.Before(a.started) }

// FirstTry reports whether nothing was sent for the delivery before, and nothing for the queue since the delivery with the sequence number
// done. A message is then posted without bringing up to date what an earlier try may have left.
func (a *App) FirstTry(d table.Delivery, done uint64) bool { return !a.MayRepeat(d) && d.Seq <= done+1 }

// Threadless tells whether there can be no thread: the challenge's message is gone, or Discord has none there, as in a
// thread. A permission that is missing may come.
func Threadless(err error) bool {
	var w *WireError
	return errors.Is(err, ErrGone) || !errors.Is(err, ErrDenied) && errors.As(err, &w) && w.RetryAfter == 0
}

// Post sends a message. Unless the caller is sure that nothing was sent before with that nonce and other words, it also
// brings the message up to date: a try that seemed to fail, or one before a crash, may have got through, and Discord then
// gives back that first message as it was.
func (a *App) Post(ctx context.Context, channel ChannelID, m Message, nonce string, sure bool) (MessageID, error) {
	id, err := a.Wire.Post(ctx, channel, m, nonce)
	if err != nil || sure {
		return id, err
	}
	if err = a.Wire.Edit(ctx, channel, id, m); !Replaceable(err) {
		return id, err
	}
	anew, err := a.Wire.Post(ctx, channel, m, nonce[max(0, len(nonce)-longestNonce+1):]+"+")
	if err != nil {
		return id, err
	}
	a.Discard(ctx, channel, id, anew)
	return anew, nil
}

// longestNonce is the most characters of a nonce.
const longestNonce = 25

// Discard deletes a message that a newer one has replaced; "" is none. Its controls would still answer, so a failure is
// only worth a line in the log.
func (a *App) Discard(ctx context.Context, channel ChannelID, old, newer MessageID) {
	if old == "" || old == newer {
		return
	}
	if err := a.Wire.Delete(ctx, channel, old); err != nil && !errors.Is(err, ErrGone) {
		a.Log.Info("old message not deleted", "channel", channel, "error", err.Error())
	}
}

// WriteTo sends a user a direct message in their voice that nothing hangs on. It says what stands elsewhere too, so a failure is
// only worth a line in the log; id is "" then. The nonce begins with kind.
func (c *Call) WriteTo(ctx context.Context, u UserID, kind string, compose func(*Call) Message) (channel ChannelID, id MessageID) {
	v, err := c.UserVoice(ctx, u)
	if err == nil {
		if channel, err = c.Wire.DM(ctx, u); err == nil {
			id, err = c.Wire.Post(ctx, channel, compose(c.In(v)), kind+c.NewID(kind+" "+string(u)))
		}
	}
	if err != nil && !errors.Is(err, ErrClosedDM) {
		c.Log.Warn("direct message not written", "kind", kind, "error", err.Error())
	}
	return channel, id
}

// sealedDigits is how many digits of a hash a card spells out.
const sealedDigits = 12

// Sealed tells the commitment of a match's dice in short on the challenge's card, and what a player does who does not trust the host.
func Sealed(l lang.Language, commitment string) string {
	return l.Say("lobby.sealed", brief(commitment))
}

// Mixed tells on the match's card, in short, the commitment of its dice and what each player's part in them is.
func Mixed(l lang.Language, d table.Dice, names []string) string {
	var parts []string
	for i, entropy := range d.Entropy {
		name := Plain(names[i])
		switch d.Part(game.Seat(i + 1)) {
		case table.FromWords:
			parts = append(parts, l.Say("words of %s `%s…`", name, brief(entropy)))
		case table.FromSeed:
			parts = append(parts, l.Say("%s gave no words", name))
		case table.FromOlderHost:
			parts = append(parts, l.Say("for %s `%s…`", name, brief(entropy)))
		}
	}
	return l.Say("-# 🎲 The dice are sealed as `%s…`. Mixed in: %s.", brief(d.Commitment), strings.Join(parts, "; "))
}

// brief returns as many digits of a hash as a card spells out.
func brief(hash string) string { return hash[:min(len(hash), sealedDigits)] }

// PublicRuling is the ruling card of an event as everybody saw it. The error may be a *table.NoPoint.
func (c *Call) PublicRuling(ctx context.Context, id table.ID, n int) (Message, error) {
	p, when, err := c.Hall.PublicAt(ctx, id, table.AtEvent(n))
	if err != nil {
		return Message{}, err
	}
	var before table.Public
	if when.First > 1 {
		if before, _, err = c.Hall.PublicAt(ctx, id, table.AtEvent(when.First-1)); err != nil {
			return Message{}, err
		}
	}
	card, err := c.Of(p.Meta).Ruling(before, p, n)
	if err != nil {
		return Message{}, FormsFailed("ruling", err)
	}
	return c.Dated(card.Message, when), nil
}

// OwnRuling is the ruling card of an event in the seat's own count.
func (c *Call) OwnRuling(ctx context.Context, id table.ID, seat game.Seat, n int) (p table.Private, when table.Moment, l Letter, err error) {
	if p, when, err = c.Hall.PrivateAt(ctx, id, seat, table.AtEvent(n)); err != nil {
		return p, when, l, err
	}
	var before table.Private
	if when.First > 1 {
		if before, _, err = c.Hall.PrivateAt(ctx, id, seat, table.AtEvent(when.First-1)); err != nil {
			return p, when, l, err
		}
	}
	if l, err = c.Of(p.Meta).RulingOwn(before, p, n); err != nil {
		err = FormsFailed("ruling", err)
	}
	return p, when, l, err
}

// Dated adds when it happened.
func (v Voice) Dated(m Message, when table.Moment) Message {
	m.Mention = nil
	m.Blocks = append(m.Blocks,
		Text(v.Say("-# <t:%d:f>. Numbers are those of your own log; others count what they were told.", when.At.Unix())))
	return m
}
