package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"downsync/bot/deed"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
)

// TakenSeats returns in how many running matches the user took over a seat. Those do not count towards the limit of
// matches that the user begins.
func (a *App) TakenSeats(ctx context.Context, u wire.UserID) (int, error) {
	const most = 1000
	rs, err := a.Records.List(ctx, keys.Taken(u, ""), "", most)
	return len(rs), err
}

// Replaced reports whether another player was put into the seat; with seat 0, into any seat.
func Replaced(facts []game.Fact, seat game.Seat) bool {
	return slices.ContainsFunc(facts, func(f game.Fact) bool {
		r, ok := f.(game.Refereed)
		return ok && r.What == deed.Replace && (seat == 0 || r.Seat == seat)
	})
}

// moderator records that somebody could moderate on a server when they last used a command for it.
type moderator struct {
	User wire.UserID `json:"user"`
	Role wire.RoleID `json:"role,omitempty"` // their moderators' role; "": they could manage the server
}

func moderatorKey(g wire.GuildID, u wire.UserID) string {
	return fmt.Sprintf("%s%s/%s", keys.Moderators, g, u)
}

// NoteModerator notes that the user moderates on the server where they act, with that role or by managing it.
func (c *Call) NoteModerator(ctx context.Context, role wire.RoleID) error {
	_, err := Change(ctx, c.App, moderatorKey(c.Guild, c.User), func(m *moderator) error { *m = moderator{c.User, role}; return nil })
	return err
}

// Moderators returns the known moderators who may still moderate on the server, by its role or by managing it, and
// forgets the others. If Discord does not answer, for example after the bot left the server, it returns them all.
func (a *App) Moderators(ctx context.Context, g wire.GuildID, role wire.RoleID) (out []wire.UserID, err error) {
	const most = 100
	all, err := ReadAll[moderator](ctx, a, keys.Moderators+string(g)+"/", most)
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
	case err != nil && wire.Final(err):
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

// ForgetModerator deletes the note that the user moderates on the server, if there is one.
func (a *App) ForgetModerator(ctx context.Context, g wire.GuildID, u wire.UserID) error {
	var m moderator
	if err := a.Read(ctx, moderatorKey(g, u), &m); err != nil || m.User == "" {
		return err
	}
	return a.Delete(ctx, moderatorKey(g, u))
}
