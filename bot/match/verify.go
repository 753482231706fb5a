package match

import (
	"context"
	"errors"
	"strings"

	"downsync/bot"
	"downsync/game/table"
)

// sealPress tells the commitment as the pressed message has it, and works the match out if there is one.
// A console carries none, and belongs to a match.
func sealPress(ctx context.Context, c *bot.Call, match, commitment string) bot.Answer {
	id := table.ID(match)
	if commitment == "" {
		return verify(ctx, c, id)
	}
	told := c.Say(wordSealWhole, bot.Plain(bot.Clip(commitment, 2*len(table.Seed{}))))
	if _, err := c.Hall.Public(ctx, id); errors.Is(err, table.ErrNoMatch) {
		return c.Answer("%s", told+"\n"+c.Text(wordSealHow))
	}
	a := verify(ctx, c, id)
	if a.Letter != nil {
		a.Letter.Blocks = append([]bot.Block{bot.Text(told)}, a.Letter.Blocks...)
	}
	return a
}

// verify is /match verify: it works the match out again. While the match is on it tells no more than that everything fits.
func verify(ctx context.Context, c *bot.Call, id table.ID) bot.Answer {
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	a, err := c.Hall.Audit(ctx, id)
	var wrong *table.Misfit
	var seals []string
	opened := error(nil)
	if err == nil {
		seals, opened = c.Of(p.Meta).Sealed(p.Facts)
	}
	switch {
	case errors.As(err, &wrong):
		c.Log.Error("match does not fit", "match", id, "event", wrong.Event)
		if p.Result == nil {
			return c.Answer(wordMisfitOn)
		}
		return c.Answer(wordMisfit, wrong.Error())
	case err != nil:
		return c.Trouble(id, err)
	case opened != nil:
		c.Log.Error("match does not fit", "match", id)
		return c.Answer(wordMisfit, opened.Error())
	}
	lines := []string{c.Text(wordFitsOn)}
	if p.Result != nil {
		lines = []string{c.Say(wordFits, a.Events, a.Rolls)}
		if len(seals) > 0 {
			lines = append(lines, c.Say(wordForcesFit, len(seals)))
		}
	}
	lines = append(lines, seals...)
	if a.Dice.Commitment == "" {
		return c.Answer("%s", strings.Join(append(lines, c.Text(wordNoSeed)), "\n"))
	}
	lines = append(lines, c.Say(wordDiceWhole, a.Dice.Commitment))
	for n, e := range a.Dice.Entropy {
		lines = append(lines, c.Say(wordEntropy, n+1, e))
	}
	if p.Result != nil {
		lines = append(lines, c.Say(wordDiceOpened, a.Dice.Seed))
	}
	return c.Answer("%s", strings.Join(lines, "\n"))
}
