package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Remembering delivers with what the queue remembers. The result is kept even with an error: a posted message stays
// posted.
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
	var w *wire.WireError
	switch {
	case errors.Is(err, wire.ErrGone), errors.Is(err, wire.ErrFinal):
		return fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	case errors.As(err, &w) && w.RetryAfter > 0:
		return &table.Later{After: w.RetryAfter, Shared: w.Everywhere, Err: err}
	}
	return err
}

// Replaceable reports whether to post a message again that could not be edited.
func Replaceable(err error) bool {
	return errors.Is(err, wire.ErrGone) || errors.Is(err, wire.ErrUneditable)
}

// MayRepeat reports whether an earlier try of the delivery may have sent something: a try failed, another host had it and died, or the
// delivery has waited since before this program started.
func (a *App) MayRepeat(d table.Delivery) bool {
	return d.Tries > 0 || d.Unsettled || d.Due.Before(a.started)
}

// FirstTry reports whether nothing was sent for this delivery before, and nothing for the queue since the delivery with
// the sequence number done. The message is then posted without checking what an earlier try may have left.
func (a *App) FirstTry(d table.Delivery, done uint64) bool { return !a.MayRepeat(d) && d.Seq <= done+1 }

// Threadless reports whether a thread is impossible: the challenge's message is gone, or Discord allows none there,
// such as inside a thread. A missing permission may still be given, so it does not count.
func Threadless(err error) bool {
	var w *wire.WireError
	return errors.Is(err, wire.ErrGone) || !errors.Is(err, wire.ErrDenied) && errors.As(err, &w) && w.RetryAfter == 0
}

// Post sends a message. Set sure only if nothing with that nonce and other words can have been sent before. Otherwise
// Post also edits the message: a try that seemed to fail, or one before a crash, may have got through, and Discord then
// returns that first message unchanged.
func (a *App) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string, sure bool) (wire.MessageID, error) {
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

// longestNonce is the greatest length of a nonce, in characters.
const longestNonce = 25

// Discard deletes a message that a newer one has replaced; "" means none. Old controls still answer correctly, so a
// failure is only logged.
func (a *App) Discard(ctx context.Context, channel wire.ChannelID, old, newer wire.MessageID) {
	if old == "" || old == newer {
		return
	}
	if err := a.Wire.Delete(ctx, channel, old); err != nil && !errors.Is(err, wire.ErrGone) {
		a.Log.Info("old message not deleted", "channel", channel, "error", err.Error())
	}
}

// WriteTo sends a user a direct message in their language. The message only repeats what other places show, so a
// failure is only logged, and id is "" then. The nonce begins with kind.
func (c *Call) WriteTo(ctx context.Context, u wire.UserID, kind string, compose func(*Call) wire.Message) (channel wire.ChannelID, id wire.MessageID) {
	v, err := c.UserVoice(ctx, u)
	if err == nil {
		if channel, err = c.Wire.DM(ctx, u); err == nil {
			id, err = c.Wire.Post(ctx, channel, compose(c.In(v)), kind+c.NewID(kind+" "+string(u)))
		}
	}
	if err != nil && !errors.Is(err, wire.ErrClosedDM) {
		c.Log.Warn("direct message not written", "kind", kind, "error", err.Error())
	}
	return channel, id
}

// sealedDigits is how many digits of a hash a card spells out.
const sealedDigits = 12

// Sealed describes the commitment of a match's dice on the challenge's card, and what a player can do who does not
// trust the host.
func Sealed(l lang.Language, commitment string) string {
	return l.Say("lobby.sealed", brief(commitment))
}

// Mixed describes on the match's card the commitment of its dice and each player's part in them.
func Mixed(l lang.Language, d table.Dice, names []string) string {
	var parts []string
	for i, entropy := range d.Entropy {
		name := wire.Plain(names[i])
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

// PublicRuling returns the public ruling card of an event, by its number in everybody's log. The error may be a *table.NoPoint.
func (c *Call) PublicRuling(ctx context.Context, id table.ID, n int) (wire.Message, error) {
	p, when, err := c.Hall.PublicAt(ctx, id, table.AtPublic(n))
	if err != nil {
		return wire.Message{}, err
	}
	var before table.Public
	if when.Step > 1 {
		if before, _, err = c.Hall.PublicAt(ctx, id, table.AtStep(when.Step-1)); err != nil {
			return wire.Message{}, err
		}
	}
	card, err := c.Of(p.Meta).Ruling(before, p, n)
	if err != nil {
		return wire.Message{}, FormsFailed("ruling", err)
	}
	return c.Dated(card.Message, when), nil
}

// OwnRuling returns the ruling card of an event in the seat's log. The error may be a *table.NoPoint.
func (c *Call) OwnRuling(ctx context.Context, id table.ID, seat game.Seat, n game.Number) (p table.Private, when table.Moment, l wire.Letter, err error) {
	if p, when, err = c.Hall.PrivateAt(ctx, id, seat, table.AtEvent(n)); err != nil {
		return p, when, l, err
	}
	var before table.Private
	if when.Step > 1 {
		if before, _, err = c.Hall.PrivateAt(ctx, id, seat, table.AtStep(when.Step-1)); err != nil {
			return p, when, l, err
		}
	}
	if l, err = c.Of(p.Meta).RulingOwn(before, p, 1+slices.Index(p.Numbers, n)); err != nil {
		err = FormsFailed("ruling", err)
	}
	return p, when, l, err
}

// Dated adds the time of the event.
func (v Voice) Dated(m wire.Message, when table.Moment) wire.Message {
	m.Mention = nil
	m.Blocks = append(m.Blocks,
		wire.Text(fmt.Sprintf("-# <t:%d:f>", when.At.Unix())))
	return m
}
