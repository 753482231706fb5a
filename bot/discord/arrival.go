package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"downsync/bot/wire"
)

// Discord sends GUILD_CREATE for a server that the bot was added to, but also for each of its servers when a session begins, and for one that an
// outage had made unavailable. Only the time at which the bot joined tells them apart. It also finds a server that added the bot while no host was
// connected.

// recently is how long ago the bot may have joined a server that counts as new.
const recently = 24 * time.Hour

// arrivedAt is the part of a GUILD_CREATE that shows if the server is new.
type arrivedAt struct {
	Joined      time.Time `json:"joined_at"`
	Unavailable bool      `json:"unavailable"`
}

// newServer is the part of a GUILD_CREATE that says where the bot may write. Among the members is always the bot itself.
type newServer struct {
	ID       wire.GuildID   `json:"id"`
	Owner    wire.UserID    `json:"owner_id"`
	Locale   string         `json:"preferred_locale"`
	System   wire.ChannelID `json:"system_channel_id"`
	Roles    []serverRole   `json:"roles"`
	Channels []newChannel   `json:"channels"`
	Members  []struct {
		User  rawUser       `json:"user"`
		Roles []wire.RoleID `json:"roles"`
	} `json:"members"`
}

// newChannel is a channel with its place in the list.
type newChannel struct {
	channelSeen
	Position int `json:"position"`
}

// arrived tells the configured function of a server that the bot was added to.
func (c *Client) arrived(ctx context.Context, data []byte) {
	if c.cfg.Arrived == nil {
		return
	}
	var at arrivedAt
	if err := json.Unmarshal(data, &at); err != nil || at.Unavailable || at.Joined.IsZero() || c.cfg.Now().Sub(c.onThisClock(at.Joined)) > recently {
		return
	}
	var g newServer
	if err := json.Unmarshal(data, &g); err != nil || g.ID == "" {
		c.log.Warn("new server not understood")
		return
	}
	a := wire.Arrival{Guild: g.ID, Locale: g.Locale, Channels: g.writable(wire.UserID(c.app))}
	c.work.Go(func() { c.cfg.Arrived(context.WithoutCancel(ctx), a) })
}

// writable returns the text channels in which the bot may write: first the one for messages of the system, then the others from the top.
func (g newServer) writable(bot wire.UserID) (out []wire.ChannelID) {
	var mine []wire.RoleID
	for _, m := range g.Members {
		if m.User.ID == bot {
			mine = m.Roles
		}
	}
	may := mayOnServer(g.ID, g.Owner, bot, g.Roles, mine)
	channels := slices.Clone(g.Channels)
	first := func(id wire.ChannelID) int {
		if id == g.System {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(channels, func(x, y newChannel) int {
		return cmp.Or(first(x.ID)-first(y.ID), x.Position-y.Position, len(x.ID)-len(y.ID), cmp.Compare(x.ID, y.ID))
	})
	const text = 0
	const needed = wire.ViewChannel | wire.SendMessages
	for _, ch := range channels {
		if ch.Type == text && mayInChannel(may, g.ID, bot, mine, ch.Overwrites)&needed == needed {
			out = append(out, ch.ID)
		}
	}
	return out
}
