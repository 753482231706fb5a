package rival

import (
	"cmp"
	"context"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game/table"
)

// hint tells a player of a casual match how the program would play in their place at its best, using only what they know: the
// controls to press, and why.
func (r *room) hint(ctx context.Context, c *bot.Call, match, _ string) wire.Answer {
	id := table.ID(match)
	seat, err := c.Seat(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	p, err := c.Hall.Position(ctx, id, seat)
	if err != nil {
		return c.Trouble(id, err)
	}
	place, err := bot.PlaceOf(p.Meta)
	mind := c.Games.RivalOf(p.Meta.Game)
	ask, owed := bot.OwedAsk(p.Private)
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case !place.Casual() || mind == nil:
		return c.Answer("There are no hints in this match.")
	case !owed || p.Result != nil:
		return c.Answer("You are asked nothing just now, so there is nothing to advise.")
	}
	if step, why := c.Of(p.Meta).Proposed(p.Private, ask.ID); step != "" {
		return c.Advise(ctx, c, id, seat, "💡 "+step+" "+wire.Clip(why, 400))
	}
	offered := mind.Strengths()
	level := bot.RivalSeat{Strength: offered[len(offered)-1]}
	advice := post{Key: string(id), Moment: p.Mark, Ask: ask.ID} // the same position gets the same advice
	// A person waits for it, so it lets nobody go first.
	choice, err := choose(c, r.advising, p, ask.Ask, level, advice.chance(), cmp.Or(c.Think, thinks), 0)
	if err != nil {
		r.fault(c, id, err)
		return c.Answer("I have no advice for this question.")
	}
	why := ""
	if choice.Why != "" {
		why = wire.Capital(c.Say(choice.Why, choice.Args...))
	}
	order := choice.Reply.Order()
	steps, all := c.Of(p.Meta).Presses(p.Private, ask.ID, order)
	way := wire.Clip(strings.Join(steps, " "), 600)
	if order = wire.Clip(order, 200); !all && way == "" {
		way = c.Say("I would order `%s`.", order)
	} else if !all {
		way += " " + c.Say("The whole order is `%s`.", order)
	}
	return c.Advise(ctx, c, id, seat, "💡 "+way+" "+wire.Clip(why, 400))
}
