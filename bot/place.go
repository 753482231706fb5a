package bot

import (
	"context"
	"downsync/game/table"
	"encoding/json"
	"fmt"
	"time"
)

// Place is where a match is played; it is kept with the match and public.
type Place struct {
	Channel Snowflake `json:"channel"`
	Message Snowflake `json:"message"` // of the challenge; the thread hangs on it
	// Language is what everybody's cards of the match are written in, as lang.Of reads it.
	Language string `json:"language,omitempty"`
	// Theme is that of everybody's pictures of it, one of Themes; "": the first.
	Theme string   `json:"theme,omitempty"`
	Names []string `json:"names"`
	// Summary tells the terms of matches from before these were kept.
	Summary string `json:"summary,omitempty"`
	// The terms, and what else a rematch needs to know.
	Guild    Snowflake       `json:"guild,omitempty"`
	Settings json.RawMessage `json:"settings,omitempty"`
	Clock    string          `json:"clock,omitempty"`
	Pace     string          `json:"pace,omitempty"`
	Turn     time.Duration   `json:"turn,omitempty"`
	React    time.Duration   `json:"react,omitempty"`
}

// PlaceOf reads where a match is played.
func PlaceOf(m table.Meta) (place Place, err error) {
	if err := json.Unmarshal(m.Place, &place); err != nil {
		return place, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	}
	return place, nil
}

// Players names the two sides of a match, "?" where they cannot be read.
func (c *Call) Players(ctx context.Context, id table.ID) string {
	meta, err := c.Hall.Meta(ctx, id)
	if err == nil {
		if place, err := PlaceOf(meta); err == nil && len(place.Names) == 2 {
			return c.Say(wordAgainst, place.Names[0], place.Names[1])
		}
	}
	return "?"
}

// OnServerKey is of a record that a match is under way on that server.
func OnServerKey(g Snowflake, id table.ID) string { return "on/" + string(g) + "/" + string(id) }
