package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/table"
)

// lobbyCard is the public card of an open challenge, in the challenge's language.
func lobbyCard(c *bot.Call, ch challenge) (bot.Message, error) {
	c = c.In(bot.Voice{Language: lang.Of(ch.Language), Theme: ch.Theme})
	if ch.program() == 1 {
		row := bot.Row(nil)
		if !ch.beginsAtOnce() {
			row = readyRow(c, ch)
		}
		return startCard(c, ch, ch.Headline+c.Say("⚔️ **%s** plays %s against **%s**.\n%s", bot.Plain(ch.FromName), forms(c, ch).About.Name, bot.Plain(ch.Taker.Name),
			explain(c, ch)), row)
	}
	to, mention := c.Text("anyone"), []bot.UserID(nil)
	if ch.To != "" {
		to, mention = "<@"+string(ch.To)+">", []bot.UserID{ch.To}
	}
	row := bot.Row{{ID: bot.IDAccept + "|" + ch.ID, Label: c.Text("Accept"), Style: bot.Success}}
	if ch.To != "" && ch.Series == nil { // nobody declines for everybody
		row = append(row, bot.Button{ID: bot.IDDecline + "|" + ch.ID, Label: c.Text("Decline"), Style: bot.Danger})
	}
	state := c.Say("Open, ends <t:%d:R>.", ch.Until.Unix())
	if len(ch.Choosing) > 0 {
		state = choosingLine(c, ch) + " " + state
	}
	m, err := startCard(c, ch,
		c.Say("⚔️ **%s** challenges **%s** to %s.", bot.Plain(ch.FromName), to, forms(c, ch).About.Name)+"\n"+ch.Headline+explain(c, ch)+"\n"+state, row)
	m.Mention = mention
	return m, err
}

// startCard is the public card of a match that is to begin: some text, the commitment of its dice, its ground, buttons.
func startCard(c *bot.Call, ch challenge, text string, row bot.Row) (bot.Message, error) {
	seed, err := ch.seedOf()
	if err != nil {
		return bot.Message{}, err
	}
	text += "\n" + bot.Sealed(c.Language, seed.Commitment())
	row = append(row, bot.SealButton(table.ID(ch.ID), seed.Commitment(), c.Language))
	preview, err := forms(c, ch).Preview(ch.Settings)
	if err != nil {
		return bot.Message{}, bot.FormsFailed("preview", err)
	}
	blocks := append(append([]bot.Block{bot.Text(text)}, preview.Blocks...), row)
	return bot.Message{Files: preview.Files, Blocks: []bot.Block{bot.Box{Accent: 0x35d0ff, Blocks: blocks}}}, nil
}

// closeLobby shows on a challenge's card that nothing came of it. The card is not worth a failure: its buttons tell
// the same. A challenge that was to begin at once has none.
func closeLobby(ctx context.Context, c *bot.Call, ch challenge, format game.Text) {
	if ch.Message == "" {
		return
	}
	text := lang.Of(ch.Language).Say(format, bot.Plain(ch.FromName))
	m := bot.Message{Blocks: []bot.Block{bot.Box{Accent: 0x55606b, Blocks: []bot.Block{bot.Text(text)}}}}
	if err := c.Wire.Edit(ctx, ch.Channel, ch.Message, m); err != nil && !errors.Is(err, bot.ErrGone) {
		c.Log.Warn("lobby not updated", "match", ch.ID, "error", err.Error())
	}
}

// end shows on a challenge's card and in the direct messages about it that nothing came of it.
func end(ctx context.Context, c *bot.Call, ch challenge, format game.Text) {
	closeLobby(ctx, c, ch, format)
	closeWritten(ctx, c, ch, "That challenge is no longer open.")
}

// postCard posts a card of the challenge, and once more where the first try may have got through unheard: with the same nonce nobody sees it
// twice. A card that nobody knows of would stay as it is for ever.
func postCard(ctx context.Context, c *bot.Call, ch challenge, card bot.Message, nonce string) (bot.MessageID, error) {
	id, err := c.Wire.Post(ctx, ch.Channel, card, nonce)
	if err != nil && !bot.Final(err) {
		id, err = c.Wire.Post(ctx, ch.Channel, card, nonce)
	}
	return id, err
}

