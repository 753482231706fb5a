package match

import (
	"context"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/spell"
	"downsync/game/table"
)

// suggestOrder completes the line of /order.
func suggestOrder(ctx context.Context, c *bot.Call) (out []bot.Choice) {
	c.WithMatch(ctx, func(id table.ID) bot.Answer {
		out = nextWords(ctx, c, id)
		return bot.Answer{}
	})
	return out
}

// nextWords are the typed line with each legal next word.
func nextWords(ctx context.Context, c *bot.Call, id table.ID) []bot.Choice {
	seat, err := c.Hall.SeatOf(ctx, id, table.User(c.User))
	if err != nil {
		return []bot.Choice{}
	}
	p, err := c.Hall.Private(ctx, id, seat)
	if err != nil {
		return []bot.Choice{}
	}
	menus, line := menusOf(p), c.Options["line"]
	out := suggest(c, menus, line)
	if len(out) > 0 {
		return out
	}
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	for _, choice := range suggest(c, menus, begun) { // the last word may be a slip away
		next := choice.Value[min(len(begun), len(choice.Value)):]
		if _, _, near := spell.Near(line[len(begun):], []string{next}); near {
			out = append(out, choice)
		}
	}
	if meant, _, ok := order.Meant(menus, line); ok && len(out) == 0 && len(meant) <= bot.LongestChoice {
		out = append(out, bot.Choice{Name: meant, Value: meant})
	}
	return out
}

// hinted is the word with an example of the values that it stands for.
func hinted(c *bot.Call, w order.Word) string {
	if hint := w.Hint(); hint != "" {
		return w.Text + c.Text(string(hint))
	}
	return w.Text
}

// suggest goes on with a line. A free value cannot be listed: the line stands as typed, with the value's form as a
// hint.
func suggest(c *bot.Call, menus []game.Menu, line string) []bot.Choice {
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	out := []bot.Choice{}
	seen := map[string]bool{}
	for _, w := range order.Next(menus, line) {
		text, name := strings.TrimSpace(begun+w.Text), ""
		if w.Kind != nil {
			text = strings.TrimSpace(line)
			name = strings.TrimSpace(begun + hinted(c, w))
		}
		if text == "" || seen[text] || len(text) > bot.LongestChoice {
			continue
		}
		seen[text] = true
		if name == "" {
			name = text
		}
		out = append(out, bot.Choice{Name: bot.Clip(name, bot.LongestChoice), Value: text})
	}
	return out
}
