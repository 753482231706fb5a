package rival

import (
	"context"
	"slices"

	"downsync/bot"
	"downsync/game/rival"
	"downsync/game/table"
)

// hint answers a player of a casual match with what the regular would do in their place, from what they know.
func (r *room) hint(ctx context.Context, c *bot.Call, match, _ string) bot.Answer {
	id := table.ID(match)
	seat, no, ok := c.Seat(ctx, id)
	if !ok {
		return no
	}
	p, err := c.Hall.Position(ctx, id, seat)
	if err != nil {
		return c.Trouble(id, err)
	}
	place, err := bot.PlaceOf(p.Meta)
	mind := c.RivalOf(p.Meta.Game)
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == bot.Owed(p.Private) })
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case !place.Casual() || mind == nil:
		return c.Answer("There are no hints in this match.")
	case i < 0 || p.Result != nil:
		return c.Answer("You are asked nothing just now, so there is nothing to advise.")
	}
	level := bot.RivalSeat{Strength: rival.Regular, Style: rival.Careful}
	if offered := mind.Strengths(); !slices.Contains(offered, level.Strength) {
		level.Strength = offered[len(offered)-1]
	}
	advice := post{Key: string(id), Moment: p.Mark, Ask: p.Asks[i].ID}                // the same position gets the same advice
	choice, err := choose(c, r.advising, p, p.Asks[i].Ask, level, advice.chance(), 0) // somebody waits for it
	if err != nil {
		r.fault(c, id, err)
		return c.Answer("I have no advice for this question.")
	}
	why := ""
	if choice.Why != "" {
		why = bot.Capital(c.Say(choice.Why, choice.Args...))
	}
	return c.Answer("💡 I would order `%s`. %s", bot.Clip(choice.Reply.Order(), 200), bot.Clip(why, 400))
}
