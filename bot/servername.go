package bot

import (
	"context"
	"encoding/json"

	"downsync/bot/wire"
	"downsync/game/table"
)

// Pictures of a match show the name of the server on which it was played. Its owner may change the name at any time, so
// deliveries ask Discord for it when they draw such a picture. If Discord does not answer, for example after the bot
// has left the server, they use the last known name. Answers always use the last known name, because they do not wait
// for Discord.

// longestServer is the greatest length of a server's name, in characters: Discord's limit.
const longestServer = 100

// nameRecord is the record of a server's last known name.
type nameRecord struct {
	Version int    `json:"v"`
	Name    string `json:"name"`
}

// Form returns the version of the record, see RecordVersion.
func (s *nameRecord) Form() *int { return &s.Version }

// serverNameKey returns the key of that record.
func serverNameKey(g wire.GuildID) string { return "guild.name/" + string(g) }

// ServerName returns the server's name without control characters; "" if it is not known, or if g is "".
func (c *Call) ServerName(ctx context.Context, g wire.GuildID) string {
	if g == "" {
		return ""
	}
	var known nameRecord
	if err := c.Read(ctx, serverNameKey(g), &known); err != nil {
		c.Log.Warn("name of the server not read", "error", err.Error())
	}
	if !c.Patient {
		return known.Name
	}
	now, err := c.Wire.GuildNow(ctx, g, "", "")
	if err != nil || now.Name == "" {
		return known.Name
	}
	name := wire.Clip(wire.Clean(now.Name), longestServer)
	if name != known.Name {
		if err := c.Write(ctx, serverNameKey(g), &nameRecord{RecordVersion, name}); err != nil {
			c.Log.Warn("name of the server not kept", "error", err.Error())
		}
	}
	return name
}

// Named returns the match's record with its server's name in its Place, for pictures of a finished match. Do not store
// the result.
func (c *Call) Named(ctx context.Context, m table.Meta) table.Meta {
	place, err := PlaceOf(m)
	if err != nil { // the code that draws it reports the error
		return m
	}
	if place.Server = c.ServerName(ctx, place.Guild); place.Server == "" {
		return m
	}
	if raw, err := json.Marshal(place); err == nil {
		m.Place = raw
	}
	return m
}
