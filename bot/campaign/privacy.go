package campaign

import (
	"context"
	"slices"

	"downsync/bot"
	"downsync/bot/appeal"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game/table"
)

// place is a user's place in a campaign, for their export.
type place struct {
	Campaign string       `json:"campaign"`
	Server   wire.GuildID `json:"server"`
	Side     string       `json:"side,omitempty"`    // "": invited to lead one, but not on it yet
	Captain  bool         `json:"captain,omitempty"` // of the side
	Left     bool         `json:"left,omitempty"`    // a side
	Rulings  []ruling     `json:"rulings,omitempty"` // as a moderator
	// Appeals are the user's, Decisions those about the appeals of others.
	Appeals   []appeal.Appeal   `json:"appeals,omitempty"`
	Decisions []appeal.Decision `json:"decisions,omitempty"`
}

// tell adds the user's place in each campaign to an export.
func tell(ctx context.Context, c *bot.Call, e *bot.Export) error {
	return each(ctx, c, func(w campaign) error {
		side := w.side(e.User)
		if !w.names(e.User) {
			return nil
		}
		x := place{Campaign: w.Name, Server: w.Guild, Left: slices.Contains(w.Former, e.User)}
		if side >= 0 {
			x.Side, x.Captain = w.forms(c).Series.Sides()[side], w.Teams[side].captain() == e.User
		}
		for _, r := range w.Rulings {
			if a := r.Appeal; a != nil && a.By == e.User {
				own := appeal.Appeal{By: a.By, Name: a.Name, At: a.At, Reason: a.Reason}
				if a.IsWithdrawn() {
					own.Decision = a.Decision
				}
				x.Appeals = append(x.Appeals, own)
			}
			if a := r.Appeal; a != nil && a.Decision != nil && a.Decision.By == e.User && !a.IsWithdrawn() {
				x.Decisions = append(x.Decisions, *a.Decision)
			}
			if r.Appeal, r.Was = nil, nil; r.By == e.User {
				x.Rulings = append(x.Rulings, r)
			}
		}
		e.Campaigns = append(e.Campaigns, x)
		return nil
	})
}

// names reports whether the campaign's record contains the user's id.
func (w campaign) names(u wire.UserID) bool {
	isIn := func(r ruling) bool { return r.names(u) }
	return w.side(u) >= 0 || slices.Contains(w.Former, u) || w.Rival == u || w.Titled == u || slices.ContainsFunc(w.Rulings, isIn)
}

// rename replaces the campaign's name if it contains the user's because nobody named it.
func (w *campaign) rename(public *bot.Call, u wire.UserID, called ...string) {
	if w.Titled == u || slices.ContainsFunc(called, func(name string) bool { return w.Name == titled(public, name) }) {
		w.Name, w.Titled = public.Say("Campaign %s", w.ID), ""
	}
}

// forget removes the user from every campaign. A campaign in progress still recognises a user who was on one of its sides, so that
// they cannot judge it after their removal.
func forget(ctx context.Context, c *bot.Call, u wire.UserID) error {
	if err := unnoted(ctx, c, u); err != nil {
		return err
	}
	return each(ctx, c, func(w campaign) error {
		if !w.names(u) {
			return nil
		}
		public, called := c.In(bot.Voice{Language: lang.Of(w.Language)}), []string{c.Name}
		if side := w.side(u); side >= 0 {
			called = append(called, w.Teams[side].Members[w.Teams[side].has(u)].Name)
		}
		if err := quit(ctx, c, w, u); err != nil {
			return err
		}
		next, err := change(ctx, c, w.Guild, w.ID, func(w *campaign) error {
			n := slices.Index(w.Former, u)
			switch {
			case n >= 0 && (w.Over == nil || w.Over.byModerator()):
				w.Former[n] = bot.Unnamed(w.ID, u)
			case n >= 0:
				w.Former = slices.Delete(w.Former, n, n+1)
			}
			w.rename(public, u, called...)
			w.unruled(u)
			return nil
		})
		if err != nil || next.Name == w.Name || next.Next == nil {
			return err
		}
		return c.RetitleChallenge(ctx, c, next.Next.Match, next.headline(public, next.Next.Choice))
	})
}

// each calls do for the campaigns of all servers.
func each(ctx context.Context, c *bot.Call, do func(campaign) error) error {
	return bot.EachOf(ctx, c.App, prefix, func(_ table.Record, w campaign) error {
		if !c.Games.Offers(c.Games.GameOf(w.Game)) {
			return nil
		}
		return do(w)
	})
}
