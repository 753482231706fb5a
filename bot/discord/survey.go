package discord

import (
	"context"
	"fmt"
	"net/http"

	"downsync/bot/wire"
)

// Guild is a server as the bot finds it, with what the bot may do there.
type Guild struct {
	ID    wire.GuildID
	Name  string
	Roles map[wire.RoleID]Role
	may   wire.Permission // of the bot, where no channel says otherwise
	self  wire.UserID
	mine  []wire.RoleID
}

// Role is a role of a server.
type Role struct {
	Name        string
	Mentionable bool // by anyone
}

// Guilds lists the ids of the servers that the bot is on.
func (c *Client) Guilds(ctx context.Context) (ids []wire.GuildID, err error) {
	for after := wire.GuildID("0"); ; {
		const most = 200
		var page []struct {
			ID wire.GuildID `json:"id"`
		}
		if err := c.rest.call(ctx, http.MethodGet, fmt.Sprintf("users/@me/guilds?limit=%d&after=%s", most, after), nil, &page); err != nil {
			return nil, err
		}
		for _, g := range page {
			ids, after = append(ids, g.ID), g.ID
		}
		if len(page) < most {
			return ids, nil
		}
	}
}

// Guild reads a server. wire.ErrGone or wire.ErrDenied means that the bot is not on it.
func (c *Client) Guild(ctx context.Context, id wire.GuildID) (*Guild, error) {
	var self struct {
		ID wire.UserID `json:"id"`
	}
	var guild struct {
		Name  string       `json:"name"`
		Owner wire.UserID  `json:"owner_id"`
		Roles []serverRole `json:"roles"`
	}
	var member struct {
		Roles []wire.RoleID `json:"roles"`
	}
	if err := c.rest.call(ctx, http.MethodGet, "users/@me", nil, &self); err != nil {
		return nil, err
	}
	if err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(id), nil, &guild); err != nil {
		return nil, err
	}
	if err := c.rest.call(ctx, http.MethodGet, fmt.Sprintf("guilds/%s/members/%s", id, self.ID), nil, &member); err != nil {
		return nil, err
	}
	g := &Guild{ID: id, Name: guild.Name, Roles: map[wire.RoleID]Role{}, self: self.ID, mine: member.Roles,
		may: mayOnServer(id, guild.Owner, self.ID, guild.Roles, member.Roles)}
	for _, r := range guild.Roles {
		g.Roles[r.ID] = Role{Name: r.Name, Mentionable: r.Mentionable}
	}
	return g, nil
}

// May returns what the bot may do on the server, where no channel says otherwise.
func (g *Guild) May() wire.Permission { return g.may }

// MayIn returns the name of a channel of the server, and what the bot may do there. wire.ErrGone means that there is no such
// channel, wire.ErrDenied that the bot does not see it.
func (c *Client) MayIn(ctx context.Context, g *Guild, channel wire.ChannelID) (name string, may wire.Permission, err error) {
	var ch struct {
		Name       string      `json:"name"`
		Overwrites []overwrite `json:"permission_overwrites"`
	}
	if err := c.rest.call(ctx, http.MethodGet, "channels/"+string(channel), nil, &ch); err != nil {
		return "", 0, err
	}
	return ch.Name, mayInChannel(g.may, g.ID, g.self, g.mine, ch.Overwrites), nil
}

// Application returns the id of the bot's application, after Hello.
func (c *Client) Application() string { return c.app }
