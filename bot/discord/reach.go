package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"downsync/bot/wire"
)

// GuildNow asks Discord for the server and, if a role or a channel is named, for the bot's own roles there. A role is notified if it is
// mentionable, or if the bot may mention everyone.
func (c *Client) GuildNow(ctx context.Context, guild wire.GuildID, role wire.RoleID, channel wire.ChannelID) (g wire.Guild, err error) {
	var server struct {
		Name  string       `json:"name"`
		Owner wire.UserID  `json:"owner_id"`
		Roles []serverRole `json:"roles"`
	}
	if err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild), nil, &server); err != nil {
		return g, err
	}
	g.Name, g.Owner = server.Name, server.Owner
	if role == "" && channel == "" {
		return g, nil
	}
	var me struct {
		Roles []wire.RoleID `json:"roles"`
	}
	if err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/members/"+c.app, nil, &me); err != nil && !errors.Is(err, errNotMember) {
		return g, err
	}
	may := mayOnServer(guild, server.Owner, wire.UserID(c.app), server.Roles, me.Roles)
	if n := slices.IndexFunc(server.Roles, func(r serverRole) bool { return r.ID == role }); n >= 0 {
		g.Pings = server.Roles[n].Mentionable || may&wire.MentionEveryone != 0
	}
	if channel == "" {
		return g, nil
	}
	in, err := c.channel(ctx, channel)
	if g.Thread = isThread(in.Type); err == nil && g.Thread { // what one may do in a thread is set at its channel
		in, err = c.channel(ctx, in.Parent)
	}
	switch {
	case errors.Is(err, wire.ErrDenied), errors.Is(err, wire.ErrGone): // it is hidden from the bot
		c.guard.forgive(channel) // asked again as soon as somebody tries again
		g.May = may &^ (wire.ViewChannel | wire.Administrator)
		return g, nil
	case err != nil:
		return g, err
	}
	g.May = mayInChannel(may, guild, wire.UserID(c.app), me.Roles, in.Overwrites)
	return g, nil
}

// channel reads a channel as it is now.
func (c *Client) channel(ctx context.Context, id wire.ChannelID) (at channelSeen, err error) {
	err = c.rest.call(ctx, http.MethodGet, "channels/"+string(id), nil, &at)
	return at, err
}

// Moderators asks Discord for the server's roles, and for each of the users.
func (c *Client) Moderators(ctx context.Context, guild wire.GuildID, role wire.RoleID, users []wire.UserID) (out []wire.UserID, err error) {
	var server struct {
		Owner wire.UserID  `json:"owner_id"`
		Roles []serverRole `json:"roles"`
	}
	if err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild), nil, &server); err != nil {
		return nil, err
	}
	for _, u := range users {
		var member struct {
			Roles []wire.RoleID `json:"roles"`
		}
		switch err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/members/"+string(u), nil, &member); {
		case errors.Is(err, errNotMember):
			continue
		case err != nil:
			return nil, err
		}
		manages := mayOnServer(guild, server.Owner, u, server.Roles, member.Roles)&wire.ManageServer != 0
		if manages || role != "" && slices.Contains(member.Roles, role) {
			out = append(out, u)
		}
	}
	return out, nil
}

// Member asks Discord for the user on the server.
func (c *Client) Member(ctx context.Context, guild wire.GuildID, user wire.UserID) (wire.Member, error) {
	var m struct {
		User rawUser `json:"user"`
		Nick string  `json:"nick"`
	}
	switch err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/members/"+string(user), nil, &m); {
	case errors.Is(err, errNotMember):
		return wire.Member{}, fmt.Errorf("%w: %w", wire.ErrGone, err)
	case err != nil:
		return wire.Member{}, err
	}
	return wire.Member{Name: cmp.Or(m.Nick, m.User.name()), Bot: m.User.Bot}, nil
}
