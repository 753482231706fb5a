package bot

import (
	"context"
	"encoding/json"

	"downsync/game/table"
)

// Pictures of a match show the name of the server on which it was played. It changes as its owner likes, so deliveries ask for it when
// they draw such a picture. Where Discord does not tell it, as after the bot has left the server, it is the one that was last known, and
// so it is for answers, which do not wait for Discord.

// longestServer is the longest name of a server, in characters: Discord's limit.
const longestServer = 100

// nameRecord is the record of a server's name as it was last known.
type nameRecord struct {
	Version int    `json:"v"`
	Name    string `json:"name"`
}

// Form is the version of the record, see RecordVersion.
func (s *nameRecord) Form() *int { return &s.Version }

// serverNameKey is the key of that record.
func serverNameKey(g GuildID) string { return "guild.name/" + string(g) }

// serverName is the server's name, without control characters; "" where it is not known, and for no server.
func (c *Call) serverName(ctx context.Context, g GuildID) string {
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
	now, err := c.Wire.GuildNow(ctx, g, "")
	if err != nil || now.Name == "" {
		return known.Name
	}
	name := Clip(Clean(now.Name), longestServer)
	if name != known.Name {
		if err := c.Write(ctx, serverNameKey(g), &nameRecord{RecordVersion, name}); err != nil {
			c.Log.Warn("name of the server not kept", "error", err.Error())
		}
	}
	return name
}

// Named is the match's record with the name of its server in its Place, for what is drawn of a finished match. It is not to be kept.
func (c *Call) Named(ctx context.Context, m table.Meta) table.Meta {
	place, err := PlaceOf(m)
	if err != nil { // which whoever draws reports
		return m
	}
	if place.Server = c.serverName(ctx, place.Guild); place.Server == "" {
		return m
	}
	if raw, err := json.Marshal(place); err == nil {
		m.Place = raw
	}
	return m
}
