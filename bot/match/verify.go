package match

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

const wordInconsistent game.Text = "❌ Something does not fit. The first mismatch: %s"

// mixedWords describe a side's part in the dice.
var mixedWords = map[table.Part]game.Text{
	table.FromWords:     "-# Mixed in for side %s, the SHA-256 of its words: `%s`",
	table.FromSeed:      "-# Mixed in for side %s, which gave no words and gets this from the seed: `%s`",
	table.FromOlderHost: "-# Mixed in for side %s: `%s`",
}

// sealPress shows the commitment that the pressed message holds, and verifies the match if there is one. Players of an
// open challenge can give words there. A console holds no commitment, and belongs to a match.
func sealPress(ctx context.Context, c *bot.Call, match, commitment string) wire.Answer {
	id := table.ID(match)
	if commitment == "" {
		return verify(ctx, c, id)
	}
	told := c.Say("match.seal-whole", wire.Plain(wire.Clip(commitment, 2*len(table.Seed{}))))
	if _, err := c.Hall.Public(ctx, id); errors.Is(err, table.ErrNoMatch) {
		return wire.Fresh(wire.Text(told+"\n"+c.Text("match.seal-how")),
			wire.Row{{ID: customid.Words + "|" + match, Label: c.Text("Give words"), Style: wire.Primary}})
	}
	a := check(ctx, c, id, commitment)
	if a.Letter != nil {
		a.Letter.Blocks = append([]wire.Block{wire.Text(told)}, a.Letter.Blocks...)
	}
	return a
}

// verify is /match verify.
func verify(ctx context.Context, c *bot.Call, id table.ID) wire.Answer { return check(ctx, c, id, "") }

// check recomputes the match. During the match it reveals only whether everything fits. The dice must match the
// commitment, which comes from the pressed message; "" for none.
func check(ctx context.Context, c *bot.Call, id table.ID, commitment string) wire.Answer {
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
	case commitment != "" && commitment != a.Dice.Commitment:
		if slices.Contains(c.Controls, c.CustomID) { // otherwise no message has that seal, and the press is made up
			c.Log.Error("match has another seal than its card", "match", id)
		}
		return c.Answer("❌ Something does not fit: that message has another seal than the match. The match's seal is `%s`.", a.Dice.Commitment)
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
			c.Text("This match began before the dice had a seed, so its rolls cannot be recomputed.")), "\n"))
	}
	lines = append(lines, c.Say("-# The seal on the dice, published with the challenge (SHA-256): `%s`", a.Dice.Commitment))
	for n, e := range a.Dice.Entropy {
		lines = append(lines, c.Say(mixedWords[a.Dice.Part(game.Seat(n+1))], bot.SideName(game.Seat(n+1)), e))
	}
	if a.Dice.Version == 0 {
		lines = append(lines, c.Text("match.dice-older"))
	}
	if p.Result != nil {
		lines = append(lines, c.Say("-# The seed of the dice: `%s`", a.Dice.Seed))
	}
	return c.Answer("%s", strings.Join(lines, "\n"))
}
