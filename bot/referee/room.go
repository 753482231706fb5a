package referee

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// New makes the room of disputes, rulings, evidence, bans and conduct.
func New(a *bot.App) bot.Room {
	a.Hooks.Admit, a.Hooks.AdmitTo, a.Hooks.Barred = admit, admitTo, barred
	deliver := func(ctx context.Context, c *bot.Call, d table.Delivery) (table.Kept, error) {
		return bot.Remembering(d, func(at *noted) error { return deliverAct(ctx, c, d, at) })
	}
	return bot.Room{
		Commands: []bot.Command{
			{Name: "match", Sub: append(disputeCommands(), bot.Command{Name: "report", Description: "Report a player to the moderators", GuildOnly: true, Run: reportUser,
				Options: []bot.CommandOption{
					{Name: "user", Description: "Who", Kind: wire.UserOption, Required: true},
					moderatorsReason()}}.Formerly("report"))},
			modCommand(a),
		},
		Menus:   []bot.Menu{{Name: "Report", On: wire.OnMessage, GuildOnly: true, Run: reportMessage}},
		Presses: map[string]bot.Pressed{idReport: reportForm, idBan: banPress, idMod: modPress, idJudge: judgePress, idSeat: seatPress, idConduct: conductPress, idActs: actsPress, idBans: bansPress},
		Reposts: repost,
		Jobs:    []bot.Job{{Name: "confirmations", Due: dropStale}, {Name: "seats", Due: dropOffers}, {Name: "appeals", Due: tellAppeals}},
		Queues:  map[string]func(context.Context, *bot.Call, table.Delivery) (table.Kept, error){actsQueue: deliver, noteQueues: deliver},
		Ended: func(ctx context.Context, c *bot.Call, p table.Public) ([]table.Record, error) {
			conduct, err := conductOf(ctx, c, p)
			if err != nil {
				return nil, err
			}
			shed, err := shedPast(ctx, c, p)
			return slices.Concat(conduct, shed, closeSeats(p)), err
		},
		Keeps: bot.Keeper{Tell: tell, Forget: forget, Rename: unsign},
	}
}

// tell adds where the user moderates, and what they did and wrote in disputes about each of the export's matches.
func tell(ctx context.Context, c *bot.Call, e *bot.Export) error {
	keys, err := c.KeysOfUser(ctx, e.User, keys.Moderators)
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
	if err := bot.EachOf(ctx, c.App, reportSort, func(_ table.Record, r report) error {
		if r.By == e.User {
			e.Reports = append(e.Reports, r)
		}
		return nil
	}); err != nil {
		return err
	}
	if err := tellBans(ctx, c, e); err != nil {
		return err
	}
	if e.Left, err = otherMatches(ctx, c, e.User, pastMatches); err != nil {
		return err
	}
	e.Moderated, err = otherMatches(ctx, c, e.User, moderatedMatches)
	return err
}

// otherMatches returns the user's matches that of finds, with the user's acts in them.
func otherMatches(ctx context.Context, c *bot.Call, u wire.UserID, of func(context.Context, *bot.Call, wire.UserID) ([]table.ID, error)) (out []bot.LeftMatch, err error) {
	ids, err := of(ctx, c, u)
	for _, id := range slices.Compact(ids) {
		mine, err := signed(ctx, c, id, u)
		if err != nil {
			return nil, err
		}
		m := bot.LeftMatch{ID: id}
		for _, a := range mine {
			m.Disputes = append(m.Disputes, a)
		}
		out = append(out, m)
	}
	return out, err
}

// forget deletes the user's conduct on every server, the notes that they moderate, the
// questions to moderators about them, their reports, and their part in matches that others continued or that they
// moderated. Reports about them stay with their server. Bans that they made also stay, without their name and their
// words. The histories of bans stay in the same way.
func forget(ctx context.Context, c *bot.Call, u wire.UserID) error {
	err := errors.Join(
		forgetPast(ctx, c, u),
		forgetBans(ctx, c, u),
		forgetHistory(ctx, c, u),
		forgetAll(ctx, c, pendingSort, func(x about) bool { return x.User == u || x.Options.User("user") == u }),
		forgetAll(ctx, c, offerSort, func(o offer) bool { return o.User == u || o.By == u || o.Left == u }),
		forgetAll(ctx, c, reportSort, func(r report) bool { return r.By == u }),
		forgetReported(ctx, c, u))
	if err != nil {
		return err
	}
	keys, err := c.KeysOfUser(ctx, u, "conduct/", pendingSort, keys.Moderators)
	if err != nil {
		return err
	}
	return c.Delete(ctx, keys...)
}

// forgetBans removes the user from the bans that they made, and their name from the bans on them. The bans stay with their servers.
func forgetBans(ctx context.Context, c *bot.Call, u wire.UserID) error {
	return bot.EachOf(ctx, c.App, banSort, func(r table.Record, x ban) error {
		named := x.Name != "" && strings.HasSuffix(r.Key, "/"+string(u))
		if x.By != u && !named {
			return nil
		}
		_, err := bot.Change(ctx, c.App, r.Key, func(x *ban) error {
			if x.By == u {
				x.By, x.ByName, x.Reason = wire.UserID(bot.GoneUser+wire.NewID()), "", ""
			}
			if named {
				x.Name = ""
			}
			return nil
		})
		return err
	})
}

