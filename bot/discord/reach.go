package discord

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"downsync/bot/wire"
)

// GuildNow asks Discord for the server and, if a role is named, for the bot's own roles there. A role is notified if it is mentionable, or if
// the bot may mention everyone.
func (c *Client) GuildNow(ctx context.Context, guild wire.GuildID, role wire.RoleID) (g wire.Guild, err error) {
	var server struct {
		Name  string      `json:"name"`
		Owner wire.UserID `json:"owner_id"`
		Roles []struct {
			ID          wire.RoleID `json:"id"`
			Mentionable bool        `json:"mentionable"`
			Permissions string      `json:"permissions"`
		} `json:"roles"`
	}
	if err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild), nil, &server); err != nil {
		return g, err
	}
	g.Name, g.Owner = server.Name, server.Owner
	if role == "" {
		return g, nil
	}
	var me struct {
		Roles []wire.RoleID `json:"roles"`
	}
	if err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/members/"+c.app, nil, &me); err != nil && !errors.Is(err, errNotMember) {
		return g, err
	}
	var may wire.Permission
	there := false
	for _, r := range server.Roles {
		if r.ID == wire.RoleID(guild) || slices.Contains(me.Roles, r.ID) { // everybody's role has the server's id
			may |= permissions(r.Permissions)
		}
		if r.ID == role {
			there, g.Pings = true, r.Mentionable
		}
	}
	all := may&wire.Administrator != 0 || may&wire.MentionEveryone != 0
	g.Pings = there && (g.Pings || all)
	return g, nil
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
