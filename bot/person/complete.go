package person

import (
	"context"
	"downsync/bot"
	"downsync/game/table"
	"fmt"
	"slices"
	"strings"
)

func suggestMatches(ctx context.Context, c *bot.Call) []bot.Choice {
	out := []bot.Choice{}
	matches, err := c.Hall.MatchesOf(ctx, table.User(c.User))
	slices.SortStableFunc(matches, func(x, y table.Seated) int {
		if slices.Equal(c.Command, []string{"match", "replay"}) { // those that are over come first
			x, y = y, x
		}
		return rank(x) - rank(y)
	})
	if err != nil {
		return out
	}
	for _, s := range matches[:min(len(matches), bot.MostChoices)] {
		names, state := matchState(ctx, c, s)
		name := fmt.Sprintf("%s: %s", names, strings.Trim(state, "*"))
		out = append(out, bot.Choice{Name: bot.Clip(name, bot.LongestChoice), Value: string(s.Match)})
	}
	return out
}