// forgetReported removes the user's name from the reports about them.
func forgetReported(ctx context.Context, c *bot.Call, u wire.UserID) error {
	return bot.EachOf(ctx, c.App, reportSort, func(r table.Record, x report) error {
		if x.Of != u || x.OfName == "" {
			return nil
		}
		return bot.Retry(func() error {
			var x report
			r, err := c.Guard(ctx, r.Key, &x)
			if err != nil || r.Was == nil {
				return err
			}
			x.OfName = ""
			if r, err = bot.With(r, x); err != nil {
				return err
			}
			return c.Records.Put(ctx, r)
		})
	})
}

// about is the user that a pending or a pendingBan concerns.
type about struct {
	User    wire.UserID  `json:"user"`
	Options wire.Options `json:"options"`
}

// forgetAll deletes the records of a sort for which concerns is true.
func forgetAll[T any](ctx context.Context, c *bot.Call, sort string, concerns func(T) bool) error {
	return bot.EachOf(ctx, c.App, sort, func(r table.Record, _ T) error {
		return bot.Retry(func() error {
			var v T
			r, err := c.Guard(ctx, r.Key, &v)
			if err != nil || !concerns(v) {
				return err
			}
			return c.Records.Put(ctx, r)
		})
	})
}

// signed returns the user's acts in disputes about a match.
func signed(ctx context.Context, c *bot.Call, id table.ID, u wire.UserID) ([]act, error) {
	all, err := actsOf(ctx, c, id)
	return slices.DeleteFunc(all, func(a act) bool { return a.By != u }), err
}

// unsign removes a player's name from the acts in their finished match.
func unsign(ctx context.Context, c *bot.Call, id table.ID, _ game.Seat, u, as wire.UserID) ([]table.Record, error) {
	return unsigned(ctx, c, id, u, as, false)
}

// unsigned returns the records of the acts of moderators and players in a match, with the name as in place of the
// user's and without the user's words. During the match, the user's decisions as a moderator get a mark.
func unsigned(ctx context.Context, c *bot.Call, id table.ID, u, as wire.UserID, on bool) ([]table.Record, error) {
	out := []table.Record{{Key: pendingKey(id, u)}}
	keep := func(r table.Record, v any) error {
		r, err := bot.With(r, v)
		out = append(out, r)
		return err
	}
	err := eachAct(ctx, c, id, func(r table.Record, x act) error {
		was := x
		x.unname(u, as)
		if x.By == u {
			x.By, x.Name, x.Reason = as, string(as), ""
			if on && !x.Player {
				x.mark = newMark(id, u)
			}
		}
		if x == was {
			return nil
		}
		return keep(r, x)
	})
	if err != nil {
		return nil, err
	}
	var d dispute
	guard, err := c.Guard(ctx, disputeKey(id), &d)
	if err != nil {
		return nil, err
	}
	n, opened := d.Opened[u]
	if !opened && d.By != u && d.Against != u {
		return out, nil
	}
	if opened {
		d.Opened = maps.Clone(d.Opened)
		delete(d.Opened, u)
		d.Opened[as] = n
	}
	if d.By == u {
		d.By = as
	}
	if d.Against == u {
		d.Against = as
	}
	return out, keep(guard, d)
}

// unname puts as in place of a user who lost a seat by the act, or got it.
func (a *act) unname(u, as wire.UserID) {
	a.Detail = strings.ReplaceAll(a.Detail, wire.Mention(u, ""), string(as)) // the user to whom a seat was given or offered
	if a.Left == u {
		a.Left, a.LeftName = as, ""
	}
	if a.Comes == u {
		a.Comes, a.ComesName = as, ""
	}
}

// lostBy returns the reason for which the seat lost a finished match: why it left, or why the match ended if it was behind then. "": it
// lost nothing. In a match of several that others play on, each seat has a reason of its own.
func lostBy(p table.Public, seat game.Seat) string {
	if left, ok := game.DepartureOf(p.Facts, seat); ok {
		return left.Why
	}
	if p.Result.Rank[seat-1] > slices.Min(p.Result.Rank) {
		return p.Result.Why
	}
	return ""
}

// conductOf notes for each player how the match ended.
func conductOf(ctx context.Context, c *bot.Call, p table.Public) ([]table.Record, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || place.Guild == "" || place.Rival != nil || p.Result == nil {
		return nil, err
	}
	var out []table.Record
	for n, u := range p.Meta.Users {
		// A new player in the seat is not blamed for the earlier player's missed turns.
		if bot.IsGone(u) || bot.Replaced(p.Facts, game.Seat(n+1)) {
			continue
		}
		s := Standing{User: u}
		r, err := c.Guard(ctx, conductKey(place.Guild, u), &s)
		if err != nil {
			return nil, err
		}
		s.Name = place.Names[n]
		s.Played++
		s.Missed += p.Clocks.Missed[game.Seat(n+1)]
		switch lostBy(p, game.Seat(n+1)) {
		case c.Of(p.Meta).About.Conceded:
			s.Conceded++
		case table.WhyTime:
			s.Forfeited++
		}
		if r, err = bot.With(r, s); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
