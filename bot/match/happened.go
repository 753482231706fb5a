package match

import (
	"context"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game/table"
)

// What happened in a past turn. Its closed card has a headline and a small board; a button shows the lines to whoever presses it, and to
// nobody else. Everybody sees the same: the facts that everybody was told.

// span is the part of the public facts that a closed card tells of, by index.
type span struct{ from, to int }

// happenedButton shows what happened in a past turn.
func happenedButton(c *bot.Call, id table.ID, s span) wire.Button {
	return wire.Button{ID: fmt.Sprintf("%s|%s|%d.%d", customid.Happened, id, s.from, s.to), Label: c.Text("What happened")}
}

// linesOfTurn bounds the lines on a page of what happened, which must fit one message.
const linesOfTurn = 24

// happened answers the button of a closed card, and those that turn its pages.
func happened(ctx context.Context, c *bot.Call, id, which string) wire.Answer {
	var s span
	part, page, _ := strings.Cut(which, "|")
	if n, err := fmt.Sscanf(part, "%d.%d", &s.from, &s.to); err != nil || n != 2 {
		return c.Answer(bot.OldButton)
	}
	p, err := c.Hall.Public(ctx, table.ID(id))
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	if s.from < 0 || s.to <= s.from || s.to > len(p.Facts) {
		return c.Answer(bot.OldButton)
	}
	p.Meta = c.Named(ctx, p.Meta)
	var lines []string
	for _, line := range c.Of(p.Meta).Plainly(p.View, p.Meta, p.Facts[s.from:s.to]) {
		if line != "" {
			lines = append(lines, "• "+wire.Clip(line, wire.LogLine))
		}
	}
	if len(lines) == 0 {
		lines = []string{c.Text("Nothing that the log tells in words.")}
	}
	at := bot.PagesOf(len(lines), linesOfTurn, page)
	m := wire.Message{Blocks: []wire.Block{wire.Text(strings.Join(append([]string{c.Text("### What happened")}, lines[at.From:at.To]...), "\n"))}}
	if row := at.Turn(c, fmt.Sprintf("%s|%s|%s", customid.Happened, id, part)); len(row) > 0 {
		m.Blocks = append(m.Blocks, wire.Text(at.Says(c)), row)
	}
	return wire.Answer{Letter: &m, Fresh: page == ""}
}
