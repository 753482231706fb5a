package rival

import (
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game/rival"
	"downsync/game/table"
)

// These records hold users' results against the program, by server, game and strength. They do not count for the ladder.

// tallied is a user's record.
type tallied struct {
	Version int                          `json:"v"`
	By      map[rival.Strength]bot.Tally `json:"by"`
}

func (t *tallied) Form() *int { return &t.Version }

// tallySort is the prefix of the keys of these records; see App.KeyOf.
const tallySort = "versus"

func tallyKey(c *bot.Call, game string, g wire.GuildID, u wire.UserID) string {
	return c.Games.KeyOf(tallySort, game) + string(g) + "/" + string(u)
}

// ended deletes the posts, and counts a completed match of one person against the program.
func ended(ctx context.Context, c *bot.Call, p table.Public) ([]table.Record, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || place.Rival == nil && len(p.Meta.Left) == 0 || p.Result == nil {
		return nil, err
	}
	of, err := postsOf(ctx, c, p.ID)
	if err != nil {
		return nil, err
	}
	var rs []table.Record
	for _, x := range of {
		rs = append(rs, table.Record{Key: x.key()})
	}
	if len(p.Meta.Users) != 2 {
		return rs, nil
	}
	seat := 2 - int(place.Rival.Seat) // the opponent's, from 0
	u := p.Meta.Users[seat]
	if !bot.Reachable(u) || slices.Contains([]string{table.WhyIdle, "ruling", "void"}, p.Result.Why) || c.Of(p.Meta).Turn(p) == 0 || bot.Replaced(p.Facts, 0) {
		return rs, nil
	}
	var t tallied
	r, err := c.Guard(ctx, tallyKey(c, p.Meta.Game, place.Guild, u), &t)
	if err != nil {
		return rs, err
	}
	if t.By == nil {
		t.By = map[rival.Strength]bot.Tally{}
	}
	one := t.By[place.Rival.Strength]
	one.Add(bot.ScoreOf(*p.Result, seat))
	t.By[place.Rival.Strength], t.Version = one, bot.RecordVersion
	if r, err = bot.With(r, t); err != nil {
		return rs, err
	}
	return append(rs, r), nil
}

// tallies returns a line for each of the strengths that the user has played against.
func tallies(ctx context.Context, c *bot.Call, game string, g wire.GuildID, u wire.UserID, of ...rival.Strength) (lines []string, err error) {
	var t tallied
	if err := c.Read(ctx, tallyKey(c, game, g, u), &t); err != nil {
		return nil, err
	}
	for _, s := range of {
		if x, ok := t.By[s]; ok {
			lines = append(lines, c.Say("against the bot, %s: %s (not rated)", c.Text(s.Word()), x.In(c)))
		}
	}
	return lines, nil
}

// tell adds the user's record to an export.
func tell(ctx context.Context, c *bot.Call, e *bot.Export) error {
	keys, err := c.KeysOfUser(ctx, e.User, tallySort)
	for _, key := range keys {
		var t tallied
		if err := c.Read(ctx, key, &t); err != nil {
			return err
		}
		if e.Versus == nil {
			e.Versus = map[string]any{}
		}
		e.Versus[strings.TrimSuffix(strings.TrimPrefix(key, tallySort), "/"+string(e.User))] = t.By
	}
	return err
}

func forget(ctx context.Context, c *bot.Call, u wire.UserID) error {
	keys, err := c.KeysOfUser(ctx, u, tallySort)
	if err != nil || len(keys) == 0 {
		return err
	}
	return c.Delete(ctx, keys...)
}
