package campaign

import (
	"context"
	"errors"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Direct messages belong to no server, so a record for each user and each of their campaigns says where to look. The campaign
// itself says who is on which side.

// mineKeys returns the prefix of the keys of a user's records; the server and the campaign follow it.
func mineKeys(u wire.UserID) string { return "campaign.mine/" + string(u) + "/" }

// mineRecord returns the record that the user is in the campaign.
func mineRecord(w campaign, u wire.UserID) table.Record {
	return table.Record{Key: mineKeys(u) + string(w.Guild) + "/" + w.ID, Value: []byte("{}")}
}

// noteMine writes mineRecord if there is none.
func noteMine(ctx context.Context, c *bot.Call, w campaign) error {
	r := mineRecord(w, c.User)
	r.If = true
	if err := c.Records.Put(ctx, r); !errors.Is(err, table.ErrChanged) {
		return err
	}
	return nil
}

// mostMine is how many of a user's campaigns are read in direct messages.
const mostMine = 50

// mine returns the campaigns of the server of the call, or without a server those in the user's records. It deletes a record if the
// user is no longer in its campaign.
func mine(ctx context.Context, c *bot.Call, u wire.UserID) (out []campaign, err error) {
	if c.Guild != "" {
		return onServer(ctx, c, c.Guild)
	}
	rs, err := c.Records.List(ctx, mineKeys(u), "", mostMine)
	if err != nil {
		return nil, err
	}
	for _, r := range rs {
		g, id, _ := strings.Cut(strings.TrimPrefix(r.Key, mineKeys(u)), "/")
		var w campaign
		if err := c.Read(ctx, key(wire.GuildID(g), id), &w); err != nil {
			return nil, err
		}
		switch {
		case w.Empty() || w.Over != nil || w.side(u) < 0:
			if err := c.Delete(ctx, r.Key); err != nil {
				return nil, err
			}
		case c.Games.Offers(c.Games.GameOf(w.Game)):
			out = append(out, w)
		}
	}
	return out, nil
}

// unnoted removes all such records of a user.
func unnoted(ctx context.Context, c *bot.Call, u wire.UserID) error {
	for {
		rs, err := c.Records.List(ctx, mineKeys(u), "", mostMine)
		if err != nil || len(rs) == 0 {
			return err
		}
		for _, r := range rs {
			if err := c.Delete(ctx, r.Key); err != nil {
				return err
			}
		}
	}
}
