package lobby

import (
	"context"
	"downsync/bot"
	"strings"
)

const (
	idWhom    = "whom"    // challenges who was chosen
	idAnybody = "anybody" // challenges anyone
)

// askWhom asks whom to challenge, to the game named.
func askWhom(_ context.Context, c *bot.Call, game, _ string) bot.Answer {
	if c.Guild == "" {
		return c.Answer(wordGuildOnly)
	}
	ask := func(id string) string { return strings.TrimSuffix(id+"|"+game, "|") }
	blocks := []bot.Block{bot.Text(c.Text(wordWhom))}
	if game == "" && len(c.Games) > 1 {
		var row bot.Row
		for _, g := range c.Games[:min(len(c.Games), bot.MostInRow)] {
			row = append(row, bot.Button{ID: bot.IDChallenge + "|" + g.ID, Label: g.Name})
		}
		blocks = append(blocks, row)
	}
	return bot.Fresh(append(blocks, bot.People{ID: ask(idWhom), Placeholder: c.Text(wordWhomHolder)}, bot.Row{{ID: ask(idAnybody), Label: c.Text(wordAnybody)}})...)
}

// challengeWhom makes a challenge by buttons, with everything as is usual on the server.
func challengeWhom(ctx context.Context, c *bot.Call, game, _ string) bot.Answer {
	if len(c.Values) != 1 {
		return c.Answer(wordOldButton)
	}
	c.Options = bot.Options{"game": game, "opponent": c.Values[0]}
	return challengeCmd(ctx, c)
}

// challengeAnybody makes one that anybody may accept.
func challengeAnybody(ctx context.Context, c *bot.Call, game, _ string) bot.Answer {
	c.Options = bot.Options{"game": game}
	return challengeCmd(ctx, c)
}
