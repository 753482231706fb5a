package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"downsync/bot"
)

// Guild is a server as the bot finds it, with what the bot may do there.
type Guild struct {
	ID    bot.GuildID
	Name  string
	Roles map[bot.RoleID]Role
	owned bool // by the bot
	self  string
	mine  []bot.RoleID
}

// Role is a role of a server.
type Role struct {
	Name        string
	Mentionable bool // by anyone
	may         bot.Permission
}

// Guilds lists the ids of the servers that the bot is on.
func (c *Client) Guilds(ctx context.Context) (ids []bot.GuildID, err error) {
	for after := bot.GuildID("0"); ; {
		const most = 200
		var page []struct {
			ID bot.GuildID `json:"id"`
		}
		if err := c.call(ctx, http.MethodGet, fmt.Sprintf("users/@me/guilds?limit=%d&after=%s", most, after), nil, &page); err != nil {
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

// Guild reads a server. bot.ErrGone or bot.ErrDenied means that the bot is not on it.
func (c *Client) Guild(ctx context.Context, id bot.GuildID) (*Guild, error) {
	var self struct {
		ID string `json:"id"`
	}
	var guild struct {
		Name  string `json:"name"`
		Owner string `json:"owner_id"`
		Roles []struct {
			ID          bot.RoleID `json:"id"`
			Name        string     `json:"name"`
			Permissions bits       `json:"permissions"`
			Mentionable bool       `json:"mentionable"`
		} `json:"roles"`
	}
	var member struct {
		Roles []bot.RoleID `json:"roles"`
	}
	if err := c.call(ctx, http.MethodGet, "users/@me", nil, &self); err != nil {
		return nil, err
	}
	if err := c.call(ctx, http.MethodGet, "guilds/"+string(id), nil, &guild); err != nil {
		return nil, err
	}
	if err := c.call(ctx, http.MethodGet, fmt.Sprintf("guilds/%s/members/%s", id, self.ID), nil, &member); err != nil {
		return nil, err
	}
	g := &Guild{ID: id, Name: guild.Name, Roles: map[bot.RoleID]Role{}, owned: guild.Owner == self.ID, self: self.ID, mine: append(member.Roles, bot.RoleID(id))}
	for _, r := range guild.Roles {
		g.Roles[r.ID] = Role{Name: r.Name, Mentionable: r.Mentionable, may: bot.Permission(r.Permissions)}
	}
	return g, nil
}

// May returns what the bot may do on the server, where no channel says otherwise.
func (g *Guild) May() bot.Permission {
	var may bot.Permission
	for _, id := range g.mine { // its roles, and @everyone, which has the server's id
		may |= g.Roles[id].may
	}
	if g.owned || may&bot.Administrator != 0 {
		return ^bot.Permission(0)
	}
	return may
}

// MayIn returns the name of a channel of the server, and what the bot may do there. bot.ErrGone means that there is no such
// channel, bot.ErrDenied that the bot does not see it.
func (c *Client) MayIn(ctx context.Context, g *Guild, channel bot.ChannelID) (name string, may bot.Permission, err error) {
	var ch struct {
		Name       string      `json:"name"`
		Overwrites []overwrite `json:"permission_overwrites"`
	}
	if err := c.call(ctx, http.MethodGet, "channels/"+string(channel), nil, &ch); err != nil {
		return "", 0, err
	}
	if may = g.May(); may&bot.Administrator != 0 {
		return ch.Name, may, nil
	}
	apply := func(to func(overwrite) bool) {
		var allow, deny bot.Permission
		for _, o := range ch.Overwrites {
			if to(o) {
				allow, deny = allow|bot.Permission(o.Allow), deny|bot.Permission(o.Deny)
			}
		}
		may = may&^deny | allow
	}
	everyone := string(g.ID)
	apply(func(o overwrite) bool { return o.ID == everyone })
	apply(func(o overwrite) bool { return o.ID != everyone && slices.Contains(g.mine, bot.RoleID(o.ID)) })
	apply(func(o overwrite) bool { return o.ID == g.self })
	return ch.Name, may, nil
}

// Application returns the id of the bot's application, after Hello.
func (c *Client) Application() string { return c.app }
