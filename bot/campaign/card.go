package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/keys"
	"downsync/bot/lang"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game/table"
)

// The public card is in the channel where the campaign was begun. Each stage has a new card, which notifies the players who must
// act; within a stage the card is edited.

// news requests that a campaign's card be redrawn.
func news(ctx context.Context, c *bot.Call, w campaign) error {
	defer c.SeriesChanged()
	return c.Records.Put(ctx, bot.SeriesNews(w.Guild, w.ID))
}

// repost requests the cards of all campaigns in progress.
func repost(ctx context.Context, c *bot.Call) error {
	return bot.EachOf(ctx, c.App, prefix, func(_ table.Record, w campaign) error {
		if w.Over != nil {
			return nil
		}
		return news(ctx, c, w)
	})
}

// redraw updates the cards of the campaigns with news, and deletes the news that it has shown unless newer news has come.
func redraw(ctx context.Context, c *bot.Call) (done int, failed error) {
	const most = 50
	rs, err := c.Records.List(ctx, keys.SeriesNews, "", most)
	if err != nil {
		return 0, err
	}
	for _, r := range rs {
		g, id, _ := strings.Cut(strings.TrimPrefix(r.Key, keys.SeriesNews), "/")
		err := show(ctx, c, wire.GuildID(g), id)
		if err == nil || errors.Is(err, errNone) {
			err = c.Records.Put(ctx, table.Record{Key: r.Key, If: true, Was: r.Value})
		}
		if errors.Is(err, table.ErrChanged) { // newer news has come; or another host has shown all news, and it is unknown which card came last
			if err = c.Records.Put(ctx, bot.SeriesAgain(wire.GuildID(g), id)); errors.Is(err, table.ErrChanged) {
				continue
			}
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("campaign %s: %w", id, err))
			continue
		}
		done++
	}
	return done, failed
}

// show posts or edits a campaign's card, and lets the program choose if it is its turn. A fault that no later attempt could mend is
// not an error: the commands show the same.
func show(ctx context.Context, c *bot.Call, g wire.GuildID, id string) error {
	w, p, err := settled(ctx, c, g, id)
	if err != nil {
		return err
	}
	if err := draw(ctx, c, w, p); err != nil {
		return err
	}
	if err := tellAppeals(ctx, c, w); err != nil || !w.programs(c, p) {
		return err
	}
	return act(ctx, c, w)
}

// draw posts or edits the card to show the campaign's state. A card that was deleted, or cannot be edited, is posted again and
// notifies again: the players that it had notified may not have seen it.
func draw(ctx context.Context, c *bot.Call, w campaign, p phase) error {
	c = c.In(bot.Voice{Language: lang.Of(w.Language), Theme: w.Theme})
	m, err := page(ctx, c, w, p, false)
	if err != nil {
		return err
	}
	lost := false
	if w.called() {
		silent := m
		silent.Silent = true
		if w.Card != "" {
			err = c.Wire.Edit(ctx, w.Channel, w.Card, silent)
		}
		if lost = w.Over == nil && (undelivered.Fault(err) != "" || bot.Replaceable(err)); !lost {
			if err = final(c, w, err); err == nil {
				err = retire(ctx, c, w)
			}
			return err
		}
	}
	m.Mention = w.calls(c, p)
	posted, err := c.Post(ctx, w.Channel, m, fmt.Sprintf("w%s.%d", w.ID, w.Stage), false)
	if err = final(c, w, err); err != nil {
		return err
	}
	deaf := 0
	if posted == "" {
		deaf = w.Stage
	}
	if posted == "" && w.Card != "" && !lost { // there is no newer card: the old one shows the current state
		posted, m.Mention = w.Card, nil
		if err := final(c, w, c.Wire.Edit(ctx, w.Channel, w.Card, m)); err != nil {
			return err
		}
	}
	now, err := change(ctx, c, w.Guild, w.ID, func(x *campaign) error {
		was := x.Card
		if x.Shown < w.Stage || x.Deaf == w.Stage && deaf == 0 || lost && x.Card == w.Card {
			x.Card, x.Shown, x.Rung, x.Deaf = posted, w.Stage, c.Clock.Now(), deaf
		}
		x.before(was)
		x.before(posted) // another host has posted one of a later stage
		return nil
	})
	if err != nil {
		return err
	}
	return retire(ctx, c, now)
}

// before records a card that is not the newest.
func (w *campaign) before(card wire.MessageID) {
	if card != "" && card != w.Card && !slices.Contains(w.Old, card) {
		w.Old = append(w.Old, card)
	}
}

// retire marks the cards before the newest as replaced. A failure is tried again with the news for which the card is drawn. The
// card of w may be one of these by now: another host may post a newer one while this host's edit is in transit.
func retire(ctx context.Context, c *bot.Call, w campaign) error {
	now, err := change(ctx, c, w.Guild, w.ID, func(x *campaign) error {
		x.before(w.Card)
		return nil
	})
	if err != nil || len(now.Old) == 0 {
		return err
	}
	for _, old := range now.Old {
		m := wire.Message{Silent: true, Blocks: []wire.Block{wire.Text(c.Say("-# ⚔️ %s: see the newer card.", wire.Plain(w.Name)))}}
		if err := final(c, w, c.Wire.Edit(ctx, w.Channel, old, m)); err != nil {
			return err
		}
	}
	_, err = change(ctx, c, w.Guild, w.ID, func(x *campaign) error {
		x.Old = slices.DeleteFunc(x.Old, func(m wire.MessageID) bool { return slices.Contains(now.Old, m) })
		return nil
	})
	return err
}

// called reports whether the card of the campaign's stage was posted, which notifies the players who must act. Posting is tried
// again when somebody looks.
func (w campaign) called() bool { return w.Shown >= w.Stage && w.Deaf != w.Stage }

// final logs an error that no later try could mend.
func final(c *bot.Call, w campaign, err error) error {
	if err == nil || !wire.Final(err) && !bot.Replaceable(err) {
		return err
	}
	c.Log.Warn("card of a campaign not shown", "campaign", w.ID, "error", err.Error())
	return nil
}

// calls lists the users that a new card notifies.
func (w campaign) calls(c *bot.Call, p phase) []wire.UserID {
	return slices.DeleteFunc(w.calledBy(c, p), func(u wire.UserID) bool { return !bot.Reachable(u) })
}

func (w campaign) calledBy(c *bot.Call, p phase) []wire.UserID {
	switch side := w.waitsFor(c, p); {
	case p == gathering && w.Rival != "" && !w.Quiet:
		return []wire.UserID{w.Rival}
	case p == over && w.Teams[0].captain() != "" && w.Teams[1].captain() != "":
		return []wire.UserID{w.Teams[0].captain(), w.Teams[1].captain()}
	case side != nobody && p != meeting: // the challenge notifies the player who must be ready
		return []wire.UserID{w.Teams[side].called().User}
	}
	return nil
}
