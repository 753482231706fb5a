package referee

import (
	"context"
	"maps"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// New makes the room of disputes, rulings, evidence, bans and conduct.
func New(a *bot.App) bot.Room {
	a.Hooks.Admit = admit
	deliver := func(ctx context.Context, c *bot.Call, d table.Delivery) ([]byte, error) {
		return bot.Remembering(d, func(at *noted) error { return deliverAct(ctx, c, d, at) })
	}
	return bot.Room{
		Commands: []bot.Command{
			disputeCommand(),
			modCommand(a),
			{Name: "report", Description: "Report a player to the moderators", GuildOnly: true, Run: reportUser,
				Options: []bot.CommandOption{
					{Name: "user", Description: "Who", Kind: bot.UserOption, Required: true},
					{Name: "reason", Description: "Why; both players and the moderators read it", Kind: bot.StringOption, Required: true}}},
		},
		Presses: map[string]bot.Pressed{idBan: banPress, idMod: modPress},
		Queues:  map[string]func(context.Context, *bot.Call, table.Delivery) ([]byte, error){actsQueue: deliver, noteQueues: deliver},
		Ended: func(ctx context.Context, c *bot.Call, p table.Public) ([]table.Record, error) {
			conduct, err := conductOf(ctx, c, p)
			if err != nil {
				return nil, err
			}
			shed, err := shedPast(ctx, c, p)
			return append(conduct, shed...), err
		},
		Keeps: bot.Keeper{Tell: tell, Forget: forget, Rename: unsign},
	}
}

// tell adds where the user moderates, and what they did and wrote in disputes about each of the export's matches.
func tell(ctx context.Context, c *bot.Call, e *bot.Export) error {
	keys, err := c.KeysOfUser(ctx, e.User, bot.ModeratorKeys)
	if err != nil {
		return err
	}
	for _, k := range keys {
		e.Moderates = append(e.Moderates, strings.Split(k, "/")[1])
	}
	for i, m := range e.Matches {
		mine, err := signed(ctx, c, m.ID, e.User)
		if err != nil {
			return err
		}
		for _, a := range mine {
			e.Matches[i].Disputes = append(e.Matches[i].Disputes, a)
		}
	}
	left, err := pastMatches(ctx, c, e.User)
	if err != nil {
		return err
	}
	for _, id := range left {
		mine, err := signed(ctx, c, id, e.User)
		if err != nil {
			return err
		}
		m := bot.LeftMatch{ID: id}
		for _, a := range mine {
			m.Disputes = append(m.Disputes, a)
		}
		e.Left = append(e.Left, m)
	}
	return nil
}

// forget deletes what is known of the user's conduct on every server, that they moderate, when they opened disputes, and their
// part in matches that others went on with.
func forget(ctx context.Context, c *bot.Call, u bot.UserID) error {
	if err := forgetPast(ctx, c, u); err != nil {
		return err
	}
	keys, err := c.KeysOfUser(ctx, u, "conduct/", bot.ModeratorKeys)
	if err != nil {
		return err
	}
	return c.Delete(ctx, append(keys, disputesKey(u))...)
}

// signed lists what the user did in disputes about a match.
func signed(ctx context.Context, c *bot.Call, id table.ID, u bot.UserID) ([]act, error) {
	all, err := actsOf(ctx, c, id)
	return slices.DeleteFunc(all, func(a act) bool { return a.By != u }), err
}

// unsign gives the records of a match's disputes with another name in the place of the user's, and without what they wrote.
func unsign(ctx context.Context, c *bot.Call, id table.ID, _ game.Seat, u, as bot.UserID) ([]table.Record, error) {
	signed, err := signed(ctx, c, id, u)
	if err != nil {
		return nil, err
	}
	out := []table.Record{{Key: pendingKey(id, u)}}
	keep := func(r table.Record, v any) error {
		r, err := bot.With(r, v)
		out = append(out, r)
		return err
	}
	for _, x := range signed {
		x.By, x.Name, x.Reason = as, string(as), ""
		if err := keep(table.Record{Key: actKey(id, x.N)}, x); err != nil {
			return nil, err
		}
	}
	var d dispute
	guard, err := c.Guard(ctx, disputeKey(id), &d)
	if err != nil {
		return nil, err
	}
	if n, opened := d.Opened[u]; opened || d.By == u {
		if opened {
			d.Opened = maps.Clone(d.Opened)
			delete(d.Opened, u)
			d.Opened[as] = n
		}
		if d.By == u {
			d.By = as
		}
		if err := keep(guard, d); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// conductOf notes how a match ended for each of its players.
func conductOf(ctx context.Context, c *bot.Call, p table.Public) ([]table.Record, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || place.Guild == "" || place.Rival != nil || p.Result == nil || len(p.Meta.Users) != 2 {
		return nil, err
	}
	var out []table.Record
	for n, u := range p.Meta.Users {
		// What another let go in a seat is none of the faults of who was put into it.
		if bot.IsGone(u) || bot.Replaced(p.Facts, game.Seat(n+1)) {
			continue
		}
		s := Standing{User: u}
		r, err := c.Guard(ctx, conductKey(place.Guild, u), &s)
		if err != nil {
			return nil, err
		}
		s.Played++
		s.Missed += p.Clocks.Missed[game.Seat(n+1)]
		switch lost := bot.ScoreOf(*p.Result, n) == 0; {
		case lost && p.Result.Why == c.Of(p.Meta).About.Conceded:
			s.Conceded++
		case lost && p.Result.Why == table.WhyTime:
			s.Forfeited++
		}
		if r, err = bot.With(r, s); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
