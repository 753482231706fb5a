package match

import (
	"context"
	"errors"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

const wordInconsistent game.Text = "❌ Something does not fit. The first such thing: %s"

// sealPress tells the commitment as the pressed message has it, and works the match out if there is one.
// A console carries none, and belongs to a match.
func sealPress(ctx context.Context, c *bot.Call, match, commitment string) bot.Answer {
	id := table.ID(match)
	if commitment == "" {
		return verify(ctx, c, id)
	}
	told := c.Say("match.seal-whole", bot.Plain(bot.Clip(commitment, 2*len(table.Seed{}))))
	if _, err := c.Hall.Public(ctx, id); errors.Is(err, table.ErrNoMatch) {
		return c.Answer("%s", told+"\n"+c.Text("match.seal-how"))
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
	var wrong *table.Inconsistency
	var seals []string
	opened := error(nil)
	if err == nil {
		seals, opened = c.Of(p.Meta).Sealed(p.Facts)
	}
	switch {
	case errors.As(err, &wrong):
		c.Log.Error("match does not fit", "match", id, "event", wrong.Event)
		if p.Result == nil {
			return c.Answer("match.misfit-on")
		}
		return c.Answer(wordInconsistent, wrong.Error())
	case err != nil:
		return c.Trouble(id, err)
	case opened != nil:
		c.Log.Error("match does not fit", "match", id)
		return c.Answer(wordInconsistent, opened.Error())
	}
	lines := []string{c.Text("match.fits-on")}
	if p.Result != nil {
		lines = []string{c.Say("match.fits", a.Events, a.Rolls)}
		if len(seals) > 0 {
			lines = append(lines, c.Say("✅ The forces opened at the end are those that were sealed at the start: %d.", len(seals)))
		}
	}
	lines = append(lines, seals...)
	if a.Dice.Commitment == "" {
		return c.Answer("%s", strings.Join(append(lines,
			c.Text("This match began before the dice had a seed, so its rolls cannot be worked out again.")), "\n"))
	}
	lines = append(lines, c.Say("-# The seal on the dice, published with the challenge (SHA-256): `%s`", a.Dice.Commitment))
	for n, e := range a.Dice.Entropy {
		lines = append(lines, c.Say("-# Mixed in for side %s: `%s`", bot.SideName(game.Seat(n+1)), e))
	}
	if p.Result != nil {
		lines = append(lines, c.Say("-# The seed of the dice: `%s`", a.Dice.Seed))
	}
	return c.Answer("%s", strings.Join(lines, "\n"))
}
