package discord

import (
	"context"
	"net/http"
	"sync"
	"time"

	"downsync/bot/wire"
)

// An interaction carries its user's roles, but their permissions for its own channel only: who sees another one is computed.

// The types of threads.
const (
	announcementThread = 10
	publicThread       = 11
	privateThread      = 12
)

func isThread(kind int) bool {
	return kind == announcementThread || kind == publicThread || kind == privateThread
}

// How long a server's roles and channels are remembered, how long a failure to read them, and of how many servers.
const (
	sightLife  = time.Minute
	blindLife  = 10 * time.Second
	mostSights = 1024
)

// sights remembers the roles and channels of servers. It is safe for concurrent use.
type sights struct {
	mu  sync.Mutex
	all map[wire.GuildID]*sight
}

// sight holds the roles and channels that decide who sees which channel of a server.
type sight struct {
	mu    sync.Mutex // held while it is read
	until time.Time
	err   error

	Owner    wire.UserID  `json:"owner_id"`
	Roles    []serverRole `json:"roles"`
	channels map[wire.ChannelID]channelSeen
	threads  map[wire.ChannelID]channelSeen // the active ones; nil: not read yet
}

type channelSeen struct {
	ID         wire.ChannelID `json:"id"`
	Type       int            `json:"type"`
	Parent     wire.ChannelID `json:"parent_id"`
	Overwrites []overwrite    `json:"permission_overwrites"`
}

// Sees reports whether a user with these roles on the server sees the channel. The answer may be a minute old. It is always false
// for a private thread, for an archived thread, and for an unknown channel.
func (c *Client) Sees(ctx context.Context, guild wire.GuildID, user wire.UserID, roles []wire.RoleID, channel wire.ChannelID) (bool, error) {
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
	may := mayInChannel(mayOnServer(guild, s.Owner, user, s.Roles, roles), guild, user, roles, at.Overwrites)
	return ok && may&wire.ViewChannel != 0, nil
}

// of returns the memory of one server. When there are too many, all are forgotten.
func (a *sights) of(guild wire.GuildID, now time.Time) *sight {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.all[guild]; s != nil {
		return s
	}
	if a.all == nil || len(a.all) >= mostSights {
		a.all = map[wire.GuildID]*sight{}
	}
	s := &sight{until: now}
	a.all[guild] = s
	return s
}

// look reads the roles and the channels of a server.
func (c *Client) look(ctx context.Context, guild wire.GuildID, s *sight) error {
	s.Roles = nil
	if err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild), nil, s); err != nil {
		return err
	}
	var all []channelSeen
	err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/channels", nil, &all)
	s.channels = byID(all)
	return err
}

// lookAtThreads reads the active threads of a server.
func (c *Client) lookAtThreads(ctx context.Context, guild wire.GuildID, s *sight) error {
	var active struct {
		Threads []channelSeen `json:"threads"`
	}
	err := c.rest.call(ctx, http.MethodGet, "guilds/"+string(guild)+"/threads/active", nil, &active)
	s.threads = byID(active.Threads)
	return err
}

func byID(all []channelSeen) map[wire.ChannelID]channelSeen {
	out := make(map[wire.ChannelID]channelSeen, len(all))
	for _, x := range all {
		out[x.ID] = x
	}
	return out
}
