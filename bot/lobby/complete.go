package lobby

import (
	"context"
	"downsync/bot"
	"slices"
	"strings"
)

func suggestChallenges(ctx context.Context, c *bot.Call) []bot.Choice {
	cs, err := challenges(ctx, c, func(ch challenge) bool { return ch.visible(c.Interaction) })
	if err != nil {
		return []bot.Choice{}
	}
	out := []bot.Choice{}
	for _, ch := range cs {
		out = append(out, bot.Choice{Name: bot.Clip(ch.FromName+": "+c.Summary(terms(c, ch)), bot.LongestChoice), Value: ch.ID})
	}
	return out
}

// suggestForces completes the force of a challenge: the user's own stand behind the first few that the game suggests.
func suggestForces(ctx context.Context, c *bot.Call, game string) []bot.Choice {
	suggested := c.Forms(game).Suggest(c.Focused, c.Options)
	options := map[string]string{}
	for name, v := range c.Options {
		if name != "map" && name != "force" { // a force does not hang on the map, and drawing one takes time
			options[name] = v
		}
	}
	settings, err := c.Forms(game).Settings(options)
	if err != nil {
		return suggested
	}
	var own []bot.Choice
	for _, f := range c.ForcesFor(ctx, c, c.User, game, settings) {
		if strings.Contains(strings.ToLower(f.Name), strings.ToLower(c.Options["force"])) {
			own = append(own, bot.Choice{Name: f.Name, Value: f.Value})
		}
	}
	first := min(len(suggested), len(c.Forms(game).Forces(settings, 1)))
	return slices.Concat(suggested[:first], own, suggested[first:])
}
