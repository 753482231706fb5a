package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/keys"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game/table"
)

// inUse describes the places where matches are played, from the store, and the state of a running bot.
type inUse struct {
	Version string // of the running bot; "": the store was read instead
	Hurt    string // why players are not answered; "": they are
	Shared  bool   // another process uses the bot's token
	SetBack string // that the clock was set back; "": it was not
	// Troubles says what Discord has refused the bot lately, a line each.
	Troubles []string
	Guilds   map[wire.GuildID]*used
}

type used struct {
	Setup    prefs.Server
	Matches  int
	Channels []wire.ChannelID // that matches under way, new matches or announcements need
}

// usageOf reads the set-up of every server, the matches under way, and whether the clock was set back lately.
func usageOf(ctx context.Context, records table.Records, now time.Time) (inUse, error) {
	u := inUse{Guilds: map[wire.GuildID]*used{}}
	back, err := table.StoredSetBack(ctx, records)
	if err != nil {
		return u, err
	}
	u.SetBack = wasSetBack(back, now)
	at := func(g wire.GuildID) *used {
		if u.Guilds[g] == nil {
			u.Guilds[g] = &used{}
		}
		return u.Guilds[g]
	}
	need := func(x *used, channels ...wire.ChannelID) {
		for _, c := range channels {
			if c != "" && !slices.Contains(x.Channels, c) {
				x.Channels = append(x.Channels, c)
			}
		}
	}
	err = eachRecord(ctx, records, prefs.ServerKey(""), func(rest string, value []byte) error {
		x := at(wire.GuildID(rest))
		if err := json.Unmarshal(value, &x.Setup); err != nil {
			return err
		}
		need(x, x.Setup.Channel, x.Setup.Announce)
		return nil
	})
	if err != nil {
		return u, err
	}
	on, _, _ := strings.Cut(keys.OnServer("", ""), "/")
	return u, eachRecord(ctx, records, on+"/", func(rest string, _ []byte) error {
		guild, match, _ := strings.Cut(rest, "/")
		x := at(wire.GuildID(guild))
		x.Matches++
		var meta table.Meta
		raw, err := records.Get(ctx, "match/"+match)
		if err == nil {
			err = json.Unmarshal(raw, &meta)
		}
		if err != nil {
			return err
		}
		place, err := bot.PlaceOf(meta)
		need(x, place.Channel)
		return err
	})
}

// eachRecord calls f for each record with the prefix, with the rest of its key.
func eachRecord(ctx context.Context, records table.Records, prefix string, f func(rest string, value []byte) error) error {
	const page = 500
	for after := ""; ; {
		rs, err := records.List(ctx, prefix, after, page)
		if err != nil {
			return err
		}
		for _, r := range rs {
			after = r.Key
			if err := f(strings.TrimPrefix(r.Key, prefix), r.Value); err != nil {
				return fmt.Errorf("record %s: %w", r.Key, err)
			}
		}
		if len(rs) < page {
			return nil
		}
	}
}

// state answers `downsync doctor` while the bot runs.
func (h *host) state(ctx context.Context) (any, error) {
	u, err := usageOf(ctx, h.store, h.clock.Now())
	if why := h.counts.isReady(ctx); why != nil {
		u.Hurt = why.Error()
	}
	u.Version, u.Shared = version(), h.counts.health.doubled()
	u.Troubles = h.counts.health.refusedLately()
	return u, err
}
