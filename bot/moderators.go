package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/table"
)

// ActReplace is the word by which everybody is told that a moderator put another player into a seat.
const ActReplace = "replace"

// ActOffer is the word by which everybody is told that a moderator offers a seat to another player.
const ActOffer = "offer"

// takenSort begins the keys of the seats that users have taken in running matches of others.
const takenSort = "seat-taken/"

// TakenKey is the key of the record of a seat that a user has taken in a running match because a moderator offered it.
func TakenKey(u UserID, id table.ID) string { return takenSort + string(u) + "/" + string(id) }

// TakenSeats returns how many of the running matches of a user are such. They do not count for the limit of those that the user begins.
func (a *App) TakenSeats(ctx context.Context, u UserID) (int, error) {
	const most = 1000
	rs, err := a.Records.List(ctx, TakenKey(u, ""), "", most)
	return len(rs), err
}

// Replaced tells whether another player was put into the seat, or with 0 into any seat.
func Replaced(facts []game.Fact, seat game.Seat) bool {
	return slices.ContainsFunc(facts, func(f game.Fact) bool {
		r, ok := f.(game.Refereed)
		return ok && r.What == ActReplace && (seat == 0 || r.Seat == seat)
	})
}

// Moderator is what the bot knows of somebody who may moderate on a server, from when they last used a command for it.
type Moderator struct {
	User UserID `json:"user"`
	Role RoleID `json:"role,omitempty"` // the moderators' role that they had; "": they managed the server
}

// ModeratorKeys begins the keys of the moderators that the bot knows on any server.
const ModeratorKeys = "moderator/"

func moderatorKey(g GuildID, u UserID) string { return fmt.Sprintf("%s%s/%s", ModeratorKeys, g, u) }

// NoteModerator keeps that the user moderates on the server where they act, with that role or by managing it.
func (c *Call) NoteModerator(ctx context.Context, role RoleID) error {
	_, err := Change(ctx, c.App, moderatorKey(c.Guild, c.User), func(m *Moderator) error { *m = Moderator{c.User, role}; return nil })
	return err
}

// Moderators lists who moderates on the server, of those whom the bot knows: who had its role for that, or managed it, and does so
// now. It forgets the others. Where Discord does not tell, as of a server that the bot was taken off, it lists them all.
func (a *App) Moderators(ctx context.Context, g GuildID, role RoleID) (out []UserID, err error) {
	const most = 100
	all, err := ReadAll[Moderator](ctx, a, ModeratorKeys+string(g)+"/", most)
	for _, m := range all {
		if m.Role == "" || m.Role == role {
			out = append(out, m.User)
		}
	}
	if err != nil || len(out) == 0 {
		return out, err
	}
	now, err := a.Wire.Moderators(ctx, g, role, out)
	switch {
	case err != nil && Final(err):
		return out, nil
	case err != nil:
		return nil, err
	}
	for _, u := range out {
		if !slices.Contains(now, u) {
			err = errors.Join(err, a.ForgetModerator(ctx, g, u))
		}
	}
	return now, err
}

// ForgetModerator forgets that the user moderates on the server, if the bot knew of it.
func (a *App) ForgetModerator(ctx context.Context, g GuildID, u UserID) error {
	var m Moderator
	if err := a.Read(ctx, moderatorKey(g, u), &m); err != nil || m.User == "" {
		return err
	}
	return a.Delete(ctx, moderatorKey(g, u))
}
