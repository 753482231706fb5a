package lobby

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// A challenge without a named clock has the server's usual one, and the bot asks the challenger whether to play the
// match now or over days.

// idWhen is when|challenge|number: the challenger chooses when to play the match, by the number of a pacing.
const idWhen = "when"

// pacing is a clock offered to a challenger, with its button's text.
type pacing struct {
	clock string
	label game.Text
}

// pacings returns the clock for playing now and the one for playing over days, or nil if the bot does not have both. It
// prefers the server's usual clock to others of its kind.
func pacings(c *bot.Call, usual string) []pacing {
	names := append([]string{usual}, c.ClockNames()...)
	find := func(fits func(turn bool) bool) string {
		i := slices.IndexFunc(names, func(name string) bool {
			turn := c.Timings[name].Clocks[bot.ClockTurn]
			return turn > 0 && fits(turn < longClock)
		})
		if i < 0 {
			return ""
		}
		return names[i]
	}
	now, days := find(func(quick bool) bool { return quick }), find(func(quick bool) bool { return !quick })
	if now == "" || days == "" {
		return nil
	}
	return []pacing{{now, "Now: %s a question"}, {days, "Over days: %s a question"}}
}

// asksWhen returns the question whether to play the match now or over days, with its buttons; nil if it is settled.
func asksWhen(c *bot.Call, t Table) []wire.Block {
	offered := pacings(c, cmp.Or(t.Usual, t.Clock))
	if !t.AsksWhen || len(t.taken()) > 1 || offered == nil {
		return nil
	}
	row := wire.Row{}
	for i, x := range offered {
		b := wire.Button{ID: idWhen + "|" + t.ID + "|" + strconv.Itoa(i), Label: c.Say(x.label, c.Span(c.Timings[x.clock].Clocks[bot.ClockTurn]))}
		if t.Usual == "" && i == 0 || t.Usual != "" && x.clock == t.Clock {
			b.Style = wire.Success
		}
		row = append(row, b)
	}
	if t.Usual != "" {
		return []wire.Block{wire.Text(c.Say("**Now, or over days?** The clock is %s; you can change that until somebody accepts.", c.ClockName(t.Clock))), row}
	}
	return []wire.Block{wire.Text(c.Say("**Do you play now, or over days?** Until you choose, the clock is this server's: %s.", c.ClockName(t.Clock))), row}
}

// chooseWhen answers a press on one of the buttons.
func chooseWhen(ctx context.Context, c *bot.Call, id, number string) wire.Answer {
	t, failed := opened(ctx, c, id)
	offered := pacings(c, cmp.Or(t.Usual, t.Clock))
	n, err := strconv.Atoi(number)
	switch {
	case failed != nil:
		return c.Trouble(table.ID(id), failed)
	case c.User != t.Host:
		return notTheirs(c, t)
	case err != nil || n < 0 || n >= len(offered):
		return c.Answer(bot.OldButton)
	}
	clock := offered[n].clock
	next, err := update(ctx, c, t, func(x *Table) {
		if x.AsksWhen && len(x.taken()) == 1 {
			x.Clock, x.Usual = clock, cmp.Or(x.Usual, x.Clock)
		}
	})
	switch {
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case next.Clock != clock: // somebody has accepted it with its earlier clock
		return showSide(ctx, c, next, c.Text(wordTakenUp), inPlace)
	}
	redraw(ctx, c, next)
	return showSide(ctx, c, next, c.Say("The match is played with %s for each question.", c.Span(c.Timings[clock].Clocks[bot.ClockTurn])), inPlace)
}
