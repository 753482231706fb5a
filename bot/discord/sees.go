package discord

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"downsync/bot"
)

// Who sees a channel is computed as Discord documents it: from the roles of the server and the overwrites of the channel. An
// interaction carries its user's roles, but their permissions for its own channel only.

// Permission bits, and the types of threads.
const (
	administrator = 1 << 3
	viewChannel   = 1 << 10

	announcementThread = 10
	publicThread       = 11
)

// How long a server's roles and channels are remembered, how long a failure to read them, and of how many servers.
const (
	sightLife  = time.Minute
	blindLife  = 10 * time.Second
	mostSights = 1024
)

// sights remembers the roles and channels of servers. It is safe for concurrent use.
type sights struct {
	mu  sync.Mutex
	all map[bot.GuildID]*sight
}

// sight is what decides who sees which channel of a server.
type sight struct {
	mu    sync.Mutex // held while it is read
	until time.Time
	err   error

	Owner    bot.UserID `json:"owner_id"`
	Roles    []roleSeen `json:"roles"`
	channels map[bot.ChannelID]channelSeen
	threads  map[bot.ChannelID]channelSeen // the active ones; nil: not read yet
}

type roleSeen struct {
	ID   bot.RoleID `json:"id"`
	Bits bits       `json:"permissions"`
}

type channelSeen struct {
	ID         bot.ChannelID `json:"id"`
	Type       int           `json:"type"`
	Parent     bot.ChannelID `json:"parent_id"`
	Overwrites []overwrite   `json:"permission_overwrites"`
}

// overwrite changes what a role or a user may do in a channel.
type overwrite struct {
	ID    string `json:"id"`
	Allow bits   `json:"allow"`
	Deny  bits   `json:"deny"`
}

// bits are permissions, a decimal number in a string.
type bits uint64

// UnmarshalText reads the decimal number.
func (b *bits) UnmarshalText(raw []byte) error {
	n, err := strconv.ParseUint(string(raw), 10, 64)
	*b = bits(n)
	return err
}

// Sees tells whether a user with these roles on the server sees the channel. The answer may be a minute old. Of a private thread
// it is always false, as it is of an archived thread, and of a channel that is not known.
func (c *Client) Sees(ctx context.Context, guild bot.GuildID, user bot.UserID, roles []bot.RoleID, channel bot.ChannelID) (bool, error) {
	s := c.sights.of(guild, c.cfg.Now())
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := c.cfg.Now(); !now.Before(s.until) {
		s.until, s.threads = now.Add(sightLife), nil
		if s.err = c.look(ctx, guild, s); s.err != nil {
			s.until = now.Add(blindLife)
		}
	}
	if s.err != nil {
		return false, s.err
	}
	at, ok := s.channels[channel]
	if !ok && s.threads == nil {
		if err := c.lookAtThreads(ctx, guild, s); err != nil {
			return false, err
		}
	}
	if t := s.threads[channel]; t.Type == publicThread || t.Type == announcementThread {
		at, ok = s.channels[t.Parent]
	}
	return ok && s.sees(guild, user, roles, at), nil
}

// of is the memory of one server. When there are too many, all are forgotten.
func (a *sights) of(guild bot.GuildID, now time.Time) *sight {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.all[guild]; s != nil {
		return s
	}
	if a.all == nil || len(a.all) >= mostSights {
		a.all = map[bot.GuildID]*sight{}
	}
	s := &sight{until: now}
	a.all[guild] = s
	return s
}

// look reads the roles and the channels of a server.
func (c *Client) look(ctx context.Context, guild bot.GuildID, s *sight) error {
	s.Roles = nil
	if err := c.call(ctx, http.MethodGet, "guilds/"+string(guild), nil, s); err != nil {
		return err
	}
	var all []channelSeen
	err := c.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/channels", nil, &all)
	s.channels = byID(all)
	return err
}

// lookAtThreads reads the active threads of a server.
func (c *Client) lookAtThreads(ctx context.Context, guild bot.GuildID, s *sight) error {
	var active struct {
		Threads []channelSeen `json:"threads"`
	}
	err := c.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/threads/active", nil, &active)
	s.threads = byID(active.Threads)
	return err
}

func byID(all []channelSeen) map[bot.ChannelID]channelSeen {
	out := make(map[bot.ChannelID]channelSeen, len(all))
	for _, x := range all {
		out[x.ID] = x
	}
	return out
}

// sees computes the permission to view a channel.
func (s *sight) sees(guild bot.GuildID, user bot.UserID, roles []bot.RoleID, at channelSeen) bool {
	everyone := bot.RoleID(guild) // the role of that name has the server's id
	var may bits
	for _, r := range s.Roles {
		if r.ID == everyone || slices.Contains(roles, r.ID) {
			may |= r.Bits
		}
	}
	if user == s.Owner || may&administrator != 0 {
		return true
	}
	var allow, deny bits // of the user's roles together
	for _, o := range at.Overwrites {
		if o.ID == string(everyone) {
			may = may&^o.Deny | o.Allow
		} else if slices.Contains(roles, bot.RoleID(o.ID)) {
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	may = may&^deny | allow
	for _, o := range at.Overwrites {
		if o.ID == string(user) {
			may = may&^o.Deny | o.Allow
		}
	}
	return may&viewChannel != 0
}
