package match

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Why?, in the context menu of a message of a match. It tells a player of the match what they already know: what became of their last press
// on that message, what they are asked now, and the rules that the message cites. A closed card opens its part of the log. It tells nothing to
// anybody who has no seat, whatever everybody may see elsewhere.

// wordNoPart answers a user who has no seat in the match of the message.
const wordNoPart game.Text = "match.no-part"

// mostCited bounds how many rules of a message have a button.
const mostCited = 4

// cited matches the number of a rule as refusals and consoles cite it.
var cited = regexp.MustCompile(`\(([A-Z]{1,2}\d+(?:\.\d+)*)\)`)

// why answers Why?.
func why(ctx context.Context, c *bot.Call) wire.Answer {
	id, err := c.TargetMatch(ctx)
	switch {
	case err != nil:
		return c.Trouble("", err)
	case id == "":
		return c.Answer("I explain my own messages about a match: its cards, and your console.")
	}
	seat, err := c.Hall.SeatOf(ctx, id, c.User) // it notes no presence, which would replace the note about the last press
	if errors.Is(err, table.ErrNoSeat) {
		return c.Answer(wordNoPart)
	}
	if err != nil {
		return c.Trouble(id, err)
	}
	for _, control := range c.Target.Controls {
		if which, ok := strings.CutPrefix(control, customid.Happened+"|"+string(id)+"|"); ok && !strings.Contains(which, "|") {
			a := happened(ctx, c, string(id), which)
			a.Fresh = true
			return a
		}
	}
	p, err := c.Hall.Private(ctx, id, seat)
	if errors.Is(err, table.ErrNoSeat) {
		return c.Answer(wordNoPart)
	}
	if err != nil {
		return c.Trouble(id, err)
	}
	return explain(ctx, c, p)
}

// explain tells the player of the message in the call's Target.
func explain(ctx context.Context, c *bot.Call, p table.Private) wire.Answer {
	f, last := c.Of(p.Meta), c.Present(ctx, p.ID, p.Seat)
	var lines []string
	note := ""
	if last.Message == c.Target.Message && last.Note != "" {
		note = last.Note
		lines = append(lines, c.Say("**Your last press here**: %s", note))
	}
	ask, asks := bot.OwedAsk(p)
	switch {
	case p.Result != nil:
		public, err := c.Hall.Public(ctx, p.ID)
		if err != nil {
			return c.Trouble(p.ID, err)
		}
		lines = append(lines, c.Say("**The match is over**: %s", f.Outcome(public)))
	case asks:
		line := c.Say("**You are asked**: %s", f.Question(p, ask))
		if !ask.By.IsZero() {
			line += c.Say(" Until <t:%[1]d:f> (<t:%[1]d:R>).", ask.By.Unix())
		}
		lines = append(lines, line)
	default:
		lines = append(lines, c.Text("**You are asked nothing now.** The match waits for somebody else."))
	}
	row := wire.Row{customid.ViewButton(p.ID, c.Language)}
	if books := citedIn(c, p.Meta, note+"\n"+c.Target.Text); len(books) > 0 {
		lines = append(lines, c.Text("The message cites these rules:"))
		row = append(row, books...)
	}
	return wire.Fresh(wire.Text(strings.Join(lines, "\n")), row)
}

// citedIn returns buttons for the rules that a text cites, if the game's book has them.
func citedIn(c *bot.Call, meta table.Meta, text string) (row wire.Row) {
	const rules = "rules"
	f := c.Of(meta)
	books := f.Books()
	n := slices.IndexFunc(books, func(b bot.Command) bool { return b.Name == rules && len(b.Options) > 0 })
	if n < 0 {
		return nil
	}
	var known []string
	for _, m := range cited.FindAllStringSubmatch(text, -1) {
		number := m[1]
		if len(row) == mostCited || slices.Contains(known, number) {
			continue
		}
		known = append(known, number)
		if _, err := f.LookUp(rules, wire.Options{books[n].Options[0].Name: number}); err == nil {
			row = append(row, customid.BookButton(meta.Game, rules, number, number))
		}
	}
	return row
}