// adopted is the challenge with the card that was pressed, if it knows of none: its host died before it had noted that the card was posted. It
// is brought up to date from now on, and gets the match's thread. Of a series other cards have such buttons too.
func adopted(ctx context.Context, c *bot.Call, ch challenge) challenge {
	if ch.Message != "" || ch.Series != nil || c.Kind != bot.Press || c.Private || c.Channel != ch.Channel {
		return ch
	}
	now, err := changeChallenge(ctx, c, ch.ID, func(x *challenge) { x.Message = cmp.Or(x.Message, c.Message) })
	if err != nil {
		if bot.NotFound(err) != nil {
			c.Log.Warn("card not noted", "match", ch.ID, "error", err.Error())
		}
		return ch
	}
	return now
}

// redraw brings a challenge's card up to date, as often as the challenge changes meanwhile: of two edits at once either may arrive last. A
// card is not worth a failure: its buttons tell the same.
func redraw(ctx context.Context, c *bot.Call, ch challenge) {
	const most = 9
	for n, again := 0, ch.Message != ""; again && n < most; n++ {
		m, err := lobbyCard(c, ch)
		if ch.Taker != nil && ch.Rival == nil {
			m, err = readyCard(c, ch)
		}
		if err == nil {
			err = c.Wire.Edit(ctx, ch.Channel, ch.Message, m)
		}
		if errors.Is(err, bot.ErrUneditable) {
			ch, err = replaceCard(ctx, c, ch, m)
		}
		if err != nil {
			if !errors.Is(err, bot.ErrGone) {
				c.Log.Warn("lobby not updated", "match", ch.ID, "error", err.Error())
			}
			return
		}
		ch, again = newer(ctx, c, ch)
	}
}

// replaceCard posts the card of a challenge whose card cannot be edited, and returns the challenge with it. It notifies nobody: they
// know of the challenge.
func replaceCard(ctx context.Context, c *bot.Call, ch challenge, m bot.Message) (challenge, error) {
	m.Mention, m.Silent = nil, true
	old := ch.Message
	id, err := c.Post(ctx, ch.Channel, m, "again"+string(old[max(0, len(old)-20):]), false)
	if err != nil {
		return ch, err
	}
	now, err := changeChallenge(ctx, c, ch.ID, func(x *challenge) {
		if x.Message == old {
			x.Message = id
		}
	})
	if err == nil {
		c.Discard(ctx, ch.Channel, old, id)
	}
	return now, err
}

// repost brings the cards of all open challenges up to date.
func repost(ctx context.Context, c *bot.Call) error {
	open, err := challenges(ctx, c, func(ch challenge) bool { return ch.Message != "" })
	for _, ch := range open {
		redraw(ctx, c, ch)
	}
	return err
}

// newer is the challenge whose card was edited, if it shows something else by now. One that is open no more, or has a newer card, is shown to be so.
func newer(ctx context.Context, c *bot.Call, ch challenge) (now challenge, changed bool) {
	now, err := openChallenge(ctx, c, ch.ID)
	switch {
	case errors.Is(err, table.ErrNoRecord):
		closeGone(ctx, c, ch)
		return ch, false
	case err != nil:
		c.Log.Warn("challenge not read", "match", ch.ID, "error", err.Error())
		return ch, false
	case now.Message != ch.Message:
		closeLobby(ctx, c, ch, "~~Challenge of %s.~~ See the newer card.")
		return now, false
	}
	return now, now.shown() != ch.shown()
}

// shown sums up what a challenge's card shows of it that changes.
func (c challenge) shown() string {
	s := fmt.Sprintf("%s %s %s %s %d %d %d", c.Message, c.To, c.Headline, c.Timing, c.Until.Unix(), c.Ready[0].UnixNano(), c.Ready[1].UnixNano())
	if c.Taker != nil {
		s += " " + string(c.Taker.User)
	}
	for _, x := range c.Choosing {
		s += " " + string(x.User)
	}
	return s
}

// closeGone shows on the card of a challenge that is open no more what became of it.
func closeGone(ctx context.Context, c *bot.Call, ch challenge) {
	if ch.Message == "" {
		return
	}
	is, err := c.Begun(ctx, c, table.ID(ch.ID), ch.Message)
	switch {
	case err != nil:
		c.Log.Warn("lobby not updated", "match", ch.ID, "error", err.Error())
	case !is:
		closeLobby(ctx, c, ch, "~~Challenge of %s.~~ It is no longer open.")
	}
}
