package match

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

// Replays. During a match, a user sees it as it was for them at one of their own steps. After it, nothing is secret any
// more: every step has a still of all sides (player.go), there is a contact sheet, and the whole match is drawn once as an
// animation for its thread (film.go).

const wordNoStep game.Text = "⚠️ There is no such step: expected 1 to %d."

// The kinds of pictures of a finished match, besides the stills of its forms.
const (
	viewFilm  = "film"
	viewSheet = "sheet"
)

func (f films) replayCommand(a *bot.App) bot.Command {
	views := []wire.Choice{{Name: "film: the whole match as an animation, in its thread", Value: viewFilm},
		{Name: "sheet: the course of the match on one picture", Value: viewSheet}}
	stills, _ := bot.Offered(a, bot.Forms.Stills, func(s wire.Choice) string { return s.Value })
	return bot.Command{Name: "replay", Description: "Look back at a match: its film, or a picture of any step",
		Options: []bot.CommandOption{
			{Name: "step", Description: "A picture of this step; during the match, of what you saw then", Kind: wire.IntOption},
			{Name: "view", Description: "What to show of a finished match; default: the highlights and all sides",
				Kind: wire.StringOption, Choices: append(views, stills...)},
			bot.MatchOption()}, Run: func(ctx context.Context, c *bot.Call) wire.Answer {
			return c.WithPastMatch(ctx, func(id table.ID) wire.Answer { return f.replay(ctx, c, id) })
		}}
}

// replay answers /match replay.
func (f films) replay(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	if c, err = c.Themed(p.Meta); err != nil {
		return c.Trouble(id, err)
	}
	typed := c.Options.Text("step")
	step, err := strconv.Atoi(cmp.Or(typed, "0"))
	if err != nil || step < 0 || step == 0 && typed != "" {
		return c.Answer("⚠️ A step is a whole number from 1.")
	}
	view := c.Options.Text("view")
	isStill := slices.ContainsFunc(c.Of(p.Meta).Stills(), func(s wire.Choice) bool { return s.Value == view })
	switch {
	case view != "" && view != viewFilm && view != viewSheet && !isStill:
		return c.Answer("⚠️ There is no such view; pick one that is offered.")
	case p.Result == nil && step == 0:
		return c.Answer("match.still-on")
	case p.Result == nil:
		return f.atStep(ctx, c, p, place{step: step})
	case c.Of(p.Meta).Films == nil && view != "":
		return c.Answer("⚠️ %s has no pictures of past matches; `/match log` shows what happened.", c.Of(p.Meta).About.Name)
	case view == viewSheet:
		return contactSheet(ctx, c, p)
	case step > 0 && isStill:
		return f.atStep(ctx, c, p, place{step, view})
	case step > 0:
		return f.atStep(ctx, c, p, place{step: step})
	case isStill:
		return c.Answer("⚠️ Name a step: `/match replay step:1`, or leave `view` out for the film.")
	case view == viewFilm:
		return f.show(ctx, c, movie{match: id})
	}
	return f.opened(ctx, c, p)
}

func publicPast(ctx context.Context, c *bot.Call, id table.ID, step int) (wire.Message, table.Moment, error) {
	p, when, err := c.Hall.PublicAt(ctx, id, table.AtStep(step))
	if err != nil {
		return wire.Message{}, when, err
	}
	n, err := c.Of(p.Meta).PublicThen(p, when)
	if err != nil {
		return wire.Message{}, when, bot.FormsFailed("past", err)
	}
	return n.Message, when, nil
}

func privatePast(ctx context.Context, c *bot.Call, id table.ID, seat game.Seat, step int) (wire.Message, table.Moment, error) {
	p, when, err := c.Hall.PrivateAt(ctx, id, seat, table.AtStep(step))
	if err != nil {
		return wire.Message{}, when, err
	}
	l, err := c.Of(p.Meta).PrivateThen(p, when)
	if err != nil {
		return wire.Message{}, when, bot.FormsFailed("past", err)
	}
	if err := misdirected(l, p, c.User); err != nil {
		return wire.Message{}, when, err
	}
	return l.Message, when, nil
}

// contactSheet shows the course of a finished match.
func contactSheet(ctx context.Context, c *bot.Call, p table.Public) wire.Answer {
	n, err := c.Of(p.Meta).ContactSheet(frames(ctx, c, p.ID), c.Named(ctx, p.Meta))
	if err != nil {
		return c.Trouble(p.ID, bot.FormsFailed("contact sheet", err))
	}
	return wire.Answer{Letter: &n.Message, Fresh: true}
}

func frames(ctx context.Context, c *bot.Call, id table.ID) bot.Film {
	return func(show func(table.Frame) error) error { return c.Hall.Film(ctx, id, show) }
}
